/* Nodes on one database: who is there, and what becomes of the work of those that are gone. */
#include "test_store.h"

#include "store/store.h"

#define ONE   "01890000-0000-7000-8000-000000000001"
#define TWO   "01890000-0000-7000-8000-000000000002"
#define THREE "01890000-0000-7000-8000-000000000003"

static const unsigned char HASH[KEY_HASH_SIZE] = {1};

static void beat(struct fixture *f, const char *id, int64_t now)
{
    const struct node node = {
        .id = id, .name = "desk", .address = "http://10.0.0.1:8080", .version = "1", .workers = 4, .started_at = 1000};
    f->db->now = now;
    assert_int_equal(node_beat(f->db, &node, &f->err), OK);
}

static size_t list(struct fixture *f, int64_t now, struct node **nodes)
{
    size_t count = 99;
    f->db->now = now;
    assert_int_equal(node_list(f->db, f->arena, nodes, &count, &f->err), OK);
    return count;
}

/* An article that a worker of the node writes, for 30 s. */
static void write_article(struct fixture *f, const char *id, const char *node, int64_t now)
{
    char worker[64];
    struct article article;
    snprintf(worker, sizeof worker, "%s/7", node);
    assert_int_equal(insert_article(f->db, "me", id, now, &f->err), OK);
    assert_int_equal(article_claim(f->db, f->arena, worker, now, 30000, CLAIM_FROM_ANY, &article, &f->err), OK);
    assert_string_equal(article.id, id);
}

static bool is_held(struct fixture *f, const char *id)
{
    bool held = false;
    assert_int_equal(db_exists(f->db, "SELECT 1 FROM article WHERE id = $1 AND lease_until > 0", DB_BIND(db_text(id)),
                               &held, &f->err),
                     OK);
    return held;
}

/* A node builds the index of a domain. */
static void build_index(struct fixture *f, const char *id, const char *node)
{
    const struct domain domain = {.id = id, .account_id = "me", .name = id, .state = DOMAIN_READY};
    struct index_lease lease = {id, "1", node, 0};
    assert_int_equal(domain_insert(f->db, &domain, &f->err), OK);
    assert_int_equal(index_build_claim(f->db, &lease, -1, 99999999, &f->err), OK);
}

static enum status ask(struct fixture *f, struct idempotent_key *key, int64_t now, struct idempotent *found)
{
    return idempotent_begin(f->db, f->arena, key, HASH, now, found, &f->err);
}

/* --- who is there --- */

static void a_node_is_listed_until_it_leaves(void **state)
{
    struct fixture *f = *state;
    struct node *nodes;
    struct node self = {.id = TWO, .name = "b", .address = "", .version = "0.1", .workers = 3, .started_at = 2000};
    assert_int_equal(list(f, 1000, &nodes), 0);
    beat(f, ONE, 1000);
    f->db->now = 2000;
    assert_int_equal(node_beat(f->db, &self, &f->err), OK);
    self.address = "http://b:1";
    self.busy = 2;
    self.version = "0.2"; /* of a run, it does not change */
    self.started_at = 2500;
    f->db->now = 3000;
    assert_int_equal(node_beat(f->db, &self, &f->err), OK);
    assert_int_equal(list(f, 3500, &nodes), 2);
    assert_string_equal(nodes[0].id, ONE);
    assert_int_equal(nodes[0].silent_ms, 2500);
    assert_string_equal(nodes[0].name, "desk");
    assert_string_equal(nodes[0].address, "http://10.0.0.1:8080");
    assert_int_equal(nodes[0].workers, 4);
    assert_int_equal(nodes[0].busy, 0);
    assert_int_equal(nodes[0].schema, schema_newest());
    assert_string_equal(nodes[1].id, TWO);
    assert_string_equal(nodes[1].address, "http://b:1");
    assert_string_equal(nodes[1].version, "0.1");
    assert_int_equal(nodes[1].busy, 2);
    assert_int_equal(nodes[1].started_at, 2000);
    assert_int_equal(nodes[1].seen_at, 3000);
    assert_int_equal(node_remove(f->db, ONE, &f->err), OK);
    assert_int_equal(node_remove(f->db, ONE, &f->err), OK);
    assert_int_equal(list(f, 3500, &nodes), 1);
    assert_string_equal(nodes[0].id, TWO);
}

