/* The backend "file" of products: a JSON file. */
#include "media/products/products_address.h"
#include "media/products/products_parts.h"
#include "text/html/html.h"

/* --- one product of a JSON file --- */

static const double most_money = 1e9, most_ratings = 1e9, most_stars = 5;

static const char *read_product_id(struct media_facts *facts, const json_t *entry)
{
    char id[PRODUCT_ID + 1];
    const char *text = facts_text(facts, entry, "id", PRODUCT_NAME);
    if (!text || !product_id(str_from(text), id)) {
        facts_fault(facts, "id", "must be ten letters or digits");
        return NULL;
    }
    return arena_copy(facts->arena, id);
}

static bool is_currency(const char *text)
{
    for (size_t i = 0; i < 3; i++)
        if (text[i] < 'A' || text[i] > 'Z')
            return false;
    return !text[3];
}

static void read_price(struct media_facts *facts, const json_t *entry, struct product *product)
{
    const json_t *price = facts_object(facts, entry, "price");
    if (!price)
        return;
    facts->inside = "price";
    product->has_price = facts_number(facts, price, "amount", 0, most_money, &product->price);
    product->currency = facts_text(facts, price, "currency", PRODUCT_NAME);
    if (!product->has_price)
        facts_fault(facts, "amount", "must be a number from 0 to %.0f", most_money);
    if (!product->currency || !is_currency(product->currency))
        facts_fault(facts, "currency", "must be three capital letters such as \"USD\"");
    facts->inside = NULL;
}

/* The value of a specification: a text, or a number as it is written. */
static const char *read_value(struct media_facts *facts, const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    if (!json_is_number(value))
        return facts_text(facts, object, name, PRODUCT_LINE);
    return json_is_integer(value) ? arena_printf(facts->arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value))
                                  : arena_printf(facts->arena, "%.10g", json_real_value(value));
}

static void read_specifications(struct media_facts *facts, const json_t *entry, struct product *product)
{
    const char *name;
    json_t *unused;
    const json_t *object = facts_object(facts, entry, "specifications");
    size_t all = json_object_size(object), most = all < PRODUCT_SPECIFICATIONS ? all : PRODUCT_SPECIFICATIONS;
    struct product_specification *list = ARENA_ARRAY(facts->arena, most + 1, struct product_specification);
    if (!list)
        return;
    facts->inside = "specifications";
    json_object_foreach ((json_t *)object, name, unused) {
        if (product->specification_count == most || facts->status)
            break;
        const char *shown = plain_text(facts->arena, str_from(name), PRODUCT_NAME);
        const char *value = read_value(facts, object, name);
        if (shown && *shown && value)
            list[product->specification_count++] = (struct product_specification){shown, value};
    }
    facts->inside = NULL;
    product->specifications = list;
}

static void read_review(struct media_facts *facts, const json_t *entry, struct product_review *review)
{
    review->has_rating = facts_number(facts, entry, "rating", 0, most_stars, &review->rating);
    review->title = facts_text(facts, entry, "title", PRODUCT_LINE);
    review->text = facts_text(facts, entry, "text", PRODUCT_TEXT);
    review->author = facts_text(facts, entry, "author", PRODUCT_NAME);
    review->is_verified = facts_flag(facts, entry, "verified");
}

static void read_reviews(struct media_facts *facts, const json_t *entry, struct product *product)
{
    const json_t *array = facts_array(facts, entry, "reviews");
    size_t all = json_array_size(array), most = all < PRODUCT_REVIEWS ? all : PRODUCT_REVIEWS;
    struct product_review *list = ARENA_ARRAY(facts->arena, most + 1, struct product_review);
    for (size_t i = 0; list && i < most && !facts->status; i++) {
        const json_t *review = json_array_get(array, i);
        if (!json_is_object(review))
            facts_fault(facts, "reviews", "must be an array of objects; item %zu is none", i + 1);
        facts->inside = "reviews";
        facts->inside_number = i + 1;
        read_review(facts, review, &list[product->review_count++]);
        facts->inside = NULL;
        facts->inside_number = 0;
    }
    product->reviews = list;
}

