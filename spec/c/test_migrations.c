/*
 * A database of every older version, with rows of each of its tables, is brought to the present schema: the rows are
 * there, the schema is that of a new database, and a migration that fails changes nothing.
 */
#include "old_database.h"

#include "store/backup/backup.h"

enum { NEWEST = 11, LATER = 1000 };

/* What a program of the versions from `first` to `last` wrote. */
static const struct {
    int first, last;
    const char *sql;
} ROWS[] = {
    {1, 7,
     "INSERT INTO account (id, plan, words_left, credits_left, words_used, credits_used) VALUES ('me', 'starter', 900, "
     "9, 100, 1), ('you', 'professional', NULL, NULL, 0, 0);"},
    {8, LATER,
     "INSERT INTO account (id, plan, words_balance, credits_balance, words_used, credits_used, once_words, "
     "once_credits, open_articles, writing_since) VALUES ('me', 'starter', 900, 9, 100, 1, 1000, 10, 1, 10), ('you', "
     "'professional', NULL, NULL, 0, 0, 0, 0, 0, NULL);"},
    {1, LATER,
     "INSERT INTO api_key (id, account_id, name, prefix, hash, created_at, last_used_at) VALUES ('k', 'me', 'first', "
     "'cd_a', x'0a0b', 5, 6);"
     "INSERT INTO article (id, account_id, engine, state, detail, progress, words_charged, created_at, updated_at, "
     "version, config, sources, notes, html) VALUES ('done', 'me', 2, 'finished', '', 1, 100, 7, 8, 3, "
     "'{\"targetKeyword\":\"soil\"}', '[]', '[\"a note\"]', '<p>Gr\xc3\xbc\xc3\x9f</p>'), ('open', 'me', 1, "
     "'processing', 'writing', 0.5, 0, 10, 11, 2, '{}', '[]', '[]', NULL);"
     "INSERT INTO idempotency (account_id, key, body_hash, created_at, status, content_type, body) VALUES ('me', 'i', "
     "x'01', 12, 200, 'application/json', x'7b7d');"
     "INSERT INTO domain (id, account_id, name, start_url, state, page_count, created_at, updated_at) VALUES ('d', "
     "'me', 'site', 'https://a.example/', 'ready', 2, 13, 14);"
     "INSERT INTO domain_page (domain_id, url, title, language, touched_at, pushed, html) VALUES ('d', "
     "'https://a.example/1', 'One', 'en', 15, 1, x'3c703e'), ('d', 'https://a.example/2', 'Two', 'en', 15, 0, "
     "x'3c62723e');"},
    {1, 4, "INSERT INTO step (article_id, name, output) VALUES ('open', 'outline', x'6f6e65');"},
    {5, LATER,
     "INSERT INTO step (article_id, number, name, version, started_at, seconds, input_tokens, output_tokens, is_done, "
     "status, output) VALUES ('open', 1, 'outline', 1, 11, 0.0, 0, 0, 1, 'done', x'6f6e65');"},
    {1, 7,
     "INSERT INTO ledger (subject, kind, account_id, words, credits, created_at) VALUES ('done', 'article', 'me', 100, "
     "0, 8), ('l', 'link', 'me', 0, 1, 9);"
     "INSERT INTO delivery (id, article_id, url, state, attempts, next_at, last_status, last_error) VALUES ('x', "
     "'done', 'https://b.example/hook', 'pending', 2, 99, 503, 'busy');"},
    {8, LATER,
     "INSERT INTO ledger (id, account_id, kind, subject, words, credits, created_at) VALUES ('1', 'me', 'opening', "
     "'me', 1000, 10, 5), ('2', 'me', 'article', 'done', -100, 0, 8), ('3', 'me', 'link', 'l', 0, -1, 9);"
     "INSERT INTO delivery (id, account_id, article_id, target, url, event, state, attempts, next_at, last_status, "
     "last_error, created_at, updated_at) VALUES ('x', 'me', 'done', 'https://b.example/hook', "
     "'https://b.example/hook', 'article.finished', 'pending', 2, 99, 503, 'busy', 8, 8);"
     "UPDATE domain SET page_bytes = 7;"
     "INSERT INTO domain_visit (domain_id, url, status, visited_at) VALUES ('d', 'https://a.example/gone', 404, 15);"
     "INSERT INTO integration (id, account_id, kind, name, state, settings, secrets, created_at, updated_at) VALUES "
     "('g', 'me', 'webhook', 'hook', 'active', '{}', x'00ff', 16, 17);"},
    {2, LATER, "UPDATE article SET library = '/srv/notes' WHERE id = 'open';"},
    {4, LATER,
     "INSERT INTO brand (id, account_id, name, created_at, updated_at, avoid, links, voice) VALUES ('b', 'me', 'Green "
     "Thumb', 18, 19, '[]', '[]', 'plain');"},
    {5, LATER, "UPDATE article SET run = '[]', polish = '{}', polish_asked_at = 20 WHERE id = 'done';"},
    {6, LATER, "UPDATE article SET seo = '{\"terms\":[]}' WHERE id = 'done';"},
    {7, LATER,
     "INSERT INTO picture (id, article_id, type, size, bytes) VALUES ('p', 'done', 'image/png', 2, x'8950');"},
    {8, LATER, "UPDATE account SET polishing_since = 20 WHERE id = 'me';"},
    {9, LATER, "INSERT INTO session (hash, key_id, created_at, ends_at) VALUES (x'0c', 'k', 21, 22);"},
    {10, LATER,
     "INSERT INTO node (id, name, address, version, schema, workers, busy, started_at, seen_at) VALUES ('n', 'host', "
     "'http://127.0.0.1:1', '1', 10, 1, 0, 23, 24);"},
    {10, LATER, "UPDATE schema_version SET beside = 10;"},
};

