/* labels: what the fields of forms are called, for people who do not see their names. */
#ifndef COPYDESK_SERVICE_WEB_FRAME_LABELS_H
#define COPYDESK_SERVICE_WEB_FRAME_LABELS_H

#include "service/web/frame/page.h"

/* The names of a form's fields. */
struct form_labels {
    const char *(*shown)(struct web_page *page, const void *of,
                         const char *name); /* of which it is shown; NULL: no field */
    const void *of;
};

/* "Expires in days" of "expiresInDays", "Brand" of "brandId". */
void label_write(struct buf *out, const char *name);

/* A sentence of the interface with labels in place of names: of the one that it begins with ("urls[0]" is an entry),
 * and of others that can be no words of a sentence: "brandId". */
void label_sentence(struct web_page *page, const struct form_labels *labels, const char *text);

#endif
