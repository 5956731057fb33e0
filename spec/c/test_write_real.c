/* Articles from pages that nobody here wrote: the manual of PostgreSQL, when Debian's package of it is installed. */
#include "manual.h"
#include "test_write.h"

#include <sys/stat.h>

static char folder[] = "/tmp/copydesk-manual-XXXXXX";

/* Links to the pages that one article draws from. */
static const char *library_of(struct arena *arena, const char *const *names)
{
    char *library = arena_printf(arena, "%s/%s", folder, names[0]);
    assert_int_equal(mkdir(library, 0700), 0);
    for (const char *const *name = names; *name; name++) {
        struct buf text = {0};
        FILE *from = fopen(arena_printf(arena, "%s/%s.html", manual_folder(), *name), "r");
        FILE *to = fopen(arena_printf(arena, "%s/%s.html", library, *name), "w");
        assert_non_null(from);
        assert_non_null(to);
        char chunk[4096];
        for (size_t length; (length = fread(chunk, 1, sizeof chunk, from)) > 0;)
            buf_add(&text, chunk, length);
        assert_int_equal(fwrite(text.data, 1, text.len, to), text.len);
        buf_free(&text);
        fclose(from);
        assert_int_equal(fclose(to), 0);
    }
    return library;
}

/* What must be true of any article: sound sentences, nothing that refers to what is not there, nothing twice. */
static void check_prose(const struct written *w)
{
    static const char *const never[] = {"Section ", "Table 4", "This section", "this section", "Chapter "};
    const char *text = text_of(w, "/article");
    for (size_t i = 0; i < COUNT_OF(never); i++)
        assert_null(strstr(text, never[i]));
    assert_int_equal(count_of(w, "//h2[. = 'Examples'] | //h2[. = 'See Also'] | //h2[. = 'Synopsis']"), 0);
    assert_int_equal(count_of(w, "//h2[. = preceding::h2]"), 0);
    assert_int_equal(count_of(w, "//p[string-length(.) > 60][. = preceding::p]"), 0);
    assert_int_equal(count_of(w, "//p[substring(., string-length(.)) = ':'][not(following-sibling::*[1][self::ul or "
                                 "self::ol or self::pre or self::table])]"),
                     0);
    assert_int_equal(count_of(w, "//ul[count(li) < 2]"), 0);
}

static void partitioning_reads_well(void **state)
{
    (void)state;
    if (!manual_folder())
        skip();
    struct arena *arena = arena_new();
    static const char *const names[] = {"ddl-partitioning", "sql-createtable", "runtime-config-query", NULL};
    struct written w = write_with(library_of(arena, names), "table partitioning",
                                  "{\"shouldCiteSources\":false,\"articleLength\":\"medium\"}");
    assert_int_equal(w.status, OK);
    check_prose(&w);
    assert_in_range(count_of(&w, BODY_SECTIONS), 5, 7);
    assert_non_null(strstr(text_of(&w, "//p[1]"), "Partitioning refers to splitting"));
    assert_int_equal(count_of(&w, "//h2[contains(., 'Partitioning using inheritance')] | "
                                  "//h2[contains(., 'Declarative partitioning')]"),
                     2);
    assert_true(count_of(&w, "//pre[contains(., 'measurement')]") >= 3);
    assert_int_equal(count_of(&w, "//h2[contains(., 'Genetic')] | //h2[contains(., 'Cost')]"), 0);
    assert_true(w.result.words > 800);
    written_free(&w);
    arena_free(arena);
}

static void other_subjects_read_well(void **state)
{
    (void)state;
    if (!manual_folder())
        skip();
    static const char *const names[][8] = {
        {"routine-vacuuming", "sql-vacuum", "runtime-config-autovacuum"},
        {"textsearch-intro", "textsearch-tables", "textsearch-controls", "textsearch-indexes"},
        {"logical-replication", "logical-replication-architecture", "logical-replication-conflicts",
         "logical-replication-restrictions", "logical-replication-config", "logical-replication-subscription"},
    };
    static const char *const keywords[] = {"vacuum", "full text search", "logical replication"};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < COUNT_OF(keywords); i++) {
        struct written w = write_with(library_of(arena, names[i]), keywords[i], "{\"shouldCiteSources\":false}");
        assert_int_equal(w.status, OK);
        check_prose(&w);
        assert_true(count_of(&w, BODY_SECTIONS) >= 1);
        assert_true(w.result.words > 200);
        written_free(&w);
    }
    arena_free(arena);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partitioning_reads_well),
        cmocka_unit_test(other_subjects_read_well),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
