#include "net/upstream/token.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    USUAL_SECONDS = 3600, /* where it is not said how long a token is good */
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
    double seconds = json_is_number(expires) ? json_number_value(expires) : USUAL_SECONDS;
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
