/* The guard as arithmetic: every special range by its first and last address, the wrapped forms, the allow list. */
#include "net/guard.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_verdict(const struct guard *guard, const char *address, unsigned port, bool expected)
{
    if (guard_allows_text(guard, address, port) != expected)
        fail_msg("%s port %u should be %s", address, port, expected ? "open" : "closed");
}

static void closes_every_special_range(void **state)
{
    (void)state;
    static const char *const closed[] = {
        "0.0.0.0",
        "0.255.255.255",
        "10.0.0.0",
        "10.255.255.255",
        "100.64.0.0",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.255",
        "169.254.0.0",
        "169.254.169.254",
        "169.254.255.255",
        "172.16.0.0",
        "172.31.255.255",
        "192.0.0.0",
        "192.0.0.255",
        "192.0.2.0",
        "192.0.2.255",
        "192.88.99.1",
        "192.168.0.0",
        "192.168.255.255",
        "198.18.0.0",
        "198.19.255.255",
        "198.51.100.0",
        "198.51.100.255",
        "203.0.113.0",
        "203.0.113.255",
        "224.0.0.0",
        "239.255.255.255",
        "240.0.0.0",
        "255.255.255.255",
        /* IPv6 */
        "::",
        "::1",
        "::127.0.0.1",
        "100::1",
        "fc00::",
        "fd12:3456::1",
        "fdff:ffff::1",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "ff00::",
        "ff02::1",
        "ffff::1",
        "2001::1",
        "2001:0:53aa:64c::1",
        "2001:2::1",
        "2001:10::1",
        "2001:20::1",
        "2001:db8::1",
        "2001:db8:ffff::1",
        "3fff::1",
        "3fff:fff::1",
        "5f00::1",
        "64:ff9b:1::1",
        "4000::1",
        /* IPv4 wrapped in IPv6 */
        "::ffff:127.0.0.1",
        "::ffff:10.1.2.3",
        "::ffff:169.254.169.254",
        "64:ff9b::127.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b::c0a8:101",
        "2002:7f00:1::",
        "2002:a00:1::1",
        "2002:c0a8:101::1",
    };
    struct guard guard;
    assert_int_equal(guard_init(&guard, NULL, 0, NULL), OK);
    for (size_t i = 0; i < COUNT_OF(closed); i++)
        assert_verdict(&guard, closed[i], 443, false);
    guard_free(&guard);
}

static void opens_public_addresses_next_to_them(void **state)
{
    (void)state;
    static const char *const open[] = {
        "1.0.0.0",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.0.3.0",
        "192.88.98.255",
        "192.88.100.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "198.51.99.255",
        "198.51.101.0",
        "203.0.112.255",
        "203.0.114.0",
        "223.255.255.255",
        "8.8.8.8",
        /* IPv6 */
        "2000::1",
        "2001:200::1",
        "2001:db7::1",
        "2001:db9::1",
        "2606:4700::1111",
        "3ffe::1",
        "3fff:1000::1",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
        "2002:808:808::1",
    };
    struct guard guard;
    assert_int_equal(guard_init(&guard, NULL, 0, NULL), OK);
    for (size_t i = 0; i < COUNT_OF(open); i++)
        assert_verdict(&guard, open[i], 443, true);
    guard_free(&guard);
}

static void opens_only_web_ports(void **state)
{
    (void)state;
    static const unsigned open[] = {80, 443, 8080, 8443};
    static const unsigned closed[] = {0, 1, 22, 25, 79, 81, 442, 444, 3306, 5432, 6379, 8081, 11211, 65535};
    struct guard guard;
    assert_int_equal(guard_init(&guard, NULL, 0, NULL), OK);
    for (size_t i = 0; i < COUNT_OF(open); i++)
        assert_verdict(&guard, "8.8.8.8", open[i], true);
    for (size_t i = 0; i < COUNT_OF(closed); i++)
        assert_verdict(&guard, "8.8.8.8", closed[i], false);
    guard_free(&guard);
}

