#include "write/types/market.h"

#include <stdlib.h>

/* --- which of the products found are what the keyword asks for --- */

enum {
    LEAST_LIMIT = 5, /* what is smaller counts things: "under 3" */
    FOR_CARRIED = 2, /* points of a product that says that it can be carried about, */
    FOR_OTHER = 1,   /* and for each other word of what it is to be good for */
};

/* Kilogrammes: what is heavier is not taken along, as bottles, books and shoes for a journey show. */
static const double most_carried = 1.5;
static const double pounds = 0.45359237; /* kilogrammes in one */

struct fitting {
    struct writing *writing;
    const struct keyword_words *language;
    struct word *words;    /* of the keyword */
    size_t count, purpose; /* from which word on it says what for; count: nowhere */
    double limit;          /* price; 0: none */
    bool is_carried;
};

struct rated {
    const struct product *product;
    int points;
    size_t place;
};

static bool begins_one(const char *const *beginnings, struct str word)
{
    for (; beginnings && *beginnings; beginnings++)
        if (str_starts(word, str_from(*beginnings)))
            return true;
    return false;
}

/* How many words of a phrase of the list stand at `at`; 0: none of them. */
static size_t phrase_at(const char *const *phrases, const struct word *words, size_t count, size_t at)
{
    for (; phrases && *phrases; phrases++) {
        struct str rest = str_from(*phrases), word;
        size_t length = 0;
        bool is_same = true;
        while (is_same && str_split(&rest, ' ', &word)) {
            is_same = at + length < count && str_eq(words[at + length].folded, word);
            length++;
        }
        if (is_same)
            return length;
    }
    return 0;
}

/* --- what is asked --- */

/* A whole number; 0: it is none. */
static double number_in(struct str word)
{
    double number = 0;
    for (size_t i = 0; i < word.len; i++) {
        if (!ascii_is_digit(word.data[i]))
            return 0;
        number = number * 10 + (word.data[i] - '0');
    }
    return number;
}

static void read_keyword(struct fitting *fitting)
{
    struct writing *writing = fitting->writing;
    const struct language *language = writing->brief.language;
    if (!writing_made(writing, words_split(writing->arena, writing->brief.keyword, language, &fitting->words,
                                           &fitting->count, writing->err)))
        fitting->count = 0;
    fitting->language = language->keyword_words;
    fitting->purpose = fitting->count;
    for (size_t i = 0; i < fitting->count && fitting->language; i++) {
        size_t below = phrase_at(fitting->language->below, fitting->words, fitting->count, i);
        double number = below && i + below < fitting->count ? number_in(fitting->words[i + below].folded) : 0;
        if (number >= LEAST_LIMIT) {
            fitting->limit = number;
            fitting->count = i; /* what stands behind is a currency */
            break;
        }
        fitting->is_carried |= begins_one(fitting->language->carried, fitting->words[i].folded);
        if (i && fitting->purpose == fitting->count &&
            word_list_has(fitting->language->prepositions, fitting->words[i].folded))
            fitting->purpose = i + 1;
    }
    fitting->purpose = fitting->purpose < fitting->count ? fitting->purpose : fitting->count;
}

/* --- what the data say --- */

/* All that is said of a product, as one text. */
static struct str all_text(struct writing *writing, const struct product *product)
{
    struct buf out = {0};
    buf_printf(&out, "%s. %s. %s. ", product->title, product->category ? product->category : "",
               product->description ? product->description : "");
    for (size_t i = 0; i < product->feature_count; i++)
        buf_printf(&out, "%s. ", product->features[i]);
    for (size_t i = 0; i < product->specification_count; i++)
        buf_printf(&out, "%s. ", product->specifications[i].value);
    for (size_t i = 0; i < product->pro_count; i++)
        buf_printf(&out, "%s. ", product->pros[i]);
    for (size_t i = 0; i < product->review_count; i++)
        buf_printf(&out, "%s. ", product->reviews[i].title ? product->reviews[i].title : "");
    return writing_keep(writing, &out);
}

