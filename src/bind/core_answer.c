#include "bind/core.h"

enum { EXCERPT = 200 };

/* --- as an error --- */

static void set_answer_fields(lua_State *L, const struct client_call *call)
{
    if (client_call_status(call)) {
        compat_pushinteger(L, client_call_status(call));
        lua_setfield(L, -2, "status");
    }
    error_set_text(L, "request_id", client_call_header(call, "x-request-id"));
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

/* Copies the document's errors, [{detail, pointer}], as they are; the first one gives message and parameter. */
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

/* Takes the beginning of the first line of an answer in plain text as the message. */
static void take_text(lua_State *L, const struct client_call *call)
{
    struct str rest = str_trim(client_call_body(call)), line = {NULL, 0};
    if (!str_istarts(client_call_header(call, "content-type"), STR("text/plain")) || !str_split(&rest, '\n', &line))
        return;
    line = str_trim(line);
    error_set_text(L, "message", (struct str){line.data, line.len < EXCERPT ? line.len : EXCERPT});
}

static void take_redirect(lua_State *L, const struct client_call *call)
{
    struct str location = client_call_header(call, "location");
    lua_pushliteral(L, "the server redirects to ");
    lua_pushlstring(L, location.data ? location.data : "", location.len);
    lua_pushliteral(L, ", which is not followed: the API key is for base_url only");
    lua_concat(L, 3);
    lua_setfield(L, -2, "message");
    error_set_text(L, "code", STR("redirect"));
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

/* --- as a table --- */

bool is_success(const struct client_call *call)
{
    return client_call_outcome(call, NULL) == OK && client_call_status(call) >= 200 && client_call_status(call) < 300;
}

bool push_object(lua_State *L, const struct client_call *call)
{
    if (!is_success(call)) {
        error_push_call(L, call);
        return false;
    }
    if (!lua_json_decode(L, client_call_body(call))) {
        lua_pushfstring(L, "the answer is not valid JSON: %s", lua_tostring(L, -1));
        error_push_decode(L, call, "invalid_json", lua_tostring(L, -1));
        return false;
    }
    if (lua_istable(L, -1))
        return true;
    error_push_decode(L, call, "unexpected_answer", "the answer is not a JSON object");
    return false;
}
