#include "model/builtin/builtin.h"

static const struct model_backend *const backends[] = {&model_builtin};

const struct model_backend *model_find(struct str name)
{
    for (size_t i = 0; i < COUNT_OF(backends); i++)
        if (str_eq(name, str_from(backends[i]->name)))
            return backends[i];
    return NULL;
}
