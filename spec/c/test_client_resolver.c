/* Names that take long to resolve: neither a deadline nor a close may wait for the resolver. */
#include "client_calls.h"

#include <netdb.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool open;
    int inside, entered;
} gate = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void set_gate(bool open)
{
    pthread_mutex_lock(&gate.mutex);
    gate.open = open;
    pthread_cond_broadcast(&gate.changed);
    pthread_mutex_unlock(&gate.mutex);
}

/* Waits until so many look-ups have begun, and with `left` until they are over too. */
static void await(int entered, bool left)
{
    pthread_mutex_lock(&gate.mutex);
    while (gate.entered < entered || (left && gate.inside))
        pthread_cond_wait(&gate.changed, &gate.mutex);
    pthread_mutex_unlock(&gate.mutex);
}

/* In place of the C library's, which libcurl would call from a thread of its own. */
__attribute__((visibility("default"))) int getaddrinfo(const char *name, const char *service,
                                                       const struct addrinfo *hints, struct addrinfo **found)
{
    (void)name;
    (void)service;
    (void)hints;
    *found = NULL;
    pthread_mutex_lock(&gate.mutex);
    gate.entered++;
    gate.inside++;
    pthread_cond_broadcast(&gate.changed);
    while (!gate.open)
        pthread_cond_wait(&gate.changed, &gate.mutex);
    gate.inside--;
    pthread_cond_broadcast(&gate.changed);
    pthread_mutex_unlock(&gate.mutex);
    return EAI_NONAME;
}

static int close_gate(void **state)
{
    (void)state;
    gate.entered = 0;
    set_gate(false);
    return 0;
}

static struct client *open_slow_client(void)
{
    return open_client(&(struct client_options){.base_url = "http://slow.invalid", .proxy = "", .retries = 0});
}

static struct client_call *start_lookup(struct client *client, int timeout_ms)
{
    struct client_call *call =
        start_request(client, &(struct client_request){.method = "GET", .path = "/", .timeout_ms = timeout_ms});
    assert_int_equal(client_step(client, 0, NULL), OK);
    return call;
}

static void a_name_that_is_not_there_is_named(void **state)
{
    (void)state;
    struct client *client = open_slow_client();
    struct error err;
    bool retryable;
    set_gate(true);
    assert_int_equal(get_outcome(client, "/", &err, &retryable), E_NETWORK);
    assert_non_null(strstr(err.message, "slow.invalid"));
    assert_true(retryable);
    client_free(client);
}

static void a_deadline_does_not_wait_for_the_resolver(void **state)
{
    (void)state;
    struct client *client = open_slow_client();
    struct client_call *call = start_lookup(client, 50);
    await(1, false);
    finish(client, call);
    assert_int_equal(client_call_outcome(call, NULL), E_TIMEOUT);
    client_call_free(call);
    client_free(client);
    set_gate(true);
    await(1, true);
}

static void nor_does_a_call_that_is_dropped(void **state)
{
    (void)state;
    struct client *client = open_slow_client();
    struct client_call *call = start_lookup(client, 0);
    await(1, false);
    client_call_free(call);
    set_gate(true);
    await(1, true);
    client_free(client);
}

static void nor_does_a_client_that_is_closed(void **state)
{
    (void)state;
    struct client *client = open_slow_client();
    struct client_call *call = start_lookup(client, 0);
    await(1, false);
    client_free(client);
    assert_int_equal(client_call_outcome(call, NULL), E_CANCELLED);
    client_call_free(call);
    set_gate(true);
    await(1, true);
}

int main(void)
{
    alarm(300); /* against hanging */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_name_that_is_not_there_is_named, close_gate),
        cmocka_unit_test_setup(a_deadline_does_not_wait_for_the_resolver, close_gate),
        cmocka_unit_test_setup(nor_does_a_call_that_is_dropped, close_gate),
        cmocka_unit_test_setup(nor_does_a_client_that_is_closed, close_gate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
