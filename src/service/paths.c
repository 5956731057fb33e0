#include "service/paths.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum status path_make_absolute(const char *path, struct arena *arena, const char **absolute, struct error *err)
{
    char here[PATH_MAX];
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    if (path[0] == '/')
        *absolute = arena_copy_n(arena, path, length);
    else if (!getcwd(here, sizeof here))
        return error_set(err, E_IO, NULL, "the current folder cannot be found: %s", strerror(errno));
    else
        *absolute = arena_printf(arena, "%s/%.*s", here, (int)length, path);
    return *absolute ? OK : error_memory(err);
}

enum status path_of_data(const char *configured, struct arena *arena, const char **path, struct error *err)
{
    const char *own = getenv("COPYDESK_DATA"), *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool is_folder = own && own[0] && !strstr(own, "://");
    const char *chosen = configured ? configured : is_folder ? own : NULL;
    if (!chosen && xdg && xdg[0] == '/')
        chosen = arena_printf(arena, "%s/copydesk", xdg);
    else if (!chosen && home && home[0])
        chosen = arena_printf(arena, "%s/.local/share/copydesk", home);
    else if (!chosen)
        return error_set(err, E_INVALID, "config",
                         "HOME is not set, so there is no place for data: name a folder as data or in COPYDESK_DATA");
    return chosen ? path_make_absolute(chosen, arena, path, err) : error_memory(err);
}

enum status path_of_library(const char *configured, struct arena *arena, const char **path, struct error *err)
{
    struct stat info;
    *path = NULL;
    if (!configured)
        return OK;
    enum status status = path_make_absolute(configured, arena, path, err);
    if (status != OK || (stat(*path, &info) == 0 && S_ISDIR(info.st_mode)))
        return status;
    char here[PATH_MAX];
    bool relative = configured[0] != '/' && getcwd(here, sizeof here);
    return error_set(err, E_INVALID, "config",
                     "configuration: library must be a folder; there is none at %.160s%s%.160s%s", configured,
                     relative ? " (looked in " : "", relative ? here : "", relative ? ")" : "");
}
