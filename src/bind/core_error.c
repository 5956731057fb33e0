#include "bind/core.h"

/* Appends " (HTTP 429, rate_limited, request 018f)" from the fields that are there. */
static void add_details(lua_State *L, luaL_Buffer *text)
{
    static const struct {
        const char *field, *prefix;
    } details[] = {{"status", "HTTP "}, {"code", ""}, {"param", "at "}, {"request_id", "request "}};
    const char *separator = " (";
    for (size_t i = 0; i < COUNT_OF(details); i++) {
        lua_getfield(L, 1, details[i].field);
        if (lua_isstring(L, -1)) {
            lua_pushfstring(L, "%s%s%s", separator, details[i].prefix, lua_tostring(L, -1));
            lua_remove(L, -2);
            luaL_addvalue(text);
            separator = ", ";
        } else {
            lua_pop(L, 1);
        }
    }
    if (separator[0] == ',')
        luaL_addstring(text, ")");
}

static int error_tostring(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_Buffer text;
    lua_settop(L, 1);
    lua_getfield(L, 1, "message");
    const char *message = lua_isstring(L, 2) ? lua_tostring(L, 2) : "unknown error";
    luaL_buffinit(L, &text);
    luaL_addstring(&text, "copydesk: ");
    luaL_addstring(&text, message);
    add_details(L, &text);
    luaL_pushresult(&text);
    return 1;
}

void error_open(lua_State *L)
{
    luaL_newmetatable(L, ERROR_TYPE);
    lua_pushcfunction(L, error_tostring);
    lua_setfield(L, -2, "__tostring");
    lua_pushcfunction(L, compat_concat);
    lua_setfield(L, -2, "__concat");
    lua_pop(L, 1);
}

void error_set_text(lua_State *L, const char *field, struct str text)
{
    if (!text.data || !text.len)
        return;
    lua_pushlstring(L, text.data, text.len);
    lua_setfield(L, -2, field);
}

int error_push(lua_State *L, const char *kind, const char *code, const char *message)
{
    lua_pushnil(L);
    lua_newtable(L);
    error_set_text(L, "kind", str_from(kind));
    error_set_text(L, "code", str_from(code));
    error_set_text(L, "message", str_from(message));
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "retryable");
    compat_setmetatable(L, ERROR_TYPE);
    return 2;
}

int error_push_status(lua_State *L, const struct error *err)
{
    switch (err->status) {
    case E_TIMEOUT:
        return error_push(L, "timeout", err->code, err->message);
    case E_CANCELLED:
        return error_push(L, "cancelled", err->code, err->message);
    case E_LIMIT:
        return error_push(L, "decode", "too_large", err->message);
    case E_MEMORY:
        return error_push(L, "memory", err->code, err->message);
    default:
        return error_push(L, "network", err->code, err->message);
    }
}