static size_t read_product_lines(struct media_facts *facts, const json_t *entry, const char *member,
                                 const char *const **list)
{
    return facts_texts(facts, entry, member, PRODUCT_LINES, PRODUCT_LINE, list);
}

/* Reads one entry of the file; facts_end says whether it is right. */
static void product_read(struct media_facts *facts, const json_t *entry, struct product *product)
{
    double ratings = 0;
    *product = (struct product){0};
    if (!json_is_object(entry)) {
        facts_fault(facts, "it", "must be an object");
        return;
    }
    facts->label = json_string_value(json_object_get(entry, "title"));
    product->id = read_product_id(facts, entry);
    product->title = facts_needed(facts, entry, "title", PRODUCT_TITLE);
    product->brand = facts_text(facts, entry, "brand", PRODUCT_NAME);
    product->category = facts_text(facts, entry, "category", PRODUCT_NAME);
    product->description = facts_text(facts, entry, "description", PRODUCT_TEXT);
    product->url = facts_url(facts, entry, "url");
    product->image = facts_url(facts, entry, "image");
    product->updated = facts_text(facts, entry, "updated", PRODUCT_NAME);
    product->has_rating = facts_number(facts, entry, "rating", 0, most_stars, &product->rating);
    product->has_ratings = facts_number(facts, entry, "ratings", 0, most_ratings, &ratings);
    product->ratings = (long)ratings;
    read_price(facts, entry, product);
    product->feature_count = read_product_lines(facts, entry, "features", &product->features);
    product->pro_count = read_product_lines(facts, entry, "pros", &product->pros);
    product->con_count = read_product_lines(facts, entry, "cons", &product->cons);
    read_specifications(facts, entry, product);
    read_reviews(facts, entry, product);
}

enum { LARGEST_FILE = 32 * 1024 * 1024, MOST_PRODUCTS = 20000, SAMPLE = 64 * 1024 };

/* How much a word counts by the field it stands in. */
enum { IN_TITLE = 4, IN_BRAND = 3, IN_CATEGORY = 2, IN_FEATURES = 1 };

/* One reading of the file. A product is read from its JSON again for each call, into the arena of that. */
struct file_catalog {
    json_t *array; /* every entry was checked */
    struct word_index *index;
    struct map ids;  /* id -> number + 1 */
    struct map urls; /* address of the product -> number + 1 */
    double *ratings; /* by number */
};

/* --- reading the file --- */

/* The beginnings of all texts in which whole sentences may stand, to tell the language. */
static void add_sample(struct buf *sample, const struct product *product)
{
    if (sample->len > SAMPLE)
        return;
    buf_printf(sample, "%s. %s ", product->title, product->description ? product->description : "");
    for (size_t i = 0; i < product->feature_count; i++)
        buf_printf(sample, "%s. ", product->features[i]);
}

/* Notes where an entry is. Gives the number of the one that had the key before, plus one; 0: none. */
static uintptr_t note(struct map *map, struct arena *arena, const char *key, size_t number)
{
    const char *copy = arena_copy(arena, key);
    void **place = copy ? map_put(map, str_from(copy)) : NULL;
    uintptr_t before = place ? (uintptr_t)*place : 0;
    if (place && !before)
        *place = (void *)(uintptr_t)(number + 1);
    return before;
}

static void note_product(struct file_catalog *catalog, struct media_facts *facts, struct arena *arena,
                         const struct product *product, size_t number)
{
    catalog->ratings[number] = product->has_ratings ? (double)product->ratings : 0;
    uintptr_t before = note(&catalog->ids, arena, product->id, number);
    if (before)
        facts_fault(facts, "id", "is that of entry %zu too", (size_t)before);
    else if (product->url)
        note(&catalog->urls, arena, product->url, number);
}

