/* An article of each type whose memory runs out at any point: an error, never a crash, nothing lost, and the next one
 * is the same as ever. */
#include "oom.h"

#include "test_write.h"

#include "loopback.h"
#include "media/media.h"

static void *jansson_malloc(size_t size)
{
    return __wrap_malloc(size);
}

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
    bool ok = !net_new(&options, &services.net, NULL) && !products_open(products, &services.products, NULL) &&
              !places_open(places, &services.places, NULL) && !videos_open(videos, &services.videos, NULL);
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
    net_free(services.net);
    loopback_stop(&site);
    return 0;
}

/* --- the runs --- */

enum { RUNS = 150, MANY = 100 * 1000 * 1000 };

/* Writes the article with so many allocations; *html, where it was written: free() it. Returns how many it took. */
static long write_once(const json_t *config, long allowed, char **html)
{
    struct desk desk = {0};
    struct error err = {0};
    const struct write_job job = desk_job(&desk, config, NULL);
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
    json_decref(result.sources);
    json_decref(result.notes);
    json_decref(result.run);
    arena_free(arena);
    desk_clear(&desk);
    return taken;
}

/* Memory ends at places spread over the whole of the work, closest at its beginning; the odd width makes different
 * types hit different ones. */
static void survives(const char *keyword, const char *own)
{
    json_t *config = make_config(keyword, own);
    char *expected, *html;
    long taken = write_once(config, MANY, &expected);
    assert_non_null(expected);
    assert_true(taken > 100);
    long step = (taken / RUNS) | 1;
    int failures = 0;
    for (long allowed = 0; allowed < taken; allowed += allowed < 60 ? 1 : step) {
        write_once(config, allowed, &html);
        if (html)
            fail_msg("allocation %ld failed, and nobody noticed", allowed);
        if (++failures % 25 != 0)
            continue;
        write_once(config, MANY, &html);
        assert_non_null(html);
        assert_string_equal(html, expected);
        free(html);
    }
    assert_true(failures > 60);
    free(expected);
    json_decref(config);
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

int main(void)
{
    json_set_alloc_funcs(jansson_malloc, free);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_survives),
        cmocka_unit_test(a_service_page_survives),
        cmocka_unit_test(a_rewritten_page_survives),
        cmocka_unit_test(a_film_survives),
        cmocka_unit_test(compared_products_survive),
        cmocka_unit_test(a_product_survives),
        cmocka_unit_test(places_survive),
    };
    return cmocka_run_group_tests(tests, open_services, close_services);
}
