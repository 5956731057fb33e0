/* A look-up in a test: its arena, its error, and what that says. Include it behind cmocka.h. */
#ifndef COPYDESK_SPEC_LOOKUP_FIXTURE_H
#define COPYDESK_SPEC_LOOKUP_FIXTURE_H

#include "net/upstream/upstream.h"

static struct arena *arena;
static struct error err;

static inline struct lookup call_here(void)
{
    return (struct lookup){.arena = arena, .err = &err};
}

static inline void assert_says(const char *part)
{
    if (!strstr(err.message, part))
        fail_msg("\"%s\" does not say \"%s\"", err.message, part);
}

#endif
