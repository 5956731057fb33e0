#include "net/upstream/upstream.h"

#include "text/text.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>

/* --- kept answers --- */

void answers_init(struct answers *answers, size_t most_bytes)
{
    answers->most_bytes = most_bytes;
    answers->first = answers->count = answers->bytes = answers->asked_count = 0;
    pthread_mutex_init(&answers->lock, NULL);
    condition_init(&answers->ended);
}

static size_t bytes_of(const struct answers_entry *entry)
{
    return entry->question + entry->type + entry->body;
}

static struct answers_entry *at(struct answers *answers, size_t number)
{
    return &answers->list[(answers->first + number) % ANSWERS_MOST];
}

static void drop_oldest(struct answers *answers)
{
    struct answers_entry *entry = at(answers, 0);
    answers->bytes -= bytes_of(entry);
    free(entry->text);
    answers->first = (answers->first + 1) % ANSWERS_MOST;
    answers->count--;
}

void answers_destroy(struct answers *answers)
{
    while (answers->count)
        drop_oldest(answers);
    pthread_cond_destroy(&answers->ended);
    pthread_mutex_destroy(&answers->lock);
}

/* The youngest that answers the question; NULL: there is none. */
static const struct answers_entry *find_answers(struct answers *answers, struct str question)
{
    uint64_t hash = hash_bytes(question.data, question.len);
    int64_t now = clock_mono_ms();
    for (size_t i = answers->count; i-- > 0;) {
        const struct answers_entry *entry = at(answers, i);
        if (entry->hash == hash && entry->until > now && str_eq(question, (struct str){entry->text, entry->question}))
            return entry;
    }
    return NULL;
}

enum status answers_find(struct answers *answers, struct str question, struct arena *arena, struct str *type,
                         struct str *body, struct error *err)
{
    pthread_mutex_lock(&answers->lock);
    const struct answers_entry *entry = find_answers(answers, question);
    const char *text = entry ? entry->text + entry->question : NULL;
    *type = entry ? (struct str){arena_copy_n(arena, text, entry->type), entry->type} : STR("");
    *body = entry ? (struct str){arena_copy_n(arena, text + entry->type, entry->body), entry->body} : STR("");
    pthread_mutex_unlock(&answers->lock);
    if (!entry)
        return E_NOT_FOUND;
    return type->data && body->data ? OK : error_memory(err);
}

void answers_keep(struct answers *answers, struct str question, struct str type, struct str body, long seconds)
{
    struct answers_entry entry = {.hash = hash_bytes(question.data, question.len),
                                  .question = question.len,
                                  .type = type.len,
                                  .body = body.len,
                                  .until = clock_mono_ms() + (int64_t)seconds * 1000};
    size_t bytes = bytes_of(&entry);
    if (bytes > answers->most_bytes / 4 || !(entry.text = malloc(bytes + 1)))
        return;
    memcpy(entry.text, question.data, question.len);
    if (type.len)
        memcpy(entry.text + question.len, type.data, type.len);
    if (body.len)
        memcpy(entry.text + question.len + type.len, body.data, body.len);
    pthread_mutex_lock(&answers->lock);
    while (answers->count && (answers->count == ANSWERS_MOST || answers->bytes + bytes > answers->most_bytes))
        drop_oldest(answers);
    *at(answers, answers->count++) = entry;
    answers->bytes += bytes;
    pthread_mutex_unlock(&answers->lock);
}

/* --- questions that are being asked --- */

static size_t asked_at(const struct answers *answers, uint64_t hash)
{
    size_t at = 0;
    while (at < answers->asked_count && answers->asked[at] != hash)
        at++;
    return at;
}

bool answers_begin(struct answers *answers, struct str question)
{
    uint64_t hash = hash_bytes(question.data, question.len);
    pthread_mutex_lock(&answers->lock);
    bool is_first = asked_at(answers, hash) == answers->asked_count;
    if (is_first && answers->asked_count < ANSWERS_ASKED) /* beyond that many, two may ask the same */
        answers->asked[answers->asked_count++] = hash;
    pthread_mutex_unlock(&answers->lock);
    return is_first;
}

void answers_end(struct answers *answers, struct str question)
{
    uint64_t hash = hash_bytes(question.data, question.len);
    pthread_mutex_lock(&answers->lock);
    size_t at = asked_at(answers, hash);
    if (at < answers->asked_count)
        answers->asked[at] = answers->asked[--answers->asked_count];
    pthread_cond_broadcast(&answers->ended);
    pthread_mutex_unlock(&answers->lock);
}

