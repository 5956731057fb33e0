#include "bind/core.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

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

/* Sets a field of the table at the top, unless the text is NULL or empty. */
static void error_set_text(lua_State *L, const char *field, struct str text)
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

static bool is_listed_option(const char *names, struct str name)
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
        if (!is_listed_option(names, name))
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

enum { PIECE = 64 * 1024 };

/* -1: without end. */
static int wait_ms(lua_State *L, int index)
{
    if (lua_isnoneornil(L, index))
        return -1;
    lua_Number ms = ceil(luaL_checknumber(L, index) * 1000);
    return ms <= 0 ? 0 : ms > 60000 ? 60000 : (int)ms;
}

static int push_failure(lua_State *L)
{
    lua_pushnil(L);
    lua_pushstring(L, strerror(errno));
    return 2;
}

int core_read_input(lua_State *L)
{
    char piece[PIECE];
    struct pollfd files[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = (int)luaL_optinteger(L, 2, -1), .events = POLLIN}};
    int found = poll(files, COUNT_OF(files), wait_ms(L, 1));
    if (found < 0 && errno != EINTR)
        return push_failure(L);
    if (found <= 0 || !files[0].revents) {
        lua_pushliteral(L, "");
        return 1;
    }
    ssize_t size = read(STDIN_FILENO, piece, sizeof piece);
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) {
        lua_pushliteral(L, "");
        return 1;
    }
    if (size < 0)
        return push_failure(L);
    if (size == 0)
        lua_pushnil(L);
    else
        lua_pushlstring(L, piece, (size_t)size);
    return 1;
}
