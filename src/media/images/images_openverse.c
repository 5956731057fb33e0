#include "media/images/images_openverse.h"

#include "media/images/images_fetch.h"
#include "media/images/images_used.h"
#include "media/images/picture.h"
#include "net/upstream/entry.h"
#include "net/upstream/token.h"

#include <stdlib.h>

enum {
    KEEP_SECONDS = 3600,
    PARALLEL = 2,
    MOST_TRIED = 5, /* pictures that are fetched in vain for one */
};

static const char usual_url[] = "https://api.openverse.org";

/* What is asked for, one after another, until there is a picture: any is better than none. */
static const struct openverse_wish wishes[] = {{true, true}, {true, false}, {false, false}};

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
    if (!is_fit || image_is_used(hunt->query, picture.facts.key) || hunt->tried == MOST_TRIED)
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

static enum status openverse_search(struct hunt *hunt, const struct openverse_wish *wish, struct image *image)
{
    json_t *answer;
    enum status status = openverse_ask(hunt->openverse, hunt->query, wish, &hunt->inner, &answer);
    if (!status)
        status = take_first(hunt, json_object_get(answer, "results"), image);
    json_decref(answer);
    return status;
}

/* Would it ask what the next wish asks too? */
static bool is_idle(const struct openverse_wish *wish, const struct images_query *query)
{
    bool has_category = openverse_category(query->style)[0] != '\0';
    return wish->category ? !has_category : wish->shape && !query->size;
}

static enum status search_all(struct hunt *hunt, struct image *image)
{
    const struct images_query *query = hunt->query;
    enum status status = E_NOT_FOUND;
    for (size_t i = 0; i < COUNT_OF(wishes) && status == E_NOT_FOUND; i++) {
        if (is_idle(&wishes[i], query))
            continue;
        status = openverse_search(hunt, &wishes[i], image);
        if (status || wishes[i].category || !openverse_category(query->style)[0])
            continue;
        image->note = arena_printf(hunt->lookup->arena, "no picture of the style \"%s\" was found", query->style);
        status = image->note ? OK : error_memory(hunt->lookup->err);
    }
    return status;
}

static enum status openverse_get(void *state, const struct images_query *query, const struct lookup *lookup,
                                 struct image *image)
{
    const struct openverse *openverse = state;
    struct hunt hunt = {.openverse = openverse, .query = query, .lookup = lookup, .scratch = arena_new()};
    if (!hunt.scratch)
        return error_memory(lookup->err);
    hunt.inner = *lookup;
    hunt.inner.arena = hunt.scratch;
    enum status status = search_all(&hunt, image);
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
    const struct upstream_credentials credentials = {
        .name = openverse->name, .url = buf_text(&url), .client_id = client_id, .client_secret = client_secret};
    enum status status = url.failed ? error_memory(err) : upstream_tokens_open(&credentials, &openverse->tokens, err);
    buf_free(&url);
    return status;
}

static enum status openverse_read_entry(const json_t *entry, struct openverse *openverse, struct error *err)
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
    enum status status = openverse_read_entry(entry, openverse, err);
    if (status)
        close_openverse(openverse);
    else
        *state = openverse;
    return status;
}

const struct image_backend images_openverse_backend = {
    .api = "openverse", .open = open_openverse, .close = close_openverse, .get = openverse_get};
