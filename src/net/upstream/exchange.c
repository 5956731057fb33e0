#include "base/system/curl_head.h"
#include "net/upstream/upstream.h"

#include <poll.h>

enum {
    CANCEL_CHECK_MS = 200,
    CONNECT_TIMEOUT_MS = 10 * 1000,
    LAST_PAUSE_MS = 1000,      /* for the end of an answer of which nothing more is needed */
    RECEIVE_BUFFER = 4 * 1024, /* many exchanges are under way at once */
    UPLOAD_BUFFER = 16 * 1024, /* the least that libcurl takes */
    MAX_HEADER_BYTES = 64 * 1024,
};

/* What the callbacks of one exchange share. */
struct upstream_run {
    struct exchange *exchange;
    CURL *easy; /* its own: where memory runs out, curl_easy_reset leaves half of one, and does not say so */
    struct curl_slist *headers;
    size_t header_bytes, body_bytes;
    int64_t last_piece; /* clock_mono_ms; 0: nothing of the body came yet */
    enum exchange_next next;
    bool has_head, is_too_large;
    bool is_in_doubt; /* a header line was too long, or memory ran out */
};

/* --- the pool --- */

static pthread_once_t curl_once = PTHREAD_ONCE_INIT;
static CURLcode curl_state = CURLE_FAILED_INIT;

/* curl_global_cleanup is never called: other parts of the process may still use curl. */
static void start_curl(void)
{
    curl_state = curl_global_init(CURL_GLOBAL_DEFAULT);
}

void exchange_pool_init(struct exchange_pool *pool)
{
    pool->count = 0;
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
    pthread_once(&curl_once, start_curl);
    multi = curl_state == CURLE_OK ? curl_multi_init() : NULL;
    if (multi && curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 1L) == CURLM_OK)
        return multi;
    curl_multi_cleanup(multi);
    return NULL;
}

static void give_multi(struct exchange_pool *pool, CURLM *multi)
{
    pthread_mutex_lock(&pool->lock);
    bool is_kept = pool->count < EXCHANGE_IDLE;
    if (is_kept)
        pool->idle[pool->count++] = multi;
    pthread_mutex_unlock(&pool->lock);
    if (!is_kept)
        curl_multi_cleanup(multi);
}

/* --- callbacks --- */

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)context;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t take_header(char *data, size_t size, size_t count, void *context)
{
    (void)data;
    struct upstream_run *run = context;
    run->header_bytes += size * count;
    run->is_too_large = run->header_bytes > MAX_HEADER_BYTES;
    return run->is_too_large ? 0 : size * count;
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

static void exchange_read_head(struct upstream_run *run)
{
    long status = 0;
    curl_easy_getinfo(run->easy, CURLINFO_RESPONSE_CODE, &status);
    run->exchange->head = (struct exchange_head){
        .status = (int)status,
        .content_type = header_value(run->easy, "Content-Type"),
        .retry_after_ms = read_retry_after(run->easy),
    };
    run->has_head = true;
}

static size_t take_body(char *data, size_t size, size_t count, void *context)
{
    struct upstream_run *run = context;
    struct exchange *exchange = run->exchange;
    size_t length = size * count;
    if (!run->has_head)
        exchange_read_head(run);
    run->last_piece = clock_mono_ms();
    run->body_bytes += length;
    run->is_too_large = run->body_bytes > exchange->max_bytes;
    if (run->is_too_large)
        return 0;
    run->next = exchange->on_piece(exchange->context, &exchange->head, (struct str){data, length});
    return run->next == EXCHANGE_STOP ? 0 : length;
}

/* --- options --- */

static bool exchange_add_header(struct upstream_run *run, const char *header)
{
    struct curl_slist *longer = curl_slist_append(run->headers, header);
    if (longer)
        run->headers = longer;
    return longer != NULL;
}

/* Without "Expect:", curl holds a large body back until the server answers 100 or a second has passed. */
static bool exchange_add_headers(struct upstream_run *run)
{
    bool complete = exchange_add_header(run, "Expect:");
    for (const char *const *header = run->exchange->headers; complete && *header; header++)
        complete = exchange_add_header(run, *header);
    return complete;
}

static bool set_behaviour(CURL *easy)
{
    return curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L) == CURLE_OK && /* never wait for a stuck DNS thread */
           curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_TIMEOUT_MS) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, (long)RECEIVE_BUFFER) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, (long)UPLOAD_BUFFER) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_USERAGENT, "copydesk/" COPYDESK_VERSION) == CURLE_OK;
}

