/* Settings of integrations read, checked, sealed and opened when memory runs out at any allocation, those of the JSON
 * library among them: an error, never a crash, a leak or half a setting. */
#include "deliver/deliver.h"
#include "service/api/integration_change.h"

#include "oom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#define ID "0190a0a0-0000-7000-8000-000000000001"

struct fixture {
    char path[60];
    struct net *net;
    json_t *given;
};

/* What a request gives is taken, sealed and opened again. */
static enum status live_once(struct fixture *f, struct arena *arena, json_t **opened)
{
    struct error err;
    struct seal *seal = NULL;
    struct str sealed = {0};
    struct faults faults = {.arena = arena};
    struct integration_settings settings = {
        .target = &wordpress_target, .shown = json_object(), .secrets = json_object()};
    enum status status = settings.shown && settings.secrets ? OK : E_MEMORY;
    if (status == OK)
        status = integration_settings_take(&settings, f->given, f->net, &faults, &err);
    assert_int_equal(faults.count, 0);
    if (status == OK)
        status = seal_open_file(f->path, true, &seal, &err);
    if (status == OK)
        status = secrets_close(seal, arena, ID, settings.secrets, &sealed, &err);
    char *shown = status == OK ? secrets_text(settings.shown) : NULL;
    if (status == OK && !shown)
        status = E_MEMORY;
    const struct integration integration = {.id = ID, .settings = shown, .secrets = sealed};
    if (status == OK)
        status = secrets_open(seal, &integration, arena, opened, &err);
    free(shown);
    integration_settings_free(&settings);
    seal_free(seal);
    return status;
}

static void survive_shortage(struct fixture *f)
{
    bool enough = false;
    for (long count = 0; !enough; count++) {
        struct arena *arena = arena_new();
        json_t *opened = NULL;
        oom_allocations_left = count;
        enum status status = live_once(f, arena, &opened);
        enough = oom_allocations_left > 0;
        oom_allocations_left = -1;
        assert_true(status == OK || (status == E_MEMORY && !enough));
        assert_true(status != OK || json_equal(opened, f->given));
        assert_true(status == OK || !opened);
        json_decref(opened);
        arena_free(arena);
        unlink(f->path);
    }
}

static void settings_survive_a_shortage(void **state)
{
    (void)state;
    char folder[] = "/tmp/copydesk-settings-XXXXXX";
    struct fixture f = {.net = NULL};
    assert_non_null(mkdtemp(folder));
    snprintf(f.path, sizeof f.path, "%s/secret.key", folder);
    json_set_alloc_funcs(__wrap_malloc, free);
    assert_int_equal(net_new(&(struct net_options){0}, &f.net, NULL), OK);
    f.given = json_pack("{s:s,s:s,s:s,s:[s,s]}", "url", "https://blog.example/", "username", "ann",
                        "applicationPassword", "abcd efgh", "tags", "herbs", "pots");
    assert_non_null(f.given);
    oom_only_one_fails = false;
    survive_shortage(&f);
    oom_only_one_fails = true;
    survive_shortage(&f);
    json_decref(f.given);
    net_free(f.net);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_survive_a_shortage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