/* A number with this unit behind it, "3.1 kg"; negative: the value is none. */
static double fit_measure(const char *value, struct str unit)
{
    char *end;
    double number = strtod(value, &end);
    struct str rest = str_trim(str_from(end));
    bool is_unit =
        end > value && str_istarts(rest, unit) && (rest.len == unit.len || !ascii_is_alnum(rest.data[unit.len]));
    return is_unit ? number : -1;
}

static bool is_heavy(const struct product *product)
{
    for (size_t i = 0; i < product->specification_count; i++) {
        const char *value = product->specifications[i].value;
        if (fit_measure(value, STR("kg")) >= most_carried || fit_measure(value, STR("lb")) * pounds >= most_carried ||
            fit_measure(value, STR("pounds")) * pounds >= most_carried)
            return true;
    }
    return false;
}

static bool has_power(const struct product *product)
{
    for (size_t i = 0; i < product->specification_count; i++)
        if (fit_measure(product->specifications[i].value, STR("W")) > 0 ||
            fit_measure(product->specifications[i].value, STR("watts")) > 0)
            return true;
    return false;
}

/* False: the data say that it is not what was asked for. */
static bool fit_rate(struct fitting *fitting, const struct product *product, int *points)
{
    struct writing *writing = fitting->writing;
    struct str text = all_text(writing, product);
    struct word *words;
    size_t count;
    bool is_carried = false, is_cordless = false;
    *points = 0;
    if (!writing_made(writing,
                      words_split(writing->arena, text, writing->brief.language, &words, &count, writing->err)))
        return false;
    for (size_t i = 0; i < count && fitting->language; i++) {
        is_carried |= begins_one(fitting->language->carried, words[i].folded);
        is_cordless |= begins_one(fitting->language->cordless, words[i].folded);
    }
    for (size_t i = fitting->purpose; i < fitting->count; i++)
        for (size_t j = 0; j < count && !fitting->words[i].is_stop; j++)
            if (str_eq(words[j].stem, fitting->words[i].stem)) {
                *points += FOR_OTHER;
                break;
            }
    *points += fitting->is_carried && is_carried ? FOR_CARRIED : 0;
    bool is_dear = fitting->limit > 0 && product->has_price && product->price > fitting->limit;
    return !is_dear && !(fitting->is_carried && (is_heavy(product) || (has_power(product) && !is_cordless)));
}

static int by_points(const void *left, const void *right)
{
    const struct rated *a = left, *b = right;
    if (a->points != b->points)
        return a->points < b->points ? 1 : -1;
    return (a->place > b->place) - (a->place < b->place);
}

/* Does the keyword say more than what kind of product it is: a price, a purpose? */
static bool market_is_limited(struct writing *writing)
{
    struct fitting fitting = {.writing = writing};
    read_keyword(&fitting);
    return fitting.limit > 0 || fitting.purpose < fitting.count || fitting.is_carried;
}

/* Takes out what the data say is not what the keyword asks for, each with a note, and puts first what they say is.
 */
static void market_fit(struct writing *writing, struct product_list *found)
{
    struct fitting fitting = {.writing = writing};
    struct rated *list = ARENA_ARRAY(writing->arena, found->count + 1, struct rated);
    struct product *fit = ARENA_ARRAY(writing->arena, found->count + 1, struct product);
    size_t count = 0;
    read_keyword(&fitting);
    if (!list || !fit)
        return;
    for (size_t i = 0; i < found->count; i++) {
        list[count] = (struct rated){.product = &found->list[i], .place = i};
        if (fit_rate(&fitting, &found->list[i], &list[count].points))
            count++;
        else
            writing_note(writing, "\"%s\" was left out: its data say that it is not what \"%.*s\" asks for.",
                         found->list[i].title, STR_ARG(writing->brief.keyword));
    }
    qsort(list, count, sizeof *list, by_points);
    for (size_t i = 0; i < count; i++)
        fit[i] = *list[i].product;
    *found = (struct product_list){fit, count};
}

/* --- where the button of a product leads --- */

bool market_domain(struct str text, struct str *domain)
{
    struct str host = str_trim(text);
    size_t scheme = str_find(host, STR("://"), 0);
    if (scheme < host.len)
        host = (struct str){host.data + scheme + 3, host.len - scheme - 3};
    host.len = str_find(host, STR("/"), 0);
    bool has_dot = false;
    for (size_t i = 0; i < host.len; i++) {
        char character = host.data[i];
        if (!ascii_is_alnum(character) && character != '-' && character != '.')
            return false;
        has_dot |= character == '.' && i > 0 && i + 1 < host.len;
    }
    *domain = host;
    return has_dot;
}

