/* request_text: the text of a request, checked and copied, in the form that curl takes. */
#ifndef COPYDESK_CLIENT_REQUEST_TEXT_H
#define COPYDESK_CLIENT_REQUEST_TEXT_H

#include "client/settings.h"

/* Zeroed before its first use; the memory belongs to it. */
struct request_text {
    struct buf text;            /* method, URL, headers, each ended by a NUL */
    size_t url;                 /* offset in text */
    struct curl_slist *headers; /* array of header_count, pointing into text; the last one leads on to the settings' */
    size_t header_count, header_cap;
    struct buf body;
    bool has_body;
};

/* E_INVALID unless it reads "Name: value" without control characters. */
enum status request_text_check_header(const char *header, struct error *err);

/*
 * Fills the request, in place of an earlier one. Takes over the body (NULL: none), whose buffer is empty afterwards,
 * also on failure. The settings must outlive its use, but not request_text_free. Statuses as client_start.
 */
enum status request_text_make(struct request_text *request, const struct settings *settings,
                              const struct client_request *asked, struct buf *body, struct error *err);
void request_text_free(struct request_text *request);

const char *request_text_method(const struct request_text *request);
const char *request_text_url(const struct request_text *request);

/*
 * The header at this place among those that are sent, "Name: value"; NULL past the last. settings NULL: the request's
 * own alone.
 */
const char *request_text_header(const struct request_text *request, const struct settings *settings, size_t index);

#endif
