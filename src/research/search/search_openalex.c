/* GET /works: https://docs.openalex.org/how-to-use-the-api/get-lists-of-entities, developers.openalex.org */
#include "research/search/search_backend.h"
#include "research/search/search_parts.h"

enum { MOST_RESULTS = 100, MOST_WORDS = 4000 }; /* of an abstract */

static const struct search_service service = {
    .usual = {.base_url = "https://api.openalex.org", .key_query = "api_key"},
    .needs_key = true,
    .members = search_service_members,
};

static void write_filter(struct buf *filter, const struct search_query *query)
{
    char day[11];
    struct str language = search_language(query);
    if (query->age != SEARCH_ANY_AGE)
        buf_printf(filter, "from_publication_date:%s",
                   date_day_text(search_age_start(query->age, clock_now_ms()), day));
    if (language.len)
        buf_printf(filter, "%slanguage:%.*s", filter->len ? "," : "", STR_ARG(language));
}

static void openalex_write_path(struct buf *path, const struct search_query *query)
{
    struct buf filter = {0};
    char count[24];
    write_filter(&filter, query);
    buf_str(path, "/works");
    upstream_query(path, "search", query->text);
    upstream_query(path, "per_page", search_most(query, MOST_RESULTS, count));
    upstream_query(path, "filter", (struct str){buf_text(&filter), filter.len});
    upstream_query(path, "select",
                   STR("id,doi,display_name,publication_date,abstract_inverted_index,best_oa_location,"
                       "primary_location"));
    path->failed = path->failed || filter.failed;
    buf_free(&filter);
}

static void place_word(const char **words, const char *word, const json_t *places)
{
    for (size_t i = 0; i < json_array_size(places); i++) {
        const json_t *place = json_array_get(places, i);
        json_int_t at = json_integer_value(place);
        if (json_is_integer(place) && at >= 0 && at < MOST_WORDS)
            words[at] = word;
    }
}

/* {"Basil": [0, 7], "is": [1]}: where each word of the abstract stands. */
static void write_abstract(struct buf *text, const json_t *index, struct search_list *list)
{
    const char *word;
    json_t *places;
    const char **words = json_object_size(index) ? ARENA_ARRAY(list->arena, MOST_WORDS, const char *) : NULL;
    if (!words)
        return;
    json_object_foreach ((json_t *)index, word, places) {
        place_word(words, word, places);
    }
    for (size_t i = 0; i < MOST_WORDS; i++)
        if (words[i])
            buf_printf(text, "%s%s", text->len ? " " : "", words[i]);
}

/* Where the work can be read by all, its DOI, or where it is described. */
static const char *openalex_address_of(const json_t *work)
{
    const char *places[] = {
        search_member(json_object_get(work, "best_oa_location"), "landing_page_url"),
        search_member(work, "doi"),
        search_member(json_object_get(work, "primary_location"), "landing_page_url"),
        search_member(work, "id"),
    };
    for (size_t i = 0; i < COUNT_OF(places); i++)
        if (places[i])
            return places[i];
    return NULL;
}

static void read_work(const json_t *work, struct search_list *list)
{
    struct buf text = {0};
    write_abstract(&text, json_object_get(work, "abstract_inverted_index"), list);
    const struct search_result result = {
        .url = openalex_address_of(work),
        .title = search_member(work, "display_name"),
        .text = buf_text(&text),
        .published_ms = search_member_time(work, "publication_date"),
        .is_whole = text.len > 0,
    };
    search_add(list, &result);
    search_free(list, &text);
}

static enum status ask_openalex(void *state, enum search_kind kind, const struct search_query *query,
                                const struct lookup *lookup, struct search_list *list)
{
    static const struct search_entries where = {.member = "results"};
    struct buf path = {0};
    (void)kind;
    openalex_write_path(&path, query);
    return search_get_each(state, &path, &where, read_work, lookup, list);
}

const struct search_backend search_openalex_backend = {
    .api = "openalex",
    .kinds = 1U << SEARCH_SCHOLARLY,
    .service = &service,
    .ask = ask_openalex,
};