/* What must be so afterwards, from the version on in which it could be written: each query answers 1. */
static const struct {
    int first;
    const char *sql;
} FACTS[] = {
    {1, "SELECT COUNT(*) = 2 FROM account"},
    {1,
     "SELECT plan = 'starter' AND words_balance = 900 AND credits_balance = 9 AND words_used = 100 AND open_articles "
     "= 1 AND writing_since = 10 AND state = 'active' FROM account WHERE id = 'me'"},
    {1, "SELECT words_balance IS NULL AND credits_balance IS NULL FROM account WHERE id = 'you'"},
    {1, "SELECT SUM(words) = 900 AND SUM(credits) = 9 AND COUNT(*) = 3 FROM ledger WHERE account_id = 'me'"},
    {1, "SELECT hash = x'0a0b' AND scopes = 7 AND expires_at = 0 FROM api_key WHERE id = 'k'"},
    {1, "SELECT html = '<p>Gr\xc3\xbc\xc3\x9f</p>' AND notes = '[\"a note\"]' AND words_charged = 100 AND config = "
        "'{\"targetKeyword\":\"soil\"}' FROM article WHERE id = 'done'"},
    {1, "SELECT state = 'processing' AND progress = 0.5 FROM article WHERE id = 'open'"},
    {1, "SELECT output = x'6f6e65' AND is_done = 1 AND version = 1 FROM step WHERE article_id = 'open' AND name = "
        "'outline'"},
    {1, "SELECT status = 200 AND body = x'7b7d' AND is_bounded = 0 FROM idempotency WHERE key = 'i'"},
    {1, "SELECT name = 'site' AND page_count = 2 AND page_bytes = 7 FROM domain WHERE id = 'd'"},
    {1, "SELECT COUNT(*) = 2 AND SUM(pushed) = 1 FROM domain_page WHERE domain_id = 'd'"},
    {1,
     "SELECT url = 'https://b.example/hook' AND target = url AND account_id = 'me' AND state = 'pending' AND attempts "
     "= 2 AND next_at = 99 AND last_error = 'busy' AND event = 'article.finished' FROM delivery WHERE id = 'x'"},
    {2, "SELECT library = '/srv/notes' FROM article WHERE id = 'open'"},
    {4, "SELECT name = 'Green Thumb' AND voice = 'plain' FROM brand WHERE id = 'b'"},
    {5, "SELECT run = '[]' AND polish = '{}' AND polish_asked_at = 20 FROM article WHERE id = 'done'"},
    {5, "SELECT polishing_since = 20 FROM account WHERE id = 'me'"},
    {6, "SELECT seo = '{\"terms\":[]}' FROM article WHERE id = 'done'"},
    {7, "SELECT bytes = x'8950' FROM picture WHERE id = 'p'"},
    {8, "SELECT secrets = x'00ff' FROM integration WHERE id = 'g'"},
    {8, "SELECT status = 404 FROM domain_visit WHERE domain_id = 'd'"},
    {9, "SELECT key_id = 'k' FROM session"},
    {9, "SELECT node = '' FROM idempotency"},
    {10, "SELECT name = 'host' AND seen_at = 24 FROM node"},
};

/* The rows that a program of that version wrote. */
static char *rows_of(struct fixture *f, int version)
{
    struct buf sql = {0};
    for (size_t i = 0; i < COUNT_OF(ROWS); i++)
        if (ROWS[i].first <= version && version <= ROWS[i].last)
            buf_str(&sql, ROWS[i].sql);
    char *script = arena_copy(f->arena, buf_text(&sql));
    buf_free(&sql);
    return script;
}

