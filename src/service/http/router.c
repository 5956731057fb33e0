#include "service/http/router.h"

#include "service/api/api.h"
#include "service/api/resources.h"

static const struct route table[] = {
    {"POST", "/api/articles/v2", LIMIT_CREATE, ROUTE_JSON, articles_create_v2},
    {"POST", "/api/articles", LIMIT_CREATE, ROUTE_JSON, articles_create_v1},
    {"GET", "/api/articles", LIMIT_OTHER, ROUTE_SLOW, articles_list, &article_list_fields, &record_members},
    {"GET", "/api/articles/{id}", LIMIT_STATUS, 0, articles_status, NULL, &record_members},
    {"DELETE", "/api/articles/{id}", LIMIT_OTHER, ROUTE_SLOW, articles_delete},
    {"POST", "/api/articles/{id}/cancel", LIMIT_OTHER, ROUTE_SLOW, articles_cancel, NULL, &record_members},
    {"POST", "/api/internal-links", LIMIT_LINKS, ROUTE_JSON | ROUTE_SLOW | ROUTE_PROFESSIONAL | ROUTE_LARGE,
     links_create, &link_fields},
    {"GET", "/api/domains", LIMIT_OTHER, ROUTE_SLOW, domains_list, &no_fields, &domain_members},
    {"POST", "/api/domains", LIMIT_OTHER, ROUTE_JSON | ROUTE_SLOW, domains_create, &domain_fields, &domain_members},
    {"GET", "/api/domains/{id}", LIMIT_STATUS, 0, domains_get, NULL, &domain_members},
    {"PATCH", "/api/domains/{id}", LIMIT_OTHER, ROUTE_JSON | ROUTE_SLOW, domains_update, &domain_change_fields,
     &domain_members},
    {"DELETE", "/api/domains/{id}", LIMIT_OTHER, ROUTE_SLOW, domains_delete},
    {"POST", "/api/domains/{id}/pages", LIMIT_OTHER, ROUTE_JSON | ROUTE_SLOW | ROUTE_LARGE, domains_put, &pages_fields,
     &domain_members},
    {"POST", "/api/domains/{id}/refresh", LIMIT_OTHER, ROUTE_SLOW, domains_refresh, NULL, &domain_members},
    {"GET", "/api/account", LIMIT_OTHER, ROUTE_SLOW, account_show, NULL, &account_members},
    {"GET", "/api/keys", LIMIT_OTHER, ROUTE_SLOW, keys_list, &no_fields, &key_members},
    {"POST", "/api/keys", LIMIT_OTHER, ROUTE_JSON | ROUTE_SLOW, keys_create, &key_fields, &key_members},
    {"DELETE", "/api/keys/{id}", LIMIT_OTHER, ROUTE_SLOW, keys_delete},
    {"GET", "/api/languages", LIMIT_OTHER, 0, languages_list},
    {"GET", "/healthz", LIMIT_NONE, ROUTE_OPEN, health_live},
    {"GET", "/readyz", LIMIT_NONE, ROUTE_OPEN | ROUTE_SLOW, health_ready},
    {"GET", "/metrics", LIMIT_OTHER, 0, health_metrics},
};

/* Does the path fit the pattern? What stands for {id} goes to *id; "v2" is an engine, never an id. */
static bool fits(struct str pattern, struct str path, struct str *id)
{
    struct str want, have;
    *id = (struct str){0};
    while (str_split(&pattern, '/', &want)) {
        if (!str_split(&path, '/', &have))
            return false;
        if (!str_eq(want, STR("{id}"))) {
            if (!str_eq(want, have))
                return false;
            continue;
        }
        if (have.len == 0 || str_eq(have, STR("v2")))
            return false;
        *id = have;
    }
    return !str_split(&path, '/', &have);
}

/* "GET, HEAD, POST, OPTIONS" for a path, NULL when no route has it. */
static const char *allowed_methods(struct arena *arena, struct str path)
{
    const char *allow = NULL;
    struct str id;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        if (!fits(str_from(table[i].path), path, &id))
            continue;
        const char *method = strcmp(table[i].method, "GET") == 0 ? "GET, HEAD" : table[i].method;
        allow = arena_printf(arena, "%s%s%s", allow ? allow : "", allow ? ", " : "", method);
    }
    return allow ? arena_printf(arena, "%s, OPTIONS", allow) : NULL;
}

const struct route *route_find(struct arena *arena, const char *method, const char *path, const char **id,
                               const char **allow)
{
    struct str clean = str_from(path), part;
    if (clean.len > 1 && clean.data[clean.len - 1] == '/')
        clean.len--;
    *id = *allow = NULL;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        if (strcmp(table[i].method, method) != 0 || !fits(str_from(table[i].path), clean, &part))
            continue;
        *id = part.data ? arena_copy_n(arena, part.data, part.len) : NULL;
        return &table[i];
    }
    *allow = allowed_methods(arena, clean);
    return NULL;
}

const struct route *route_at(size_t i)
{
    return i < COUNT_OF(table) ? &table[i] : NULL;
}
