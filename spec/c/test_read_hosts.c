/* What is known of hosts, at times that the test sets. */
#include "research/read/hosts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SECOND = 1000, HOUR = 3600 * SECOND };

static const int64_t start = 5000;

static void a_host_is_known_by_its_name_and_port(void **state)
{
    (void)state;
    struct hosts hosts = {0};
    struct host *host = hosts_use(&hosts, "http://example.org/a/page?of=it");
    assert_ptr_equal(hosts_use(&hosts, "https://example.org/"), host);
    assert_ptr_not_equal(hosts_use(&hosts, "http://example.org:8080/"), host);
    assert_ptr_not_equal(hosts_use(&hosts, "http://www.example.org/"), host);
    assert_int_equal(hosts.count, 3);
    hosts_free(&hosts);
}

static void a_host_has_turns_and_pauses(void **state)
{
    (void)state;
    struct hosts hosts = {0};
    struct host *host = hosts_use(&hosts, "http://example.org/");
    int64_t until;
    assert_true(host_is_free(host, start, &until));
    host_take(host);
    assert_false(host_is_free(host, start + HOUR, &until));
    assert_true(until == INT64_MAX);
    host_give(host, start, 200);
    assert_false(host_is_free(host, start + 199, &until));
    assert_true(until == start + 200);
    assert_true(host_is_free(host, start + 200, &until));
    hosts_free(&hosts);
}

static void robots_are_known_for_a_day_and_for_each_scheme(void **state)
{
    (void)state;
    static const char *const http = "http://example.org/", *const https = "https://example.org/";
    struct hosts hosts = {0};
    struct host *host = hosts_use(&hosts, http);
    assert_false(host_knows_robots(host, http, start));
    assert_int_equal(host_set_robots(&hosts, host, http, STR("Disallow: /a"), start), OK);
    assert_int_equal(host_set_robots(&hosts, host, http, STR("Disallow: /b"), start), OK);
    assert_true(str_eq(host_robots(host, http), STR("Disallow: /b")));
    assert_int_equal(hosts.robots_bytes, 12);
    assert_false(host_knows_robots(host, https, start));
    assert_int_equal(host_robots(host, https).len, 0);
    assert_int_equal(host_set_robots(&hosts, host, https, STR(""), start), OK);
    assert_true(host_knows_robots(host, https, start)); /* that there is none is known too */
    assert_true(host_knows_robots(host, http, start + 24LL * HOUR - 1));
    assert_false(host_knows_robots(host, http, start + 24LL * HOUR));
    hosts_free(&hosts);
    assert_int_equal(hosts.robots_bytes, 0);
}

static void a_host_is_left_alone_for_a_while(void **state)
{
    (void)state;
    struct hosts hosts = {0};
    struct error err;
    struct host *host = hosts_use(&hosts, "http://example.org/");
    assert_int_equal(host_check(host, false, 0, start, &err), OK);
    host_failed(&hosts, host, E_TIMEOUT, start);
    assert_int_equal(host_check(host, false, 0, start + 59 * SECOND, &err), E_TIMEOUT);
    assert_non_null(strstr(err.message, "example.org"));
    assert_int_equal(host_check(host, true, hosts.failures, start, &err), OK);
    assert_int_equal(host_check(host, true, hosts.failures - 1, start, &err), E_TIMEOUT);
    assert_int_equal(host_check(host, false, 0, start + 60 * SECOND, &err), OK);
    host_forbids(host, start);
    assert_int_equal(host_check(host, false, hosts.failures, start + SECOND, &err), E_DENIED);
    assert_int_equal(host_check(host, true, hosts.failures, start + SECOND, &err), OK);
    assert_int_equal(host_check(host, false, hosts.failures, start + 600 * SECOND, &err), OK);
    host_is_busy(host, start, 90 * SECOND + 1);
    assert_int_equal(host_check(host, true, hosts.failures, start, &err), E_LIMIT);
    assert_non_null(strstr(err.message, "another 91 s"));
    assert_int_equal(host_check(host, true, hosts.failures, start + 91 * SECOND, &err), OK);
    host_is_busy(host, start, 1000LL * HOUR);
    assert_int_equal(host_check(host, true, hosts.failures, start + HOUR, &err), OK);
    hosts_free(&hosts);
}

static struct host *use_number(struct hosts *hosts, int number)
{
    char url[60];
    snprintf(url, sizeof url, "http://host%d.example.org/", number);
    return hosts_use(hosts, url);
}

/* Those that nobody uses, the oldest first. */
static void hosts_are_forgotten_when_they_are_many(void **state)
{
    (void)state;
    enum { MANY = 3000, MOST = 1024, USED = 7 };
    struct hosts hosts = {0};
    struct host *used = use_number(&hosts, USED);
    assert_int_equal(host_set_robots(&hosts, used, "http://a/", STR("Disallow: /"), start), OK);
    for (int i = 0; i < MANY; i++)
        if (i != USED)
            hosts_release(&hosts, use_number(&hosts, i));
    assert_int_equal(hosts.count, MOST);
    assert_ptr_equal(use_number(&hosts, USED), used);
    assert_true(host_knows_robots(used, "http://a/", start));
    struct host *last = use_number(&hosts, MANY - 1);
    assert_int_equal(hosts.count, MOST); /* it was still there */
    hosts_release(&hosts, last);
    for (int i = 0; i < MOST + 10; i++) /* all of them used at once: none is forgotten */
        assert_non_null(use_number(&hosts, MANY + i));
    assert_true(hosts.count >= MOST + 10);
    hosts_free(&hosts);
}

static void robots_of_all_hosts_are_bounded(void **state)
{
    (void)state;
    enum { LENGTH = 500 * 1024, MANY = 60, MOST = 16 * 1024 * 1024 };
    struct hosts hosts = {0};
    char *text = malloc(2 * LENGTH);
    memset(text, '#', 2 * LENGTH);
    for (int i = 0; i < MANY; i++) {
        struct host *host = use_number(&hosts, i);
        assert_int_equal(host_set_robots(&hosts, host, "http://a/", (struct str){text, 2 * LENGTH}, start), OK);
        assert_int_equal(host_robots(host, "http://a/").len, LENGTH); /* more of it need not be read */
        assert_true(hosts.robots_bytes <= MOST);
        hosts_release(&hosts, host);
    }
    assert_int_equal(hosts.count, MOST / LENGTH);
    hosts_free(&hosts);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_is_known_by_its_name_and_port),
        cmocka_unit_test(a_host_has_turns_and_pauses),
        cmocka_unit_test(robots_are_known_for_a_day_and_for_each_scheme),
        cmocka_unit_test(a_host_is_left_alone_for_a_while),
        cmocka_unit_test(hosts_are_forgotten_when_they_are_many),
        cmocka_unit_test(robots_of_all_hosts_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
