/* The file that names the node which used a data folder last: what it proves, and what it does not. */
#include "service/nodes.h"

#include "store/store.h"
#include "test_store.h"

#include <unistd.h>

#define ONE "01890000-0000-7000-8000-000000000001"
#define TWO "01890000-0000-7000-8000-000000000002"

static const char *predecessor(struct fixture *f, const char *folder)
{
    const char *id = NULL;
    enum status status = node_file_predecessor(folder, f->arena, &id, &f->err);
    return status == OK ? id : status == E_NOT_FOUND ? "unknown" : f->err.message;
}

/* A folder in the fixture's with a lock, which is given up at once: as when its process was killed. */
static const char *make_folder(struct fixture *f, const char *name)
{
    int lock = -1;
    const char *folder = arena_printf(f->arena, "%s/%s", f->folder, name);
    assert_int_equal(folder_make(folder, &f->err), OK);
    assert_int_equal(folder_lock(folder, FOLDER_LOCK, &lock, &f->err), OK);
    folder_unlock(lock);
    return folder;
}

static const char *content_of(struct fixture *f, const char *folder)
{
    static char text[200];
    FILE *file = fopen(arena_printf(f->arena, "%s/" NODE_FILE, folder), "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void put_content(struct fixture *f, const char *folder, const char *text)
{
    FILE *file = fopen(arena_printf(f->arena, "%s/" NODE_FILE, folder), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    fclose(file);
}

static void a_folder_knows_who_used_it(void **state)
{
    struct fixture *f = *state;
    const char *folder = make_folder(f, "desk");
    assert_string_equal(predecessor(f, folder), "unknown");
    assert_int_equal(node_file_write(folder, ONE, &f->err), OK);
    assert_string_equal(predecessor(f, folder), ONE);
    assert_int_equal(node_file_write(folder, TWO, &f->err), OK);
    assert_string_equal(predecessor(f, folder), TWO);
}

/* The node that it names may be alive where it was copied from. */
static void a_copy_of_a_folder_proves_nothing(void **state)
{
    struct fixture *f = *state;
    const char *folder = make_folder(f, "desk"), *copy = make_folder(f, "copy");
    assert_int_equal(node_file_write(folder, ONE, &f->err), OK);
    put_content(f, copy, content_of(f, folder));
    assert_string_equal(predecessor(f, copy), "unknown"); /* its lock is another file */
    assert_string_equal(predecessor(f, folder), ONE);
    /* An image of the machine has the same files, but was booted by itself. */
    char *text = arena_copy(f->arena, content_of(f, folder));
    char *boot = text + UUID_LENGTH + 1;
    boot[0] = boot[0] == '0' ? '1' : '0';
    put_content(f, folder, text);
    assert_string_equal(predecessor(f, folder), "unknown");
}

static void a_damaged_file_proves_nothing(void **state)
{
    struct fixture *f = *state;
    const char *folder = make_folder(f, "desk");
    assert_int_equal(node_file_write(folder, ONE, &f->err), OK);
    const char *whole = arena_copy(f->arena, content_of(f, folder));
    put_content(f, folder, "");
    assert_string_equal(predecessor(f, folder), "unknown");
    put_content(f, folder, ONE);
    assert_string_equal(predecessor(f, folder), "unknown");
    put_content(f, folder, arena_printf(f->arena, "%.*s", (int)strlen(whole) - 3, whole));
    assert_string_equal(predecessor(f, folder), "unknown");
    put_content(f, folder, arena_printf(f->arena, "xx%s", whole + 2));
    assert_string_equal(predecessor(f, folder), "unknown");
    put_content(f, folder, whole);
    assert_string_equal(predecessor(f, folder), ONE);
    assert_int_equal(unlink(arena_printf(f->arena, "%s/" FOLDER_LOCK, folder)), 0);
    assert_string_equal(predecessor(f, folder), "unknown");
    assert_int_equal(node_file_write(folder, TWO, &f->err), E_NOT_FOUND); /* there is no folder that is in use */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_folder, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_folder_knows_who_used_it),
        TEST(a_copy_of_a_folder_proves_nothing),
        TEST(a_damaged_file_proves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
