#include "write/media/picture_address.h"

#include "base/base.h"

static const struct picture_type types[] = {
    {"image/png", "png"},
    {"image/jpeg", "jpg"},
    {"image/webp", "webp"},
    {"image/gif", "gif"},
};

const struct picture_type *picture_type_find(const char *type)
{
    for (size_t i = 0; type && i < COUNT_OF(types); i++)
        if (strcmp(types[i].type, type) == 0)
            return &types[i];
    return NULL;
}
