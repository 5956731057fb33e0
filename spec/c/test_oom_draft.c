/* Every allocation of making a draft, and of hiding secrets, fails once: out of memory comes back, or the same result
 * as ever. */
#include "draft_fixture.h"

#include "deliver/site.h"

#include <stdio.h>
#include <stdlib.h>

#include "oom.h"

static const char html[] = "<h1>T</h1><figure><img src=\"/media/" ID_A ".png\" alt=\"a &amp; b\"><figcaption>c "
                           "<b>d</b></figcaption></figure><img src=/media/" ID_B ".png>";

static const char rewritten[] =
    "<figure><img src=\"https://site.example/copydesk-" ID_A ".png?a=1&amp;b=2\" alt=\"a &amp; b\"><figcaption>c "
    "<b>d</b></figcaption></figure><img src=\"https://site.example/copydesk-" ID_B ".png?a=1&amp;b=2\">";

static enum status make_draft(struct draft_fixture *fixture, struct str *result)
{
    struct delivery_outcome outcome = {0};
    const char **addresses;
    bool done;
    enum status status = draft_of_article(&fixture->call, &fixture->draft, &fixture->err);
    if (status == OK)
        status = draft_pictures(&fixture->call, &fixture->draft, fixture_upload, fixture, &addresses, &done, &outcome,
                                &fixture->err);
    return status == OK ? draft_html(&fixture->draft, addresses, fixture->arena, result, &fixture->err) : status;
}

static void a_draft_is_made_whole_or_not_at_all(void **state)
{
    (void)state;
    bool was_made = false;
    for (long allowed = 0; !was_made; allowed++) {
        struct draft_fixture fixture;
        struct str result = {0};
        draft_fixture_begin(&fixture, html);
        oom_only_one_fails = allowed % 2;
        oom_allocations_left = allowed / 2;
        enum status status = make_draft(&fixture, &result);
        was_made = oom_allocations_left > 0;
        oom_allocations_left = -1;
        if (status == OK)
            assert_string_equal(result.data, rewritten);
        else
            assert_int_equal(status, E_MEMORY);
        draft_fixture_end(&fixture);
        assert_true(allowed < 10000);
    }
}

static void secrets_are_hidden_or_nothing_is_told(void **state)
{
    (void)state;
    static const char *const headers[] = {"Authorization: Bearer token-4711", NULL};
    static const struct setting password[] = {{"password", SETTING_TEXT, .is_secret = true}};
    static const struct delivery_target target = {.settings = password, .setting_count = 1};
    json_t *settings = json_pack("{s:s}", "password", "secret-4711");
    bool was_made = false;
    for (long allowed = 0; !was_made; allowed++) {
        struct arena *arena = arena_new();
        const struct delivery_call call = {.target = &target, .settings = settings, .arena = arena};
        oom_allocations_left = allowed;
        const char *text = hiding_apply(&call, NULL, headers, "token-4711 secret-4711");
        was_made = oom_allocations_left > 0;
        oom_allocations_left = -1;
        if (text)
            assert_string_equal(text, "[hidden] [hidden]");
        else
            assert_false(was_made);
        arena_free(arena);
        assert_true(allowed < 100);
    }
    json_decref(settings);
}

static void a_form_is_whole_or_failed(void **state)
{
    (void)state;
    bool is_whole = false;
    for (long allowed = 0; !is_whole; allowed++) {
        struct delivery_form form;
        oom_allocations_left = allowed;
        form_begin(&form);
        form_text(&form, "key", "value");
        form_file(&form, "file", "a.png", "image/png", STR("bytes"));
        is_whole = form_end(&form);
        oom_allocations_left = -1;
        if (is_whole)
            assert_non_null(strstr(form.body.data, "bytes\r\n--"));
        form_free(&form);
        assert_true(allowed < 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_draft_is_made_whole_or_not_at_all),
        cmocka_unit_test(secrets_are_hidden_or_nothing_is_told),
        cmocka_unit_test(a_form_is_whole_or_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
