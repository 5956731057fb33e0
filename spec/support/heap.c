/*
 * The bytes that a process has of malloc, exactly: its resident memory also tells of pages that malloc keeps for later,
 * and comes in 2 MiB steps where the kernel uses huge pages. One module for all Luas, for they agree on this one
 * function.
 */
#include <malloc.h>

struct lua_State;
void lua_pushnumber(struct lua_State *lua, double number);

__attribute__((visibility("default"))) int heap_in_use(struct lua_State *lua);

int heap_in_use(struct lua_State *lua)
{
    struct mallinfo2 info = mallinfo2();
    lua_pushnumber(lua, (double)(info.uordblks + info.hblkhd));
    return 1;
}
