#include "bind/core.h"

#include <limits.h>
#include <string.h>

const char *plain_string(lua_State *L, int index, const char *verb, const char *name)
{
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    if (memchr(text, '\0', length))
        luaL_error(L, "%s: %s must not contain a NUL byte", verb, name);
    return text;
}

int seconds_to_ms(double seconds)
{
    double ms = seconds * 1000;
    return !(ms > 0) ? 0 : ms > INT_MAX / 2 ? INT_MAX / 2 : (int)ms;
}

int option_ms(lua_State *L, int index, const char *verb, const char *name, int missing)
{
    if (!lua_istable(L, index))
        return missing;
    lua_getfield(L, index, name);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return missing;
    }
    double seconds = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
    if (!(seconds > 0))
        luaL_error(L, "%s: %s must be a positive number of seconds", verb, name);
    lua_pop(L, 1);
    int ms = seconds_to_ms(seconds);
    return ms < 1 ? 1 : ms;
}

static bool core_arguments_is_listed(const char *names, struct str name)
{
    struct str rest = str_from(names), piece;
    while (str_split(&rest, ' ', &piece))
        if (str_eq(piece, name))
            return true;
    return false;
}

void check_options(lua_State *L, int index, const char *verb, const char *names)
{
    if (lua_isnil(L, index))
        return;
    if (!lua_istable(L, index))
        luaL_error(L, "%s: options must be a table, got %s", verb, luaL_typename(L, index));
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING)
            luaL_error(L, "%s: options must be named", verb);
        struct str name;
        name.data = lua_tolstring(L, -2, &name.len);
        if (!core_arguments_is_listed(names, name))
            luaL_error(L, "%s: there is no option \"%s\" (there are: %s)", verb, name.data, names);
    }
}

void require_string(lua_State *L, int index, const char *verb, const char *field)
{
    lua_getfield(L, index, field);
    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "%s: %s must be a string, got %s", verb, field, luaL_typename(L, -1));
    lua_pop(L, 1);
}

void push_headers(lua_State *L, int index, const char *verb, const char **headers)
{
    size_t count = 0;
    lua_getfield(L, index, "headers");
    if (!lua_isnil(L, -1) && !lua_istable(L, -1))
        luaL_error(L, "%s: headers must be a table of names and values", verb);
    int table = lua_gettop(L);
    luaL_checkstack(L, MAX_HEADERS + 4, "too many headers");
    for (lua_pushnil(L); lua_istable(L, table) && lua_next(L, table); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING || !lua_isstring(L, -1) || count >= MAX_HEADERS)
            luaL_error(L, "%s: headers must be at most %d names with strings", verb, MAX_HEADERS);
        headers[count++] = lua_pushfstring(L, "%s: %s", plain_string(L, -2, verb, "the name of a header"),
                                           plain_string(L, -1, verb, "the value of a header"));
        lua_insert(L, -3); /* below the key and value that the traversal goes on from */
    }
    headers[count] = NULL;
}

void read_common(lua_State *L, int index, const char *verb, struct client_request *request)
{
    request->retries = -1;
    if (!lua_istable(L, index))
        return;
    request->timeout_ms = option_ms(L, index, verb, "timeout", 0);
    lua_getfield(L, index, "retries");
    if (!lua_isnil(L, -1)) {
        long long retries;
        if (!compat_tointeger(L, -1, &retries) || retries < 0 || retries > 100)
            luaL_error(L, "%s: retries must be a whole number from 0 to 100", verb);
        request->retries = (int)retries;
    }
    lua_getfield(L, index, "idempotency_key");
    if (lua_isnil(L, -1))
        return;
    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "%s: idempotency_key must be a string", verb);
    request->idempotency_key = plain_string(L, -1, verb, "idempotency_key");
}

void push_article_path(lua_State *L, const char *verb)
{
    if (lua_istable(L, 2)) {
        lua_getfield(L, 2, "articleId");
        lua_replace(L, 2);
    }
    if (lua_type(L, 2) != LUA_TSTRING || lua_rawlen(L, 2) == 0)
        luaL_error(L, "%s: an article id or a table with articleId expected", verb);
    luaL_Buffer path;
    const unsigned char *id = (const unsigned char *)plain_string(L, 2, verb, "the article id");
    luaL_buffinit(L, &path);
    luaL_addstring(&path, "/api/articles/");
    for (size_t i = 0; id[i]; i++) {
        static const char digits[] = "0123456789ABCDEF";
        if (ascii_is_alnum((char)id[i]) || id[i] == '-' || id[i] == '_') {
            luaL_addchar(&path, (char)id[i]);
        } else {
            luaL_addchar(&path, '%');
            luaL_addchar(&path, digits[id[i] >> 4]);
            luaL_addchar(&path, digits[id[i] & 15]);
        }
    }
    luaL_pushresult(&path);
}