enum status answers_wait(struct answers *answers, struct str question, const atomic_bool *cancel, int64_t deadline)
{
    enum { CANCEL_CHECK_MS = 200 };
    uint64_t hash = hash_bytes(question.data, question.len);
    enum status status = OK;
    pthread_mutex_lock(&answers->lock);
    while (!status && asked_at(answers, hash) < answers->asked_count) {
        struct timespec until = condition_in_ms(CANCEL_CHECK_MS);
        pthread_cond_timedwait(&answers->ended, &answers->lock, &until);
        status = cancel && atomic_load(cancel) ? E_CANCELLED : clock_mono_ms() >= deadline ? E_TIMEOUT : OK;
    }
    pthread_mutex_unlock(&answers->lock);
    return status;
}

/* --- one question while it is asked --- */

struct upstream {
    struct arena *arena; /* of the settings */
    struct upstream_settings settings;
    bool is_local;
    struct turns turns;
    struct exchange_pool pool;
    struct answers answers;
    pthread_mutex_t lock;
    int64_t next_start; /* clock_mono_ms: no request starts before */
};

/* A question while it is asked. */
struct asking {
    struct upstream *upstream;
    const struct upstream_request *request;
    const struct lookup *lookup;
    struct upstream_answer *answer;
    const char *url;  /* without the key */
    const char *sent; /* the same, with it */
    const char *headers[7];
    int64_t deadline;
    struct error *err;
    struct buf body, type;
    int64_t retry_after_ms;
    bool may_pass;
};

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
        .no_proxy = asking->upstream->is_local,
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
static enum status asking_run(struct asking *asking)
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

enum {
    USUAL_SECONDS = 30,
    USUAL_PARALLEL = 4,
    USUAL_BYTES = 4 * 1024 * 1024,
    JSON_DEPTH = 64,
};

/* --- opening --- */

enum status upstream_read(const json_t *entry, bool needs_key, struct upstream_settings *settings, struct error *err)
{
    enum status status = entry_address(entry, settings->name, "base_url", &settings->base_url, err);
    if (!status)
        status = entry_key(entry, settings->name, needs_key, &settings->key, err);
    if (!status)
        status = entry_whole(entry, settings->name, "seconds", 1, 600, &settings->seconds, err);
    if (!status)
        status = entry_whole(entry, settings->name, "parallel", 1, 1000, &settings->parallel, err);
    return status;
}

static void copy_settings(struct arena *arena, struct upstream_settings *settings)
{
    const char **const texts[] = {&settings->name,      &settings->base_url, &settings->key_header,
                                  &settings->key_query, &settings->key,      &settings->header};
    size_t length = strlen(settings->base_url);
    settings->seconds = settings->seconds ? settings->seconds : USUAL_SECONDS;
    settings->parallel = settings->parallel ? settings->parallel : USUAL_PARALLEL;
    settings->max_bytes = settings->max_bytes ? settings->max_bytes : USUAL_BYTES;
    while (length > 0 && settings->base_url[length - 1] == '/')
        length--;
    settings->base_url = arena_copy_n(arena, settings->base_url, length);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        *texts[i] = *texts[i] ? arena_copy(arena, *texts[i]) : NULL;
}

enum status upstream_open(const struct upstream_settings *settings, struct upstream **upstream, struct error *err)
{
    struct upstream *made = calloc(1, sizeof *made);
    struct arena *arena = arena_new();
    if (made && arena) {
        made->settings = *settings;
        copy_settings(arena, &made->settings);
    }
    if (!made || arena_failed(arena)) {
        arena_free(arena);
        free(made);
        return error_memory(err);
    }
    made->arena = arena;
    made->is_local = entry_is_local(made->settings.base_url);
    turns_init(&made->turns, made->settings.parallel);
    exchange_pool_init(&made->pool, EXCHANGE_IDLE, 1);
    answers_init(&made->answers, ANSWERS_BYTES);
    pthread_mutex_init(&made->lock, NULL);
    *upstream = made;
    return OK;
}

void upstream_close(struct upstream *upstream)
{
    if (!upstream)
        return;
    turns_destroy(&upstream->turns);
    exchange_pool_destroy(&upstream->pool);
    answers_destroy(&upstream->answers);
    pthread_mutex_destroy(&upstream->lock);
    arena_free(upstream->arena);
    free(upstream);
}

const struct upstream_settings *upstream_settings(const struct upstream *upstream)
{
    return &upstream->settings;
}

/* --- answers found among those that are kept --- */

