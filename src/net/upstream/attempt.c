#include "net/upstream/upstream.h"

#include <poll.h>

/* --- one exchange --- */

static enum status broke(struct exchange *exchange, struct error *err, const char *message)
{
    exchange->may_pass = true;
    return error_set(err, E_NETWORK, NULL, "%s", message);
}

static enum status explain_code(struct exchange *exchange, struct error *err)
{
    switch (exchange->code) {
    case CURLE_OPERATION_TIMEDOUT:
        return broke(exchange, err, "it takes no connection in time");
    case CURLE_COULDNT_RESOLVE_HOST:
        return broke(exchange, err, "the host of its base_url cannot be found");
    case CURLE_COULDNT_CONNECT:
        return broke(exchange, err, "it accepts no connection");
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
        return error_set(err, E_NETWORK, NULL, "its certificate cannot be trusted");
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2_STREAM:
    case CURLE_HTTP2:
        return broke(exchange, err, "it broke the connection off");
    default:
        return broke(exchange, err, curl_easy_strerror(exchange->code));
    }
}

static enum status explain_end(struct exchange *exchange, enum exchange_end end, struct error *err)
{
    switch (end) {
    case EXCHANGE_DONE:
        return OK;
    case EXCHANGE_CANCELLED:
        return error_set(err, E_CANCELLED, NULL, "the question was called off");
    case EXCHANGE_LATE:
        return error_set(err, E_TIMEOUT, NULL, "it did not finish its answer in time");
    case EXCHANGE_STALLED:
        exchange->may_pass = true;
        return error_set(err, E_TIMEOUT, NULL, "it sent nothing for %.1f seconds in the middle of its answer",
                         (double)exchange->stall_ms / 1000);
    case EXCHANGE_TOO_LARGE:
        return error_set(err, E_LIMIT, NULL, "its answer is too large: over %zu bytes, or %zu bytes of headers",
                         exchange->max_bytes, exchange->max_header_bytes);
    case EXCHANGE_NO_MEMORY:
        return error_memory(err);
    default:
        return explain_code(exchange, err);
    }
}

/* A header line that is too long is so the second time too; where memory ran out, it did not, or does so elsewhere. */
enum status exchange_run(struct exchange_pool *pool, struct exchange *exchange, struct error *err)
{
    enum exchange_end end = EXCHANGE_DONE;
    for (int tries = 0; tries == 0 || (tries == 1 && exchange->is_in_doubt); tries++) {
        exchange->may_pass = false;
        end = exchange_perform(pool, exchange);
        exchange_close(exchange);
    }
    return explain_end(exchange, end, err);
}

/* --- pauses between the tries --- */

enum { FIRST_MS = 500, MOST_MS = 8000, CANCEL_CHECK_MS = 200 };

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
        poll(NULL, 0, left < CANCEL_CHECK_MS ? (int)left : CANCEL_CHECK_MS);
    }
    return OK;
}
