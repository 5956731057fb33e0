#include "deliver/deliver.h"

static const struct delivery_target *const targets[] = {
    &webhook_target,
    &wordpress_target,
    &ghost_target,
};

const struct delivery_target *delivery_target_find(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(targets); i++)
        if (strcmp(targets[i]->name, name) == 0)
            return targets[i];
    return NULL;
}

const char *delivery_target_name(size_t i)
{
    return i < COUNT_OF(targets) ? targets[i]->name : NULL;
}
