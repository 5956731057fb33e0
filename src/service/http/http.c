#include "service/http/http.h"

#include "base/thread.h"
#include "service/http/connections.h"
#include "service/http/local.h"
#include "service/http/router.h"
#include "service/http/waiters.h"
#include "service/internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    HTTP_THREADS = 2,
    CONNECTION_MEMORY = 32 * 1024,
    DEFAULT_CONNECTIONS = 4096,
    OTHER_FILES = 128, /* descriptors that are left to the database, indexes and outgoing requests */
    TICK_MS = 100,
    HANG_UP_TICKS = 10, /* between two looks for clients that are gone */
    STOP_MS = 3000
};

struct front {
    struct service *service;
    struct MHD_Daemon *daemon;
    struct local *local;
    struct MHD_Response *last_resort; /* for when there is no memory for a better one */
    struct connections *connections;
    pthread_t ticker;
    bool ticking;
    pthread_mutex_t lock;
    pthread_cond_t quiet; /* once closed: fewer requests are under way */
    pthread_cond_t stop;  /* ends the ticker */
    bool closed;
    size_t suspended; /* connections set aside */
    size_t active;    /* requests between their headers and the end of their answer */
};

/* --- sending --- */

static void add_header(struct MHD_Response *response, const char *name, const char *value)
{
    MHD_add_response_header(response, name, value);
}

static void add_limits(struct MHD_Response *response, const struct request *request)
{
    char text[96];
    if (!request->route || request->limit.quota == 0)
        return;
    const char *name = limit_names[request->route->limit];
    snprintf(text, sizeof text, "\"%s\";q=%ld;w=60", name, request->limit.quota);
    add_header(response, "RateLimit-Policy", text);
    snprintf(text, sizeof text, "\"%s\";r=%ld;t=%ld", name, request->limit.remaining, request->limit.reset);
    add_header(response, "RateLimit", text);
}

static void add_headers(struct MHD_Response *response, const struct request *request)
{
    const struct answer *answer = &request->answer;
    if (answer->content_type)
        add_header(response, "Content-Type", answer->content_type);
    add_header(response, "X-Request-Id", request->request_id);
    add_header(response, "Cache-Control", "private, no-cache");
    add_header(response, "X-Content-Type-Options", "nosniff");
    add_header(response, "Access-Control-Allow-Origin", "*");
    add_header(response, "Access-Control-Expose-Headers",
               "ETag, Location, Link, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id");
    add_limits(response, request);
    for (const struct header *header = answer->headers; header; header = header->next)
        add_header(response, header->name, header->value);
    if (answer->close)
        add_header(response, "Connection", "close");
}

static enum MHD_Result send_answer(struct front *front, struct request *request)
{
    struct answer *answer = &request->answer;
    request_sends(request);
    connection_phase(front->connections, request->slot, CONNECTION_SENDING);
    struct MHD_Response *response = NULL;
    if (!answer->body.failed)
        response = MHD_create_response_from_buffer(answer->body.len, (void *)buf_text(&answer->body),
                                                   MHD_RESPMEM_PERSISTENT); /* lives until on_completed */
    int class = (response ? answer->status : 503) / 100;
    atomic_fetch_add(&front->service->metrics.answers[class], 1);
    if (!response)
        return MHD_queue_response(request->connection, 503, front->last_resort);
    add_headers(response, request);
    enum MHD_Result result = MHD_queue_response(request->connection, (unsigned)answer->status, response);
    MHD_destroy_response(response);
    return result;
}

/* --- what the HTTP library calls --- */

static void count_active(struct front *front, int change)
{
    pthread_mutex_lock(&front->lock);
    front->active += (size_t)change;
    if (front->closed)
        pthread_cond_broadcast(&front->quiet);
    pthread_mutex_unlock(&front->lock);
}

/*
 * The first line of a request is there. The library goes on to store each argument of the query in the connection's memory, and when
 * that is used up it (0.9.75) waits for ever instead of answering: the query is hidden from it, for head_argument reads it.
 */
static void *on_target(void *context, const char *text, struct MHD_Connection *connection)
{
    struct front *front = context;
    struct request *request = request_new(front->service, connection, text);
    char *query = strchr(text, '?');
    if (query && query[1])
        query[1] = '\0';
    return request;
}

