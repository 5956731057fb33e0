#include "service/http/http.h"

#include "service/http/http_parts.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

const long duration_bounds_ms[DURATION_BOUNDS] = {5, 25, 100, 500, 1000, 5000, 15000, 60000};

struct route_figures *route_figures_new(const struct routes *routes, struct arena *arena)
{
    struct route_figures *figures = ARENA_ARRAY(arena, routes->count + 1, struct route_figures);
    for (size_t i = 0; figures && i <= routes->count; i++) {
        for (size_t class = 0; class < STATUS_CLASSES; class ++)
            atomic_init(&figures[i].answers[class], 0);
        for (size_t bound = 0; bound <= DURATION_BOUNDS; bound++)
            atomic_init(&figures[i].durations[bound], 0);
        atomic_init(&figures[i].ms, 0);
    }
    return figures;
}

/* Counts an answer. Any thread. figures NULL: nothing is counted; route NULL: the request has none. */
static void route_figures_count(struct route_figures *figures, const struct routes *routes, const struct route *route,
                                int status, int64_t ms)
{
    if (!figures || status < 100 || status > 599)
        return;
    struct route_figures *row = &figures[route ? (size_t)(route - routes->list) : routes->count];
    size_t bound = 0;
    while (bound < DURATION_BOUNDS && ms > duration_bounds_ms[bound])
        bound++;
    atomic_fetch_add(&row->answers[status / 100], 1);
    atomic_fetch_add(&row->durations[bound], 1);
    atomic_fetch_add(&row->ms, (unsigned long)(ms > 0 ? ms : 0));
}

#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
    HTTP_THREADS = 2,
    POOL_THREADS = 32,
    POOL_SHARE = 8, /* of one account, or one address without a key */
    /* More than 32 KiB: libmicrohttpd then maps the memory of a connection instead of taking it from the heap, where
     * its first page is touched at once. A connection that says nothing costs 0.6 kB so, instead of 4.7 kB. One that
     * was answered costs 37 kB until it closes, whatever was said on it: libmicrohttpd 0.9.75 clears all of this memory
     * after each answer, so that every page of it is resident. Less of it would lower that, and the size of heads that
     * are read, but not to the 4 KiB of a silent one. */
    CONNECTION_MEMORY = 33 * 1024,
    DISCIPLINE = 1, /* how strictly libmicrohttpd since 0.9.77 reads heads: more so than by default */
    DEFAULT_CONNECTIONS = 4096,
    OTHER_FILES = 128, /* descriptors reserved for the database, indexes and outgoing requests */
    TICK_MS = 100,
    DISCONNECTED_TICKS = 10, /* ticks between two checks for clients that are gone */
    TRIM_BYTES = 16 << 20,   /* of bodies, whose memory goes back to the system when they are gone */
    STOP_MS = 3000
};

struct http_server {
    struct http_options options;
    struct request_context context;
    struct arena *arena;
    const char *url;
    struct MHD_Daemon *daemon;
    struct local *local;
    struct MHD_Response *last_resort; /* sent when memory for another answer is short */
    struct connections *connections;
    struct background ticker;
    unsigned ticks;
    size_t held_most; /* bytes of bodies since memory was given back */
    atomic_bool is_leaving;
};

/* --- sending --- */

static void http_add_header(struct MHD_Response *response, const char *name, const char *value)
{
    MHD_add_response_header(response, name, value);
}

static bool has_header(const struct answer *answer, const char *name)
{
    const struct header *header = answer->headers;
    while (header && strcmp(header->name, name) != 0)
        header = header->next;
    return header != NULL;
}

/* Of a route, or instead of the problem that there is none (http_options.no_route). */
static bool is_page(const struct request *request)
{
    const char *type = request->answer.content_type;
    if (request->route)
        return request->route->flags & ROUTE_PAGE;
    return type && strncmp(type, "text/html", strlen("text/html")) == 0;
}

static void http_add_headers(const struct http_server *server, struct MHD_Response *response,
                             const struct request *request)
{
    const struct answer *answer = &request->answer;
    if (answer->content_type)
        http_add_header(response, "Content-Type", answer->content_type);
    http_add_header(response, "X-Request-Id", request->request_id);
    if (!has_header(answer, "Cache-Control"))
        http_add_header(response, "Cache-Control", "private, no-cache");
    http_add_header(response, "X-Content-Type-Options", "nosniff");
    if (!is_page(request)) {
        http_add_header(response, "Access-Control-Allow-Origin", "*");
        http_add_header(
            response, "Access-Control-Expose-Headers",
            "ETag, Location, Link, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id");
    }
    for (const struct header *header = answer->headers; header; header = header->next)
        http_add_header(response, header->name, header->value);
    if (answer->close || atomic_load(&server->is_leaving))
        http_add_header(response, "Connection", "close");
}

