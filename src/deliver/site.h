#ifndef COPYDESK_DELIVER_SITE_H
#define COPYDESK_DELIVER_SITE_H

#include "deliver/deliver.h"

/* Sites quote what they were sent. What of it is secret must not reach a record or a log. */

/*
 * The text without the secret settings of the call and the credentials of the request's headers ("Authorization: Bearer
 * X", "X-Shopify-Access-Token: X"): "[hidden]" in their place, also where they stand percent-encoded, in base64, in
 * another case, with other blanks or none, or by half. What stands in the address stays, it is no secret; so do values
 * of fewer than eight bytes. url, headers may be NULL. In the call's arena; NULL: no memory.
 */
const char *hiding_apply(const struct delivery_call *call, const char *url, const char *const *headers,
                         const char *text);

/* The body of a request with a file in it: multipart/form-data (RFC 7578). */

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

/* progress: what an attempt keeps for those that follow (delivery_call.progress): values by name, some of them in a
 * table of their own, as those by the id of a picture. */

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
