/*
 * Any bytes as the body of POST /api/articles/, and of a request to polish: a request is accepted or has faults, never
 * both, and a config read again as a request gives itself. The flags of the JSON parser are those of the service.
 */
#include "check.h"
#include "write/params/params.h"

static void check_faults(const struct params *params)
{
    check(params->fault_count > 0, "a refusal names a fault");
    check(!params->config && !params->notes, "a refusal has no config and no notes");
    for (size_t i = 0; i < params->fault_count; i++) {
        const struct fault *fault = &params->faults[i];
        check(fault->pointer[0] == '\0' || fault->pointer[0] == '/', "a pointer is a JSON Pointer");
        json_t *detail = json_string(fault->detail);
        check(detail && json_string_length(detail) > 0, "a detail is text that JSON can carry");
        json_decref(detail);
    }
}

static void check_config(struct arena *arena, const json_t *config, int engine)
{
    struct params again;
    const struct params_terms terms = {.engine = engine, .writable = TYPE_ALL};
    check(params_read(arena, config, &terms, &again, NULL) == OK, "a config is a good request");
    check(json_equal(config, again.config), "a config read again is the same");
    json_decref(again.config);
    json_decref(again.notes);
}

static void check_engine(const json_t *body, int engine)
{
    struct arena *arena = arena_new();
    struct params params;
    struct error err;
    const struct params_terms terms = {.engine = engine, .writable = TYPE_ALL};
    enum status status = params_read(arena, body, &terms, &params, &err);
    check(status == OK || status == E_INVALID, "the outcome is one of two");
    if (status == OK) {
        check(params.config && params.notes && params.fault_count == 0, "what is accepted has a config and no faults");
        check_config(arena, params.config, engine);
    } else {
        check_faults(&params);
    }
    json_decref(params.config);
    json_decref(params.notes);
    arena_free(arena);
}

/* The same bytes as a request to polish: its config, read again, is the same. */
static void check_polish(const json_t *body)
{
    static const struct params_terms terms = {.engine = 2};
    struct arena *arena = arena_new();
    struct params params, again;
    enum status status = params_read_polish(arena, body, &terms, "alpha-6-luna", &params, NULL);
    check(status == OK || status == E_INVALID, "the outcome is one of two");
    if (status == OK) {
        check(json_is_object(json_object_get(params.config, "polishSettings")), "there are settings");
        check(params_read_polish(arena, params.config, &terms, "alpha-6-luna", &again, NULL) == OK &&
                  json_equal(params.config, again.config),
              "settings read again are the same");
        json_decref(again.config);
        json_decref(again.notes);
    } else {
        check_faults(&params);
    }
    json_decref(params.config);
    json_decref(params.notes);
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *body = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    if (!body)
        return 0;
    check_engine(body, 1);
    check_engine(body, 2);
    check_polish(body);
    json_decref(body);
    return 0;
}
