#include "service/service.h"

#include "model/model.h"
#include "research/read/read.h"
#include "service/agreement.h"
#include "service/domain/domain.h"
#include "service/nodes.h"
#include "service/sources.h"
#include "service/web/articles/articles.h"
#include "service/web/web.h"
#include "store/notices/notices.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { KEEP_PAGES_SECONDS = 600 }; /* pages that were found, not those that a request names */

struct service {
    struct arena *arena; /* its memory lives as long as the service */
    struct config config;
    bool is_standalone;             /* `copydesk serve`, and not inside another program */
    const char *folder, *socket;    /* the data folder, and where its socket is (http/local.h) */
    char instance[UUID_LENGTH + 1]; /* this run of the service, to tell it from another one on the same port */
    const char *key;
    _Atomic(const char *) public_url; /* what addresses of pictures begin with; NULL until it is known */
    atomic_bool is_draining;          /* no article is taken on any more */
    atomic_bool is_stopping;
    struct jobs_counters jobs_counters;
    struct deliver_counters deliver_counters;

    struct store *store;
    struct nodes *nodes;
    struct seal *seal;
    struct net *net;
    struct reader *reader;
    struct models *models;
    struct media_sources media;
    struct search_places search;
    struct waiters *waiters;
    struct index_cache *indexes;
    struct sender *sender;
    struct crawler *crawler;
    struct workers *workers;
    struct routes routes; /* of the interface and the pages */
    struct api api;
    struct http_server *server;

    /* Between the parts, and between nodes. */
    struct changes changes;
    struct lookout *lookout; /* NULL: no other node uses the database */
    struct housekeeping *housekeeping;
};

/* An article changed: wakes the requests that wait for it, and the pages that show the account's queue. */
static void on_change(void *context, const char *account_id, const char *article_id)
{
    struct service *service = context;
    changes_tell(&service->changes, CHANGE_SHOWN, article_id);
    changes_tell(&service->changes, CHANGE_SHOWN, account_id);
}

/* An article has ended that goes somewhere, or a delivery of a dead node is due again. */
static void on_delivery(void *context)
{
    const struct service *service = context;
    changes_tell(&service->changes, CHANGE_DELIVERY, "");
}

/* The crawler has stored pages, or has ended. */
static void on_crawl(void *context, const char *domain_id)
{
    struct service *service = context;
    changes_tell(&service->changes, CHANGE_SHOWN, domain_id);
    indexes_refresh(service->indexes, domain_id, true);
}

static void write_record(const void *context, struct buf *out, const struct article *article)
{
    const struct service *service = context;
    record_write(out, article, atomic_load(&service->public_url), true);
}

/* --- the parts, in the order in which they need each other --- */

static enum status find_folder(struct service *service, struct error *err)
{
    return path_of_data(service->config.data, service->arena, &service->folder, err);
}

static enum status find_public_url(struct service *service, struct error *err)
{
    const struct config *config = &service->config;
    const char *url = config->public_url;
    (void)err;
    if (!url && config->port)
        url = http_address(service->arena, config->host, (unsigned)config->port);
    atomic_store(&service->public_url, url);
    return OK;
}

static enum status open_net(struct service *service, struct error *err)
{
    struct net_options options = {.allow_addresses = service->config.allow_addresses,
                                  .allow_count = service->config.allow_count};
    return net_new(&options, &service->net, err);
}

static enum status open_reader(struct service *service, struct error *err)
{
    const struct reader_options options = {.net = service->net, .pause_ms = -1, .keep_seconds = KEEP_PAGES_SECONDS};
    return reader_new(&options, &service->reader, err);
}

static enum status open_models(struct service *service, struct error *err)
{
    return models_open(service->config.models, &service->models, err);
}

static enum status open_media(struct service *service, struct error *err)
{
    return media_sources_open(service->config.root, service->net, &service->media, err);
}

static enum status open_search(struct service *service, struct error *err)
{
    return search_places_open(json_object_get(service->config.root, "search"), &service->search, err);
}

static enum status service_open_folder(struct service *service, struct error *err)
{
    service->socket = local_path(service->folder, service->arena);
    enum status status = store_connect(service->folder, service->config.database, &service->store, err);
    if (!status)
        endpoint_remove(service->folder); /* left over from a service that was killed */
    return status;
}

static enum status join_nodes(struct service *service, struct error *err)
{
    const char *address = service->config.port ? atomic_load(&service->public_url) : "";
    const struct nodes_options options = {
        .store = service->store,
        .id = service->instance,
        .folder = service->folder,
        .name = service->config.name,
        .address = address,
        .workers = (int)service->config.workers,
        .is_shared = store_is_shared(service->store),
        .beat_ms = NODE_BEAT_MS,
        .freed = on_delivery,
        .context = service,
    };
    return nodes_join(&options, &service->nodes, err);
}

