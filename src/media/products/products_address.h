/* What the address of a marketplace's page asks for. */
#ifndef COPYDESK_MEDIA_PRODUCTS_PRODUCTS_ADDRESS_H
#define COPYDESK_MEDIA_PRODUCTS_PRODUCTS_ADDRESS_H

#include "media/products/products.h"

enum { ADDRESS_IDS = 4 };

struct product_address {
    const char *url; /* in its normal form */
    /* What may be the id of a product: parts of the path with ten letters or digits, in upper case. Words of ten
     * letters look the same, so that whoever knows the products decides. */
    char ids[ADDRESS_IDS][PRODUCT_ID + 1];
    size_t id_count;
    bool is_product;   /* the first id stands where only one can: /dp/ID, /gp/product/ID, /product/ID */
    const char *words; /* of the query parameter k, q, s, query or keywords, else of the path; may be "" */
};

/* E_INVALID: it is no http(s) address; E_MEMORY. */
enum status product_address_read(struct arena *arena, struct str url, struct product_address *address,
                                 struct error *err);

#endif
