#include "bind/lua_json.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* In the registry: a table with what `prepare` returns. */
#define JSON "copydesk json"

enum { DECODE = 1, ENCODE, IS_EXACT, GIVES_FLOATS };

enum { MAX_DEPTH = 100 };

/*
 * lua-cjson 2.1.0 writes at most 14 digits of a number; OpenResty's writes 16, which is enough for 2^53, and it alone
 * reads integers as integers and has array_mt.
 */
static const char prepare[] =
    "local found, cjson = pcall(require, 'cjson')\n"
    "if not found or type(cjson) ~= 'table' or not cjson.new then\n"
    "  error('copydesk needs lua-cjson: install the package lua-cjson of Debian, or the rock lua-cjson'\n"
    "    .. (found and ' (the module cjson that was found is another)' or '\\n' .. tostring(cjson)), 0)\n"
    "end\n"
    "local json = cjson.new()\n"
    "json.decode_invalid_numbers(false)\n"
    "json.decode_max_depth(100)\n"
    "json.encode_keep_buffer(false)\n"
    "pcall(json.encode_number_precision, 16)\n"
    "local function is_exact(number) return tonumber(json.encode(number)) == number end\n"
    "local gives_floats = math.type and math.type(json.decode '1') == 'float'\n"
    "return { json.decode, json.encode, is_exact, gives_floats }, json.array_mt or {}\n";

void lua_json_open(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, JSON);
    bool is_open = !lua_isnil(L, -1);
    lua_pop(L, 1);
    if (is_open)
        return;
    if (luaL_loadbuffer(L, prepare, sizeof prepare - 1, "=copydesk") != 0)
        lua_error(L);
    lua_call(L, 0, 2);
    lua_setfield(L, LUA_REGISTRYINDEX, LUA_JSON_ARRAY);
    lua_setfield(L, LUA_REGISTRYINDEX, JSON);
}

static void push_part(lua_State *L, int part)
{
    lua_getfield(L, LUA_REGISTRYINDEX, JSON);
    lua_rawgeti(L, -1, part);
    lua_remove(L, -2);
}

/* Calls lua-cjson with the value at the top. False: its message is there. */
static bool call(lua_State *L, int part)
{
    push_part(L, part);
    lua_insert(L, -2);
    int status = lua_pcall(L, 1, 1, 0);
    if (status != 0 && status != LUA_ERRRUN)
        lua_error(L);
    return status == 0;
}

/* --- decoding --- */

/* Pushes the value that replaces the scalar at the top. False: it is right as it is, and nothing was pushed. */
static bool push_tidied(lua_State *L, bool gives_floats)
{
    long long integer;
    if (lua_islightuserdata(L, -1)) /* null */
        lua_pushnil(L);
    else if (gives_floats && compat_tointeger(L, -1, &integer))
        compat_pushinteger(L, integer);
    else
        return false;
    return true;
}

/* Replaces nulls and floats in the value at the top. A traversal may change and clear the fields that it meets. */
static void tidy(lua_State *L, bool gives_floats)
{
    if (!lua_istable(L, -1)) {
        if (push_tidied(L, gives_floats))
            lua_replace(L, -2);
        return;
    }
    luaL_checkstack(L, 5, "JSON nested too deeply");
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        if (lua_istable(L, -1)) {
            tidy(L, gives_floats);
        } else if (push_tidied(L, gives_floats)) {
            lua_pushvalue(L, -3);
            lua_insert(L, -2);
            lua_rawset(L, -5);
        }
    }
}

bool lua_json_decode(lua_State *L, struct str text)
{
    if (!text.data)
        text = STR("");
    if (memchr(text.data, '\0', text.len)) { /* lua-cjson would take it for the end of the text */
        lua_pushliteral(L, "it holds a NUL byte");
        return false;
    }
    if (!utf8_is_valid(text)) { /* lua-cjson does not look */
        lua_pushliteral(L, "it is not UTF-8");
        return false;
    }
    lua_pushlstring(L, text.data, text.len);
    if (!call(L, DECODE))
        return false;
    push_part(L, GIVES_FLOATS);
    bool gives_floats = lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (gives_floats || memmem(text.data, text.len, "null", 4))
        tidy(L, gives_floats);
    return true;
}

/* --- encoding --- */

/*
 * The value is checked before lua-cjson writes it, because lua-cjson takes what would arrive as something else: a table
 * with indexes and names becomes a map, a hole in a list null, a number of many digits is rounded, and a text that is
 * not UTF-8 goes out as it is. And 2.1.0 counts the bytes that a text may need, six for each of its own, in an int,
 * which overflows with a text of 342 MiB.
 */
enum { MAX_SIZE = 256 * 1024 * 1024, ENTRY_SIZE = 8 };

#define MORE_DIGITS 1e14 /* from here on a number may have more digits than lua-cjson writes */

/* Where in the value a check is, for messages: "outline[2].title". */
struct lua_json_place {
    const struct lua_json_place *parent;
    const char *name; /* NULL: an index of a list */
    long long index;
};

