/*
 * An index between nodes while it is built: one build for all, kept by its lease, whatever happens to the domain or to
 * the database meanwhile. index_build is this file's own here: it counts, and ends when it is told to.
 */
#include "test_store.h"

#include "link/link.h"
#include "service/domain/domain.h"
#include "service/domain/index_build.h"
#include "service/domain/index_builds.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#define SITE "0190b1b5-0000-7000-8000-000000000001"

enum { NODES = 3, SHORT_LEASE_MS = 150, PATIENCE_MS = 120 * 1000, LOOK_NS = 2000000, TWO_PARTS = INDEX_PART_BYTES + 5 };

/* --- a build that is watched --- */

static struct {
    atomic_int builds;   /* that were begun */
    atomic_bool is_held; /* they do not end */
    off_t size;          /* of the file that they make */
} building;

static void pause_briefly(void)
{
    nanosleep(&(struct timespec){.tv_nsec = LOOK_NS}, NULL);
}

enum status index_build(struct store *store, const char *domain_id, const char *path, const atomic_bool *cancel,
                        struct error *err)
{
    (void)store, (void)domain_id;
    atomic_fetch_add(&building.builds, 1);
    while (atomic_load(&building.is_held) && !atomic_load(cancel))
        pause_briefly();
    if (atomic_load(cancel))
        return error_set(err, E_CANCELLED, NULL, "it was called off");
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    bool is_made = file >= 0 && write(file, "index", 5) == 5 && ftruncate(file, building.size) == 0;
    if (file >= 0)
        close(file);
    return is_made ? OK : error_set(err, E_IO, NULL, "%s cannot be made", path);
}

/* --- nodes on one store --- */

struct node_thread {
    struct sharing *sharing;
    pthread_t thread;
    char *folder;
    struct index_share *share;
    atomic_bool cancel, is_done;
    enum status status;
    struct error err;
    struct index_file file;
};

struct sharing {
    struct fixture *f;
    struct store *store;
    struct domain domain;
    struct node_thread nodes[NODES];
};

static enum status make_site(struct db *db, void *argument, struct error *err)
{
    enum status status = make_account_with(db, "me", "professional", 1000, 10, err);
    return status ? status : domain_insert(db, argument, err);
}

static enum status run_sql(struct db *db, void *argument, struct error *err)
{
    return db_run(db, argument, DB_NOTHING, NULL, err);
}

static void change(struct sharing *sharing, const char *sql)
{
    struct error err;
    if (store_write(sharing->store, run_sql, (void *)sql, &err))
        fail_msg("%s: %s", sql, err.message);
}

struct question {
    const char *sql;
    int64_t answer;
};

static enum status read_answer(struct db *db, void *argument, struct error *err)
{
    struct question *question = argument;
    return db_one(db, question->sql, DB_NOTHING, NULL, read_number, &question->answer, err);
}

static int64_t ask(struct sharing *sharing, const char *sql)
{
    struct error err;
    struct question question = {sql, -1};
    if (store_read(sharing->store, read_answer, &question, &err))
        fail_msg("%s: %s", sql, err.message);
    return question.answer;
}

static void begin(struct sharing *sharing, void **state, int64_t lease_ms)
{
    static const char *const NAMES[] = {"north", "south", "west"};
    *sharing = (struct sharing){.f = *state};
    sharing->domain = (struct domain){
        .id = SITE, .account_id = "me", .name = "Site", .state = DOMAIN_READY, .page_count = 1, .pages_version = 0};
    atomic_store(&building.builds, 0);
    atomic_store(&building.is_held, false);
    building.size = TWO_PARTS;
    assert_int_equal(database_open(sharing->f->folder, &sharing->store, &sharing->f->err), OK);
    assert_int_equal(store_write(sharing->store, make_site, &sharing->domain, &sharing->f->err), OK);
    for (int i = 0; i < NODES; i++) {
        struct node_thread *node = &sharing->nodes[i];
        node->sharing = sharing;
        node->folder = arena_printf(sharing->f->arena, "%s/%s", sharing->f->folder, NAMES[i]);
        assert_int_equal(mkdir(node->folder, 0700), 0);
        assert_int_equal(index_share_new(sharing->store, NAMES[i], lease_ms, &node->share, &sharing->f->err), OK);
    }
}