static void reads_socket_addresses(void **state)
{
    (void)state;
    struct guard guard;
    assert_int_equal(guard_init(&guard, NULL, 0, NULL), OK);
    struct sockaddr_in ipv4 = {.sin_family = AF_INET, .sin_port = htons(80)};
    inet_pton(AF_INET, "8.8.8.8", &ipv4.sin_addr);
    assert_true(guard_allows(&guard, (struct sockaddr *)&ipv4));
    inet_pton(AF_INET, "127.0.0.1", &ipv4.sin_addr);
    assert_false(guard_allows(&guard, (struct sockaddr *)&ipv4));
    struct sockaddr_in6 ipv6 = {.sin6_family = AF_INET6, .sin6_port = htons(443)};
    inet_pton(AF_INET6, "2606:4700::1111", &ipv6.sin6_addr);
    assert_true(guard_allows(&guard, (struct sockaddr *)&ipv6));
    inet_pton(AF_INET6, "::ffff:192.168.1.1", &ipv6.sin6_addr);
    assert_false(guard_allows(&guard, (struct sockaddr *)&ipv6));
    struct sockaddr other = {.sa_family = AF_UNIX};
    assert_false(guard_allows(&guard, &other));
    guard_free(&guard);
}

static void allow_list_opens_exactly_what_it_names(void **state)
{
    (void)state;
    static const char *const entries[] = {"127.0.0.1:9000", "10.1.0.0/16",   "192.168.7.0/24:3000", "::1",
                                          "fd00::/8",       "[fe80::1]:8080"};
    static const struct {
        const char *address;
        unsigned port;
        bool open;
    } cases[] = {
        {"127.0.0.1", 9000, true},
        {"127.0.0.1", 9001, false},
        {"127.0.0.1", 80, false},
        {"127.0.0.2", 9000, false},
        {"10.1.0.0", 1, true},
        {"10.1.255.255", 65535, true},
        {"10.2.0.0", 80, false},
        {"10.0.255.255", 80, false},
        {"192.168.7.9", 3000, true},
        {"192.168.7.9", 80, false},
        {"192.168.8.1", 3000, false},
        {"::1", 5432, true},
        {"::2", 5432, false},
        {"fd12::9", 22, true},
        {"fc00::9", 80, false},
        {"fe80::1", 8080, true},
        {"fe80::1", 80, false},
        {"::ffff:127.0.0.1", 9000, true},
        {"64:ff9b::127.0.0.1", 9000, false},
        {"8.8.8.8", 443, true},
        {"8.8.8.8", 9000, false},
    };
    struct guard guard;
    assert_int_equal(guard_init(&guard, entries, COUNT_OF(entries), NULL), OK);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_verdict(&guard, cases[i].address, cases[i].port, cases[i].open);
    guard_free(&guard);
}

/* Opening all of one family must not open the other through its wrapped forms. */
static void families_stay_apart(void **state)
{
    (void)state;
    static const char *const entries[] = {"::/0"};
    struct guard guard;
    assert_int_equal(guard_init(&guard, entries, 1, NULL), OK);
    assert_verdict(&guard, "::1", 9, true);
    assert_verdict(&guard, "127.0.0.1", 9, false);
    assert_verdict(&guard, "::ffff:127.0.0.1", 9, false);
    guard_free(&guard);
}

static void refuses_entries_it_cannot_read(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "localhost",
        "localhost:9000",
        "example.com",
        "127.0.0.1:",
        "127.0.0.1:0",
        "127.0.0.1:65536",
        "127.0.0.1:+80",
        "127.0.0.1/",
        "127.0.0.1/33",
        "10.0.0.0/8/8",
        "10.1.2.3/8",
        "127.1",
        "0x7f.0.0.1",
        "127.0.0.01",
        "[::1",
        "[::1]x",
        "[::1]:99999",
        "::1/129",
        "fd00::1/8",
        "fe80::1%eth0",
        " 127.0.0.1",
        "http://10.0.0.1",
        "[127.0.0.1",
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct guard guard;
        struct error err;
        if (guard_init(&guard, &wrong[i], 1, &err) != E_INVALID)
            fail_msg("\"%s\" was accepted", wrong[i]);
        assert_non_null(strstr(err.message, wrong[i]));
        guard_free(&guard);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closes_every_special_range),
        cmocka_unit_test(opens_public_addresses_next_to_them),
        cmocka_unit_test(opens_only_web_ports),
        cmocka_unit_test(reads_socket_addresses),
        cmocka_unit_test(allow_list_opens_exactly_what_it_names),
        cmocka_unit_test(families_stay_apart),
        cmocka_unit_test(refuses_entries_it_cannot_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