/* Keys differ between services, not between the questions to one of them. */
static enum status write_question(const struct asking *asking, struct buf *question)
{
    buf_printf(question, "%s\n%s\n", asking->url, asking->request->header ? asking->request->header : "");
    if (asking->request->body.data)
        buf_add(question, asking->request->body.data, asking->request->body.len);
    return question->failed ? error_memory(asking->err) : OK;
}

static enum status copy_answer(struct asking *asking)
{
    struct arena *arena = asking->lookup->arena;
    struct upstream_answer *answer = asking->answer;
    answer->body = (struct str){arena_copy_n(arena, buf_text(&asking->body), asking->body.len), asking->body.len};
    answer->type = (struct str){arena_copy_n(arena, buf_text(&asking->type), asking->type.len), asking->type.len};
    return arena_failed(arena) ? error_memory(asking->err) : OK;
}

static enum status ask_service(struct asking *asking, struct str question, bool is_kept)
{
    enum status status = asking_run(asking);
    if (status == E_MEMORY)
        return status;
    struct error kept = *asking->err;
    if (copy_answer(asking))
        return E_MEMORY;
    *asking->err = kept;
    if (!status && is_kept && (!asking->request->may_keep || asking->request->may_keep(asking->answer->body)))
        answers_keep(&asking->upstream->answers, question, asking->answer->type, asking->answer->body,
                     asking->upstream->settings.keep_seconds);
    return status;
}

static enum status find_kept(struct asking *asking, struct str question)
{
    struct upstream_answer *answer = asking->answer;
    enum status status = answers_find(&asking->upstream->answers, question, asking->lookup->arena, &answer->type,
                                      &answer->body, asking->err);
    answer->is_kept = !status;
    if (!status)
        answer->status = 200;
    return status;
}

/* Waits for what comes of the same question of somebody else. E_NOT_FOUND: nothing that was kept. */
static enum status await_other(struct asking *asking, struct str question)
{
    enum status status = answers_wait(&asking->upstream->answers, question, asking->lookup->cancel, asking->deadline);
    if (status)
        return error_set(asking->err, status, NULL,
                         status == E_CANCELLED ? "the question was called off" : "%s did not answer in time",
                         asking->upstream->settings.name);
    return find_kept(asking, question);
}

static enum status ask_or_find(struct asking *asking, struct str question)
{
    struct answers *answers = &asking->upstream->answers;
    enum status status = find_kept(asking, question);
    if (status != E_NOT_FOUND)
        return status;
    bool is_first = answers_begin(answers, question);
    status = is_first ? ask_service(asking, question, true) : await_other(asking, question);
    if (is_first)
        answers_end(answers, question);
    return is_first || status != E_NOT_FOUND ? status : ask_service(asking, question, true);
}

static enum status ask_upstream(struct asking *asking)
{
    struct buf text = {0};
    if (!asking->upstream->settings.keep_seconds || asking->request->is_fresh)
        return ask_service(asking, STR(""), false);
    enum status status = write_question(asking, &text);
    if (!status)
        status = ask_or_find(asking, (struct str){buf_text(&text), text.len});
    buf_free(&text);
    return status;
}

/* --- asking --- */

static void write_headers(struct asking *asking)
{
    const struct upstream_settings *settings = &asking->upstream->settings;
    const struct upstream_request *request = asking->request;
    struct arena *arena = asking->lookup->arena;
    size_t count = 0;
    bool has_key = settings->key && settings->key_header && !request->sends_no_key;
    asking->headers[count++] =
        arena_printf(arena, "Accept: %s", request->accept ? request->accept : "application/json");
    if (request->body.data)
        asking->headers[count++] =
            arena_printf(arena, "Content-Type: %s", request->type ? request->type : "application/json");
    if (has_key)
        asking->headers[count++] = arena_printf(arena, "%s%s", settings->key_header, settings->key);
    if (request->token)
        asking->headers[count++] = arena_printf(arena, "Authorization: Bearer %s", request->token);
    if (settings->header)
        asking->headers[count++] = settings->header;
    if (request->header)
        asking->headers[count++] = request->header;
    asking->headers[count] = NULL;
}

/* A key that stands in the query is sent, and known to nobody else. */
static void write_key(struct asking *asking)
{
    const struct upstream_settings *settings = &asking->upstream->settings;
    struct buf url = {0};
    asking->sent = asking->url;
    if (!settings->key || !settings->key_query || asking->request->sends_no_key)
        return;
    buf_str(&url, asking->url);
    upstream_query(&url, settings->key_query, str_from(settings->key));
    asking->sent = buf_keep(&url, asking->lookup->arena).data;
}