static void end(struct sharing *sharing)
{
    for (int i = 0; i < NODES; i++)
        index_share_free(sharing->nodes[i].share);
    store_close(sharing->store);
    database_drop(sharing->f->folder);
}

static enum status obtain(struct node_thread *node)
{
    node->status =
        index_share_obtain(node->share, node->folder, &node->sharing->domain, &node->cancel, &node->file, &node->err);
    return node->status;
}

static void *run_node(void *argument)
{
    struct node_thread *node = argument;
    obtain(node);
    atomic_store(&node->is_done, true);
    return NULL;
}

static void start(struct node_thread *node)
{
    atomic_store(&node->is_done, false);
    assert_int_equal(pthread_create(&node->thread, NULL, run_node, node), 0);
}

static enum status join(struct node_thread *node)
{
    assert_int_equal(pthread_join(node->thread, NULL), 0);
    return node->status;
}

static void wait_for_builds(int count)
{
    for (int64_t until = clock_mono_ms() + PATIENCE_MS; atomic_load(&building.builds) < count;) {
        assert_true(clock_mono_ms() < until);
        pause_briefly();
    }
}

static void wait_until(struct sharing *sharing, const char *sql)
{
    for (int64_t until = clock_mono_ms() + PATIENCE_MS; !ask(sharing, sql);) {
        if (clock_mono_ms() > until)
            fail_msg("%s did not come true", sql);
        pause_briefly();
    }
}

static off_t size_at(const struct node_thread *node)
{
    struct stat info;
    char *path = index_file_path(node->folder, SITE, node->file.version);
    off_t size = stat(path, &info) == 0 ? info.st_size : -1;
    free(path);
    return size;
}

/* --- one build --- */

static void nodes_that_ask_at_once_make_one_build(void **state)
{
    struct sharing sharing;
    begin(&sharing, state, INDEX_LEASE_MS);
    for (int round = 0; round < 5; round++) {
        sharing.domain.pages_version = round;
        atomic_store(&building.is_held, true);
        for (int i = 0; i < NODES; i++)
            start(&sharing.nodes[i]);
        wait_for_builds(round + 1);
        atomic_store(&building.is_held, false);
        for (int i = 0; i < NODES; i++) {
            if (join(&sharing.nodes[i]) != OK)
                fail_msg("%s", sharing.nodes[i].err.message);
            assert_int_equal(sharing.nodes[i].file.version, round);
            assert_int_equal(size_at(&sharing.nodes[i]), TWO_PARTS);
        }
        assert_int_equal(atomic_load(&building.builds), round + 1);
        assert_int_equal(ask(&sharing, "SELECT build FROM domain_index"), round + 1);
    }
    end(&sharing);
}

static void a_lease_is_renewed_while_its_index_is_built(void **state)
{
    struct sharing sharing;
    begin(&sharing, state, SHORT_LEASE_MS);
    atomic_store(&building.is_held, true);
    start(&sharing.nodes[0]);
    wait_for_builds(1);
    for (int renewals = 0; renewals < 5; renewals++) { /* far more than one lease lasts */
        char sql[120];
        snprintf(sql, sizeof sql, "SELECT build_until >= %lld FROM domain_index",
                 (long long)ask(&sharing, "SELECT build_until FROM domain_index") + SHORT_LEASE_MS / 3);
        wait_until(&sharing, sql);
    }
    assert_int_equal(ask(&sharing, "SELECT build FROM domain_index WHERE builder = 'north'"), 1);
    atomic_store(&building.is_held, false);
    assert_int_equal(join(&sharing.nodes[0]), OK);
    assert_int_equal(ask(&sharing, "SELECT build_until FROM domain_index"), 0);
    assert_int_equal(obtain(&sharing.nodes[1]), OK);
    assert_int_equal(atomic_load(&building.builds), 1);
    end(&sharing);
}