static enum MHD_Result begin(struct front *front, struct request *request, const char *method, const char *version)
{
    request->begun = true;
    count_active(front, 1);
    request_admit(request, method, version);
    if (request->answer.status && request_answers_early(request))
        return send_answer(front, request);
    return MHD_YES;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *path,
                                  const char *method, const char *version, const char *data, size_t *size, void **state)
{
    struct front *front = context;
    struct request *request = *state;
    (void)path;
    if (!request)
        return MHD_queue_response(connection, 503, front->last_resort); /* there was no memory for it */
    if (!request->begun)
        return begin(front, request, method, version);
    if (*size) {
        bool go_on = request_take(request, data, *size);
        *size = 0;
        return go_on ? MHD_YES : MHD_NO;
    }
    connection_phase(front->connections, request->slot, CONNECTION_HANDLING);
    request->suspended = false;
    if (!request->complete && !request->answer.status)
        request_run(request);
    else if (!request->answer.status && request->resume)
        request->resume(request);
    /* Once it is suspended the answer may be in the making in another thread. */
    return request->suspended ? MHD_YES : send_answer(front, request);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code)
{
    struct front *front = context;
    struct request *request = *state;
    (void)connection, (void)code;
    if (!request)
        return;
    connection_phase(front->connections, request->slot, CONNECTION_IDLE);
    bool begun = request->begun;
    request_free(request);
    *state = NULL;
    if (begun)
        count_active(front, -1);
}

static void on_connection(void *context, struct MHD_Connection *connection, void **slot,
                          enum MHD_ConnectionNotificationCode code)
{
    struct front *front = context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        connection_close(front->connections, *slot);
        *slot = NULL;
        return;
    }
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    *slot = info ? connection_open(front->connections, info->connect_fd) : NULL;
}

static void on_log(void *context, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

static void on_log(void *context, const char *format, va_list arguments)
{
    char line[512];
    (void)context;
    vsnprintf(line, sizeof line, format, arguments);
    log_line(LOG_DEBUG, "http: %s", line);
}

/* --- suspending --- */

bool front_suspend(struct front *front, struct MHD_Connection *connection)
{
    pthread_mutex_lock(&front->lock);
    bool open = !front->closed;
    if (open) {
        front->suspended++;
        MHD_suspend_connection(connection);
    }
    pthread_mutex_unlock(&front->lock);
    return open;
}

void front_wake(struct front *front, struct MHD_Connection *connection)
{
    pthread_mutex_lock(&front->lock);
    MHD_resume_connection(connection);
    front->suspended--;
    if (front->closed)
        pthread_cond_broadcast(&front->quiet);
    pthread_mutex_unlock(&front->lock);
}

/* --- starting and stopping --- */

static void *tick(void *argument)
{
    struct front *front = argument;
    unsigned ticks = 0;
    pthread_mutex_lock(&front->lock);
    while (front->ticking) {
        struct timespec until = condition_in_ms(TICK_MS);
        pthread_cond_timedwait(&front->stop, &front->lock, &until);
        pthread_mutex_unlock(&front->lock);
        connections_reap(front->connections);
        hub_expire(front->service->hub, clock_mono_ms());
        if (++ticks % HANG_UP_TICKS == 0)
            hub_hang_up(front->service->hub);
        pthread_mutex_lock(&front->lock);
    }
    pthread_mutex_unlock(&front->lock);
    return NULL;
}

/* How many connections there is room for. Only a number that was asked for may raise the process's own limit of files. */
static unsigned connection_limit(const struct config *config)
{
    struct rlimit files;
    rlim_t wanted = (rlim_t)(config->connections ? config->connections : DEFAULT_CONNECTIONS);
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return (unsigned)wanted;
    if (config->connections && files.rlim_cur < wanted + OTHER_FILES) {
        files.rlim_cur = files.rlim_max < wanted + OTHER_FILES ? files.rlim_max : wanted + OTHER_FILES;
        setrlimit(RLIMIT_NOFILE, &files);
        getrlimit(RLIMIT_NOFILE, &files);
    }
    rlim_t room = files.rlim_cur > 2 * OTHER_FILES ? files.rlim_cur - OTHER_FILES : files.rlim_cur / 2;
    return (unsigned)(room < wanted ? room : wanted);
}

static bool read_address(const struct config *config, struct sockaddr_storage *address)
{
    struct sockaddr_in *v4 = (struct sockaddr_in *)address;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)address;
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, config->host, &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        v4->sin_port = htons((uint16_t)config->port);
        return true;
    }
    if (inet_pton(AF_INET6, config->host, &v6->sin6_addr) == 1) {
        v6->sin6_family = AF_INET6;
        v6->sin6_port = htons((uint16_t)config->port);
        return true;
    }
    return false;
}

static struct MHD_Daemon *listen_at(struct front *front, struct sockaddr_storage *address)
{
    const struct config *config = &front->service->config;
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    if (address->ss_family == AF_INET6)
        flags |= MHD_USE_IPv6;
    return MHD_start_daemon(flags, 0, NULL, NULL, on_request, front, MHD_OPTION_EXTERNAL_LOGGER, on_log, NULL,
                            MHD_OPTION_SOCK_ADDR, (struct sockaddr *)address, MHD_OPTION_THREAD_POOL_SIZE,
                            (unsigned)HTTP_THREADS, MHD_OPTION_CONNECTION_LIMIT, connection_limit(config),
                            MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned)config->connections_per_address,
                            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                            (size_t)CONNECTION_MEMORY, MHD_OPTION_URI_LOG_CALLBACK, on_target, front,
                            MHD_OPTION_NOTIFY_COMPLETED, on_completed, front, MHD_OPTION_NOTIFY_CONNECTION,
                            on_connection, front, MHD_OPTION_LISTEN_BACKLOG_SIZE, (unsigned)1024, MHD_OPTION_END);
}

