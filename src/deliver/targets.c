#include "deliver/deliver.h"

#include "text/url.h"

static const struct delivery_target *const targets[] = {
    &webhook_target, &wordpress_target, &ghost_target, &shopify_target, &webflow_target,
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

char *delivery_shown_url(struct arena *arena, const char *url)
{
    struct url parts;
    if (url_parse(str_from(url), &parts, NULL) != OK)
        return arena_copy(arena, "");
    return arena_printf(arena, "%.*s://%.*s%s%.*s%.*s", STR_ARG(parts.scheme), STR_ARG(parts.host),
                        parts.port.len ? ":" : "", STR_ARG(parts.port), STR_ARG(parts.path));
}
