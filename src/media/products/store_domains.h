/* The public store domains of the marketplace that the services for products know. */
#ifndef COPYDESK_MEDIA_PRODUCTS_STORE_DOMAINS_H
#define COPYDESK_MEDIA_PRODUCTS_STORE_DOMAINS_H

#include "base/base.h"

#include <jansson.h>

struct store_domain {
    const char *domain;   /* without "www." */
    const char *country;  /* ISO 3166-1: "US" */
    const char *currency; /* ISO 4217, of prices that name none */
};

/* The store of a domain, with or without "www." before it, in any letter case. NULL: there is none. */
const struct store_domain *store_domain_find(struct str domain);

/* By number, from 0; NULL behind the last. The first is the main one. */
const struct store_domain *store_domain_at(size_t number);

/* The store that the member `domain` of an entry names; the main one where it is missing. E_INVALID. */
enum status store_domain_read(const json_t *entry, const struct store_domain **store, struct error *err);

#endif
