#include "net/exchange.h"

#include "base/system/curl_head.h"
#include "base/system/system.h"

enum {
    CANCEL_CHECK_MS = 100, /* how soon a request that is called off ends, though nothing comes from its peer */
    CONNECT_TIMEOUT_MS = 10 * 1000,
    LAST_PAUSE_MS = 1000,      /* for the end of an answer of which nothing more is needed */
    RECEIVE_BUFFER = 4 * 1024, /* many exchanges are under way at once */
    UPLOAD_BUFFER = 16 * 1024, /* the least that libcurl takes */
    SLOW_BYTES = 32,           /* a second: a peer that sends less is slow */
};

/* What the callbacks of one exchange share. */
struct exchange_progress {
    struct exchange *exchange;
    struct curl_slist *headers;
    size_t header_bytes, body_bytes;
    int64_t last_piece; /* clock_mono_ms; 0: nothing of the body came yet */
    enum exchange_next next;
    bool has_head, is_too_large, is_denied, has_opened;
};

/* --- the pool --- */

static pthread_once_t curl_once = PTHREAD_ONCE_INIT;
static CURLcode curl_state = CURLE_FAILED_INIT;

/* curl_global_cleanup is never called: other parts of the process may still use curl. */
static void start_curl(void)
{
    curl_state = curl_global_init(CURL_GLOBAL_DEFAULT);
}

CURLcode exchange_start(void)
{
    pthread_once(&curl_once, start_curl);
    return curl_state;
}

void exchange_pool_init(struct exchange_pool *pool, size_t most, long connections)
{
    pool->count = 0;
    pool->most = most < EXCHANGE_IDLE ? most : EXCHANGE_IDLE;
    pool->connections = connections;
    pthread_mutex_init(&pool->lock, NULL);
}

/* Closing a connection that speaks TLS writes to it. */
void exchange_pool_destroy(struct exchange_pool *pool)
{
    struct sigpipe sigpipe;
    sigpipe_block(&sigpipe);
    for (size_t i = 0; i < pool->count; i++)
        curl_multi_cleanup(pool->idle[i]);
    sigpipe_restore(&sigpipe);
    pthread_mutex_destroy(&pool->lock);
}

/* NULL: memory ran out, or libcurl cannot start. */
static CURLM *take_multi(struct exchange_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    CURLM *multi = pool->count ? pool->idle[--pool->count] : NULL;
    pthread_mutex_unlock(&pool->lock);
    if (multi)
        return multi;
    multi = exchange_start() == CURLE_OK ? curl_multi_init() : NULL;
    if (multi && curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, pool->connections) == CURLM_OK)
        return multi;
    curl_multi_cleanup(multi);
    return NULL;
}

static void give_multi(struct exchange_pool *pool, CURLM *multi)
{
    pthread_mutex_lock(&pool->lock);
    bool is_kept = pool->count < pool->most;
    if (is_kept)
        pool->idle[pool->count++] = multi;
    pthread_mutex_unlock(&pool->lock);
    if (!is_kept)
        curl_multi_cleanup(multi);
}

/* --- callbacks --- */

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct exchange_progress *progress = context;
    const struct guard *guard = progress->exchange->guard;
    if (guard && (purpose != CURLSOCKTYPE_IPCXN || !guard_allows(guard, &address->addr))) {
        progress->is_denied = true;
        return CURL_SOCKET_BAD;
    }
    progress->has_opened = true;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* A connection of an earlier exchange is reused without a call of open_socket, so its address is checked here again. */
static int before_request(void *context, char *remote_ip, char *local_ip, int remote_port, int local_port)
{
    (void)local_ip, (void)local_port;
    struct exchange_progress *progress = context;
    const struct guard *guard = progress->exchange->guard;
    if (!guard || guard_allows_text(guard, remote_ip, (unsigned)remote_port))
        return CURL_PREREQFUNC_OK;
    progress->is_denied = true;
    return CURL_PREREQFUNC_ABORT;
}

static size_t take_header(char *data, size_t size, size_t count, void *context)
{
    (void)data;
    struct exchange_progress *progress = context;
    progress->header_bytes += size * count;
    progress->is_too_large = progress->header_bytes > progress->exchange->max_header_bytes;
    return progress->is_too_large ? 0 : size * count;
}

static struct str header_value(CURL *easy, const char *name)
{
    struct curl_header *header;
    bool found = curl_easy_header(easy, name, 0, CURLH_HEADER, -1, &header) == CURLHE_OK;
    return found ? str_from(header->value) : STR("");
}

/* OpenAI's servers name the wait in milliseconds too. */
static int64_t read_retry_after(CURL *easy)
{
    int64_t wait = clock_parse_duration(header_value(easy, "Retry-After-Ms"), 1);
    return wait >= 0 ? wait : clock_parse_retry_after(header_value(easy, "Retry-After"), clock_now_ms());
}

