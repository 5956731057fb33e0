/* Sealing and opening when memory runs out at any allocation: an error, never a crash, a leak or half a text. */
#include "deliver/sealed.h"

#include "oom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#define ID "0190a0a0-0000-7000-8000-000000000001"

static enum status seal_once(const char *path, struct arena *arena, struct str *text)
{
    struct seal *seal = NULL;
    struct str sealed;
    struct error err;
    enum status status = seal_open_file(path, true, &seal, &err);
    assert_int_equal(seal != NULL, status == OK);
    if (status == OK)
        status = seal_close(seal, arena, ID, STR("a secret"), &sealed, &err);
    if (status == OK)
        status = seal_rotate(seal, &err);
    if (status == OK)
        status = seal_open(seal, arena, ID, sealed, text, &err);
    if (status == OK)
        status = seal_drop_old(seal, &err);
    seal_free(seal);
    return status;
}

static void secrets_survive_a_shortage(void **state)
{
    (void)state;
    char folder[] = "/tmp/copydesk-sealed-XXXXXX", path[60];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/secret.key", folder);
    bool enough = false;
    long count = 0;
    for (; !enough; count++) {
        struct arena *arena = arena_new();
        struct str text = {0};
        oom_allocations_left = count;
        enum status status = seal_once(path, arena, &text);
        enough = oom_allocations_left > 0;
        oom_allocations_left = -1;
        assert_true(status == OK || status == E_MEMORY);
        assert_true(status == OK || !enough);
        assert_true(status != OK || str_eq(text, STR("a secret")));
        arena_free(arena);
    }
    assert_true(count > 3);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* Why a file is refused takes memory, too. */
static void a_refused_file_survives_a_shortage(void **state)
{
    (void)state;
    char folder[] = "/tmp/copydesk-sealed-XXXXXX", path[60];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/secret.key", folder);
    bool enough = false;
    for (long count = 0; !enough; count++) {
        struct seal *seal = NULL;
        oom_allocations_left = count;
        enum status status = seal_open_file(path, false, &seal, NULL);
        enough = oom_allocations_left > 0;
        oom_allocations_left = -1;
        assert_true(status == OK || (status == E_MEMORY && !enough));
        assert_int_equal(seal != NULL, status == OK);
        assert_true(!seal || seal_problem(seal));
        seal_free(seal);
    }
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secrets_survive_a_shortage),
        cmocka_unit_test(a_refused_file_survives_a_shortage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
