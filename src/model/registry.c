/* The backends: one row each. */
#include "model/builtin/builtin.h"

static const struct model_backend *const backends[] = {&model_builtin};

static enum status refuse(const char *api, struct error *err)
{
    struct buf allowed = {0};
    for (size_t i = 0; i < COUNT_OF(backends); i++)
        buf_printf(&allowed, "%s\"%s\"", i ? ", " : "", backends[i]->api);
    enum status status =
        api ? error_set(err, E_INVALID, NULL, "the api \"%s\" is unknown; allowed: %s", api, buf_text(&allowed))
            : error_set(err, E_INVALID, NULL, "api is missing; allowed: %s", buf_text(&allowed));
    buf_free(&allowed);
    return status;
}

static enum status open_state(const struct model_backend *backend, const json_t *entry, void **state, struct error *err)
{
    if (backend->open)
        return backend->open(entry, state, err);
    if (json_object_size(entry) > 1)
        return error_set(err, E_INVALID, NULL, "an entry with api = \"%s\" has no other members", backend->api);
    return OK;
}

enum status model_open(const char *api, const json_t *entry, struct model *model, struct error *err)
{
    const struct model_backend *backend = NULL;
    void *state = NULL;
    *model = (struct model){0};
    for (size_t i = 0; api && i < COUNT_OF(backends); i++)
        if (strcmp(backends[i]->api, api) == 0)
            backend = backends[i];
    enum status status = backend ? open_state(backend, entry, &state, err) : refuse(api, err);
    if (!status)
        *model = (struct model){backend, state};
    return status;
}

void model_close(struct model *model)
{
    if (model->backend && model->backend->close)
        model->backend->close(model->state);
    *model = (struct model){0};
}