/* Another node builds, since this one was taken for dead: what it makes is its own. */
static void a_build_whose_lease_was_lost_is_used_here_alone(void **state)
{
    struct sharing sharing;
    begin(&sharing, state, SHORT_LEASE_MS);
    atomic_store(&building.is_held, true);
    start(&sharing.nodes[0]);
    wait_for_builds(1);
    change(&sharing, "UPDATE domain_index SET builder = 'dead', build = 7, build_until = 9000000000000000");
    atomic_store(&building.is_held, false);
    assert_int_equal(join(&sharing.nodes[0]), OK);
    assert_int_equal(size_at(&sharing.nodes[0]), TWO_PARTS);
    assert_int_equal(ask(&sharing, "SELECT COUNT(*) FROM domain_index_part"), 0);
    assert_int_equal(ask(&sharing, "SELECT build FROM domain_index WHERE builder = 'dead'"), 7);
    end(&sharing);
}

static void a_build_can_be_called_off(void **state)
{
    struct sharing sharing;
    begin(&sharing, state, INDEX_LEASE_MS);
    atomic_store(&building.is_held, true);
    start(&sharing.nodes[0]);
    wait_for_builds(1);
    atomic_store(&sharing.nodes[0].cancel, true);
    assert_int_equal(join(&sharing.nodes[0]), E_CANCELLED);
    assert_int_equal(ask(&sharing, "SELECT COUNT(*) FROM domain_index WHERE builder = '' AND build_until = 0"), 1);
    atomic_store(&building.is_held, false);
    assert_int_equal(obtain(&sharing.nodes[1]), OK); /* at once: the lease was given back */
    assert_int_equal(atomic_load(&building.builds), 2);
    end(&sharing);
}

/* --- what can go wrong --- */

static void a_domain_is_deleted_while_its_index_is_built(void **state)
{
    struct sharing sharing;
    begin(&sharing, state, INDEX_LEASE_MS);
    atomic_store(&building.is_held, true);
    start(&sharing.nodes[0]);
    wait_for_builds(1);
    start(&sharing.nodes[1]); /* waits for the first */
    change(&sharing, "DELETE FROM domain");
    assert_int_equal(join(&sharing.nodes[1]), E_NOT_FOUND);
    atomic_store(&building.is_held, false);
    assert_int_equal(join(&sharing.nodes[0]), OK); /* whoever opens it finds that the domain is gone */
    assert_int_equal(ask(&sharing, "SELECT COUNT(*) FROM domain_index"), 0);
    assert_int_equal(ask(&sharing, "SELECT COUNT(*) FROM domain_index_part"), 0);
    assert_int_equal(atomic_load(&building.builds), 1);
    end(&sharing);
}

static void a_file_that_cannot_be_stored_is_used_here(void **state)
{
    struct sharing sharing;
    begin(&sharing, state, INDEX_LEASE_MS);
    change(&sharing, "ALTER TABLE domain_index_part RENAME TO elsewhere");
    assert_int_equal(obtain(&sharing.nodes[0]), OK);
    assert_int_equal(size_at(&sharing.nodes[0]), TWO_PARTS);
    assert_int_equal(ask(&sharing, "SELECT COUNT(*) FROM domain_index WHERE builder = '' AND build_until = 0"), 1);
    change(&sharing, "ALTER TABLE elsewhere RENAME TO domain_index_part");
    assert_int_equal(obtain(&sharing.nodes[1]), OK); /* builds for itself, and for the others */
    assert_int_equal(obtain(&sharing.nodes[2]), OK);
    assert_int_equal(atomic_load(&building.builds), 2);
    end(&sharing);
}

/* It is not read at all. */
static void a_file_that_is_too_large_is_used_here(void **state)
{
    struct sharing sharing;
    begin(&sharing, state, INDEX_LEASE_MS);
    building.size = INDEX_SHARE_MAX + 1;
    assert_int_equal(obtain(&sharing.nodes[0]), OK);
    assert_true(size_at(&sharing.nodes[0]) == building.size);
    assert_int_equal(ask(&sharing, "SELECT COUNT(*) FROM domain_index_part"), 0);
    assert_int_equal(obtain(&sharing.nodes[1]), OK);
    assert_int_equal(atomic_load(&building.builds), 2);
    end(&sharing);
}