/* The query without any "tag=", which would be somebody else's. */
static void add_query(struct buf *out, struct str query, bool replaces_tag)
{
    struct str rest = query, piece;
    char sign = '?';
    while (query.len && str_split(&rest, '&', &piece)) {
        if (!piece.len || (replaces_tag && str_istarts(piece, STR("tag="))))
            continue;
        buf_printf(out, "%c%.*s", sign, STR_ARG(piece));
        sign = '&';
    }
    if (replaces_tag)
        buf_printf(out, "%ctag=", sign);
}

struct str market_link(struct arena *arena, const struct product *product, struct str domain, struct str associate)
{
    struct url url = {.query = STR("")};
    struct buf out = {0};
    bool is_own = !domain.len && product->url && url_parse(str_from(product->url), &url, NULL) == OK;
    if (is_own) {
        buf_printf(&out, "%.*s://%.*s", STR_ARG(url.scheme), STR_ARG(url.host));
        if (url.port.len)
            buf_printf(&out, ":%.*s", STR_ARG(url.port));
        buf_add(&out, url.path.len ? url.path.data : "/", url.path.len ? url.path.len : 1);
    } else {
        struct str store = domain.len ? domain : STR(MARKET_DOMAIN);
        buf_printf(&out, "https://%.*s/dp/%s", STR_ARG(store), product->id);
    }
    add_query(&out, url.query, associate.len > 0);
    for (size_t i = 0; i < associate.len; i++) {
        if (url_is_unreserved(associate.data[i]))
            buf_char(&out, associate.data[i]);
        else
            url_encode_octet(&out, (unsigned char)associate.data[i]);
    }
    return buf_keep(&out, arena);
}

static enum status check_configured(struct writing *writing, const char *what)
{
    if (writing->services->products)
        return OK;
    return code_error(writing->err, E_NOT_FOUND, CODE_NO_PRODUCTS,
                      "no products are configured, and %s was looked for: set products in the configuration", what);
}

/* The stores that there are: "amazon.com (US), ...". */
static void note_no_store(struct writing *writing, struct str domain)
{
    struct buf known = {0};
    const struct store_domain *store;
    for (size_t i = 0; (store = store_domain_at(i)); i++)
        buf_printf(&known, "%s%s (%s)", i ? ", " : "", store->domain, store->country);
    struct str all = writing_keep(writing, &known);
    writing_note(writing, "marketDomain was not used: \"%.*s\" is no store of the marketplace; there are %.*s.",
                 STR_ARG(domain), STR_ARG(all));
}

/* The store that the request names; empty: none that can be used, which a note says. */
static void read_domain(struct market *market)
{
    struct writing *writing = market->writing;
    struct str wanted = config_text(writing->config, "marketDomain"), domain;
    market->domain = STR("");
    if (!wanted.len)
        return;
    if (!market_domain(wanted, &domain))
        writing_note(writing, "marketDomain was not used: \"%.*s\" is no domain.", STR_ARG(wanted));
    else if (!products_sell_on(writing->services->products, domain))
        note_no_store(writing, domain);
    else
        market->domain = domain;
}

/* --- names --- */

/* Does a seller's title go on to what people search for: "Name, 100 sports modes", "Name (45 mm) – Android"? */
static bool ends_name(struct str title, size_t at)
{
    static const char *const ends[] = {" - ", " \xE2\x80\x93 ", " \xE2\x80\x94 ", " | ", "(", "\xE3\x80\x90"};
    struct str rest = {title.data + at, title.len - at};
    if (rest.data[0] == ',')
        return rest.len < 2 || !ascii_is_digit(rest.data[1]);
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (str_starts(rest, str_from(ends[i])))
            return true;
    return false;
}

