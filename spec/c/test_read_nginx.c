/*
 * Pages that nobody here wrote, from a server that nobody here wrote: the PostgreSQL manual behind nginx, which is many
 * hosts at once, beside hosts that behave badly.
 */
#include "research/read/read.h"

#include "faulty_host.h"
#include "manual.h"
#include "nginx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { GOOD_HOSTS = 20 };

/* Each of 127.0.0.1 to 127.0.0.20 is a host. /slowly/ answers 500 to all but the first of two at once. */
static const char configuration[] =
    "daemon off;\nmaster_process off;\npid %1$s/pid;\nerror_log stderr emerg;\n"
    "events { worker_connections 128; }\n"
    "http {\n"
    "  access_log off;\n  types { text/html html; text/plain txt; }\n"
    "  client_body_temp_path %1$s/b; proxy_temp_path %1$s/p; fastcgi_temp_path %1$s/f;\n"
    "  uwsgi_temp_path %1$s/u; scgi_temp_path %1$s/s;\n"
    "  limit_conn_zone $server_addr zone=host:1m;\n  limit_req_zone $server_addr zone=pace:1m rate=2r/s;\n"
    "  limit_conn_status 500;\n  limit_req_status 429;\n"
    "  server {\n%3$s    charset utf-8;\n    gzip on;\n    root %1$s;\n"
    "    location /manual/ { alias %4$s/; }\n"
    "    location /slowly/ { alias %4$s/; gzip off; limit_conn host 1; limit_rate 400k; }\n"
    "    location /paced/ { alias %4$s/; limit_req zone=pace; add_header Retry-After 1 always; }\n"
    "    location /moved { return 301 /manual/ddl.html; }\n"
    "    location /elsewhere { return 302 http://127.0.0.2:%2$u/manual/ddl.html; }\n  }\n}\n";

struct web {
    char folder[64];
    unsigned port;
    pid_t pid;
    struct net *net;
    struct reader *reader;
    struct arena *arena;
};

static void write_file(const struct web *web, const char *name, const char *format, ...)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", web->folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
    assert_int_equal(fclose(file), 0);
}

static pid_t start_nginx(struct web *web)
{
    struct buf listens = {0};
    web->port = nginx_free_port();
    for (int i = 1; i <= GOOD_HOSTS; i++)
        buf_printf(&listens, "    listen 127.0.0.%d:%u;\n", i, web->port);
    write_file(web, "nginx.conf", configuration, web->folder, web->port, buf_text(&listens), manual_folder());
    write_file(web, "robots.txt", "User-agent: *\nDisallow: /manual/sql-\n");
    buf_free(&listens);
    return nginx_start(web->folder, web->port);
}

static int set_up(void **state)
{
    static struct web web;
    static const char *const allowed[] = {"127.0.0.0/8"};
    const struct net_options options = {.allow_addresses = allowed, .allow_count = 1};
    web = (struct web){.folder = "/tmp/copydesk-nginx-XXXXXX", .arena = arena_new()};
    if (!mkdtemp(web.folder) || chmod(web.folder, 0755) != 0 || net_new(&options, &web.net, NULL) != OK)
        return -1;
    const struct reader_options reader_options = {.net = web.net, .pause_ms = -1, .keep_seconds = 60};
    *state = &web;
    for (int attempt = 0; attempt < NGINX_ATTEMPTS && !web.pid; attempt++)
        web.pid = start_nginx(&web);
    return web.pid ? (int)reader_new(&reader_options, &web.reader, NULL) : -1;
}

static int tear_down(void **state)
{
    struct web *web = *state;
    char command[100];
    nginx_stop(web->pid);
    reader_free(web->reader);
    net_free(web->net);
    arena_free(web->arena);
    snprintf(command, sizeof command, "rm -rf '%s'", web->folder);
    return system(command);
}

static struct reading at(const struct web *web, int host, const char *path)
{
    return (struct reading){.url = arena_printf(web->arena, "http://127.0.0.%d:%u%s", host, web->port, path)};
}

static void read_all(const struct web *web, struct reading *list, size_t count, const struct read_options *options)
{
    struct error err;
    const struct lookup lookup = {.arena = web->arena, .err = &err};
    if (reader_read(web->reader, list, count, options, &lookup) != OK)
        fail_msg("%s", err.message);
}

static void assert_read(const struct reading *reading, const char *title)
{
    if (reading->status)
        fail_msg("%s: %s", reading->url, reading->problem);
    assert_string_equal(reading->page.title, title);
    assert_true(reading->page.count > 0);
}

