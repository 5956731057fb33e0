#include "bind/core.h"

#include "base/system/system.h"

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

static const struct verb core_verbs[] = {
    {"create", create_start, create_advance},    {"status", status_start, status_advance},
    {"wait", wait_start, wait_advance},          {"link", link_start, link_advance},
    {"request", request_start, request_advance}, {NULL},
};

#define DESK_METHODS "copydesk client methods"

/* --- making a desk --- */

/* The string in this field of the options at 1, which keep it alive; NULL when absent. */
static const char *string_option(lua_State *L, const char *name)
{
    lua_getfield(L, 1, name);
    if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "new: %s must be a string, got %s", name, luaL_typename(L, -1));
    const char *text = lua_isnil(L, -1) ? NULL : plain_string(L, -1, "new", name);
    lua_pop(L, 1);
    return text;
}

/* Reads the options at 1. Their strings stay alive in the table or on the stack. */
static void read_options(lua_State *L, struct client_options *options, const char **headers)
{
    struct client_request common = {0};
    read_common(L, 1, "new", &common);
    options->timeout_ms = common.timeout_ms;
    options->retries = common.retries;
    options->base_url = string_option(L, "base_url");
    options->api_key = string_option(L, "api_key");
    options->user_agent = string_option(L, "user_agent");
    options->ca_file = string_option(L, "ca_file");
    options->client_cert = string_option(L, "client_cert");
    options->client_key = string_option(L, "client_key");
    options->proxy = string_option(L, "proxy");
    options->external_transport = hooks_read(L, "transport");
    options->logs_attempts = hooks_read(L, "log");
    push_headers(L, 1, "new", headers);
    options->headers = headers;
}

/*
 * core.new(options [, owned]) -> desk, or nil and a message when an option is wrong. `owned` is an embedded service:
 * its attach method is called before each verb, and its stop method when the desk is closed.
 */
static int core_new(lua_State *L)
{
    const char *headers[MAX_HEADERS + 1];
    struct client_options options = {0};
    struct error err;
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    read_options(L, &options, headers);
    options.waits_for_takeover = !lua_isnil(L, 2);
    struct desk *desk = lua_newuserdata(L, sizeof *desk);
    *desk = (struct desk){.timeout_ms = options.timeout_ms ? options.timeout_ms : CLIENT_TIMEOUT_MS,
                          .has_transport = options.external_transport,
                          .has_log = options.logs_attempts,
                          .owned = !lua_isnil(L, 2),
                          .run_hooks = options.external_transport || options.logs_attempts ? hooks_run : NULL};
    compat_setmetatable(L, DESK_TYPE);
    lua_createtable(L, 1, 0);
    lua_pushvalue(L, 2);
    lua_rawseti(L, -2, 1);
    hooks_keep(L, -1);
    lua_setuservalue(L, -2);
    if (client_new(&options, &desk->client, &err) == OK)
        return 1;
    lua_pushnil(L);
    lua_pushstring(L, err.message);
    return 2;
}

static int desk_gc(lua_State *L)
{
    struct desk *desk = lua_touserdata(L, 1);
    client_free(desk->client);
    desk->client = NULL;
    return 0;
}

static struct desk *check_open(lua_State *L, const char *method)
{
    struct desk *desk = luaL_checkudata(L, 1, DESK_TYPE);
    if (!desk->client)
        luaL_error(L, "%s: the client is closed", method);
    return desk;
}

static int desk_tostring(lua_State *L)
{
    struct desk *desk = luaL_checkudata(L, 1, DESK_TYPE);
    lua_pushfstring(L, "%s (%s): %p", DESK_TYPE, desk->client ? "open" : "closed", (void *)desk);
    return 1;
}

/* --- methods --- */

/* desk:close(): calls under way end as cancelled; an embedded service stops. Closing twice is allowed. */
static int desk_close(lua_State *L)
{
    luaL_checkudata(L, 1, DESK_TYPE);
    desk_gc(L);
    lua_getuservalue(L, 1);
    lua_rawgeti(L, -1, 1);
    lua_pushnil(L);
    lua_rawseti(L, -3, 1);
    if (lua_isnil(L, -1))
        return 0;
    lua_getfield(L, -1, "stop");
    lua_insert(L, -2);
    lua_call(L, 1, 0);
    return 0;
}

/* desk:fd() -> descriptor to poll for reading, or nil, error. */
static int desk_fd(lua_State *L)
{
    struct error err;
    int fd = client_fd(check_open(L, "fd")->client, &err);
    if (fd < 0)
        return error_push_status(L, &err);
    lua_pushinteger(L, fd);
    return 1;
}

