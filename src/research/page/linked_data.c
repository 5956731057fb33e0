#include "research/page/page_date.h"

#include "model/model.h"
#include "net/upstream/upstream.h"

/* What an object may be, the better one last. */
enum rank { RANK_NONE, RANK_PAGE, RANK_ARTICLE };

static const struct {
    const char *type;
    enum rank rank;
} types[] = {
    {"AdvertiserContentArticle", RANK_ARTICLE},
    {"AnalysisNewsArticle", RANK_ARTICLE},
    {"Article", RANK_ARTICLE},
    {"BackgroundNewsArticle", RANK_ARTICLE},
    {"BlogPosting", RANK_ARTICLE},
    {"HowTo", RANK_ARTICLE},
    {"LiveBlogPosting", RANK_ARTICLE},
    {"MedicalScholarlyArticle", RANK_ARTICLE},
    {"NewsArticle", RANK_ARTICLE},
    {"OpinionNewsArticle", RANK_ARTICLE},
    {"Recipe", RANK_ARTICLE},
    {"Report", RANK_ARTICLE},
    {"ReportageNewsArticle", RANK_ARTICLE},
    {"ReviewNewsArticle", RANK_ARTICLE},
    {"SatiricalArticle", RANK_ARTICLE},
    {"ScholarlyArticle", RANK_ARTICLE},
    {"SocialMediaPosting", RANK_ARTICLE},
    {"TechArticle", RANK_ARTICLE},
    {"AboutPage", RANK_PAGE},
    {"FAQPage", RANK_PAGE},
    {"ItemPage", RANK_PAGE},
    {"MedicalWebPage", RANK_PAGE},
    {"QAPage", RANK_PAGE},
    {"WebPage", RANK_PAGE},
};

struct linked_data_finder {
    struct arena *arena;
    struct linked_article *article;
    enum rank rank; /* of what was found */
};

/* The name of a type may be written with the place of its vocabulary in front. */
static enum rank rank_of_name(struct str name)
{
    for (size_t i = name.len; i > 0; i--)
        if (name.data[i - 1] == '/' || name.data[i - 1] == ':') {
            name = (struct str){name.data + i, name.len - i};
            break;
        }
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (str_ieq(name, str_from(types[i].type)))
            return types[i].rank;
    return RANK_NONE;
}

static struct str linked_data_text_of(const json_t *value)
{
    return (struct str){json_string_value(value), json_string_length(value)};
}

static enum rank rank_of(const json_t *object)
{
    const json_t *type = json_object_get(object, "@type");
    enum rank best = json_is_string(type) ? rank_of_name(linked_data_text_of(type)) : RANK_NONE;
    for (size_t i = 0; i < json_array_size(type); i++) {
        const json_t *one = json_array_get(type, i);
        enum rank rank = json_is_string(one) ? rank_of_name(linked_data_text_of(one)) : RANK_NONE;
        best = rank > best ? rank : best;
    }
    return best;
}

/* Copies a member into *place unless it holds something already. */
static void linked_data_take(struct linked_data_finder *finder, const json_t *object, const char *name,
                             struct str *place)
{
    const json_t *value = json_object_get(object, name);
    if (place->data || !json_is_string(value) || !json_string_length(value))
        return;
    *place = (struct str){arena_copy_n(finder->arena, json_string_value(value), json_string_length(value)),
                          json_string_length(value)};
}

/* Of the first object of its rank, and those that describe the same within it. */
static void take_object(struct linked_data_finder *finder, const json_t *object, enum rank rank)
{
    if (rank <= finder->rank)
        return;
    finder->rank = rank;
    *finder->article = (struct linked_article){{NULL, 0}, {NULL, 0}, {NULL, 0}};
    linked_data_take(finder, object, "datePublished", &finder->article->published);
    linked_data_take(finder, object, "dateCreated", &finder->article->published);
    linked_data_take(finder, object, "dateModified", &finder->article->changed);
    linked_data_take(finder, object, "articleBody", &finder->article->body);
}

/* The page's own objects stand at the top, in a graph or list, or are what a page is about; what stands elsewhere in
 * an object is of others: comments, works that are cited. */
static void linked_data_find(struct linked_data_finder *finder, const json_t *value, int depth)
{
    static const char *const inner[] = {"@graph", "mainEntity", "mainEntityOfPage"};
    enum { DEEPEST = 8 };
    if (depth > DEEPEST)
        return;
    for (size_t i = 0; i < json_array_size(value); i++)
        linked_data_find(finder, json_array_get(value, i), depth + 1);
    if (!json_is_object(value))
        return;
    take_object(finder, value, rank_of(value));
    for (size_t i = 0; i < COUNT_OF(inner); i++)
        linked_data_find(finder, json_object_get(value, inner[i]), depth + 1);
}

static size_t next_bracket(struct str script, size_t at)
{
    while (at < script.len && script.data[at] != '{' && script.data[at] != '[')
        at++;
    return at;
}

/* The first value of a script, which may stand in a section of character data. */
static bool next_value(struct str script, struct buf *json)
{
    const struct str section = STR("<![CDATA[");
    size_t at = next_bracket(script, 0);
    if (at >= 2 && str_starts((struct str){script.data + at - 2, script.len - at + 2}, section))
        at = next_bracket(script, at - 2 + section.len);
    return at < script.len && loose_json_next(script, &at, script.data[at], json) == LOOSE_JSON_FOUND;
}

struct linked_article linked_data_read(struct arena *arena, struct str scripts)
{
    struct linked_article article = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
    struct linked_data_finder finder = {.arena = arena, .article = &article};
    struct buf json = {0};
    struct str script;
    bool no_memory = false;
    while (!no_memory && str_split(&scripts, '\0', &script)) {
        buf_clear(&json);
        bool found = next_value(script, &json);
        no_memory = json.failed;
        if (!found || json.failed)
            continue;
        json_error_t fault;
        json_t *value = json_text_load((struct str){json.data, json.len}, 0, &no_memory, &fault);
        linked_data_find(&finder, value, 0);
        json_decref(value);
    }
    if (no_memory)
        arena_fail(arena);
    buf_free(&json);
    return article;
}
