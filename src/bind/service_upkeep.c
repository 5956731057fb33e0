#include "bind/service_upkeep.h"

#include "bind/service_values.h"
#include "service/doctor/doctor.h"
#include "service/upkeep.h"
#include "store/move/move.h"

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
    if (status != OK)
        return service_push_error(L, &err);
    push_report(L, &report);
    arena_free(*arena);
    *arena = NULL;
    return 1;
}

int service_backup(lua_State *L)
{
    return service_upkeep_run(L, service_upkeep_make);
}

int service_restore(lua_State *L)
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

int service_move(lua_State *L)
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
    if (status != OK)
        return service_push_error(L, &err);
    push_moved(L, &report);
    arena_free(*arena);
    *arena = NULL;
    return 1;
}

/* --- examining --- */

int service_doctor(lua_State *L)
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
