/*
 * copydesk.service: the whole service inside this process.
 *
 *     local server = assert(service.start { listen = "127.0.0.1:0", data = folder })
 *     print(server.url, server.key, server.shared)
 *     server:wait()   -- until SIGINT or SIGTERM
 *     server:stop()
 */
#include "service/service.h"
#include "bind/lua_compat.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SERVER_TYPE "copydesk.service.server"

enum { MAX_DEPTH = 16 };

#define MIXED "a table must be either a list or have names only"

struct server {
    struct service *service; /* NULL: stopped, or another process's */
    struct arena *arena;     /* of url and key when it is another process's */
    const char *url, *key;
    pid_t owner; /* in a fork of this process there are no threads behind it */
};

/* --- Lua tables to JSON --- */

/* What cannot be a configuration is said with the place where it stands. */
struct reader {
    lua_State *L;
    char problem[160];
};

static json_t *read_value(struct reader *reader, int index, int depth);

static json_t *refuse(struct reader *reader, const char *what)
{
    if (!reader->problem[0])
        snprintf(reader->problem, sizeof reader->problem, "configuration: %s", what);
    return NULL;
}

/* Has the table more entries than its list? */
static bool is_mixed(lua_State *L, int index)
{
    size_t entries = 0;
    lua_pushnil(L);
    for (; lua_next(L, index); lua_pop(L, 1))
        entries++;
    return entries != lua_rawlen(L, index);
}

