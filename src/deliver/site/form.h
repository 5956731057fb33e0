/* The body of a request with a file in it: multipart/form-data (RFC 7578). */
#ifndef COPYDESK_DELIVER_SITE_FORM_H
#define COPYDESK_DELIVER_SITE_FORM_H

#include "base/base.h"

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

#endif
