#include "bind/service_upkeep.h"

#include "bind/service_values.h"
#include "service/doctor/doctor.h"
#include "service/upkeep.h"

#define ARENA_TYPE "copydesk.service.arena"

/* --- an arena that Lua's collector frees, since anything that Lua is asked for may throw --- */

static int free_arena(lua_State *L)
{
    struct arena **arena = lua_touserdata(L, 1);
    arena_free(*arena);
    *arena = NULL;
    return 0;
}

static struct arena **new_arena(lua_State *L)
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

/* --- reports --- */

static void set_text(lua_State *L, const char *name, const char *text)
{
    if (!text)
        return;
    lua_pushstring(L, text);
    lua_setfield(L, -2, name);
}

static void set_number(lua_State *L, const char *name, int64_t number)
{
    compat_pushinteger(L, number);
    lua_setfield(L, -2, name);
}

static void push_report(lua_State *L, const struct upkeep_report *report)
{
    lua_createtable(L, 0, 9);
    set_text(L, "path", report->backup.path);
    set_text(L, "folder", report->backup.folder);
    set_text(L, "aside", report->backup.aside);
    set_text(L, "version", report->backup.version);
    set_text(L, "secretKey", report->secret_key);
    set_number(L, "schema", report->backup.schema);
    set_number(L, "createdAt", report->backup.created_at);
    set_number(L, "files", (int64_t)report->backup.files);
    set_number(L, "bytes", report->backup.bytes);
}

/* --- functions --- */

typedef enum status (*work)(const json_t *config, const char *name, bool may_replace, struct arena *arena,
                            struct upkeep_report *report, struct error *err);

static enum status make(const json_t *config, const char *name, bool may_replace, struct arena *arena,
                        struct upkeep_report *report, struct error *err)
{
    (void)may_replace;
    return upkeep_backup(config, name, arena, report, err);
}

static int run(lua_State *L, work run_work)
{
    struct error err;
    struct upkeep_report report;
    json_t **config;
    lua_settop(L, 3);
    const char *name = luaL_checkstring(L, 2);
    bool may_replace = lua_toboolean(L, 3);
    if (!service_read_config(L, &config))
        return 2;
    struct arena **arena = new_arena(L);
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
    return run(L, make);
}

int service_restore(lua_State *L)
{
    return run(L, upkeep_restore);
}

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
