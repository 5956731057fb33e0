/*
 * The backend "openai" of images: any server that makes pictures by the interface of OpenAI.
 *
 * Request, POST {base_url}/images/generations: model, prompt, n, size, and where the model has them quality and
 * response_format. Answer: data[0].b64_json, or data[0].url. Errors: error.code, error.type, error.message; a picture
 * that the service does not want to make has the code "content_policy_violation" (dall-e) or "moderation_blocked"
 * (gpt-image). Source: the reference of OpenAI's API, "Create image" and "Error codes".
 */
#include "media/images/images_maker.h"
#include "media/images/images_parts.h"

#include <stdlib.h>

/* The tiers of the interface, by imageModel. */
enum tier { TIER_FAST, TIER_QUALITY, TIERS };

static const char *const tier_models[TIERS] = {
    [TIER_FAST] = "alpha-image-2-fast",
    [TIER_QUALITY] = "alpha-image-2-medium",
};

/* What the models want beside the prompt; the first row that fits a model's name counts. */
static const struct family {
    const char *model;
    const char *quality[TIERS]; /* NULL: the model has no such member, or nothing is known of it */
    bool wants_format;          /* gives addresses, unless response_format asks for the picture itself */
} families[] = {
    {"gpt-image*", {"low", "medium"}},
    {"dall-e-3", {"standard", "hd"}, true},
    {"dall-e*", {NULL, NULL}, true},
    {"*", {NULL, NULL}},
};

struct openai {
    const char *name; /* of the entry */
    struct upstream *upstream;
    struct net *net;
    char *model;   /* NULL: the server's own choice */
    char *quality; /* of the entry; NULL: by tier */
    const struct family *family;
    struct image_sizes sizes;
};

/* --- asking --- */

/* NULL: none is named. */
static const char *quality_for(const struct openai *openai, const char *image_model)
{
    if (openai->quality)
        return openai->quality;
    for (size_t i = 0; image_model && i < TIERS; i++)
        if (strcmp(tier_models[i], image_model) == 0)
            return openai->family->quality[i];
    return NULL;
}

/* NULL when memory ran out. */
static json_t *question_for(const struct openai *openai, const struct images_query *query, struct image_size size)
{
    char pixels[32];
    snprintf(pixels, sizeof pixels, "%dx%d", size.width, size.height);
    json_t *question = json_pack("{s:s%,s:i,s:s}", "prompt", query->prompt.data ? query->prompt.data : "",
                                 query->prompt.len, "n", 1, "size", pixels);
    const struct {
        const char *name, *value;
    } members[] = {
        {"model", openai->model},
        {"quality", quality_for(openai, query->model)},
        {"response_format", openai->family->wants_format ? "b64_json" : NULL},
    };
    for (size_t i = 0; question && i < COUNT_OF(members); i++)
        if (members[i].value && json_object_set_new(question, members[i].name, json_string(members[i].value))) {
            json_decref(question);
            question = NULL;
        }
    return question;
}

/* --- refusals --- */

static bool is_policy(const json_t *error)
{
    static const char *const codes[] = {"content_policy_violation", "moderation_blocked", "content_filter",
                                        "contentFilter"};
    const char *code = json_string_value(json_object_get(error, "code"));
    for (size_t i = 0; code && i < COUNT_OF(codes); i++)
        if (strcmp(codes[i], code) == 0)
            return true;
    return false;
}

/* What the service says of a picture that it does not want to make is for whoever asked for it. */
static enum status look_closer(const struct openai *openai, enum status status, const json_t *refusal,
                               const struct lookup *lookup)
{
    const json_t *error = json_object_get(refusal, "error");
    const char *key = upstream_settings(openai->upstream)->key;
    struct media_facts facts = {.arena = lookup->arena, .file = openai->name, .is_quiet = true};
    if (!is_policy(error))
        return status;
    const char *words = facts_text(&facts, error, "message", IMAGE_LINE);
    if (arena_failed(lookup->arena))
        return error_memory(lookup->err);
    bool is_shown = words && !(key && strstr(words, key));
    return error_set(lookup->err, E_DENIED, NULL, "%s does not want to make this picture%s%s", openai->name,
                     is_shown ? ": " : "", is_shown ? words : "");
}