static bool set_callbacks(CURL *easy, struct upstream_run *run)
{
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_HEADERDATA, run) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_WRITEDATA, run) == CURLE_OK;
}

static bool set_request(CURL *easy, const struct upstream_run *run)
{
    const struct exchange *exchange = run->exchange;
    if (exchange->body.data && (curl_easy_setopt(easy, CURLOPT_POSTFIELDS, exchange->body.data) != CURLE_OK ||
                                curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)exchange->body.len)))
        return false;
    if (exchange->is_local && curl_easy_setopt(easy, CURLOPT_PROXY, "") != CURLE_OK)
        return false;
    return curl_easy_setopt(easy, CURLOPT_URL, exchange->url) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_HTTPHEADER, run->headers) == CURLE_OK;
}

/* --- the outcome --- */

static enum status exchange_fail(struct exchange *exchange, enum status status, const char *message, struct error *err)
{
    exchange->may_pass = status == E_NETWORK || status == E_TIMEOUT;
    return error_set(err, status, NULL, "%s", message);
}

static enum status exchange_explain(struct upstream_run *run, CURLcode code, struct error *err)
{
    struct exchange *exchange = run->exchange;
    if (run->is_too_large)
        return error_set(err, E_LIMIT, NULL, "its answer is too large: over %zu bytes, or %d bytes of headers",
                         exchange->max_bytes, MAX_HEADER_BYTES);
    switch (code) {
    case CURLE_OUT_OF_MEMORY:
        return error_memory(err);
    case CURLE_OPERATION_TIMEDOUT:
        return exchange_fail(exchange, E_NETWORK, "it takes no connection in time", err);
    case CURLE_COULDNT_RESOLVE_HOST:
        return exchange_fail(exchange, E_NETWORK, "the host of its base_url cannot be found", err);
    case CURLE_COULDNT_CONNECT:
        return exchange_fail(exchange, E_NETWORK, "it accepts no connection", err);
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
        return error_set(err, E_NETWORK, NULL, "its certificate cannot be trusted");
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2_STREAM:
    case CURLE_HTTP2:
        return exchange_fail(exchange, E_NETWORK, "it broke the connection off", err);
    default:
        return exchange_fail(exchange, E_NETWORK, curl_easy_strerror(code), err);
    }
}

/* --- driving it --- */

/* Milliseconds until something must be looked at; 0 or less: the time is over. */
static int64_t time_left(const struct upstream_run *run)
{
    const struct exchange *exchange = run->exchange;
    int64_t now = clock_mono_ms(), left = exchange->deadline - now;
    int64_t pause = run->next == EXCHANGE_LAST ? LAST_PAUSE_MS : exchange->stall_ms;
    int64_t until_stall = run->last_piece ? run->last_piece + pause - now : left;
    return until_stall < left ? until_stall : left;
}

static enum status exchange_give_up(const struct upstream_run *run, struct error *err)
{
    struct exchange *exchange = run->exchange;
    if (run->next == EXCHANGE_LAST)
        return OK;
    if (clock_mono_ms() >= exchange->deadline)
        return error_set(err, E_TIMEOUT, NULL, "it did not finish its answer in time");
    exchange->may_pass = true;
    return error_set(err, E_TIMEOUT, NULL, "it sent nothing for %.1f seconds in the middle of its answer",
                     (double)exchange->stall_ms / 1000);
}

/* The result of the one transfer. */
static CURLcode result_of(CURLM *multi)
{
    int left;
    const CURLMsg *message = curl_multi_info_read(multi, &left);
    return message && message->msg == CURLMSG_DONE ? message->data.result : CURLE_OUT_OF_MEMORY;
}

