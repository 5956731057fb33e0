/* Deliveries and integrations in the store: queued once, claimed in turn, held by a lease, ended; what became of their
 * integration. */
#include "test_store.h"

#include <string.h>

enum { LEASE = 100, MOST = 4 };

#define ONE "01890000-0000-7000-8000-00000000000a"
#define TWO "01890000-0000-7000-8000-00000000000b"

static const struct delivery_turn FIRST = {ONE, MOST, ""};

static const char ACTIVE[] = "01890000-0000-7000-8000-000000000001";

static int set_up(void **state)
{
    set_up_database(state);
    struct fixture *f = *state;
    const struct integration integration = {
        .id = ACTIVE, .account_id = "me", .kind = "webhook", .name = "Hook", .settings = "{}", .created_at = 1};
    assert_int_equal(insert_article(f->db, "me", "a", 1, &f->err), OK);
    assert_int_equal(integration_insert(f->db, &integration, &f->err), OK);
    return 0;
}

static enum status queue(struct fixture *f, const char *article, const char *url, int64_t at, char *id)
{
    const struct delivery delivery = {.article_id = article, .url = url, .event = "article.finished"};
    return delivery_insert(f->db, &delivery, at, id, &f->err);
}

static void queue_named(struct fixture *f, char *id)
{
    const struct delivery delivery = {
        .article_id = "a", .integration_id = ACTIVE, .url = "https://example.org/", .event = "article.finished"};
    assert_int_equal(delivery_insert(f->db, &delivery, 10, id, &f->err), OK);
}

static enum status claim(struct fixture *f, int64_t now, struct delivery *delivery, int64_t *next)
{
    return delivery_claim(f->db, f->arena, now, LEASE, &FIRST, delivery, next, &f->err);
}

static struct delivery get(struct fixture *f, const char *id)
{
    struct delivery delivery;
    assert_int_equal(delivery_get(f->db, f->arena, "me", id, &delivery, &f->err), OK);
    return delivery;
}

/* --- one delivery --- */

static void a_delivery_is_queued_once(void **state)
{
    struct fixture *f = *state;
    char first[UUID_LENGTH + 1], second[UUID_LENGTH + 1], other[UUID_LENGTH + 1];
    assert_int_equal(queue(f, "a", "https://example.org/1", 10, first), OK);
    assert_int_equal(queue(f, "a", "https://example.org/1", 1, second), OK);
    assert_int_equal(queue(f, "a", "https://example.org/2", 1, other), OK);
    assert_string_equal(first, second);
    assert_string_not_equal(first, other);
    assert_int_equal(queue(f, "none", "https://example.org/1", 1, NULL), E_NOT_FOUND);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM delivery"), 2);
    struct delivery delivery = get(f, first);
    assert_string_equal(delivery.account_id, "me");
    assert_null(delivery.integration_id);
    assert_int_equal(delivery.next_at, 10);
    assert_int_equal(delivery_get(f->db, f->arena, "you", first, &delivery, &f->err), E_NOT_FOUND);
}

static void a_delivery_is_claimed_when_it_is_due(void **state)
{
    struct fixture *f = *state;
    struct delivery delivery;
    int64_t next = 0;
    assert_int_equal(claim(f, 5, &delivery, &next), E_NOT_FOUND);
    assert_true(next == INT64_MAX);
    assert_int_equal(queue(f, "a", "https://example.org/2", 20, NULL), OK);
    assert_int_equal(queue(f, "a", "https://example.org/1", 10, NULL), OK);
    assert_int_equal(claim(f, 5, &delivery, &next), E_NOT_FOUND);
    assert_int_equal(next, 10);
    assert_int_equal(claim(f, 50, &delivery, NULL), OK);
    assert_string_equal(delivery.url, "https://example.org/1");
    assert_int_equal(delivery.state, DELIVERY_PENDING);
    assert_int_equal(delivery.next_at, 150);
    assert_int_equal(claim(f, 60, &delivery, NULL), OK);
    assert_string_equal(delivery.url, "https://example.org/2");
    assert_int_equal(claim(f, 149, &delivery, &next), E_NOT_FOUND);
    assert_int_equal(next, 150);
}

