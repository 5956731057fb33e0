/* Linking indexes of domains on a database that several nodes share: one builds, the others fetch. */
#include "test_store.h"

#include "link/link.h"
#include "service/domain/domain.h"
#include "store/store.h"

#include <openssl/evp.h>
#include <sys/stat.h>

#define DOMAIN "0190b1b5-0000-7000-8000-000000000001"

/* Two nodes, each with a folder of its own, on one store. */
struct nodes {
    struct fixture *f;
    struct store *store;
    struct index_cache *caches[2];
};

static enum status make_site(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    const struct domain domain = {.id = DOMAIN, .account_id = "me", .name = "Site", .state = DOMAIN_READY};
    enum status status = make_account_with(db, "me", "professional", 1000, 10, err);
    return status ? status : domain_insert(db, &domain, err);
}

static enum status put_page(struct db *db, void *argument, struct error *err)
{
    const struct domain_page page = {
        .url = argument, .title = "Herbs", .language = "en", .html = STR("<p>Herbs grow in the garden.</p>")};
    return domain_put_pages(db, DOMAIN, &page, 1, db_now(db), err);
}

static enum status drop_site(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    return domain_delete(db, "me", DOMAIN, err);
}

struct count {
    const char *sql;
    int64_t number;
};

static enum status count_rows(struct db *db, void *argument, struct error *err)
{
    struct count *count = argument;
    (void)err;
    count->number = number(db, count->sql);
    return OK;
}

static int64_t ask(struct nodes *nodes, const char *sql)
{
    struct count count = {.sql = sql};
    assert_int_equal(store_read(nodes->store, count_rows, &count, &nodes->f->err), OK);
    return count.number;
}

static enum status run_sql(struct db *db, void *argument, struct error *err)
{
    return db_run(db, argument, DB_NOTHING, NULL, err);
}

static void change(struct nodes *nodes, store_work work, const char *argument)
{
    if (store_write(nodes->store, work, (void *)argument, &nodes->f->err))
        fail_msg("%s", nodes->f->err.message);
}

static void open_node(struct nodes *nodes, int node, bool is_shared)
{
    static const char *const NAMES[] = {"north", "south"};
    const char *folder = arena_printf(nodes->f->arena, "%s/%s", nodes->f->folder, NAMES[node]);
    const struct indexes_options options = {nodes->store, folder, NAMES[node], is_shared, INDEX_LEASE_MS};
    assert_true(mkdir(folder, 0700) == 0 || access(folder, W_OK) == 0);
    assert_int_equal(indexes_new(&options, &nodes->caches[node], &nodes->f->err), OK);
}

static void begin(struct nodes *nodes, void **state, bool is_shared)
{
    *nodes = (struct nodes){.f = *state};
    assert_int_equal(database_open(nodes->f->folder, &nodes->store, &nodes->f->err), OK);
    change(nodes, make_site, NULL);
    change(nodes, put_page, "https://example.org/herbs");
    open_node(nodes, 0, is_shared);
    open_node(nodes, 1, is_shared);
}

static void end(struct nodes *nodes)
{
    indexes_free(nodes->caches[0]);
    indexes_free(nodes->caches[1]);
    store_close(nodes->store);
    database_drop(nodes->f->folder);
}

/* Opens the newest index at a node. */
static void link_at(struct nodes *nodes, int node)
{
    struct link_index *index;
    if (indexes_open(nodes->caches[node], "me", DOMAIN, &index, &nodes->f->err))
        fail_msg("node %d: %s", node, nodes->f->err.message);
    link_close(index);
}

static struct str bytes_of(struct nodes *nodes, const char *node, int64_t version)
{
    char *path =
        arena_printf(nodes->f->arena, "%s/%s/indexes/" DOMAIN "-%lld.cdx", nodes->f->folder, node, (long long)version);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = arena_alloc(nodes->f->arena, 4 << 20);
    size_t length = fread(bytes, 1, 4 << 20, file);
    fclose(file);
    return (struct str){bytes, length};
}

static int64_t version_of(struct nodes *nodes)
{
    return ask(nodes, "SELECT pages_version FROM domain");
}

