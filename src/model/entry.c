#include "model/entry.h"

enum status entry_error(const struct model *model, const char *asked, enum status status, struct error *err)
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
