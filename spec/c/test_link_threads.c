/* An index is the same file whether a second thread helped to build it or none could be made. */
#include "link/link.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

/* --- threads that cannot be made --- */

static bool has_threads = true;
static int threads_made;

/* Stands in front of the system's. */
__attribute__((visibility("default"))) int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                                          void *(*run)(void *), void *argument)
{
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!has_threads)
        return EAGAIN;
    *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    threads_made++;
    return create(thread, attributes, run, argument);
}

/* --- a site --- */

enum { PAGES = 2500 }; /* enough for both: reading pages, and going over them, in a second thread */

struct maker {
    size_t next;
    char url[64], title[64], html[1024];
};

/* Pages of different lengths, with links, headings, accents, apostrophes and hyphens, and words that all have. */
static enum status make_next(void *context, struct link_page *page, bool *done, struct error *err)
{
    (void)err;
    struct maker *maker = context;
    size_t n = maker->next++, other = (n * 7 + 3) % PAGES, far = (n * 31 + 11) % PAGES;
    *done = n == PAGES;
    if (*done)
        return OK;
    snprintf(maker->url, sizeof maker->url, "https://example.org/%zu/page-%zu", n % 13, n);
    snprintf(maker->title, sizeof maker->title, n % 3 ? "Caf\u00E9 num\u00E9ro%zu" : "L'e-mail%zu of Rose", n);
    int length = snprintf(maker->html, sizeof maker->html,
                          "<h2>Heading%zu</h2><p>Here <a href='/%zu/page-%zu'>num\u00E9ro%zu</a> and "
                          "<a href='/%zu/page-%zu'>email%zu</a> grow, of cafe numero%zu and e-mail%zu.</p>",
                          n % 700, other % 13, other, other, far % 13, far, far, far, other);
    for (size_t i = 0; i < n % 5 && length > 0 && (size_t)length < sizeof maker->html; i++)
        length += snprintf(maker->html + length, sizeof maker->html - (size_t)length,
                           "<p>We don't know caf\u00E9 num\u00E9ro%zu yet, nor Rose's garden.</p>", (n + i) % PAGES);
    *page = (struct link_page){str_from(maker->url), str_from(maker->title), str_from(maker->html), STR("fr")};
    return OK;
}

/* --- the test --- */

struct file {
    char *data;
    size_t size;
};

static struct file read_file(const char *path)
{
    struct file file = {0};
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    assert_int_equal(fseek(stream, 0, SEEK_END), 0);
    long size = ftell(stream);
    assert_true(size > 0);
    rewind(stream);
    file.size = (size_t)size;
    file.data = malloc(file.size);
    assert_non_null(file.data);
    assert_int_equal(fread(file.data, 1, file.size, stream), file.size);
    fclose(stream);
    return file;
}

static struct file build(const char *path, bool with_threads)
{
    struct maker maker = {0};
    has_threads = with_threads;
    threads_made = 0;
    enum status status = link_build(path, make_next, &maker, NULL);
    has_threads = true;
    assert_int_equal(status, OK);
    return read_file(path);
}

static void builds_the_same_file_without_threads(void **state)
{
    (void)state;
    char folder[] = "/tmp/copydesk-threads.XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/site.cdx", folder);
    struct file together = build(path, true);
    assert_true(threads_made > 1);
    struct file alone = build(path, false);
    assert_int_equal(threads_made, 0);
    assert_int_equal(together.size, alone.size);
    assert_memory_equal(together.data, alone.data, alone.size);
    free(together.data);
    free(alone.data);
    unlink(path);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(builds_the_same_file_without_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
