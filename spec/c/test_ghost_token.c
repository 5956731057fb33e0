/* Tokens for Ghost: the same bytes as another implementation of RFC 7519 makes (Python's hmac and base64). */
#include "deliver/deliver_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define SECRET "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define KEY    "0123456789abcdef01234567:" SECRET

static void signs_as_others_do(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_string_equal(ghost_token(arena, KEY, 1700000000),
                        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2NyJ9."
                        "eyJpYXQiOjE3MDAwMDAwMDAsImV4cCI6MTcwMDAwMDMwMCwiYXVkIjoiL2FkbWluLyJ9."
                        "5y5Lo_7flx0l4SfKqWFlCxNk5JzTa5ldkz9EQ-MsPtQ");
    arena_free(arena);
}

static void knows_a_key(void **state)
{
    (void)state;
    static const char *const others[] = {"",
                                         ":",
                                         SECRET,
                                         "0123456789abcdef0123456:" SECRET,
                                         KEY "0",
                                         "0123456789abcdef0123456g:" SECRET,
                                         "0123456789abcdef01234567-" SECRET};
    assert_true(ghost_is_key(KEY));
    assert_true(ghost_is_key("0123456789ABCDEF01234567:" SECRET));
    for (size_t i = 0; i < COUNT_OF(others); i++)
        assert_false(ghost_is_key(others[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_as_others_do),
        cmocka_unit_test(knows_a_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
