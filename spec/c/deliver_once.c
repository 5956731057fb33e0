/*
 * Makes one attempt at a delivery without a service around it, for specs in Lua. Reads JSON from standard input:
 * {"kind":, "verb": "send" or "test", "settings": {}, "is_repeated":, "progress": {}, "article": {"id":, "title":,
 * "slug":, "meta_description":, "html":, "config": {}}, "pictures": {ID: {"type":, "file":}}}. Prints {"status":
 * "ok" or the name of a failure, "message":, "verdict":, "code":, "problem":, "remote_url":, "retry_after_ms":,
 * "progress": as it was kept last}; with "verb": "check", {"status":, "message":}. Loopback is allowed.
 */
#include "deliver/deliver.h"

#include <stdio.h>

static const char *const verdicts[] = {[DELIVERY_ACCEPTED] = "accepted",
                                       [DELIVERY_REFUSED] = "refused",
                                       [DELIVERY_GONE] = "gone",
                                       [DELIVERY_RETRY] = "retry"};

struct context {
    const json_t *pictures;
    json_t *kept;
};

static enum status keep(void *context, const json_t *progress, struct error *err)
{
    struct context *own = context;
    json_decref(own->kept);
    own->kept = json_deep_copy(progress);
    return own->kept ? OK : error_memory(err);
}

static enum status read_file(const char *path, struct arena *arena, struct str *bytes, struct error *err)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set(err, E_IO, NULL, "%s cannot be read", path);
    fseek(file, 0, SEEK_END);
    bytes->len = (size_t)ftell(file);
    rewind(file);
    char *data = arena_alloc(arena, bytes->len + 1);
    bool done = data && fread(data, 1, bytes->len, file) == bytes->len;
    fclose(file);
    bytes->data = data;
    return done ? OK : error_set(err, E_IO, NULL, "%s cannot be read", path);
}

static enum status find_picture(void *context, const char *id, struct arena *arena, struct stored_picture *picture,
                                struct error *err)
{
    const json_t *found = json_object_get(((struct context *)context)->pictures, id);
    if (!found)
        return error_set(err, E_NOT_FOUND, NULL, "no such picture");
    *picture = (struct stored_picture){.id = id, .type = json_string_value(json_object_get(found, "type"))};
    return read_file(json_string_value(json_object_get(found, "file")), arena, &picture->bytes, err);
}

static const char *text(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static json_t *text_or_null(const char *value)
{
    return value ? json_string(value) : json_null();
}

static json_t *attempt(const struct delivery_target *target, const json_t *input, struct net *net)
{
    const json_t *given = json_object_get(input, "article");
    char *config = json_dumps(json_object_get(given, "config"), JSON_COMPACT);
    const struct article article = {.id = text(given, "id"),
                                    .title = text(given, "title"),
                                    .slug = text(given, "slug"),
                                    .meta_description = text(given, "meta_description"),
                                    .html = text(given, "html"),
                                    .config = config};
    struct context context = {.pictures = json_object_get(input, "pictures")};
    struct delivery_outcome outcome = {.retry_after_ms = -1};
    struct error err = {0};
    json_t *progress = json_object_get(input, "progress");
    const struct delivery_call call = {.target = target,
                                       .net = net,
                                       .article = given ? &article : NULL,
                                       .settings = json_object_get(input, "settings"),
                                       .is_repeated = json_is_true(json_object_get(input, "is_repeated")),
                                       .progress = progress ? json_incref(progress) : json_object(),
                                       .keep = keep,
                                       .picture = find_picture,
                                       .context = &context,
                                       .arena = arena_new()};
    enum status status = strcmp(text(input, "verb"), "test") == 0 ? target->test(&call, &outcome, &err)
                                                                  : target->send(&call, &outcome, &err);
    json_t *answer =
        json_pack("{s:s, s:s, s:s, s:i, s:o, s:o, s:I, s:O?}", "status", status ? status_name(status) : "ok", "message",
                  err.message, "verdict", verdicts[outcome.verdict], "code", outcome.status, "problem",
                  text_or_null(outcome.problem), "remote_url", text_or_null(outcome.remote_url), "retry_after_ms",
                  (json_int_t)outcome.retry_after_ms, "progress", context.kept);
    json_decref(context.kept);
    json_decref(call.progress);
    arena_free(call.arena);
    free(config);
    return answer;
}

static json_t *check(const struct delivery_target *target, const json_t *input)
{
    struct arena *arena = arena_new();
    struct error err = {0};
    enum status status = target->check ? target->check(json_object_get(input, "settings"), arena, &err) : OK;
    arena_free(arena);
    return json_pack("{s:s, s:s}", "status", status ? status_name(status) : "ok", "message", err.message);
}

int main(void)
{
    static const char *const allowed[] = {"127.0.0.1"};
    const struct net_options options = {.allow_addresses = allowed, .allow_count = 1};
    struct net *net = NULL;
    struct error err;
    json_t *input = json_loadf(stdin, 0, NULL);
    const struct delivery_target *target = input ? delivery_target_find(text(input, "kind")) : NULL;
    if (!target || !text(input, "verb") || net_new(&options, &net, &err) != OK)
        return 2;
    json_t *answer = strcmp(text(input, "verb"), "check") == 0 ? check(target, input) : attempt(target, input, net);
    json_dumpf(answer, stdout, JSON_COMPACT);
    json_decref(answer);
    json_decref(input);
    net_free(net);
    return 0;
}
