#include "bind/core.h"

enum { EXCERPT = 200 };

/* --- the table ---------------------------------------------------------------------------------------------------- */

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

static void set_string(lua_State *L, const char *field, struct str value)
{
    if (!value.data || !value.len)
        return;
    lua_pushlstring(L, value.data, value.len);
    lua_setfield(L, -2, field);
}

int error_push(lua_State *L, const char *kind, const char *code, const char *message)
{
    lua_pushnil(L);
    lua_newtable(L);
    set_string(L, "kind", str_from(kind));
    set_string(L, "code", str_from(code));
    set_string(L, "message", str_from(message));
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

/* --- what an answer says about itself ----------------------------------------------------------------------------- */

static void set_answer_fields(lua_State *L, const struct client_call *call)
{
    if (client_call_status(call)) {
        compat_pushinteger(L, client_call_status(call));
        lua_setfield(L, -2, "status");
    }
    set_string(L, "request_id", client_call_header(call, "x-request-id"));
    int64_t retry_after = client_call_retry_after_ms(call);
    if (retry_after >= 0) {
        if (retry_after % 1000)
            lua_pushnumber(L, (lua_Number)retry_after / 1000);
        else
            compat_pushinteger(L, retry_after / 1000);
        lua_setfield(L, -2, "retry_after");
    }
    lua_pushboolean(L, client_call_retryable(call));
    lua_setfield(L, -2, "retryable");
}

/* Copies a string field of the table at -1 (the error document) into the error at `error`, unless it has one. */
static void take_field(lua_State *L, int error, const char *from, const char *to)
{
    lua_getfield(L, error, to);
    bool missing = lua_isnil(L, -1);
    lua_pop(L, 1);
    lua_getfield(L, -1, from);
    if (missing && lua_type(L, -1) == LUA_TSTRING && lua_rawlen(L, -1) > 0)
        lua_setfield(L, error, to);
    else
        lua_pop(L, 1);
}

/* errors: [{detail, pointer}]: kept as it is; the first one names the parameter. */
static void take_fault_list(lua_State *L, int error)
{
    lua_getfield(L, -1, "errors");
    if (lua_istable(L, -1)) {
        lua_pushvalue(L, -1);
        lua_setfield(L, error, "errors");
        lua_rawgeti(L, -1, 1);
        if (lua_istable(L, -1)) {
            take_field(L, error, "pointer", "param");
            take_field(L, error, "detail", "message");
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* The document at the top is problem+json (RFC 9457), or has an "error" as other services send it, or both. */
static void take_document(lua_State *L, int error)
{
    lua_getfield(L, -1, "error");
    if (lua_istable(L, -1)) {
        take_field(L, error, "message", "message");
        take_field(L, error, "code", "code");
        take_field(L, error, "type", "code");
        take_field(L, error, "param", "param");
        lua_pop(L, 1);
    } else {
        lua_pop(L, 1);
        take_field(L, error, "error", "message");
    }
    take_field(L, error, "detail", "message");
    take_fault_list(L, error);
    take_field(L, error, "message", "message");
    take_field(L, error, "title", "message");
}

/* Of an answer that is not JSON, the beginning of its first line, when it is plain text. */
static void take_text(lua_State *L, const struct client_call *call)
{
    struct str rest = str_trim(client_call_body(call)), line = {NULL, 0};
    if (!str_istarts(client_call_header(call, "content-type"), STR("text/plain")) || !str_split(&rest, '\n', &line))
        return;
    line = str_trim(line);
    set_string(L, "message", (struct str){line.data, line.len < EXCERPT ? line.len : EXCERPT});
}

static void take_redirect(lua_State *L, const struct client_call *call)
{
    struct str location = client_call_header(call, "location");
    lua_pushliteral(L, "the server redirects to ");
    lua_pushlstring(L, location.data ? location.data : "", location.len);
    lua_pushliteral(L, ", which is not followed: the API key is for base_url only");
    lua_concat(L, 3);
    lua_setfield(L, -2, "message");
    set_string(L, "code", STR("redirect"));
}

static void set_default_message(lua_State *L, const struct client_call *call)
{
    lua_getfield(L, -1, "message");
    bool missing = lua_isnil(L, -1);
    lua_pop(L, 1);
    if (!missing)
        return;
    lua_pushfstring(L, "no reason came with the answer to %s %s", client_call_method(call), client_call_url(call));
    lua_setfield(L, -2, "message");
}

int error_push_call(lua_State *L, const struct client_call *call)
{
    struct error err;
    if (client_call_outcome(call, &err) != OK) {
        error_push_status(L, &err);
        set_answer_fields(L, call);
        return 2;
    }
    int status = client_call_status(call);
    error_push(L, "http", NULL, NULL);
    set_answer_fields(L, call);
    int error = lua_gettop(L);
    struct str type = client_call_header(call, "content-type");
    if (status >= 300 && status < 400)
        take_redirect(L, call);
    else if (str_find(type, STR("json"), 0) < type.len && lua_json_decode(L, client_call_body(call)) &&
             lua_istable(L, -1))
        take_document(L, error);
    lua_settop(L, error);
    take_text(L, call);
    set_default_message(L, call);
    return 2;
}

int error_push_decode(lua_State *L, const struct client_call *call, const char *code, const char *message)
{
    error_push(L, "decode", code, message);
    set_answer_fields(L, call);
    return 2;
}