static void an_attempt_counts_when_it_is_begun(void **state)
{
    struct fixture *f = *state;
    char id[UUID_LENGTH + 1];
    struct delivery first, second;
    assert_int_equal(queue(f, "a", "https://example.org/1", 10, id), OK);
    assert_int_equal(claim(f, 10, &first, NULL), OK);
    assert_int_equal(first.attempts, 1);
    assert_int_equal(first.claim, 1);
    assert_int_equal(claim(f, 110, &second, NULL), OK); /* its process is gone, the lease has run out */
    assert_int_equal(second.attempts, 2);
    assert_int_equal(second.claim, 2);
    assert_int_equal(delivery_release(f->db, &second, 111, &f->err), OK); /* broken off: it does not count */
    struct delivery now = get(f, id);
    assert_int_equal(now.attempts, 1);
    assert_int_equal(now.claim, 2);
    assert_int_equal(now.next_at, 111);
}

static void assert_lost(enum status status, const struct error *err)
{
    assert_int_equal(status, E_CONFLICT);
    assert_string_equal(err->code, "lease_lost");
}

static void a_late_write_is_refused(void **state)
{
    struct fixture *f = *state;
    char id[UUID_LENGTH + 1];
    struct delivery stalled, holder;
    assert_int_equal(queue(f, "a", "https://example.org/1", 10, id), OK);
    assert_int_equal(claim(f, 10, &stalled, NULL), OK);
    assert_int_equal(claim(f, 110, &holder, NULL), OK);
    stalled.state = DELIVERY_DELIVERED;
    assert_lost(delivery_end(f->db, &stalled, 120, &f->err), &f->err);
    assert_lost(delivery_keep(f->db, &stalled, "{\"post\":1}", 300, &f->err), &f->err);
    assert_lost(delivery_release(f->db, &stalled, 120, &f->err), &f->err);
    assert_int_equal(get(f, id).state, DELIVERY_PENDING);
    assert_null(get(f, id).progress);
    holder.state = DELIVERY_DELIVERED;
    assert_int_equal(delivery_end(f->db, &holder, 120, &f->err), OK);
    assert_lost(delivery_end(f->db, &holder, 121, &f->err), &f->err); /* it has ended */
}

static void progress_is_kept_and_the_lease_renewed(void **state)
{
    struct fixture *f = *state;
    struct delivery delivery, again;
    assert_int_equal(queue(f, "a", "https://example.org/1", 10, NULL), OK);
    assert_int_equal(claim(f, 10, &delivery, NULL), OK);
    assert_null(delivery.progress);
    assert_int_equal(delivery_keep(f->db, &delivery, "{\"post\":1}", 200, &f->err), OK);
    assert_int_equal(delivery_keep(f->db, &delivery, NULL, 300, &f->err), OK);
    assert_int_equal(claim(f, 299, &again, NULL), E_NOT_FOUND);
    assert_int_equal(claim(f, 300, &again, NULL), OK);
    assert_string_equal(again.progress, "{\"post\":1}");
}

static void outcomes_are_kept(void **state)
{
    struct fixture *f = *state;
    struct delivery delivery;
    assert_int_equal(queue(f, "a", "https://example.org/1", 10, NULL), OK);
    assert_int_equal(claim(f, 10, &delivery, NULL), OK);
    delivery.next_at = 5000;
    delivery.last_status = 503;
    delivery.last_error = "busy";
    delivery.remote_url = "https://example.org/post";
    assert_int_equal(delivery_end(f->db, &delivery, 20, &f->err), OK);
    delivery = (struct delivery){0};
    assert_int_equal(claim(f, 4999, &delivery, NULL), E_NOT_FOUND);
    assert_int_equal(claim(f, 5000, &delivery, NULL), OK);
    assert_int_equal(delivery.last_status, 503);
    assert_string_equal(delivery.last_error, "busy");
    assert_string_equal(delivery.remote_url, "https://example.org/post");
    assert_int_equal(delivery.updated_at, 20);
    delivery.state = DELIVERY_DELIVERED;
    assert_int_equal(delivery_end(f->db, &delivery, 30, &f->err), OK);
    assert_int_equal(claim(f, 99999, &delivery, NULL), E_NOT_FOUND);
}

