/* An article with pictures and films whose memory runs out at any point: an error, never a crash, and nothing lost. */
#include "oom.h"

#include "test_write.h"

#include "media_files.h"
#include "pictures.h"

/* As whoever runs the article: the step with its picture. */
static enum status save_picture(void *context, const struct write_step *step, const struct write_picture *picture,
                                struct error *error)
{
    return picture->data.len ? desk_save(context, step, error)
                             : error_set(error, E_INTERNAL, NULL, "there is no picture");
}

static void open_sources(struct write_services *services)
{
    write_picture("indoor-herb-garden.png", png(640, 480));
    write_file("indoor-herb-garden.json",
               "{\"title\":\"Herbs\",\"alt\":\"Herbs\",\"caption\":\"A shelf\",\"credit\":\"Ada\"}");
    write_picture("herb-light.jpg", jpeg(320, 200));
    write_file("film.json", "{\"title\":\"Watering an indoor herb garden\",\"url\":\"https://youtu.be/abc\"}");
    json_t *entry = entry_for("folder", folder);
    json_t *images = json_pack("{s:O}", "*", entry);
    assert_int_equal(images_open(images, NULL, &services->images, &err), OK);
    assert_int_equal(videos_open(entry, &services->videos, &err), OK);
    json_decref(images);
    json_decref(entry);
}

/* One attempt with so many allocations; false: it went well. */
static bool attempt(const struct write_services *services, const json_t *config, long allowed)
{
    struct desk desk = {0};
    struct error error = {0};
    struct write_job job = desk_job(&desk, config, NULL);
    struct arena *own = arena_new();
    struct write_result result;
    job.save_picture = save_picture;
    assert_non_null(own);
    oom_allocations_left = allowed;
    enum status status = write_article(services, &job, own, &result, &error);
    oom_allocations_left = -1;
    if (status)
        assert_int_equal(status, E_MEMORY);
    else
        assert_non_null(strstr(result.html, "<figure>"));
    result_clear(&result);
    arena_free(own);
    desk_clear(&desk);
    return status != OK;
}

/* How many allocations an article takes. */
static long count_allocations(const struct write_services *services, const json_t *config)
{
    long most = 1 << 24;
    struct desk desk = {0};
    struct error error = {0};
    struct write_job job = desk_job(&desk, config, NULL);
    struct arena *own = arena_new();
    struct write_result result;
    job.save_picture = save_picture;
    oom_allocations_left = most;
    assert_int_equal(write_article(services, &job, own, &result, &error), OK);
    long left = oom_allocations_left;
    oom_allocations_left = -1;
    result_clear(&result);
    arena_free(own);
    desk_clear(&desk);
    return most - left;
}

/* The figures come near the end of an article: it is tried from shortly before where one without them is done. */
static void memory_may_run_out_among_the_figures(void **state)
{
    (void)state;
    struct write_services services = {.library = LIBRARY};
    open_sources(&services);
    json_t *plain = make_config("indoor herb garden", "{\"articleLength\":\"short\"}");
    json_t *config = make_config("indoor herb garden", "{\"articleLength\":\"short\",\"multimediaOption\":\"auto\","
                                                       "\"imageModel\":\"delta-2\",\"imageSize\":\"1024x1024\"}");
    long without = count_allocations(&services, plain), with = count_allocations(&services, config);
    assert_true(with > without);
    long allowed = without > 400 ? without - 400 : 0, failures = 0;
    for (; attempt(&services, config, allowed); allowed += 3)
        failures += 3;
    assert_true(failures > with - without);
    json_decref(plain);
    json_decref(config);
    images_close(services.images);
    videos_close(services.videos);
}

int main(void)
{
    json_set_alloc_funcs(__wrap_malloc, free);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(memory_may_run_out_among_the_figures, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