static enum MHD_Result send_answer(struct http_server *server, struct request *request)
{
    struct answer *answer = &request->answer;
    request_sends(request);
    connection_phase(server->connections, request->slot, CONNECTION_SENDING);
    struct MHD_Response *response = NULL;
    if (!answer->body.failed)
        response = MHD_create_response_from_buffer(answer->body.len, (void *)buf_text(&answer->body),
                                                   MHD_RESPMEM_PERSISTENT); /* the body lives until on_completed */
    int class = (response ? answer->status : 503) / 100;
    atomic_fetch_add(&server->options.counters->answers[class], 1);
    route_figures_count(server->options.counters->routes, &server->options.routes, request->route,
                        response ? answer->status : 503, clock_mono_ms() - request->began_at);
    if (!response)
        return MHD_queue_response(request->connection, 503, server->last_resort);
    http_add_headers(server, response, request);
    enum MHD_Result result = MHD_queue_response(request->connection, (unsigned)answer->status, response);
    MHD_destroy_response(response);
    return result;
}

/* --- what the HTTP library calls --- */

/*
 * Called when the first line of a request is there. libmicrohttpd 0.9.75 stores each argument of the query in the
 * connection's memory, and when that is used up, it waits for ever instead of answering. So the query is hidden from
 * it; head_arguments reads the query instead.
 */
static void *on_target(void *context, const char *text, struct MHD_Connection *connection)
{
    struct http_server *server = context;
    struct request *request = request_new(&server->context, connection, text);
    char *query = strchr(text, '?');
    if (query && query[1])
        query[1] = '\0';
    return request;
}

static enum MHD_Result http_begin(struct http_server *server, struct request *request, const char *method,
                                  const char *version)
{
    request->is_begun = true;
    activity_begin(&server->context.activity);
    admission_check(request, method, version);
    if (!request->answer.status || !request_answers_early(request))
        return MHD_YES;
    if (request->check)
        request_run(request);
    return request->is_suspended ? MHD_YES : send_answer(server, request);
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *path,
                                  const char *method, const char *version, const char *data, size_t *size, void **state)
{
    struct http_server *server = context;
    struct request *request = *state;
    (void)path;
    if (!request)
        return MHD_queue_response(connection, 503, server->last_resort); /* there was no memory for a struct request */
    if (!request->is_begun)
        return http_begin(server, request, method, version);
    if (*size) {
        bool go_on = request_take(request, data, *size);
        *size = 0;
        return go_on ? MHD_YES : MHD_NO;
    }
    connection_phase(server->connections, request->slot, CONNECTION_HANDLING);
    request->is_suspended = false;
    if (!request->is_complete && (!request->answer.status || request->check))
        request_run(request);
    else if (!request->answer.status && request->resume)
        request->resume(request);
    /* Another thread may be making the answer of a suspended request. */
    return request->is_suspended ? MHD_YES : send_answer(server, request);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code)
{
    struct http_server *server = context;
    struct request *request = *state;
    (void)connection, (void)code;
    if (!request)
        return;
    connection_phase(server->connections, request->slot, CONNECTION_IDLE);
    bool is_begun = request->is_begun;
    request_free(request);
    *state = NULL;
    if (is_begun)
        activity_end(&server->context.activity);
}

static void on_connection(void *context, struct MHD_Connection *connection, void **slot,
                          enum MHD_ConnectionNotificationCode code)
{
    struct http_server *server = context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        connection_close(server->connections, *slot);
        *slot = NULL;
        return;
    }
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    /* Read at once: libmicrohttpd 1.0 puts what is asked for next in its place. */
    int fd = info ? info->connect_fd : -1;
    *slot = info ? connection_open(server->connections, fd, local_is_origin(connection)) : NULL;
}