static void the_end_of_an_attempt_is_seen_within_the_same_millisecond(void **state)
{
    struct fixture *f = *state;
    char id[UUID_LENGTH + 1];
    struct delivery delivery;
    assert_int_equal(queue(f, "a", "https://example.org/1", 10, id), OK);
    int64_t queued = get(f, id).updated_at;
    assert_int_equal(claim(f, 10, &delivery, NULL), OK);
    assert_int_equal(delivery_end(f->db, &delivery, queued, &f->err), OK);
    assert_true(get(f, id).updated_at == queued + 1);
}

static void a_delivery_is_sent_again(void **state)
{
    struct fixture *f = *state;
    char id[UUID_LENGTH + 1];
    struct delivery delivery;
    assert_int_equal(queue(f, "a", "https://example.org/1", 10, id), OK);
    assert_int_equal(claim(f, 10, &delivery, NULL), OK);
    assert_int_equal(delivery_resend(f->db, "me", id, 20, &f->err), E_CONFLICT); /* it is under way */
    delivery.state = DELIVERY_FAILED;
    assert_int_equal(delivery_keep(f->db, &delivery, "{\"post\":1}", 200, &f->err), OK);
    assert_int_equal(delivery_end(f->db, &delivery, 20, &f->err), OK);
    assert_int_equal(delivery_resend(f->db, "you", id, 30, &f->err), E_NOT_FOUND);
    assert_int_equal(delivery_resend(f->db, "me", id, 30, &f->err), OK);
    assert_int_equal(claim(f, 30, &delivery, NULL), OK);
    assert_int_equal(delivery.attempts, 1);
    assert_int_equal(delivery.claim, 2);
    assert_string_equal(delivery.progress, "{\"post\":1}");
}

static void one_that_its_receiver_may_be_at_work_on_is_not_sent_again(void **state)
{
    struct fixture *f = *state;
    char id[UUID_LENGTH + 1];
    struct delivery delivery;
    assert_int_equal(queue(f, "a", "https://example.org/1", 10, id), OK);
    assert_int_equal(claim(f, 10, &delivery, NULL), OK);
    delivery.state = DELIVERY_FAILED;
    delivery.busy_until = 80;
    assert_int_equal(delivery_end(f->db, &delivery, 20, &f->err), OK);
    assert_int_equal(delivery_resend(f->db, "me", id, 79, &f->err), E_CONFLICT);
    assert_int_equal(delivery_resend(f->db, "me", id, 80, &f->err), OK);
    assert_int_equal(claim(f, 80, &delivery, NULL), OK);
    delivery.busy_until = 0;
    delivery.state = DELIVERY_DELIVERED;
    assert_int_equal(delivery_end(f->db, &delivery, 81, &f->err), OK);
    assert_int_equal(get(f, id).busy_until, 0);
}

static void those_of_a_disabled_account_wait(void **state)
{
    struct fixture *f = *state;
    struct delivery delivery;
    int64_t next = 0;
    assert_int_equal(queue(f, "a", "https://example.org/1", 10, NULL), OK);
    assert_int_equal(db_run(f->db, "UPDATE account SET state = 'disabled'", DB_NOTHING, NULL, &f->err), OK);
    assert_int_equal(claim(f, 10, &delivery, &next), E_NOT_FOUND);
    assert_true(next == INT64_MAX);
    assert_int_equal(db_run(f->db, "UPDATE account SET state = 'active'", DB_NOTHING, NULL, &f->err), OK);
    assert_int_equal(claim(f, 10, &delivery, NULL), OK);
    assert_int_equal(delivery.attempts, 1);
}

