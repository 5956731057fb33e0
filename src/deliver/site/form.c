#include "deliver/site/form.h"

#include <stdio.h>

void form_begin(struct delivery_form *form)
{
    unsigned char random[FORM_BOUNDARY / 2];
    *form = (struct delivery_form){0};
    random_bytes(random, sizeof random);
    hex_encode(random, sizeof random, form->boundary);
    snprintf(form->header, sizeof form->header, "Content-Type: multipart/form-data; boundary=%s", form->boundary);
}

/* As browsers do it (https://html.spec.whatwg.org/#multipart-form-data). */
static void add_quoted(struct buf *body, const char *text)
{
    buf_char(body, '"');
    for (; *text; text++)
        if (*text == '"')
            buf_str(body, "%22");
        else if (*text == '\r' || *text == '\n')
            buf_str(body, *text == '\r' ? "%0D" : "%0A");
        else
            buf_char(body, *text);
    buf_char(body, '"');
}

static void begin_part(struct delivery_form *form, const char *name)
{
    buf_printf(&form->body, "--%s\r\nContent-Disposition: form-data; name=", form->boundary);
    add_quoted(&form->body, name);
}

void form_text(struct delivery_form *form, const char *name, const char *value)
{
    begin_part(form, name);
    buf_printf(&form->body, "\r\n\r\n%s\r\n", value);
}

void form_file(struct delivery_form *form, const char *name, const char *filename, const char *type, struct str bytes)
{
    begin_part(form, name);
    buf_str(&form->body, "; filename=");
    add_quoted(&form->body, filename);
    buf_printf(&form->body, "\r\nContent-Type: %s\r\n\r\n", type);
    buf_add(&form->body, bytes.data, bytes.len);
    buf_str(&form->body, "\r\n");
}

bool form_end(struct delivery_form *form)
{
    buf_printf(&form->body, "--%s--\r\n", form->boundary);
    return !form->body.failed;
}

void form_free(struct delivery_form *form)
{
    buf_free(&form->body);
}
