/* Building an index: the same pages give the same file, progress is told, and what happens when it cannot be done. */
#include "link_site.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static void read_file(const char *path, struct buf *out)
{
    char piece[4096];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (size_t length; (length = fread(piece, 1, sizeof piece, file)) > 0;)
        buf_add(out, piece, length);
    fclose(file);
}

static void builds_the_same_file_again(void **state)
{
    (void)state;
    struct site_file file;
    struct buf first = {0}, second = {0};
    make_folder(&file);
    struct maker maker = {.count = 2000, .make = make_named_page};
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    read_file(file.path, &first);
    maker.next = 0;
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    read_file(file.path, &second);
    assert_int_equal(first.len, second.len);
    assert_memory_equal(first.data, second.data, first.len);
    buf_free(&first);
    buf_free(&second);
    free_maker(&maker);
    remove_folder(&file);
}

/* --- when it cannot be done --- */

static void make_page_without_url(struct maker *maker, size_t number, struct link_page *page)
{
    make_named_page(maker, number, page);
    if (number == maker->count - 2)
        page->url = STR("mailto:x");
}

/* Neither a half-made file nor one beside it stays, and the old index does. */
static void keeps_the_old_index(void **state)
{
    (void)state;
    static const size_t counts[] = {10, 2000};
    struct site_file file;
    struct link_index *index;
    struct error err;
    make_folder(&file);
    struct maker maker = {.count = 3, .make = make_named_page};
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        maker = (struct maker){.count = counts[i],
                               .failing_at = counts[i] - 1,
                               .make = make_named_page,
                               .url = maker.url,
                               .title = maker.title,
                               .html = maker.html};
        assert_int_equal(link_build(file.path, make_next, &maker, &err), E_NETWORK);
        assert_string_equal(err.message, "no more");
        maker.next = maker.failing_at = 0;
        maker.make = make_page_without_url;
        assert_int_equal(link_build(file.path, make_next, &maker, &err), E_INVALID);
        assert_non_null(strstr(err.message, "mailto:x"));
        assert_int_equal(files_in(file.folder), 1);
    }
    assert_int_equal(link_open(file.path, &index, NULL), OK);
    assert_int_equal(link_page_count(index), 3);
    link_close(index);
    free_maker(&maker);
    remove_folder(&file);
}

/* What a build of so many pages gives when no file may be larger than `limit`, as on a full disk. */
static enum status build_with_little_room(const char *path, size_t pages, size_t limit, char *message, size_t size)
{
    int ends[2];
    struct error err = {0};
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct maker maker = {.count = pages, .make = make_named_page};
        struct rlimit little = {limit, limit};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &little);
        enum status status = link_build(path, make_next, &maker, &err);
        _exit(write(ends[1], err.message, strlen(err.message)) >= 0 ? (int)status : 99);
    }
    int result = 0;
    close(ends[1]);
    ssize_t length = read(ends[0], message, size - 1);
    message[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    waitpid(child, &result, 0);
    return (enum status)WEXITSTATUS(result);
}

static void tells_of_a_full_disk(void **state)
{
    (void)state;
    static const struct {
        size_t pages, limit;
    } cases[] = {{20, 0}, {20, 200}, {20, 3000}, {20000, 100000}, {20000, 2000000}};
    struct site_file file;
    char message[500];
    make_folder(&file);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(build_with_little_room(file.path, cases[i].pages, cases[i].limit, message, sizeof message),
                         E_IO);
        assert_non_null(strstr(message, strerror(EFBIG)));
        assert_int_equal(files_in(file.folder), 0);
    }
    remove_folder(&file);
}

static void tells_of_a_folder_that_is_not_there(void **state)
{
    (void)state;
    struct maker maker = {.count = 2, .make = make_named_page};
    struct error err;
    assert_int_equal(link_build("/nonexistent/x.cdx", make_next, &maker, &err), E_IO);
    assert_non_null(strstr(err.message, "/nonexistent/x.cdx"));
    assert_int_equal(maker.next, 0); /* told before any page was asked for */
    free_maker(&maker);
}

/* --- progress --- */

struct told {
    char steps[256];
    uint64_t calls, stop_after;
    bool is_orderly;
    uint64_t last;
};

static bool note_progress(void *context, uint64_t done, uint64_t total, const char *step)
{
    struct told *told = context;
    size_t length = strlen(told->steps), step_length = strlen(step);
    bool is_new = length < step_length || strcmp(told->steps + length - step_length, step) != 0;
    if (is_new)
        snprintf(told->steps + length, sizeof told->steps - length, "%s%s", length ? " " : "", step);
    told->is_orderly &= (is_new || done >= told->last) && (!total || done <= total);
    told->last = done;
    return ++told->calls != told->stop_after;
}

static void tells_progress(void **state)
{
    (void)state;
    struct site_file file;
    make_folder(&file);
    struct maker maker = {.count = 3000, .make = make_named_page};
    struct told told = {.is_orderly = true};
    struct link_build_options options = {
        .path = file.path, .next = make_next, .context = &maker, .progress = note_progress, .progress_context = &told};
    assert_int_equal(link_build_with(&options, NULL), OK);
    assert_string_equal(told.steps, "read frame lessons titles names links phrases contexts vectors write");
    assert_true(told.is_orderly);
    assert_true(told.calls > 20);
    unlink(file.path);
    uint64_t calls = told.calls;
    for (uint64_t stop = 1; stop < calls; stop += 1 + calls / 16) {
        maker.next = 0;
        told = (struct told){.stop_after = stop};
        assert_int_equal(link_build_with(&options, NULL), E_CANCELLED);
        assert_int_equal(told.calls, stop);
        assert_int_equal(files_in(file.folder), 0);
    }
    free_maker(&maker);
    remove_folder(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builds_the_same_file_again),
        cmocka_unit_test(keeps_the_old_index),
        cmocka_unit_test(tells_of_a_full_disk),
        cmocka_unit_test(tells_of_a_folder_that_is_not_there),
        cmocka_unit_test(tells_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
