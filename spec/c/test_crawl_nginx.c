/* Crawling pages that nobody here wrote, from a server that nobody here wrote: the PostgreSQL manual behind nginx. */
#include "research/crawl/crawl.h"

#include "manual.h"
#include "nginx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

static const char configuration[] =
    "daemon off;\nmaster_process off;\npid %1$s/pid;\nerror_log stderr crit;\n"
    "events { worker_connections 64; }\n"
    "http {\n"
    "  access_log off;\n  types { text/html html; text/plain txt; application/gzip gz; }\n"
    "  client_body_temp_path %1$s/b; proxy_temp_path %1$s/p; fastcgi_temp_path %1$s/f;\n"
    "  uwsgi_temp_path %1$s/u; scgi_temp_path %1$s/s;\n"
    "  server {\n    listen 127.0.0.1:%2$u;\n    charset utf-8;\n    gzip on;\n    root %1$s;\n"
    "    location /manual/ { alias %3$s/; }\n  }\n}\n";

struct web {
    char folder[64];
    unsigned port;
    pid_t pid;
    struct net *net;
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
    web->port = nginx_free_port();
    write_file(web, "nginx.conf", configuration, web->folder, web->port, manual_folder());
    return nginx_start(web->folder, web->port);
}

static int set_up(void **state)
{
    static struct web web;
    static const char *const allowed[] = {"127.0.0.1"};
    const struct net_options options = {.allow_addresses = allowed, .allow_count = 1};
    web = (struct web){.folder = "/tmp/copydesk-nginx-XXXXXX"};
    if (!mkdtemp(web.folder) || chmod(web.folder, 0755) != 0 || net_new(&options, &web.net, NULL) != OK)
        return -1;
    *state = &web;
    for (int attempt = 0; attempt < NGINX_ATTEMPTS && !web.pid; attempt++)
        web.pid = start_nginx(&web);
    return web.pid ? 0 : -1;
}

static int tear_down(void **state)
{
    struct web *web = *state;
    char command[100];
    nginx_stop(web->pid);
    net_free(web->net);
    snprintf(command, sizeof command, "rm -rf '%s'", web->folder);
    return system(command);
}

struct found {
    size_t pages, in_english;
    bool partitioning;
};

static enum status note_page(void *context, const struct crawl_page *page, struct error *err)
{
    (void)err;
    struct found *found = context;
    assert_true(utf8_is_valid(page->html));
    assert_true(page->title[0] && !ascii_is_digit(page->title[0]));
    found->pages++;
    found->in_english += strcmp(page->language, "en") == 0;
    if (strstr(page->url, "/manual/ddl-partitioning.html"))
        found->partitioning = strcmp(page->title, "Table Partitioning") == 0;
    return OK;
}

static struct found crawl(const struct web *web, const char *start, const char *sitemap, size_t max_pages,
                          struct crawl_report *report)
{
    char start_url[100], sitemap_url[100];
    struct found found = {0};
    struct error err;
    snprintf(start_url, sizeof start_url, "http://127.0.0.1:%u%s", web->port, start ? start : "");
    snprintf(sitemap_url, sizeof sitemap_url, "http://127.0.0.1:%u%s", web->port, sitemap ? sitemap : "");
    const struct crawl_options options = {.start_url = start ? start_url : NULL,
                                          .sitemap_url = sitemap ? sitemap_url : NULL,
                                          .max_pages = max_pages,
                                          .delay_ms = -1};
    if (crawl_site(web->net, &options, note_page, &found, report, &err) != OK)
        fail_msg("%s", err.message);
    return found;
}

static void test_links(void **state)
{
    struct crawl_report report;
    struct found found = crawl(*state, "/manual/ddl.html", NULL, 150, &report);
    assert_int_equal(found.pages, 150);
    assert_int_equal(report.stored, 150);
    assert_int_equal(report.failed, 0);
    assert_true(found.partitioning);
    assert_true(found.in_english > 140);
}

static void test_robots_and_gzipped_sitemap(void **state)
{
    const struct web *web = *state;
    char command[200];
    write_file(web, "robots.txt",
               "User-agent: *\nDisallow: /manual/sql-\nSitemap: http://127.0.0.1:%u/sitemap.xml.gz\n", web->port);
    write_file(web, "sitemap.xml",
               "<urlset><url><loc>http://127.0.0.1:%1$u/manual/ddl-partitioning.html</loc></url>"
               "<url><loc>http://127.0.0.1:%1$u/manual/ddl-inherit.html</loc></url>"
               "<url><loc>http://127.0.0.1:%1$u/manual/sql-createtable.html</loc></url>"
               "<url><loc>http://127.0.0.1:%1$u/manual/no-such-page.html</loc></url></urlset>",
               web->port);
    snprintf(command, sizeof command, "gzip '%s/sitemap.xml'", web->folder);
    assert_int_equal(system(command), 0);
    struct crawl_report report;
    struct found found = crawl(web, "/manual/ddl.html", NULL, 0, &report);
    assert_int_equal(found.pages, 3); /* the start page, and two of the sitemap */
    assert_true(found.partitioning);
    assert_int_equal(report.refused_by_robots, 1);
    assert_int_equal(report.failed, 1);
    assert_non_null(strstr(report.last_problem, "no-such-page.html: answered 404"));
    found = crawl(web, NULL, "/sitemap.xml.gz", 0, &report);
    assert_int_equal(found.pages, 2);
}

int main(void)
{
    if (!manual_folder()) {
        fprintf(stderr, "install postgresql-doc\n");
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_links, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_robots_and_gzipped_sitemap, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
