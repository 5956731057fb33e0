/* What nodes on one database tell each other: how it is put together and read, and how it arrives. */
#include "store/notices/notices.h"

#include "test_store.h"

#include "store/db/postgresql.h"

#include <pthread.h>

enum { PATIENCE_MS = 120 * 1000 };

#define ONE   "01890000-0000-7000-8000-000000000001"
#define TWO   "01890000-0000-7000-8000-000000000002"
#define THREE "01890000-0000-7000-8000-000000000003"

/* --- what was received --- */

struct heard {
    pthread_mutex_t lock;
    struct buf text; /* "kind:id;" for each, "*;" for anything */
};

static void hear(void *context, const char *kind, const char *id)
{
    struct heard *heard = context;
    pthread_mutex_lock(&heard->lock);
    if (kind)
        buf_printf(&heard->text, "%s:%s;", kind, id);
    else
        buf_str(&heard->text, "*;");
    pthread_mutex_unlock(&heard->lock);
}

static int count_heard(struct heard *heard, const char *part)
{
    int count = 0;
    pthread_mutex_lock(&heard->lock);
    for (const char *at = buf_text(&heard->text); (at = strstr(at, part)); at++)
        count++;
    pthread_mutex_unlock(&heard->lock);
    return count;
}

static void pause_a_little(void)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    nanosleep(&pause, NULL);
}

static void wait_for(struct heard *heard, const char *part, int count)
{
    for (int64_t until = clock_mono_ms() + PATIENCE_MS; count_heard(heard, part) < count && clock_mono_ms() < until;)
        pause_a_little();
    if (count_heard(heard, part) < count)
        fail_msg("\"%s\" did not come: \"%s\"", part, buf_text(&heard->text));
}

/* --- a batch --- */

/* The texts of a batch, one after the other, and how many. */
static int read_texts(const struct batch *batch, const char *by, struct heard *heard)
{
    int count = 0;
    struct buf sql = {0};
    batch_write(batch, "'channel'", ONE, &sql);
    assert_false(sql.failed);
    for (char *at = sql.data; (at = strstr(at, "pg_notify('channel', '")); count++) {
        at += strlen("pg_notify('channel', '");
        char *end = strchr(at, '\'');
        assert_non_null(end);
        *end = '\0';
        assert_true(strlen(at) < 8000);
        batch_read(at, by, hear, heard);
        at = end + 1;
    }
    buf_free(&sql);
    return count;
}

static void a_batch_has_each_notice_once(void **state)
{
    (void)state;
    struct batch batch = {0};
    struct heard heard = {PTHREAD_MUTEX_INITIALIZER, {0}};
    assert_true(batch_is_empty(&batch));
    assert_true(batch_add(&batch, "shown", "a"));
    assert_false(batch_is_empty(&batch));
    assert_true(batch_add(&batch, "work", ""));
    assert_false(batch_add(&batch, "shown", "a"));
    assert_true(batch_add(&batch, "ended", "a"));
    assert_int_equal(read_texts(&batch, TWO, &heard), 1);
    assert_string_equal(buf_text(&heard.text), "shown:a;work:;ended:a;");
    batch_clear(&batch);
    assert_true(batch_is_empty(&batch));
    buf_free(&heard.text);
}

static void a_batch_takes_any_id(void **state)
{
    static const char *const ids[] = {"with a blank", "o'hara", "50%", "\xc3\xa4\xe2\x82\xac", "a:b", "\\", "\n", "*"};
    (void)state;
    struct batch batch = {0};
    struct heard heard = {PTHREAD_MUTEX_INITIALIZER, {0}};
    struct buf expected = {0};
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        batch_add(&batch, "account", ids[i]);
        buf_printf(&expected, "account:%s;", ids[i]);
    }
    read_texts(&batch, TWO, &heard);
    assert_string_equal(buf_text(&heard.text), buf_text(&expected));
    batch_clear(&batch);
    buf_free(&expected);
    buf_free(&heard.text);
}