/* Checks every entry, and collects the sample. */
static enum status check_entries(struct file_catalog *catalog, const char *path, struct arena *arena,
                                 struct buf *sample, struct error *err)
{
    enum status status = OK;
    for (size_t i = 0; !status && i < json_array_size(catalog->array); i++) {
        struct product product;
        struct media_facts facts = {.arena = arena_new(), .err = err, .file = path, .number = i + 1};
        if (!facts.arena)
            return error_memory(err);
        product_read(&facts, json_array_get(catalog->array, i), &product);
        if (!facts_end(&facts)) {
            note_product(catalog, &facts, arena, &product, i);
            add_sample(sample, &product);
        }
        status = facts_end(&facts);
        arena_free(facts.arena);
    }
    return status;
}

static enum status read_number_file(const struct file_catalog *catalog, size_t number, struct arena *arena,
                                    struct product *product, struct error *err)
{
    struct media_facts facts = {.arena = arena, .err = err, .file = "", .number = number + 1, .is_quiet = true};
    product_read(&facts, json_array_get(catalog->array, number), product);
    return facts_end(&facts);
}

static enum status index_product(struct file_catalog *catalog, size_t number, struct error *err)
{
    struct product product;
    struct arena *scratch = arena_new();
    enum status status = scratch ? read_number_file(catalog, number, scratch, &product, err) : error_memory(err);
    if (!status) {
        word_index_add(catalog->index, number, product.title, IN_TITLE);
        word_index_add(catalog->index, number, product.brand, IN_BRAND);
        word_index_add(catalog->index, number, product.category, IN_CATEGORY);
        for (size_t i = 0; i < product.feature_count; i++)
            word_index_add(catalog->index, number, product.features[i], IN_FEATURES);
    }
    arena_free(scratch);
    return status;
}

static enum status read_entries(struct file_catalog *catalog, const char *path, struct arena *arena, struct error *err)
{
    struct buf sample = {0};
    size_t count = json_array_size(catalog->array);
    if (!json_is_array(catalog->array))
        return error_set(err, E_CORRUPT, NULL, "%s: it must be an array of products", path);
    if (count > MOST_PRODUCTS)
        return error_set(err, E_LIMIT, NULL, "%s: there may be at most %d products", path, MOST_PRODUCTS);
    map_init(&catalog->ids, arena);
    map_init(&catalog->urls, arena);
    catalog->ratings = ARENA_ARRAY(arena, count + 1, double);
    enum status status = catalog->ratings ? check_entries(catalog, path, arena, &sample, err) : error_memory(err);
    catalog->index = word_index_new(arena, (struct str){buf_text(&sample), sample.len});
    buf_free(&sample);
    for (size_t i = 0; !status && i < count; i++)
        status = index_product(catalog, i, err);
    return !status && arena_failed(arena) ? error_memory(err) : status;
}

static enum status read_catalog(const char *path, struct arena *arena, void **data, struct error *err)
{
    struct file_catalog *catalog = ARENA_NEW(arena, struct file_catalog);
    if (!catalog)
        return error_memory(err);
    *data = catalog;
    enum status status = facts_load(path, LARGEST_FILE, &catalog->array, err);
    return status ? status : read_entries(catalog, path, arena, err);
}

static void drop_catalog(void *data)
{
    struct file_catalog *catalog = data;
    json_decref(catalog->array);
}

static const struct watched_kind catalog_kind = {.read = read_catalog, .drop = drop_catalog};

/* --- answering --- */

/* Reads the first `most` of the hits into the answer. */
static enum status answer_file(const struct file_catalog *catalog, const struct word_hit *hits, size_t count,
                               size_t most, const struct lookup *call, struct product_list *found)
{
    count = count < most ? count : most;
    struct product *list = ARENA_ARRAY(call->arena, count + 1, struct product);
    enum status status = list ? OK : error_memory(call->err);
    for (size_t i = 0; !status && i < count; i++)
        status = read_number_file(catalog, hits[i].entry, call->arena, &list[i], call->err);
    if (!status)
        *found = (struct product_list){list, count};
    return status;
}

/* "washing machine" does not mean a lamp with a strap that washes clean: a word in the features alone is not enough. */
static size_t drop_asides(struct word_hit *hits, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (hits[i].heaviest > IN_FEATURES || hits[i].has_all)
            hits[kept++] = hits[i];
    return kept;
}

