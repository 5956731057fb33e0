/* The wire formats; the models of a configuration, and which name leads to which. */
#include "model/anthropic.h"
#include "model/entry.h"
#include "model/openai.h"

#include <math.h>
#include <stdlib.h>

enum {
    DEFAULT_CONTEXT = 32768,
    DEFAULT_MAX_OUTPUT = 4096,
    DEFAULT_SECONDS = 120,
    DEFAULT_PARALLEL = 8,
    DEFAULT_ARTICLE_TOKENS = 400000,
    FULL_EFFORT_CONTEXT = 16384, /* below it a model is taken for a weak one */
};

/* The entry as it is read. */
struct settings_reading {
    const char *name; /* of the entry */
    struct arena *arena;
    struct model *model;
    struct error *err;
    const char *key_variable; /* api_key_env */
    const char *effort, *structured, *fallback;
};

struct settings_member {
    const char *name;
    enum status (*read)(struct settings_reading *reading, const struct settings_member *member, const json_t *value);
    long least, most; /* of whole numbers */
};

static enum status settings_wrong(const struct settings_reading *reading, const char *member, const char *allowed)
{
    return error_set(reading->err, E_INVALID, NULL, "[\"%.80s\"].%.40s must be %s", reading->name, member, allowed);
}

/* --- kinds of members --- */

static enum status copy_text_settings(const struct settings_reading *reading, const struct settings_member *member,
                                      const json_t *value, const char *allowed, const char **out)
{
    const char *text = json_string_value(value);
    if (!text || !*text || strlen(text) != json_string_length(value) || !entry_is_plain(text))
        return settings_wrong(reading, member->name, allowed);
    *out = arena_copy(reading->arena, text);
    return *out ? OK : error_memory(reading->err);
}

/* Numbers of some Luas are floating point, also where they are whole. */
static enum status copy_whole(const struct settings_reading *reading, const struct settings_member *member,
                              const json_t *value, long *out)
{
    char allowed[80];
    double number = json_number_value(value);
    if (json_is_number(value) && number == floor(number) && number >= (double)member->least &&
        number <= (double)member->most) {
        *out = (long)number;
        return OK;
    }
    snprintf(allowed, sizeof allowed, "a whole number from %ld to %ld", member->least, member->most);
    return settings_wrong(reading, member->name, allowed);
}

static enum status copy_price(const struct settings_reading *reading, const struct settings_member *member,
                              const json_t *value, double *out)
{
    *out = json_number_value(value);
    if (!json_is_number(value) || *out < 0)
        return settings_wrong(reading, member->name, "a number from 0 on, the price of a million tokens");
    return OK;
}

static enum status copy_word(const struct settings_reading *reading, const struct settings_member *member,
                             const json_t *value, const char *const words[2], const char **out)
{
    char allowed[80];
    const char *text = json_string_value(value);
    for (int i = 0; text && i < 2; i++)
        if (strcmp(text, words[i]) == 0) {
            *out = words[i];
            return OK;
        }
    snprintf(allowed, sizeof allowed, "\"%s\" or \"%s\"", words[0], words[1]);
    return settings_wrong(reading, member->name, allowed);
}

/* --- the members --- */

static enum status read_api(struct settings_reading *reading, const struct settings_member *member, const json_t *value)
{
    (void)reading, (void)member, (void)value;
    return OK;
}

static enum status read_base_url(struct settings_reading *reading, const struct settings_member *member,
                                 const json_t *value)
{
    static const char allowed[] = "an http or https address, such as \"http://127.0.0.1:8000/v1\"";
    const char **out = &reading->model->settings.base_url;
    bool is_good = false;
    enum status status = copy_text_settings(reading, member, value, allowed, out);
    if (!status && entry_address_check(*out, &is_good) != OK)
        return error_memory(reading->err);
    reading->model->is_local = is_good && entry_is_local(*out);
    if (!status && !is_good)
        return settings_wrong(reading, member->name, allowed);
    size_t length = !status ? strlen(*out) : 0;
    while (length > 0 && (*out)[length - 1] == '/')
        length--;
    if (!status)
        *out = arena_copy_n(reading->arena, *out, length);
    return status || *out ? status : error_memory(reading->err);
}