static void read_head(struct exchange_progress *progress)
{
    CURL *easy = progress->exchange->easy;
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    progress->exchange->head = (struct exchange_head){
        .status = (int)status,
        .content_type = header_value(easy, "Content-Type"),
        .retry_after_ms = read_retry_after(easy),
    };
    progress->has_head = true;
}

static size_t take_body(char *data, size_t size, size_t count, void *context)
{
    struct exchange_progress *progress = context;
    struct exchange *exchange = progress->exchange;
    size_t length = size * count;
    if (!progress->has_head)
        read_head(progress);
    progress->last_piece = clock_mono_ms();
    progress->body_bytes += length;
    progress->is_too_large = progress->body_bytes > exchange->max_bytes;
    if (progress->is_too_large)
        return 0;
    progress->next = exchange->on_piece(exchange->context, &exchange->head, (struct str){data, length});
    return progress->next == EXCHANGE_STOP ? 0 : length;
}

/* --- options --- */

static bool add_header(struct exchange_progress *progress, const char *header)
{
    struct curl_slist *longer = curl_slist_append(progress->headers, header);
    if (longer)
        progress->headers = longer;
    return longer != NULL;
}

/* Without "Expect:", curl holds a large body back until the server answers 100 or a second has passed. */
static bool add_headers(struct exchange_progress *progress)
{
    bool complete = add_header(progress, "Expect:");
    for (const char *const *header = progress->exchange->headers; complete && *header; header++)
        complete = add_header(progress, *header);
    return complete;
}

#define SET(option, value) (curl_easy_setopt(easy, CURLOPT_##option, value) == CURLE_OK)

static bool set_behaviour(CURL *easy)
{
    return SET(NOSIGNAL, 1L) && SET(QUICK_EXIT, 1L) && /* never wait for a stuck DNS thread */
           SET(NETRC, (long)CURL_NETRC_IGNORED) && SET(FOLLOWLOCATION, 0L) && SET(PROTOCOLS_STR, "http,https") &&
           SET(HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS) && SET(SSL_VERIFYPEER, 1L) && SET(SSL_VERIFYHOST, 2L) &&
           SET(SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) && SET(CONNECTTIMEOUT_MS, (long)CONNECT_TIMEOUT_MS) &&
           SET(BUFFERSIZE, (long)RECEIVE_BUFFER) && SET(UPLOAD_BUFFERSIZE, (long)UPLOAD_BUFFER);
}

static bool set_callbacks(CURL *easy, struct exchange_progress *progress)
{
    return SET(OPENSOCKETFUNCTION, open_socket) && SET(OPENSOCKETDATA, progress) &&
           SET(PREREQFUNCTION, before_request) && SET(PREREQDATA, progress) && SET(HEADERFUNCTION, take_header) &&
           SET(HEADERDATA, progress) && SET(WRITEFUNCTION, take_body) && SET(WRITEDATA, progress);
}

static bool set_method(CURL *easy, const struct exchange *exchange)
{
    if (exchange->body.data &&
        !(SET(POSTFIELDS, exchange->body.data) && SET(POSTFIELDSIZE_LARGE, (curl_off_t)exchange->body.len)))
        return false;
    if (!exchange->method)
        return true;
    return strcmp(exchange->method, "HEAD") == 0 ? SET(NOBODY, 1L) : SET(CUSTOMREQUEST, exchange->method);
}

static bool set_request(CURL *easy, const struct exchange *exchange, struct curl_slist *headers)
{
    return set_method(easy, exchange) && (!exchange->no_proxy || SET(PROXY, "")) &&
           (!exchange->is_once || SET(FRESH_CONNECT, 1L)) &&
           (!exchange->slow_seconds ||
            (SET(LOW_SPEED_LIMIT, (long)SLOW_BYTES) && SET(LOW_SPEED_TIME, exchange->slow_seconds))) &&
           (!exchange->encodings || SET(ACCEPT_ENCODING, exchange->encodings)) &&
           (exchange->parsed ? SET(CURLU, exchange->parsed) : SET(URL, exchange->url)) && SET(HTTPHEADER, headers) &&
           SET(USERAGENT, exchange->user_agent ? exchange->user_agent : "copydesk/" COPYDESK_VERSION);
}

/* --- driving it --- */

/* Milliseconds until something must be looked at; 0 or less: the time is over. */
static int64_t time_left(const struct exchange_progress *progress)
{
    const struct exchange *exchange = progress->exchange;
    int64_t now = clock_mono_ms(), left = exchange->deadline - now;
    int64_t pause = progress->next == EXCHANGE_LAST ? LAST_PAUSE_MS : exchange->stall_ms;
    int64_t until_stall = progress->last_piece && pause ? progress->last_piece + pause - now : left;
    return until_stall < left ? until_stall : left;
}

