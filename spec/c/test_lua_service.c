/*
 * What copydesk.service holds of the JSON library while Lua's memory runs out, at the n-th allocation for every n:
 * nothing of it is left afterwards.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <jansson.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "cjson_leaks.h"

int luaopen_copydesk_service(lua_State *L);

static long values; /* pieces of memory that the JSON library has */

static void *take(size_t size)
{
    void *memory = malloc(size);
    values += memory != NULL;
    return memory;
}

static void give_back(void *memory)
{
    values -= memory != NULL;
    free(memory);
}

/* A Lua of which no allocation succeeds once `left` are used up; negative: all do. */
static void *allocate(void *context, void *old, size_t old_size, size_t size)
{
    long *left = context;
    if (size == 0) {
        free(old);
        return NULL;
    }
    if ((!old || size > old_size) && *left >= 0 && (*left)-- <= 0) {
        *left = 0;
        return NULL;
    }
    return realloc(old, size);
}

/* Runs the program until it gets through, with one allocation more each time. */
static void run_short_of_memory(const char *program)
{
    int outcome = LUA_ERRMEM;
    for (long allowed = 0; outcome == LUA_ERRMEM; allowed++) {
        long left = -1;
        lua_State *L = lua_newstate(allocate, &left);
        assert_non_null(L);
        luaL_openlibs(L);
        luaL_requiref(L, "copydesk.service", luaopen_copydesk_service, 0);
        lua_pop(L, 1);
        assert_int_equal(luaL_loadstring(L, program), LUA_OK);
        left = allowed;
        outcome = lua_pcall(L, 0, 0, 0);
        left = -1;
        if (outcome == LUA_ERRRUN && strstr(lua_tostring(L, -1), "not enough memory"))
            outcome = LUA_ERRMEM;
        if (outcome != LUA_OK && outcome != LUA_ERRMEM)
            fail_msg("%s", lua_tostring(L, -1));
        lua_close(L);
        assert_int_equal(values, 0);
    }
}

static void the_description_is_given_back(void **state)
{
    (void)state;
    run_short_of_memory("assert(#require('copydesk.service').describe().parameters > 50)");
}

static void a_configuration_is_given_back(void **state)
{
    (void)state;
    run_short_of_memory("local service = require 'copydesk.service'\n"
                        "local _, err = service.new { data = '/nowhere', limits = { create = 5, links = -1 }, "
                        "allow_addresses = { '10.0.0.0/8' } }\n"
                        "assert(err.message:find 'limits.links')\n"
                        "local server = service.new { data = '/nowhere', workers = 2 }\n"
                        "assert(server.address == 'unix:/nowhere/socket')\n"
                        "server:stop()\n");
}

static void what_the_doctor_found_is_given_back(void **state)
{
    (void)state;
    run_short_of_memory("local service = require 'copydesk.service'\n"
                        "local found = assert(service.doctor { data = '/nowhere', listen = '127.0.0.1:0' })\n"
                        "assert(#found > 5 and found[1].level == 'ok')\n"
                        "assert(service.doctor(nil, 'broken')[1].found == 'broken')\n");
}

static void a_backup_that_fails_is_given_back(void **state)
{
    (void)state;
    run_short_of_memory("local service = require 'copydesk.service'\n"
                        "local report, err = service.backup({ data = '/nowhere' }, '/nowhere/backup')\n"
                        "assert(not report and err.kind == 'not_found' and err.code == 'no_data')\n"
                        "report, err = service.restore({ data = '/nowhere' }, '/nowhere/backup', true)\n"
                        "assert(not report and tostring(err):find 'is no backup')\n");
}

int main(void)
{
    keep_cjson_loaded();
    json_set_alloc_funcs(take, give_back);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_description_is_given_back),
        cmocka_unit_test(a_configuration_is_given_back),
        cmocka_unit_test(what_the_doctor_found_is_given_back),
        cmocka_unit_test(a_backup_that_fails_is_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
