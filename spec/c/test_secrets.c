/* Secrets of integrations in the store: opened for a delivery, at a start, and while the key is changed. */
#include "database.h"
#include "deliver/deliver.h"
#include "store/db/db.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>
#include <ftw.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { INTEGRATIONS = 7 };

struct fixture {
    char folder[40], path[60];
    struct arena *arena;
    struct store *store;
    struct seal *seal;
    struct error err;
};

static void open_all(struct fixture *f)
{
    assert_int_equal(database_open(f->folder, &f->store, &f->err), OK);
    assert_int_equal(secrets_start(f->store, f->path, &f->seal, &f->err), OK);
}

static void close_all(struct fixture *f)
{
    seal_free(f->seal);
    f->seal = NULL;
    store_close(f->store);
    f->store = NULL;
}

/* The process ended here, and the next one begins. */
static void restart(struct fixture *f)
{
    close_all(f);
    open_all(f);
}

static void name_of(size_t i, char id[UUID_LENGTH + 1])
{
    snprintf(id, UUID_LENGTH + 1, "00000000-0000-7000-8000-%012zu", i);
}

struct insertion {
    struct fixture *f;
    size_t i;
};

/* Every third integration has no secrets. */
static enum status insert(struct db *db, void *argument, struct error *err)
{
    struct insertion *insertion = argument;
    struct fixture *f = insertion->f;
    char id[UUID_LENGTH + 1];
    name_of(insertion->i, id);
    struct integration integration = {.id = id,
                                      .account_id = "me",
                                      .kind = "ghost",
                                      .name = "Blog",
                                      .settings = "{\"url\":\"https://a.example/\"}",
                                      .created_at = 5};
    json_t *secrets = insertion->i % 3 == 2 ? json_object() : json_pack("{s:s}", "adminApiKey", id);
    assert_int_equal(secrets_close(f->seal, f->arena, id, secrets, &integration.secrets, err), OK);
    json_decref(secrets);
    return integration_insert(db, &integration, err);
}

static enum status insert_account(struct db *db, void *argument, struct error *err)
{
    const struct account account = {.id = "me", .plan = "professional", .created_at = 1};
    (void)argument;
    return account_insert(db, &account, err);
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    log_set_level(LOG_ERROR);
    strcpy(f->folder, "/tmp/copydesk-secrets-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/secret.key", f->folder);
    f->arena = arena_new();
    open_all(f);
    assert_int_equal(store_write(f->store, insert_account, NULL, &f->err), OK);
    for (size_t i = 0; i < INTEGRATIONS; i++)
        assert_int_equal(store_write(f->store, insert, &(struct insertion){f, i}, &f->err), OK);
    *state = f;
    return 0;
}

