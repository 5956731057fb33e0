/* Memory runs out at each place in turn while a library is indexed and searched, and while a topic is judged: nothing
 * crashes, nothing leaks, and the next try goes well. */
#include "research/library/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "oom.h"

static char root[64], notes[80], data[80];

static int set_up(void **state)
{
    (void)state;
    char path[100];
    snprintf(root, sizeof root, "/tmp/copydesk-oom-search-XXXXXX");
    if (!mkdtemp(root))
        return -1;
    snprintf(notes, sizeof notes, "%s/notes", root);
    snprintf(data, sizeof data, "%s/data", root);
    snprintf(path, sizeof path, "%s/a.md", notes);
    FILE *file = mkdir(notes, 0700) == 0 ? fopen(path, "w") : NULL;
    if (!file)
        return -1;
    fputs("# Layer masks\n\nThese are the masks of a layer in Acme, and they hide what is below.\n\n## Using the masks "
          "of "
          "layers\n\nAll that there is to say of it has been said before by those who use them in Acme.\n",
          file);
    return fclose(file);
}

static int tear_down(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command);
}

/* Searches with an index that is open, or is made for it alone. */
static enum status search(struct library_indexes *libraries, size_t *count)
{
    struct library_place place = {notes, libraries};
    const struct library_request query = {
        .keyword = STR("layer-masks vs other masks"), .language = language_find(STR("en")), .max_pages = 3};
    struct library_answer hits = {0};
    struct arena *arena = arena_new();
    struct error err;
    if (!arena)
        return E_MEMORY;
    enum status status = library_ask(&place, &query, arena, &hits, &err);
    *count = hits.count;
    arena_free(arena);
    return status;
}

static enum status do_new(void)
{
    struct library_indexes *libraries;
    size_t count = 0;
    enum status status = library_indexes_new(data, &libraries, NULL);
    if (status)
        return status;
    status = search(libraries, &count);
    library_indexes_free(libraries);
    assert_true(status || count == 1);
    return status;
}

static void an_index_is_made(void **state)
{
    (void)state;
    char command[120];
    snprintf(command, sizeof command, "rm -rf '%s'", data);
    enum status status = E_MEMORY;
    for (long n = 0; status; n++) {
        if (n % 7 == 0)
            assert_int_equal(system(command), 0);
        oom_allocations_left = n;
        status = do_new();
        bool ran_out = oom_allocations_left == 0;
        oom_allocations_left = -1;
        assert_true(status == OK || (status == E_MEMORY && ran_out));
        assert_true(n < 100000);
    }
}

static void an_open_index_goes_on(void **state)
{
    (void)state;
    struct library_indexes *libraries;
    size_t count = 0;
    oom_only_one_fails = true;
    assert_int_equal(library_indexes_new(data, &libraries, NULL), OK);
    bool failed = true;
    for (long n = 0; failed; n++) {
        oom_allocations_left = n;
        enum status status = search(libraries, &count);
        failed = oom_allocations_left < 0;
        oom_allocations_left = -1;
        assert_true(status == OK || status == E_MEMORY);
        assert_int_equal(search(libraries, &count), OK);
        assert_int_equal(count, 1);
    }
    library_indexes_free(libraries);
}

int main(void)
{
    log_set_level(LOG_ERROR);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_index_is_made, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_open_index_goes_on, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
