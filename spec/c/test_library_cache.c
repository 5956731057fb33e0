/* A library is read once while its files stay as they are. */
#include "research/search/library_cache.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define LIBRARY "examples/library" /* files that nothing changes while the tests run */

enum { MOST_KEPT = 4 };

static struct library_cache *cache;
static char root[64];

static int set_up(void **state)
{
    (void)state;
    snprintf(root, sizeof root, "/tmp/copydesk-cache-XXXXXX");
    return mkdtemp(root) && library_cache_new(&cache, NULL) == OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    char command[100];
    library_cache_free(cache);
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command);
}

static void write_file(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", root, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static const struct library *use(const char *folder)
{
    const struct library *library = NULL;
    assert_int_equal(library_cache_use(cache, folder, NULL, &library, NULL), OK);
    return library;
}

static void release(const struct library *library)
{
    library_cache_release(cache, library);
}

static void test_read_once(void **state)
{
    (void)state;
    const struct library *first = use(LIBRARY), *again = use(LIBRARY), *other_name = use(LIBRARY "/../library/");
    assert_true(first->count > 1);
    assert_ptr_equal(first, again);
    assert_ptr_equal(first, other_name);
    release(first);
    release(again);
    release(other_name);
    const struct library *later = use(LIBRARY); /* kept though nobody used it */
    assert_ptr_equal(first, later);
    release(later);
}

static void test_changes_are_seen(void **state)
{
    (void)state;
    write_file("a.md", "# One");
    const struct library *first = use(root);
    assert_string_equal(first->documents[0].page.title, "One");
    write_file("a.md", "# Two"); /* of the same size, within the same tick of the file system's clock */
    const struct library *second = use(root);
    assert_string_equal(second->documents[0].page.title, "Two");
    write_file("b.md", "# Three");
    const struct library *third = use(root);
    assert_int_equal(third->count, 2);
    char path[128];
    snprintf(path, sizeof path, "%s/a.md", root);
    assert_int_equal(remove(path), 0);
    const struct library *fourth = use(root);
    assert_int_equal(fourth->count, 1);
    /* Whoever has a former one keeps it. */
    assert_string_equal(first->documents[0].page.title, "One");
    assert_int_equal(third->count, 2);
    release(first);
    release(second);
    release(third);
    release(fourth);
}

static void test_few_are_kept(void **state)
{
    (void)state;
    const struct library *first = use(LIBRARY);
    char folder[128];
    for (int i = 0; i < MOST_KEPT; i++) {
        const struct library *kept = use(LIBRARY);
        assert_ptr_equal(kept, first); /* used meanwhile: another one goes */
        release(kept);
        snprintf(folder, sizeof folder, "%s/%d", root, i);
        assert_int_equal(mkdir(folder, 0700), 0);
        release(use(folder));
    }
    const struct library *kept = use(LIBRARY);
    assert_ptr_equal(kept, first);
    release(kept);
    for (int i = 0; i < MOST_KEPT; i++) {
        snprintf(folder, sizeof folder, "%s/%d", root, i);
        release(use(folder));
    }
    const struct library *second = use(LIBRARY);
    assert_ptr_not_equal(second, first);
    assert_int_equal(second->count, first->count);
    release(first);
    release(second);
}

static void test_errors(void **state)
{
    (void)state;
    const struct library *library;
    struct error err;
    atomic_bool cancel = true;
    assert_int_equal(library_cache_use(cache, "/nonexistent/notes", NULL, &library, &err), E_NOT_FOUND);
    assert_int_equal(library_cache_use(cache, LIBRARY, &cancel, &library, &err), E_CANCELLED);
    release(use(LIBRARY)); /* a reading that was called off stands in nobody's way */
}

static void *use_many_times(void *argument)
{
    const char *folder = argument;
    size_t sum = 0;
    for (int i = 0; i < 50; i++) {
        const struct library *library = NULL;
        if (library_cache_use(cache, folder, NULL, &library, NULL) != OK)
            return NULL;
        for (size_t j = 0; j < library->count; j++)
            sum += library->documents[j].page.count + library->documents[j].use_count;
        library_cache_release(cache, library);
    }
    return (void *)(uintptr_t)(sum + 1);
}

/* What the sanitizers are to see: threads that share, replace and drop libraries. */
static void test_threads(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    write_file("a.md", "# One\n\nSome words."); /* just written: read again and again at first */
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use_many_times, i % 2 ? root : LIBRARY), 0);
    void *sums[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], &sums[i]);
    assert_true(sums[0] && sums[1]);
    assert_ptr_equal(sums[0], sums[2]);
    assert_ptr_equal(sums[1], sums[3]);
}

int main(void)
{
    log_set_level(LOG_ERROR);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_read_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_changes_are_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_few_are_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_errors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_threads, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
