/*
 * Every allocation of opening and asking the sources of pictures fails once: an error comes back, or the picture. Those
 * of jansson count where a text is short: of a long one it loses a character when its buffer cannot grow, and says
 * nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "loopback.h"
#include "media_files.h"
#include "oom.h"
#include "pictures.h"

#include "text/text.h"

static struct loopback service, elsewhere;
static struct net *net;
static json_t *entries;
static struct str answers[4], picture;

enum { MADE_OPENAI, MADE_AUTOMATIC1111, FOUND, TOKEN };

static bool answer(struct loopback *server, int connection, const char *request)
{
    static const char *const paths[] = {[MADE_OPENAI] = " /images/generations ",
                                        [MADE_AUTOMATIC1111] = " /sdapi/v1/txt2img ",
                                        [FOUND] = " /v1/images/?",
                                        [TOKEN] = " /v1/auth_tokens/token/ "};
    struct str body = picture;
    char head[200];
    for (size_t i = 0; i < COUNT_OF(paths) && server == &service; i++)
        if (strstr(request, paths[i]))
            body = answers[i];
    int length = snprintf(head, sizeof head,
                          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\nConnection: "
                          "close\r\n\r\n",
                          body.len);
    loopback_send(connection, head, (size_t)length);
    loopback_send(connection, body.data, body.len);
    return false;
}

static int start(void **state)
{
    int failed = set_up(state);
    loopback_start(&service, answer, NULL);
    loopback_start(&elsewhere, answer, NULL);
    picture = png(640, 480);
    const char *coded = base64_encode(arena, picture), *allowed = elsewhere.url + strlen("http://");
    answers[MADE_OPENAI] = str_from(arena_printf(arena, "{\"data\": [{\"b64_json\": \"%s\"}]}", coded));
    answers[MADE_AUTOMATIC1111] = str_from(arena_printf(arena, "{\"images\": [\"%s\"]}", coded));
    answers[FOUND] = str_from(arena_printf(
        arena,
        "{\"results\": [{\"id\": \"7\", \"title\": \"Fern\", \"creator\": \"Ada\", \"license\": \"by\", \"url\": "
        "\"%s/a.png\", \"foreign_landing_url\": \"https://photos.example/7\", \"license_version\": \"2.0\"}]}",
        elsewhere.url));
    answers[TOKEN] = STR("{\"access_token\": \"t\"}");
    struct net_options options = {.allow_addresses = &allowed, .allow_count = 1};
    return failed ? failed : (int)net_new(&options, &net, NULL);
}

static int stop(void **state)
{
    net_free(net);
    loopback_stop(&service);
    loopback_stop(&elsewhere);
    return tear_down(state);
}

/* Opens the entries and asks for one picture; what fails must say that memory ran out. */
static bool ask(void)
{
    static const char *const used[] = {"other"};
    struct images *images = NULL;
    struct image image;
    struct error problem = {.status = OK};
    struct images_query query = {.words = STR("the fern"),
                                 .prompt = STR("A fern"),
                                 .size = "9:16",
                                 .model = "alpha-image-2-fast",
                                 .language = language_find(STR("en")),
                                 .used = used,
                                 .used_count = 1};
    struct arena *scratch = arena_new();
    struct lookup call = {.arena = scratch, .err = &problem};
    enum status status = scratch ? images_open(entries, net, &images, &problem) : E_MEMORY;
    if (!status)
        status = image_get(images_find(images, "any"), &query, &call, &image);
    if (!status)
        assert_true(str_eq(image.data, picture) && image.width == 640 && image.key && image.note);
    else if (status != E_MEMORY)
        fail_msg("status %d: %s", (int)status, problem.message);
    images_close(images);
    arena_free(scratch);
    return !status;
}

static void torture(const char *format, const char *where, bool only_one)
{
    const char *text = arena_printf(arena, format, where);
    entries = json_loads(text, 0, NULL);
    assert_non_null(entries);
    oom_only_one_fails = only_one;
    for (long n = 0; n < 100000; n++) {
        oom_allocations_left = n;
        bool is_done = ask();
        bool all_allocated = oom_allocations_left > 0;
        oom_allocations_left = -1;
        if (!all_allocated)
            continue;
        assert_true(is_done);
        json_decref(entries);
        return;
    }
    fail_msg("the work never ends");
}

static void test_folder(void **state)
{
    (void)state;
    static const char entry[] = "{\"*\": {\"api\": \"folder\", \"path\": \"%s/\"}}";
    write_picture("fern-in-the-shade.png", picture);
    write_picture("moss.png", jpeg(9, 9));
    write_file("fern-in-the-shade.json",
               "{\"alt\": \"A fern\", \"credit\": \"Ada\", \"source\": \"https://x.example\"}");
    json_set_alloc_funcs(__wrap_malloc, free);
    torture(entry, folder, false);
    torture(entry, folder, true);
    json_set_alloc_funcs(__real_malloc, free);
}

static void test_openai(void **state)
{
    (void)state;
    static const char entry[] = "{\"*\": {\"api\": \"openai\", \"base_url\": \"%s\", \"api_key\": \"k\"}}";
    torture(entry, service.url, false);
    torture(entry, service.url, true);
    answers[MADE_OPENAI] = str_from(arena_printf(arena, "{\"data\": [{\"url\": \"%s/7.png\"}]}", elsewhere.url));
    torture(entry, service.url, false);
    torture(entry, service.url, true);
}

static void test_automatic1111(void **state)
{
    (void)state;
    static const char entry[] = "{\"*\": {\"api\": \"automatic1111\", \"base_url\": \"%s\", \"user\": \"a\", "
                                "\"password\": \"b\", \"model\": \"m\"}}";
    torture(entry, service.url, false);
    torture(entry, service.url, true);
}

static void test_openverse(void **state)
{
    (void)state;
    static const char entry[] =
        "{\"*\": {\"api\": \"openverse\", \"base_url\": \"%s\", \"client_id\": \"a\", \"client_secret\": \"b\"}}";
    torture(entry, service.url, false);
    torture(entry, service.url, true);
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup_teardown(test, start, stop)
    const struct CMUnitTest tests[] = {EACH(test_folder), EACH(test_openai), EACH(test_automatic1111),
                                       EACH(test_openverse)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