static void others_are_those_that_are_alive(void **state)
{
    struct fixture *f = *state;
    struct node *nodes;
    size_t count = 99;
    beat(f, ONE, 1000);
    beat(f, TWO, 1000 + NODE_DEAD_MS);
    beat(f, THREE, 1000 + NODE_DEAD_MS);
    assert_int_equal(node_list_others(f->db, f->arena, TWO, &nodes, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_string_equal(nodes[0].id, THREE);
    assert_int_equal(node_remove(f->db, THREE, &f->err), OK);
    assert_int_equal(node_list_others(f->db, f->arena, TWO, &nodes, &count, &f->err), OK);
    assert_int_equal(count, 0);
}

static void a_node_falls_silent(void **state)
{
    struct fixture *f = *state;
    struct node *nodes;
    beat(f, ONE, 1000);
    assert_int_equal(list(f, 1000 + NODE_DEAD_MS - 1, &nodes), 1);
    assert_false(node_is_silent(&nodes[0]));
    assert_int_equal(list(f, 1000 + NODE_DEAD_MS, &nodes), 1);
    assert_true(node_is_silent(&nodes[0]));
    beat(f, ONE, 1000 + NODE_DEAD_MS);
    assert_int_equal(list(f, 1000 + NODE_DEAD_MS, &nodes), 1);
    assert_false(node_is_silent(&nodes[0]));
}

static void the_dead_are_forgotten(void **state)
{
    struct fixture *f = *state;
    struct node *nodes;
    int64_t count = -1;
    beat(f, ONE, 1000);
    beat(f, TWO, 2000);
    beat(f, THREE, 1000);
    f->db->now = 1000 + NODE_FORGET_MS - 1;
    assert_int_equal(nodes_forget_dead(f->db, THREE, false, &count, &f->err), OK);
    assert_int_equal(count, 0);
    f->db->now = 1000 + NODE_FORGET_MS;
    assert_int_equal(nodes_forget_dead(f->db, THREE, false, &count, &f->err), OK); /* never itself */
    assert_int_equal(count, 1);
    assert_int_equal(list(f, 0, &nodes), 2);
    assert_int_equal(nodes_forget_dead(f->db, THREE, true, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_int_equal(list(f, 0, &nodes), 1);
    assert_string_equal(nodes[0].id, THREE);
}

/* --- their work --- */

static void a_start_leaves_the_work_of_living_nodes(void **state)
{
    struct fixture *f = *state;
    struct idempotent found;
    struct idempotent_key of_one = {"me", "one", ONE, 0}, of_two = {"me", "two", TWO, 0}, of_none = {"me", "no", "", 0};
    beat(f, ONE, 1000);
    beat(f, TWO, 1000);
    write_article(f, "a", ONE, 1000);
    write_article(f, "b", TWO, 1000);
    assert_int_equal(ask(f, &of_one, 1000, &found), E_NOT_FOUND);
    assert_int_equal(ask(f, &of_two, 1000, &found), E_NOT_FOUND);
    assert_int_equal(ask(f, &of_none, 1000, &found), E_NOT_FOUND);
    build_index(f, "one", ONE);
    build_index(f, "two", TWO);
    beat(f, TWO, 50000);
    beat(f, THREE, 1000 + NODE_FORGET_MS);
    assert_int_equal(store_recover(f->db, THREE, false, &f->err), OK);
    assert_false(is_held(f, "a"));
    assert_true(is_held(f, "b"));
    assert_int_equal(number(f->db, "SELECT build_until FROM domain_index WHERE domain_id = 'one'"), 0);
    assert_true(number(f->db, "SELECT build_until FROM domain_index WHERE domain_id = 'two'") > 0);
    const struct index_lease lost = {"one", "1", ONE, 1};
    assert_int_equal(index_build_renew(f->db, &lost, 99999999, &f->err), E_CONFLICT);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM idempotency WHERE key = 'one'"), 0);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM idempotency WHERE key = 'two'"), 1);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM idempotency WHERE key = 'no'"), 1);
    assert_int_equal(store_recover(f->db, THREE, true, &f->err), OK);
    assert_false(is_held(f, "b"));
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM idempotency"), 0);
}

static void a_sweep_ends_what_the_dead_hold(void **state)
{
    struct fixture *f = *state;
    struct article article;
    int64_t count = -1;
    beat(f, ONE, 1000);
    beat(f, TWO, 30000);
    write_article(f, "a", ONE, 30000);
    write_article(f, "b", TWO, 30000);
    f->db->now = 1000 + NODE_DEAD_MS;
    assert_int_equal(store_sweep(f->db, TWO, &count, &f->err), OK); /* dead, but not for long */
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM node"), 2);
    assert_true(is_held(f, "a"));
    f->db->now = 1000 + NODE_FORGET_MS;
    assert_int_equal(store_sweep(f->db, TWO, &count, &f->err), OK);
    assert_int_equal(count, 0); /* there are no deliveries */
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM node"), 1);
    assert_false(is_held(f, "a"));
    assert_true(is_held(f, "b"));
    const struct lease lost = {"a", ONE "/7", 1};
    assert_int_equal(article_progress(f->db, &lost, 0.5, "", 1, &f->err), E_CONFLICT);
    assert_int_equal(article_claim(f->db, f->arena, TWO "/1", 61000, 30000, CLAIM_FROM_ANY, &article, &f->err), OK);
    assert_string_equal(article.id, "a");
    assert_true(article.taken_over);
}

/* What was put off has no worker, and its date stays. */
static void a_postponed_article_stays_put_off(void **state)
{
    struct fixture *f = *state;
    write_article(f, "a", ONE, 1000);
    const struct lease lease = {"a", ONE "/7", 1};
    assert_int_equal(article_postpone(f->db, &lease, "Waits", 9000, &f->err), OK);
    assert_int_equal(store_recover(f->db, TWO, false, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT lease_until FROM article WHERE id = 'a'"), 9000);
}

/* --- keys of requests --- */

static void a_key_is_taken_over_from_a_dead_node(void **state)
{
    struct fixture *f = *state;
    struct idempotent found, answer = {.status = 200, .content_type = "text/plain", .body = STR("two")};
    struct idempotent_key one = {"me", "k", ONE, 0}, two = {"me", "k", TWO, 0};
    beat(f, ONE, 1000);
    beat(f, TWO, 1000);
    assert_int_equal(ask(f, &one, 1000, &found), E_NOT_FOUND);
    assert_int_equal(one.taken_at, 1000);
    assert_int_equal(ask(f, &two, 1000 + NODE_DEAD_MS - 1, &found), OK);
    assert_int_equal(found.status, 0);
    assert_int_equal(ask(f, &one, 1000 + NODE_DEAD_MS, &found), OK); /* it knows that it runs */
    assert_int_equal(ask(f, &two, 1000 + NODE_DEAD_MS, &found), E_NOT_FOUND);
    /* The first node was only paused. */
    assert_int_equal(idempotent_finish(f->db, &one, &(struct idempotent){.status = 500}, &f->err), E_CONFLICT);
    assert_string_equal(f->err.code, "key_lost");
    assert_int_equal(idempotent_abandon(f->db, &one, &f->err), OK);
    assert_int_equal(idempotent_finish(f->db, &two, &answer, &f->err), OK);
    assert_int_equal(ask(f, &one, 1000 + NODE_DEAD_MS, &found), OK);
    assert_int_equal(found.status, 200);
    assert_true(str_eq(found.body, STR("two")));
}

static void an_answer_is_kept_when_its_node_is_gone(void **state)
{
    struct fixture *f = *state;
    struct idempotent found;
    struct idempotent_key one = {"me", "k", ONE, 0}, two = {"me", "k", TWO, 0};
    assert_int_equal(ask(f, &one, 1000, &found), E_NOT_FOUND);
    assert_int_equal(idempotent_finish(f->db, &one, &(struct idempotent){.status = 200}, &f->err), OK);
    assert_int_equal(store_recover(f->db, TWO, true, &f->err), OK);
    assert_int_equal(ask(f, &two, 2000, &found), OK);
    assert_int_equal(found.status, 200);
}

static void a_key_of_a_forgotten_node_is_free(void **state)
{
    struct fixture *f = *state;
    struct idempotent found;
    struct idempotent_key one = {"me", "k", ONE, 0}, two = {"me", "k", TWO, 0}, old = {"me", "old", "", 0};
    assert_int_equal(ask(f, &one, 1000, &found), E_NOT_FOUND);
    assert_int_equal(ask(f, &two, 1001, &found), E_NOT_FOUND);
    assert_int_equal(ask(f, &old, 1000, &found), E_NOT_FOUND);
    two.key = "old";
    assert_int_equal(ask(f, &two, 1001, &found), OK); /* of whom it is nobody knows */
    assert_int_equal(found.status, 0);
}

/* --- two connections on one database --- */

static void what_one_node_writes_the_other_sees(void **state)
{
    struct fixture *f = *state;
    struct db *other = NULL;
    struct node *nodes;
    size_t count = 0;
    beat(f, ONE, 1000);
    assert_int_equal(db_commit(f->db, &f->err), OK);
    assert_int_equal(db_open(db_driver_of(f->path), f->path, DB_WRITER, &other, &f->err), OK);
    assert_int_equal(db_begin(other, DB_WRITER, &f->err), OK);
    int64_t now = db_now(other);
    const struct node self = {.id = TWO, .name = "b", .address = "", .version = "1", .started_at = now};
    assert_true(now > 1700000000000);
    assert_int_equal(node_beat(other, &self, &f->err), OK);
    assert_int_equal(store_recover(other, TWO, false, &f->err), OK); /* by its clock the first is long dead */
    assert_int_equal(db_commit(other, &f->err), OK);
    assert_int_equal(db_begin(f->db, DB_READER, &f->err), OK);
    assert_int_equal(node_list(f->db, f->arena, &nodes, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_string_equal(nodes[0].id, TWO);
    assert_in_range(nodes[0].silent_ms, 0, NODE_DEAD_MS - 1);
    db_close(other);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_node_is_listed_until_it_leaves),
        TEST(others_are_those_that_are_alive),
        TEST(a_node_falls_silent),
        TEST(the_dead_are_forgotten),
        TEST(a_start_leaves_the_work_of_living_nodes),
        TEST(a_sweep_ends_what_the_dead_hold),
        TEST(a_postponed_article_stays_put_off),
        TEST(a_key_is_taken_over_from_a_dead_node),
        TEST(an_answer_is_kept_when_its_node_is_gone),
        TEST(a_key_of_a_forgotten_node_is_free),
        TEST(what_one_node_writes_the_other_sees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
