/*
 * Any bytes as the address of a database. What is shown of it is an address of the same database for the same user,
 * without a password, as libpq reads it; of one that is not well formed nothing is shown.
 */
#include "store/db/postgresql.h"

#include "check.h"

#include <libpq-fe.h>

static const char *value_of(const PQconninfoOption *options, const char *name)
{
    for (; options->keyword; options++)
        if (strcmp(options->keyword, name) == 0)
            return options->val ? options->val : "";
    return "";
}

static void check_shown(const PQconninfoOption *options, const char *shown)
{
    static const char *const SAME[] = {"user", "host", "dbname", "service", "port"};
    /* One port, or none, may be that of all hosts. */
    bool is_list = strchr(value_of(options, "host"), ',') || strchr(value_of(options, "port"), ',');
    char *complaint = NULL;
    PQconninfoOption *again = PQconninfoParse(shown, &complaint);
    check(again != NULL, "what is shown is no address");
    for (size_t i = 0; i < COUNT_OF(SAME) - is_list; i++)
        check(strcmp(value_of(options, SAME[i]), value_of(again, SAME[i])) == 0, SAME[i]);
    check(!*value_of(again, "password"), "a password is shown");
    PQconninfoFree(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err;
    struct arena *arena = arena_new();
    char *url = arena_copy_n(arena, (const char *)data, size), *complaint = NULL;
    const char *shown = pg_url_shown(url, arena);
    PQconninfoOption *options = PQconninfoParse(url, &complaint);
    check(shown != NULL, "no memory");
    bool is_good = pg_url_check(url, &err) == OK;
    check(!is_good || options, "what libpq cannot read is well formed");
    if (is_good)
        check_shown(options, shown);
    else
        check(strcmp(shown, "postgresql://") == 0, "something of what is not well formed is shown");
    PQfreemem(complaint);
    PQconninfoFree(options);
    arena_free(arena);
    return 0;
}