static void robots_and_redirects(void **state)
{
    const struct web *web = *state;
    struct reading list[] = {at(web, 1, "/moved"), at(web, 1, "/elsewhere"), at(web, 1, "/manual/sql-select.html"),
                             at(web, 1, "/manual/no-such-page.html"), at(web, 1, "/manual/sql-select.html")};
    list[4].is_named = true;
    read_all(web, list, COUNT_OF(list), &(struct read_options){0});
    assert_read(&list[0], "Data Definition");
    assert_non_null(strstr(list[0].page.url, "127.0.0.1"));
    assert_non_null(strstr(list[0].page.url, "/manual/ddl.html"));
    assert_read(&list[1], "Data Definition");
    assert_non_null(strstr(list[1].page.url, "127.0.0.2"));
    assert_int_equal(list[2].status, E_DENIED);
    assert_int_equal(list[3].status, E_NOT_FOUND);
    assert_non_null(strstr(list[3].problem, "404"));
    assert_read(&list[4], "SELECT");
}

static const char *const pages[] = {"ddl-partitioning", "ddl-inherit", "ddl-schemas",     "ddl-alter",
                                    "ddl-basics",       "ddl-default", "ddl-constraints", "ddl-priv"};

/* nginx would answer 500 to the second of two requests at once. */
static void a_host_never_has_two_requests(void **state)
{
    const struct web *web = *state;
    struct reading list[COUNT_OF(pages)];
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        list[i] = at(web, 1, arena_printf(web->arena, "/slowly/%s.html", pages[i]));
    read_all(web, list, COUNT_OF(pages), &(struct read_options){.parallel = 8});
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        if (list[i].status)
            fail_msg("%s: %s", list[i].url, list[i].problem);
        assert_int_equal(list[i].page.language == language_find(STR("en")), true);
    }
}

/* nginx answers 429 with Retry-After: 1 to whoever is faster than two requests a second. */
static void a_host_that_is_busy_is_asked_again_later(void **state)
{
    const struct web *web = *state;
    struct reading list[] = {at(web, 1, "/paced/ddl.html"), at(web, 1, "/paced/ddl-alter.html")};
    read_all(web, list, COUNT_OF(list), &(struct read_options){0});
    assert_read(&list[0], "Data Definition");
    assert_read(&list[1], "Modifying Tables");
}

/* Half of the hosts are slow, broken, looping or lying: all good pages are used, and the rest is named. */
static void good_pages_are_used_whatever_the_other_hosts_do(void **state)
{
    static const enum host_fault bad[] = {HOST_SILENT,   HOST_TRICKLES, HOST_REFUSES, HOST_HANGS_UP,   HOST_BREAKS,
                                          HOST_TOO_LONG, HOST_LOOPS,    HOST_ENDLESS, HOST_HEADERS,    HOST_BOMB,
                                          HOST_NO_HTTP,  HOST_NO_GZIP,  HOST_MISSING, HOST_BROKEN,     HOST_BUSY,
                                          HOST_BINARY,   HOST_PICTURE,  HOST_FORBIDS, HOST_BAD_ROBOTS, HOST_DENIES};
    const struct web *web = *state;
    struct faulty_host *hosts = calloc(COUNT_OF(bad), sizeof *hosts);
    struct reading list[GOOD_HOSTS + COUNT_OF(bad)];
    size_t count = 0, named = 0;
    for (size_t i = 0; i < GOOD_HOSTS; i++) {
        host_start(&hosts[i], bad[i], "<p>It lies about its length.</p>");
        list[count++] = (struct reading){.url = hosts[i].url};
        const char *path = arena_printf(web->arena, "/manual/%s.html", pages[i % COUNT_OF(pages)]);
        list[count++] = at(web, (int)i + 1, path);
    }
    read_all(web, list, count, &(struct read_options){.timeout_ms = 2000, .max_bytes = 1024 * 1024});
    for (size_t i = 0; i < count; i++) {
        if (i % 2 && list[i].status)
            fail_msg("%s: %s", list[i].url, list[i].problem);
        assert_true(list[i].status == OK ? list[i].page.count > 0 : list[i].problem && *list[i].problem);
        named += list[i].status != OK;
    }
    assert_int_equal(named, COUNT_OF(bad));
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        host_stop(&hosts[i]);
    free(hosts);
}

int main(void)
{
    if (!manual_folder()) {
        fprintf(stderr, "install postgresql-doc\n");
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(robots_and_redirects, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_host_never_has_two_requests, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_host_that_is_busy_is_asked_again_later, set_up, tear_down),
        cmocka_unit_test_setup_teardown(good_pages_are_used_whatever_the_other_hosts_do, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
