/*
 * copydesk.service: the whole service inside this process.
 *
 *     local server = assert(service.start { data = folder })      -- shares the folder with other programs
 *     print(server.address, server.url, server.key, server.shared)
 *     server:stop()
 *
 *     local server = assert(service.serve { data = folder, listen = "127.0.0.1:8080" })      -- is there for others
 *     server:wait()   -- until SIGINT or SIGTERM
 *     server:stop()
 */
#include "service/service.h"
#include "base/system/system.h"
#include "bind/lua_json.h"
#include "store/move/move.h"

#include <jansson.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ARENA_TYPE "copydesk.service.arena"
#define VALUE_TYPE "copydesk.service.value"
#define ERROR_TYPE "copydesk.service.error"

/* --- values that Lua's collector frees, since anything that Lua is asked for may throw --- */

/* Pushes a place for a JSON value, NULL at first, whose reference the collector drops. */
static json_t **service_new_value(lua_State *L)
{
    json_t **value = lua_newuserdata(L, sizeof *value);
    *value = NULL;
    luaL_getmetatable(L, VALUE_TYPE);
    lua_setmetatable(L, -2);
    return value;
}

static int free_value(lua_State *L)
{
    json_t **value = lua_touserdata(L, 1);
    json_decref(*value);
    *value = NULL;
    return 0;
}

/* Pushes a value of such a place, which is NULL afterwards, as Lua has it. Throws when memory ran out, also for NULL.
 */
static bool service_push_json(lua_State *L, json_t **value)
{
    size_t size = *value ? json_dumpb(*value, NULL, 0, JSON_COMPACT) : 0;
    char *text = lua_newuserdata(L, size + 1);
    if (!size || json_dumpb(*value, text, size, JSON_COMPACT) != size)
        return luaL_error(L, "not enough memory");
    json_decref(*value); /* at once, since a program may end without a last run of the collector */
    *value = NULL;
    return lua_json_decode(L, (struct str){text, size}) || lua_error(L);
}

static int free_arena(lua_State *L)
{
    struct arena **arena = lua_touserdata(L, 1);
    arena_free(*arena);
    *arena = NULL;
    return 0;
}

/* Pushes a new arena, or NULL when memory ran out, which the collector frees; the place may be freed and set to NULL
 * before. */
