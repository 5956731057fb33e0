#include "service/service.h"

#include "base/log_event.h"
#include "deliver/sender.h"
#include "service/account/bootstrap.h"
#include "service/agreement.h"
#include "service/api/record.h"
#include "service/api/record_cache.h"
#include "service/domain/crawler.h"
#include "service/domain/indexes.h"
#include "service/http/http.h"
#include "service/http/local.h"
#include "service/http/pool.h"
#include "service/http/waiters.h"
#include "service/internal.h"
#include "service/jobs/workers.h"
#include "service/paths.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { POOL_THREADS = 8 };

static enum status recover(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    return store_recover(db, clock_now_ms(), err);
}

/* --- the parts, in the order in which they need each other --- */

static enum status find_folder(struct service *service, struct error *err)
{
    return path_of_data(service->config.data, service->arena, &service->folder, err);
}

static enum status open_folder(struct service *service, struct error *err)
{
    service->socket = local_path(service->folder, service->arena);
    if (!service->socket)
        return error_memory(err);
    enum status status = store_open(service->folder, &service->store, err);
    if (status == OK)
        endpoint_remove(service->folder); /* of one that was killed */
    return status == OK ? store_write(service->store, recover, NULL, err) : status;
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
    return indexes_new(service->store, service->folder, &service->indexes, err);
}

static void notify_waiters(void *hub, const char *id)
{
    hub_notify(hub, id);
}

static void write_whole_record(struct buf *out, const struct article *article)
{
    record_write(out, article, true);
}

static enum status start_sender(struct service *service, struct error *err)
{
    const struct sender_options options = {
        .store = service->store,
        .net = service->net,
        .write_record = write_whole_record,
        .counters = &service->metrics.deliver,
    };
    return sender_start(&options, &service->sender, err);
}

static enum status start_crawler(struct service *service, struct error *err)
{
    const struct crawler_options options = {
        .store = service->store,
        .net = service->net,
        .changed = notify_waiters,
        .context = service->hub,
    };
    return crawler_start(&options, &service->crawler, err);
}

static enum status start_workers(struct service *service, struct error *err)
{
    const struct jobs_options options = {
        .workers = service->config.workers,
        .instance = service->instance,
        .store = service->store,
        .net = service->net,
        .indexes = service->indexes,
        .sender = service->sender,
        .changed = notify_waiters,
        .context = service->hub,
        .stopping = &service->stopping,
        .counters = &service->metrics.jobs,
    };
    return workers_start(&options, &service->workers, err);
}

static enum status start_threads(struct service *service, struct error *err)
{
    enum status status = pool_new(POOL_THREADS, &service->pool, err);
    if (status == OK)
        status = start_sender(service, err);
    if (status == OK)
        status = start_crawler(service, err);
    if (status == OK)
        status = start_workers(service, err);
    return status == OK ? front_start(service, &service->front, err) : status;
}

static enum status publish(struct service *service, struct error *err)
{
    struct endpoint endpoint = {
        .url = service->url,
        .pid = getpid(),
        .standalone = service->standalone,
        .shared = agreement_entries(&service->config),
    };
    enum status status = endpoint.shared ? endpoint_publish(service->folder, &endpoint, err) : error_memory(err);
    json_decref(endpoint.shared);
    return status;
}

static void log_ready(const struct service *service)
{
    struct log_event event = log_event_begin("ready");
    log_event_text(&event, "url", service->url);
    log_event_end(&event, LOG_INFO);
}

static enum status start(struct service *service, const json_t *config, struct error *err)
{
    static enum status (*const steps[])(struct service *, struct error *) = {
        find_folder, open_net, open_folder, accounts_prepare, make_parts, start_threads, publish,
    };
    enum status status = config_read(config, service->arena, &service->config, err);
    if (service->config.log_set)
        log_set_level(service->config.log);
    for (size_t i = 0; status == OK && i < COUNT_OF(steps); i++)
        status = steps[i](service, err);
    if (status == OK)
        log_ready(service);
    return status;
}

enum status service_start(const json_t *config, bool standalone, struct service **out, struct error *err)
{
    struct service *service = calloc(1, sizeof *service);
    if (!service || !(service->arena = arena_new())) {
        free(service);
        return error_memory(err);
    }
    service->standalone = standalone;
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
        endpoint_remove(service->folder);
    hub_close(service->hub);
    front_stop(service->front); /* afterwards there are no requests: what they use can go */
    workers_stop(service->workers);
    crawler_stop(service->crawler);
    sender_stop(service->sender);
    pool_free(service->pool);
    indexes_free(service->indexes);
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
