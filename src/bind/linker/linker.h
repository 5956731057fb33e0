/*
 * copydesk.linker: the linking engine for Lua. What its files share; each calls only those below it.
 *
 *   linker.c    the module and the methods of an index: link, and the table that it gives; filter
 *   build.c     build: a site's pages from a Lua function; report, as a table or an HTML page
 *   options.c   the options of a link, from a Lua table; the index as a Lua value, memory that Lua collects, errors
 *
 * A method that another file has is declared here and named in the list of linker.c.
 */
#ifndef COPYDESK_BIND_LINKER_LINKER_H
#define COPYDESK_BIND_LINKER_LINKER_H

#include "bind/bind.h"
#include "link/link.h"

/* For Lua: the module. */
COPYDESK_EXPORT int luaopen_copydesk_linker(lua_State *L);

/* --- functions and methods that Lua calls --- */

/* linker.build { path =, pages =, progress = } -> index; or nil, message. build.c */
int linker_build(lua_State *L);

/* linker.describe() -> { options = { { name =, type =, ... }, ... } }. options.c */
int linker_describe(lua_State *L);

/* index:report([options]) -> a table, or the text of an HTML page. build.c */
int linker_report(lua_State *L);

/* --- options, options.c --- */

/*
 * Reads the table at this place of the stack into *options; nil or nothing there gives the defaults. The strings are
 * copied to the arena. Throws, in the name of the method ("link"), for what is no option and for a wrong value.
 */
void linker_read_options(lua_State *L, int at, const char *method, struct arena *arena, struct link_options *options);

/* --- the index, options.c --- */

#define LINKER_INDEX_TYPE "copydesk.linker.index"

/* The open index at 1. Throws, in the name of the method, when it is none or closed. */
struct link_index *linker_check_index(lua_State *L, const char *method);

/* Opens the index file and pushes it: 1; or nil and a message: 2. */
int linker_push_opened(lua_State *L, const char *function, const char *path);

/* Closes the index at 1; it may be closed already. For Lua: the method close, __gc, __close. */
int linker_close(lua_State *L);

/* --- memory that Lua collects --- */

/* Pushes an arena that is freed by linker_free_scratch, at the latest by the garbage collector. */
struct arena **linker_push_scratch(lua_State *L);
void linker_free_scratch(struct arena **scratch);

/* Makes the types of the index and of scratch memory known to Lua; leaves the index's metatable on the stack. */
void linker_make_types(lua_State *L);

/* --- small things --- */

/* Throws what the caller did wrong, at the caller's line; pushes nil and a message for everything else: 2. */
int linker_fail(lua_State *L, const char *function, const struct error *err);

/* The string at a place of the stack; data NULL when it is none. */
struct str linker_string_at(lua_State *L, int at);

/* Sets a field of the table at the top of the stack. */
void linker_set_string(lua_State *L, const char *name, struct str text);
void linker_set_integer(lua_State *L, const char *name, size_t number);

#endif