/* --- nodes that are dead --- */

static void beat(struct fixture *f, const char *id, int64_t now)
{
    const struct node node = {.id = id, .name = "desk", .address = "", .version = "1", .started_at = 1};
    f->db->now = now;
    assert_int_equal(node_beat(f->db, &node, &f->err), OK);
}

static void a_start_takes_up_what_a_dead_process_was_sending(void **state)
{
    struct fixture *f = *state;
    struct delivery dead, delivery;
    for (int is_alone = 0; is_alone < 2; is_alone++) {
        const char *url = is_alone ? "https://example.org/1" : "https://example.org/0";
        assert_int_equal(queue(f, "a", url, 10, NULL), OK);
        beat(f, ONE, 10);
        assert_int_equal(claim(f, 10, &dead, NULL), OK);
        beat(f, TWO, 20);
        if (!is_alone) {
            assert_int_equal(store_recover(f->db, TWO, false, &f->err), OK);
            assert_int_equal(claim(f, 20, &delivery, NULL), E_NOT_FOUND); /* it is alive */
            assert_int_equal(node_remove(f->db, ONE, &f->err), OK);
        }
        assert_int_equal(store_recover(f->db, TWO, is_alone, &f->err), OK);
        assert_lost(delivery_keep(f->db, &dead, NULL, 300, &f->err), &f->err);
        assert_lost(delivery_end(f->db, &dead, 20, &f->err), &f->err);
        assert_int_equal(claim(f, 20, &delivery, NULL), OK);
        assert_string_equal(delivery.id, dead.id); /* by which its receiver tells the repeat */
        assert_int_equal(delivery.claim, 2);
        assert_int_equal(delivery.attempts, 2);
        delivery.state = DELIVERY_DELIVERED;
        assert_int_equal(delivery_end(f->db, &delivery, 20, &f->err), OK);
    }
}

static void a_sweep_takes_up_the_webhooks_of_a_silent_node(void **state)
{
    struct fixture *f = *state;
    struct delivery dead, delivery;
    int64_t count = -1, now = 10 + NODE_DEAD_MS;
    const struct delivery_turn turn = {TWO, MOST, ""};
    assert_int_equal(queue(f, "a", "https://example.org/1", 10, NULL), OK);
    queue_named(f, NULL);
    beat(f, ONE, 10);
    assert_int_equal(delivery_claim(f->db, f->arena, 10, 60000, &FIRST, &dead, NULL, &f->err), OK);
    assert_int_equal(delivery_claim(f->db, f->arena, 10, 60000, &FIRST, &delivery, NULL, &f->err), OK);
    beat(f, TWO, now - 1);
    assert_int_equal(store_sweep(f->db, TWO, &count, &f->err), OK);
    assert_int_equal(count, 0);
    beat(f, TWO, now);
    assert_int_equal(store_sweep(f->db, TWO, &count, &f->err), OK);
    assert_int_equal(count, 2);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM node"), 2); /* it may come back */
    assert_lost(delivery_end(f->db, &dead, now, &f->err), &f->err);
    assert_int_equal(delivery_claim(f->db, f->arena, now, 60000, &turn, &delivery, NULL, &f->err), OK);
    assert_int_equal(store_sweep(f->db, TWO, &count, &f->err), OK);
    assert_int_equal(count, 0); /* what is held now is held by one that is alive */
    assert_int_equal(delivery_claim(f->db, f->arena, now, 60000, &turn, &delivery, NULL, &f->err), OK);
    assert_int_equal(delivery_claim(f->db, f->arena, now, 60000, &turn, &delivery, NULL, &f->err), E_NOT_FOUND);
}

