/*
 * Any JSON as the answer of a service for products or places, and any text as a keyword for places. What is read has
 * what the headers promise; a query for places holds nothing of the keyword itself.
 */
#include "check.h"
#include "media/places/places_overpass.h"
#include "media/places/places_sought.h"
#include "media/products/products_catalog.h"
#include "media/products/products_rainforest.h"

enum { MOST = 7 };

static void check_text(const char *text, bool is_needed)
{
    check(text || !is_needed, "a text is missing");
    check(!text || (*text && utf8_is_valid(str_from(text))), "a text is empty or no UTF-8");
}

static void check_product(const struct product *product)
{
    char id[PRODUCT_ID + 1];
    check(product->id && product_id(str_from(product->id), id), "an id is none");
    check_text(product->title, true);
    check_text(product->brand, false);
    check_text(product->description, false);
    check_text(product->url, true);
    check(!product->has_rating || (product->rating >= 0 && product->rating <= 5), "a rating is out of range");
    check(!product->has_price || (product->price >= 0 && strlen(product->currency) == 3), "a price is wrong");
    check(product->feature_count <= PRODUCT_LINES, "there are too many features");
    for (size_t i = 0; i < product->feature_count; i++)
        check_text(product->features[i], true);
    for (size_t i = 0; i < product->specification_count; i++)
        check_text(product->specifications[i].value, true);
    for (size_t i = 0; i < product->review_count; i++)
        check(product->reviews[i].text || product->reviews[i].title, "a review says nothing");
}

static void check_places(struct arena *arena, const json_t *value)
{
    static const struct place_area area = {.city = "Porto", .country_code = "pt", .latitude = 41, .longitude = -8};
    const struct place *list;
    size_t count;
    check(overpass_read(value, &area, MOST, arena, &list, &count, NULL) == OK, "an answer cannot be read");
    check(count <= MOST, "there are too many places");
    for (size_t i = 0; i < count; i++) {
        check_text(list[i].name, true);
        check_text(list[i].address, false);
        check_text(list[i].website, false);
        check(list[i].has_position && list[i].map_url, "a place is nowhere");
        check(list[i].category_count <= PLACE_CATEGORIES, "there are too many categories");
        for (size_t k = 0; k < list[i].category_count; k++)
            check_text(list[i].categories[k], true);
    }
}

static void check_keyword(struct arena *arena, struct str text)
{
    static const struct place_area area = {.relation = 7};
    struct places_sought sought = {0};
    struct buf query = {0};
    const struct lookup call = {.arena = arena};
    const struct places_query asked = {.keyword = text, .language = "en", .most = MOST};
    if (!utf8_is_valid(text))
        return;
    check(places_sought_read(&asked, &call, &sought) == OK, "a keyword cannot be read");
    for (size_t i = 0; i < sought.name_count; i++)
        check(sought.names[i].len && sought.names[i].data >= text.data &&
                  sought.names[i].data + sought.names[i].len <= text.data + text.len,
              "a name is no part of the keyword");
    check(places_sought_unknown(&sought, arena) != NULL, "unknown words are missing");
    if (sought.name_count)
        places_sought_take_out(&sought, text, sought.names[0]);
    places_sought_query(&sought, &area, &query);
    struct str said = {buf_text(&query), query.len};
    check(!query.failed && (!said.len || (str_starts(said, STR("[out:json]")) && str_ends(said, STR(";")))),
          "a query is broken");
    buf_free(&query);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct arena *arena = arena_new();
    check(arena, "no memory");
    struct product product = {0};
    struct str text = {(const char *)data + 1, size - 1};
    json_t *value = data[0] % 4 < 3 ? json_loadb(text.data, text.len, JSON_ALLOW_NUL, NULL) : NULL;
    if (data[0] % 4 == 0 && rainforest_read(arena, value, store_domain_at(0), &product))
        check_product(&product);
    if (data[0] % 4 == 1 && catalog_item_read(arena, value, store_domain_at(5), &product))
        check_product(&product);
    if (data[0] % 4 == 2 && value)
        check_places(arena, value);
    if (data[0] % 4 == 3)
        check_keyword(arena, text);
    check(!arena_failed(arena), "memory is said to have run out");
    json_decref(value);
    arena_free(arena);
    return 0;
}