static enum status keep_from_children(struct front *front, struct error *err)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(front->daemon, MHD_DAEMON_INFO_LISTEN_FD);
    return info ? fork_close_in_child(info->listen_fd, err) : OK;
}

/* What a caller on this machine can reach: the address that means all of them is none. */
static const char *url_of(struct front *front)
{
    const struct config *config = &front->service->config;
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(front->daemon, MHD_DAEMON_INFO_BIND_PORT);
    unsigned port = info && info->port ? info->port : (unsigned)config->port;
    const char *host = config->host;
    if (strcmp(host, "0.0.0.0") == 0)
        host = "127.0.0.1";
    else if (strcmp(host, "::") == 0)
        host = "::1";
    return arena_printf(front->service->arena, strchr(host, ':') ? "http://[%s]:%u" : "http://%s:%u", host, port);
}

static enum status open_front(struct front *front, struct error *err)
{
    static const char last_words[] = "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,"
                                     "\"detail\":\"The service is short of memory; try again in a moment.\"}";
    struct service *service = front->service;
    struct sockaddr_storage address;
    if (!read_address(&service->config, &address))
        return error_set(err, E_INVALID, "config", "configuration: listen: \"%.60s\" is no numeric address",
                         service->config.host);
    front->connections = connections_new(service->config.request_seconds);
    front->last_resort =
        MHD_create_response_from_buffer(sizeof last_words - 1, (void *)last_words, MHD_RESPMEM_PERSISTENT);
    if (!front->connections || !front->last_resort)
        return error_memory(err);
    add_header(front->last_resort, "Content-Type", "application/problem+json");
    add_header(front->last_resort, "Retry-After", "1");
    errno = 0;
    front->daemon = listen_at(front, &address);
    if (!front->daemon)
        return error_set(err, E_IO, "listen", "cannot listen on %s port %d: %s", service->config.host,
                         service->config.port, errno ? strerror(errno) : "no memory");
    enum status status = keep_from_children(front, err);
    if (status == OK)
        status = local_start(service->socket, front->daemon, &front->local, err);
    if (status != OK)
        return status;
    service->url = url_of(front);
    front->ticking = service->url != NULL; /* before the thread looks at it */
    if (front->ticking && pthread_create(&front->ticker, NULL, tick, front) == 0) {
        return OK;
    }
    front->ticking = false;
    return error_memory(err);
}

enum status front_start(struct service *service, struct front **out, struct error *err)
{
    struct front *front = calloc(1, sizeof *front);
    if (!front)
        return error_memory(err);
    condition_init(&front->quiet);
    condition_init(&front->stop);
    pthread_mutex_init(&front->lock, NULL);
    front->service = service;
    *out = front;
    return open_front(front, err);
}

void front_close(struct front *front)
{
    if (!front || !front->daemon || front->closed)
        return;
    pthread_mutex_lock(&front->lock);
    front->closed = true;
    pthread_mutex_unlock(&front->lock);
    local_close(front->local);
    MHD_socket listener = MHD_quiesce_daemon(front->daemon);
    if (listener == MHD_INVALID_SOCKET)
        return;
    fork_forget(listener);
    close(listener);
}

/* The library must not be stopped while a connection is set aside; answers under way get a moment. */
static void wait_until_quiet(struct front *front)
{
    struct timespec until = condition_in_ms(STOP_MS);
    pthread_mutex_lock(&front->lock);
    while (front->suspended > 0)
        pthread_cond_wait(&front->quiet, &front->lock);
    while (front->active > 0 && pthread_cond_timedwait(&front->quiet, &front->lock, &until) == 0)
        continue;
    bool ticking = front->ticking;
    front->ticking = false;
    pthread_cond_signal(&front->stop);
    pthread_mutex_unlock(&front->lock);
    if (ticking)
        pthread_join(front->ticker, NULL);
}

void front_stop(struct front *front)
{
    if (!front)
        return;
    front_close(front);
    wait_until_quiet(front);
    if (front->daemon)
        MHD_stop_daemon(front->daemon);
    if (front->last_resort)
        MHD_destroy_response(front->last_resort);
    local_free(front->local);
    connections_free(front->connections);
    pthread_cond_destroy(&front->quiet);
    pthread_cond_destroy(&front->stop);
    pthread_mutex_destroy(&front->lock);
    free(front);
}
