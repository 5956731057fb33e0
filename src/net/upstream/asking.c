#include "net/upstream/asking.h"

#include "net/upstream/pause.h"

enum {
    MOST_TRIES = 3,
    MOST_WAIT_MS = 120 * 1000, /* that Retry-After may name */
    QUOTE_BYTES = 200,         /* of an answer, in a message */
};

/* --- one try --- */

static enum exchange_next take_piece(void *context, const struct exchange_head *head, struct str piece)
{
    struct asking *asking = context;
    if (!asking->type.len)
        buf_add(&asking->type, head->content_type.data, head->content_type.len);
    buf_add(&asking->body, piece.data, piece.len);
    return asking->body.failed || asking->type.failed ? EXCHANGE_STOP : EXCHANGE_MORE;
}

/* The start of this request, so that the service's rules of use are kept by all threads together. */
static enum status wait_for_start(struct asking *asking)
{
    struct upstream *upstream = asking->upstream;
    long pause = upstream->settings.pause_ms;
    if (!pause)
        return OK;
    pthread_mutex_lock(&upstream->lock);
    int64_t now = clock_mono_ms(), start = upstream->next_start > now ? upstream->next_start : now;
    bool is_late = start >= asking->deadline;
    if (!is_late)
        upstream->next_start = start + pause;
    pthread_mutex_unlock(&upstream->lock);
    if (is_late)
        return error_set(asking->err, E_TIMEOUT, NULL, "its rules of use leave no time for another question");
    return pause_wait(start - now, asking->lookup->cancel, asking->err);
}

static bool may_pass(int status)
{
    static const int passing[] = {408, 409, 425, 429, 500, 502, 503, 504};
    for (size_t i = 0; i < COUNT_OF(passing); i++)
        if (passing[i] == status)
            return true;
    return false;
}

static enum status exchange_once(struct asking *asking)
{
    const struct upstream_settings *settings = &asking->upstream->settings;
    struct exchange exchange = {
        .url = asking->sent,
        .headers = asking->headers,
        .body = asking->request->body,
        .deadline = asking->deadline,
        .stall_ms = (int64_t)settings->seconds * 1000 / 2,
        .max_bytes = asking->request->max_bytes ? asking->request->max_bytes : settings->max_bytes,
        .is_local = asking->upstream->is_local,
        .cancel = asking->lookup->cancel,
        .on_piece = take_piece,
        .context = asking,
    };
    buf_clear(&asking->body);
    buf_clear(&asking->type);
    asking->answer->tries++;
    enum status status = exchange_run(&asking->upstream->pool, &exchange, asking->err);
    asking->answer->status = exchange.head.status;
    asking->retry_after_ms = exchange.head.retry_after_ms;
    asking->may_pass = status ? exchange.may_pass && !asking->request->is_paid : may_pass(exchange.head.status);
    return asking->body.failed || asking->type.failed ? error_memory(asking->err) : status;
}

/* --- until it answers --- */

/* Quotes the beginning of an answer on one line, without what nobody can read, and without the key. */
static void quote(const struct asking *asking, char *out, size_t size)
{
    struct str text = {buf_text(&asking->body), asking->body.len}, key = str_from(asking->upstream->settings.key);
    struct str token = str_from(asking->request->token);
    size_t length = 0;
    bool shows_key =
        (key.len && str_find(text, key, 0) < text.len) || (token.len && str_find(text, token, 0) < text.len);
    text.len = utf8_valid_length((struct str){text.data, text.len < QUOTE_BYTES ? text.len : QUOTE_BYTES});
    for (size_t i = 0; i < text.len && !shows_key && length + 1 < size; i++)
        out[length++] = (unsigned char)text.data[i] < ' ' || text.data[i] == 0x7F ? ' ' : text.data[i];
    out[length] = '\0';
}

static enum status asking_refuse(const struct asking *asking)
{
    static const struct {
        int http;
        enum status status;
        const char *advice;
    } known[] = {
        {400, E_INVALID, ""},
        {401, E_DENIED, ": look at its api_key"},
        {402, E_DENIED, ": it wants to be paid"},
        {403, E_DENIED, ": it does not allow this; look at its api_key and its own settings"},
        {404, E_NOT_FOUND, ": look at its base_url"},
        {410, E_NOT_FOUND, ""},
        {422, E_INVALID, ""},
        {429, E_LIMIT, ": it is asked too often"},
    };
    const char *name = asking->upstream->settings.name, *advice = "";
    int http = asking->answer->status;
    enum status status = E_UPSTREAM;
    char text[QUOTE_BYTES + 1];
    quote(asking, text, sizeof text);
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (known[i].http == http) {
            status = known[i].status;
            advice = known[i].advice;
        }
    return error_set(asking->err, status, NULL, "%s answers with status %d%s%s%s%s", name, http, advice,
                     text[0] ? " (\"" : "", text, text[0] ? "\")" : "");
}

/* Waits before the next try. E_LIMIT: there is no time for one. */
static enum status wait_for_next(const struct asking *asking)
{
    int64_t wait = asking->retry_after_ms >= 0 ? asking->retry_after_ms : pause_length(asking->answer->tries);
    if (wait > MOST_WAIT_MS || clock_mono_ms() + wait >= asking->deadline)
        return E_LIMIT;
    return pause_wait(wait, asking->lookup->cancel, asking->err);
}

static enum status try_once(struct asking *asking)
{
    enum status status = turns_take(&asking->upstream->turns, asking->lookup->cancel, asking->deadline);
    if (status)
        return error_set(asking->err, status, NULL,
                         status == E_CANCELLED ? "the question was called off" : "others are asking it all the time");
    asking->may_pass = false;
    status = wait_for_start(asking);
    if (!status)
        status = exchange_once(asking);
    turns_give(&asking->upstream->turns);
    return status;
}

static bool is_good(const struct asking *asking, enum status status)
{
    return !status && asking->answer->status >= 200 && asking->answer->status < 300;
}

/* The message of a failed exchange is about "it". */
enum status asking_run(struct asking *asking)
{
    const char *name = asking->upstream->settings.name;
    enum status status;
    for (;;) {
        status = try_once(asking);
        if (is_good(asking, status))
            return OK;
        if (!asking->may_pass || asking->answer->tries == MOST_TRIES)
            break;
        struct error kept = *asking->err;
        enum status waited = wait_for_next(asking);
        if (waited == E_LIMIT) {
            *asking->err = kept;
            break;
        }
        if (waited)
            return waited;
    }
    if (!status)
        return asking_refuse(asking);
    if (status == E_MEMORY || status == E_CANCELLED)
        return status;
    struct error inner = *asking->err;
    return error_set(asking->err, status, NULL, "%s: %s", name, inner.message);
}
