/* What the doctor says of the nodes of a database that several share. */
#include "test_store.h"

#include "service/check_data.h"

#define ONE "01890000-0000-7000-8000-000000000001"
#define TWO "01890000-0000-7000-8000-000000000002"

static void put(struct fixture *f, const char *id, const char *name, const char *version, int64_t seen_at)
{
    const struct node node = {.id = id,
                              .name = name,
                              .address = strcmp(name, "b") == 0 ? "" : "http://a:1",
                              .version = version,
                              .workers = 8,
                              .busy = 3,
                              .started_at = seen_at};
    f->db->now = seen_at;
    assert_int_equal(node_beat(f->db, &node, &f->err), OK);
}

/* Asserts what is found, of "nodes" and of "database clock". */
static void assert_found(struct fixture *f, int64_t now, int64_t clock_ahead, const char *const nodes[2],
                         const char *const clock[2])
{
    struct examination examination = {.findings = json_array(), .arena = f->arena};
    f->db->now = now;
    assert_int_equal(check_nodes(&examination, f->db, clock_ahead, &f->err), OK);
    assert_false(examination.has_failed);
    assert_int_equal(json_array_size(examination.findings), 2);
    static const char *const names[] = {"nodes", "database clock"};
    const char *const *const wanted[] = {nodes, clock};
    for (size_t i = 0; i < 2; i++) {
        const json_t *finding = json_array_get(examination.findings, i);
        bool is_fine = strcmp(wanted[i][0], "ok") == 0;
        assert_string_equal(json_string_value(json_object_get(finding, "check")), names[i]);
        assert_string_equal(json_string_value(json_object_get(finding, "level")), wanted[i][0]);
        assert_string_equal(json_string_value(json_object_get(finding, "found")), wanted[i][1]);
        assert_int_equal(json_object_get(finding, "advice") == NULL, is_fine);
    }
    json_decref(examination.findings);
}

#define FOUND(...) ((const char *const[]){__VA_ARGS__})

static void nodes_are_told_of(void **state)
{
    struct fixture *f = *state;
    const char *const *together = FOUND("ok", "0 ms from that of this machine");
    assert_found(f, 1000, 0, FOUND("ok", "none serves the database now"), together);
    put(f, ONE, "a", "1.0", 1000);
    assert_found(f, 1000, 0, FOUND("ok", "a at http://a:1 (1.0, 3 of 8 articles)"), together);
    put(f, TWO, "b", "1.1", 20000);
    assert_found(f, 30000, 0, FOUND("warning", "a at http://a:1 (1.0, 3 of 8 articles), b (1.1, 3 of 8 articles)"),
                 together);
    assert_found(f, 31000, 0,
                 FOUND("warning", "a at http://a:1 (1.0, 3 of 8 articles, silent for 30 s), b (1.1, 3 of 8 articles)"),
                 together);
}

static void clocks_are_compared(void **state)
{
    struct fixture *f = *state;
    const char *const *none = FOUND("ok", "none serves the database now");
    assert_found(f, 1, 2000, none, FOUND("ok", "2000 ms from that of this machine"));
    assert_found(f, 1, -2000, none, FOUND("ok", "2000 ms from that of this machine"));
    assert_found(f, 1, 2001, none, FOUND("warning", "it is 2.001 s before that of this machine"));
    assert_found(f, 1, -3600050, none, FOUND("warning", "it is 3600.050 s behind that of this machine"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(nodes_are_told_of), TEST(clocks_are_compared)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
