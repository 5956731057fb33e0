#include "service/paths.h"

#include "service/http/http.h"

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
    if (status || (stat(*path, &info) == 0 && S_ISDIR(info.st_mode)))
        return status;
    char here[PATH_MAX];
    bool relative = configured[0] != '/' && getcwd(here, sizeof here);
    return error_set(err, E_INVALID, "config",
                     "configuration: library must be a folder; there is none at %.160s%s%.160s%s", configured,
                     relative ? " (looked in " : "", relative ? here : "", relative ? ")" : "");
}

#define NAME "endpoint"

enum status endpoint_publish(const char *folder, const struct endpoint *endpoint, struct error *err)
{
    json_t *value =
        json_pack("{s:s,s:I,s:s*,s:b,s:O}", "url", endpoint->url, "pid", (json_int_t)endpoint->pid, "library",
                  endpoint->library, "standalone", (int)endpoint->standalone, "configuration", endpoint->shared);
    char *text = value ? json_dumps(value, JSON_INDENT(2)) : NULL;
    json_decref(value);
    enum status status = text ? files_write(folder, NAME, text, err) : error_memory(err);
    free(text);
    return status;
}

static enum status read_endpoint(const json_t *value, struct arena *arena, struct endpoint *endpoint, struct error *err)
{
    const char *url = json_string_value(json_object_get(value, "url"));
    const char *library = json_string_value(json_object_get(value, "library"));
    json_t *shared = json_object_get(value, "configuration");
    if (!url || !json_is_object(shared))
        return error_set(err, E_NOT_FOUND, NULL, "the file " NAME " of the data folder is not what a service writes");
    *endpoint = (struct endpoint){
        .url = arena_copy(arena, url),
        .pid = (pid_t)json_integer_value(json_object_get(value, "pid")),
        .library = library ? arena_copy(arena, library) : NULL,
        .standalone = json_is_true(json_object_get(value, "standalone")),
        .shared = json_incref(shared),
    };
    if (!arena_failed(arena))
        return OK;
    json_decref(endpoint->shared);
    return error_memory(err);
}

enum status endpoint_find(const char *folder, const char *socket, struct arena *arena, struct endpoint *endpoint,
                          struct error *err)
{
    const char *text;
    enum status status = files_read(folder, NAME, arena, &text, err);
    if (status)
        return status;
    json_t *value = json_loads(text, 0, NULL);
    status = read_endpoint(value, arena, endpoint, err);
    json_decref(value);
    if (status)
        return status;
    /* The file of a process that was killed stays until the next one writes its own. */
    pid_t listener = local_listener(socket);
    if (listener == 0 || listener == endpoint->pid)
        return OK;
    json_decref(endpoint->shared);
    return error_set(err, E_NOT_FOUND, NULL, "no service answers for the data folder %s", folder);
}

void endpoint_remove(const char *folder)
{
    files_remove(folder, NAME);
}
