/* The doctor when memory runs out at any allocation: its findings are whole, or there are none. */
#include "service/service.h"

#include "oom.h"
#include "store/db/db.h"

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

static const char *server_address(void)
{
    const char *address = getenv("COPYDESK_TEST_DATABASE");
    return address && address[0] ? address : NULL;
}

static void on_the_server(const char *sql)
{
    struct db *db = NULL;
    struct error err;
    if (db_open(&db_postgresql, server_address(), DB_WRITER, &db, &err) || db_script(db, sql, &err))
        fail_msg("%s: %s", sql, err.message);
    db_close(db);
}

/* A data folder as a service left it, or (address) a database; a library, and backends that do not answer. */
static json_t *make_config(const char *address)
{
    struct service *service = NULL;
    struct error err;
    json_t *data =
        address ? json_pack("{ss ss}", "data", address, "folder", folder) : json_pack("{ss}", "data", folder);
    if (service_start(data, false, &service, &err))
        fail_msg("%s", err.message);
    service_stop(service);
    json_t *config = json_pack("{ss ss ss s{s{ss ss ss}} s{s{ss ss}}}", "data", folder, "library", folder, "listen",
                               "127.0.0.1:0", "models", "*", "api", "openai", "base_url", "http://127.0.0.1:1/v1",
                               "model", "x", "search", "web", "api", "searxng", "base_url", "http://127.0.0.1:1");
    assert_non_null(config);
    if (address)
        json_object_update(config, data);
    json_decref(data);
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
static void examine_until_it_works(bool only_one_fails, const char *address)
{
    char whole[2048], names[2048];
    json_t *config = make_config(address), *findings = doctor_examine(config, NULL);
    assert_non_null(findings);
    names_of(findings, whole, sizeof whole);
    assert_non_null(strstr(whole, address ? "database server: ok" : "database: ok"));
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
    examine_until_it_works(false, NULL);
}

static void it_survives_one_failure(void **state)
{
    (void)state;
    examine_until_it_works(true, NULL);
}

static void it_survives_one_failure_with_a_server(void **state)
{
    (void)state;
    char sql[96], address[512];
    if (!server_address()) {
        print_message("skipped: COPYDESK_TEST_DATABASE names no PostgreSQL database\n");
        skip();
    }
    snprintf(sql, sizeof sql, "CREATE SCHEMA doctor_%d", (int)getpid());
    on_the_server(sql);
    snprintf(address, sizeof address, "%s%coptions=-csearch_path%%3Ddoctor_%d", server_address(),
             strchr(server_address(), '?') ? '&' : '?', (int)getpid());
    examine_until_it_works(true, address);
    snprintf(sql, sizeof sql, "DROP SCHEMA doctor_%d CASCADE", (int)getpid());
    on_the_server(sql);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_survives_a_shortage),
        cmocka_unit_test(it_survives_one_failure),
        cmocka_unit_test(it_survives_one_failure_with_a_server),
    };
    json_set_alloc_funcs(__wrap_malloc, free);
    log_set_level(LOG_ERROR);
    if (!mkdtemp(folder))
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove_folder();
    return failed;
}
