/*
 * The client in a Lua whose memory runs out at the n-th allocation, for every n, and in one that collects garbage all
 * the time. A transport stands for the network, so that every path is the same each time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "cjson_leaks.h"

int luaopen_copydesk_core(lua_State *L);

static const char PROGRAM[] =
    "local core = require 'copydesk.core'\n"
    "local events, seen, polls = 0, 0, 0\n"
    "local function transport(request)\n"
    "  if request.url:find '/busy' then\n"
    "    polls = polls + 1\n"
    "    if polls % 2 == 1 then return { status = 503, headers = { ['retry-after-ms'] = '0' } } end\n"
    "    return { status = 204 }\n"
    "  end\n"
    "  if request.url:find '/gone' then return nil, 'gone' end\n"
    "  if request.url:find '/bad' then\n"
    "    return { status = 400, headers = { ['Content-Type'] = 'application/problem+json', ['X-Request-Id'] = 'r1' },\n"
    "      body = '{\"title\":\"Bad\",\"errors\":[{\"detail\":\"no\",\"pointer\":\"/x\"}]}' }\n"
    "  end\n"
    "  if request.url:find '/odd' then return { status = 200, body = '{' } end\n"
    "  if request.url:find 'links' then return { status = 200, body = '<p>linked</p>' } end\n"
    "  if request.method == 'POST' then return { status = 201, body = '{\"articleId\":\"a\"}' } end\n"
    "  return { status = 200, headers = { ETag = '\"1\"' },\n"
    "    body = '{\"articleId\":\"a\",\"status\":\"finished\",\"progress\":1,\"n\":null,\"list\":[1,2.5,{\"x\":[]}]}' "
    "}\n"
    "end\n"
    "local function log(event) events = events + 1 assert(#tostring(event) > 0) end\n"
    "local desk = core.new { base_url = 'http://service.example', api_key = 'secret', transport = transport, log = "
    "log,\n"
    "  headers = { ['X-Team'] = 'desk' } }\n"
    "local job = assert(desk:create { targetKeyword = 'herbs', urls = core.array {}, outline = { { title = 'x' } }, n "
    "= 1.5 })\n"
    "assert(desk:status(job).list[3].x)\n"
    "assert(desk:wait(job, { on_progress = function(now) seen = seen + now.progress end }))\n"
    "assert(tostring(desk:link { content = 'x', format = 'html', domainId = 'd' }) == '<p>linked</p>')\n"
    "assert(desk:request('DELETE', '/busy', nil, { headers = { A = 'b' } }))\n"
    "local _, err = desk:request('GET', '/bad')\n"
    "assert(err.param == '/x' and #tostring(err) > 0 and err.request_id == 'r1')\n"
    "assert(select(2, desk:request('GET', '/gone', nil, { retries = 0 })).kind == 'network')\n"
    "assert(select(2, desk:status '/odd') == nil or true)\n"
    "assert(not pcall(desk.create, desk, { targetKeyword = 'x', f = print }))\n"
    "local first, second = desk:start('wait', 'a', { on_progress = print }), desk:start('status', 'a')\n"
    "local ended = 0\n"
    "while ended < 2 do\n"
    "  assert(desk:step(0))\n"
    "  for task in desk.ended, desk do\n"
    "    local done = task:advance()\n"
    "    if done == 'progress' then done = task:advance() end\n"
    "    if done then ended = ended + 1 end\n"
    "  end\n"
    "end\n"
    "assert(first ~= second)\n"
    "desk:start('status', 'a'):cancel()\n"
    "local left = desk:start('status', 'a')\n"
    "assert(desk:fd() and desk:getfd() and desk:events() and (desk:timeout() or true) and desk:dirty() ~= nil)\n"
    "desk:close()\n"
    "assert(left and seen == 1 and events > 8)\n";

/* --- an allocator that fails --- */

struct heap {
    size_t bytes;
    long left; /* allocations until one fails; negative: none does */
};

static void *allocate(void *context, void *old, size_t old_size, size_t size)
{
    struct heap *heap = context;
    old_size = old ? old_size : 0;
    if (size > old_size && heap->left >= 0 && heap->left-- == 0) {
        heap->left = 0; /* and so do all that follow, until it is said otherwise */
        return NULL;
    }
    heap->bytes += size - old_size;
    if (size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, size);
}

static lua_State *open_lua(struct heap *heap)
{
    *heap = (struct heap){.left = -1};
    lua_State *L = lua_newstate(allocate, heap);
    assert_non_null(L);
    luaL_openlibs(L);
    luaL_requiref(L, "copydesk.core", luaopen_copydesk_core, 0);
    lua_settop(L, 0);
    return L;
}

static int run(lua_State *L)
{
    int status = luaL_loadbuffer(L, PROGRAM, sizeof PROGRAM - 1, "=program");
    return status == LUA_OK ? lua_pcall(L, 0, 0, 0) : status;
}

static void assert_runs(lua_State *L)
{
    int status = run(L);
    if (status != LUA_OK)
        print_error("%s\n", luaL_tolstring(L, -1, NULL));
    assert_int_equal(status, LUA_OK);
}

/* Every allocation fails in turn; afterwards the same Lua can do it all. */
static void nth_allocation_fails(void **state)
{
    (void)state;
    struct heap heap;
    bool failed = true;
    long n = 0;
    for (; failed; n++) {
        lua_State *L = open_lua(&heap);
        heap.left = n;
        failed = run(L) != LUA_OK;
        heap.left = -1;
        lua_settop(L, 0);
        if (failed)
            assert_runs(L);
        lua_close(L);
        assert_int_equal(heap.bytes, 0);
    }
    assert_true(n > 300); /* it did get to the end of the program */
}

static void collect(lua_State *L, lua_Debug *where)
{
    (void)where;
    lua_gc(L, LUA_GCCOLLECT);
}

/* A full collection after every instruction, in either mode of the collector. */
static void collector_never_rests(void **state)
{
    (void)state;
    struct heap heap;
    for (int generational = 0; generational < 2; generational++) {
        lua_State *L = open_lua(&heap);
        if (generational)
            lua_gc(L, LUA_GCGEN, 0, 0);
        lua_sethook(L, collect, LUA_MASKCOUNT, 1);
        assert_runs(L);
        lua_close(L);
        assert_int_equal(heap.bytes, 0);
    }
}

int main(void)
{
    keep_cjson_loaded();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nth_allocation_fails),
        cmocka_unit_test(collector_never_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
