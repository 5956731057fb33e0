/* The backend "file" of products: a JSON file. */
#ifndef COPYDESK_MEDIA_PRODUCTS_FILE_H
#define COPYDESK_MEDIA_PRODUCTS_FILE_H

#include "media/data/facts.h"
#include "media/products/products.h"

extern const struct product_backend products_file_backend;

/* products_file_read.c: reads one entry of the file; facts->status says whether it is right. */
void product_read(struct media_facts *facts, const json_t *entry, struct product *product);

#endif
