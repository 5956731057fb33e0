/* Asks a receiver whether it would take deliveries. */
#include "deliver/deliver.h"
#include "service/api/api.h"
#include "service/api/fields.h"

#include <pthread.h>
#include <stdlib.h>

enum { TESTS_MAX = 4 }; /* of the pool's threads that may wait for receivers */

struct integration_tests {
    pthread_mutex_t lock;
    const char *accounts[TESTS_MAX]; /* whose tests are under way; NULL: free */
};

struct integration_tests *integration_tests_new(void)
{
    struct integration_tests *tests = calloc(1, sizeof *tests);
    if (tests)
        pthread_mutex_init(&tests->lock, NULL);
    return tests;
}

void integration_tests_free(struct integration_tests *tests)
{
    if (!tests)
        return;
    pthread_mutex_destroy(&tests->lock);
    free(tests);
}

/* A place for the account's test, which it gives back; -1: it has one under way, *is_full: all are taken. */
static int take_place(struct integration_tests *tests, const char *account_id, bool *is_full)
{
    int place = -1;
    bool is_under_way = false;
    pthread_mutex_lock(&tests->lock);
    for (int i = 0; i < TESTS_MAX; i++) {
        if (!tests->accounts[i])
            place = i;
        else if (strcmp(tests->accounts[i], account_id) == 0)
            is_under_way = true;
    }
    *is_full = place < 0 && !is_under_way;
    if (is_under_way)
        place = -1;
    if (place >= 0)
        tests->accounts[place] = account_id;
    pthread_mutex_unlock(&tests->lock);
    return place;
}

static void give_place(struct integration_tests *tests, int place)
{
    pthread_mutex_lock(&tests->lock);
    tests->accounts[place] = NULL;
    pthread_mutex_unlock(&tests->lock);
}

/* --- one test --- */

struct test {
    struct request *request;
    struct integration integration;
    struct delivery_outcome outcome;
};

static void write_ok(struct buf *out, const void *object, const void *field)
{
    const struct delivery_outcome *outcome = object;
    (void)field;
    buf_str(out, outcome->verdict == DELIVERY_ACCEPTED ? "true" : "false");
}

static void write_status(struct buf *out, const void *object, const void *field)
{
    const struct delivery_outcome *outcome = object;
    int64_t status = outcome->status > 0 ? outcome->status : -1;
    (void)field;
    write_amount(out, object, &status);
}

static const struct member of_test[] = {
    {"ok", "boolean", "Whether deliveries would be accepted.", write_ok},
    {"status", "integer?", "HTTP status of the receiver's answer; null: there was none.", write_status},
    {"detail", "string", "What came of it, a sentence.", write_text, offsetof(struct delivery_outcome, problem)},
};

const struct members integration_test_members = {"IntegrationTest", "What came of a test of an integration.", of_test,
                                                 COUNT_OF(of_test)};

static enum status test_get(struct db *db, void *argument, struct error *err)
{
    struct test *test = argument;
    const struct request *request = test->request;
    enum status status =
        integration_get(db, request->arena, caller_of(request)->account_id, request->id, &test->integration, err);
    return resource_missing(status, "integration", err);
}

/* A test keeps nothing, and has no pictures. */
static enum status keep_nothing(void *context, const json_t *progress, struct error *err)
{
    (void)context, (void)progress, (void)err;
    return OK;
}

static enum status no_picture(void *context, const char *id, struct arena *arena, struct stored_picture *picture,
                              struct error *err)
{
    (void)context, (void)arena, (void)picture;
    return error_set(err, E_NOT_FOUND, NULL, "there is no picture %s", id);
}

static enum status test_ask(struct test *test, const struct delivery_target *target, const json_t *settings,
                            struct error *err)
{
    char id[UUID_LENGTH + 1];
    struct request *request = test->request;
    uuid_v7(id);
    int64_t now = clock_now_ms();
    const struct delivery delivery = {
        .id = id,
        .account_id = test->integration.account_id,
        .integration_id = test->integration.id,
        .event = "test",
        .created_at = now,
        .updated_at = now,
    };
    const struct delivery_call call = {
        .target = target,
        .net = api_of(request)->net,
        .delivery = &delivery,
        .settings = settings,
        .progress = json_object(),
        .keep = keep_nothing,
        .picture = no_picture,
        .cancel = request->context->is_stopping,
        .arena = request->arena,
    };
    test->outcome = (struct delivery_outcome){.verdict = DELIVERY_RETRY, .retry_after_ms = -1};
    enum status status = call.progress ? target->test(&call, &test->outcome, err) : error_memory(err);
    json_decref(call.progress);
    return status;
}

/* Secrets that do not open are an outcome: there is nothing to ask with. */
static enum status test_run(struct test *test, struct error *err)
{
    json_t *settings = NULL;
    struct request *request = test->request;
    struct api *api = api_of(request);
    enum status status = store_read(api->store, test_get, test, err);
    if (status)
        return status;
    const struct delivery_target *target = delivery_target_find(test->integration.kind);
    test->outcome.problem = secrets_problem(api->seal, &test->integration, request->arena);
    test->outcome.verdict = DELIVERY_REFUSED;
    if (!target)
        test->outcome.problem = "This service has no integrations of this kind.";
    if (test->outcome.problem)
        return OK;
    status = secrets_open(api->seal, &test->integration, request->arena, &settings, err);
    if (!status)
        status = test_ask(test, target, settings, err);
    json_decref(settings);
    if (!status && !test->outcome.problem)
        test->outcome.problem = "The receiver would take deliveries.";
    return status;
}

static void answer_wait(struct request *request, bool is_full)
{
    if (is_full)
        answer_problem(request, PROBLEM_BUSY, "Too many tests are under way; try again in a moment.");
    else
        answer_problem(request, PROBLEM_RATE, "A test of this account is under way; it ends within 20 seconds.");
    answer_header(request, "Retry-After", "5");
}

void integrations_test(struct request *request)
{
    struct error err;
    bool is_full;
    struct test test = {.request = request};
    struct integration_tests *tests = api_of(request)->integration_tests;
    int place = take_place(tests, caller_of(request)->account_id, &is_full);
    if (place < 0) {
        answer_wait(request, is_full);
        return;
    }
    enum status status = test_run(&test, &err);
    give_place(tests, place);
    if (status) {
        answer_error(request, &err);
        return;
    }
    members_write(&request->answer.body, &integration_test_members, &test.outcome);
    answer_json(request, 200);
}
