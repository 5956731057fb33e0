#include "media/products/store_domains.h"

#include "net/upstream/entry.h"

static const struct store_domain stores[] = {
    {"amazon.com", "US", "USD"},    {"amazon.ca", "CA", "CAD"},     {"amazon.com.mx", "MX", "MXN"},
    {"amazon.com.br", "BR", "BRL"}, {"amazon.co.uk", "GB", "GBP"},  {"amazon.de", "DE", "EUR"},
    {"amazon.fr", "FR", "EUR"},     {"amazon.it", "IT", "EUR"},     {"amazon.es", "ES", "EUR"},
    {"amazon.nl", "NL", "EUR"},     {"amazon.com.be", "BE", "EUR"}, {"amazon.ie", "IE", "EUR"},
    {"amazon.se", "SE", "SEK"},     {"amazon.pl", "PL", "PLN"},     {"amazon.com.tr", "TR", "TRY"},
    {"amazon.ae", "AE", "AED"},     {"amazon.sa", "SA", "SAR"},     {"amazon.eg", "EG", "EGP"},
    {"amazon.co.za", "ZA", "ZAR"},  {"amazon.in", "IN", "INR"},     {"amazon.co.jp", "JP", "JPY"},
    {"amazon.sg", "SG", "SGD"},     {"amazon.com.au", "AU", "AUD"},
};

const struct store_domain *store_domain_find(struct str domain)
{
    if (str_istarts(domain, STR("www.")))
        domain = (struct str){domain.data + 4, domain.len - 4};
    for (size_t i = 0; i < COUNT_OF(stores); i++)
        if (str_ieq(domain, str_from(stores[i].domain)))
            return &stores[i];
    return NULL;
}

const struct store_domain *store_domain_at(size_t number)
{
    return number < COUNT_OF(stores) ? &stores[number] : NULL;
}

enum status store_domain_read(const json_t *entry, const struct store_domain **store, struct error *err)
{
    const char *domain = stores[0].domain;
    enum status status = entry_optional(entry, "products", "domain", &domain, err);
    *store = status ? NULL : store_domain_find(str_from(domain));
    if (status || *store)
        return status;
    return error_set(err, E_INVALID, "config",
                     "configuration: products.domain must be a store of the marketplace, such as \"%s\" or \"%s\"",
                     stores[0].domain, stores[5].domain);
}
