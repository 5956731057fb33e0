#include "media/images/images_used.h"

bool image_is_used(const struct images_query *query, const char *key)
{
    for (size_t i = 0; i < query->used_count; i++)
        if (strcmp(query->used[i], key) == 0)
            return true;
    return false;
}
