#include "bind/core.h"

#include <limits.h>
#include <string.h>

/* --- arguments ---------------------------------------------------------------------------------------------------- */

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

static bool is_listed(const char *names, struct str name)
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
        if (!is_listed(names, name))
            luaL_error(L, "%s: there is no option \"%s\" (there are: %s)", verb, name.data, names);
    }
}

static void require_string(lua_State *L, int index, const char *verb, const char *field)
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

/* --- answers ------------------------------------------------------------------------------------------------------ */

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

/* --- bodies ------------------------------------------------------------------------------------------------------- */

/* Makes the value at index the body of the task's request, as JSON. Throws what lua_json_encode says against it. */
static void add_body(lua_State *L, int index, struct task *task)
{
    size_t length;
    if (!lua_json_encode(L, index))
        luaL_error(L, "%s: %s", task->verb->name, lua_tostring(L, -1));
    const char *text = lua_tolstring(L, -1, &length);
    buf_add(&task->body, text, length);
    lua_pop(L, 1);
}

/* --- create ------------------------------------------------------------------------------------------------------- */

static bool create_start(lua_State *L, struct task *task)
{
    if (lua_type(L, 2) == LUA_TSTRING) { /* create "indoor herb garden" */
        lua_createtable(L, 0, 1);
        lua_pushvalue(L, 2);
        lua_setfield(L, -2, "targetKeyword");
        lua_replace(L, 2);
    }
    if (!lua_istable(L, 2))
        luaL_error(L, "create: a table with targetKeyword expected, got %s", luaL_typename(L, 2));
    require_string(L, 2, "create", "targetKeyword");
    check_options(L, 3, "create", "timeout retries idempotency_key");
    struct client_request request = {.method = "POST", .path = "/api/articles/v2/"};
    read_common(L, 3, "create", &request);
    add_body(L, 2, task);
    return task_send(L, task, &request, true);
}

static int create_advance(lua_State *L, struct task *task)
{
    if (!push_object(L, task->call))
        return 2;
    lua_getfield(L, -1, "articleId");
    if (lua_type(L, -1) != LUA_TSTRING)
        return error_push_decode(L, task->call, "unexpected_answer", "the answer has no articleId");
    lua_pop(L, 1);
    return 1;
}

/* --- status ------------------------------------------------------------------------------------------------------- */

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

static bool status_start(lua_State *L, struct task *task)
{
    check_options(L, 3, "status", "timeout retries");
    struct client_request request = {.method = "GET"};
    read_common(L, 3, "status", &request);
    push_article_path(L, "status");
    request.path = lua_tostring(L, -1);
    return task_send(L, task, &request, false);
}

static int status_advance(lua_State *L, struct task *task)
{
    return push_object(L, task->call) ? 1 : 2;
}

/* --- link --------------------------------------------------------------------------------------------------------- */

#define LINKED_TYPE "copydesk linked content"

static int linked_tostring(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_getfield(L, 1, "content");
    return 1;
}

static bool link_start(lua_State *L, struct task *task)
{
    if (!lua_istable(L, 2))
        luaL_error(L, "link: a table with content, format and domainId expected, got %s", luaL_typename(L, 2));
    require_string(L, 2, "link", "content");
    check_options(L, 3, "link", "timeout retries idempotency_key");
    struct client_request request = {.method = "POST", .path = "/api/internal-links/"};
    read_common(L, 3, "link", &request);
    struct str format;
    lua_getfield(L, 2, "format");
    format.data = lua_tolstring(L, -1, &format.len);
    task->text_answer = !format.data || !str_ieq(format, STR("json"));
    add_body(L, 2, task);
    return task_send(L, task, &request, true);
}

static int link_advance(lua_State *L, struct task *task)
{
    if (task->text_answer && is_success(task->call)) {
        struct str content = client_call_body(task->call);
        lua_createtable(L, 0, 1);
        lua_pushlstring(L, content.data, content.len);
        lua_setfield(L, -2, "content");
    } else if (!push_object(L, task->call)) {
        return 2;
    }
    if (luaL_newmetatable(L, LINKED_TYPE)) {
        lua_pushcfunction(L, linked_tostring);
        lua_setfield(L, -2, "__tostring");
    }
    lua_setmetatable(L, -2);
    return 1;
}

/* --- request ------------------------------------------------------------------------------------------------------ */

static bool request_start(lua_State *L, struct task *task)
{
    const char *headers[MAX_HEADERS + 1];
    if (lua_type(L, 2) != LUA_TSTRING || lua_type(L, 3) != LUA_TSTRING)
        luaL_error(L, "request: a method and a path expected, such as \"GET\", \"/api/domains\"");
    check_options(L, 5, "request", "timeout retries idempotency_key headers raw");
    struct client_request request = {.method = plain_string(L, 2, "request", "the method"),
                                     .path = plain_string(L, 3, "request", "the path")};
    read_common(L, 5, "request", &request);
    bool has_body = !lua_isnil(L, 4);
    if (has_body)
        add_body(L, 4, task);
    if (lua_istable(L, 5)) {
        lua_getfield(L, 5, "raw");
        task->text_answer = lua_toboolean(L, -1);
        push_headers(L, 5, "request", headers);
        request.headers = headers;
    }
    return task_send(L, task, &request, has_body);
}

/* The decoded answer (a string when it is not JSON or `raw` is set, true when there is none) and its status. */
static int request_advance(lua_State *L, struct task *task)
{
    struct client_call *call = task->call;
    struct str body = client_call_body(call), type = client_call_header(call, "content-type");
    if (!is_success(call))
        return error_push_call(L, call);
    if (!body.len) {
        lua_pushboolean(L, 1);
    } else if (task->text_answer || str_find(type, STR("json"), 0) == type.len) {
        lua_pushlstring(L, body.data, body.len);
    } else if (!lua_json_decode(L, body)) {
        lua_pushfstring(L, "the answer is not valid JSON: %s", lua_tostring(L, -1));
        return error_push_decode(L, call, "invalid_json", lua_tostring(L, -1));
    }
    compat_pushinteger(L, client_call_status(call));
    return 2;
}

const struct verb core_verbs[] = {
    {"create", create_start, create_advance},    {"status", status_start, status_advance},
    {"wait", wait_start, wait_advance},          {"link", link_start, link_advance},
    {"request", request_start, request_advance}, {NULL},
};
