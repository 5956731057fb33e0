#include "service/endpoint.h"

#include "base/system/file.h"
#include "service/http/local.h"

#include <stdlib.h>

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
    if (endpoint->url && (endpoint->library || !library))
        return OK;
    json_decref(endpoint->shared);
    return error_memory(err);
}

enum status endpoint_find(const char *folder, const char *socket, struct arena *arena, struct endpoint *endpoint,
                          struct error *err)
{
    const char *text;
    enum status status = files_read(folder, NAME, arena, &text, err);
    if (status != OK)
        return status;
    json_t *value = json_loads(text, 0, NULL);
    status = read_endpoint(value, arena, endpoint, err);
    json_decref(value);
    if (status != OK)
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
