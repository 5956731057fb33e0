#include "bind/core.h"

#include <float.h>
#include <math.h>

/*
 * lua-cjson reads documents and writes strings and numbers. Tables are walked here: Debian's lua-cjson has no way to say that an
 * empty table is an array, and writes integers above 14 digits with an exponent.
 */
enum { MAX_DEPTH = 100 };

#define DECODE "copydesk json decode"
#define ENCODE "copydesk json encode"

/* --- the private lua-cjson ----------------------------------------------------------------------------------------- */

/* Calls a setting of the instance at the top, if this lua-cjson has it, with the value just pushed. */
static void configure(lua_State *L, const char *name)
{
    lua_getfield(L, -2, name);
    if (lua_isfunction(L, -1)) {
        lua_insert(L, -2);
        lua_call(L, 1, 0);
    } else {
        lua_pop(L, 2);
    }
}

static void configure_flag(lua_State *L, const char *name, int flag)
{
    lua_pushboolean(L, flag);
    configure(L, name);
}

static void configure_number(lua_State *L, const char *name, int number)
{
    lua_pushinteger(L, number);
    configure(L, name);
}

/* A host program may have changed the shared instance; changing it ourselves would change the host. */
static void push_instance(lua_State *L)
{
    lua_getglobal(L, "require");
    lua_pushliteral(L, "cjson");
    if (lua_pcall(L, 1, 1, 0) != 0)
        luaL_error(L, "copydesk needs lua-cjson (Debian: lua-cjson, LuaRocks: lua-cjson): %s", lua_tostring(L, -1));
    lua_getfield(L, -1, "new");
    if (!lua_isfunction(L, -1))
        luaL_error(L, "copydesk needs a lua-cjson with cjson.new (2.0 or later)");
    lua_call(L, 0, 1);
    lua_remove(L, -2);
}

void json_open(lua_State *L)
{
    push_instance(L);
    configure_flag(L, "decode_invalid_numbers", 0);
    configure_flag(L, "encode_invalid_numbers", 0);
    configure_flag(L, "encode_keep_buffer", 0); /* it would keep the size of the largest text ever sent */
    configure_number(L, "decode_max_depth", MAX_DEPTH);
    configure_number(L, "encode_number_precision", 14);
    lua_getfield(L, -1, "decode");
    lua_setfield(L, LUA_REGISTRYINDEX, DECODE);
    lua_getfield(L, -1, "encode");
    lua_setfield(L, LUA_REGISTRYINDEX, ENCODE);
    lua_pop(L, 1);
    luaL_newmetatable(L, ARRAY_TYPE);
    lua_pop(L, 1);
}

/* --- decoding ------------------------------------------------------------------------------------------------------ */

/* Pushes what the value at index is to become, and is true, when it must change. */
static bool tidy_scalar(lua_State *L, int index)
{
    if (lua_islightuserdata(L, index)) { /* cjson.null */
        lua_pushnil(L);
        return true;
    }
#if LUA_VERSION_NUM >= 503
    long long integer;
    if (lua_type(L, index) == LUA_TNUMBER && !lua_isinteger(L, index) && compat_tointeger(L, index, &integer)) {
        lua_pushinteger(L, integer);
        return true;
    }
#endif
    return false;
}

/* The table at the top; fields that exist may be changed and cleared during a traversal. Depth is bounded by decode_max_depth. */
static void tidy_table(lua_State *L)
{
    luaL_checkstack(L, 4, "JSON nested too deeply");
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        if (lua_istable(L, -1)) {
            tidy_table(L);
        } else if (tidy_scalar(L, -1)) {
            lua_pushvalue(L, -3);
            lua_insert(L, -2);
            lua_rawset(L, -5);
        }
    }
}

bool json_decode(lua_State *L, struct str text)
{
    if (!utf8_is_valid(text)) { /* which lua-cjson lets through */
        lua_pushliteral(L, "not UTF-8");
        return false;
    }
    lua_getfield(L, LUA_REGISTRYINDEX, DECODE);
    lua_pushlstring(L, text.data, text.len);
    if (lua_pcall(L, 1, 1, 0) != 0)
        return false;
    if (lua_istable(L, -1)) {
        /* Before 5.3 there are no integers, and most answers have no null: nothing to put right. */
        if (LUA_VERSION_NUM >= 503 || memmem(text.data, text.len, "null", 4))
            tidy_table(L);
    } else if (tidy_scalar(L, -1)) {
        lua_remove(L, -2);
    }
    return true;
}

/* --- encoding ------------------------------------------------------------------------------------------------------ */

/* Where in the value the encoder is, for messages: "outline[2].title". */
struct place {
    const struct place *parent;
    const char *key; /* NULL: index counts */
    long long index;
};

struct encoder {
    lua_State *L;
    struct buf *out;
    const char *what;
};

static void encode_value(struct encoder *encoder, int index, const struct place *place, int depth);

static void push_place(lua_State *L, const struct place *place)
{
    if (!place) {
        lua_pushliteral(L, "");
        return;
    }
    push_place(L, place->parent);
    if (place->key)
        lua_pushfstring(L, "%s%s", place->parent ? "." : "", place->key);
    else
        lua_pushfstring(L, "[%d]", (int)place->index);
    lua_concat(L, 2);
}

