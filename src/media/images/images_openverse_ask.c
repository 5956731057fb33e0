/* Questions to Openverse. */
#include "media/images/images_openverse.h"

#include "media/images/images_size.h"
#include "net/upstream/token.h"

enum { QUESTION_BYTES = 180 }; /* the service cuts after 200 characters */

/* The kinds of picture that the service tells apart, by imageStyle. */
static const struct {
    const char *style, *category;
} categories[] = {
    {"photo", "photograph"},     {"illustration", "illustration"},
    {"fantasy", "illustration"}, {"watercolor", "illustration,digitized_artwork"},
    {"anime", "illustration"},   {"isometric", "illustration"},
};

/* All words of a question must be met there, so only those that carry something are sent. */
static enum status write_words(const struct images_query *query, const struct lookup *lookup, struct buf *words)
{
    struct word *list;
    size_t count = 0;
    struct str text = query->words;
    enum status status = words_split(lookup->arena, text, query->language, &list, &count, lookup->err);
    for (size_t i = 0; !status && i < count; i++) {
        size_t length = list[i].end - list[i].start;
        if (list[i].is_stop || words->len + length + 1 > QUESTION_BYTES)
            continue;
        buf_str(words, words->len ? " " : "");
        buf_add(words, text.data + list[i].start, length);
    }
    return words->failed ? error_memory(lookup->err) : status;
}

/* "": any. */
static const char *aspect_of(const char *size)
{
    if (!size)
        return "";
    struct image_size asked = image_size_read(size);
    return asked.width > asked.height ? "wide" : asked.width < asked.height ? "tall" : "square";
}

const char *openverse_category(const char *style)
{
    for (size_t i = 0; style && i < COUNT_OF(categories); i++)
        if (strcmp(categories[i].style, style) == 0)
            return categories[i].category;
    return "";
}

/* E_NOT_FOUND: no word is left to ask for. */
static enum status openverse_ask_write_path(const struct images_query *query, const struct openverse_wish *wish,
                                            const struct lookup *lookup, struct buf *path)
{
    struct buf words = {0};
    enum status status = write_words(query, lookup, &words);
    if (!status && !words.len)
        status = E_NOT_FOUND;
    buf_str(path, "/v1/images/");
    upstream_query(path, "q", (struct str){buf_text(&words), words.len});
    upstream_query(path, "page_size", STR("20"));
    upstream_query(path, "license_type", STR("commercial,modification"));
    upstream_query(path, "aspect_ratio", str_from(wish->shape ? aspect_of(query->size) : ""));
    upstream_query(path, "category", str_from(wish->category ? openverse_category(query->style) : ""));
    upstream_query(path, "mature", STR("false"));
    buf_free(&words);
    return status || !path->failed ? status : error_memory(lookup->err);
}

static enum status send_once(const struct openverse *openverse, const char *path, const struct lookup *lookup,
                             const char **token, json_t **answer)
{
    struct upstream_request request = {.path = path};
    enum status status = openverse->tokens ? upstream_token(openverse->tokens, lookup, token) : OK;
    request.token = *token;
    return status ? status : upstream_json(openverse->upstream, &request, lookup, answer);
}

/* A token may have been called back before its time: then another one is asked for, once. */
static enum status openverse_ask_send(const struct openverse *openverse, const char *path, const struct lookup *lookup,
                                      json_t **answer)
{
    const char *token = NULL;
    enum status status = send_once(openverse, path, lookup, &token, answer);
    if (status == E_DENIED && token) {
        upstream_token_refuse(openverse->tokens, token);
        status = send_once(openverse, path, lookup, &token, answer);
    }
    /* A page that is not there is no answer to the question: image_get makes E_UPSTREAM of it. */
    return status == E_NOT_FOUND ? E_INVALID : status;
}

enum status openverse_ask(const struct openverse *openverse, const struct images_query *query,
                          const struct openverse_wish *wish, const struct lookup *lookup, json_t **answer)
{
    struct buf path = {0};
    *answer = NULL;
    enum status status = openverse_ask_write_path(query, wish, lookup, &path);
    if (!status)
        status = openverse_ask_send(openverse, buf_text(&path), lookup, answer);
    buf_free(&path);
    if (!status && !json_is_array(json_object_get(*answer, "results")))
        status = upstream_fault(openverse->upstream, lookup->err, "its answer has no results");
    return status;
}
