/*
 * A big site for benches (site/big_site.h), one page a line as JSON {url, title, language, html}; or COUNT contents of
 * pages without links, {html}.
 *
 *     big_site PAGES [SEED] > site.jsonl
 *     big_site PAGES SEED content WORDS COUNT > contents.jsonl
 */
#include "site/big_site.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(const char *message)
{
    fprintf(stderr, "big_site: %s\n", message);
    return 1;
}

static json_t *string(struct str text)
{
    return json_stringn(text.data, text.len);
}

static void write_line(json_t *line)
{
    json_dumpf(line, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(line);
}

static void write_page(const struct link_page *page)
{
    write_line(json_pack("{s:o, s:o, s:o, s:o}", "url", string(page->url), "title", string(page->title), "language",
                         string(page->language), "html", string(page->html)));
}

static enum status write_pages(struct big_site *site, struct error *err)
{
    for (;;) {
        bool done = false;
        struct link_page page;
        enum status status = big_site_next(site, &page, &done, err);
        if (status != OK || done)
            return status;
        write_page(&page);
    }
}

int main(int count, char **arguments)
{
    struct error err;
    struct big_site *site;
    if (count < 2)
        return fail("how many pages?");
    struct big_site_options options = {.pages = strtoul(arguments[1], NULL, 10)};
    options.seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 0;
    enum status status = big_site_new(&options, &site, &err);
    if (status != OK)
        return fail(err.message);
    size_t contents = count > 5 ? strtoul(arguments[5], NULL, 10) : 0;
    for (size_t i = 0; i < contents; i++) {
        struct str content = big_site_content(site, strtoul(arguments[4], NULL, 10), i);
        write_line(json_pack("{s:o}", "html", string(content)));
    }
    if (count < 6)
        status = write_pages(site, &err);
    big_site_free(site);
    return status == OK && fflush(stdout) == 0 ? 0 : fail(status == OK ? "cannot write" : err.message);
}