/* desk:timeout() -> seconds until step has something to do in any case, or nil when nothing is planned. */
static int desk_timeout(lua_State *L)
{
    int ms = client_timeout(check_open(L, "timeout")->client);
    if (ms < 0)
        lua_pushnil(L);
    else
        lua_pushnumber(L, (lua_Number)ms / 1000);
    return 1;
}

/* desk:step([seconds]) -> true, or nil, error. Waits for at most that long (0 when absent), and moves every call on. */
static int desk_step(lua_State *L)
{
    struct error err;
    struct desk *desk = check_open(L, "step");
    if (client_step(desk->client, seconds_to_ms(luaL_optnumber(L, 2, 0)), &err) != OK)
        return error_push_status(L, &err);
    if (desk->run_hooks)
        desk->run_hooks(L, desk);
    lua_pushboolean(L, 1);
    return 1;
}

/* What cqueues asks of an object that it polls: desk:pollfd(), desk:events() and desk:timeout(). */
static int desk_events(lua_State *L)
{
    check_open(L, "events");
    lua_pushliteral(L, "r");
    return 1;
}

/* What LuaSocket's select asks: desk:getfd() -> descriptor, or -1; desk:dirty() -> is there something to do already? */
static int desk_getfd(lua_State *L)
{
    struct desk *desk = luaL_checkudata(L, 1, DESK_TYPE);
    lua_pushinteger(L, desk->client ? client_fd(desk->client, NULL) : -1);
    return 1;
}

static int desk_dirty(lua_State *L)
{
    struct desk *desk = luaL_checkudata(L, 1, DESK_TYPE);
    lua_pushboolean(L, desk->client && client_timeout(desk->client) == 0);
    return 1;
}

/* desk:ended() -> the next task begun by start whose call has ended, for its advance; or nil. */
static int desk_ended(lua_State *L)
{
    return task_next_ended(L, check_open(L, "ended"));
}

static int begin_verb(lua_State *L, const char *what, bool step_follows, int delay_ms)
{
    luaL_checkudata(L, 1, DESK_TYPE);
    struct str name;
    name.data = luaL_checklstring(L, 2, &name.len);
    for (const struct verb *verb = core_verbs; verb->name; verb++) {
        if (!str_eq(str_from(verb->name), name))
            continue;
        lua_remove(L, 2);
        return task_begin(L, verb, step_follows, delay_ms);
    }
    return luaL_error(L, "%s: there is no verb \"%s\"", what, name.data);
}

/*
 * desk:start(verb, ...) -> a task, or nil and an error. A loop drives it: it steps the desk, and calls task:advance()
 * until that is true.
 */
static int desk_start(lua_State *L)
{
    return begin_verb(L, "start", false, NO_PACE);
}

/* core.begin(desk, verb, ...): the same for a driver that steps the desk right afterwards in any case. */
static int core_begin(lua_State *L)
{
    return begin_verb(L, "begin", true, NO_PACE);
}

/* core.pace(desk, seconds, verb, ...): begin for a caller that paces its requests itself, see task_begin. */
static int core_pace(lua_State *L)
{
    double seconds = luaL_checknumber(L, 2);
    lua_remove(L, 2);
    return begin_verb(L, "pace", true, seconds_to_ms(seconds));
}

/* --- verbs, as methods and as functions of the module --- */

static int call_verb(lua_State *L)
{
    return task_run(L, lua_touserdata(L, lua_upvalueindex(1)));
}

/* The same in one C frame, so that an error about a wrong argument names the line of the call. */
static int call_verb_of_default(lua_State *L)
{
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_call(L, 0, 2);
    if (lua_isnil(L, -2))
        return 2;
    lua_pop(L, 1);
    lua_insert(L, 1);
    return call_verb(L);
}

static void add_verbs(lua_State *L, lua_CFunction function, int provider)
{
    for (const struct verb *verb = core_verbs; verb->name; verb++) {
        lua_pushlightuserdata(L, (void *)verb);
        if (provider)
            lua_pushvalue(L, provider);
        lua_pushcclosure(L, function, provider ? 2 : 1);
        lua_setfield(L, -2, verb->name);
    }
}

/* core.face(provider) -> table of the verbs as functions. provider() returns the desk to use, or nil, error. */
static int core_face(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_newtable(L);
    add_verbs(L, call_verb_of_default, 1);
    return 1;
}

/* core.values(desk) -> a table that lives as long as the desk, for the Lua layer; [1] is the embedded service. */
static int core_values(lua_State *L)
{
    luaL_checkudata(L, 1, DESK_TYPE);
    lua_getuservalue(L, 1);
    return 1;
}

