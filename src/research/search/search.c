#include "research/search/search.h"

#include "research/search/search_folder.h"

static const struct search_backend *const backends[] = {
    &search_folder_backend,
};

const struct search_backend *search_backend_find(struct str api)
{
    for (size_t i = 0; i < COUNT_OF(backends); i++)
        if (str_eq(api, str_from(backends[i]->api)))
            return backends[i];
    return NULL;
}
