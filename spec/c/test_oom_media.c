/* Every allocation of opening and asking the sources of media fails once: an error comes back, or the same result as
 * ever. */
#include "media/media.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "oom.h"

static const char products_path[] = "examples/data/products.json";
static const char places_path[] = "examples/data/places.json";
static const char videos_path[] = "examples/data/videos";

static json_t *entry;

/* Each does its work and says whether it succeeded; what fails must say that memory ran out. */
static bool done(enum status status)
{
    assert_true(status == OK || status == E_MEMORY);
    return status == OK;
}

static bool do_products(struct arena *arena)
{
    struct products *products;
    const struct product *product;
    struct product_list found, page;
    struct lookup call = {.arena = arena};
    if (!done(products_open(entry, &products, NULL)))
        return false;
    bool is_done = done(products_find(products, STR("B0HLNTR400"), &call, &product)) &&
                   done(products_search(products, STR("running headlamps"), STR(""), 5, &call, &found)) &&
                   done(products_page(products, STR("https://market.example/s?k=pebblelight"), 5, &call, &page));
    products_close(products);
    if (is_done)
        assert_true(product->review_count == 3 && found.count == 5 && page.count == 2);
    return is_done;
}

static bool do_places(struct arena *arena)
{
    struct places *places;
    struct places_found found;
    struct hours_line *lines;
    size_t count = 0;
    struct lookup call = {.arena = arena};
    struct places_query query = {.keyword = STR("best tea houses in Port Almere"), .most = 5};
    if (!done(places_open(entry, &places, NULL)))
        return false;
    bool is_done =
        done(places_search(places, &query, &call, &found)) &&
        done(hours_read(arena, STR("Mo-Fr 08:00-12:00, 13:00-18:00 \"x\"; Dec 25 off"), &lines, &count, NULL));
    places_close(places);
    if (is_done)
        assert_true(found.count == 1 && found.city && count == 2);
    return is_done;
}

static bool do_videos(struct arena *arena)
{
    struct videos *videos;
    const struct video *video;
    struct video_list found;
    struct video_captions captions;
    struct lookup call = {.arena = arena};
    if (!done(videos_open(entry, &videos, NULL)))
        return false;
    bool is_done = done(videos_find(videos, STR("video.example/embed/fix-a-dripping-tap"), &call, &video)) &&
                   done(videos_search(videos, STR("dripping taps"), 5, &call, &found)) &&
                   done(videos_captions(videos, video->id, NULL, &call, &captions));
    videos_close(videos);
    if (is_done)
        assert_true(found.count == 1 && captions.count > 20);
    return is_done;
}

/* Lets an allocation fail, one further on each time, until the work is done without one failing. Steps grow, since
 * there are many thousands, most of them alike. */
static void torture(bool (*work)(struct arena *arena), const char *api, const char *path)
{
    log_set_level(LOG_ERROR);
    entry = json_pack("{s:s, s:s}", "api", api, "path", path);
    for (long n = 0; n < 1000000; n += 1 + n / 100) {
        struct arena *arena = arena_new();
        assert_non_null(arena);
        oom_allocations_left = n;
        bool is_done = work(arena);
        bool all_allocated = oom_allocations_left > 0;
        oom_allocations_left = -1;
        arena_free(arena);
        if (!all_allocated)
            continue;
        assert_true(is_done);
        json_decref(entry);
        return;
    }
    fail_msg("the work never ends");
}

static void test_products(void **state)
{
    (void)state;
    oom_only_one_fails = false;
    torture(do_products, "file", products_path);
    oom_only_one_fails = true;
    torture(do_products, "file", products_path);
}

static void test_places(void **state)
{
    (void)state;
    oom_only_one_fails = false;
    torture(do_places, "file", places_path);
    oom_only_one_fails = true;
    torture(do_places, "file", places_path);
}

static void test_videos(void **state)
{
    (void)state;
    oom_only_one_fails = false;
    torture(do_videos, "folder", videos_path);
    oom_only_one_fails = true;
    torture(do_videos, "folder", videos_path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_videos),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