static void one_node_builds_and_the_other_fetches(void **state)
{
    struct nodes nodes;
    begin(&nodes, state, true);
    for (int round = 1; round <= 2; round++) {
        link_at(&nodes, round - 1);
        link_at(&nodes, 2 - round);
        assert_int_equal(ask(&nodes, "SELECT build FROM domain_index"), round);
        assert_int_equal(ask(&nodes, "SELECT pages_version FROM domain_index"), version_of(&nodes));
        assert_int_equal(ask(&nodes, "SELECT COUNT(*) FROM domain_index WHERE build_until > 0"), 0);
        assert_int_equal(ask(&nodes, "SELECT COUNT(DISTINCT pages_version) FROM domain_index_part"), 1);
        struct str north = bytes_of(&nodes, "north", version_of(&nodes));
        struct str south = bytes_of(&nodes, "south", version_of(&nodes));
        assert_true(north.len > 0 && str_eq(north, south));
        change(&nodes, put_page, "https://example.org/trees"); /* a newer one is built by the other node */
    }
    change(&nodes, drop_site, NULL);
    assert_int_equal(ask(&nodes, "SELECT COUNT(*) FROM domain_index_part"), 0);
    end(&nodes);
}

static void a_damaged_file_is_built_anew(void **state)
{
    static const char *const DAMAGES[] = {
        "UPDATE domain_index_part SET bytes = (SELECT hash FROM domain_index)",
        "DELETE FROM domain_index_part",
        "UPDATE domain_index SET hash = NULL",
        "UPDATE domain_index SET size = size + 1",
    };
    struct nodes nodes;
    begin(&nodes, state, true);
    for (size_t i = 0; i < COUNT_OF(DAMAGES); i++) {
        change(&nodes, put_page, arena_printf(nodes.f->arena, "https://example.org/%zu", i));
        link_at(&nodes, 0);
        change(&nodes, run_sql, DAMAGES[i]);
        link_at(&nodes, 1);
        assert_int_equal(ask(&nodes, "SELECT build FROM domain_index"), 2 * (i + 1));
        assert_int_equal(ask(&nodes, "SELECT COUNT(*) FROM domain_index WHERE builder = ''"), 1);
    }
    end(&nodes);
}

static enum status store_nonsense(struct db *db, void *argument, struct error *err)
{
    const struct index_file *nonsense = argument;
    struct index_lease lease = {DOMAIN, link_format(), "elsewhere", 0};
    enum status status = index_build_claim(db, &lease, nonsense->version - 1, db_now(db) + 1000, err);
    if (status == OK)
        status = index_file_store(db, &lease, nonsense->version, 0, STR("nonsense"), err);
    return status == OK ? index_file_publish(db, &lease, nonsense, err) : status;
}

/* Damaged before it was stored, or by a program that calls another format by this name: its size and sum are right. */
static void a_file_that_cannot_be_opened_is_replaced(void **state)
{
    struct nodes nodes;
    begin(&nodes, state, true);
    struct index_file nonsense = {.version = version_of(&nodes), .size = 8};
    assert_int_equal(EVP_Digest("nonsense", 8, nonsense.hash, NULL, EVP_sha256(), NULL), 1);
    change(&nodes, store_nonsense, (const char *)&nonsense);
    link_at(&nodes, 0);
    assert_int_equal(ask(&nodes, "SELECT build FROM domain_index"), 2);
    assert_true(ask(&nodes, "SELECT size FROM domain_index") > 8);
    link_at(&nodes, 1);
    assert_int_equal(ask(&nodes, "SELECT build FROM domain_index"), 2);
    assert_true(str_eq(bytes_of(&nodes, "north", version_of(&nodes)), bytes_of(&nodes, "south", version_of(&nodes))));
    end(&nodes);
}

/* The lease of a node that died has run out. */
static void the_build_of_a_dead_node_is_taken(void **state)
{
    struct nodes nodes;
    begin(&nodes, state, true);
    link_at(&nodes, 0);
    change(&nodes, put_page, "https://example.org/trees");
    change(&nodes, run_sql, "UPDATE domain_index SET builder = 'dead', build = 7, build_until = 1");
    link_at(&nodes, 1);
    assert_int_equal(ask(&nodes, "SELECT build FROM domain_index"), 8);
    end(&nodes);
}

static void keep_status(void *argument, enum status status, const struct error *err)
{
    (void)err;
    *(enum status *)argument = status;
}

/* Its builder is alive and never done: who waits can be called off, and the lease stays with it. */
static void who_waits_for_another_node_can_be_called_off(void **state)
{
    struct nodes nodes;
    begin(&nodes, state, true);
    link_at(&nodes, 0);
    change(&nodes, run_sql,
           "UPDATE domain_index SET pages_version = -1, builder = 'busy', build = 7, build_until = 9000000000000000");
    enum status status = OK;
    indexes_prepare(nodes.caches[1], "me", DOMAIN, keep_status, &status);
    indexes_close(nodes.caches[1]);
    indexes_free(nodes.caches[1]); /* waits for what is under way */
    nodes.caches[1] = NULL;
    assert_int_equal(status, E_CANCELLED);
    assert_int_equal(ask(&nodes, "SELECT build FROM domain_index WHERE builder = 'busy'"), 7);
    end(&nodes);
}

