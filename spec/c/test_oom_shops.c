/* Every allocation of an attempt at a shop and at a site of Webflow fails once: out of memory comes back, or the draft
 * is made as ever. (The library for JSON keeps memory of its own: its parser does not survive a shortage.) */
#include "draft_fixture.h"

#include "loopback.h"

#include <stdio.h>
#include <stdlib.h>

#include "oom.h"

static const char html[] = "<h1>T</h1><figure><img src=\"/media/" ID_A ".png\" alt=\"a\"></figure>";

#define POLICY "\"parameters\":[{\"name\":\"key\",\"value\":\"k\"}]"

/* What is answered to a request that has the words; the first row that fits. %s is the address of the server. */
static const struct {
    const char *words, *body;
} answers[] = {
    {"articleCreate(", "{\"data\":{\"articleCreate\":{\"article\":{\"id\":\"gid://shopify/Article/9\"},"
                       "\"userErrors\":[]}}}"},
    {"stagedUploadsCreate(", "{\"data\":{\"stagedUploadsCreate\":{\"stagedTargets\":[{\"url\":\"%s/bucket/\","
                             "\"resourceUrl\":\"%s/bucket/k\"," POLICY "}],\"userErrors\":[]}}}"},
    {"fileCreate(", "{\"data\":{\"fileCreate\":{\"files\":[{\"id\":\"gid://shopify/MediaImage/8\"}],"
                    "\"userErrors\":[]}}}"},
    {"... on MediaImage", "{\"data\":{\"node\":{\"fileStatus\":\"READY\",\"image\":{\"url\":\"https://cdn/8\"}}}}"},
    {"shop { name }", "{\"data\":{\"shop\":{\"name\":\"S\"},\"blog\":{\"title\":\"B\",\"newest\":{\"nodes\":[]}},"
                      "\"articles\":{\"nodes\":[]}}}"},
    {"POST /bucket/", ""},
    {"GET /v2/collections/c/items?slug=", "{\"items\":[]}"},
    {"POST /v2/collections/c/items", "{\"id\":\"i\"}"},
    {"GET /v2/collections/c ", "{\"fields\":[{\"slug\":\"name\",\"type\":\"PlainText\"},{\"slug\":\"slug\",\"type\":"
                               "\"PlainText\"},{\"slug\":\"body\",\"type\":\"RichText\"},{\"slug\":\"summary\","
                               "\"type\":\"PlainText\"},{\"slug\":\"image\",\"type\":\"Image\"},{\"slug\":\"tags\","
                               "\"type\":\"PlainText\"}]}"},
    {"GET /v2/sites ", "{\"sites\":[{\"id\":\"s\"}]}"},
    {"GET /v2/sites/s/assets?", "{\"assets\":[]}"},
    {"POST /v2/sites/s/assets", "{\"id\":\"a\",\"hostedUrl\":\"https://cdn/a\",\"uploadUrl\":\"%s/bucket/\","
                                "\"uploadDetails\":{\"key\":\"k\"}}"},
};

static bool answer(struct loopback *server, int connection, const char *request)
{
    char body[1000], whole[1200];
    for (size_t i = 0; i < COUNT_OF(answers); i++)
        if (strstr(request, answers[i].words)) {
            snprintf(body, sizeof body, answers[i].body, server->url, server->url);
            snprintf(whole, sizeof whole, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s",
                     strlen(body), body);
            loopback_text(connection, whole);
            return false;
        }
    loopback_text(connection, "HTTP/1.1 500 x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    return false;
}

struct place {
    struct loopback server;
    struct net *net;
};

static int set_up(void **state)
{
    static struct place place;
    const char *const allowed[] = {"127.0.0.1"};
    loopback_start(&place.server, answer, NULL);
    if (net_new(&(struct net_options){.allow_addresses = allowed, .allow_count = 1}, &place.net, NULL) != OK)
        return -1;
    *state = &place;
    return 0;
}

static int tear_down(void **state)
{
    struct place *place = *state;
    net_free(place->net);
    loopback_stop(&place->server);
    return 0;
}

/* One attempt in which an allocation fails. False when none did: there are no more. */
static bool attempt(struct place *place, const struct delivery_target *target, json_t *settings, long allowed)
{
    struct draft_fixture fixture;
    struct delivery_outcome outcome = {.retry_after_ms = -1};
    draft_fixture_begin(&fixture, html);
    fixture.call.net = place->net;
    fixture.call.settings = settings;
    fixture.call.is_repeated = true;
    oom_only_one_fails = true;
    oom_allocations_left = allowed;
    enum status status = target->send(&fixture.call, &outcome, &fixture.err);
    bool has_failed = oom_allocations_left < 0;
    oom_allocations_left = -1;
    if (status != E_MEMORY)
        assert_int_equal(status, OK);
    if (status == OK && outcome.verdict != DELIVERY_ACCEPTED)
        fail_msg("allocation %ld: %s", allowed, outcome.problem);
    if (!has_failed && (status != OK || outcome.verdict != DELIVERY_ACCEPTED))
        fail_msg("with all memory: %s", status == OK ? outcome.problem : fixture.err.message);
    draft_fixture_end(&fixture);
    return has_failed;
}

static void run_out(void **state, const struct delivery_target *target, json_t *settings)
{
    long allowed = 0;
    while (attempt(*state, target, settings, allowed))
        allowed++;
    assert_true(allowed > 20);
    json_decref(settings);
}

static void a_shop_without_memory(void **state)
{
    struct place *place = *state;
    run_out(state, &shopify_target,
            json_pack("{s:s, s:s, s:s}", "shop", place->server.url, "accessToken", "shpat_4711", "blogId", "7"));
}

static void a_site_without_memory(void **state)
{
    struct place *place = *state;
    run_out(state, &webflow_target,
            json_pack("{s:s, s:s, s:s}", "url", place->server.url, "token", "token-4711", "collectionId", "c"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_shop_without_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_site_without_memory, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