/* --- answers --- */

static enum status take_picture(const struct openai *openai, const json_t *answer, const struct lookup *lookup,
                                struct str *data)
{
    const json_t *first = json_array_get(json_object_get(answer, "data"), 0);
    const json_t *base64 = json_object_get(first, "b64_json"), *url = json_object_get(first, "url");
    if (json_is_string(base64))
        return maker_bytes(openai->upstream, base64, lookup, data);
    struct str address = {json_string_value(url), json_string_length(url)};
    if (str_istarts(address, STR("data:")))
        return maker_bytes(openai->upstream, url, lookup, data);
    if (address.len)
        return image_fetch(openai->upstream, openai->net, address, lookup, data);
    return upstream_fault(openai->upstream, lookup->err, "its answer has no picture");
}

static enum status openai_get(void *state, const struct images_query *query, const struct lookup *lookup,
                              struct image *image)
{
    const struct openai *openai = state;
    struct image_size size;
    json_t *answer = NULL, *refusal = NULL;
    enum status status = image_size_choose(&openai->sizes, query->size, lookup, &size, &image->note);
    if (!status)
        status = maker_ask(openai->upstream, "/images/generations", true, question_for(openai, query, size), lookup,
                           &answer, &refusal);
    if (refusal)
        status = look_closer(openai, status, refusal, lookup);
    if (!status)
        status = take_picture(openai, answer, lookup, &image->data);
    json_decref(answer);
    json_decref(refusal);
    return status;
}

/* --- the entry --- */

static void close_openai(void *state)
{
    struct openai *openai = state;
    upstream_close(openai->upstream);
    free(openai->model);
    free(openai->quality);
    free(openai);
}

static const struct family *family_of(const char *model)
{
    size_t i = 0;
    while (!entry_match(families[i].model, model ? model : ""))
        i++;
    return &families[i];
}

static bool openai_copy_text(const char *text, char **copy)
{
    struct buf buf = {0};
    if (!text)
        return true;
    buf_str(&buf, text);
    *copy = buf_take(&buf);
    return *copy != NULL;
}

static enum status openai_read_entry(const char *name, const json_t *entry, struct upstream_settings *settings,
                                     struct openai *openai, struct error *err)
{
    static const char *const members[] = {UPSTREAM_MEMBERS, "model", "quality", "sizes", NULL};
    const char *model = NULL, *quality = NULL;
    enum status status = entry_check(entry, name, members, err);
    if (!status)
        status = upstream_read(entry, false, settings, err);
    if (!status)
        status = entry_optional(entry, name, "model", &model, err);
    if (!status)
        status = entry_optional(entry, name, "quality", &quality, err);
    if (!status)
        status = image_sizes_read(entry, name, "openai", model, &openai->sizes, err);
    openai->family = family_of(model);
    return status || (openai_copy_text(model, &openai->model) && openai_copy_text(quality, &openai->quality))
               ? status
               : error_memory(err);
}

static enum status open_openai(const char *name, const json_t *entry, struct net *net, void **state, struct error *err)
{
    struct upstream_settings settings = {
        .name = name, .key_header = "Authorization: Bearer ", .seconds = MAKER_SECONDS, .max_bytes = MAKER_BYTES};
    struct openai *openai = calloc(1, sizeof *openai);
    if (!openai)
        return error_memory(err);
    openai->name = name;
    openai->net = net;
    enum status status = openai_read_entry(name, entry, &settings, openai, err);
    if (!status)
        status = upstream_open(&settings, &openai->upstream, err);
    if (status)
        close_openai(openai);
    else
        *state = openai;
    return status;
}

const struct image_backend images_openai_backend = {
    .api = "openai", .makes = true, .open = open_openai, .close = close_openai, .get = openai_get};
