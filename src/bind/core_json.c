#include "bind/core.h"

#include <float.h>
#include <math.h>

void json_open(lua_State *L)
{
    luaL_newmetatable(L, ARRAY_TYPE);
    lua_pop(L, 1);
}

/* --- decoding ------------------------------------------------------------------------------------------------------ */

struct reading {
    lua_State *L;
    struct json_read json;
    int scratch;     /* stack slot that keeps `unescaped` */
    char *unescaped; /* room for any string of the text; NULL until one needs it */
};

static void push_string(struct reading *reading)
{
    struct str string = reading->json.string;
    if (!reading->json.escaped) {
        lua_pushlstring(reading->L, string.data, string.len);
        return;
    }
    if (!reading->unescaped) {
        reading->unescaped = lua_newuserdata(reading->L, (size_t)(reading->json.end - reading->json.start));
        lua_replace(reading->L, reading->scratch);
    }
    lua_pushlstring(reading->L, reading->unescaped, json_read_escaped(string, reading->unescaped));
}

static void push_real(lua_State *L, double real)
{
    if (LUA_VERSION_NUM >= 503 && fabs(real) < 0x1p63 && floor(real) == real)
        compat_pushinteger(L, (long long)real);
    else
        lua_pushnumber(L, real);
}

static void push_value(struct reading *reading);

/*
 * What a table begins with waits on the stack until it is known how much that is: a record whose tables are made in their size is
 * read in 2.7 µs, one whose tables grow in 3.6. All levels together must stay below the 8,000 slots of Lua 5.1.
 */
enum { GATHERED = 24, SLOTS = 2 * GATHERED + 6 };

/* Each replaces the stack slot by the table, and leaves nothing above it. */
static void read_items(struct reading *reading, int slot)
{
    lua_State *L = reading->L;
    int count = 0;
    for (; count < GATHERED && json_read_item(&reading->json); count++)
        push_value(reading);
    lua_createtable(L, count, 0);
    lua_replace(L, slot);
    for (int i = count; i > 0; i--)
        lua_rawseti(L, slot, i);
    if (count < GATHERED)
        return;
    while (json_read_item(&reading->json)) {
        push_value(reading);
        lua_rawseti(L, slot, ++count);
    }
}

static void read_members(struct reading *reading, int slot)
{
    lua_State *L = reading->L;
    int count = 0;
    for (; count < GATHERED && json_read_key(&reading->json); count++) {
        push_string(reading);
        push_value(reading);
    }
    lua_createtable(L, 0, count);
    lua_replace(L, slot);
    /* In their order: of two with one name the last one holds. */
    for (int key = slot + 1; key < slot + 2 * count; key += 2) {
        lua_pushvalue(L, key);
        lua_pushvalue(L, key + 1);
        lua_rawset(L, slot);
    }
    lua_settop(L, slot);
    if (count < GATHERED)
        return;
    while (json_read_key(&reading->json)) {
        push_string(reading);
        push_value(reading);
        lua_rawset(L, slot);
    }
}

static void push_table(struct reading *reading, void (*read)(struct reading *reading, int slot))
{
    luaL_checkstack(reading->L, SLOTS, "JSON nested too deeply");
    lua_pushnil(reading->L);
    read(reading, lua_gettop(reading->L));
}

/* Pushes something whatever comes; json_read_end tells whether it is good. */
static void push_value(struct reading *reading)
{
    lua_State *L = reading->L;
    switch (json_read_value(&reading->json)) {
    case JSON_READ_BAD:
    case JSON_READ_NULL:
        lua_pushnil(L);
        break;
    case JSON_READ_FALSE:
        lua_pushboolean(L, 0);
        break;
    case JSON_READ_TRUE:
        lua_pushboolean(L, 1);
        break;
    case JSON_READ_INTEGER:
        compat_pushinteger(L, reading->json.integer);
        break;
    case JSON_READ_REAL:
        push_real(L, reading->json.real);
        break;
    case JSON_READ_STRING:
        push_string(reading);
        break;
    case JSON_READ_ARRAY:
        push_table(reading, read_items);
        break;
    case JSON_READ_OBJECT:
        push_table(reading, read_members);
        break;
    }
}

bool json_decode(lua_State *L, struct str text)
{
    lua_pushnil(L);
    struct reading reading = {.L = L, .json = json_read(text), .scratch = lua_gettop(L)};
    push_value(&reading);
    bool good = json_read_end(&reading.json);
    if (!good) {
        lua_pop(L, 1);
        lua_pushfstring(L, "%s, at byte %d", reading.json.problem, (int)json_read_offset(&reading.json) + 1);
    }
    lua_remove(L, reading.scratch);
    return good;
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
    luaL_checkstack(L, JSON_READ_MAX_DEPTH + 8, "value nested too deeply");
    push_place(L, place);
    const char *text = lua_tostring(L, -1);
    luaL_error(L, "%s: %s%s%s", encoder->what, text, *text ? ": " : "", why);
}

static void encode_string(struct encoder *encoder, int index)
{
    struct str text = {NULL, 0};
    text.data = lua_tolstring(encoder->L, index, &text.len);
    json_write_string(encoder->out, text);
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
        json_write_number(encoder->out, number);
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
        encode_string(encoder, value - 1);
        buf_char(encoder->out, ':');
        encode_value(encoder, value, &(struct place){.parent = place, .key = lua_tostring(L, value - 1)}, depth + 1);
    }
    buf_char(encoder->out, '}');
}

static void encode_table(struct encoder *encoder, int index, const struct place *place, int depth)
{
    if (depth >= JSON_READ_MAX_DEPTH)
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
        encode_string(encoder, index);
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
