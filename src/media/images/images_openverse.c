#include "media/images/images_openverse.h"

#include "media/data/data.h"
#include "media/images/images_maker.h"
#include "media/images/picture.h"

#include <stdlib.h>

struct openverse {
    const char *name; /* of the entry */
    struct upstream *upstream;
    struct net *net;
    struct upstream_tokens *tokens; /* NULL: it is asked without credentials */
};

/* What a question keeps to of what was asked for. */
struct openverse_wish {
    bool shape, category;
};

/* --- questions --- */

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

/* The kinds of picture that the service tells apart, by imageStyle; "": it knows none. */
static const char *openverse_category(const char *style)
{
    for (size_t i = 0; style && i < COUNT_OF(categories); i++)
        if (strcmp(categories[i].style, style) == 0)
            return categories[i].category;
    return "";
}

/* E_NOT_FOUND: no word is left to ask for. */
static enum status write_question_path(const struct images_query *query, const struct openverse_wish *wish,
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

/* *answer has an array of results; a new reference. E_NOT_FOUND: no word is left to ask for; E_INVALID: there is no
 * such page; other statuses of upstream_json. */
static enum status openverse_ask(const struct openverse *openverse, const struct images_query *query,
                                 const struct openverse_wish *wish, const struct lookup *lookup, json_t **answer)
{
    struct buf path = {0};
    *answer = NULL;
    enum status status = write_question_path(query, wish, lookup, &path);
    if (!status)
        status = openverse_ask_send(openverse, buf_text(&path), lookup, answer);
    buf_free(&path);
    if (!status && !json_is_array(json_object_get(*answer, "results")))
        status = upstream_fault(openverse->upstream, lookup->err, "its answer has no results");
    return status;
}

/* --- one picture of Openverse's answer --- */

enum { LEAST_WIDTH = 320, KEY_CHARACTERS = 200, WORD_CHARACTERS = 40 };

/* Licences that let everybody use a work and change it; others are not shown, whatever the service says. */
static const struct {
    const char *code, *name;
} licenses[] = {
    {"by", "CC BY"},
    {"by-sa", "CC BY-SA"},
    {"cc0", "CC0"},
    {"pdm", "Public Domain Mark"},
};

/* "4.0" */
static bool is_version(const char *text)
{
    return text && strspn(text, "0123456789.") == strlen(text);
}

/* NULL: it is none of them. */
static const char *license_name(struct arena *arena, const char *code, const char *version)
{
    version = is_version(version) ? version : NULL;
    for (size_t i = 0; i < COUNT_OF(licenses); i++)
        if (strcmp(licenses[i].code, code) == 0)
            return arena_printf(arena, "%s%s%s", licenses[i].name, version ? " " : "", version ? version : "");
    return NULL;
}

/* Not said, or one that image_get takes. */
static bool is_type(const char *type)
{
    static const char *const types[] = {"jpg", "jpeg", "png", "webp", "gif"};
    for (size_t i = 0; type && i < COUNT_OF(types); i++)
        if (str_ieq(str_from(types[i]), str_from(type)))
            return true;
    return !type;
}

/* Title and creator as the attribution words them, before it comes to the licence. NULL: neither is known, or memory
 * ran out. */
static const char *credit_of(struct media_facts *facts, const json_t *result, const char *title)
{
    static const struct str ends[] = {{" is licensed under ", 19}, {" is marked with ", 16}};
    const char *attribution = facts_text(facts, result, "attribution", 2 * IMAGE_LINE);
    const char *creator = facts_text(facts, result, "creator", IMAGE_LINE);
    struct str text = str_from(attribution);
    for (size_t i = 0; i < COUNT_OF(ends) && attribution; i++) {
        size_t end = str_find(text, ends[i], 0);
        if (end > 0 && end < text.len)
            return arena_copy_n(facts->arena, text.data, end);
    }
    if (title && creator)
        return arena_printf(facts->arena, "\"%s\" by %s", title, creator);
    return creator;
}

static void read_facts(struct media_facts *facts, const json_t *result, struct openverse_picture *picture)
{
    const char *version = facts_text(facts, result, "license_version", WORD_CHARACTERS);
    const char *code = facts_text(facts, result, "license", WORD_CHARACTERS);
    picture->facts.key = facts_needed(facts, result, "id", KEY_CHARACTERS);
    picture->facts.alt = facts_text(facts, result, "title", IMAGE_LINE);
    picture->facts.credit = credit_of(facts, result, picture->facts.alt);
    picture->facts.license_url = facts_url(facts, result, "license_url");
    picture->facts.source_url = facts_url(facts, result, "foreign_landing_url");
    picture->url = facts_url(facts, result, "url");
    picture->thumbnail = facts_url(facts, result, "thumbnail");
    picture->facts.license = code ? license_name(facts->arena, code, version) : NULL;
}

/* Whether it can be shown at all: its type, its size, for whom it is. */
static bool is_showable(struct media_facts *facts, const json_t *result, struct openverse_picture *picture)
{
    double width = LEAST_WIDTH, bytes = 0;
    const char *type = facts_text(facts, result, "filetype", WORD_CHARACTERS);
    facts_number(facts, result, "width", 0, 1e9, &width);
    facts_number(facts, result, "filesize", 0, 1e15, &bytes);
    picture->is_large = bytes > IMAGE_BYTES;
    return !facts_flag(facts, result, "mature") && width >= LEAST_WIDTH && is_type(type);
}

enum status openverse_read(const json_t *result, struct arena *arena, struct openverse_picture *picture, bool *is_fit,
                           struct error *err)
{
    struct error fault;
    struct media_facts facts = {.arena = arena, .err = &fault, .file = "openverse", .is_quiet = true};
    *picture = (struct openverse_picture){.is_large = false};
    *is_fit = json_is_object(result) && is_showable(&facts, result, picture);
    if (*is_fit)
        read_facts(&facts, result, picture);
    if (arena_failed(arena))
        return error_memory(err);
    *is_fit = *is_fit && !facts.status && picture->facts.license && (picture->url || picture->thumbnail);
    return OK;
}

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
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        *places[i] = texts[i] ? arena_copy(lookup->arena, texts[i]) : NULL;
    image->data = (struct str){arena_copy_n(lookup->arena, data.data, data.len), data.len};
    return arena_failed(lookup->arena) ? error_memory(lookup->err) : OK;
}

/* Nothing further is tried after these. */
static bool is_final(const struct hunt *hunt, enum status status)
{
    return !status || status == E_MEMORY || status == E_CANCELLED || lookup_check(hunt->lookup) != OK;
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
