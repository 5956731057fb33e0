#include "media/products/products_token.h"

#include "media/data/loose.h"
#include "net/upstream/upstream.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    LONGEST_TOKEN = 8 * 1024,
    USUAL_SECONDS = 3600, /* where the answer does not say how long the token is good */
    MARGIN_SECONDS = 60,  /* it must still be good when it arrives */
};

struct token_source {
    struct upstream *upstream;
    char *body; /* what is sent for a token: the form of the credentials */
    pthread_mutex_t lock;
    char *token;   /* NULL: there is none */
    int64_t until; /* clock_mono_ms */
};

/* "grant_type=client_credentials&client_id=...": what upstream_query writes, without its "?". */
static char *write_body(const struct token_settings *settings)
{
    struct buf form = {0};
    upstream_query(&form, "grant_type", STR("client_credentials"));
    upstream_query(&form, "client_id", str_from(settings->client_id));
    upstream_query(&form, "client_secret", str_from(settings->client_secret));
    upstream_query(&form, "scope", str_from(settings->scope));
    char *body = buf_take(&form);
    if (body)
        memmove(body, body + 1, strlen(body));
    return body;
}

enum status token_source_open(const struct token_settings *settings, struct token_source **out, struct error *err)
{
    /* Named as the key, the secret is shown by no message; no header carries it. */
    const struct upstream_settings service = {
        .name = "products.token_url", .base_url = settings->url, .key = settings->client_secret, .parallel = 1};
    struct token_source *source = calloc(1, sizeof *source);
    if (!source)
        return error_memory(err);
    source->body = write_body(settings);
    enum status status = source->body ? upstream_open(&service, &source->upstream, err) : error_memory(err);
    if (status) {
        free(source->body);
        free(source);
        return status;
    }
    pthread_mutex_init(&source->lock, NULL);
    *out = source;
    return OK;
}

void token_source_close(struct token_source *source)
{
    if (!source)
        return;
    upstream_close(source->upstream);
    pthread_mutex_destroy(&source->lock);
    free(source->token);
    free(source->body);
    free(source);
}

/* May it stand in a header: printable, without blanks, quotes and commas? */
static bool is_plain(struct str token)
{
    for (size_t i = 0; i < token.len; i++)
        if (token.data[i] <= ' ' || token.data[i] == 0x7F || token.data[i] == ',' || token.data[i] == '"')
            return false;
    return token.len > 0 && token.len <= LONGEST_TOKEN;
}

static void keep(struct token_source *source, const char *token, double seconds)
{
    struct buf copy = {0};
    buf_str(&copy, token);
    char *fresh = buf_take(&copy);
    pthread_mutex_lock(&source->lock);
    free(source->token);
    source->token = fresh; /* without memory for it, the next call asks again */
    source->until = clock_mono_ms() + (int64_t)(seconds > MARGIN_SECONDS ? seconds - MARGIN_SECONDS : 0) * 1000;
    pthread_mutex_unlock(&source->lock);
}

static enum status read_token(struct token_source *source, const json_t *value, const struct lookup *call,
                              const char **token)
{
    const json_t *member = loose_at(value, "access_token");
    struct str text = {json_string_value(member), json_string_length(member)};
    double seconds = USUAL_SECONDS;
    if (!is_plain(text))
        return upstream_fault(source->upstream, call->err, "its answer has no access_token");
    loose_number(value, "expires_in", 0, 1e9, &seconds);
    *token = arena_copy_n(call->arena, text.data, text.len);
    if (!*token)
        return error_memory(call->err);
    keep(source, *token, seconds);
    return OK;
}

static enum status fetch(struct token_source *source, const struct lookup *call, const char **token)
{
    const struct upstream_request request = {
        .path = "", .body = str_from(source->body), .type = "application/x-www-form-urlencoded", .is_fresh = true};
    json_t *value = NULL;
    struct error err = {0};
    struct lookup asking = *call;
    asking.err = &err;
    enum status status = upstream_json(source->upstream, &request, &asking, &value);
    if (status == E_DENIED || status == E_INVALID)
        return error_set(call->err, E_DENIED, NULL,
                         "products: the token endpoint refuses client_id, client_secret or scope: %s", err.message);
    if (status && call->err)
        *call->err = err;
    if (!status)
        status = read_token(source, value, call, token);
    json_decref(value);
    return status;
}

enum status token_get(struct token_source *source, const struct lookup *call, const char **token)
{
    bool is_kept = false;
    pthread_mutex_lock(&source->lock);
    if (source->token && clock_mono_ms() < source->until) {
        is_kept = true;
        *token = arena_copy(call->arena, source->token);
    }
    pthread_mutex_unlock(&source->lock);
    if (!is_kept)
        return fetch(source, call, token);
    return *token ? OK : error_memory(call->err);
}

void token_refuse(struct token_source *source, const char *token)
{
    pthread_mutex_lock(&source->lock);
    if (source->token && strcmp(source->token, token) == 0)
        source->until = 0;
    pthread_mutex_unlock(&source->lock);
}