static enum status exchange_finish(struct upstream_run *run, CURLcode code, struct error *err)
{
    if (!run->has_head && code == CURLE_OK)
        exchange_read_head(run);
    run->is_in_doubt = curl_head_is_too_large(run->easy, code, run->body_bytes);
    run->is_too_large = run->is_too_large || run->is_in_doubt;
    bool is_enough = run->next == EXCHANGE_STOP || run->next == EXCHANGE_LAST;
    return code == CURLE_OK || (is_enough && !run->is_too_large) ? OK : exchange_explain(run, code, err);
}

static enum status drive(CURLM *multi, struct upstream_run *run, struct error *err)
{
    const atomic_bool *cancel = run->exchange->cancel;
    for (;;) {
        int running;
        if (curl_multi_perform(multi, &running) != CURLM_OK)
            return error_memory(err);
        if (!running)
            return exchange_finish(run, result_of(multi), err);
        if (cancel && atomic_load(cancel))
            return error_set(err, E_CANCELLED, NULL, "the question was called off");
        int64_t left = time_left(run);
        if (left <= 0)
            return exchange_give_up(run, err);
        if (curl_multi_poll(multi, NULL, 0, left < CANCEL_CHECK_MS ? (int)left : CANCEL_CHECK_MS, NULL) != CURLM_OK)
            return error_memory(err);
    }
}

/* Taking the transfer out before its end closes its connection. */
static enum status transfer(CURLM *multi, struct upstream_run *run, struct error *err)
{
    if (!exchange_add_headers(run) || !set_behaviour(run->easy) || !set_callbacks(run->easy, run) ||
        !set_request(run->easy, run) || curl_multi_add_handle(multi, run->easy) != CURLM_OK)
        return error_memory(err);
    enum status status = drive(multi, run, err);
    curl_multi_remove_handle(multi, run->easy);
    return status;
}

static enum status run_once(struct exchange_pool *pool, struct exchange *exchange, bool *is_in_doubt, struct error *err)
{
    exchange->head = (struct exchange_head){.retry_after_ms = -1, .content_type = STR("")};
    exchange->may_pass = false;
    if (exchange->cancel && atomic_load(exchange->cancel))
        return error_set(err, E_CANCELLED, NULL, "the question was called off");
    struct upstream_run run = {.exchange = exchange};
    struct sigpipe sigpipe;
    sigpipe_block(&sigpipe);
    CURLM *multi = take_multi(pool);
    run.easy = multi ? curl_easy_init() : NULL;
    enum status status = run.easy ? transfer(multi, &run, err) : error_memory(err);
    curl_easy_cleanup(run.easy);
    if (status == E_MEMORY || run.is_in_doubt)
        curl_multi_cleanup(multi); /* libcurl's own state may be half made */
    else
        give_multi(pool, multi);
    sigpipe_restore(&sigpipe);
    curl_slist_free_all(run.headers);
    exchange->head.content_type = STR("");
    *is_in_doubt = run.is_in_doubt;
    return status;
}

/* A header line that is too long is so the second time too; where memory ran out, it did not, or does so elsewhere. */
enum status exchange_run(struct exchange_pool *pool, struct exchange *exchange, struct error *err)
{
    bool is_in_doubt = false;
    enum status status = run_once(pool, exchange, &is_in_doubt, err);
    return is_in_doubt ? run_once(pool, exchange, &is_in_doubt, err) : status;
}

enum { FIRST_MS = 500, MOST_MS = 8000, PAUSE_CANCEL_CHECK_MS = 200 };

int64_t pause_length(int tries)
{
    int64_t wait = FIRST_MS;
    for (int i = 1; i < tries && wait < MOST_MS; i++)
        wait *= 2;
    return wait - (int64_t)random_below((uint64_t)wait / 4 + 1);
}

enum status pause_wait(int64_t ms, const atomic_bool *cancel, struct error *err)
{
    for (int64_t until = clock_mono_ms() + ms, left; (left = until - clock_mono_ms()) > 0;) {
        if (cancel && atomic_load(cancel))
            return error_set(err, E_CANCELLED, NULL, "the question was called off");
        poll(NULL, 0, left < PAUSE_CANCEL_CHECK_MS ? (int)left : PAUSE_CANCEL_CHECK_MS);
    }
    return OK;
}