static enum exchange_end give_up(const struct exchange_progress *progress)
{
    if (progress->next == EXCHANGE_LAST)
        return EXCHANGE_DONE;
    return clock_mono_ms() >= progress->exchange->deadline ? EXCHANGE_LATE : EXCHANGE_STALLED;
}

/* The result of the one transfer. */
static CURLcode result_of(CURLM *multi)
{
    int left;
    const CURLMsg *message = curl_multi_info_read(multi, &left);
    return message && message->msg == CURLMSG_DONE ? message->data.result : CURLE_OUT_OF_MEMORY;
}

static enum exchange_end finish(struct exchange_progress *progress, CURLcode code)
{
    struct exchange *exchange = progress->exchange;
    exchange->code = code;
    if (!progress->has_head && code == CURLE_OK)
        read_head(progress);
    exchange->is_in_doubt = curl_head_is_too_large(exchange->easy, code, progress->body_bytes);
    if (progress->is_too_large || exchange->is_in_doubt)
        return EXCHANGE_TOO_LARGE;
    if (code == CURLE_OK || progress->next != EXCHANGE_MORE)
        return EXCHANGE_DONE;
    if (progress->is_denied && (code == CURLE_ABORTED_BY_CALLBACK || !progress->has_opened))
        return EXCHANGE_DENIED;
    return code == CURLE_OUT_OF_MEMORY ? EXCHANGE_NO_MEMORY : EXCHANGE_FAILED;
}

static bool is_cancelled(const struct exchange *exchange)
{
    return exchange->cancel && atomic_load(exchange->cancel);
}

static enum exchange_end drive(CURLM *multi, struct exchange_progress *progress)
{
    for (;;) {
        int running;
        if (curl_multi_perform(multi, &running) != CURLM_OK)
            return EXCHANGE_NO_MEMORY;
        if (!running)
            return finish(progress, result_of(multi));
        if (is_cancelled(progress->exchange))
            return EXCHANGE_CANCELLED;
        int64_t left = time_left(progress);
        if (left <= 0)
            return give_up(progress);
        if (curl_multi_poll(multi, NULL, 0, left < CANCEL_CHECK_MS ? (int)left : CANCEL_CHECK_MS, NULL) != CURLM_OK)
            return EXCHANGE_NO_MEMORY;
    }
}

/* Taking the transfer out before its end closes its connection. */
static enum exchange_end transfer(CURLM *multi, struct exchange_progress *progress)
{
    struct exchange *exchange = progress->exchange;
    CURL *easy = exchange->easy;
    if (!add_headers(progress) || !set_behaviour(easy) || !set_callbacks(easy, progress) ||
        !set_request(easy, exchange, progress->headers) || curl_multi_add_handle(multi, easy) != CURLM_OK)
        return EXCHANGE_NO_MEMORY;
    enum exchange_end end = drive(multi, progress);
    curl_multi_remove_handle(multi, easy);
    return end;
}

/* The easy handle is its own: where memory runs out, curl_easy_reset leaves half of one, and does not say so. */
enum exchange_end exchange_perform(struct exchange_pool *pool, struct exchange *exchange)
{
    struct exchange_progress progress = {.exchange = exchange};
    struct sigpipe sigpipe;
    exchange->head = (struct exchange_head){.retry_after_ms = -1, .content_type = STR("")};
    exchange->max_header_bytes = exchange->max_header_bytes ? exchange->max_header_bytes : EXCHANGE_HEADER_BYTES;
    exchange->easy = NULL;
    exchange->is_in_doubt = false;
    if (is_cancelled(exchange))
        return EXCHANGE_CANCELLED;
    if (clock_mono_ms() >= exchange->deadline)
        return EXCHANGE_LATE;
    sigpipe_block(&sigpipe);
    CURLM *multi = take_multi(pool);
    exchange->easy = multi ? curl_easy_init() : NULL;
    enum exchange_end end = exchange->easy ? transfer(multi, &progress) : EXCHANGE_NO_MEMORY;
    if (end == EXCHANGE_NO_MEMORY || exchange->is_in_doubt)
        curl_multi_cleanup(multi); /* libcurl's own state may be half made */
    else
        give_multi(pool, multi);
    sigpipe_restore(&sigpipe);
    curl_slist_free_all(progress.headers);
    return end;
}

void exchange_close(struct exchange *exchange)
{
    curl_easy_cleanup(exchange->easy);
    exchange->easy = NULL;
    exchange->head.content_type = STR("");
}