struct check {
    lua_State *L;
    size_t size; /* of all texts and entries so far */
};

static bool check_value(struct check *check, const struct lua_json_place *place, int depth);

static void push_place(lua_State *L, const struct lua_json_place *place)
{
    if (!place) {
        lua_pushliteral(L, "");
        return;
    }
    push_place(L, place->parent);
    if (place->name)
        lua_pushfstring(L, "%s%s", place->parent ? "." : "", place->name);
    else
        lua_pushfstring(L, "[%d]", (int)place->index);
    lua_concat(L, 2);
}

/* Leaves the reason at the top. */
static bool lua_json_refuse(struct check *check, const struct lua_json_place *place, const char *why)
{
    luaL_checkstack(check->L, MAX_DEPTH + 8, "value nested too deeply");
    push_place(check->L, place);
    const char *text = lua_tostring(check->L, -1);
    lua_pushfstring(check->L, "%s%s%s", text, *text ? ": " : "", why);
    return false;
}

static bool lua_json_check_text(struct check *check, int index, const struct lua_json_place *place)
{
    struct str text;
    text.data = lua_tolstring(check->L, index, &text.len);
    if (text.len > MAX_SIZE - check->size)
        return lua_json_refuse(check, NULL, "more than 256 MiB cannot be written as JSON");
    check->size += text.len;
    return utf8_is_valid(text) || lua_json_refuse(check, place, "a text must be UTF-8");
}

static bool check_number(struct check *check, const struct lua_json_place *place)
{
    lua_State *L = check->L;
    double number = lua_tonumber(L, -1);
    if (!(fabs(number) <= DBL_MAX))
        return lua_json_refuse(check, place, "not a finite number");
    if (fabs(number) < MORE_DIGITS)
        return true;
    lua_pushvalue(L, -1);
    bool is_exact = call(L, IS_EXACT) && lua_toboolean(L, -1);
    lua_pop(L, 1);
    return is_exact ||
           lua_json_refuse(check, place, "this lua-cjson does not write that many digits of a number: send a text");
}

/* The keys of a table that were seen so far. */
struct keys {
    long long names, indexes, last_index;
};

/* The key is below the value at the top. */
static bool check_key(struct check *check, struct keys *keys, const struct lua_json_place *parent,
                      struct lua_json_place *place)
{
    *place = (struct lua_json_place){.parent = parent};
    if (lua_type(check->L, -2) == LUA_TSTRING) {
        place->name = lua_tostring(check->L, -2);
        keys->names++;
        return lua_json_check_text(check, -2, place);
    }
    if (!compat_tointeger(check->L, -2, &place->index) || place->index < 1)
        return lua_json_refuse(check, parent, "a key must be a string, or a number from 1 in a list");
    keys->indexes++;
    if (place->index > keys->last_index)
        keys->last_index = place->index;
    return true;
}

static bool check_table(struct check *check, const struct lua_json_place *place, int depth)
{
    lua_State *L = check->L;
    struct keys keys = {0};
    struct lua_json_place inner;
    if (depth >= MAX_DEPTH)
        return lua_json_refuse(check, NULL, "the value is nested too deeply, or contains itself");
    luaL_checkstack(L, 8, "value nested too deeply");
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        if (!check_key(check, &keys, place, &inner) || !check_value(check, &inner, depth + 1))
            return false;
        if (keys.names && keys.indexes)
            return lua_json_refuse(check, place, "a table must be a list or a map, not both");
    }
    return keys.indexes == keys.last_index || lua_json_refuse(check, place, "a list must not have holes");
}

/* Does the text that lua-cjson writes mean the same as the value at the top? If not, the reason is left at the top. */
static bool check_value(struct check *check, const struct lua_json_place *place, int depth)
{
    char why[64];
    if (check->size > MAX_SIZE - ENTRY_SIZE)
        return lua_json_refuse(check, NULL, "more than 256 MiB cannot be written as JSON");
    check->size += ENTRY_SIZE;
    switch (lua_type(check->L, -1)) {
    case LUA_TSTRING:
        return lua_json_check_text(check, -1, place);
    case LUA_TNUMBER:
        return check_number(check, place);
    case LUA_TTABLE:
        return check_table(check, place, depth);
    case LUA_TNIL:
    case LUA_TBOOLEAN:
        return true;
    case LUA_TLIGHTUSERDATA: /* copydesk.null, cjson.null, ngx.null; lua-cjson refuses others */
        return true;
    default:
        snprintf(why, sizeof why, "a %s cannot be written as JSON", luaL_typename(check->L, -1));
        return lua_json_refuse(check, place, why);
    }
}

bool lua_json_encode(lua_State *L, int index)
{
    struct check check = {.L = L};
    lua_pushvalue(L, index);
    int value = lua_gettop(L);
    if (check_value(&check, NULL, 0))
        return call(L, ENCODE);
    lua_replace(L, value);
    lua_settop(L, value);
    return false;
}
