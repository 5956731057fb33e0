/* The doctor when memory runs out at any allocation: its findings are whole, or there are none. */
#include "service/doctor/doctor.h"

#include "oom.h"
#include "service/service.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/copydesk-doctor-XXXXXX";

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

/* A data folder as a service left it, a library, and backends that do not answer. */
static json_t *make_config(void)
{
    struct service *service = NULL;
    struct error err;
    json_t *data = json_pack("{ss}", "data", folder);
    if (service_start(data, false, &service, &err))
        fail_msg("%s", err.message);
    service_stop(service);
    json_decref(data);
    json_t *config = json_pack("{ss ss ss s{s{ss ss ss}} s{s{ss ss}}}", "data", folder, "library", folder, "listen",
                               "127.0.0.1:0", "models", "*", "api", "openai", "base_url", "http://127.0.0.1:1/v1",
                               "model", "x", "search", "web", "api", "searxng", "base_url", "http://127.0.0.1:1");
    assert_non_null(config);
    return config;
}

/* The names of what was looked at, in a line. */
static void names_of(const json_t *findings, char *names, size_t size)
{
    size_t length = 0;
    names[0] = '\0';
    for (size_t i = 0; i < json_array_size(findings) && length < size; i++) {
        const json_t *finding = json_array_get(findings, i);
        length += (size_t)snprintf(names + length, size - length, "%s: %s\n",
                                   json_string_value(json_object_get(finding, "check")),
                                   json_string_value(json_object_get(finding, "level")));
    }
}

/* Lets one more allocation through each time, until it is enough. */
static void examine_until_it_works(bool only_one_fails)
{
    char whole[2048], names[2048];
    json_t *config = make_config(), *findings = doctor_examine(config, NULL);
    assert_non_null(findings);
    names_of(findings, whole, sizeof whole);
    assert_non_null(strstr(whole, "database: ok"));
    assert_non_null(strstr(whole, "search.web: fault"));
    json_decref(findings);
    long failures = 0;
    bool ran_out = true;
    oom_only_one_fails = only_one_fails;
    for (long allowed = 0; ran_out && allowed < 100000; allowed++) {
        oom_allocations_left = allowed;
        findings = doctor_examine(config, NULL);
        ran_out = only_one_fails ? oom_allocations_left == -1 : oom_allocations_left == 0;
        oom_allocations_left = -1;
        failures += findings == NULL;
        if (findings) {
            names_of(findings, names, sizeof names);
            assert_string_equal(names, whole);
        }
        json_decref(findings);
    }
    assert_false(ran_out);
    assert_true(failures > 20);
    oom_only_one_fails = false;
    json_decref(config);
}

static void it_survives_a_shortage(void **state)
{
    (void)state;
    examine_until_it_works(false);
}

static void it_survives_one_failure(void **state)
{
    (void)state;
    examine_until_it_works(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_survives_a_shortage),
        cmocka_unit_test(it_survives_one_failure),
    };
    json_set_alloc_funcs(__wrap_malloc, free);
    log_set_level(LOG_ERROR);
    if (!mkdtemp(folder))
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove_folder();
    return failed;
}
