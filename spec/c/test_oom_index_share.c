/* An index between nodes while memory runs out: it is there or E_MEMORY is said, and the next one who asks gets it.
 * index_build is this file's own here. */
#include "oom.h"
#include "test_store.h"

#include "service/domain/domain.h"
#include "service/domain/index_build.h"
#include "service/domain/index_builds.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define SITE "0190b1b5-0000-7000-8000-000000000001"

enum { SHORT_LEASE_MS = 20, ALLOCATIONS_MOST = 400 };

struct sharing {
    struct fixture *f;
    struct store *store;
    struct domain domain;
    const char *folder;
    struct index_share *share;
};

enum status index_build(struct store *store, const char *domain_id, const char *path, const atomic_bool *cancel,
                        struct error *err)
{
    (void)store, (void)domain_id, (void)cancel;
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    bool is_made = file >= 0 && write(file, "index", 5) == 5;
    if (file >= 0)
        close(file);
    return is_made ? OK : error_set(err, E_IO, NULL, "%s cannot be made", path);
}

static enum status make_site(struct db *db, void *argument, struct error *err)
{
    enum status status = make_account_with(db, "me", "professional", 1000, 10, err);
    return status ? status : domain_insert(db, argument, err);
}

static enum status forget(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    return db_run(db, "DELETE FROM domain_index", DB_NOTHING, NULL, err);
}

static enum status count_files(struct db *db, void *argument, struct error *err)
{
    (void)err;
    *(int64_t *)argument = number(db, "SELECT COUNT(*) FROM domain_index WHERE pages_version = 0");
    return OK;
}

static bool is_stored(struct sharing *sharing)
{
    int64_t count = 0;
    assert_int_equal(store_read(sharing->store, count_files, &count, NULL), OK);
    return count > 0;
}

static void begin(struct sharing *sharing, void **state)
{
    *sharing = (struct sharing){.f = *state};
    sharing->domain = (struct domain){.id = SITE, .account_id = "me", .name = "Site", .state = DOMAIN_READY};
    sharing->folder = sharing->f->folder;
    assert_int_equal(database_open(sharing->f->folder, &sharing->store, &sharing->f->err), OK);
    assert_int_equal(store_write(sharing->store, make_site, &sharing->domain, &sharing->f->err), OK);
    assert_int_equal(index_share_new(sharing->store, "north", SHORT_LEASE_MS, &sharing->share, &sharing->f->err), OK);
}

static void end(struct sharing *sharing)
{
    index_share_free(sharing->share);
    store_close(sharing->store);
    database_drop(sharing->f->folder);
}

static enum status obtain(struct sharing *sharing, long allocations, bool *enough)
{
    struct error err;
    struct index_file file;
    atomic_bool cancel = false;
    oom_allocations_left = allocations;
    enum status status = index_share_obtain(sharing->share, sharing->folder, &sharing->domain, &cancel, &file, &err);
    *enough = oom_allocations_left > 0;
    oom_allocations_left = -1;
    return status;
}

static bool is_here(const struct sharing *sharing)
{
    struct stat info;
    char *path = index_file_path(sharing->folder, SITE, 0);
    bool is_there = stat(path, &info) == 0 && info.st_size == 5;
    unlink(path);
    free(path);
    return is_there;
}

/* is_built: it is built and stored each time; else fetched. */
static void run_short_of(struct sharing *sharing, bool is_built, bool only_one)
{
    bool enough = false;
    long allowed = 0;
    oom_only_one_fails = only_one;
    for (; !enough; allowed++) {
        bool whatever;
        if (is_built)
            assert_int_equal(store_write(sharing->store, forget, NULL, NULL), OK);
        enum status status = obtain(sharing, allowed, &enough);
        assert_true(status == OK || status == E_MEMORY);
        assert_int_equal(is_here(sharing), status == OK);
        assert_int_equal(obtain(sharing, -1, &whatever), OK);
        assert_true(is_here(sharing) && is_stored(sharing));
        assert_true(allowed < ALLOCATIONS_MOST);
    }
    assert_true(allowed > 1); /* that is, it has failed */
    oom_only_one_fails = false;
}

static void building_survives_a_shortage(void **state)
{
    struct sharing sharing;
    begin(&sharing, state);
    run_short_of(&sharing, true, false);
    run_short_of(&sharing, true, true);
    end(&sharing);
}

static void fetching_survives_a_shortage(void **state)
{
    bool enough;
    struct sharing sharing;
    begin(&sharing, state);
    assert_int_equal(obtain(&sharing, -1, &enough), OK);
    assert_true(is_here(&sharing));
    run_short_of(&sharing, false, false);
    run_short_of(&sharing, false, true);
    end(&sharing);
}

static void a_share_is_made_or_not(void **state)
{
    struct sharing sharing;
    begin(&sharing, state);
    enum status status = E_MEMORY;
    for (long allowed = 0; status != OK; allowed++) {
        struct index_share *share = NULL;
        oom_allocations_left = allowed;
        status = index_share_new(sharing.store, "south", SHORT_LEASE_MS, &share, NULL);
        oom_allocations_left = -1;
        assert_true(status == OK || (status == E_MEMORY && !share));
        index_share_free(share);
        assert_true(allowed < ALLOCATIONS_MOST);
    }
    end(&sharing);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_folder, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(building_survives_a_shortage),
        TEST(fetching_survives_a_shortage),
        TEST(a_share_is_made_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
