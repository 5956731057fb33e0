#include "service/http/router.h"

enum { BODY = 1 << 20, LARGE_BODY = 4 << 20 };

/* Does a route whose path begins with `start` have this word next? Then the word is not an id. */
static bool is_word_of_a_route(const struct routes *routes, struct str start, struct str word)
{
    for (size_t i = 0; i < routes->count; i++) {
        const char *path = routes->list[i].path;
        if (strncmp(path, start.data, start.len) != 0 || strncmp(path + start.len, word.data, word.len) != 0)
            continue;
        char next = path[start.len + word.len];
        if (next == '/' || next == '\0')
            return true;
    }
    return false;
}

/* Does the path fit the route's, which has {id} once at most? What stands for it goes to *id. Each request asks this of
 * many routes, of which most differ before that. */
static bool fits(const struct routes *routes, const struct route *route, struct str path, struct str *id)
{
    size_t same = 0;
    while (same < path.len && route->path[same] == path.data[same] && route->path[same] != '{')
        same++;
    *id = (struct str){0};
    if (route->path[same] != '{')
        return route->path[same] == '\0' && same == path.len;
    const char *behind = route->path + same + strlen("{id}");
    struct str start = {route->path, same}, rest = {path.data + same, path.len - same}, word = rest;
    const char *end = memchr(rest.data, '/', rest.len);
    word.len = end ? (size_t)(end - rest.data) : rest.len;
    rest = (struct str){rest.data + word.len, rest.len - word.len};
    if (word.len == 0 || !str_eq(rest, str_from(behind)) || is_word_of_a_route(routes, start, word))
        return false;
    *id = word;
    return true;
}

/* Appends a method to a list, unless it stands in it; list NULL: an empty one. NULL: no memory. */
static const char *add_method(struct arena *arena, const char *list, const char *method)
{
    struct str rest = str_from(list ? list : ""), known;
    while (list && str_split(&rest, ',', &known))
        if (str_eq(str_trim(known), str_from(method)))
            return list;
    const char *shown = strcmp(method, "GET") == 0 ? "GET, HEAD" : method;
    return list ? arena_printf(arena, "%s, %s", list, shown) : arena_copy(arena, shown);
}

/* "GET, HEAD, POST, OPTIONS" for a path; NULL when no route has it, or memory ran out. */
static const char *allowed_methods(const struct routes *routes, struct arena *arena, struct str path)
{
    const char *allow = NULL;
    struct str id;
    for (size_t i = 0; i < routes->count; i++)
        if (fits(routes, &routes->list[i], path, &id) && !(allow = add_method(arena, allow, routes->list[i].method)))
            return NULL;
    return allow ? arena_printf(arena, "%s, OPTIONS", allow) : NULL;
}

const char *routes_methods(const struct routes *routes, struct arena *arena)
{
    const char *methods = NULL;
    for (size_t i = 0; i < routes->count; i++)
        if (!(methods = add_method(arena, methods, routes->list[i].method)))
            return NULL;
    return methods;
}

const struct route *route_find(const struct routes *routes, struct arena *arena, const char *method, const char *path,
                               const char **id, const char **allow)
{
    struct str clean = str_from(path), part;
    if (clean.len > 2 && clean.data[clean.len - 1] == '/')
        clean.len--;
    *id = *allow = NULL;
    for (size_t i = 0; i < routes->count; i++) {
        const struct route *route = &routes->list[i];
        if (strcmp(route->method, method) != 0 || !fits(routes, route, clean, &part))
            continue;
        *id = part.data ? arena_copy_n(arena, part.data, part.len) : NULL;
        return route;
    }
    *allow = allowed_methods(routes, arena, clean);
    return NULL;
}

size_t route_body_limit(const struct route *route)
{
    return route && (route->flags & ROUTE_LARGE) ? LARGE_BODY : BODY;
}
