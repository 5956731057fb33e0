#include "net/upstream/upstream.h"

#include "net/upstream/asking.h"
#include "net/upstream/entry.h"
#include "net/upstream/json_text.h"
#include "text/url.h"

#include <stdarg.h>
#include <stdlib.h>

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

static bool upstream_copy_text(struct arena *arena, const char **text)
{
    if (!*text)
        return true;
    *text = arena_copy(arena, *text);
    return *text != NULL;
}

static bool copy_settings(struct arena *arena, struct upstream_settings *settings)
{
    settings->seconds = settings->seconds ? settings->seconds : USUAL_SECONDS;
    settings->parallel = settings->parallel ? settings->parallel : USUAL_PARALLEL;
    settings->max_bytes = settings->max_bytes ? settings->max_bytes : USUAL_BYTES;
    if (!upstream_copy_text(arena, &settings->name) || !upstream_copy_text(arena, &settings->base_url) ||
        !upstream_copy_text(arena, &settings->key_header) || !upstream_copy_text(arena, &settings->key_query) ||
        !upstream_copy_text(arena, &settings->key) || !upstream_copy_text(arena, &settings->header))
        return false;
    size_t length = strlen(settings->base_url);
    while (length > 0 && settings->base_url[length - 1] == '/')
        length--;
    settings->base_url = arena_copy_n(arena, settings->base_url, length);
    return settings->base_url != NULL;
}

enum status upstream_open(const struct upstream_settings *settings, struct upstream **upstream, struct error *err)
{
    struct upstream *made = calloc(1, sizeof *made);
    struct arena *arena = arena_new();
    if (made)
        made->settings = *settings;
    if (!made || !arena || !copy_settings(arena, &made->settings)) {
        arena_free(arena);
        free(made);
        return error_memory(err);
    }
    made->arena = arena;
    made->is_local = entry_is_local(made->settings.base_url);
    turns_init(&made->turns, made->settings.parallel);
    exchange_pool_init(&made->pool);
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

/* --- kept answers --- */

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
    return answer->body.data && answer->type.data ? OK : error_memory(asking->err);
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
    answer->is_kept = status == OK;
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

static enum status write_headers(struct asking *asking)
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
    for (size_t i = 0; i < count; i++)
        if (!asking->headers[i])
            return error_memory(asking->err);
    if (settings->header)
        asking->headers[count++] = settings->header;
    if (request->header)
        asking->headers[count++] = request->header;
    asking->headers[count] = NULL;
    return OK;
}

/* A key that stands in the query is sent, and known to nobody else. */
static enum status write_key(struct asking *asking)
{
    const struct upstream_settings *settings = &asking->upstream->settings;
    struct buf url = {0};
    asking->sent = asking->url;
    if (!settings->key || !settings->key_query || asking->request->sends_no_key)
        return OK;
    buf_str(&url, asking->url);
    upstream_query(&url, settings->key_query, str_from(settings->key));
    asking->sent = url.failed ? NULL : arena_copy(asking->lookup->arena, buf_text(&url));
    buf_free(&url);
    return asking->sent ? OK : error_memory(asking->err);
}

static bool is_absolute(const char *path)
{
    return str_istarts(str_from(path), STR("http://")) || str_istarts(str_from(path), STR("https://"));
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
    asking.url = is_absolute(request->path)
                     ? request->path
                     : arena_printf(lookup->arena, "%s%s", upstream->settings.base_url, request->path);
    status = asking.url ? write_headers(&asking) : error_memory(asking.err);
    if (!status)
        status = write_key(&asking);
    if (!status)
        status = ask_upstream(&asking);
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
    inner.arena = arena_new();
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
