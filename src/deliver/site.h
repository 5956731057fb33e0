/*
 * The interface of a site, asked: one request, and what its answer means for a delivery; files in requests; what an
 * attempt keeps for those that follow. Everything goes through the guard of net/. Redirects are not followed, since
 * they would carry a secret elsewhere.
 */
#ifndef COPYDESK_DELIVER_SITE_H
#define COPYDESK_DELIVER_SITE_H

#include "deliver/deliver.h"

/* --- requests and what their answers mean --- */

/*
 * What is made for a request lives in the arena of the call, which notes where memory ran out: nothing is sent and
 * nothing kept of it then. An attempt ends with site_end.
 */
struct site_request {
    const char *method; /* NULL: GET */
    const char *url;
    const char *const *headers; /* "Name: value", NULL-terminated; NULL: none */
    struct str body;            /* sent when data is not NULL */
};

struct site_answer {
    int status;      /* 0: there was none, and outcome says why */
    struct str body; /* in the arena of the call */
    json_t *json;    /* of a JSON body, NULL otherwise; site_done frees it */
    int64_t retry_after_ms;
};

/*
 * Makes the request, within 20 s. OK whatever came of it; *outcome is set to what an attempt comes to that ends with
 * this answer: DELIVERY_ACCEPTED for 2xx; DELIVERY_REFUSED for 400, 413, 415, 422 (this article will not be taken);
 * DELIVERY_RETRY for everything else, 401 and 403 among them, since keys are changed and mended. The problem of an
 * outcome names the host and the status, and the site's own message where the answer has one in a known place. Never a
 * secret. After 20 s without an answer the next attempt waits for a minute: the site may still be at work. E_MEMORY,
 * E_CANCELLED.
 */
enum status site_ask(const struct delivery_call *call, const struct site_request *request, struct site_answer *answer,
                     struct delivery_outcome *outcome, struct error *err);

/* The same, with a body in JSON, whose reference is taken; NULL is out of memory. */
enum status site_ask_json(const struct delivery_call *call, const struct site_request *request, json_t *body,
                          struct site_answer *answer, struct delivery_outcome *outcome, struct error *err);

/* NULL and one that was never asked for are allowed. */
void site_done(struct site_answer *answer);

/* Says otherwise: sets verdict and problem of an outcome that an answer came to, without secrets of the settings. Its
 * status stays. The site's own words may be among the arguments. OK, E_MEMORY. */
enum status site_judge(const struct delivery_call *call, struct delivery_outcome *outcome,
                       enum delivery_verdict verdict, struct error *err, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The host of an address, to name the site by. In the arena of the call; NULL: no memory. */
const char *site_host(const struct delivery_call *call, const char *url);

/* What an attempt, or a test, comes to: the status, or E_MEMORY where memory ran out for something on the way. */
enum status site_end(const struct delivery_call *call, enum status status, struct error *err);

/* Waits. False when the attempt was called off. */
bool site_wait(const struct delivery_call *call, int64_t ms);

/* Can what a site says be shown as an address to follow: http(s), of 2,000 bytes at most, without blanks and control
 * characters? text may be NULL. */
bool site_is_address(const char *text);

/* The text of a setting; NULL when it is absent. */
const char *site_setting(const struct delivery_call *call, const char *name);

/* An address below the one in a setting: "https://blog.example/x/" and "/wp-json/wp/v2/posts". In the arena of the
 * call; NULL: no memory. */
const char *site_url(const struct delivery_call *call, const char *setting, const char *path);

/* --- secrets kept out of what sites say: they quote what they were sent --- */

/*
 * The text without the secret settings of the call and the credentials of the request's headers ("Authorization: Bearer
 * X", "X-Shopify-Access-Token: X"): "[hidden]" in their place, also where they stand percent-encoded, in base64, in
 * another case, with other blanks or none, or by half. What stands in the address stays, it is no secret; so do values
 * of fewer than eight bytes. url, headers may be NULL. In the call's arena; NULL: no memory.
 */
const char *hiding_apply(const struct delivery_call *call, const char *url, const char *const *headers,
                         const char *text);

/* --- the body of a request with a file in it: multipart/form-data (RFC 7578) --- */

enum { FORM_BOUNDARY = 32 };

struct delivery_form {
    struct buf body;
    char boundary[FORM_BOUNDARY + 1];
    char header[80]; /* "Content-Type: multipart/form-data; boundary=..." */
};

void form_begin(struct delivery_form *form);
void form_text(struct delivery_form *form, const char *name, const char *value);
void form_file(struct delivery_form *form, const char *name, const char *filename, const char *type, struct str bytes);

/* False when memory ran out. The body is whole then, and stays until form_free. */
bool form_end(struct delivery_form *form);
void form_free(struct delivery_form *form);

/* Ends the form and sends it to a place that knows nothing of the article, where pictures go: what it refuses may be
 * taken the next time. *is_sent: it was taken. */
enum status form_send(const struct delivery_call *call, struct delivery_form *form, const char *url, bool *is_sent,
                      struct delivery_outcome *outcome, struct error *err);

/* --- progress: what an attempt keeps for those that follow (delivery_call.progress), by names, some in tables --- */

/* table NULL: of none. NULL when there is no such value; lives until the next change. */
const json_t *progress_get(const struct delivery_call *call, const char *table, const char *name);

/* Sets a value, to be stored by the next progress_keep or progress_drop. The reference is taken; NULL is out of
 * memory. E_MEMORY. */
enum status progress_note(const struct delivery_call *call, const char *table, const char *name, json_t *value,
                          struct error *err);

/* The same, and stores all of it. Statuses of delivery_call.keep. */
enum status progress_keep(const struct delivery_call *call, const char *table, const char *name, json_t *value,
                          struct error *err);

/* Removes a value, and stores the rest. Statuses as above. */
enum status progress_drop(const struct delivery_call *call, const char *table, const char *name, struct error *err);

#endif