static size_t find_words(const struct file_catalog *catalog, struct str query, struct arena *scratch,
                         struct word_hit **hits)
{
    struct word *words;
    size_t word_count = word_index_split(catalog->index, scratch, query, &words);
    size_t count = word_index_find(catalog->index, scratch, words, word_count, NULL, hits);
    count = word_hits_prune(*hits, drop_asides(*hits, count));
    for (size_t i = 0; i < count; i++)
        (*hits)[i].tie = catalog->ratings[(*hits)[i].entry];
    return count;
}

static enum status search_catalog(const struct file_catalog *catalog, struct arena *scratch, struct str query,
                                  size_t most, const struct lookup *call, struct product_list *found)
{
    struct word_hit *hits;
    size_t count = find_words(catalog, query, scratch, &hits);
    if (arena_failed(scratch))
        return error_memory(call->err);
    word_hits_sort(hits, count);
    return answer_file(catalog, hits, count, most, call, found);
}

/* The number of the product that the address is of, plus one; 0: of none. */
static uintptr_t product_at(const struct file_catalog *catalog, const struct product_address *address)
{
    uintptr_t number = (uintptr_t)map_get(&catalog->urls, str_from(address->url));
    for (size_t i = 0; !number && i < address->id_count; i++)
        number = (uintptr_t)map_get(&catalog->ids, str_from(address->ids[i]));
    return number;
}

static enum status page_catalog(const struct file_catalog *catalog, struct arena *scratch, struct str url, size_t most,
                                const struct lookup *call, struct product_list *found)
{
    struct product_address address;
    struct word_hit *hits, only;
    enum status status = product_address_read(scratch, url, &address, call->err);
    if (status)
        return status;
    uintptr_t number = product_at(catalog, &address);
    only = (struct word_hit){.entry = number ? number - 1 : 0};
    if (number)
        return answer_file(catalog, &only, 1, most, call, found);
    if (address.is_product)
        return OK;
    size_t count = find_words(catalog, str_from(address.words), scratch, &hits);
    return arena_failed(scratch) ? error_memory(call->err) : answer_file(catalog, hits, count, most, call, found);
}

/* One of the two above, on the present reading. */
typedef enum status (*answerer)(const struct file_catalog *catalog, struct arena *scratch, struct str text, size_t most,
                                const struct lookup *call, struct product_list *found);

static enum status file_ask(struct watched *watched, answerer how, struct str text, size_t most,
                            const struct lookup *call, struct product_list *found)
{
    struct arena *scratch = arena_new();
    if (!scratch)
        return error_memory(call->err);
    const struct file_reading *reading = watched_use(watched);
    enum status status = how(reading->data, scratch, text, most, call, found);
    watched_release(watched, reading);
    arena_free(scratch);
    return status;
}

static enum status search_file(void *state, struct str query, struct str store, size_t most, const struct lookup *call,
                               struct product_list *found)
{
    (void)store;
    return file_ask(state, search_catalog, query, most, call, found);
}

static enum status page(void *state, struct str url, size_t most, const struct lookup *call, struct product_list *found)
{
    return file_ask(state, page_catalog, url, most, call, found);
}

static enum status file_find(void *state, const char *id, const struct lookup *call, const struct product **out)
{
    struct watched *watched = state;
    const struct file_reading *reading = watched_use(watched);
    const struct file_catalog *catalog = reading->data;
    uintptr_t number = (uintptr_t)map_get(&catalog->ids, str_from(id));
    struct product *product = ARENA_NEW(call->arena, struct product);
    enum status status = OK;
    if (!number)
        status = error_set(call->err, E_NOT_FOUND, NULL, "products has no product %s", id);
    else if (!product)
        status = error_memory(call->err);
    else
        status = read_number_file(catalog, number - 1, call->arena, product, call->err);
    watched_release(watched, reading);
    if (!status)
        *out = product;
    return status;
}

/* --- the entry --- */

static enum status open_products_file(const json_t *entry, void **state, struct error *err)
{
    return watched_open(entry, "products", &catalog_kind, state, err);
}

const struct product_backend products_file_backend = {
    .base = {.api = "file", .open = open_products_file, .close = watched_close},
    .find = file_find,
    .search = search_file,
    .page = page,
};
