#include "bind/core.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 64 * 1024 };

/* -1: without end. */
static int wait_ms(lua_State *L, int index)
{
    if (lua_isnoneornil(L, index))
        return -1;
    lua_Number ms = ceil(luaL_checknumber(L, index) * 1000);
    return ms <= 0 ? 0 : ms > 60000 ? 60000 : (int)ms;
}

static int push_failure(lua_State *L)
{
    lua_pushnil(L);
    lua_pushstring(L, strerror(errno));
    return 2;
}

int core_read_input(lua_State *L)
{
    char piece[PIECE];
    struct pollfd files[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = (int)luaL_optinteger(L, 2, -1), .events = POLLIN}};
    int found = poll(files, COUNT_OF(files), wait_ms(L, 1));
    if (found < 0 && errno != EINTR)
        return push_failure(L);
    if (found <= 0 || !files[0].revents) {
        lua_pushliteral(L, "");
        return 1;
    }
    ssize_t size = read(STDIN_FILENO, piece, sizeof piece);
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) {
        lua_pushliteral(L, "");
        return 1;
    }
    if (size < 0)
        return push_failure(L);
    if (size == 0)
        lua_pushnil(L);
    else
        lua_pushlstring(L, piece, (size_t)size);
    return 1;
}