static void close_database(struct fixture *f)
{
    db_close(f->db);
    f->db = NULL;
}

static int oldest(void)
{
    return database_server() ? OLDEST_ON_POSTGRESQL : 1;
}

/* In an own folder, so that each begins with none. */
static void begin(struct fixture *f, int version)
{
    database_drop(f->folder);
    snprintf(f->path, sizeof f->path, "%s/copydesk.db", f->folder);
    char path[sizeof f->path + 8];
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
        snprintf(path, sizeof path, "%s%s", f->path, suffixes[i]);
        unlink(path);
    }
    make_old_database(f, version, rows_of(f, version));
}

/* All that is in the database, as one sum. */
static struct copy_sum content_of(struct fixture *f)
{
    struct copy_sum sum;
    char path[400];
    snprintf(path, sizeof path, "%s/copy", f->folder);
    fclose(fopen(path, "w"));
    assert_int_equal(db_begin(f->db, DB_READER, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT COUNT(*) > 0 FROM sqlite_master"), 1);
    if (db_copy(f->db, path, &f->err))
        fail_msg("%s", f->err.message);
    db_rollback(f->db);
    assert_int_equal(copy_read_sum(path, &sum, &f->err), OK);
    assert_int_equal(unlink(path), 0);
    return sum;
}

static void read_text(struct db_row *row, void *out)
{
    *(const char **)out = row_text(row);
}

/* Tables with their columns, and indexes, without the layout of their text. */
static const char *schema_of(struct fixture *f)
{
    static const char ON_SERVER[] =
        "SELECT string_agg(line, chr(10) ORDER BY line) FROM (SELECT 'table ' || table_name || ' ' || column_name || ' "
        "' || data_type || ' ' || COALESCE(collation_name, '-') || ' ' || is_nullable || ' ' || "
        "COALESCE(column_default, '-') AS line FROM information_schema.columns WHERE table_schema = current_schema() "
        "UNION ALL SELECT 'index ' || replace(indexdef, schemaname, '') FROM pg_indexes WHERE schemaname = "
        "current_schema() UNION ALL SELECT 'rule ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM "
        "pg_constraint WHERE connamespace = quote_ident(current_schema())::regnamespace) AS lines";
    static const char SQL[] =
        "SELECT group_concat(line, char(10)) FROM (SELECT line FROM (SELECT 'table ' || m.name || ' ' || c.cid || ' ' "
        "|| "
        "c.name || ' ' || c.type || ' ' || c.\"notnull\" || ' ' || COALESCE(c.dflt_value, '-') || ' ' || c.pk AS line "
        "FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' UNION ALL SELECT 'key ' || "
        "m.name "
        "|| ' ' || k.\"from\" || ' ' || k.\"table\" || ' ' || k.on_delete FROM sqlite_master m JOIN "
        "pragma_foreign_key_list(m.name) k WHERE m.type = 'table' UNION ALL SELECT type || ' ' || name || ' ' || "
        "tbl_name || ' ' || COALESCE(replace(replace(sql, char(10), ' '), '  ', ' '), '-') FROM sqlite_master WHERE "
        "name "
        "<> 'schema_version') ORDER BY line)";
    const char *schema = NULL;
    if (db_one(f->db, database_server() ? ON_SERVER : SQL, DB_NOTHING, f->arena, read_text, &schema, &f->err))
        fail_msg("%s", f->err.message);
    return schema;
}

static const char *new_schema(struct fixture *f)
{
    database_target(f->folder, f->path);
    assert_int_equal(db_open(db_driver_of(f->path), f->path, DB_WRITER, &f->db, &f->err), OK);
    assert_int_equal(schema_migrate(f->db, &f->err), OK);
    const char *schema = schema_of(f);
    close_database(f);
    return schema;
}

static void assert_facts(struct fixture *f, int version)
{
    for (size_t i = 0; i < COUNT_OF(FACTS); i++)
        if (FACTS[i].first <= version && number(f->db, with_blobs(f, FACTS[i].sql)) != 1)
            fail_msg("from version %d: %s", version, FACTS[i].sql);
    if (database_server())
        return;
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM pragma_foreign_key_check"), 0);
    assert_int_equal(number(f->db, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"), 1);
}

/* --- the tests --- */

static void this_test_knows_all_versions(void **state)
{
    (void)state;
    assert_int_equal(schema_newest(), NEWEST); /* a new version has rows of its own above */
}

static void every_older_version_is_migrated(void **state)
{
    struct fixture *f = *state;
    const char *expected = new_schema(f);
    assert_non_null(strstr(expected, database_server() ? "table article id text C NO -" : "table article 0 id TEXT 1"));
    for (int version = oldest(); version < NEWEST; version++) {
        begin(f, version);
        if (schema_migrate(f->db, &f->err))
            fail_msg("from version %d: %s", version, f->err.message);
        assert_facts(f, version);
        assert_string_equal(schema_of(f), expected);
        assert_int_equal(number(f->db, "SELECT MAX(version) FROM schema_version"), NEWEST);
        close_database(f);
    }
}

static enum status check_facts(struct db *db, void *argument, struct error *err)
{
    (void)err;
    struct fixture *f = argument;
    struct db *own = f->db;
    f->db = db;
    assert_facts(f, 1);
    f->db = own;
    return OK;
}

static void a_store_opens_every_older_version(void **state)
{
    struct fixture *f = *state;
    for (int version = oldest(); version < NEWEST; version++) {
        struct store *store = NULL;
        begin(f, version);
        close_database(f);
        if (database_connect(f->folder, &store, &f->err))
            fail_msg("from version %d: %s", version, f->err.message);
        assert_int_equal(store_read(store, check_facts, f, &f->err), OK);
        store_close(store);
    }
}

static void limit_pages(struct fixture *f, int64_t pages)
{
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA max_page_count = %lld", (long long)pages);
    assert_int_equal(db_script(f->db, sql, &f->err), OK);
}

/* The disk is full after one page more each time, until all of it fits. */
static void a_migration_that_fails_changes_nothing(void **state)
{
    ON_SQLITE_ONLY("a pragma makes the disk full");
    struct fixture *f = *state;
    for (int version = 1; version < NEWEST; version++) {
        int failures = 0;
        enum status status = E_IO;
        begin(f, version);
        struct copy_sum before = content_of(f);
        int64_t pages = number(f->db, "SELECT page_count FROM pragma_page_count");
        for (int more = 0; status == E_IO; more++) {
            limit_pages(f, pages + more);
            status = schema_migrate(f->db, &f->err);
            if (!status)
                break;
            failures++;
            assert_string_equal(f->err.code, "disk_full");
            struct copy_sum after = content_of(f);
            if (!copy_sum_is(&before, &after))
                fail_msg("version %d was changed by a migration that failed (%d pages)", version, more);
        }
        assert_int_equal(status, OK);
        assert_true(failures > 0);
        assert_facts(f, version);
        close_database(f);
    }
}

/* As a later program does that says beside which it may be. */
static void add_version(struct fixture *f, int version, int beside)
{
    const char *sql = arena_printf(
        f->arena, "INSERT INTO schema_version (version, migrated_at, beside) VALUES (%d, 1, %d)", version, beside);
    assert_int_equal(db_script(f->db, sql, &f->err), OK);
}

static void a_newer_database_is_left_alone(void **state)
{
    ON_SQLITE_ONLY("its content is compared as a copy; test_store_postgresql.c has its own");
    struct fixture *f = *state;
    begin(f, NEWEST - 1);
    assert_int_equal(schema_migrate(f->db, &f->err), OK);
    add_version(f, NEWEST + 1, NEWEST + 1);
    assert_int_equal(db_script(f->db, "CREATE TABLE later (x TEXT)", &f->err), OK);
    struct copy_sum before = content_of(f);
    assert_int_equal(schema_migrate(f->db, &f->err), E_INVALID);
    assert_string_equal(f->err.code, "newer_schema");
    assert_non_null(strstr(f->err.message, arena_printf(f->arena, "schema version %d", NEWEST + 1)));
    struct copy_sum after = content_of(f);
    assert_true(copy_sum_is(&before, &after));
}

/* While nodes are replaced one after the other. */
static void a_newer_database_may_be_gone_on_with(void **state)
{
    struct fixture *f = *state;
    begin(f, NEWEST - 1);
    assert_int_equal(schema_migrate(f->db, &f->err), OK);
    add_version(f, NEWEST + 1, NEWEST);
    assert_int_equal(schema_migrate(f->db, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT MAX(version) FROM schema_version"), NEWEST + 1);
    add_version(f, NEWEST + 2, NEWEST + 1);
    assert_int_equal(schema_migrate(f->db, &f->err), E_INVALID);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_folder, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(this_test_knows_all_versions), TEST(every_older_version_is_migrated),
        TEST(a_store_opens_every_older_version),        TEST(a_migration_that_fails_changes_nothing),
        TEST(a_newer_database_is_left_alone),           TEST(a_newer_database_may_be_gone_on_with),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
