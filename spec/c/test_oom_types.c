/* An article of each type whose memory runs out at any point: an error, never a crash, nothing lost, and the next one
 * is the same as ever. */
#include "oom.h"

#include "test_prompted.h"

#include "media/media.h"

#include <curl/curl.h>

/* --- what articles are made of --- */

static const char page[] =
    "<!doctype html><html lang=\"en\"><head><title>Keeping a Compost Heap</title></head><body><article><h1>Keeping a "
    "Compost Heap</h1><p>A compost heap turns kitchen waste into dark soil within 6 to 12 months. However, most heaps "
    "fail because they stay too wet. Air keeps the small helpers in the material alive.</p><h2>Choosing a "
    "place</h2><p>Put the heap on bare earth, where worms can reach it. If the place is in full sun, the material "
    "dries out quickly. A spot in half shade keeps the temperature even.</p><h2>What goes in</h2><p>Green material "
    "brings nitrogen. Brown material brings carbon. Mix 1 part of green with 2 parts of brown.</p><ul><li>Coffee "
    "grounds count as green material.</li><li>Meat stays away from the heap for good.</li></ul><h2>Turning and "
    "watering</h2><p>Turn the compost heap every 3 weeks with a fork. The core of a compost heap should reach 55 to 65 "
    "degrees.</p><h3>Signs of trouble</h3><p>Flies show that kitchen waste lies open. Cover it with 5 centimetres of "
    "leaves.</p></article></body></html>";

