#include "write/types/types.h"

static const struct article_type *const table[] = {
    &type_blog_post, &type_listicle,       &type_service_page,  &type_rewrite,
    &type_video,     &type_market_roundup, &type_market_review, &type_places,
};

const struct article_type *article_type_find(const char *name)
{
    for (size_t i = 0; name && i < COUNT_OF(table); i++)
        if (strcmp(table[i]->name, name) == 0)
            return table[i];
    return NULL;
}

unsigned article_types_writable(void)
{
    unsigned bits = 0;
    for (size_t i = 0; i < COUNT_OF(table); i++)
        bits |= table[i]->bit;
    return bits;
}
