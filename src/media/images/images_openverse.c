#include "media/images/images_openverse.h"

#include "media/images/images_fetch.h"
#include "media/images/images_size.h"
#include "media/images/picture.h"
#include "net/upstream/entry.h"
#include "net/upstream/token.h"

#include <stdlib.h>

enum {
    KEEP_SECONDS = 3600,
    PARALLEL = 2,
    MOST_TRIED = 5,       /* pictures that are fetched in vain for one */
    QUESTION_BYTES = 180, /* the service cuts after 200 characters */
};

static const char usual_url[] = "https://api.openverse.org";

struct openverse {
    const char *name; /* of the entry */
    struct upstream *upstream;
    struct net *net;
    struct upstream_tokens *tokens; /* NULL: it is asked without credentials */
};

/* One question, while it is answered. */
struct hunt {
    const struct openverse *openverse;
    const struct images_query *query;
    const struct lookup *lookup;
    struct arena *scratch;
    struct lookup inner; /* with the scratch arena */
    int tried;
    enum status last; /* of the pictures that were fetched in vain; OK: none was */
};

/* --- asking --- */

/* All words of a question must be met there, so only those that carry something are sent. */
static enum status write_words(const struct hunt *hunt, struct buf *words)
{
    struct word *list;
    size_t count = 0;
    struct str text = hunt->query->words;
    enum status status = words_split(hunt->scratch, text, hunt->query->language, &list, &count, hunt->lookup->err);
    for (size_t i = 0; !status && i < count; i++) {
        size_t length = list[i].end - list[i].start;
        if (list[i].is_stop || words->len + length + 1 > QUESTION_BYTES)
            continue;
        buf_str(words, words->len ? " " : "");
        buf_add(words, text.data + list[i].start, length);
    }
    return words->failed ? error_memory(hunt->lookup->err) : status;
}

static const char *aspect_of(const char *size)
{
    struct image_size asked = image_size_read(size);
    return asked.width > asked.height ? "wide" : asked.width < asked.height ? "tall" : "square";
}

static enum status write_path(const struct hunt *hunt, bool by_shape, struct buf *path)
{
    struct buf words = {0};
    enum status status = write_words(hunt, &words);
    if (!status && !words.len)
        status = E_NOT_FOUND;
    buf_str(path, "/v1/images/");
    upstream_query(path, "q", (struct str){buf_text(&words), words.len});
    upstream_query(path, "page_size", STR("20"));
    upstream_query(path, "license_type", STR("commercial,modification"));
    upstream_query(path, "aspect_ratio", str_from(by_shape ? aspect_of(hunt->query->size) : ""));
    upstream_query(path, "mature", STR("false"));
    buf_free(&words);
    return status || !path->failed ? status : error_memory(hunt->lookup->err);
}

static enum status ask_once(struct hunt *hunt, const char *path, const char **token, json_t **answer)
{
    const struct openverse *openverse = hunt->openverse;
    struct upstream_request request = {.path = path};
    enum status status = openverse->tokens ? upstream_token(openverse->tokens, &hunt->inner, token) : OK;
    request.header = *token;
    return status ? status : upstream_json(openverse->upstream, &request, &hunt->inner, answer);
}

/* A token may have been called back before its time: then another one is asked for, once. */
static enum status ask(struct hunt *hunt, const char *path, json_t **answer)
{
    const char *token = NULL;
    enum status status = ask_once(hunt, path, &token, answer);
    if (status != E_DENIED || !token)
        return status;
    upstream_token_refuse(hunt->openverse->tokens, token);
    return ask_once(hunt, path, &token, answer);
}

/* --- taking --- */

static bool is_used(const struct images_query *query, const char *key)
{
    for (size_t i = 0; i < query->used_count; i++)
        if (strcmp(query->used[i], key) == 0)
            return true;
    return false;
}

/* E_CORRUPT: what came is no picture. */
static enum status fetch(const struct hunt *hunt, const char *url, struct str *data)
{
    struct picture head;
    enum status status =
        image_fetch(hunt->openverse->upstream, hunt->openverse->net, str_from(url), &hunt->inner, data);
    if (!status && (!picture_read(*data, &head) || !head.width))
        status = error_set(hunt->lookup->err, E_CORRUPT, NULL, "%s: what came is no picture", hunt->openverse->name);
    return status;
}

static enum status fetch_either(const struct hunt *hunt, const struct openverse_picture *picture, struct str *data)
{
    enum status status = E_LIMIT;
    if (picture->url && !picture->is_large)
        status = fetch(hunt, picture->url, data);
    return status == E_LIMIT && picture->thumbnail ? fetch(hunt, picture->thumbnail, data) : status;
}

/* What is kept must outlive the hunt. */
static enum status copy(const struct image *from, struct str data, const struct lookup *lookup, struct image *image)
{
    const char *const texts[] = {from->key,     from->alt,        from->credit,
                                 from->license, from->source_url, from->license_url};
    const char **const places[] = {&image->key,     &image->alt,        &image->credit,
                                   &image->license, &image->source_url, &image->license_url};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        *places[i] = texts[i] ? arena_copy(lookup->arena, texts[i]) : NULL;
        if (texts[i] && !*places[i])
            return error_memory(lookup->err);
    }
    image->data = (struct str){arena_copy_n(lookup->arena, data.data, data.len), data.len};
    return image->data.data ? OK : error_memory(lookup->err);
}