/* What a product is called where its title is a list of all that it can do; with its brand. */
static const char *name_product(struct arena *arena, const struct product *product)
{
    enum { LONG_TITLE = 60 /* bytes; a heading takes two lines from there on */, LEAST_WORDS = 3 };
    struct str title = str_from(product->title), brand = str_from(product->brand ? product->brand : "");
    size_t end = 0, words = 1;
    while (end < title.len && (words < LEAST_WORDS || !ends_name(title, end)))
        words += title.data[end++] == ' ';
    struct str name = str_trim((struct str){title.data, end});
    if (title.len <= LONG_TITLE || end == title.len)
        return product->title;
    bool has_brand = str_ifind(name, brand, 0) < name.len;
    return has_brand || !brand.len ? arena_copy_n(arena, name.data, name.len)
                                   : arena_printf(arena, "%.*s %.*s", STR_ARG(brand), STR_ARG(name));
}

/* Products of one name have their whole titles. */
static void part_names(struct market *market)
{
    for (size_t i = 1; i < market->count; i++)
        for (size_t k = 0; k < i; k++)
            if (str_ieq(market->items[i].title, market->items[k].title)) {
                market->items[i].title = str_from(market->items[i].product->title);
                market->items[k].title = str_from(market->items[k].product->title);
            }
}

static enum status find_take(struct market *market, const struct product *list, size_t count)
{
    struct writing *writing = market->writing;
    struct str associate = config_text(writing->config, "marketAssociatesId");
    market->items = ARENA_ARRAY(writing->arena, count + 1, struct market_item);
    if (!market->items)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++) {
        struct market_item *item = &market->items[market->count++];
        item->product = &list[i];
        item->title = str_from(name_product(writing->arena, item->product));
        item->link = market_link(writing->arena, item->product, market->domain, associate);
    }
    part_names(market);
    return writing_end(writing, OK);
}

/* Where the keyword says what they must be, so many more are looked at: each costs a request where a service is asked.
 */
enum { OTHERS = 5 };

enum status market_find(struct market *market)
{
    struct writing *writing = market->writing;
    struct str keyword = writing->brief.keyword, page = config_text(writing->config, "marketProductSearchUrl");
    size_t most = (size_t)config_integer(writing->config, "numMarketProducts", 10);
    const struct lookup call = {.arena = writing->arena, .err = writing->err, .cancel = writing->job->cancel};
    const char *what = page.len ? arena_copy_n(writing->arena, page.data, page.len)
                                : arena_printf(writing->arena, "\"%.*s\"", STR_ARG(keyword));
    struct product_list found;
    enum status status = writing_end(writing, writing_progress(writing, 0.05, "Looking up products"));
    if (!status)
        status = check_configured(writing, what);
    if (status)
        return status;
    read_domain(market);
    bool is_limited = !page.len && market_is_limited(writing);
    status = writing_end(writing, OK);
    if (status)
        return status;
    status = page.len ? products_page(writing->services->products, page, most, &call, &found)
                      : products_search(writing->services->products, keyword, market->domain,
                                        is_limited ? most + OTHERS : most, &call, &found);
    if (status)
        return catalog_not_found(writing, status, CODE_NO_PRODUCTS, "products", what);
    if (is_limited)
        market_fit(writing, &found);
    found.count = found.count < most ? found.count : most;
    if (!found.count && !arena_failed(writing->arena))
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_PRODUCTS, "no product was found for %s", what);
    if (found.count < most)
        writing_note(writing, "There are %zu products instead of %zu: no more were found for %s.", found.count, most,
                     what);
    return find_take(market, found.list, found.count);
}

enum status market_find_one(struct market *market)
{
    struct writing *writing = market->writing;
    struct str id = config_text(writing->config, "asin");
    const struct lookup call = {.arena = writing->arena, .err = writing->err, .cancel = writing->job->cancel};
    const char *what = arena_printf(writing->arena, "the product %.*s", STR_ARG(id));
    const struct product *product;
    enum status status = writing_end(writing, writing_progress(writing, 0.05, "Looking up the product"));
    if (!status)
        status = check_configured(writing, what);
    if (status)
        return status;
    read_domain(market);
    status = writing_end(writing, OK);
    if (status)
        return status;
    status = products_find(writing->services->products, id, &call, &product);
    if (status == E_NOT_FOUND)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_PRODUCTS, "%s was not found", what);
    return status ? catalog_not_found(writing, status, CODE_NO_PRODUCTS, "products", what)
                  : find_take(market, product, 1);
}