static void what_fits_no_more_becomes_anything(void **state)
{
    (void)state;
    char id[UUID_LENGTH + 1], long_id[1000];
    struct batch batch = {0};
    struct heard heard = {PTHREAD_MUTEX_INITIALIZER, {0}};
    for (int i = 0; i < 1000; i++) {
        uuid_v7(id);
        batch_add(&batch, "shown", id);
    }
    assert_int_equal(read_texts(&batch, TWO, &heard), 6);
    assert_int_equal(count_heard(&heard, "shown:"), 1000);
    assert_int_equal(count_heard(&heard, "*"), 0);
    for (int i = 0; i < 1000; i++) {
        uuid_v7(id);
        batch_add(&batch, "shown", id);
    }
    buf_clear(&heard.text);
    assert_int_equal(read_texts(&batch, TWO, &heard), 1);
    assert_string_equal(buf_text(&heard.text), "*;");
    assert_false(batch_add(&batch, "work", ""));
    batch_clear(&batch);

    memset(long_id, 'x', sizeof long_id - 1);
    long_id[sizeof long_id - 1] = '\0';
    assert_true(batch_add(&batch, "shown", long_id));
    assert_true(batch.is_everything);
    batch_clear(&batch);
    buf_free(&heard.text);
}

static void a_node_does_not_hear_itself(void **state)
{
    (void)state;
    struct batch batch = {0};
    struct heard heard = {PTHREAD_MUTEX_INITIALIZER, {0}};
    batch_add(&batch, "work", "");
    read_texts(&batch, ONE, &heard);
    assert_string_equal(buf_text(&heard.text), "");
    batch_clear(&batch);
}

static void what_cannot_be_read_is_anything(void **state)
{
    static const char *const texts[] = {TWO " shown", TWO " :a", TWO " shown:%4", TWO " shown:a'b", TWO " *", TWO " "};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct heard heard = {PTHREAD_MUTEX_INITIALIZER, {0}};
        batch_read(texts[i], ONE, hear, &heard);
        assert_string_equal(buf_text(&heard.text), "*;");
        buf_free(&heard.text);
    }
}

/* --- between nodes --- */

struct station {
    struct notices *notices;
    struct heard heard;
};

static void open_node(struct station *station, const char *address, const char *id)
{
    struct error err;
    const struct notices_options options = {address, id, hear, &station->heard};
    *station = (struct station){NULL, {PTHREAD_MUTEX_INITIALIZER, {0}}};
    if (notices_new(&options, &station->notices, &err))
        fail_msg("%s", err.message);
}

static void start_node(struct station *station, const char *address, const char *id)
{
    struct error err;
    open_node(station, address, id);
    assert_int_equal(notices_start(station->notices, &err), OK);
}

static void end_node(struct station *station)
{
    notices_stop(station->notices);
    notices_free(station->notices);
    buf_free(&station->heard.text);
}

static void nodes_hear_each_other(void **state)
{
    struct fixture *f = *state;
    struct station one, two, elsewhere;
    ON_POSTGRESQL_ONLY();
    start_node(&one, f->path, ONE);
    start_node(&two, f->path, TWO);
    start_node(&elsewhere, database_server(), THREE); /* of another schema */
    wait_for(&one.heard, "*;", 1);
    wait_for(&two.heard, "*;", 1);
    wait_for(&elsewhere.heard, "*;", 1);
    assert_true(notices_come(one.notices) && notices_come(two.notices));
    notices_send(one.notices, "shown", "a");
    wait_for(&two.heard, "shown:a;", 1);
    notices_send(two.notices, "work", "");
    wait_for(&one.heard, "work:;", 1);
    assert_int_equal(count_heard(&one.heard, "shown"), 0);
    assert_int_equal(count_heard(&two.heard, "work"), 0);
    notices_send(elsewhere.notices, "end", "");
    end_node(&elsewhere); /* tells what is left */
    notices_send(one.notices, "end", "");
    wait_for(&two.heard, "end:;", 1);
    assert_int_equal(count_heard(&two.heard, "end:;"), 1);
    assert_false(notices_come(NULL));
    end_node(&one);
    end_node(&two);
}

/* What is sent while there is no connection yet goes with the first, each notice once. */
static void what_collects_goes_together(void **state)
{
    struct fixture *f = *state;
    struct station one, two;
    struct error err;
    ON_POSTGRESQL_ONLY();
    start_node(&two, f->path, TWO);
    wait_for(&two.heard, "*;", 1);
    open_node(&one, f->path, ONE);
    for (int i = 0; i < 1000; i++)
        notices_send(one.notices, "shown", i % 2 ? "a" : "b");
    assert_int_equal(notices_start(one.notices, &err), OK);
    notices_send(one.notices, "last", "");
    wait_for(&two.heard, "last:;", 1);
    assert_int_equal(count_heard(&two.heard, "shown:a;"), 1);
    assert_int_equal(count_heard(&two.heard, "shown:b;"), 1);
    end_node(&one);
    end_node(&two);
}