/* A site may still be at work on what a dead node has sent to it. */
static void the_lease_of_a_draft_runs_out(void **state)
{
    struct fixture *f = *state;
    struct delivery dead, delivery;
    int64_t count = -1, next = 0;
    assert_int_equal(db_run(f->db, "UPDATE integration SET kind = 'ghost'", DB_NOTHING, NULL, &f->err), OK);
    queue_named(f, NULL);
    beat(f, ONE, 10);
    assert_int_equal(delivery_claim(f->db, f->arena, 10, 60000, &FIRST, &dead, NULL, &f->err), OK);
    assert_int_equal(delivery_keep(f->db, &dead, "{\"post\":1}", 60010, &f->err), OK);
    beat(f, TWO, 10 + NODE_DEAD_MS);
    assert_int_equal(store_sweep(f->db, TWO, &count, &f->err), OK);
    assert_int_equal(count, 0);
    assert_int_equal(node_remove(f->db, ONE, &f->err), OK);
    assert_int_equal(store_recover(f->db, TWO, false, &f->err), OK);
    assert_int_equal(store_recover(f->db, TWO, true, &f->err), OK);
    assert_int_equal(claim(f, 60009, &delivery, &next), E_NOT_FOUND);
    assert_int_equal(next, 60010);
    assert_int_equal(claim(f, 60010, &delivery, NULL), OK);
    assert_int_equal(delivery.claim, 2); /* so the draft is looked for first */
    assert_string_equal(delivery.progress, "{\"post\":1}");
    assert_lost(delivery_end(f->db, &dead, 60010, &f->err), &f->err);
}