static void on_log(void *context, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

static void on_log(void *context, const char *format, va_list arguments)
{
    char line[512];
    (void)context;
    vsnprintf(line, sizeof line, format, arguments);
    log_line(LOG_DEBUG, "http: %s", line);
}

/* --- starting and stopping --- */

/*
 * Behind a crowd of large bodies glibc would keep their memory: where blocks of a size were mapped and freed once, it
 * takes the next ones from its heap, which only shrinks at its end. 250 bodies of 0.9 MB left 250 MB, now and then.
 */
static void give_memory_back(struct http_server *server)
{
    size_t held = atomic_load(server->context.held);
    if (held > server->held_most)
        server->held_most = held;
    if (server->held_most < TRIM_BYTES || held > server->held_most / 2)
        return;
    server->held_most = held;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static int64_t tick(void *argument)
{
    struct http_server *server = argument;
    give_memory_back(server);
    connections_reap(server->connections);
    waiters_expire(server->context.waiters, clock_mono_ms());
    if (++server->ticks % DISCONNECTED_TICKS == 0)
        waiters_expire_disconnected(server->context.waiters);
    return TICK_MS;
}

/* How many connections fit into the process's limit of files. That limit is raised only for a configured number of
 * connections.
 */
static unsigned connection_limit(const struct http_options *options)
{
    struct rlimit files;
    rlim_t wanted = (rlim_t)(options->connections ? options->connections : DEFAULT_CONNECTIONS);
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return (unsigned)wanted;
    if (options->connections && files.rlim_cur < wanted + OTHER_FILES) {
        files.rlim_cur = files.rlim_max < wanted + OTHER_FILES ? files.rlim_max : wanted + OTHER_FILES;
        setrlimit(RLIMIT_NOFILE, &files);
        getrlimit(RLIMIT_NOFILE, &files);
    }
    rlim_t room = files.rlim_cur > 2 * OTHER_FILES ? files.rlim_cur - OTHER_FILES : files.rlim_cur / 2;
    return (unsigned)(room < wanted ? room : wanted);
}

static bool http_read_address(const struct http_options *options, struct sockaddr_storage *address)
{
    struct sockaddr_in *v4 = (struct sockaddr_in *)address;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)address;
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, options->host, &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        v4->sin_port = htons((uint16_t)options->port);
        return true;
    }
    if (inet_pton(AF_INET6, options->host, &v6->sin6_addr) == 1) {
        v6->sin6_family = AF_INET6;
        v6->sin6_port = htons((uint16_t)options->port);
        return true;
    }
    return false;
}

/* listener: a socket that listens at the address, which becomes the daemon's; -1: it opens one. */
static struct MHD_Daemon *listen_at(struct http_server *server, struct sockaddr_storage *address, int listener)
{
    const struct http_options *options = &server->options;
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    if (address->ss_family == AF_INET6)
        flags |= MHD_USE_IPv6;
    /* Only one of the two is taken since 0.9.77. */
    struct MHD_OptionItem place[] = {
        {listener < 0 ? MHD_OPTION_SOCK_ADDR : MHD_OPTION_LISTEN_SOCKET, listener, address},
#if MHD_VERSION >= 0x00097701
        {MHD_OPTION_CLIENT_DISCIPLINE_LVL, DISCIPLINE, NULL},
#endif
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(flags, 0, NULL, NULL, on_request, server, MHD_OPTION_EXTERNAL_LOGGER, on_log, NULL,
                            MHD_OPTION_ARRAY, place, MHD_OPTION_THREAD_POOL_SIZE, (unsigned)HTTP_THREADS,
                            MHD_OPTION_CONNECTION_LIMIT, connection_limit(options), MHD_OPTION_PER_IP_CONNECTION_LIMIT,
                            (unsigned)options->connections_per_address, MHD_OPTION_CONNECTION_TIMEOUT,
                            (unsigned)options->idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                            (size_t)CONNECTION_MEMORY, MHD_OPTION_URI_LOG_CALLBACK, on_target, server,
                            MHD_OPTION_NOTIFY_COMPLETED, on_completed, server, MHD_OPTION_NOTIFY_CONNECTION,
                            on_connection, server, MHD_OPTION_LISTEN_BACKLOG_SIZE, (unsigned)1024, MHD_OPTION_END);
}

int http_listener(const struct http_server *server)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_LISTEN_FD);
    return info ? info->listen_fd : -1;
}

static enum status keep_from_children(struct http_server *server, struct error *err)
{
    int listener = http_listener(server);
    return listener >= 0 ? fork_close_in_child(listener, err) : OK;
}

const char *http_address(struct arena *arena, const char *host, unsigned port)
{
    if (strcmp(host, "0.0.0.0") == 0)
        host = "127.0.0.1";
    else if (strcmp(host, "::") == 0)
        host = "::1";
    return arena_printf(arena, strchr(host, ':') ? "http://[%s]:%u" : "http://%s:%u", host, port);
}

static const char *url_of(struct http_server *server)
{
    const struct http_options *options = &server->options;
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
    unsigned port = info && info->port ? info->port : (unsigned)options->port;
    return http_address(server->arena, options->host, port);
}