static void a_file_that_cannot_be_written_here_leaves_nothing(void **state)
{
    struct sharing sharing;
    begin(&sharing, state, INDEX_LEASE_MS);
    assert_int_equal(obtain(&sharing.nodes[0]), OK);
    char *folder = sharing.nodes[1].folder;
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(obtain(&sharing.nodes[1]), E_IO);
    assert_non_null(strstr(sharing.nodes[1].err.message, "cannot be written"));
    assert_int_equal(ask(&sharing, "SELECT COUNT(*) FROM domain_index WHERE pages_version = 0"), 1); /* it is good */
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(obtain(&sharing.nodes[1]), OK);
    assert_int_equal(atomic_load(&building.builds), 1);
    end(&sharing);
}

static void what_fails_while_it_is_fetched_is_fetched_later(void **state)
{
    struct sharing sharing;
    begin(&sharing, state, INDEX_LEASE_MS);
    assert_int_equal(obtain(&sharing.nodes[0]), OK);
    change(&sharing, "ALTER TABLE domain_index_part RENAME TO elsewhere");
    assert_int_equal(obtain(&sharing.nodes[1]), E_INTERNAL);
    assert_int_equal(size_at(&sharing.nodes[1]), -1);
    assert_int_equal(ask(&sharing, "SELECT COUNT(*) FROM domain_index WHERE pages_version = 0"), 1);
    change(&sharing, "ALTER TABLE elsewhere RENAME TO domain_index_part");
    assert_int_equal(obtain(&sharing.nodes[1]), OK);
    assert_int_equal(size_at(&sharing.nodes[1]), TWO_PARTS);
    assert_int_equal(atomic_load(&building.builds), 1);
    end(&sharing);
}

/* --- the database goes away --- */

/* Renames the file: nothing is written any more, until it has its name again. */
static void set_away(struct sharing *sharing, bool is_away)
{
    const char *here = arena_printf(sharing->f->arena, "%s/copydesk.db", sharing->f->folder);
    const char *away = arena_printf(sharing->f->arena, "%s/away.db", sharing->f->folder);
    assert_int_equal(is_away ? rename(here, away) : rename(away, here), 0);
}

static void what_is_built_while_the_database_is_away_is_used_here(void **state)
{
    struct sharing sharing;
    ON_SQLITE_ONLY("its file is taken away");
    begin(&sharing, state, SHORT_LEASE_MS);
    atomic_store(&building.is_held, true);
    start(&sharing.nodes[0]);
    wait_for_builds(1);
    set_away(&sharing, true);
    atomic_store(&building.is_held, false);
    assert_int_equal(join(&sharing.nodes[0]), OK);
    assert_int_equal(size_at(&sharing.nodes[0]), TWO_PARTS);
    assert_int_equal(obtain(&sharing.nodes[1]), E_IO); /* it cannot even begin */
    set_away(&sharing, false);
    assert_int_equal(obtain(&sharing.nodes[1]), OK); /* once the lease, which could not be given back, has run out */
    assert_int_equal(atomic_load(&building.builds), 2);
    end(&sharing);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_folder, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nodes_that_ask_at_once_make_one_build),
        TEST(a_lease_is_renewed_while_its_index_is_built),
        TEST(a_build_whose_lease_was_lost_is_used_here_alone),
        TEST(a_build_can_be_called_off),
        TEST(a_domain_is_deleted_while_its_index_is_built),
        TEST(a_file_that_cannot_be_stored_is_used_here),
        TEST(a_file_that_is_too_large_is_used_here),
        TEST(a_file_that_cannot_be_written_here_leaves_nothing),
        TEST(what_fails_while_it_is_fetched_is_fetched_later),
        TEST(what_is_built_while_the_database_is_away_is_used_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