static enum status read_model(struct settings_reading *reading, const struct settings_member *member,
                              const json_t *value)
{
    return copy_text_settings(reading, member, value, "the name that the server calls the model by",
                              &reading->model->settings.model);
}

static enum status settings_read_key(struct settings_reading *reading, const struct settings_member *member,
                                     const json_t *value)
{
    return copy_text_settings(reading, member, value, "a key, without blanks", &reading->model->key);
}

static enum status read_key_variable(struct settings_reading *reading, const struct settings_member *member,
                                     const json_t *value)
{
    return copy_text_settings(reading, member, value, "the name of an environment variable that holds the key",
                              &reading->key_variable);
}

static enum status read_context(struct settings_reading *reading, const struct settings_member *member,
                                const json_t *value)
{
    return copy_whole(reading, member, value, &reading->model->settings.context);
}

static enum status read_max_output(struct settings_reading *reading, const struct settings_member *member,
                                   const json_t *value)
{
    return copy_whole(reading, member, value, &reading->model->settings.max_output);
}

static enum status read_seconds(struct settings_reading *reading, const struct settings_member *member,
                                const json_t *value)
{
    return copy_whole(reading, member, value, &reading->model->settings.seconds);
}

static enum status read_parallel(struct settings_reading *reading, const struct settings_member *member,
                                 const json_t *value)
{
    return copy_whole(reading, member, value, &reading->model->settings.parallel);
}

static enum status read_article_tokens(struct settings_reading *reading, const struct settings_member *member,
                                       const json_t *value)
{
    return copy_whole(reading, member, value, &reading->model->settings.article_tokens);
}

static enum status read_structured(struct settings_reading *reading, const struct settings_member *member,
                                   const json_t *value)
{
    static const char *const words[] = {"schema", "prompt"};
    return copy_word(reading, member, value, words, &reading->structured);
}

static enum status read_effort(struct settings_reading *reading, const struct settings_member *member,
                               const json_t *value)
{
    static const char *const words[] = {"full", "plain"};
    return copy_word(reading, member, value, words, &reading->effort);
}

static enum status read_fallback(struct settings_reading *reading, const struct settings_member *member,
                                 const json_t *value)
{
    static const char *const words[] = {"builtin", "none"};
    return copy_word(reading, member, value, words, &reading->fallback);
}

static enum status read_input_price(struct settings_reading *reading, const struct settings_member *member,
                                    const json_t *value)
{
    return copy_price(reading, member, value, &reading->model->settings.input_price);
}

static enum status read_output_price(struct settings_reading *reading, const struct settings_member *member,
                                     const json_t *value)
{
    return copy_price(reading, member, value, &reading->model->settings.output_price);
}

static const struct settings_member members[] = {
    {"api", read_api},
    {"base_url", read_base_url},
    {"model", read_model},
    {"api_key", settings_read_key},
    {"api_key_env", read_key_variable},
    {"context", read_context, 1024, 10000000},
    {"max_output", read_max_output, 64, 1000000},
    {"seconds", read_seconds, 1, 3600},
    {"parallel", read_parallel, 1, 10000},
    {"article_tokens", read_article_tokens, 1000, 1000000000},
    {"structured", read_structured},
    {"effort", read_effort},
    {"fallback", read_fallback},
    {"input_price", read_input_price},
    {"output_price", read_output_price},
};

static enum status unknown_member(const struct settings_reading *reading, const char *name)
{
    struct buf list = {.limit = sizeof reading->err->message};
    for (size_t i = 0; i < COUNT_OF(members); i++)
        buf_printf(&list, "%s%s", i ? ", " : "", members[i].name);
    error_set(reading->err, E_INVALID, NULL, "[\"%.80s\"].%.40s is unknown; allowed are %s", reading->name, name,
              buf_text(&list));
    buf_free(&list);
    return E_INVALID;
}

static enum status read_member(struct settings_reading *reading, const char *name, const json_t *value)
{
    for (size_t i = 0; i < COUNT_OF(members); i++)
        if (strcmp(members[i].name, name) == 0)
            return members[i].read(reading, &members[i], value);
    return unknown_member(reading, name);
}

/* --- what follows from several members --- */

