/* What requests say of the settings of integrations, by a table with every type that there is. */
#include "service/api/integration_change.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

static const struct setting table[] = {
    {"host", SETTING_TEXT, .is_required = true},
    {"page", SETTING_URL},
    {"token", SETTING_TEXT, .is_secret = true, .is_required = true},
    {"tags", SETTING_TEXTS},
    {"fields", SETTING_OBJECT},
};

static enum status check(const json_t *settings, struct arena *arena, struct error *err)
{
    const char *token = json_string_value(json_object_get(settings, "token"));
    const char *host = json_string_value(json_object_get(settings, "host"));
    (void)arena;
    assert_non_null(host); /* nothing is asked before the types are right */
    return strcmp(token, "bad") ? OK : error_set(err, E_INVALID, NULL, "token must not be bad");
}

static const struct delivery_target target = {
    .name = "shelf",
    .url_setting = "host",
    .url_format = "https://%s/",
    .settings = table,
    .setting_count = COUNT_OF(table),
    .check = check,
};

struct fixture {
    struct net *net;
    struct arena *arena;
    struct integration_settings settings;
    struct faults faults;
    struct error err;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    assert_int_equal(net_new(&(struct net_options){0}, &f->net, &f->err), OK);
    f->arena = arena_new();
    assert_non_null(f->arena);
    f->settings = (struct integration_settings){.target = &target, .shown = json_object(), .secrets = json_object()};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    integration_settings_free(&f->settings);
    arena_free(f->arena);
    net_free(f->net);
    free(f);
    return 0;
}

/* The pointers of the faults, joined by blanks. */
static const char *take(struct fixture *f, const char *text)
{
    struct buf pointers = {0};
    json_error_t why;
    json_t *given = text ? json_loads(text, 0, &why) : NULL;
    assert_true(given || !text);
    f->faults = (struct faults){.arena = f->arena};
    assert_int_equal(integration_settings_take(&f->settings, given, f->net, &f->faults, &f->err), OK);
    for (size_t i = 0; i < f->faults.count; i++)
        buf_printf(&pointers, "%s%s", i ? " " : "", f->faults.list[i].pointer);
    const char *copy = arena_copy(f->arena, buf_text(&pointers));
    buf_free(&pointers);
    json_decref(given);
    return copy;
}

static void assert_has(struct fixture *f, const char *shown, const char *secrets)
{
    char *left = json_dumps(f->settings.shown, JSON_COMPACT | JSON_SORT_KEYS);
    char *right = json_dumps(f->settings.secrets, JSON_COMPACT | JSON_SORT_KEYS);
    assert_string_equal(left, shown);
    assert_string_equal(right, secrets);
    free(left);
    free(right);
}

static void what_is_given_is_kept_apart(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(take(f, "{\"host\":\"a.example\",\"token\":\"t\",\"tags\":[\"x\",\"y\"],\"fields\":{\"a\":1},"
                                "\"page\":\"https://a.example/p\",\"other\":[[]]}"),
                        "");
    assert_true(f->settings.have_secrets_changed);
    assert_has(f,
               "{\"fields\":{\"a\":1},\"host\":\"a.example\",\"page\":\"https://a.example/p\",\"tags\":[\"x\",\"y\"]}",
               "{\"token\":\"t\"}");
}

static void what_is_left_out_stays(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(take(f, "{\"host\":\"a.example\",\"token\":\"t\",\"tags\":[\"x\"],\"fields\":{\"a\":1}}"), "");
    f->settings.have_secrets_changed = false;
    assert_string_equal(take(f, NULL), "");
    assert_string_equal(take(f, "{\"token\":null}"), "");
    assert_string_equal(take(f, "{\"token\":\"\"}"), "");
    assert_false(f->settings.have_secrets_changed);
    assert_has(f, "{\"fields\":{\"a\":1},\"host\":\"a.example\",\"tags\":[\"x\"]}", "{\"token\":\"t\"}");
    assert_string_equal(take(f, "{\"tags\":[],\"fields\":null,\"host\":\"b.example\",\"token\":\"u\"}"), "");
    assert_true(f->settings.have_secrets_changed);
    assert_has(f, "{\"host\":\"b.example\"}", "{\"token\":\"u\"}");
}

static void what_is_missing_is_named(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(take(f, NULL), "/settings/host /settings/token");
    assert_string_equal(f->faults.list[0].detail, "host is required for a shelf integration.");
    assert_string_equal(take(f, "{\"host\":\"a.example\"}"), "/settings/token");
    assert_string_equal(take(f, "{\"host\":null,\"token\":\"t\"}"), "/settings/host");
}