static int remove_entry(const char *path, const struct stat *file, int kind, struct FTW *walk)
{
    (void)file, (void)kind, (void)walk;
    return remove(path);
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    close_all(f);
    arena_free(f->arena);
    database_drop(f->folder);
    assert_int_equal(nftw(f->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0);
    free(f);
    return 0;
}

struct listing {
    struct fixture *f;
    struct integration *list;
    size_t count;
};

static enum status list(struct db *db, void *argument, struct error *err)
{
    struct listing *l = argument;
    return integration_list(db, l->f->arena, NULL, NULL, 100, &l->list, &l->count, err);
}

static struct listing list_all(struct fixture *f)
{
    struct listing l = {.f = f};
    assert_int_equal(store_read(f->store, list, &l, &f->err), OK);
    assert_int_equal(l.count, INTEGRATIONS);
    return l;
}

static void assert_all_open(struct fixture *f)
{
    struct listing l = list_all(f);
    for (size_t i = 0; i < l.count; i++) {
        json_t *settings;
        assert_null(secrets_problem(f->seal, &l.list[i], f->arena));
        assert_int_equal(secrets_open(f->seal, &l.list[i], f->arena, &settings, &f->err), OK);
        const char *key = json_string_value(json_object_get(settings, "adminApiKey"));
        assert_string_equal(json_string_value(json_object_get(settings, "url")), "https://a.example/");
        if (i % 3 == 2)
            assert_null(key);
        else
            assert_string_equal(key, l.list[i].id);
        assert_int_equal(l.list[i].updated_at, 5); /* a change of the key is none of the integration */
        json_decref(settings);
    }
}

static size_t count_keys(struct fixture *f)
{
    struct secret_keys keys;
    assert_int_equal(key_file_read(f->path, &keys, &f->err), OK);
    return keys.count;
}

static void settings_and_secrets_are_one_object(void **state)
{
    assert_all_open(*state);
}

struct step {
    struct fixture *f;
    char last[UUID_LENGTH + 1];
    struct secrets_rotation rotation;
};

static enum status seal_some(struct db *db, void *argument, struct error *err)
{
    struct step *step = argument;
    return secrets_seal_anew(step->f->seal, db, 2, step->last, &step->rotation, err);
}

/* Stops after each step of a change of the key, and starts again: everything opens all the time. */
static void a_change_of_the_key_may_stop_anywhere(void **state)
{
    struct fixture *f = *state;
    struct step step = {.f = f};
    assert_int_equal(seal_rotate(f->seal, &f->err), OK);
    restart(f);
    assert_all_open(f);
    int batches = 0;
    do {
        assert_int_equal(store_write(f->store, seal_some, &step, &f->err), OK);
        restart(f);
        assert_all_open(f);
        assert_int_equal(count_keys(f), 2);
        batches++;
    } while (step.last[0]);
    assert_int_equal(batches, 5); /* two at a time, and one look behind the last */
    assert_int_equal(step.rotation.sealed, 5);
    assert_int_equal(step.rotation.unreadable, 0);
    assert_int_equal(seal_drop_old(f->seal, &f->err), OK);
    restart(f);
    assert_all_open(f);
    assert_int_equal(count_keys(f), 1);
}

/* Changes that were broken off leave their keys; the next one clears them away. */
static void a_change_completes_those_that_were_broken_off(void **state)
{
    struct fixture *f = *state;
    struct secrets_rotation rotation;
    struct step step = {.f = f};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(seal_rotate(f->seal, &f->err), OK);
        step.last[0] = '\0';
        assert_int_equal(store_write(f->store, seal_some, &step, &f->err), OK);
    }
    assert_int_equal(count_keys(f), 4);
    assert_int_equal(secrets_rotate(f->seal, f->store, &rotation, &f->err), OK);
    assert_int_equal(rotation.sealed, 5);
    assert_int_equal(rotation.unreadable, 0);
    assert_false(rotation.keeps_old);
    assert_int_equal(count_keys(f), 1);
    restart(f);
    assert_all_open(f);
}

static void *change_keys(void *argument)
{
    struct fixture *f = argument;
    struct secrets_rotation rotation;
    struct error err;
    for (int i = 0; i < 10; i++)
        if (secrets_rotate(f->seal, f->store, &rotation, &err) != OK || rotation.sealed != 5 || rotation.unreadable)
            return f;
    return NULL;
}

static void changes_at_once_take_turns(void **state)
{
    struct fixture *f = *state;
    pthread_t threads[4];
    void *failed[COUNT_OF(threads)];
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, change_keys, f), 0);
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_join(threads[i], &failed[i]), 0);
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_null(failed[i]);
    assert_int_equal(count_keys(f), 1);
    restart(f);
    assert_all_open(f);
}

/* --- what does not open --- */

struct damage {
    struct fixture *f;
    size_t i, at;
};

static enum status do_damage(struct db *db, void *argument, struct error *err)
{
    struct damage *damage = argument;
    char id[UUID_LENGTH + 1];
    struct integration integration;
    name_of(damage->i, id);
    assert_int_equal(integration_get(db, damage->f->arena, NULL, id, &integration, err), OK);
    char *bytes = arena_copy_n(damage->f->arena, integration.secrets.data, integration.secrets.len);
    bytes[damage->at] ^= 1;
    integration.secrets.data = bytes;
    return integration_update(db, &integration, 5, err);
}

