#include "bind/core.h"

/* --- bodies --- */

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

/* --- create --- */

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

/* --- status --- */

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

/* --- link --- */

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
    require_string(L, 2, "link", "domainId");
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

/* --- request --- */

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