static struct arena **service_new_arena(lua_State *L)
{
    struct arena **arena = lua_newuserdata(L, sizeof *arena);
    *arena = NULL;
    if (luaL_newmetatable(L, ARENA_TYPE)) {
        lua_pushcfunction(L, free_arena);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    *arena = arena_new();
    return arena;
}

/* --- errors --- */

/* Pushes nil and the error as a table { kind =, message =, code = }; 2. */
static int service_push_error(lua_State *L, const struct error *err)
{
    static const char *const kinds[] = {[E_MEMORY] = "memory", [E_INVALID] = "invalid",     [E_CONFLICT] = "conflict",
                                        [E_IO] = "io",         [E_NOT_FOUND] = "not_found", [E_CORRUPT] = "corrupt"};
    const char *kind = (size_t)err->status < COUNT_OF(kinds) ? kinds[err->status] : NULL;
    lua_pushnil(L);
    lua_createtable(L, 0, 2);
    lua_pushstring(L, kind ? kind : "service");
    lua_setfield(L, -2, "kind");
    lua_pushstring(L, err->message);
    lua_setfield(L, -2, "message");
    if (err->code) {
        lua_pushstring(L, err->code);
        lua_setfield(L, -2, "code");
    }
    luaL_getmetatable(L, ERROR_TYPE);
    lua_setmetatable(L, -2);
    return 2;
}

static int describe_error(lua_State *L)
{
    lua_getfield(L, 1, "message");
    return 1;
}

/* --- configurations --- */

/* Why the text of a configuration was refused. */
static const char *service_values_explain(const json_error_t *problem)
{
    switch (json_error_code(problem)) {
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "a text must not hold a NUL byte";
    default:
        return problem->text;
    }
}

/* The table at 1 (or nothing) as JSON, at the top of the stack. False: nil and an error are there. */
static bool service_read_config(lua_State *L, json_t ***config)
{
    struct error err;
    json_error_t problem;
    size_t length;
    *config = service_new_value(L);
    if (lua_isnoneornil(L, 1))
        return true;
    luaL_checktype(L, 1, LUA_TTABLE);
    if (!lua_json_encode(L, 1)) {
        error_set(&err, E_INVALID, "config", "configuration: %s", lua_tostring(L, -1));
        service_push_error(L, &err);
        return false;
    }
    const char *text = lua_tolstring(L, -1, &length);
    **config = json_loadb(text, length, 0, &problem);
    lua_pop(L, 1);
    if (**config)
        return true;
    error_set(&err, E_INVALID, "config", "configuration: %s", service_values_explain(&problem));
    service_push_error(L, &err);
    return false;
}

/* Once for each Lua state, before the others. */
static void service_values_open(lua_State *L)
{
    luaL_newmetatable(L, VALUE_TYPE);
    lua_pushcfunction(L, free_value);
    lua_setfield(L, -2, "__gc");
    luaL_newmetatable(L, ERROR_TYPE);
    lua_pushcfunction(L, describe_error);
    lua_setfield(L, -2, "__tostring");
    lua_pushcfunction(L, compat_concat);
    lua_setfield(L, -2, "__concat");
    lua_pop(L, 2);
}

/* --- reports --- */

static void service_upkeep_set_text(lua_State *L, const char *name, const char *text)
{
    if (!text)
        return;
    lua_pushstring(L, text);
    lua_setfield(L, -2, name);
}

static void service_upkeep_set_number(lua_State *L, const char *name, int64_t number)
{
    compat_pushinteger(L, number);
    lua_setfield(L, -2, name);
}

static void push_report(lua_State *L, const struct upkeep_report *report)
{
    lua_createtable(L, 0, 9);
    service_upkeep_set_text(L, "path", report->backup.path);
    service_upkeep_set_text(L, "folder", report->backup.folder);
    service_upkeep_set_text(L, "aside", report->backup.aside);
    service_upkeep_set_text(L, "version", report->backup.version);
    service_upkeep_set_text(L, "secretKey", report->secret_key);
    service_upkeep_set_number(L, "schema", report->backup.schema);
    service_upkeep_set_number(L, "createdAt", report->backup.created_at);
    service_upkeep_set_number(L, "files", (int64_t)report->backup.files);
    service_upkeep_set_number(L, "bytes", report->backup.bytes);
}

/* --- functions --- */

typedef enum status (*work)(const json_t *config, const char *name, bool may_replace, struct arena *arena,
                            struct upkeep_report *report, struct error *err);

static enum status service_upkeep_make(const json_t *config, const char *name, bool may_replace, struct arena *arena,
                                       struct upkeep_report *report, struct error *err)
{
    (void)may_replace;
    return upkeep_backup(config, name, arena, report, err);
}

static int service_upkeep_run(lua_State *L, work run_work)
{
    struct error err;
    struct upkeep_report report;
    json_t **config;
    lua_settop(L, 3);
    const char *name = luaL_checkstring(L, 2);
    bool may_replace = lua_toboolean(L, 3);
    if (!service_read_config(L, &config))
        return 2;
    struct arena **arena = service_new_arena(L);
    enum status status = *arena ? run_work(*config, name, may_replace, *arena, &report, &err) : error_memory(&err);
    json_decref(*config); /* at once, since a program may end without a last run of the collector */
    *config = NULL;
    if (status)
        return service_push_error(L, &err);
    push_report(L, &report);
    arena_free(*arena);
    *arena = NULL;
    return 1;
}

/*
 * service.backup(config, target) -> report, or nil and an error. See backup_make. A report is a table { path =, folder
 * =, version =, schema =, createdAt =, files =, bytes = }, with `secretKey` where that file is kept elsewhere.
 */
static int service_backup(lua_State *L)
{
    return service_upkeep_run(L, service_upkeep_make);
}

/* service.restore(config, backup, force) -> report, with `aside` where something was moved. See backup_restore. */
static int service_restore(lua_State *L)
{
    return service_upkeep_run(L, upkeep_restore);
}

/* --- moving --- */

enum { FOLDER = 1, DATABASE, AGAIN, PROGRESS, CALL }; /* places of the stack */

/* Inside a protected call: the function, and what it is to be told. */
static int call_progress(lua_State *L)
{
    const struct move_progress *progress = lua_touserdata(L, 2);
    lua_settop(L, 1);
    lua_pushstring(L, progress->phase == MOVE_COPIES ? "copy" : "compare");
    lua_pushstring(L, progress->table);
    compat_pushinteger(L, progress->rows);
    compat_pushinteger(L, progress->of_rows);
    compat_pushinteger(L, progress->bytes);
    lua_call(L, 5, 0);
    return 0;
}

/* What is pushed here needs no memory. An error that was thrown stays on top of the stack. */
static bool tell_progress(void *argument, const struct move_progress *progress)
{
    lua_State *L = argument;
    lua_pushvalue(L, CALL);
    lua_pushvalue(L, PROGRESS);
    lua_pushlightuserdata(L, (void *)progress);
    return lua_pcall(L, 2, 0, 0) == 0;
}

static void push_tables(lua_State *L, const struct move_report *report)
{
    lua_createtable(L, (int)report->table_count, 0);
    for (size_t i = 0; i < report->table_count; i++) {
        lua_createtable(L, 0, 4);
        service_upkeep_set_text(L, "name", report->tables[i].name);
        service_upkeep_set_number(L, "rows", report->tables[i].rows);
        service_upkeep_set_number(L, "bytes", report->tables[i].bytes);
        service_upkeep_set_text(L, "sha256", report->tables[i].sha256);
        lua_rawseti(L, -2, (int)i + 1);
    }
}

static void push_moved(lua_State *L, const struct move_report *report)
{
    lua_createtable(L, 0, 10);
    service_upkeep_set_text(L, "database", report->database);
    service_upkeep_set_number(L, "rows", report->rows);
    service_upkeep_set_number(L, "bytes", report->bytes);
    service_upkeep_set_number(L, "copied", report->copied);
    service_upkeep_set_number(L, "copyMs", report->copy_ms);
    service_upkeep_set_number(L, "compareMs", report->compare_ms);
    service_upkeep_set_number(L, "sealed", report->sealed);
    lua_pushboolean(L, report->is_resumed);
    lua_setfield(L, -2, "resumed");
    push_tables(L, report);
    lua_setfield(L, -2, "tables");
    lua_createtable(L, (int)report->file_count, 0);
    for (size_t i = 0; i < report->file_count; i++) {
        lua_pushstring(L, report->files[i]);
        lua_rawseti(L, -2, (int)i + 1);
    }
    lua_setfield(L, -2, "files");
}

/*
 * service.move(folder, database, again, progress) -> report, or nil and an error. See move_run. progress(phase, table,
 * rows, of_rows, bytes) is called from time to time, with "copy" or "compare"; an error that it throws stops the move
 * and is thrown on. A report is a table { database =, rows =, bytes =, copied =, resumed =, copyMs =, compareMs =,
 * sealed =, files = { name, ... }, tables = { { name =, rows =, bytes =, sha256 = }, ... } }.
 */
static int service_move(lua_State *L)
{
    struct error err;
    struct move_report report;
    lua_settop(L, PROGRESS);
    lua_pushcfunction(L, call_progress);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    struct move_request request = {.folder = luaL_checkstring(L, FOLDER),
                                   .database = luaL_checkstring(L, DATABASE),
                                   .begins_again = lua_toboolean(L, AGAIN),
                                   .progress = lua_isnil(L, PROGRESS) ? NULL : tell_progress,
                                   .argument = L};
    struct arena **arena = service_new_arena(L);
    int top = lua_gettop(L);
    enum status status = *arena ? move_run(&request, *arena, &report, &err) : error_memory(&err);
    if (lua_gettop(L) > top)
        return lua_error(L); /* what progress has thrown */
    if (status)
        return service_push_error(L, &err);
    push_moved(L, &report);
    arena_free(*arena);
    *arena = NULL;
    return 1;
}

/* --- examining --- */

/*
 * service.doctor(config, problem) -> a list of { check =, level =, found =, advice = }, or nil and an error (the table
 * is none that JSON can hold). See doctor_examine.
 */
static int service_doctor(lua_State *L)
{
    json_t **config;
    lua_settop(L, 2);
    const char *problem = luaL_optstring(L, 2, NULL);
    if (!service_read_config(L, &config))
        return 2;
    json_t **findings = service_new_value(L);
    *findings = doctor_examine(*config, problem);
    json_decref(*config);
    *config = NULL;
    return service_push_json(L, findings);
}

#define SERVER_TYPE "copydesk.service.server"

enum { TEXT_MAX = 512 };

struct service_server {
    struct keeper *keeper; /* NULL: stopped */
};

/* --- what the service says of itself --- */

/* service.describe(): the service's own tables (service_describe): lists of { name =, type =, summary =, ... }. */
static int describe_service(lua_State *L)
{
    json_t **table = service_new_value(L);
    *table = service_describe();
    return service_push_json(L, table);
}

/* --- the server object --- */

static struct service_server *service_check_server(lua_State *L)
{
    return luaL_checkudata(L, 1, SERVER_TYPE);
}

static struct service_server *new_server(lua_State *L)
{
    struct service_server *server = lua_newuserdata(L, sizeof *server);
    *server = (struct service_server){NULL};
    luaL_getmetatable(L, SERVER_TYPE);
    lua_setmetatable(L, -2);
    return server;
}

static int service_make(lua_State *L, bool standalone, bool attach)
{
    struct error err;
    json_t **config;
    lua_settop(L, 1);
    if (!service_read_config(L, &config))
        return 2;
    struct service_server *server = new_server(L);
    enum status status = keeper_new(*config, standalone, &server->keeper, &err);
    json_decref(*config); /* at once, since a program may end without a last run of the collector */
    *config = NULL;
    if (!status && attach)
        status = keeper_attach(server->keeper, &err);
    return status ? service_push_error(L, &err) : 1;
}

/* service.new(config): a server that takes part in keeping the service once server:attach() is called. */
static int server_new(lua_State *L)
{
    return service_make(L, false, false);
}

/* service.start(config): the same, attached. */
static int start_service(lua_State *L)
{
    return service_make(L, false, true);
}

/* service.serve(config): the service in this process for others, until it is stopped. */
static int serve(lua_State *L)
{
    return service_make(L, true, true);
}

/* service.passed_listener(): "fd:3", the socket that a service manager passed to this process; nil when there is none,
 * nil and an error when what it says is wrong. A second call finds none. */
static int passed_listener(lua_State *L)
{
    struct error err;
    int fd;
    if (listener_passed(&fd, &err) != OK)
        return service_push_error(L, &err);
    if (fd < 0)
        lua_pushnil(L);
    else
        lua_pushfstring(L, "fd:%d", fd);
    return 1;
}

/* service.listener_host(3): the address at which the socket listens, or nil and an error. */
static int listener_host(lua_State *L)
{
    struct error err;
    struct listener found;
    if (listener_inspect((int)luaL_checkinteger(L, 1), &found, &err) != OK)
        return service_push_error(L, &err);
    lua_pushstring(L, found.host);
    return 1;
}

/* service.notify(state) -> true, or nil and an error: tells the service manager, if there is one. */
static int notify(lua_State *L)
{
    struct error err;
    if (notify_manager(luaL_checkstring(L, 1), &err) != OK)
        return service_push_error(L, &err);
    lua_pushboolean(L, 1);
    return 1;
}

/* server:attach() -> true, or nil and an error. See keeper_attach. */
static int attach(lua_State *L)
{
    struct service_server *server = service_check_server(L);
    struct error err;
    if (!server->keeper)
        error_set(&err, E_CONFLICT, NULL, "the service was stopped");
    if (!server->keeper || keeper_attach(server->keeper, &err) != OK)
        return service_push_error(L, &err);
    lua_pushboolean(L, 1);
    return 1;
}

static int stop(lua_State *L)
{
    struct service_server *server = service_check_server(L);
    keeper_free(server->keeper);
    server->keeper = NULL;
    return 0;
}

/* A shell makes what it starts in the background ignore SIGINT; such a signal is not waited for. */
static int is_ignored(int number)
{
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* service.take_hangup(): from now on SIGHUP is for server:wait, instead of ending the process. */
static int take_hangup(lua_State *L)
{
    sigset_t hangup;
    (void)L;
    sigemptyset(&hangup);
    sigaddset(&hangup, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &hangup, NULL);
    return 0;
}

/*
 * service.keep_end(kept): while it is kept, a SIGTERM or SIGINT waits for server:wait, instead of ending the process:
 * one that comes just before, too.
 */
static int keep_end(lua_State *L)
{
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    pthread_sigmask(lua_toboolean(L, 1) ? SIG_BLOCK : SIG_UNBLOCK, &ends, NULL);
    return 0;
}

/* service.keep_priority(): from now on the service takes its full share of the processor, since this process has
 * nothing to do but wait for it. */
static int keep_priority(lua_State *L)
{
    (void)L;
    priority_keep();
    return 0;
}

/* service.log(level, message): a line of the service's log, "error" or "warn". */
static int log_message(lua_State *L)
{
    static const char *const words[] = {"error", "warn", NULL};
    static const enum log_level levels[] = {LOG_ERROR, LOG_WARN};
    enum log_level level = levels[luaL_checkoption(L, 1, NULL, words)];
    log_line(level, "%s", luaL_checkstring(L, 2));
    return 0;
}

static bool is_hangup_taken(void)
{
    sigset_t blocked;
    return pthread_sigmask(SIG_BLOCK, NULL, &blocked) == 0 && sigismember(&blocked, SIGHUP) == 1;
}

static const char *signal_name(int number)
{
    return number == SIGINT ? "SIGINT" : number == SIGHUP ? "SIGHUP" : "SIGTERM";
}

/* server:wait(): blocks, running the service or standing by, until SIGINT or SIGTERM, or SIGHUP after
 * service.take_hangup, and returns its name. The signals' handlers are left as they were. */
static int wait_for_signal(lua_State *L)
{
    struct service_server *server = service_check_server(L);
    struct error err;
    sigset_t signals, before;
    int number = 0;
    if (!server->keeper) {
        error_set(&err, E_CONFLICT, NULL, "the service was stopped");
        return service_push_error(L, &err);
    }
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    if (is_hangup_taken())
        sigaddset(&signals, SIGHUP);
    if (!is_ignored(SIGINT))
        sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    sigwait(&signals, &number);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    lua_pushstring(L, signal_name(number));
    return 1;
}

/* server:reload(config) -> true, or nil and an error. See keeper_reload. */
static int reload(lua_State *L)
{
    struct error err;
    json_t **config;
    struct service_server *server = service_check_server(L);
    lua_settop(L, 2);
    lua_insert(L, 1); /* the configuration; the server stays on the stack, and with it its keeper */
    if (!service_read_config(L, &config))
        return 2;
    if (!server->keeper)
        error_set(&err, E_CONFLICT, NULL, "the service was stopped");
    enum status status = server->keeper ? keeper_reload(server->keeper, *config, &err) : E_CONFLICT;
    json_decref(*config);
    *config = NULL;
    if (status)
        return service_push_error(L, &err);
    lua_pushboolean(L, 1);
    return 1;
}

/* server:drain(): waits until the articles under way have ended, for `stop_seconds` at most. See keeper_drain. */
static int drain(lua_State *L)
{
    struct service_server *server = service_check_server(L);
    if (server->keeper)
        keeper_drain(server->keeper);
    return 0;
}

/* --- its fields --- */

static void push_text(lua_State *L, const char *text)
{
    if (text)
        lua_pushstring(L, text);
    else
        lua_pushnil(L);
}

/* The URL or the key of the service that runs now; nil while there is none. */
static void push_found(lua_State *L, struct keeper *keeper, bool wants_key)
{
    char text[TEXT_MAX] = "";
    struct keeper_found found;
    struct arena *arena = arena_new();
    if (arena && keeper_find(keeper, arena, &found, NULL) == OK)
        snprintf(text, sizeof text, "%s", wants_key ? found.key : found.url);
    arena_free(arena);
    push_text(L, text[0] ? text : NULL);
}

static void push_url(lua_State *L, struct keeper *keeper)
{
    push_found(L, keeper, false);
}

static void push_key(lua_State *L, struct keeper *keeper)
{
    push_found(L, keeper, true);
}

/* { process =, library =, standalone = } of the service that runs now; nil while there is none. */
static void push_running(lua_State *L, struct keeper *keeper)
{
    char library[PATH_MAX] = "";
    struct keeper_found found = {0};
    struct arena *arena = arena_new();
    bool is_there = arena && keeper_find(keeper, arena, &found, NULL) == OK;
    if (is_there && found.library)
        snprintf(library, sizeof library, "%s", found.library);
    arena_free(arena);
    if (!is_there) {
        lua_pushnil(L);
        return;
    }
    lua_createtable(L, 0, 3);
    lua_pushinteger(L, found.process);
    lua_setfield(L, -2, "process");
    lua_pushboolean(L, found.is_standalone);
    lua_setfield(L, -2, "standalone");
    push_text(L, library[0] ? library : NULL);
    lua_setfield(L, -2, "library");
}

static void push_address(lua_State *L, struct keeper *keeper)
{
    push_text(L, keeper_address(keeper));
}

static void push_library(lua_State *L, struct keeper *keeper)
{
    push_text(L, keeper_library(keeper));
}

static void push_shared(lua_State *L, struct keeper *keeper)
{
    lua_pushboolean(L, !keeper_is_owner(keeper));
}

/* Fields (nil once it is stopped), or a method. */
static int index_server(lua_State *L)
{
    static const struct {
        const char *name;
        void (*push)(lua_State *L, struct keeper *keeper);
    } fields[] = {
        {"url", push_url},         /* for HTTP clients on this machine */
        {"key", push_key},         /* the folder's first key */
        {"address", push_address}, /* "unix:/path", as copydesk.new takes it; needs no key */
        {"library", push_library}, /* absolute, nil: none */
        {"running", push_running}, /* of the service that runs: { process =, library =, standalone = } */
        {"shared", push_shared},   /* does another process run the service? */
    };
    struct service_server *server = service_check_server(L);
    const char *name = luaL_checkstring(L, 2);
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        if (strcmp(fields[i].name, name) != 0)
            continue;
        if (server->keeper)
            fields[i].push(L, server->keeper);
        else
            lua_pushnil(L);
        return 1;
    }
    lua_getfield(L, lua_upvalueindex(1), name);
    return 1;
}

int luaopen_copydesk_service(lua_State *L)
{
    static const luaL_Reg methods[] = {{"attach", attach}, {"stop", stop},   {"wait", wait_for_signal},
                                       {"reload", reload}, {"drain", drain}, {NULL, NULL}};
    static const luaL_Reg functions[] = {{"new", server_new},
                                         {"start", start_service},
                                         {"serve", serve},
                                         {"passed_listener", passed_listener},
                                         {"listener_host", listener_host},
                                         {"describe", describe_service},
                                         {"notify", notify},
                                         {"take_hangup", take_hangup},
                                         {"keep_end", keep_end},
                                         {"log", log_message},
                                         {"keep_priority", keep_priority},
                                         {"backup", service_backup},
                                         {"restore", service_restore},
                                         {"move", service_move},
                                         {"doctor", service_doctor},
                                         {NULL, NULL}};
    lua_json_open(L);
    service_values_open(L);
    luaL_newmetatable(L, SERVER_TYPE);
    lua_pushcfunction(L, stop);
    lua_setfield(L, -2, "__gc");
    luaL_newlib(L, methods);
    lua_pushcclosure(L, index_server, 1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    return 1;
}
