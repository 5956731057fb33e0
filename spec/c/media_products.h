/* Products by a service on loopback. Include it behind cmocka.h. */
#ifndef COPYDESK_SPEC_MEDIA_PRODUCTS_H
#define COPYDESK_SPEC_MEDIA_PRODUCTS_H

#include "media_service.h"

/* Opens an entry in JSON (entry_of). */
static inline struct products *open_products(const char *text)
{
    struct products *products = NULL;
    json_t *entry = entry_of(text);
    if (products_open(entry, &products, &err))
        fail_msg("%s", err.message);
    json_decref(entry);
    return products;
}

#endif