/* The answer that is sent when memory for another one is short. */
static enum status make_last_resort(struct http_server *server, struct error *err)
{
    static const char text[] = "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,"
                               "\"detail\":\"The service is short of memory; try again in a moment.\"}";
    server->last_resort = MHD_create_response_from_buffer(sizeof text - 1, (void *)text, MHD_RESPMEM_PERSISTENT);
    if (!server->last_resort)
        return error_memory(err);
    http_add_header(server->last_resort, "Content-Type", "application/problem+json");
    http_add_header(server->last_resort, "Retry-After", "1");
    return OK;
}

static enum status start_daemon(struct http_server *server, struct error *err)
{
    const struct http_options *options = &server->options;
    struct sockaddr_storage address;
    if (!http_read_address(options, &address))
        return error_set(err, E_INVALID, "config", "configuration: listen: \"%.60s\" is no numeric address",
                         options->host);
    /* A socket that was passed stays whose it is: after a stop another service listens at it. */
    int listener = options->listener < 0 ? -1 : fcntl(options->listener, F_DUPFD_CLOEXEC, 3);
    if (listener < 0 && options->listener >= 0)
        return error_set(err, E_IO, "listen", "cannot listen at descriptor %d: %s", options->listener, strerror(errno));
    errno = 0;
    server->daemon = listen_at(server, &address, listener);
    if (!server->daemon && listener >= 0)
        close(listener);
    if (!server->daemon)
        return error_set(err, E_IO, "listen", "cannot listen on %s port %d: %s", options->host, options->port,
                         errno ? strerror(errno) : "no memory");
    server->url = url_of(server);
    return server->url ? keep_from_children(server, err) : error_memory(err);
}

static enum status start_http(struct http_server *server, struct error *err)
{
    const struct fair_pool_options pool = {.threads = POOL_THREADS, .per_owner = POOL_SHARE};
    enum status status = make_last_resort(server, err);
    if (!status)
        status = fair_pool_new(&pool, &server->context.pool, err);
    if (!status)
        status = start_daemon(server, err);
    if (!status)
        status = local_start(server->options.socket, server->daemon, &server->local, err);
    return status ? status : background_start(&server->ticker, tick, server, err);
}

enum status http_start(const struct http_options *options, struct http_server **out, struct error *err)
{
    struct http_server *server = calloc(1, sizeof *server);
    if (!server)
        return error_memory(err);
    server->options = *options;
    server->context = (struct request_context){
        .routes = options->routes,
        .authorize = options->authorize,
        .no_route = options->no_route,
        .app = options->app,
        .reads_block = options->reads_block,
        .is_stopping = options->is_stopping,
        .waiters = options->waiters,
        .proxies = &server->options.proxies,
        .most_held = (size_t)options->body_bytes,
        .held = &options->counters->held_bytes,
    };
    activity_init(&server->context.activity);
    *out = server;
    server->arena = arena_new();
    server->connections = connections_new(options->request_seconds, options->idle_seconds);
    return server->arena && server->connections ? start_http(server, err) : error_memory(err);
}

const char *http_url(const struct http_server *server)
{
    return server->url;
}

/* The socket that the library listens at, which accepts no more; -1: none, or it was taken before. */
static int take_listener(struct http_server *server)
{
    MHD_socket listener = MHD_quiesce_daemon(server->daemon);
    if (listener == MHD_INVALID_SOCKET)
        return -1;
    fork_forget(listener);
    return listener;
}

static void take_connection(void *context, int fd, const struct sockaddr *peer, socklen_t size)
{
    struct http_server *server = context;
    MHD_add_connection(server->daemon, fd, peer, size); /* the library closes the descriptor when it fails */
}

void http_leave(struct http_server *server)
{
    atomic_store(&server->is_leaving, true);
    int listener = take_listener(server);
    if (listener < 0)
        return;
    if (listener_is_same(listener, server->options.listener))
        close(listener);
    else
        listener_close(listener, take_connection, server);
}

bool http_is_connected(const struct http_server *server)
{
    return atomic_load(&server->is_leaving) && connections_are_open(server->connections);
}

/* Accepts no more and refuses new suspensions. */
static void close_server(struct http_server *server)
{
    if (!activity_close(&server->context.activity) || !server->daemon)
        return;
    local_close(server->local);
    int listener = take_listener(server);
    if (listener >= 0)
        close(listener);
}

void http_stop(struct http_server *server)
{
    if (!server)
        return;
    close_server(server);
    activity_wait_until_quiet(&server->context.activity, STOP_MS);
    background_stop(&server->ticker);
    if (server->daemon)
        MHD_stop_daemon(server->daemon);
    if (server->last_resort)
        MHD_destroy_response(server->last_resort);
    local_free(server->local);
    fair_pool_free(server->context.pool);
    connections_free(server->connections);
    activity_destroy(&server->context.activity);
    arena_free(server->arena);
    free(server);
}