static enum status open_notices(struct service *service, struct error *err)
{
    const struct notices_options options = {
        .database = service->config.database,
        .node = service->instance,
        .receive = changes_receive,
        .context = &service->changes,
    };
    return store_is_shared(service->store) ? notices_new(&options, &service->changes.notices, err) : OK;
}

static enum status open_secrets(struct service *service, struct error *err)
{
    const char *path = service->config.secret_key;
    if (!path)
        path = arena_printf(service->arena, "%s/secret.key", service->folder);
    return path ? secrets_start(service->store, path, &service->seal, err) : error_memory(err);
}

static enum status prepare_accounts(struct service *service, struct error *err)
{
    struct bootstrap bootstrap = {
        .store = service->store,
        .folder = service->folder,
        .accounts = service->config.accounts,
        .account_count = service->config.account_count,
        .plans = &service->config.plans,
        .arena = service->arena,
    };
    return bootstrap_accounts(&bootstrap, &service->key, err);
}

static enum status open_indexes(struct service *service, struct error *err)
{
    service->changes.waiters = service->waiters = waiters_new();
    enum status status = service->waiters ? OK : error_memory(err);
    const struct indexes_options options = {
        .store = service->store,
        .data_folder = service->folder,
        .node = service->instance,
        .is_shared = store_is_shared(service->store),
        .lease_ms = INDEX_LEASE_MS,
    };
    if (!status)
        status = indexes_new(&options, &service->indexes, err);
    service->changes.indexes = service->indexes;
    return status;
}

/* For the sender: what goes wrong the owner of the integration reads. */
static enum status open_integration(void *context, const struct integration *integration, struct arena *arena,
                                    json_t **secrets, struct error *err)
{
    const struct service *service = context;
    enum status status = secrets_read(service->seal, integration, arena, secrets, err);
    const char *problem = status ? secrets_problem(service->seal, integration, arena) : NULL;
    return problem ? error_set(err, status, NULL, "%s", problem) : status;
}

/* What the workers and the sender count by labels. */
static enum status make_tallies(struct service *service, struct error *err)
{
    struct tally **const tallies[] = {&service->jobs_counters.steps, &service->jobs_counters.calls,
                                      &service->jobs_counters.tokens, &service->deliver_counters.attempts};
    for (size_t i = 0; i < COUNT_OF(tallies); i++)
        if (!(*tallies[i] = tally_new()))
            return error_memory(err);
    return OK;
}

static void free_tallies(struct service *service)
{
    tally_free(service->jobs_counters.steps);
    tally_free(service->jobs_counters.calls);
    tally_free(service->jobs_counters.tokens);
    tally_free(service->deliver_counters.attempts);
}

static enum status start_sender(struct service *service, struct error *err)
{
    struct sender_options options = {
        .store = service->store,
        .node = service->instance,
        .net = service->net,
        .write_record = write_record,
        .record_context = service,
        .open_secrets = open_integration,
        .secrets_context = service,
        .counters = &service->deliver_counters,
    };
    enum status status = sender_start(&options, &service->sender, err);
    service->changes.sender = service->sender;
    return status;
}

static enum status start_crawler(struct service *service, struct error *err)
{
    struct crawler_options options = {
        .store = service->store,
        .node = service->instance,
        .net = service->net,
        .bounds = &service->config.bounds,
        .changed = on_crawl,
        .context = service,
    };
    enum status status = crawler_start(&options, &service->crawler, err);
    service->changes.crawler = service->crawler;
    return status;
}

static enum status start_workers(struct service *service, struct error *err)
{
    struct jobs_options options = {
        .workers = (int)service->config.workers,
        .folder = service->folder,
        .least_words = service->config.least_words,
        .library = service->config.library,
        .instance = service->instance,
        .store = service->store,
        .plans = &service->config.plans,
        .net = service->net,
        .reader = service->reader,
        .models = service->models,
        .products = service->media.products,
        .places = service->media.places,
        .videos = service->media.videos,
        .images = service->media.images,
        .search = {service->search.list[SEARCH_WEB], service->search.list[SEARCH_NEWS],
                   service->search.list[SEARCH_SCHOLARLY]},
        .indexes = service->indexes,
        .write_brand = brands_write,
        .stopping = &service->is_draining,
        .changed = on_change,
        .delivers = on_delivery,
        .context = service,
        .has_lookout = store_is_shared(service->store),
        .counters = &service->jobs_counters,
    };
    enum status status = workers_start(&options, &service->workers, err);
    service->changes.workers = service->workers;
    return status;
}

