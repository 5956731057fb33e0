/* The wire formats; the models of a configuration, and which name leads to which. */
#include "model/anthropic.h"
#include "model/openai.h"
#include "model/settings.h"
#include "net/upstream/entry.h"

#include <stdlib.h>

/* The built-in writer: no language model, so nothing is sent. */
static const struct model_backend builtin_backend = {.api = "builtin"};

static const struct model_backend *const backends[] = {&builtin_backend, &openai_backend, &anthropic_backend};

struct models {
    struct arena *arena;
    struct model *list;
    size_t count; /* those whose state was made, while they are opened */
    struct model fallback;
};

/* --- opening --- */

static enum status find_backend(const char *name, const json_t *entry, const struct model_backend **backend,
                                struct error *err)
{
    char allowed[120] = "";
    const char *api = json_string_value(json_object_get(entry, "api"));
    for (size_t i = 0; i < COUNT_OF(backends); i++) {
        if (api && strcmp(api, backends[i]->api) == 0) {
            *backend = backends[i];
            return OK;
        }
        size_t length = strlen(allowed);
        snprintf(allowed + length, sizeof allowed - length, "%s\"%s\"",
                 i == 0                       ? ""
                 : i + 1 < COUNT_OF(backends) ? ", "
                                              : " or ",
                 backends[i]->api);
    }
    return error_set(err, E_INVALID, NULL, "[\"%.80s\"].api must be %s", name, allowed);
}

static struct model builtin_model(const char *name)
{
    return (struct model){
        .settings = {.name = name, .api = builtin_backend.api, .input_price = -1, .output_price = -1},
        .backend = &builtin_backend,
    };
}

static enum status open_builtin(const char *name, const json_t *entry, struct model *model, struct error *err)
{
    *model = builtin_model(name);
    if (json_object_size(entry) > 1)
        return error_set(err, E_INVALID, NULL, "[\"%.80s\"] must be { api = \"builtin\" } without other members", name);
    return OK;
}

static enum status open_state(struct model *model, struct arena *arena, struct error *err)
{
    struct model_state *state = ARENA_NEW(arena, struct model_state);
    if (!state)
        return error_memory(err);
    turns_init(&state->turns, model->settings.parallel);
    exchange_pool_init(&state->pool);
    atomic_init(&state->variations, 0);
    model->state = state;
    return OK;
}

static enum status open_entry(const char *key, const json_t *entry, struct arena *arena, struct model *model,
                              struct error *err)
{
    if (!entry_is_pattern(key))
        return error_set(err, E_INVALID, NULL,
                         "[\"%.80s\"] must be a name of a model; a star may stand at its end, for all that follows",
                         key);
    if (!json_is_object(entry))
        return error_set(err, E_INVALID, NULL, "[\"%.80s\"] must be a table, such as { api = \"builtin\" }", key);
    const char *name = arena_copy(arena, key);
    enum status status = name ? find_backend(key, entry, &model->backend, err) : error_memory(err);
    if (status == OK && !model->backend->path)
        return open_builtin(name, entry, model, err);
    if (status == OK)
        status = settings_read(name, entry, arena, model, err);
    return status == OK ? open_state(model, arena, err) : status;
}

static enum status open_all(struct models *models, const json_t *entries, struct error *err)
{
    size_t count = json_object_size(entries);
    models->list = ARENA_ARRAY(models->arena, count + 1, struct model);
    if (!models->list)
        return error_memory(err);
    const char *name;
    json_t *entry;
    json_object_foreach ((json_t *)entries, name, entry) {
        enum status status = open_entry(name, entry, models->arena, &models->list[models->count], err);
        if (status != OK)
            return status;
        models->count++;
    }
    if (count == 0)
        models->list[models->count++] = models->fallback;
    return OK;
}

enum status models_open(const json_t *entries, struct models **models, struct error *err)
{
    *models = NULL;
    struct models *made = calloc(1, sizeof *made);
    if (!made)
        return error_memory(err);
    made->fallback = builtin_model("*");
    made->arena = arena_new();
    enum status status = made->arena ? open_all(made, entries, err) : error_memory(err);
    if (status == OK)
        *models = made;
    else
        models_close(made);
    return status;
}

void models_close(struct models *models)
{
    if (!models)
        return;
    for (size_t i = 0; i < models->count; i++)
        if (models->list[i].state) {
            exchange_pool_destroy(&models->list[i].state->pool);
            turns_destroy(&models->list[i].state->turns);
        }
    arena_free(models->arena);
    free(models);
}

/* --- finding --- */

const struct model *models_find(const struct models *models, const char *name)
{
    const struct model *best = &models->fallback;
    size_t best_match = 0;
    for (size_t i = 0; name && i < models->count; i++) {
        size_t matches = entry_match(models->list[i].settings.name, name);
        if (matches > best_match) {
            best = &models->list[i];
            best_match = matches;
        }
    }
    return best;
}

size_t models_count(const struct models *models)
{
    return models->count;
}

const struct model *models_at(const struct models *models, size_t number)
{
    return &models->list[number];
}

const struct model_settings *model_settings(const struct model *model)
{
    return &model->settings;
}

bool model_is_language(const struct model *model)
{
    return model->backend->path != NULL;
}

enum status model_error(const struct model *model, const char *asked, enum status status, struct error *err)
{
    const char *entry = model->settings.name, *name = model->settings.model ? model->settings.model : asked;
    if (status == OK || status == E_MEMORY)
        return status;
    struct error inner = *err;
    if (strcmp(name, entry) == 0)
        return error_set(err, status, inner.code, "the model \"%.80s\": %s", name, inner.message);
    return error_set(err, status, inner.code, "the model \"%.80s\" (models[\"%.80s\"]): %s", name, entry,
                     inner.message);
}