static void every_fault_is_named(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(take(f, "{\"host\":1,\"token\":[\"t\"],\"tags\":\"x\",\"fields\":\"y\",\"page\":true}"),
                        "/settings/host /settings/page /settings/token /settings/tags /settings/fields");
    assert_string_equal(take(f, "{\"host\":\"a\\u0007\",\"token\":\"t\\r\\nX: y\",\"tags\":[\"x\",1,\"\"]}"),
                        "/settings/host /settings/token /settings/tags/1 /settings/tags/2");
    assert_string_equal(take(f, "{\"host\":\"a.example\",\"token\":\"t\",\"page\":\"a.example\"}"), "/settings/page");
    assert_string_equal(take(f, "{\"host\":\"a.example\",\"token\":\"t\",\"page\":\"http://127.0.0.1/\"}"),
                        "/settings/page");
}

/* "NAME": "xxx..." */
static const char *with_long(struct fixture *f, const char *name, size_t length, const char *before, const char *after)
{
    char *text = arena_alloc(f->arena, length + 1);
    memset(text, 'x', length);
    const char *json =
        arena_printf(f->arena, "{\"host\":\"a.example\",\"token\":\"t\",\"%s\":%s%s%s}", name, before, text, after);
    return take(f, json);
}

static void what_is_too_long_is_refused(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(with_long(f, "page", 1980, "\"https://a.example/", "\""), "");
    assert_string_equal(with_long(f, "page", 2000, "\"https://a.example/", "\""), "/settings/page");
    assert_string_equal(with_long(f, "tags", 200, "[\"", "\"]"), "");
    assert_string_equal(with_long(f, "tags", 201, "[\"", "\"]"), "/settings/tags/0");
    assert_string_equal(with_long(f, "fields", 7000, "{\"a\":\"", "\"}"), "");
    assert_string_equal(with_long(f, "fields", 8000, "{\"a\":\"", "\"}"), "/settings/fields");
    struct buf many = {0};
    buf_str(&many, "{\"host\":\"a.example\",\"token\":\"t\",\"tags\":[\"x\"");
    for (int i = 0; i < 50; i++)
        buf_str(&many, ",\"x\"");
    buf_str(&many, "]}");
    assert_string_equal(take(f, many.data), "/settings/tags");
    buf_free(&many);
}

static void the_address_is_checked_that_a_setting_comes_to(void **state)
{
    static const char *const hosts[] = {"127.0.0.1", "10.0.0.1", "[::1]", "a.example:22", "u:p@a.example", "a b"};
    struct fixture *f = *state;
    for (size_t i = 0; i < COUNT_OF(hosts); i++) {
        const char *text = arena_printf(f->arena, "{\"host\":\"%s\",\"token\":\"t\"}", hosts[i]);
        assert_string_equal(take(f, text), "/settings/host");
    }
}

static void the_kind_has_the_last_word(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(take(f, "{\"host\":\"a.example\",\"token\":\"bad\"}"), "/settings/token");
    assert_string_equal(f->faults.list[0].detail, "token must not be bad.");
    assert_string_equal(take(f, "{\"token\":\"bad\",\"tags\":1}"), "/settings/tags");
    assert_string_equal(take(f, "{\"token\":\"good\"}"), "");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* Whoever may change an integration but has not its secrets must not have them sent to a host of his own. */
static void secrets_do_not_move_to_another_receiver(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(take(f, "{\"host\":\"a.example\",\"token\":\"t\"}"), "");
    assert_string_equal(take(f, "{\"host\":\"b.example\"}"), "/settings/token");
    assert_string_equal(take(f, "{\"host\":\"a.example\"}"), "/settings/token"); /* back again: it was moved above */
    assert_string_equal(take(f, "{\"host\":\"b.example\",\"token\":null}"), "/settings/token");
    assert_string_equal(take(f, "{\"host\":\"b.example\",\"token\":\"u\"}"), "");
    assert_string_equal(take(f, "{\"host\":\"https://B.example:443/blog\"}"), "");
    assert_string_equal(take(f, "{\"host\":\"http://b.example/\"}"), "/settings/token");
    assert_string_equal(take(f, "{\"host\":\"https://b.example:8443/\",\"token\":\"u\"}"), "");
    assert_string_equal(take(f, "{\"page\":\"https://c.example/\"}"), "/settings/token");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_given_is_kept_apart), TEST(what_is_left_out_stays),
        TEST(what_is_missing_is_named),    TEST(every_fault_is_named),
        TEST(what_is_too_long_is_refused), TEST(the_address_is_checked_that_a_setting_comes_to),
        TEST(the_kind_has_the_last_word),  TEST(secrets_do_not_move_to_another_receiver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