enum status upstream_ask(struct upstream *upstream, const struct upstream_request *request, const struct lookup *lookup,
                         struct upstream_answer *answer)
{
    struct error unheard = {0};
    int64_t deadline = clock_mono_ms() + (int64_t)upstream->settings.seconds * 1000;
    struct asking asking = {
        .upstream = upstream,
        .request = request,
        .lookup = lookup,
        .answer = answer,
        .deadline = lookup->deadline && lookup->deadline < deadline ? lookup->deadline : deadline,
        .err = lookup->err ? lookup->err : &unheard,
    };
    *answer = (struct upstream_answer){.body = STR(""), .type = STR("")};
    enum status status = lookup_check(lookup);
    if (status)
        return status;
    if (arena_failed(lookup->arena)) /* what is asked may lie in it */
        return error_memory(asking.err);
    asking.url = url_is_web(str_from(request->path))
                     ? request->path
                     : arena_printf(lookup->arena, "%s%s", upstream->settings.base_url, request->path);
    write_headers(&asking);
    write_key(&asking);
    status = arena_failed(lookup->arena) ? error_memory(asking.err) : ask_upstream(&asking);
    buf_free(&asking.body);
    buf_free(&asking.type);
    return status;
}

/* An answer that was cut off, or a page of HTML, must not be the answer for hours. */
static bool looks_like_json(struct str body)
{
    struct str text = str_trim(body);
    if (!text.len)
        return false;
    char first = text.data[0], last = text.data[text.len - 1];
    return (first == '{' && last == '}') || (first == '[' && last == ']');
}

static enum status ask_json(struct upstream *upstream, const struct upstream_request *request,
                            const struct lookup *lookup, json_t **value)
{
    struct upstream_answer answer;
    json_error_t fault;
    bool no_memory = false;
    struct upstream_request asked = *request;
    asked.may_keep = request->may_keep ? request->may_keep : looks_like_json;
    enum status status = upstream_ask(upstream, &asked, lookup, &answer);
    if (status)
        return status;
    if (json_text_is_modest(answer.body, JSON_DEPTH))
        *value = json_text_load(answer.body, JSON_ALLOW_NUL, &no_memory, &fault);
    if (no_memory)
        return error_memory(lookup->err);
    return *value ? OK : upstream_fault(upstream, lookup->err, "its answer is no JSON that can be read");
}

/* The text of the answer is of no use behind the value: an article that asks often would keep megabytes of it. */
enum status upstream_json(struct upstream *upstream, const struct upstream_request *request,
                          const struct lookup *lookup, json_t **value)
{
    struct lookup inner = *lookup;
    *value = NULL;
    inner.arena = arena_failed(lookup->arena) ? NULL : arena_new();
    if (!inner.arena)
        return error_memory(lookup->err);
    enum status status = ask_json(upstream, request, &inner, value);
    arena_free(inner.arena);
    return status;
}

enum status upstream_fault(const struct upstream *upstream, struct error *err, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_set(err, E_UPSTREAM, NULL, "%s: %s", upstream->settings.name, text);
}

void upstream_query(struct buf *path, const char *name, struct str value)
{
    if (!value.len)
        return;
    buf_printf(path, "%c%s=", path->data && strchr(path->data, '?') ? '&' : '?', name);
    for (size_t i = 0; i < value.len; i++) {
        if (url_is_unreserved(value.data[i]))
            buf_char(path, value.data[i]);
        else
            url_encode_octet(path, (unsigned char)value.data[i]);
    }
}

/* --- tokens --- */

enum {
    TOKEN_USUAL_SECONDS = 3600, /* where it is not said how long a token is good */
    LONGEST_SECONDS = 30 * 24 * 3600,
    SPARE_SECONDS = 60, /* it must still be good when it arrives */
    LONGEST_TOKEN = 8 * 1024,
};

struct upstream_tokens {
    struct upstream *upstream;
    const char *path; /* behind the address, which upstream_open takes without a slash at its end */
    char *form;       /* what is sent for one */
    pthread_mutex_t lock;
    char *token;   /* NULL: there is none yet */
    int64_t until; /* clock_mono_ms */
};

/* upstream_query writes a query, whose "?" a form does not have. */
static char *token_write_form(const struct upstream_credentials *credentials)
{
    struct buf query = {0};
    upstream_query(&query, "grant_type", STR("client_credentials"));
    upstream_query(&query, "client_id", str_from(credentials->client_id));
    upstream_query(&query, "client_secret", str_from(credentials->client_secret));
    upstream_query(&query, "scope", str_from(credentials->scope));
    char *form = buf_take(&query);
    if (form)
        memmove(form, form + 1, strlen(form));
    return form;
}