static void a_store_of_one_node_keeps_no_files(void **state)
{
    struct nodes nodes;
    begin(&nodes, state, false);
    link_at(&nodes, 0);
    link_at(&nodes, 1);
    assert_int_equal(ask(&nodes, "SELECT COUNT(*) FROM domain_index"), 0);
    assert_int_equal(ask(&nodes, "SELECT COUNT(*) FROM domain_index_part"), 0);
    end(&nodes);
}

/* --- the rows --- */

static void a_build_that_lost_its_lease_stores_nothing(void **state)
{
    struct fixture *f = *state;
    struct str bytes;
    struct index_file file = {.version = 3, .size = 5, .hash = {1, 2, 3}}, found;
    struct index_lease old = {DOMAIN, "4", "north", 0}, fresh = {DOMAIN, "4", "south", 0};
    int64_t now = db_now(f->db);
    assert_int_equal(index_build_claim(f->db, &old, 2, now + 5, &f->err), E_NOT_FOUND);
    const struct domain domain = {.id = DOMAIN, .account_id = "me", .name = "Site", .state = DOMAIN_READY};
    assert_int_equal(domain_insert(f->db, &domain, &f->err), OK);
    assert_int_equal(index_build_claim(f->db, &old, 2, now + 5, &f->err), OK);
    assert_int_equal(index_build_claim(f->db, &fresh, 2, now + 5, &f->err), E_CONFLICT);
    assert_int_equal(index_build_renew(f->db, &old, now, &f->err), OK);
    assert_int_equal(index_build_claim(f->db, &fresh, 2, now + 5, &f->err), OK);
    assert_true(fresh.number > old.number);
    assert_int_equal(index_build_renew(f->db, &old, now + 9, &f->err), E_CONFLICT);
    assert_string_equal(f->err.code, "lease_lost");
    assert_int_equal(index_file_store(f->db, &old, 3, 0, STR("older"), &f->err), E_CONFLICT);
    assert_int_equal(index_file_publish(f->db, &old, &file, &f->err), E_CONFLICT);
    assert_int_equal(index_build_release(f->db, &old, &f->err), OK);

    assert_int_equal(index_file_store(f->db, &fresh, 2, 0, STR("left"), &f->err), OK);
    assert_int_equal(index_file_store(f->db, &fresh, 3, 0, STR("first"), &f->err), OK);
    assert_int_equal(index_file_store(f->db, &fresh, 3, 0, STR("newer"), &f->err), OK);
    assert_int_equal(index_file_store(f->db, &fresh, 3, 1, STR("too many"), &f->err), OK);
    assert_int_equal(index_file_get(f->db, DOMAIN, "4", &found, &f->err), E_NOT_FOUND);
    assert_int_equal(index_file_publish(f->db, &fresh, &file, &f->err), OK);
    assert_int_equal(index_file_get(f->db, DOMAIN, "5", &found, &f->err), E_NOT_FOUND);
    assert_int_equal(index_file_get(f->db, DOMAIN, "4", &found, &f->err), OK);
    assert_int_equal(found.version, 3);
    assert_int_equal(found.size, 5);
    assert_memory_equal(found.hash, file.hash, sizeof file.hash);
    assert_int_equal(index_file_part(f->db, f->arena, DOMAIN, "4", 3, 0, &bytes, &f->err), OK);
    assert_true(str_eq(bytes, STR("newer")));
    assert_int_equal(index_file_part(f->db, f->arena, DOMAIN, "4", 3, 1, &bytes, &f->err), E_NOT_FOUND);
    assert_int_equal(index_file_part(f->db, f->arena, DOMAIN, "4", 2, 0, &bytes, &f->err), E_NOT_FOUND);
    assert_int_equal(index_build_claim(f->db, &old, 2, now + 5, &f->err), E_CONFLICT); /* it is here */
    found.built_at++;
    assert_int_equal(index_file_discard(f->db, DOMAIN, "4", &found, &f->err), OK); /* another one's */
    assert_int_equal(index_file_get(f->db, DOMAIN, "4", &found, &f->err), OK);
    assert_int_equal(index_file_discard(f->db, DOMAIN, "4", &found, &f->err), OK);
    assert_int_equal(index_file_get(f->db, DOMAIN, "4", &found, &f->err), E_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_node_builds_and_the_other_fetches, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_file_is_built_anew, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(a_file_that_cannot_be_opened_is_replaced, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(the_build_of_a_dead_node_is_taken, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(who_waits_for_another_node_can_be_called_off, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(a_store_of_one_node_keeps_no_files, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(a_build_that_lost_its_lease_stores_nothing, set_up_database, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
