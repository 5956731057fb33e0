#include "net/net.h"
#include "service/files.h"
#include "service/service.h"

#include <stdlib.h>
#include <time.h>

enum { ANSWER_MS = 2000, START_MS = 5000, PAUSE_MS = 25 };

const char *service_default_folder(struct arena *arena)
{
    const char *own = getenv("COPYDESK_DATA"), *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (own && own[0])
        return arena_copy(arena, own);
    if (xdg && xdg[0] == '/')
        return arena_printf(arena, "%s/copydesk", xdg);
    return home && home[0] ? arena_printf(arena, "%s/.local/share/copydesk", home) : "";
}

/* Asks /healthz at the URL; is it the run of the service that wrote the file? */
static enum status ask(const char *url, const char *instance, struct arena *arena, struct error *err)
{
    const char *address = strstr(url, "://") ? strstr(url, "://") + 3 : url;
    struct net *net;
    struct net_response response;
    struct net_request request = {
        .url = arena_printf(arena, "%s/healthz", url), .timeout_ms = ANSWER_MS, .max_redirects = -1};
    const char *expected = arena_printf(arena, "\"%s\"", instance);
    if (!request.url || !expected)
        return error_memory(err);
    enum status status = net_new(&(struct net_options){.allow_addresses = &address, .allow_count = 1}, &net, err);
    if (status != OK)
        return status;
    status = net_fetch(net, &request, arena, &response, err);
    net_free(net);
    if (status != OK)
        return status;
    if (response.status == 200 && str_find(response.body, str_from(expected), 0) < response.body.len)
        return OK;
    return error_set(err, E_NOT_FOUND, NULL, "another program answers at %s", url);
}

static enum status look(const char *folder, struct arena *arena, const char **url, const char **key, struct error *err)
{
    const char *endpoint;
    struct str rest, line, instance = {0};
    enum status status = files_read(folder, "endpoint", arena, &endpoint, err);
    if (status == OK)
        status = files_read(folder, "key", arena, key, err);
    if (status != OK)
        return status;
    rest = str_from(endpoint);
    str_split(&rest, '\n', &line);
    str_split(&rest, '\n', &instance);
    const char *run = arena_copy_n(arena, instance.data ? instance.data : "", instance.len);
    *url = arena_copy_n(arena, line.data, line.len);
    return *url && run ? ask(*url, run, arena, err) : error_memory(err);
}

enum status service_discover(const char *data_folder, struct arena *arena, const char **url, const char **key,
                             struct error *err)
{
    /* The other process may have begun a moment ago: its files appear when it can answer. */
    int64_t until = clock_mono_ms() + START_MS;
    enum status status;
    while ((status = look(data_folder, arena, url, key, err)) != OK && status != E_MEMORY && clock_mono_ms() < until)
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
    if (status == OK || status == E_MEMORY)
        return status;
    return error_set(err, E_NOT_FOUND, NULL, "no service answers for the data folder %s", data_folder);
}