/* Nothing further is tried after these. */
static bool is_final(const struct hunt *hunt, enum status status)
{
    return status == OK || status == E_MEMORY || status == E_CANCELLED || lookup_check(hunt->lookup) != OK;
}

/* E_NOT_FOUND: this one will not do. */
static enum status try_result(struct hunt *hunt, const json_t *result, struct image *image)
{
    struct openverse_picture picture;
    struct str data;
    bool is_fit = false;
    enum status status = openverse_read(result, hunt->scratch, &picture, &is_fit, hunt->lookup->err);
    if (status)
        return status;
    if (!is_fit || is_used(hunt->query, picture.facts.key) || hunt->tried == MOST_TRIED)
        return E_NOT_FOUND;
    hunt->tried++;
    status = fetch_either(hunt, &picture, &data);
    if (!status)
        return copy(&picture.facts, data, hunt->lookup, image);
    hunt->last = status;
    return is_final(hunt, status) ? status : E_NOT_FOUND;
}

static enum status take_first(struct hunt *hunt, const json_t *results, struct image *image)
{
    enum status status = E_NOT_FOUND;
    for (size_t i = 0; i < json_array_size(results) && status == E_NOT_FOUND; i++)
        status = try_result(hunt, json_array_get(results, i), image);
    return status;
}

static enum status search(struct hunt *hunt, bool by_shape, struct image *image)
{
    struct buf path = {0};
    json_t *answer = NULL;
    enum status status = write_path(hunt, by_shape, &path);
    if (!status)
        status = ask(hunt, buf_text(&path), &answer);
    const json_t *results = json_object_get(answer, "results");
    if (!status && !json_is_array(results))
        status = upstream_fault(hunt->openverse->upstream, hunt->lookup->err, "its answer has no results");
    else if (!status)
        status = take_first(hunt, results, image);
    json_decref(answer);
    buf_free(&path);
    return status;
}

/* First in the shape that was asked for, then in any. */
static enum status get(void *state, const struct images_query *query, const struct lookup *lookup, struct image *image)
{
    const struct openverse *openverse = state;
    struct hunt hunt = {.openverse = openverse, .query = query, .lookup = lookup, .scratch = arena_new()};
    if (!hunt.scratch)
        return error_memory(lookup->err);
    hunt.inner = *lookup;
    hunt.inner.arena = hunt.scratch;
    enum status status = query->size ? search(&hunt, true, image) : E_NOT_FOUND;
    if (status == E_NOT_FOUND)
        status = search(&hunt, false, image);
    if (status == E_NOT_FOUND)
        error_set(lookup->err, E_NOT_FOUND, NULL, "%s: no picture %s \"%.*s\"", openverse->name,
                  hunt.last ? "can be fetched of those that fit" : "with a free licence fits, or all are used:",
                  STR_ARG(query->words));
    arena_free(hunt.scratch);
    return status;
}

/* --- the entry --- */

static void close_openverse(void *state)
{
    struct openverse *openverse = state;
    upstream_tokens_close(openverse->tokens);
    upstream_close(openverse->upstream);
    free(openverse);
}

static enum status open_tokens(struct openverse *openverse, const char *client_id, const char *client_secret,
                               struct error *err)
{
    struct buf url = {0};
    buf_printf(&url, "%s/v1/auth_tokens/token/", upstream_settings(openverse->upstream)->base_url);
    enum status status = url.failed ? error_memory(err)
                                    : upstream_tokens_open(openverse->name, buf_text(&url), client_id, client_secret,
                                                           &openverse->tokens, err);
    buf_free(&url);
    return status;
}

static enum status read_entry(const json_t *entry, struct openverse *openverse, struct error *err)
{
    static const char *const members[] = {"base_url", "seconds", "parallel", "client_id", "client_secret", NULL};
    const char *client_id = NULL, *client_secret = NULL;
    struct upstream_settings settings = {
        .name = openverse->name, .base_url = usual_url, .parallel = PARALLEL, .keep_seconds = KEEP_SECONDS};
    enum status status = entry_check(entry, openverse->name, members, err);
    if (!status)
        status = upstream_read(entry, false, &settings, err);
    if (!status)
        status = entry_optional(entry, openverse->name, "client_id", &client_id, err);
    if (!status)
        status = entry_optional(entry, openverse->name, "client_secret", &client_secret, err);
    if (!status && !client_id != !client_secret)
        status = error_set(err, E_INVALID, "config",
                           "configuration: %s.client_id and %s.client_secret must be given together", openverse->name,
                           openverse->name);
    settings.key = client_secret; /* no message shows it, and no header carries it */
    if (!status)
        status = upstream_open(&settings, &openverse->upstream, err);
    return status || !client_id ? status : open_tokens(openverse, client_id, client_secret, err);
}

static enum status open_openverse(const char *name, const json_t *entry, struct net *net, void **state,
                                  struct error *err)
{
    struct openverse *openverse = calloc(1, sizeof *openverse);
    if (!openverse)
        return error_memory(err);
    openverse->name = name;
    openverse->net = net;
    enum status status = read_entry(entry, openverse, err);
    if (status)
        close_openverse(openverse);
    else
        *state = openverse;
    return status;
}

const struct image_backend images_openverse_backend = {
    .api = "openverse", .open = open_openverse, .close = close_openverse, .get = get};