/* core.keep_readable(desk, on): while on, the desk's descriptor is always readable. A closed desk has none. */
static int core_keep_readable(lua_State *L)
{
    struct desk *desk = luaL_checkudata(L, 1, DESK_TYPE);
    if (desk->client)
        client_keep_readable(desk->client, lua_toboolean(L, 2));
    return 0;
}

/* core.uuid() -> a new UUID of version 7, for keys. */
static int core_uuid(lua_State *L)
{
    char uuid[UUID_LENGTH + 1];
    uuid_v7(uuid);
    lua_pushstring(L, uuid);
    return 1;
}

/* core.array(table) -> the same table, marked as an array, which matters when it is empty: see lua_json.h. */
static int core_array(lua_State *L)
{
    lua_settop(L, 1);
    if (lua_isnil(L, 1))
        lua_newtable(L);
    luaL_checktype(L, -1, LUA_TTABLE);
    compat_setmetatable(L, LUA_JSON_ARRAY);
    return 1;
}

/* --- for modules of the Lua layer --- */

/* core.decode(text) -> the value, as answers are decoded; or nil, message. */
static int core_decode(lua_State *L)
{
    size_t len;
    const char *text = luaL_checklstring(L, 1, &len);
    if (lua_json_decode(L, (struct str){text, len}))
        return 1;
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
}

/* core.encode(value) -> the text, as requests are encoded; or nil, message. */
static int core_encode(lua_State *L)
{
    luaL_checkany(L, 1);
    if (lua_json_encode(L, 1))
        return 1;
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
}

/*
 * core.write_file(path [, text]) -> true and the path of the file where the links lead, nil for what is no file (a
 * device, a pipe); or nil and what is wrong. Without a text it only checks that the path can be written. See
 * base/system/output.h for what is replaced and what is opened.
 */
static int core_write_file(lua_State *L)
{
    struct error err;
    struct output output;
    struct str text = {0};
    enum status status = output_find(&output, luaL_checkstring(L, 1), &err);
    text.data = luaL_optlstring(L, 2, NULL, &text.len);
    if (!status && text.data)
        status = output_write(&output, text, &err);
    if (!status)
        lua_pushboolean(L, 1);
    else
        lua_pushnil(L);
    lua_pushstring(L, status ? err.message : output.is_replaced ? output.path : NULL);
    return 2;
}

/* core.error(kind, code or nil, message) -> nil, error */
static int core_error(lua_State *L)
{
    return error_push(L, luaL_checkstring(L, 1), luaL_optstring(L, 2, NULL), luaL_checkstring(L, 3));
}

static void desk_open(lua_State *L)
{
    static const luaL_Reg methods[] = {{"close", desk_close},
                                       {"fd", desk_fd},
                                       {"timeout", desk_timeout},
                                       {"step", desk_step},
                                       {"start", desk_start},
                                       {"ended", desk_ended},
                                       {"pollfd", desk_fd},
                                       {"events", desk_events},
                                       {"getfd", desk_getfd},
                                       {"dirty", desk_dirty},
                                       {NULL, NULL}};
    luaL_newmetatable(L, DESK_TYPE);
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    add_verbs(L, call_verb, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "__index");
    lua_setfield(L, LUA_REGISTRYINDEX, DESK_METHODS);
    lua_pushcfunction(L, desk_gc);
    lua_setfield(L, -2, "__gc");
    lua_pushcfunction(L, desk_tostring);
    lua_setfield(L, -2, "__tostring");
    lua_pop(L, 1);
}

int luaopen_copydesk_core(lua_State *L)
{
    static const luaL_Reg functions[] = {{"new", core_new},
                                         {"face", core_face},
                                         {"array", core_array},
                                         {"values", core_values},
                                         {"uuid", core_uuid},
                                         {"begin", core_begin},
                                         {"pace", core_pace},
                                         {"keep_readable", core_keep_readable},
                                         {"wakeup", core_wakeup},
                                         {"decode", core_decode},
                                         {"encode", core_encode},
                                         {"read_input", core_read_input},
                                         {"error", core_error},
                                         {"write_file", core_write_file},
                                         {NULL, NULL}};
    error_open(L);
    lua_json_open(L);
    task_open(L);
    hooks_open(L);
    desk_open(L);
    wakeup_open_type(L);
    luaL_newlib(L, functions);
    lua_pushlightuserdata(L, NULL);
    lua_setfield(L, -2, "null");
    lua_getfield(L, LUA_REGISTRYINDEX, DESK_METHODS);
    lua_setfield(L, -2, "methods"); /* the Lua layer adds methods of its own */
    lua_pushliteral(L, COPYDESK_VERSION);
    lua_setfield(L, -2, "version");
    return 1;
}
