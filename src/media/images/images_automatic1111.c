/*
 * The backend "automatic1111" of images: the web UI of Stable Diffusion, and what speaks its interface.
 *
 * Request, POST {base_url}/sdapi/v1/txt2img: prompt, negative_prompt, width, height, steps, and
 * override_settings.sd_model_checkpoint where the entry names a model. Answer: images[0], in base64, of some servers
 * with "data:image/png;base64," before it. Basic authentication, where it was started with --api-auth. Source: the
 * wiki of the web UI, "API", and its page /docs.
 */
#include "media/images/images_maker.h"
#include "media/images/images_parts.h"

#include <stdlib.h>

enum { USUAL_STEPS = 25, MOST_STEPS = 150 };

/* Models of this kind draw letters and hands badly, and pictures with them look made. */
static const char usual_negative[] = "text, letters, watermark, signature, logo, blurry, deformed hands";

struct automatic1111 {
    struct arena *arena; /* of the texts */
    struct upstream *upstream;
    const char *model; /* NULL: the one that is loaded */
    const char *negative;
    long steps;
    struct image_sizes sizes;
};

/* --- asking --- */

/* NULL when memory ran out. */
static json_t *question_for(const struct automatic1111 *state, const struct images_query *query, struct image_size size)
{
    json_t *question = json_pack("{s:s%,s:s,s:i,s:i,s:I}", "prompt", query->prompt.data ? query->prompt.data : "",
                                 query->prompt.len, "negative_prompt", state->negative, "width", size.width, "height",
                                 size.height, "steps", (json_int_t)state->steps);
    if (!question || !state->model)
        return question;
    json_t *settings = json_pack("{s:s}", "sd_model_checkpoint", state->model);
    if (json_object_set_new(question, "override_settings", settings) == 0)
        return question;
    json_decref(question);
    return NULL;
}

static enum status automatic1111_get(void *data, const struct images_query *query, const struct lookup *lookup,
                                     struct image *image)
{
    const struct automatic1111 *state = data;
    struct image_size size;
    json_t *answer = NULL, *refusal = NULL;
    enum status status = image_size_choose(&state->sizes, query->size, lookup, &size, &image->note);
    if (!status)
        status = maker_ask(state->upstream, "/sdapi/v1/txt2img", false, question_for(state, query, size), lookup,
                           &answer, &refusal);
    const json_t *first = json_array_get(json_object_get(answer, "images"), 0);
    if (!status && !json_is_string(first))
        status = upstream_fault(state->upstream, lookup->err, "its answer has no picture");
    if (!status)
        status = maker_bytes(state->upstream, first, lookup, &image->data);
    json_decref(answer);
    json_decref(refusal);
    return status;
}

/* --- the entry --- */

static void close_automatic1111(void *data)
{
    struct automatic1111 *state = data;
    upstream_close(state->upstream);
    arena_free(state->arena);
    free(state);
}

/* user and password come together; *key is what the header carries. */
static enum status read_user(const char *name, const json_t *entry, struct automatic1111 *state, const char **key,
                             struct error *err)
{
    const char *user = NULL, *password = NULL;
    enum status status = entry_optional(entry, name, "user", &user, err);
    if (!status)
        status = entry_optional(entry, name, "password", &password, err);
    if (status || (!user && !password))
        return status;
    if (!user || !password || strchr(user, ':'))
        return error_set(err, E_INVALID, "config",
                         "configuration: %s.user and %s.password must be given together, the user without a colon",
                         name, name);
    *key = base64_encode(state->arena, str_from(arena_printf(state->arena, "%s:%s", user, password)));
    return arena_failed(state->arena) ? error_memory(err) : OK;
}

static enum status read_own(const char *name, const json_t *entry, struct automatic1111 *state, struct error *err)
{
    const char *model = NULL;
    state->steps = USUAL_STEPS;
    state->negative = usual_negative;
    enum status status = entry_optional(entry, name, "model", &model, err);
    if (!status)
        status = entry_optional(entry, name, "negative_prompt", &state->negative, err);
    if (!status)
        status = entry_whole(entry, name, "steps", 1, MOST_STEPS, &state->steps, err);
    if (!status)
        status = image_sizes_read(entry, name, "automatic1111", model, &state->sizes, err);
    if (status)
        return status;
    state->negative = arena_copy(state->arena, state->negative);
    state->model = model ? arena_copy(state->arena, model) : NULL;
    return arena_failed(state->arena) ? error_memory(err) : OK;
}

static enum status automatic1111_read_entry(const char *name, const json_t *entry, struct upstream_settings *settings,
                                            struct automatic1111 *state, struct error *err)
{
    static const char *const members[] = {"base_url", "seconds",         "parallel", "user",  "password",
                                          "model",    "negative_prompt", "steps",    "sizes", NULL};
    enum status status = entry_check(entry, name, members, err);
    if (!status)
        status = upstream_read(entry, false, settings, err);
    if (!status)
        status = read_user(name, entry, state, &settings->key, err);
    if (!status)
        status = read_own(name, entry, state, err);
    return status ? status : upstream_open(settings, &state->upstream, err);
}

static enum status open_automatic1111(const char *name, const json_t *entry, struct net *net, void **out,
                                      struct error *err)
{
    /* It makes one picture after another: what waits here does not time out there. */
    struct upstream_settings settings = {.name = name,
                                         .key_header = "Authorization: Basic ",
                                         .seconds = MAKER_SECONDS,
                                         .parallel = 1,
                                         .max_bytes = MAKER_BYTES};
    (void)net;
    struct automatic1111 *state = calloc(1, sizeof *state);
    if (!state)
        return error_memory(err);
    state->arena = arena_new();
    enum status status =
        state->arena ? automatic1111_read_entry(name, entry, &settings, state, err) : error_memory(err);
    if (status)
        close_automatic1111(state);
    else
        *out = state;
    return status;
}

const struct image_backend images_automatic1111_backend = {.api = "automatic1111",
                                                           .makes = true,
                                                           .open = open_automatic1111,
                                                           .close = close_automatic1111,
                                                           .get = automatic1111_get};