/* The interface and the pages, as one table in the arena. */
static enum status join_routes(struct service *service, struct error *err)
{
    const struct routes parts[] = {api_routes(), web_routes()};
    size_t count = 0;
    struct route *list = ARENA_ARRAY(service->arena, parts[0].count + parts[1].count, struct route);
    if (!list)
        return error_memory(err);
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        memcpy(list + count, parts[i].list, parts[i].count * sizeof *list);
        count += parts[i].count;
    }
    service->routes = (struct routes){list, count};
    return OK;
}

static enum status make_api(struct service *service, struct error *err)
{
    service->api = (struct api){
        .instance = service->instance,
        .library = service->config.library,
        .public_url = &service->public_url,
        .is_standalone = service->is_standalone,
        .accounts = service->config.accounts,
        .account_count = service->config.account_count,
        .bounds = &service->config.bounds,
        .store = service->store,
        .seal = service->seal,
        .net = service->net,
        .models = service->models,
        .auth = auth_new(service->store),
        .plans = &service->config.plans,
        .rates = service->config.limits,
        .limits = limits_new(store_is_shared(service->store) ? service->store : NULL, LIMIT_WAIT_MS),
        .waiters = service->waiters,
        .changes = &service->changes,
        .records = record_cache_new(),
        .openapi = openapi_new(),
        .events = event_cache_new(),
        .streams = event_streams_new(),
        .integration_tests = integration_tests_new(),
        .indexes = service->indexes,
        .crawler = service->crawler,
        .workers = service->workers,
        .sender = service->sender,
        .started_at = clock_now_ms(),
        .is_draining = &service->is_draining,
        .jobs = &service->jobs_counters,
        .deliveries = &service->deliver_counters,
    };
    service->changes.auth = service->api.auth;
    service->api.http.routes = route_figures_new(&service->routes, service->arena);
    const struct api *api = &service->api;
    bool is_whole = api->http.routes && api->auth && api->limits && api->records && api->events && api->streams &&
                    api->openapi && api->integration_tests;
    return is_whole ? readiness_start(service->store, service->waiters, &service->api.readiness, err)
                    : error_memory(err);
}

static enum status start_server(struct service *service, struct error *err)
{
    struct http_options options = {
        .host = service->config.host,
        .port = service->config.port,
        .listener = service->config.listener,
        .proxies = service->config.proxies,
        .socket = service->socket,
        .connections = service->config.connections,
        .connections_per_address = service->config.connections_per_address,
        .request_seconds = service->config.request_seconds,
        .idle_seconds = service->config.idle_seconds,
        .body_bytes = service->config.body_bytes,
        .reads_block = store_is_shared(service->store),
        .routes = service->routes,
        .authorize = access_authorize,
        .no_route = no_route_show,
        .app = &service->api,
        .is_stopping = &service->is_stopping,
        .waiters = service->waiters,
        .counters = &service->api.http,
    };
    return http_start(&options, &service->server, err);
}

/* The beat goes on for a moment when the server has stopped, and with it what it says of itself is gone. */
static enum status start_nodes(struct service *service, struct error *err)
{
    const char *url = arena_copy(service->arena, http_url(service->server));
    return url ? nodes_start(service->nodes, url, service->workers, err) : error_memory(err);
}

/* All parts are there that may be told something. */
static enum status start_notices(struct service *service, struct error *err)
{
    const struct lookout_options options = {
        .store = service->store,
        .changes = &service->changes,
        .has_workers = service->config.workers > 0,
        .untold_ms = LOOKOUT_UNTOLD_MS,
    };
    if (!service->changes.notices)
        return OK;
    enum status status = notices_start(service->changes.notices, err);
    return status ? status : lookout_start(&options, &service->lookout, err);
}

/* An article is too old to be kept. */
static void on_removed(void *context, const char *account_id, const char *article_id)
{
    struct service *service = context;
    record_cache_drop(service->api.records, article_id);
    on_change(service, account_id, article_id);
}

static enum status keep_house(struct service *service, struct error *err)
{
    struct housekeeping_options options = {.store = service->store, .on_removed = on_removed, .context = service};
    memcpy(options.keep_days, service->config.keep_days, sizeof options.keep_days);
    return housekeeping_start(&options, &service->housekeeping, err);
}

/* With any free port the address is known only now. */
static enum status complete_public_url(struct service *service, struct error *err)
{
    const char *unknown = NULL;
    (void)err;
    atomic_compare_exchange_strong(&service->public_url, &unknown, http_url(service->server));
    return OK;
}

static enum status publish(struct service *service, struct error *err)
{
    struct endpoint endpoint = {
        .url = http_url(service->server),
        .pid = getpid(),
        .library = service->config.library,
        .standalone = service->is_standalone,
        .shared = agreement_entries(&service->config),
    };
    enum status status = endpoint.shared ? endpoint_publish(service->folder, &endpoint, err) : error_memory(err);
    json_decref(endpoint.shared);
    return status;
}

