#include "media/products/products_address.h"

#include "net/upstream/upstream.h"
#include "text/text.h"

/* In the order of their rank: a page that has both is searched for the first. */
static const char *const search_parameters[] = {"k", "q", "s", "query", "keywords"};

static const char *const product_parts[] = {"dp", "product", NULL};

bool product_id(struct str text, char id[PRODUCT_ID + 1])
{
    if (text.len != PRODUCT_ID)
        return false;
    for (size_t i = 0; i < PRODUCT_ID; i++) {
        char character = text.data[i];
        if (!ascii_is_alnum(character))
            return false;
        id[i] = character >= 'a' && character <= 'z' ? (char)(character - 'a' + 'A') : character;
    }
    id[PRODUCT_ID] = '\0';
    return true;
}

/* Appends a part of an address as words: octets decoded, "+" and punctuation as blanks. */
static void add_words(struct buf *out, struct str part)
{
    for (size_t at = 0; at < part.len; at++) {
        int octet = url_decode_octet(part, at);
        unsigned char character = octet < 0 ? (unsigned char)part.data[at] : (unsigned char)octet;
        at += octet < 0 ? 0 : 2;
        bool is_word = ascii_is_alnum((char)character) || character >= 0x80 || character == '.' || character == '\'';
        buf_char(out, is_word ? (char)character : ' ');
    }
    buf_char(out, ' ');
}

static struct str parameter(struct str query, const char *name)
{
    for (struct str rest = query, pair; str_split(&rest, '&', &pair);) {
        size_t equals = str_find(pair, STR("="), 0);
        if (equals < pair.len && str_ieq((struct str){pair.data, equals}, str_from(name)))
            return (struct str){pair.data + equals + 1, pair.len - equals - 1};
    }
    return (struct str){0};
}

static bool add_search(struct buf *out, struct str query)
{
    for (size_t i = 0; query.data && i < COUNT_OF(search_parameters); i++) {
        struct str value = parameter(query, search_parameters[i]);
        if (!value.len)
            continue;
        add_words(out, value);
        return true;
    }
    return false;
}

/* Notes what may be an id, and appends the words of the path; parts with "=" are noise of the marketplace. */
static void read_path(struct product_address *address, struct str path, struct buf *words)
{
    struct str before = {0};
    for (struct str rest = path, part; str_split(&rest, '/', &part); before = part) {
        if (address->id_count < ADDRESS_IDS && product_id(part, address->ids[address->id_count])) {
            address->is_product |= !address->id_count && word_list_ihas(product_parts, before);
            address->id_count++;
        }
        if (words && str_find(part, STR("="), 0) == part.len)
            add_words(words, part);
    }
}

enum status product_address_read(struct arena *arena, struct str text, struct product_address *address,
                                 struct error *err)
{
    struct url url;
    struct buf words = {0};
    *address = (struct product_address){0};
    text = str_trim(text);
    enum status status = url_parse(text, &url, err);
    if (status)
        return status;
    bool is_search = add_search(&words, url.query);
    if (url.path.data)
        read_path(address, url.path, is_search ? NULL : &words);
    size_t length;
    address->url = url_normalise(arena, text);
    address->words = words.failed ? NULL : utf8_repair(arena, (struct str){buf_text(&words), words.len}, &length);
    buf_free(&words);
    return address->url && address->words ? OK : error_memory(err);
}

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
