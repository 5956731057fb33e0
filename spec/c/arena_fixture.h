/* An arena for each test: cmocka_unit_test_setup_teardown(test, set_up, tear_down). Include it behind cmocka.h. */
#ifndef COPYDESK_SPEC_ARENA_FIXTURE_H
#define COPYDESK_SPEC_ARENA_FIXTURE_H

#include "base/base.h"

static struct arena *arena;

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    return arena ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

#endif
