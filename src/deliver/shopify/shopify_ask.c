#include "deliver/shopify/shopify.h"

#include <math.h>
#include <stdlib.h>

enum { SHORTEST_PAUSE_MS = 1000, LONGEST_PAUSE_MS = 60 * 1000 };

/* An integer of JSON is a number, too. */
static double number_in(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

/* How long the shop's bucket takes to fill up (https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits):
 * extensions.cost tells what the query costs, what there is, and how fast more comes. */
static int64_t pause_of(const json_t *answer)
{
    const json_t *cost = json_object_get(json_object_get(answer, "extensions"), "cost");
    const json_t *bucket = json_object_get(cost, "throttleStatus");
    double missing = number_in(cost, "requestedQueryCost") - number_in(bucket, "currentlyAvailable");
    double rate = number_in(bucket, "restoreRate");
    double ms = rate > 0 ? ceil(missing / rate * 1000) : 2 * SHORTEST_PAUSE_MS;
    return ms < SHORTEST_PAUSE_MS ? SHORTEST_PAUSE_MS : ms > LONGEST_PAUSE_MS ? LONGEST_PAUSE_MS : (int64_t)ms;
}

/* {"errors": [{"message": "", "extensions": {"code": "THROTTLED"}}]}. None of them is about the article: what is wrong
 * with that is an error of the user, in the data. */
static enum status judge_errors(const struct shopify *shop, const struct site_answer *answer, const json_t *errors,
                                struct delivery_outcome *outcome, struct error *err)
{
    const json_t *first = json_array_get(errors, 0);
    const char *message = json_string_value(json_is_string(errors) ? errors : json_object_get(first, "message"));
    const char *code = json_string_value(json_object_get(json_object_get(first, "extensions"), "code"));
    if (code && strcmp(code, "THROTTLED") == 0 && outcome->retry_after_ms < 0)
        outcome->retry_after_ms = pause_of(answer->json);
    return site_judge(shop->call, outcome, DELIVERY_RETRY, err, "the shop answered with %s%s%s",
                      code ? code : "an error", message ? ": " : "", message ? message : "");
}

/* Reads an answer with a status of 2xx. */
static enum status read_data(const struct shopify *shop, const struct site_answer *answer, const json_t **data,
                             struct delivery_outcome *outcome, struct error *err)
{
    const json_t *errors = json_object_get(answer->json, "errors");
    if (json_array_size(errors) || json_is_string(errors))
        return judge_errors(shop, answer, errors, outcome, err);
    *data = json_object_get(answer->json, "data");
    if (json_is_object(*data))
        return OK;
    *data = NULL;
    return site_judge(shop->call, outcome, DELIVERY_RETRY, err, "what the shop answered is no answer to a query");
}

enum status shopify_ask(const struct shopify *shop, const char *query, json_t *variables, struct site_answer *answer,
                        const json_t **data, struct delivery_outcome *outcome, struct error *err)
{
    json_t *body = variables ? json_pack("{s:s, s:o}", "query", query, "variables", variables) : NULL;
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    *data = NULL;
    *answer = (struct site_answer){.retry_after_ms = -1};
    if (!text)
        return error_memory(err);
    const struct site_request request = {
        .method = "POST", .url = shop->url, .headers = shop->headers, .body = str_from(text)};
    enum status status = site_ask(shop->call, &request, answer, outcome, err);
    free(text);
    if (status == OK && outcome->verdict == DELIVERY_ACCEPTED)
        status = read_data(shop, answer, data, outcome, err);
    if (status != OK)
        site_done(answer);
    return status;
}

/* "article.title"; "" when the error names no field. */
static const char *field_of(struct arena *arena, const json_t *user_error)
{
    const json_t *names = json_object_get(user_error, "field");
    struct buf path = {0};
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (name)
            buf_printf(&path, "%s%s", path.len ? "." : "", name);
    }
    const char *result = path.failed ? NULL : arena_copy(arena, buf_text(&path));
    buf_free(&path);
    return result;
}

enum status shopify_user_error(const struct shopify *shop, const json_t *data, const char *mutation, const char **code,
                               struct delivery_outcome *outcome, struct error *err)
{
    const json_t *first = json_array_get(json_object_get(json_object_get(data, mutation), "userErrors"), 0);
    *code = NULL;
    if (!first)
        return OK;
    const char *field = field_of(shop->call->arena, first);
    const char *message = json_string_value(json_object_get(first, "message"));
    const char *word = json_string_value(json_object_get(first, "code"));
    *code = arena_copy(shop->call->arena, word ? word : "");
    if (!field || !*code)
        return error_memory(err);
    return site_judge(shop->call, outcome, DELIVERY_REFUSED, err, "the shop refused this: %s%s%s", field,
                      *field ? ": " : "", message ? message : *code);
}