/* What is sent after the thread has ended is told when it is closed: workers that stop give their articles back. */
static void the_last_words_are_told(void **state)
{
    struct fixture *f = *state;
    struct station one, two;
    ON_POSTGRESQL_ONLY();
    start_node(&one, f->path, ONE);
    start_node(&two, f->path, TWO);
    wait_for(&one.heard, "*;", 1);
    wait_for(&two.heard, "*;", 1);
    notices_stop(one.notices);
    assert_false(notices_come(one.notices));
    notices_send(one.notices, "last", "words");
    end_node(&one);
    wait_for(&two.heard, "last:words;", 1);
    end_node(&two);
}

#define THEIRS "FROM pg_stat_activity WHERE application_name = 'copydesk notices'"

static void a_lost_connection_is_made_anew(void **state)
{
    struct fixture *f = *state;
    struct station one, two;
    ON_POSTGRESQL_ONLY();
    start_node(&one, f->path, ONE);
    start_node(&two, f->path, TWO);
    wait_for(&one.heard, "*;", 1);
    wait_for(&two.heard, "*;", 1);
    database_command("SELECT pg_terminate_backend(pid) " THEIRS);
    wait_for(&one.heard, "*;", 2); /* anything may have changed meanwhile */
    wait_for(&two.heard, "*;", 2);
    notices_send(one.notices, "shown", "a");
    wait_for(&two.heard, "shown:a;", 1);
    end_node(&one);
    end_node(&two);
}

static void names_of_schemas_may_be_long(void **state)
{
    struct fixture *f = *state;
    /* 63 bytes that differ in the last one only; those that PostgreSQL takes for something else */
    static const char *const names[] = {"Quoted_\"\"_ThatIsAlmostTooLongToBeTheNameOfAnything_andHasBlanks__",
                                        "Quoted_\"\"_ThatIsAlmostTooLongToBeTheNameOfAnything_andHasBlank_ü"};
    char addresses[2][DATABASE_TARGET_SIZE], sql[200];
    struct station nodes[3];
    ON_POSTGRESQL_ONLY();
    (void)f;
    for (int i = 0; i < 2; i++) {
        snprintf(sql, sizeof sql, "CREATE SCHEMA IF NOT EXISTS \"%s\"", names[i]);
        database_command(sql);
        snprintf(addresses[i], sizeof addresses[i], "%s&options=-csearch_path%%3D%%22Quoted_%%22%%22%s%%22",
                 database_server(), names[i] + strlen("Quoted_\"\""));
    }
    start_node(&nodes[0], addresses[0], ONE);
    start_node(&nodes[1], addresses[0], TWO);
    start_node(&nodes[2], addresses[1], THREE);
    for (int i = 0; i < 3; i++)
        wait_for(&nodes[i].heard, "*;", 1);
    notices_send(nodes[2].notices, "end", "other");
    end_node(&nodes[2]);
    notices_send(nodes[0].notices, "end", "same");
    wait_for(&nodes[1].heard, "end:same;", 1);
    assert_int_equal(count_heard(&nodes[1].heard, "end:other;"), 0);
    end_node(&nodes[0]);
    end_node(&nodes[1]);
    for (int i = 0; i < 2; i++) {
        snprintf(sql, sizeof sql, "DROP SCHEMA \"%s\"", names[i]);
        database_command(sql);
    }
}

static void without_a_server_nothing_comes(void **state)
{
    struct fixture *f = *state;
    struct station one;
    char address[128];
    snprintf(address, sizeof address, "postgresql:///postgres?host=%s/nobody", f->folder);
    start_node(&one, address, ONE);
    for (int i = 0; i < 100; i++)
        notices_send(one.notices, "work", "");
    pause_a_little();
    assert_false(notices_come(one.notices));
    end_node(&one);
}

/* --- glances --- */

static bool work_is_due(struct fixture *f)
{
    bool is_due = false;
    if (glance_work(f->db, &is_due, &f->err))
        fail_msg("%s", f->err.message);
    return is_due;
}

static void run(struct fixture *f, const char *sql)
{
    if (db_run(f->db, sql, DB_NOTHING, NULL, &f->err))
        fail_msg("%s: %s", sql, f->err.message);
}

static void insert(struct fixture *f, const char *id)
{
    const struct article article = {.id = id, .account_id = "me", .config = "{}", .created_at = 1};
    if (article_insert(f->db, &article, &f->err))
        fail_msg("%s", f->err.message);
}

