/* Sites made page by page, and folders for their indexes, for the tests of building. */
#ifndef COPYDESK_SPEC_LINK_SITE_H
#define COPYDESK_SPEC_LINK_SITE_H

#include "link_fixture.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Makes page after page; text lives in the buffers until the next one. */
struct maker {
    size_t count, next, failing_at; /* failing_at: E_NETWORK in place of that page, 0: never */
    void (*make)(struct maker *maker, size_t number, struct link_page *page);
    struct buf url, title, html;
};

static inline enum status make_next(void *context, struct link_page *page, bool *done, struct error *err)
{
    struct maker *maker = context;
    *done = maker->next == maker->count;
    if (maker->failing_at && maker->next == maker->failing_at)
        return error_set(err, E_NETWORK, NULL, "no more");
    buf_clear(&maker->url);
    buf_clear(&maker->title);
    buf_clear(&maker->html);
    if (!*done)
        maker->make(maker, maker->next++, page);
    return OK;
}

static inline struct str text_of(const struct buf *buf)
{
    return (struct str){buf_text(buf), buf->len};
}

static inline void use_buffers(struct maker *maker, struct link_page *page)
{
    *page = (struct link_page){text_of(&maker->url), text_of(&maker->title), text_of(&maker->html), {0}};
}

static inline void free_maker(struct maker *maker)
{
    buf_free(&maker->url);
    buf_free(&maker->title);
    buf_free(&maker->html);
}

/* Each page has a name of its own, which the one before it links to, a slug, a heading, and words that all have. */
static inline void make_named_page(struct maker *maker, size_t number, struct link_page *page)
{
    size_t other = (number + 1) % maker->count;
    buf_printf(&maker->url, "https://example.org/%zu/slug%zu-page", number % 9, number);
    buf_printf(&maker->title, "Name%zu of Rose%zu", number, number);
    buf_printf(&maker->html,
               "<h2>Heading%zu</h2><p>Here name%zu of rose%zu and <b>slug%zu</b> grow by "
               "<a href='/%zu/slug%zu-page'>name%zu of rose%zu</a>.</p>",
               number, number, number, number, other % 9, other, other, other);
    use_buffers(maker, page);
}

struct site_file {
    char folder[32], path[64];
};

static inline void make_folder(struct site_file *file)
{
    strcpy(file->folder, "/tmp/copydesk-build.XXXXXX");
    assert_non_null(mkdtemp(file->folder));
    snprintf(file->path, sizeof file->path, "%s/site.cdx", file->folder);
}

/* How many files are in the folder. */
static inline int files_in(const char *folder)
{
    int count = 0;
    DIR *list = opendir(folder);
    assert_non_null(list);
    for (struct dirent *entry; (entry = readdir(list));)
        count += entry->d_name[0] != '.';
    closedir(list);
    return count;
}

static inline void remove_folder(const struct site_file *file)
{
    unlink(file->path);
    assert_int_equal(rmdir(file->folder), 0);
}

#endif