static void damage_secret(struct fixture *f, size_t i, size_t at)
{
    assert_int_equal(store_write(f->store, do_damage, &(struct damage){f, i, at}, &f->err), OK);
}

static void assert_problem(struct fixture *f, size_t i, enum status expected, const char *says)
{
    json_t *settings;
    struct listing l = list_all(f);
    assert_int_equal(secrets_open(f->seal, &l.list[i], f->arena, &settings, &f->err), expected);
    assert_null(settings);
    const char *problem = secrets_problem(f->seal, &l.list[i], f->arena);
    assert_non_null(problem);
    assert_non_null(strstr(problem, says));
    assert_null(strstr(problem, f->folder));
}

static void a_damaged_secret_keeps_the_key_it_may_need(void **state)
{
    struct fixture *f = *state;
    struct secrets_rotation rotation;
    damage_secret(f, 1, 40);
    restart(f); /* warns, and goes on */
    assert_problem(f, 1, E_CORRUPT, "damaged");
    assert_int_equal(secrets_rotate(f->seal, f->store, &rotation, &f->err), OK);
    assert_int_equal(rotation.sealed, 4);
    assert_int_equal(rotation.unreadable, 1);
    assert_true(rotation.keeps_old);
    assert_int_equal(count_keys(f), 2);
    assert_problem(f, 1, E_CORRUPT, "damaged");
}

static void a_secret_whose_key_is_gone_keeps_none(void **state)
{
    struct fixture *f = *state;
    struct secrets_rotation rotation;
    damage_secret(f, 3, 2); /* in the name of the key */
    assert_problem(f, 3, E_NOT_FOUND, "no longer has");
    assert_int_equal(secrets_rotate(f->seal, f->store, &rotation, &f->err), OK);
    assert_int_equal(rotation.sealed, 4);
    assert_int_equal(rotation.unreadable, 1);
    assert_false(rotation.keeps_old);
    assert_int_equal(count_keys(f), 1);
}

static void without_the_file_nothing_is_made(void **state)
{
    struct fixture *f = *state;
    struct secrets_rotation rotation;
    struct str sealed;
    json_t *secrets = json_pack("{s:s}", "a", "b");
    assert_int_equal(unlink(f->path), 0);
    restart(f);
    assert_non_null(seal_problem(f->seal));
    assert_problem(f, 0, E_IO, "log");
    assert_int_equal(secrets_close(f->seal, f->arena, "x", secrets, &sealed, &f->err), E_IO);
    assert_int_equal(secrets_rotate(f->seal, f->store, &rotation, &f->err), E_IO);
    assert_int_equal(access(f->path, F_OK), -1);
    json_decref(secrets);
}

static enum status delete_all(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    return db_run(db, "DELETE FROM integration WHERE id <> $1", DB_BIND(db_text("")), NULL, err);
}

static void with_nothing_sealed_the_file_is_made_anew(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(store_write(f->store, delete_all, NULL, &f->err), OK);
    assert_int_equal(unlink(f->path), 0);
    restart(f);
    assert_null(seal_problem(f->seal));
    assert_int_equal(store_write(f->store, insert, &(struct insertion){f, 0}, &f->err), OK);
    assert_int_equal(count_keys(f), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(settings_and_secrets_are_one_object),
        TEST(a_change_of_the_key_may_stop_anywhere),
        TEST(a_change_completes_those_that_were_broken_off),
        TEST(changes_at_once_take_turns),
        TEST(a_damaged_secret_keeps_the_key_it_may_need),
        TEST(a_secret_whose_key_is_gone_keeps_none),
        TEST(without_the_file_nothing_is_made),
        TEST(with_nothing_sealed_the_file_is_made_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