static bool serve(struct loopback *server, int connection, const char *request)
{
    (void)server;
    if (loopback_asks(request, "/page.html")) {
        loopback_text(connection, "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: "
                                  "close\r\n\r\n");
        loopback_text(connection, page);
    } else {
        loopback_text(connection, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }
    return false;
}

static struct loopback site;
static struct write_services services = {.library = LIBRARY};

static json_t *entry(const char *api, const char *path)
{
    json_t *made = json_pack("{s:s,s:s}", "api", api, "path", path);
    assert_non_null(made);
    return made;
}

static int open_services(void **state)
{
    (void)state;
    char address[32];
    const char *const allowed[] = {address};
    json_t *products = entry("file", "examples/data/products.json"),
           *places = entry("file", "examples/data/places.json");
    json_t *videos = entry("folder", "examples/data/videos");
    loopback_start(&site, serve, NULL);
    snprintf(address, sizeof address, "127.0.0.1:%u", site.port);
    const struct net_options options = {.allow_addresses = allowed, .allow_count = 1};
    bool ok = !net_new(&options, &services.net, NULL) &&
              !reader_new(&(struct reader_options){.net = services.net, .pause_ms = -1}, &services.reader, NULL) &&
              !products_open(products, &services.products, NULL) && !places_open(places, &services.places, NULL) &&
              !videos_open(videos, &services.videos, NULL);
    json_decref(products);
    json_decref(places);
    json_decref(videos);
    return ok ? 0 : -1;
}

static int close_services(void **state)
{
    (void)state;
    videos_close(services.videos);
    places_close(services.places);
    products_close(services.products);
    reader_free(services.reader);
    net_free(services.net);
    loopback_stop(&site);
    return 0;
}

/* --- the runs --- */

/* Of each article; fewer by a model, which answers over the network. */
enum { RUNS = 120, RUNS_BY_MODEL = 30, MANY = 100 * 1000 * 1000 };

static struct teller teller;

/* Writes the article with so many allocations, by a language model or, NULL, without; *html, where it was written:
 * free() it. Returns how many it took. */
static long write_once(const struct model *model, const json_t *config, long allowed, char **html)
{
    struct desk desk = {0};
    struct error err = {0};
    const struct write_job job = desk_job(&desk, config, model);
    struct arena *arena = arena_new();
    struct write_result result;
    assert_non_null(arena);
    oom_allocations_left = allowed;
    enum status status = write_article(&services, &job, arena, &result, &err);
    long taken = allowed - oom_allocations_left;
    oom_allocations_left = -1;
    if (status != OK && status != E_MEMORY)
        fail_msg("allocation %ld: %s: %s", allowed, status_name(status), err.message);
    *html = status ? NULL : strdup(result.html);
    result_clear(&result);
    arena_free(arena);
    desk_clear(&desk);
    if (model) {
        json_array_clear(teller.asked);
        teller.count = 0;
    }
    return taken;
}

static void is_same(const char *html, const char *expected)
{
    size_t at = 0;
    while (html[at] && html[at] == expected[at])
        at++;
    if (html[at] || expected[at])
        fail_msg("at %zu: \"%.120s\" instead of \"%.120s\"", at, html + at, expected + at);
}

/* Memory ends at places spread over the whole of the work, closest at its beginning; the odd width makes different
 * types hit different ones. */
static void survives_by(const struct model *model, const char *keyword, const char *own)
{
    json_t *config = make_config(keyword, own);
    char *expected, *html;
    write_once(model, config, MANY, &html); /* the first one makes tables that stay */
    free(html);
    long taken = write_once(model, config, MANY, &expected);
    assert_non_null(expected);
    assert_true(taken > 100);
    long step = (taken / (model ? RUNS_BY_MODEL : RUNS)) | 1;
    int failures = 0;
    for (long allowed = 0; allowed < taken; allowed += allowed < 40 && !model ? 1 : step) {
        write_once(model, config, allowed, &html);
        if (html && !model)
            fail_msg("allocation %ld failed, and nobody noticed", allowed);
        free(html); /* what comes in pieces over the network may take a few allocations less than before */
        if (++failures % 25 != 0)
            continue;
        write_once(model, config, MANY, &html);
        assert_non_null(html);
        is_same(html, expected);
        free(html);
    }
    assert_true(failures >= RUNS_BY_MODEL);
    free(expected);
    json_decref(config);
}

static void survives(const char *keyword, const char *own)
{
    survives_by(NULL, keyword, own);
}

static void a_list_survives(void **state)
{
    (void)state;
    survives("5 herbs for a windowsill",
             "{\"articleType\":\"listicle\",\"enableAutomaticLength\":true,\"includeCta\":true,\"includeFaq\":true,"
             "\"enableSupplementalInformation\":true}");
}

static void a_service_page_survives(void **state)
{
    (void)state;
    survives("indoor herb garden", "{\"articleType\":\"service_page\"}");
}

static void a_rewritten_page_survives(void **state)
{
    char own[160];
    (void)state;
    snprintf(own, sizeof own, "{\"articleType\":\"rewrite_blog_post\",\"articleUrl\":\"%s/page.html\"}", site.url);
    survives("compost heap", own);
}

static void a_film_survives(void **state)
{
    (void)state;
    survives("dripping tap", "{\"articleType\":\"video_site_video\",\"videoSiteVideoUrl\":\"https://video.example/"
                             "watch?v=fix-a-dripping-tap\",\"includeKeyTakeaways\":true}");
}

static void compared_products_survive(void **state)
{
    (void)state;
    survives("best headlamps for hiking",
             "{\"articleType\":\"market_product_roundup\",\"numMarketProducts\":5,\"includeFaq\":true}");
}

static void a_product_survives(void **state)
{
    (void)state;
    survives("brightest headlamp", "{\"articleType\":\"market_single_product_review\",\"asin\":\"B0HLNTR400\","
                                   "\"includeFaq\":true}");
}

static void places_survive(void **state)
{
    (void)state;
    survives("coffee", "{\"articleType\":\"local_places_roundup\",\"includeFaq\":true}");
}

/* --- by a language model --- */

/* Its answers fit no data: after each question that is asked for data, what stands in for an answer is at work. */
static const struct scripted unfit[] = {
    {"*",
     "The soil should feel dry before it is watered again, which depends on the window and on the season [1]. It is "
     "checked with a finger every few days, and water that stands in the saucer is poured away [2]."},
};

static const struct scripted goods[] = {
    {"article",
     "The best headlamps for hiking differ in weight: 78 g against 42 g [14][39].\n\n## Norrtind Ridge 400\n\nIt "
     "weighs "
     "78 g [14]. Nine reviewers like it [26].\n\n### Pros\n\n- Button works with gloves [21]\n\n### For nights\n\nRed "
     "light keeps the eyes used to the dark [9].\n\n## Pebblelight Junior Children's Headlamp\n\nWe tested it [34].\n\n"
     "## What to look for\n\nWeight decides: 78 g or 42 g [14][39].\n\n## Which product for whom\n\n- **children:** "
     "Pebblelight Junior. It weighs 42 g [39].\n"},
    {"edit", "S2: It weighs 78 g with its strap [11].\nTITLE: Two Lamps of the Best Headlamps for Hiking\nMETA: Of two "
             "headlamps for hiking one weighs 78 g and the other 42 g, which decides for children."},
    {"*", "TITLE: Best headlamps for hiking"},
};

static void by_a_model(const struct scripted *script, const char *keyword, const char *own)
{
    teller_start(&teller, script, "");
    survives_by(teller.model, keyword, own);
    teller_stop(&teller);
}

static void types_by_a_model_survive(void **state)
{
    char own[160];
    (void)state;
    by_a_model(unfit, "dripping tap",
               "{\"articleType\":\"video_site_video\",\"videoSiteVideoUrl\":\"https://video.example/"
               "watch?v=fix-a-dripping-tap\"}");
    snprintf(own, sizeof own, "{\"articleType\":\"rewrite_blog_post\",\"articleUrl\":\"%s/page.html\"}", site.url);
    by_a_model(unfit, "compost heap", own);
    by_a_model(goods, "best headlamps for hiking",
               "{\"articleType\":\"market_product_roundup\",\"numMarketProducts\":2}");
    by_a_model(unfit, "brightest headlamp",
               "{\"articleType\":\"market_single_product_review\",\"asin\":\"B0HLNTR400\"}");
    by_a_model(unfit, "coffee", "{\"articleType\":\"local_places_roundup\"}");
    by_a_model(unfit, "5 herbs for a windowsill", "{\"articleType\":\"listicle\"}");
}

int main(void)
{
    json_set_alloc_funcs(__wrap_malloc, free);
    curl_global_init_mem(CURL_GLOBAL_ALL, __wrap_malloc, free, __wrap_realloc, oom_duplicate, __wrap_calloc);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_survives),
        cmocka_unit_test(a_service_page_survives),
        cmocka_unit_test(a_rewritten_page_survives),
        cmocka_unit_test(a_film_survives),
        cmocka_unit_test(compared_products_survive),
        cmocka_unit_test(a_product_survives),
        cmocka_unit_test(places_survive),
        cmocka_unit_test(types_by_a_model_survive),
    };
    int failed = cmocka_run_group_tests(tests, open_services, close_services);
    curl_global_cleanup();
    return failed;
}
