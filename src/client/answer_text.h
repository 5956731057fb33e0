/* answer_text: what comes back: headers and body, collected piece by piece and limited in size. */
#ifndef COPYDESK_CLIENT_ANSWER_TEXT_H
#define COPYDESK_CLIENT_ANSWER_TEXT_H

#include "base/base.h"

#include <curl/curl.h>

/* Zeroed before its first use; the buffers belong to it. */
struct answer_text {
    struct buf headers, body;
    size_t header_bytes;   /* received, those of interim answers (1xx) included */
    bool has_headers;      /* all of them have come */
    int http_status;       /* of a complete answer; 0: there is none */
    const char *too_large; /* what was too large, in words; NULL: nothing */
};

/* Lets curl deliver what the handle receives into this answer, which must not move afterwards. */
void answer_text_collect(struct answer_text *answer, CURL *handle);

void answer_text_clear(struct answer_text *answer); /* keeps the buffers, unless they are very large */
void answer_text_free(struct answer_text *answer);

/*
 * The outcome of a transfer into this answer, given curl's. An answer that curl calls complete may have ended inside
 * the headers, or with an interim answer; then it is CURLE_GOT_NOTHING, and `message` says so. One that announces too
 * much is refused by curl before it is read, and so is one with too long a line before the body; then too_large is set.
 */
CURLcode answer_text_check(struct answer_text *answer, CURL *handle, CURLcode code, long http_status,
                           char message[CURL_ERROR_SIZE]);

/* False: too large (then too_large is set), or out of memory (then the buffer has failed). */
bool answer_text_add_header(struct answer_text *answer, const char *data, size_t length);
bool answer_text_add_body(struct answer_text *answer, const char *data, size_t length);

/* See client_call_header and client_call_retry_after_ms. */
struct str answer_text_header(const struct answer_text *answer, const char *name);
int64_t answer_text_retry_after_ms(const struct answer_text *answer);

#endif