static void deliveries_are_listed(void **state)
{
    struct fixture *f = *state;
    struct delivery *list;
    size_t count;
    assert_int_equal(queue(f, "a", "https://example.org/1", 10, NULL), OK);
    queue_named(f, NULL);
    assert_int_equal(queue(f, "a", "https://example.org/2", 10, NULL), OK);
    const char *last; /* ids of the same millisecond are in no order of time */
    assert_int_equal(delivery_list(f->db, f->arena, "me", "a", NULL, NULL, 2, &list, &count, &f->err), OK);
    assert_int_equal(count, 2);
    assert_true(strcmp(list[0].id, list[1].id) > 0);
    last = list[1].id;
    assert_int_equal(delivery_list(f->db, f->arena, "me", "a", NULL, last, 2, &list, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_true(strcmp(list[0].id, last) < 0);
    assert_int_equal(delivery_list(f->db, f->arena, "me", NULL, ACTIVE, NULL, 5, &list, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_string_equal(list[0].integration_id, ACTIVE);
    assert_int_equal(delivery_list(f->db, f->arena, "you", "a", NULL, NULL, 5, &list, &count, &f->err), OK);
    assert_int_equal(count, 0);
}

/* --- fairness --- */

/* `count` deliveries of an account that are due at that time. */
static void line_up(struct fixture *f, const char *account, int count, int64_t due)
{
    char sql[600];
    if (strcmp(account, "me") != 0)
        assert_int_equal(make_account_with(f->db, account, "starter", 10, 10, &f->err), OK);
    snprintf(sql, sizeof sql, "%s-a", account);
    assert_int_equal(insert_article(f->db, account, sql, 1, &f->err), OK);
    snprintf(sql, sizeof sql,
             "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
             "INSERT INTO delivery (id, account_id, article_id, target, url, event, state, next_at, created_at, "
             "updated_at) SELECT '%s-' || i, '%s', '%s-a', i, 'u', 'e', 'pending', %lld, 0, 0 FROM n",
             count, account, account, account, (long long)due);
    assert_int_equal(db_run(f->db, sql, DB_NOTHING, NULL, &f->err), OK);
}

/* Claims at the time 50, after the account that was served last, and says whose it is. */
static const char *next_account(struct fixture *f, const char *after)
{
    struct delivery delivery;
    const struct delivery_turn turn = {ONE, MOST, after};
    enum status status = delivery_claim(f->db, f->arena, 50, LEASE, &turn, &delivery, NULL, &f->err);
    return status == OK ? delivery.account_id : status == E_NOT_FOUND ? "none" : f->err.message;
}

static void the_account_with_the_fewest_attempts_comes_next(void **state)
{
    struct fixture *f = *state;
    line_up(f, "big", 20, 1);
    line_up(f, "late", 2, 49);
    line_up(f, "soon", 1, 60);
    assert_string_equal(next_account(f, ""), "big");
    assert_string_equal(next_account(f, "big"), "late");
    assert_string_equal(next_account(f, "late"), "big");
    assert_string_equal(next_account(f, "big"), "late");
    assert_string_equal(next_account(f, "late"), "big");
    assert_string_equal(next_account(f, "big"), "big");
    int64_t next = 0;
    struct delivery delivery;
    assert_int_equal(claim(f, 50, &delivery, &next), E_NOT_FOUND); /* big has as many as it may have */
    assert_int_equal(next, 60); /* not the time at which what has to wait became due */
    assert_int_equal(claim(f, 60, &delivery, NULL), OK);
    assert_string_equal(delivery.account_id, "soon");
}

/* Each node has threads of its own, and a dead one holds its leases for a while. */
static void leases_of_other_nodes_are_in_nobodys_way(void **state)
{
    struct fixture *f = *state;
    struct delivery delivery;
    const struct delivery_turn turn = {TWO, MOST, ""};
    line_up(f, "big", 3 * MOST, 1);
    for (int i = 0; i < MOST; i++)
        assert_int_equal(claim(f, 50, &delivery, NULL), OK);
    assert_int_equal(claim(f, 50, &delivery, NULL), E_NOT_FOUND);
    line_up(f, "small", 1, 2);
    for (int i = 0; i < MOST; i++) {
        assert_int_equal(delivery_claim(f->db, f->arena, 50, LEASE, &turn, &delivery, NULL, &f->err), OK);
        assert_string_equal(delivery.account_id, i == 1 ? "small" : "big");
    }
    assert_int_equal(delivery_claim(f->db, f->arena, 50, LEASE, &turn, &delivery, NULL, &f->err), OK);
    assert_string_equal(delivery.account_id, "big");
    assert_int_equal(delivery_claim(f->db, f->arena, 50, LEASE, &turn, &delivery, NULL, &f->err), E_NOT_FOUND);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM delivery WHERE lease_until > 0 AND node = '" ONE "'"), MOST);
}

static void accounts_with_as_many_attempts_are_served_in_turn(void **state)
{
    struct fixture *f = *state;
    const char *after = "";
    line_up(f, "a", 9, 1);
    line_up(f, "b", 9, 2);
    line_up(f, "c", 9, 3);
    for (int i = 0; i < 9; i++) { /* each attempt ends before the next claim */
        struct delivery delivery;
        const struct delivery_turn turn = {ONE, MOST, after};
        assert_int_equal(delivery_claim(f->db, f->arena, 50, LEASE, &turn, &delivery, NULL, &f->err), OK);
        assert_int_equal(delivery.account_id[0], 'a' + i % 3);
        delivery.state = DELIVERY_DELIVERED;
        assert_int_equal(delivery_end(f->db, &delivery, 50, &f->err), OK);
        after = delivery.account_id;
    }
}

/* Is what the step reads of the table found by an index on deliveries? */
static bool is_found(const char *step)
{
    if (database_server())
        return !strstr(step, "Seq Scan") && !strstr(step, "Sort") &&
               (!strstr(step, "Index") || strstr(step, "Index Cond:") || strstr(step, "using delivery_"));
    return strncmp(step, "SEARCH", 6) == 0 && strstr(step, "INDEX delivery_");
}

/* Neither the waiting of one account nor its leases are walked through. */
static void a_long_line_is_not_walked_through(void **state)
{
    struct fixture *f = *state;
    static const char *const queries[] = {
        "SELECT 1 FROM delivery WHERE state = 'pending' AND next_at <= 5",
        "SELECT next_at FROM delivery WHERE state = 'pending' AND next_at > 5 ORDER BY next_at "
        "LIMIT 1",
        "SELECT MIN(d.account_id) FROM delivery d WHERE d.state = 'pending' AND d.account_id > 'a'",
        "SELECT d.next_at FROM delivery d WHERE d.state = 'pending' AND d.account_id = 'a' "
        "ORDER BY d.next_at, d.id LIMIT 1",
        "SELECT d.id FROM delivery d WHERE d.state = 'pending' AND d.lease_until > 0 AND d.lease_until > 5 "
        "AND d.node = 'n' AND d.account_id = 'a' LIMIT 1",
        "SELECT d.account_id, COUNT(*) FROM delivery d WHERE d.state = 'pending' AND d.lease_until > 0 "
        "AND d.lease_until > 5 AND d.node = 'n' GROUP BY d.account_id",
        "SELECT id FROM delivery WHERE state = 'pending' AND next_at <= 5 AND account_id = 'a' "
        "ORDER BY next_at, id LIMIT 1",
        "SELECT id FROM delivery WHERE account_id = 'a' AND integration_id = 'i' AND id < 'x' "
        "ORDER BY id DESC LIMIT 5",
    };
    if (database_server()) { /* which chooses an index by what is in the table */
        line_up(f, "a", 3000, 1);
        line_up(f, "z", 3000, 2);
        assert_int_equal(db_script(f->db, "ANALYZE delivery", &f->err), OK);
    }
    for (size_t i = 0; i < COUNT_OF(queries); i++) {
        struct db_list plan = query_plan(f, queries[i]);
        bool is_bound = !database_server();
        for (size_t row = 0; row < plan.count; row++) {
            const char *step = ((const char **)plan.items)[row];
            is_bound = is_bound || strstr(step, "Index Cond:");
            if (!is_found(step))
                fail_msg("%s: %s", queries[i], step);
        }
        if (!is_bound)
            fail_msg("%s: reads the whole index", queries[i]);
    }
}

/* What the dead hold is looked for among what is held. */
static void the_leases_of_the_dead_are_found_by_an_index(void **state)
{
    struct fixture *f = *state;
    bool is_by_index = false;
    line_up(f, "a", 3000, 1);
    assert_int_equal(db_script(f->db, "ANALYZE", &f->err), OK);
    struct db_list plan =
        query_plan(f, "UPDATE delivery SET lease_until = 0 WHERE state = 'pending' AND lease_until > 0 AND NOT EXISTS "
                      "(SELECT 1 FROM node n WHERE n.id = delivery.node AND n.seen_at > 5)");
    for (size_t row = 0; row < plan.count; row++)
        is_by_index = is_by_index || strstr(((const char **)plan.items)[row], "delivery_held");
    assert_true(is_by_index);
}

static void many_accounts_and_a_long_line_are_served(void **state)
{
    struct fixture *f = *state;
    char account[16];
    line_up(f, "big", 20000, 1);
    for (int i = 0; i < 300; i++) {
        snprintf(account, sizeof account, "n%03d", i);
        line_up(f, account, 1, 2);
    }
    const char *after = "";
    for (int i = 0; i < 301; i++) /* each once, before anybody has a second one */
        after = next_account(f, after);
    assert_int_equal(number(f->db, "SELECT COUNT(DISTINCT account_id) FROM delivery WHERE lease_until > 0"), 301);
    assert_string_equal(next_account(f, after), "big");
}

/* --- the integration --- */

static struct integration integration_of(struct fixture *f)
{
    struct integration integration;
    assert_int_equal(integration_get(f->db, f->arena, "me", ACTIVE, &integration, &f->err), OK);
    return integration;
}

static void failing_begins_with_the_first_failure(void **state)
{
    struct fixture *f = *state;
    int64_t since = 0;
    assert_int_equal(integration_failed(f->db, ACTIVE, 100, &since, &f->err), OK);
    assert_int_equal(since, 100);
    assert_int_equal(integration_failed(f->db, ACTIVE, 200, &since, &f->err), OK);
    assert_int_equal(since, 100);
    assert_int_equal(integration_worked(f->db, ACTIVE, &f->err), OK);
    assert_int_equal(integration_of(f).failing_since, 0);
    assert_int_equal(integration_failed(f->db, ACTIVE, 300, &since, &f->err), OK);
    assert_int_equal(since, 300);
    assert_int_equal(integration_failed(f->db, "none", 300, &since, &f->err), E_NOT_FOUND);
}

static void what_waits_fails_with_a_disabled_integration(void **state)
{
    struct fixture *f = *state;
    char held[UUID_LENGTH + 1], waiting[UUID_LENGTH + 1];
    struct delivery delivery;
    queue_named(f, held);
    assert_int_equal(claim(f, 10, &delivery, NULL), OK);
    assert_int_equal(insert_article(f->db, "me", "b", 1, &f->err), OK);
    const struct delivery second = {
        .article_id = "b", .integration_id = ACTIVE, .url = "https://example.org/", .event = "article.finished"};
    assert_int_equal(delivery_insert(f->db, &second, 10, waiting, &f->err), OK);
    assert_int_equal(integration_disable(f->db, ACTIVE, "It is gone.", 20, &f->err), OK);
    assert_int_equal(integration_of(f).state, INTEGRATION_DISABLED);
    assert_string_equal(integration_of(f).problem, "It is gone.");
    assert_int_equal(get(f, waiting).state, DELIVERY_FAILED);
    assert_string_equal(get(f, waiting).last_error, "It is gone.");
    delivery.state = DELIVERY_DELIVERED; /* what was under way may end */
    assert_int_equal(delivery_end(f->db, &delivery, 30, &f->err), OK);
    assert_int_equal(integration_disable(f->db, ACTIVE, "Another reason.", 40, &f->err), OK);
    assert_string_equal(integration_of(f).problem, "It is gone.");
}

static void what_is_under_way_is_lost_with_a_deleted_integration(void **state)
{
    struct fixture *f = *state;
    char id[UUID_LENGTH + 1];
    struct delivery delivery;
    queue_named(f, id);
    assert_int_equal(claim(f, 10, &delivery, NULL), OK);
    assert_int_equal(integration_delete(f->db, "you", ACTIVE, 20, &f->err), E_NOT_FOUND);
    assert_int_equal(integration_delete(f->db, "me", ACTIVE, 20, &f->err), OK);
    assert_int_equal(get(f, id).state, DELIVERY_FAILED);
    assert_string_equal(get(f, id).integration_id, ACTIVE);
    assert_lost(delivery_end(f->db, &delivery, 30, &f->err), &f->err);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_delivery_is_queued_once),
        TEST(a_delivery_is_claimed_when_it_is_due),
        TEST(an_attempt_counts_when_it_is_begun),
        TEST(a_late_write_is_refused),
        TEST(progress_is_kept_and_the_lease_renewed),
        TEST(outcomes_are_kept),
        TEST(the_end_of_an_attempt_is_seen_within_the_same_millisecond),
        TEST(a_delivery_is_sent_again),
        TEST(a_start_takes_up_what_a_dead_process_was_sending),
        TEST(a_sweep_takes_up_the_webhooks_of_a_silent_node),
        TEST(the_lease_of_a_draft_runs_out),
        TEST(leases_of_other_nodes_are_in_nobodys_way),
        TEST(one_that_its_receiver_may_be_at_work_on_is_not_sent_again),
        TEST(those_of_a_disabled_account_wait),
        TEST(deliveries_are_listed),
        TEST(the_account_with_the_fewest_attempts_comes_next),
        TEST(accounts_with_as_many_attempts_are_served_in_turn),
        TEST(a_long_line_is_not_walked_through),
        TEST(the_leases_of_the_dead_are_found_by_an_index),
        TEST(many_accounts_and_a_long_line_are_served),
        TEST(failing_begins_with_the_first_failure),
        TEST(what_waits_fails_with_a_disabled_integration),
        TEST(what_is_under_way_is_lost_with_a_deleted_integration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
