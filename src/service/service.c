#include "service/service.h"

#include "service/accounts.h"
#include "service/crawler.h"
#include "service/deliveries.h"
#include "service/ended.h"
#include "service/files.h"
#include "service/front.h"
#include "service/hold.h"
#include "service/internal.h"
#include "service/pool.h"
#include "service/sites.h"
#include "service/workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { POOL_THREADS = 8 };

static enum status recover(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    return store_recover(db, clock_now_ms(), err);
}

/* --- the parts, in the order in which they need each other --- */

static enum status open_folder(struct service *service, struct error *err)
{
    service->folder = service->config.data ? service->config.data : service_default_folder(service->arena);
    if (!service->folder)
        return error_memory(err);
    if (!service->folder[0])
        return error_set(err, E_INVALID, "config",
                         "HOME is not set, so there is no place for data: name a folder as data or in COPYDESK_DATA");
    enum status status = store_open(service->folder, &service->store, err);
    return status == OK ? store_write(service->store, recover, NULL, err) : status;
}

static enum status check_library(struct service *service, struct error *err)
{
    struct stat info;
    const char *library = service->config.library;
    if (!library || (stat(library, &info) == 0 && S_ISDIR(info.st_mode)))
        return OK;
    char *here = library[0] == '/' ? NULL : getcwd(NULL, 0);
    error_set(err, E_INVALID, "config", "configuration: library must be a folder; there is none at %s%s%s%s", library,
              here ? " (looked in " : "", here ? here : "", here ? ")" : "");
    free(here);
    return E_INVALID;
}

static enum status open_net(struct service *service, struct error *err)
{
    struct net_options options = {.allow_addresses = service->config.allow_addresses,
                                  .allow_count = service->config.allow_count};
    return net_new(&options, &service->net, err);
}

static enum status make_parts(struct service *service, struct error *err)
{
    service->auth = auth_new(service->store);
    service->limits = limits_new(service->config.limits);
    service->hub = hub_new();
    service->ended = ended_new();
    if (!service->auth || !service->limits || !service->hub || !service->ended)
        return error_memory(err);
    return sites_new(service, &service->sites, err);
}

static enum status start_threads(struct service *service, struct error *err)
{
    enum status status = pool_new(POOL_THREADS, &service->pool, err);
    if (status == OK)
        status = deliveries_start(service, &service->deliveries, err);
    if (status == OK)
        status = crawler_start(service, &service->crawler, err);
    if (status == OK)
        status = workers_start(service, service->config.workers, &service->workers, err);
    return status == OK ? front_start(service, &service->front, err) : status;
}

static enum status publish(struct service *service, struct error *err)
{
    const char *endpoint = arena_printf(service->arena, "%s\n%s\n", service->url, service->instance);
    return endpoint ? files_write(service->folder, "endpoint", endpoint, err) : error_memory(err);
}

static enum status start(struct service *service, const json_t *config, struct error *err)
{
    static enum status (*const steps[])(struct service *, struct error *) = {
        check_library, open_net, open_folder, accounts_prepare, make_parts, start_threads, publish,
    };
    enum status status = config_read(config, service->arena, &service->config, err);
    if (service->config.log_set)
        log_set_level(service->config.log);
    for (size_t i = 0; status == OK && i < COUNT_OF(steps); i++)
        status = steps[i](service, err);
    return status;
}

enum status service_start(const json_t *config, struct service **out, struct error *err)
{
    struct service *service = calloc(1, sizeof *service);
    if (!service || !(service->arena = arena_new())) {
        free(service);
        return error_memory(err);
    }
    uuid_v7(service->instance);
    /* Threads inherit the mask: the signals of the program around us stay with its own threads. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    enum status status = start(service, config, err);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (status == OK)
        *out = service;
    else
        service_stop(service);
    return status;
}

const char *service_url(const struct service *service)
{
    return service->url;
}

const char *service_key(const struct service *service)
{
    return service->key;
}

void service_stop(struct service *service)
{
    if (!service)
        return;
    atomic_store(&service->stopping, true);
    if (service->front)
        files_remove(service->folder, "endpoint");
    hub_close(service->hub);
    front_stop(service->front); /* afterwards there are no requests: what they use can go */
    workers_stop(service->workers);
    crawler_stop(service->crawler);
    deliveries_stop(service->deliveries);
    pool_free(service->pool);
    sites_free(service->sites);
    ended_free(service->ended);
    hub_free(service->hub);
    limits_free(service->limits);
    auth_free(service->auth);
    net_free(service->net);
    store_close(service->store);
    config_free(&service->config);
    arena_free(service->arena);
    free(service);
}