enum status upstream_tokens_open(const struct upstream_credentials *credentials, struct upstream_tokens **out,
                                 struct error *err)
{
    /* A key in the settings is shown by no message; without a name for it no header carries it. */
    const struct upstream_settings settings = {
        .name = credentials->name, .base_url = credentials->url, .key = credentials->client_secret, .parallel = 1};
    struct upstream_tokens *tokens = calloc(1, sizeof *tokens);
    if (!tokens)
        return error_memory(err);
    tokens->path = str_ends(str_from(credentials->url), STR("/")) ? "/" : "";
    tokens->form = token_write_form(credentials);
    enum status status = tokens->form ? upstream_open(&settings, &tokens->upstream, err) : error_memory(err);
    if (status) {
        free(tokens->form);
        free(tokens);
        return status;
    }
    pthread_mutex_init(&tokens->lock, NULL);
    *out = tokens;
    return OK;
}

void upstream_tokens_close(struct upstream_tokens *tokens)
{
    if (!tokens)
        return;
    upstream_close(tokens->upstream);
    pthread_mutex_destroy(&tokens->lock);
    free(tokens->token);
    free(tokens->form);
    free(tokens);
}

static void token_keep(struct upstream_tokens *tokens, const char *token, double seconds)
{
    struct buf copy = {0};
    buf_str(&copy, token);
    pthread_mutex_lock(&tokens->lock);
    free(tokens->token);
    tokens->token = buf_take(&copy); /* without memory for it, the next question asks for another */
    tokens->until = clock_mono_ms() + (int64_t)(seconds - SPARE_SECONDS) * 1000;
    pthread_mutex_unlock(&tokens->lock);
}

/* May it stand in a header? */
static bool is_token(const char *text)
{
    size_t length = text ? strlen(text) : 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] <= ' ' || text[i] == 0x7F || text[i] == ',' || text[i] == '"')
            return false;
    return length > 0 && length <= LONGEST_TOKEN;
}

static enum status take_token(struct upstream_tokens *tokens, const json_t *answer, const struct lookup *lookup,
                              const char **token)
{
    const char *given = json_string_value(json_object_get(answer, "access_token"));
    const json_t *expires = json_object_get(answer, "expires_in");
    double seconds = json_is_number(expires) ? json_number_value(expires) : TOKEN_USUAL_SECONDS;
    if (!is_token(given))
        return upstream_fault(tokens->upstream, lookup->err, "its answer has no access_token");
    *token = arena_copy(lookup->arena, given);
    if (!*token)
        return error_memory(lookup->err);
    token_keep(tokens, *token, seconds < 0 ? 0 : seconds < LONGEST_SECONDS ? seconds : LONGEST_SECONDS);
    return OK;
}

static enum status token_ask(struct upstream_tokens *tokens, const struct lookup *lookup, const char **token)
{
    struct upstream_request request = {.path = tokens->path,
                                       .body = str_from(tokens->form),
                                       .type = "application/x-www-form-urlencoded",
                                       .is_fresh = true};
    json_t *answer = NULL;
    enum status status = upstream_json(tokens->upstream, &request, lookup, &answer);
    if (!status)
        status = take_token(tokens, answer, lookup, token);
    json_decref(answer);
    if (status != E_DENIED && status != E_INVALID)
        return status;
    return error_set(lookup->err, E_DENIED, NULL, "%s gives no token: look at client_id, client_secret and scope",
                     upstream_settings(tokens->upstream)->name);
}

enum status upstream_token(struct upstream_tokens *tokens, const struct lookup *lookup, const char **token)
{
    pthread_mutex_lock(&tokens->lock);
    bool is_good = tokens->token && clock_mono_ms() < tokens->until;
    *token = is_good ? arena_copy(lookup->arena, tokens->token) : NULL;
    pthread_mutex_unlock(&tokens->lock);
    if (!is_good)
        return token_ask(tokens, lookup, token);
    return *token ? OK : error_memory(lookup->err);
}

void upstream_token_refuse(struct upstream_tokens *tokens, const char *token)
{
    pthread_mutex_lock(&tokens->lock);
    if (tokens->token && strcmp(tokens->token, token) == 0)
        tokens->until = 0;
    pthread_mutex_unlock(&tokens->lock);
}
