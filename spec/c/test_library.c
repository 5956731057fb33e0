#include "research/library/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static struct arena *arena;
static char root[64];

static const char *in_root(const char *path)
{
    return arena_printf(arena, "%s/%s", root, path);
}

static void write_file(const char *path, const char *text, size_t times)
{
    FILE *file = fopen(in_root(path), "w");
    assert_non_null(file);
    for (size_t i = 0; i < times; i++)
        fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    snprintf(root, sizeof root, "/tmp/copydesk-library-XXXXXX");
    return arena && mkdtemp(root) && mkdir(in_root("notes"), 0700) == 0 ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    int failed = system(command);
    arena_free(arena);
    return failed;
}

/* The documents that are found and can be read, with their titles. */
static const char *titles(void)
{
    struct library_files files;
    struct buf out = {0};
    assert_int_equal(library_find(arena, in_root("notes"), NULL, &files, NULL), OK);
    for (size_t i = 0; i < files.count; i++) {
        struct page page;
        if (library_read(arena, files.root, files.list[i].path, &page, NULL) == OK)
            buf_printf(&out, "%s=%s ", page.url, page.title);
    }
    char *copy = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return copy;
}

static void test_what_is_read(void **state)
{
    (void)state;
    assert_string_equal(titles(), "");
    assert_int_equal(mkdir(in_root("notes/b"), 0700), 0);
    assert_int_equal(mkdir(in_root("notes/.git"), 0700), 0);
    write_file("notes/z.md", "# Z\ntext", 1);
    write_file("notes/b/x.html", "<title>X</title><p>text", 1);
    write_file("notes/b/y.txt", "Y\n\ntext", 1);
    write_file("notes/a.md", "---\ntitle: A\nurl: https://example.org/a\n---\ntext", 1);
    assert_int_equal(mkdir(in_root("notes/_sources"), 0700), 0);
    assert_int_equal(mkdir(in_root("notes/_posts"), 0700), 0);
    write_file("notes/_sources/x.rst.txt", "no", 1); /* what Sphinx made x.html from */
    write_file("notes/_posts/p.md", "# P\ntext", 1);
    write_file("notes/.git/hidden.md", "# no", 1);
    write_file("notes/.hidden.md", "# no", 1);
    write_file("notes/image.png", "no", 1);
    assert_string_equal(titles(), "_posts/p.md=P https://example.org/a=A b/x.html=X b/y.txt=Y z.md=Z ");
}

static void test_links(void **state)
{
    (void)state;
    write_file("notes/a.md", "# A", 1);
    write_file("outside.md", "# secret", 1);
    assert_int_equal(symlink("a.md", in_root("notes/inside.md")), 0);
    assert_int_equal(symlink("../outside.md", in_root("notes/out.md")), 0);
    assert_int_equal(symlink("/etc", in_root("notes/etc")), 0);
    assert_int_equal(symlink(".", in_root("notes/loop")), 0);
    assert_int_equal(symlink("nowhere.md", in_root("notes/broken.md")), 0);
    assert_string_equal(titles(), "a.md=A inside.md=A ");
}

static void test_what_is_skipped(void **state)
{
    (void)state;
    write_file("notes/large.md", "0123456789abcdef", (4u << 20) / 16 + 1);
    write_file("notes/largest.md", "0123456789abcde\n", (4u << 20) / 16);
    assert_int_equal(mkfifo(in_root("notes/pipe.md"), 0600), 0);
    write_file("notes/broken.html", "<p>\xFF\xFE<<<", 1);
    assert_string_equal(titles(), "broken.html=broken largest.md=largest ");
}

static void test_why_it_cannot_be_read(void **state)
{
    (void)state;
    struct page page;
    struct error err;
    write_file("notes/large.md", "0123456789abcdef", (4u << 20) / 16 + 1);
    assert_int_equal(library_read(arena, in_root("notes"), "large.md", &page, &err), E_LIMIT);
    assert_non_null(strstr(err.message, "large.md"));
    assert_int_equal(library_read(arena, in_root("notes"), "gone.md", &page, &err), E_NOT_FOUND);
    assert_int_equal(mkdir(in_root("notes/folder.md"), 0700), 0);
    assert_int_equal(library_read(arena, in_root("notes"), "folder.md", &page, &err), E_IO);
}

static void test_many_documents(void **state)
{
    (void)state;
    enum { MANY = 2100 };
    struct library_files files;
    for (int i = 0; i < MANY; i++) {
        char name[40];
        snprintf(name, sizeof name, "notes/%05d.txt", i);
        write_file(name, "x", 1);
    }
    assert_int_equal(library_find(arena, in_root("notes"), NULL, &files, NULL), OK);
    assert_int_equal(files.count, MANY);
    assert_string_equal(files.list[MANY - 1].path, "02099.txt");
}

static void test_no_folder(void **state)
{
    (void)state;
    struct library_files files;
    struct error err;
    assert_int_equal(library_find(arena, in_root("nothing"), NULL, &files, &err), E_NOT_FOUND);
    assert_non_null(strstr(err.message, "nothing"));
    write_file("file", "x", 1);
    assert_int_equal(library_find(arena, in_root("file"), NULL, &files, &err), E_NOT_FOUND);
}

static void test_cancel(void **state)
{
    (void)state;
    struct library_files files;
    struct error err;
    atomic_bool cancel = true;
    write_file("notes/a.md", "# A", 1);
    assert_int_equal(library_find(arena, in_root("notes"), &cancel, &files, &err), E_CANCELLED);
}

int main(void)
{
    log_set_level(LOG_ERROR);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_links, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_skipped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_why_it_cannot_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_many_documents, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_folder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_cancel, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
