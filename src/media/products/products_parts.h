#ifndef COPYDESK_MEDIA_PRODUCTS_PRODUCTS_PARTS_H
#define COPYDESK_MEDIA_PRODUCTS_PRODUCTS_PARTS_H

#include "media/products/products.h"

extern const struct product_backend products_file_backend;

#endif
