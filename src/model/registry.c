/* The models of a configuration. */
#include "model/model.h"

#include <stdlib.h>

struct model {
    struct model_settings settings;
};

struct models {
    struct model builtin;
};

enum status models_open(const json_t *entries, struct models **models, struct error *err)
{
    const char *name;
    json_t *entry;
    json_object_foreach((json_t *)entries, name, entry)
    {
        const char *api = json_string_value(json_object_get(entry, "api"));
        if (!api || strcmp(api, "builtin") != 0 || json_object_size(entry) > 1)
            return error_set(err, E_INVALID, NULL, "[\"%s\"]: only { api = \"builtin\" } can be opened", name);
    }
    *models = calloc(1, sizeof **models);
    if (!*models)
        return error_memory(err);
    (*models)->builtin.settings = (struct model_settings){.name = "*", .api = "builtin"};
    return OK;
}

void models_close(struct models *models)
{
    free(models);
}

const struct model *models_find(const struct models *models, const char *name)
{
    (void)name;
    return &models->builtin;
}

size_t models_count(const struct models *models)
{
    (void)models;
    return 1;
}

const struct model *models_at(const struct models *models, size_t number)
{
    (void)number;
    return &models->builtin;
}

const struct model_settings *model_settings(const struct model *model)
{
    return &model->settings;
}

bool model_is_language(const struct model *model)
{
    (void)model;
    return false;
}