static void work_is_seen_when_it_can_be_claimed(void **state)
{
    struct fixture *f = *state;
    struct article claimed;
    assert_false(work_is_due(f));
    insert(f, ONE);
    assert_true(work_is_due(f));
    run(f, "UPDATE account SET state = 'disabled' WHERE id = 'me'");
    assert_false(work_is_due(f));
    run(f, "UPDATE account SET state = 'active' WHERE id = 'me'");
    assert_int_equal(article_claim(f->db, f->arena, "w", db_now(f->db), 30000, CLAIM_FROM_ANY, &claimed, &f->err), OK);
    assert_false(work_is_due(f)); /* somebody holds it */
    run(f, "UPDATE article SET lease_until = 1");
    assert_true(work_is_due(f)); /* the lease ran out */
    claimed.state = ARTICLE_FINISHED;
    run(f, "UPDATE article SET lease_until = 9000000000000");
    const struct lease lease = {ONE, "w", claimed.attempt};
    assert_int_equal(article_end(f->db, &lease, &claimed, 2, &f->err), OK);
    assert_false(work_is_due(f));
    assert_int_equal(article_polish(f->db, "me", ONE, "{}", 3, &f->err), OK);
    assert_true(work_is_due(f));
}

static const char *version_of(struct fixture *f, const char *id)
{
    const char *const ids[] = {ONE, TWO, THREE};
    struct glance_version *versions;
    size_t found;
    if (glance_versions(f->db, f->arena, ids, 3, &versions, &found, &f->err))
        fail_msg("%s", f->err.message);
    for (size_t i = 0; i < found; i++)
        if (strcmp(versions[i].id, id) == 0)
            return versions[i].version;
    return NULL;
}

static void each_change_has_a_version(void **state)
{
    struct fixture *f = *state;
    struct article claimed;
    struct domain domain = {.id = TWO, .account_id = "me", .name = "site", .created_at = 1};
    const struct domain_page page = {
        .url = "https://example.com/", .title = "t", .language = "", .html = str_from("h")};
    insert(f, ONE);
    assert_int_equal(domain_insert(f->db, &domain, &f->err), OK);
    const char *article = version_of(f, ONE), *before = version_of(f, TWO);
    assert_non_null(article);
    assert_non_null(before);
    assert_null(version_of(f, THREE));
    assert_string_equal(version_of(f, ONE), article);
    assert_int_equal(article_claim(f->db, f->arena, "w", db_now(f->db), 30000, CLAIM_FROM_ANY, &claimed, &f->err), OK);
    assert_string_not_equal(version_of(f, ONE), article);
    assert_int_equal(domain_put_pages(f->db, TWO, &page, 1, 1, &f->err), OK);
    assert_string_not_equal(version_of(f, TWO), before);
    before = version_of(f, TWO);
    domain.state = DOMAIN_CRAWLING;
    assert_int_equal(domain_update(f->db, &domain, 1, &f->err), OK);
    assert_string_not_equal(version_of(f, TWO), before);
    assert_int_equal(article_delete(f->db, "me", ONE, &f->err), OK);
    assert_null(version_of(f, ONE));
}

static void the_soonest_delivery_is_found(void **state)
{
    struct fixture *f = *state;
    int64_t next_at = 0;
    assert_int_equal(delivery_soonest(f->db, &next_at, &f->err), E_NOT_FOUND);
    assert_true(next_at == INT64_MAX);
    insert(f, ONE);
    for (int i = 0; i < 2; i++) {
        const struct delivery delivery = {
            .article_id = ONE, .url = i ? "https://a.example/" : "https://b.example/", .event = "article.finished"};
        assert_int_equal(delivery_insert(f->db, &delivery, i ? 70 : 50, NULL, &f->err), OK);
    }
    assert_int_equal(delivery_soonest(f->db, &next_at, &f->err), OK);
    assert_int_equal(next_at, 50);
}

#define IN_DATABASE(test) cmocka_unit_test_setup_teardown(test, set_up_database, tear_down)
#define IN_FOLDER(test)   cmocka_unit_test_setup_teardown(test, set_up_folder, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_has_each_notice_once),
        cmocka_unit_test(a_batch_takes_any_id),
        cmocka_unit_test(what_fits_no_more_becomes_anything),
        cmocka_unit_test(a_node_does_not_hear_itself),
        cmocka_unit_test(what_cannot_be_read_is_anything),
        IN_DATABASE(nodes_hear_each_other),
        IN_DATABASE(what_collects_goes_together),
        IN_DATABASE(the_last_words_are_told),
        IN_DATABASE(a_lost_connection_is_made_anew),
        IN_DATABASE(names_of_schemas_may_be_long),
        IN_FOLDER(without_a_server_nothing_comes),
        IN_DATABASE(work_is_seen_when_it_can_be_claimed),
        IN_DATABASE(each_change_has_a_version),
        IN_DATABASE(the_soonest_delivery_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