static void refuse(struct encoder *encoder, const struct place *place, const char *why)
{
    lua_State *L = encoder->L;
    luaL_checkstack(L, MAX_DEPTH + 8, "value nested too deeply");
    push_place(L, place);
    const char *text = lua_tostring(L, -1);
    luaL_error(L, "%s: %s%s%s", encoder->what, text, *text ? ": " : "", why);
}

static void encode_with_cjson(struct encoder *encoder, int index)
{
    lua_State *L = encoder->L;
    size_t length;
    lua_getfield(L, LUA_REGISTRYINDEX, ENCODE);
    lua_pushvalue(L, index);
    lua_call(L, 1, 1);
    const char *text = lua_tolstring(L, -1, &length);
    buf_add(encoder->out, text, length);
    lua_pop(L, 1);
}

static void encode_number(struct encoder *encoder, int index, const struct place *place)
{
    long long integer;
    double number = lua_tonumber(encoder->L, index);
    if (!(fabs(number) <= DBL_MAX))
        refuse(encoder, place, "not a finite number");
    if (compat_tointeger(encoder->L, index, &integer))
        buf_printf(encoder->out, "%lld", integer);
    else
        encode_with_cjson(encoder, index);
}

/* Number of items when the table at index is a sequence 1..n or marked as an array; -1: an object. */
static long long array_length(struct encoder *encoder, int index, const struct place *place)
{
    lua_State *L = encoder->L;
    if (lua_getmetatable(L, index)) {
        luaL_getmetatable(L, ARRAY_TYPE);
        int marked = lua_rawequal(L, -1, -2);
        lua_pop(L, 2);
        if (marked)
            return (long long)lua_rawlen(L, index);
    }
    long long numbers = 0, names = 0, key;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        if (lua_type(L, -2) == LUA_TSTRING)
            names++;
        else if (compat_tointeger(L, -2, &key) && key >= 1)
            numbers++;
        else
            refuse(encoder, place, "a key must be a string, or a number from 1 in a list");
    }
    if (numbers && (names || numbers != (long long)lua_rawlen(L, index)))
        refuse(encoder, place, names ? "a table must be a list or a map, not both" : "a list must not have holes");
    return numbers ? numbers : -1;
}

static void encode_array(struct encoder *encoder, int index, long long length, const struct place *place, int depth)
{
    buf_char(encoder->out, '[');
    for (long long i = 1; i <= length; i++) {
        if (i > 1)
            buf_char(encoder->out, ',');
        lua_rawgeti(encoder->L, index, (int)i);
        encode_value(encoder, lua_gettop(encoder->L), &(struct place){.parent = place, .index = i}, depth + 1);
        lua_pop(encoder->L, 1);
    }
    buf_char(encoder->out, ']');
}

static void encode_object(struct encoder *encoder, int index, const struct place *place, int depth)
{
    lua_State *L = encoder->L;
    bool first = true;
    buf_char(encoder->out, '{');
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1), first = false) {
        int value = lua_gettop(L);
        if (!first)
            buf_char(encoder->out, ',');
        encode_with_cjson(encoder, value - 1);
        buf_char(encoder->out, ':');
        encode_value(encoder, value, &(struct place){.parent = place, .key = lua_tostring(L, value - 1)}, depth + 1);
    }
    buf_char(encoder->out, '}');
}

static void encode_table(struct encoder *encoder, int index, const struct place *place, int depth)
{
    if (depth >= MAX_DEPTH)
        refuse(encoder, NULL, "the value is nested too deeply, or contains itself");
    luaL_checkstack(encoder->L, 8, "value nested too deeply");
    long long length = array_length(encoder, index, place);
    if (length >= 0)
        encode_array(encoder, index, length, place, depth);
    else
        encode_object(encoder, index, place, depth);
}

static void encode_value(struct encoder *encoder, int index, const struct place *place, int depth)
{
    lua_State *L = encoder->L;
    switch (lua_type(L, index)) {
    case LUA_TSTRING:
        encode_with_cjson(encoder, index);
        break;
    case LUA_TNUMBER:
        encode_number(encoder, index, place);
        break;
    case LUA_TBOOLEAN:
        buf_str(encoder->out, lua_toboolean(L, index) ? "true" : "false");
        break;
    case LUA_TTABLE:
        encode_table(encoder, index, place, depth);
        break;
    case LUA_TNIL:
        buf_str(encoder->out, "null");
        break;
    case LUA_TLIGHTUSERDATA:
        if (!lua_touserdata(L, index)) { /* copydesk.null, cjson.null, ngx.null */
            buf_str(encoder->out, "null");
            break;
        }
        /* fall through */
    default:
        lua_pushfstring(L, "a %s cannot be sent", luaL_typename(L, index));
        refuse(encoder, place, lua_tostring(L, -1));
    }
}

void json_encode(lua_State *L, int index, struct buf *out, const char *what)
{
    struct encoder encoder = {L, out, what};
    encode_value(&encoder, lua_absindex(L, index), NULL, 0);
}