static void log_ready(const struct service *service)
{
    struct log_event event = log_event_begin("ready");
    log_event_text(&event, "url", http_url(service->server));
    log_event_end(&event, LOG_INFO);
}

typedef enum status (*service_step)(struct service *service, struct error *err);

/* Memory that ran out in a step is asked for behind it. */
static enum status take_steps(struct service *service, const service_step *steps, size_t count, struct error *err)
{
    enum status status = OK;
    for (size_t i = 0; !status && i < count; i++) {
        status = steps[i](service, err);
        if (!status && arena_failed(service->arena))
            status = error_memory(err);
    }
    return status;
}

static enum status start_parts(struct service *service, const json_t *config, struct error *err)
{
    static const service_step steps[] = {
        make_tallies,  find_folder,         find_public_url, open_net,     open_reader,  open_models,      open_media,
        open_search,   service_open_folder, join_nodes,      open_notices, open_secrets, prepare_accounts, open_indexes,
        start_sender,  start_crawler,       start_workers,   join_routes,  make_api,     start_server,     start_nodes,
        start_notices, complete_public_url, keep_house,      publish,
    };
    enum status status = config_read(config, service->arena, &service->config, err);
    if (service->config.log_set)
        log_set_level(service->config.log);
    if (service->config.log_format_set)
        log_set_format(service->config.log_format);
    if (!status)
        status = take_steps(service, steps, COUNT_OF(steps), err);
    if (!status)
        log_ready(service);
    return status;
}

/* With nothing in it but an arena. NULL: no memory. */
static struct service *service_new(void)
{
    struct service *service = calloc(1, sizeof *service);
    if (service && (service->arena = arena_new()))
        return service;
    free(service);
    return NULL;
}

enum status service_start(const json_t *config, bool standalone, struct service **out, struct error *err)
{
    struct service *service = service_new();
    if (!service)
        return error_memory(err);
    service->is_standalone = standalone;
    uuid_v7(service->instance);
    /* Threads inherit the mask: the signals of the program around us stay with its own threads. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    enum status status = start_parts(service, config, err);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!status)
        *out = service;
    else
        service_stop(service);
    return status;
}

enum status service_check(const json_t *config, struct error *err)
{
    static const service_step steps[] = {
        find_public_url, open_net, open_reader, open_models, open_media, open_search,
    };
    struct service *service = service_new();
    if (!service)
        return error_memory(err);
    enum status status = config_read(config, service->arena, &service->config, err);
    if (!status)
        status = take_steps(service, steps, COUNT_OF(steps), err);
    service_stop(service);
    return status;
}

void service_leave(struct service *service)
{
    atomic_store(&service->is_draining, true);
    if (!store_is_shared(service->store))
        return;
    http_leave(service->server);
    waiters_close(service->waiters); /* their answers say by now that the connection ends */
}

void service_drain(struct service *service)
{
    enum { LOOK_MS = 20 };
    int64_t until = clock_mono_ms() + service->config.stop_seconds * 1000;
    atomic_store(&service->is_draining, true);
    while ((workers_busy(service->workers) || http_is_connected(service->server)) && clock_mono_ms() < until)
        usleep(LOOK_MS * 1000);
}

int service_listener(const struct service *service)
{
    return fcntl(http_listener(service->server), F_DUPFD_CLOEXEC, 3);
}

const char *service_url(const struct service *service)
{
    return http_url(service->server);
}

const char *service_key(const struct service *service)
{
    return service->key;
}

void service_stop(struct service *service)
{
    if (!service)
        return;
    atomic_store(&service->is_draining, true);
    atomic_store(&service->is_stopping, true);
    if (service->server)
        endpoint_remove(service->folder);
    waiters_close(service->waiters);
    indexes_close(service->indexes);
    http_stop(service->server); /* from here on there are no requests, so what they use can be freed */
    lookout_stop(service->lookout);
    housekeeping_stop(service->housekeeping);
    notices_stop(service->changes.notices);
    nodes_stop(service->nodes);
    workers_stop(service->workers);
    crawler_stop(service->crawler);
    sender_stop(service->sender);
    nodes_leave(service->nodes);
    notices_free(service->changes.notices);
    free_tallies(service);
    readiness_stop(service->api.readiness);
    event_cache_free(service->api.events);
    event_streams_free(service->api.streams);
    record_cache_free(service->api.records);
    openapi_free(service->api.openapi);
    integration_tests_free(service->api.integration_tests);
    limits_free(service->api.limits);
    auth_free(service->api.auth);
    indexes_free(service->indexes);
    waiters_free(service->waiters);
    models_close(service->models);
    media_sources_close(&service->media);
    search_places_close(&service->search);
    reader_free(service->reader);
    net_free(service->net);
    seal_free(service->seal);
    store_close(service->store);
    config_free(&service->config);
    arena_free(service->arena);
    free(service);
}