static enum status settings_find_key(struct settings_reading *reading)
{
    static const char rule[] = "must stand alone: api_key and api_key_env name the same thing";
    const char *variable = reading->key_variable;
    if (!variable)
        return OK;
    if (reading->model->key)
        return error_set(reading->err, E_INVALID, NULL, "[\"%.80s\"].api_key_env %s", reading->name, rule);
    const char *key = getenv(variable);
    if (!key || !*key)
        return error_set(reading->err, E_INVALID, NULL,
                         "[\"%.80s\"].api_key_env must name an environment variable that is set; %.80s is not",
                         reading->name, variable);
    if (!entry_is_plain(key))
        return error_set(reading->err, E_INVALID, NULL,
                         "[\"%.80s\"].api_key_env must name a variable with a key without blanks; %.80s holds some",
                         reading->name, variable);
    reading->model->key = arena_copy(reading->arena, key);
    return reading->model->key ? OK : error_memory(reading->err);
}

static enum status settings_finish(struct settings_reading *reading)
{
    struct model_settings *settings = &reading->model->settings;
    if (!settings->base_url)
        return settings_wrong(reading, "base_url",
                              "given: an http or https address, such as \"http://127.0.0.1:8000/v1\"");
    if (!settings->max_output)
        settings->max_output = settings->context / 2 < DEFAULT_MAX_OUTPUT ? settings->context / 2 : DEFAULT_MAX_OUTPUT;
    if (settings->max_output >= settings->context) {
        char allowed[80];
        snprintf(allowed, sizeof allowed, "smaller than its context, which is %ld", settings->context);
        return settings_wrong(reading, "max_output", allowed);
    }
    bool is_plain_by_default = settings->context < FULL_EFFORT_CONTEXT;
    const char *effort = reading->effort ? reading->effort : is_plain_by_default ? "plain" : "full";
    settings->effort = strcmp(effort, "plain") == 0 ? MODEL_PLAIN : MODEL_FULL;
    settings->is_prompted = reading->structured && strcmp(reading->structured, "prompt") == 0;
    settings->has_fallback = !reading->fallback || strcmp(reading->fallback, "builtin") == 0;
    return settings_find_key(reading);
}

/*
 * Reads an entry of a language model into the model's settings, key and is_local; api is its backend's. Texts are
 * copied into the arena. Defaults: context 32768, max_output 4096 or half of a smaller context, seconds 120, parallel
 * 8, article_tokens 400000, structured "schema", effort "plain" where the context is below 16384, else "full",
 * fallback "builtin".
 * E_INVALID: the message begins with the entry and the member, ["alpha-*"].context, and says what is allowed. E_MEMORY.
 */
static enum status settings_read(const char *name, const json_t *entry, struct arena *arena, struct model *model,
                                 struct error *err)
{
    struct error unheard = {0};
    struct settings_reading reading = {.name = name, .arena = arena, .model = model, .err = err ? err : &unheard};
    model->settings = (struct model_settings){
        .name = name,
        .api = model->backend->api,
        .context = DEFAULT_CONTEXT,
        .seconds = DEFAULT_SECONDS,
        .parallel = DEFAULT_PARALLEL,
        .article_tokens = DEFAULT_ARTICLE_TOKENS,
        .input_price = -1,
        .output_price = -1,
    };
    const char *member;
    json_t *value;
    json_object_foreach ((json_t *)entry, member, value) {
        enum status status = read_member(&reading, member, value);
        if (status)
            return status;
    }
    return settings_finish(&reading);
}

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
    exchange_pool_init(&state->pool, EXCHANGE_IDLE, 1);
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
    if (!status && !model->backend->path)
        return open_builtin(name, entry, model, err);
    if (!status)
        status = settings_read(name, entry, arena, model, err);
    return status ? status : open_state(model, arena, err);
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
        if (status)
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
    if (!status)
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
    if (!status || status == E_MEMORY)
        return status;
    struct error inner = *err;
    if (strcmp(name, entry) == 0)
        return error_set(err, status, inner.code, "the model \"%.80s\": %s", name, inner.message);
    return error_set(err, status, inner.code, "the model \"%.80s\" (models[\"%.80s\"]): %s", name, entry,
                     inner.message);
}