static json_t *read_array(struct reader *reader, int index, int depth)
{
    if (is_mixed(reader->L, index))
        return refuse(reader, MIXED);
    json_t *array = json_array();
    size_t count = lua_rawlen(reader->L, index);
    for (size_t i = 1; array && i <= count; i++) {
        lua_rawgeti(reader->L, index, (int)i);
        json_t *value = read_value(reader, lua_gettop(reader->L), depth + 1);
        lua_pop(reader->L, 1);
        if (!value || json_array_append_new(array, value) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *read_object(struct reader *reader, int index, int depth)
{
    lua_State *L = reader->L;
    json_t *object = json_object();
    lua_pushnil(L);
    while (object && lua_next(L, index)) {
        json_t *value = NULL;
        if (lua_type(L, -2) != LUA_TSTRING)
            refuse(reader, MIXED);
        else
            value = read_value(reader, lua_gettop(L), depth + 1);
        if (!value || json_object_set_new(object, lua_tostring(L, -2), value) != 0) {
            lua_pop(L, 2);
            json_decref(object);
            return NULL;
        }
        lua_pop(L, 1);
    }
    return object;
}

static json_t *read_number(struct reader *reader, int index)
{
    long long whole;
    if (compat_tointeger(reader->L, index, &whole))
        return json_integer(whole);
    json_t *real = json_real(lua_tonumber(reader->L, index));
    return real ? real : refuse(reader, "a number must be finite");
}

static json_t *read_value(struct reader *reader, int index, int depth)
{
    char what[80];
    size_t length;
    if (depth > MAX_DEPTH || !lua_checkstack(reader->L, 8))
        return refuse(reader, "tables are nested too deeply");
    switch (lua_type(reader->L, index)) {
    case LUA_TTABLE:
        return lua_rawlen(reader->L, index) > 0 ? read_array(reader, index, depth) : read_object(reader, index, depth);
    case LUA_TSTRING: {
        const char *text = lua_tolstring(reader->L, index, &length);
        json_t *string = json_stringn(text, length);
        return string ? string : refuse(reader, "texts must be UTF-8");
    }
    case LUA_TNUMBER:
        return read_number(reader, index);
    case LUA_TBOOLEAN:
        return json_boolean(lua_toboolean(reader->L, index));
    default:
        snprintf(what, sizeof what, "a %s cannot be configured", luaL_typename(reader->L, index));
        return refuse(reader, what);
    }
}

/* --- JSON to Lua tables --- */

static void push_json(lua_State *L, const json_t *value)
{
    const char *name;
    json_t *member;
    size_t i;
    luaL_checkstack(L, 4, "nested too deeply");
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        lua_createtable(L, 0, (int)json_object_size(value));
        json_object_foreach((json_t *)value, name, member)
        {
            push_json(L, member);
            lua_setfield(L, -2, name);
        }
        break;
    case JSON_ARRAY:
        lua_createtable(L, (int)json_array_size(value), 0);
        json_array_foreach(value, i, member)
        {
            push_json(L, member);
            lua_rawseti(L, -2, (int)i + 1);
        }
        break;
    case JSON_STRING:
        lua_pushlstring(L, json_string_value(value), json_string_length(value));
        break;
    case JSON_INTEGER:
        compat_pushinteger(L, json_integer_value(value));
        break;
    case JSON_REAL:
        lua_pushnumber(L, json_real_value(value));
        break;
    case JSON_NULL:
        lua_pushnil(L);
        break;
    default:
        lua_pushboolean(L, json_is_true(value));
    }
}

/* service.describe(): the service's own tables (service_describe): lists of { name =, type =, summary =, ... }. */
static int describe(lua_State *L)
{
    json_t *table = service_describe();
    if (!table)
        return luaL_error(L, "not enough memory");
    push_json(L, table);
    json_decref(table);
    return 1;
}

/* --- the server object --- */

static int push_error(lua_State *L, const struct error *err)
{
    static const char *const kinds[] = {
        [E_MEMORY] = "memory", [E_INVALID] = "invalid", [E_CONFLICT] = "conflict", [E_IO] = "io"};
    const char *kind = (size_t)err->status < COUNT_OF(kinds) ? kinds[err->status] : NULL;
    lua_pushnil(L);
    lua_createtable(L, 0, 2);
    lua_pushstring(L, kind ? kind : "service");
    lua_setfield(L, -2, "kind");
    lua_pushstring(L, err->message);
    lua_setfield(L, -2, "message");
    luaL_getmetatable(L, SERVER_TYPE ".error");
    lua_setmetatable(L, -2);
    return 2;
}

static struct server *check_server(lua_State *L)
{
    return luaL_checkudata(L, 1, SERVER_TYPE);
}

/* service.start(config): the service, or the one that another process runs on the same folder. */
static int start(lua_State *L)
{
    struct error err = {0};
    struct reader reader = {.L = L};
    json_t *config = NULL;
    if (!lua_isnoneornil(L, 1)) {
        luaL_checktype(L, 1, LUA_TTABLE);
        config = read_value(&reader, 1, 0);
        if (!config) {
            error_set(&err, E_INVALID, "config", "%s", reader.problem[0] ? reader.problem : "out of memory");
            return push_error(L, &err);
        }
    }
    struct server *server = lua_newuserdata(L, sizeof *server);
    *server = (struct server){.owner = getpid()};
    luaL_getmetatable(L, SERVER_TYPE);
    lua_setmetatable(L, -2);
    enum status status = service_start(config, &server->service, &err);
    if (status == OK) {
        server->url = service_url(server->service);
        server->key = service_key(server->service);
    } else if (status == E_CONFLICT && (server->arena = arena_new())) {
        const char *data = json_string_value(json_object_get(config, "data"));
        const char *folder = data ? data : service_default_folder(server->arena);
        status = folder ? service_discover(folder, server->arena, &server->url, &server->key, &err) : E_MEMORY;
    }
    json_decref(config);
    return status == OK ? 1 : push_error(L, &err);
}

static int stop(lua_State *L)
{
    struct server *server = check_server(L);
    if (server->owner == getpid()) {
        service_stop(server->service);
        arena_free(server->arena);
        server->service = NULL;
        server->arena = NULL;
        server->url = server->key = NULL;
    }
    return 0;
}

/* Is the signal ignored, as a shell does for what it starts in the background? Then it stays so. */
static int is_ignored(int number)
{
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* server:wait(): blocks until SIGINT or SIGTERM and returns which one. The signals' handlers are as before afterwards. */
static int wait_for_signal(lua_State *L)
{
    struct server *server = check_server(L);
    struct error err;
    sigset_t signals, before;
    int number = 0;
    if (!server->service || server->owner != getpid()) {
        error_set(&err, E_CONFLICT, NULL, "this process does not run the service");
        return push_error(L, &err);
    }
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    if (!is_ignored(SIGINT))
        sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    sigwait(&signals, &number);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    lua_pushstring(L, number == SIGINT ? "SIGINT" : "SIGTERM");
    return 1;
}

/* url, key, shared (another process runs it), or a method. */
static int index_server(lua_State *L)
{
    struct server *server = check_server(L);
    const char *name = luaL_checkstring(L, 2);
    if (strcmp(name, "url") == 0)
        lua_pushstring(L, server->url);
    else if (strcmp(name, "key") == 0)
        lua_pushstring(L, server->key);
    else if (strcmp(name, "shared") == 0)
        lua_pushboolean(L, server->url && !server->service);
    else
        lua_getfield(L, lua_upvalueindex(1), name);
    return 1;
}

static int describe_error(lua_State *L)
{
    lua_getfield(L, 1, "message");
    return 1;
}

COPYDESK_EXPORT int luaopen_copydesk_service(lua_State *L);

COPYDESK_EXPORT int luaopen_copydesk_service(lua_State *L)
{
    static const luaL_Reg methods[] = {{"stop", stop}, {"wait", wait_for_signal}, {NULL, NULL}};
    static const luaL_Reg functions[] = {{"start", start}, {"describe", describe}, {NULL, NULL}};
    luaL_newmetatable(L, SERVER_TYPE ".error");
    lua_pushcfunction(L, describe_error);
    lua_setfield(L, -2, "__tostring");
    luaL_newmetatable(L, SERVER_TYPE);
    lua_pushcfunction(L, stop);
    lua_setfield(L, -2, "__gc");
    luaL_newlib(L, methods);
    lua_pushcclosure(L, index_server, 1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 2);
    luaL_newlib(L, functions);
    return 1;
}
