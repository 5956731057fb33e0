/* Films and captions by an instance of Invidious. */
#include "media/videos/videos.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "media_service.h"

#define ENTRY     "{\"api\":\"invidious\",\"base_url\":\"URL\",\"region\":\"DE\"}"
#define VTT(text) "WEBVTT\n\n00:00.000 --> 00:05.000\n" text "\n"

static const char film[] =
    "{\"type\":\"video\",\"videoId\":\"dQw4w9WgXcQ\",\"title\":\"Taps &amp; pipes\",\"author\":\"Maren\","
    "\"description\":\"A film.\",\"lengthSeconds\":212,\"videoThumbnails\":[{\"quality\":\"maxres\","
    "\"url\":\"/vi/x/max.jpg\"},{\"quality\":\"medium\",\"url\":\"/vi/x/mq.jpg\"}]}";
static const char tracks[] =
    "{\"captions\":[{\"label\":\"English (auto-generated)\",\"languageCode\":\"en\"},"
    "{\"label\":\"French\",\"languageCode\":\"fr\"},{\"label\":\"English\",\"languageCode\":\"en-GB\"},"
    "{\"label\":\"German (auto-generated)\",\"languageCode\":\"de\"},{\"languageCode\":\"it\"}]}";

static struct videos *open_videos(void)
{
    struct videos *videos = NULL;
    json_t *entry = entry_of(ENTRY);
    if (videos_open(entry, &videos, &err))
        fail_msg("%s", err.message);
    json_decref(entry);
    return videos;
}

static void test_film(void **state)
{
    (void)state;
    const struct video *found;
    struct lookup call = call_here();
    struct videos *videos = open_videos();
    when("GET /api/v1/videos/dQw4w9WgXcQ?region=DE ", 200, film);
    assert_int_equal(videos_find(videos, STR("https://youtu.be/dQw4w9WgXcQ?t=3"), &call, &found), OK);
    assert_string_equal(found->id, "dQw4w9WgXcQ");
    assert_string_equal(found->title, "Taps & pipes");
    assert_string_equal(found->author, "Maren");
    assert_string_equal(found->url, "https://www.youtube.com/watch?v=dQw4w9WgXcQ");
    assert_string_equal(found->embed_url, "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ");
    assert_string_equal(found->thumbnail, arena_printf(arena, "%s/vi/x/mq.jpg", service.url));
    assert_true(found->has_duration && found->duration == 212);
    assert_int_equal(videos_find(videos, STR("dQw4w9WgXcQ"), &call, &found), OK);
    assert_int_equal(asked.count, 1);
    assert_int_equal(videos_find(videos, STR("https://films.example/taps"), &call, &found), E_NOT_FOUND);
    assert_int_equal(videos_find(videos, STR("dQw4w9WgXcX"), &call, &found), E_NOT_FOUND);
    assert_says("no film dQw4w9WgXcX");
    videos_close(videos);
}

static void test_search(void **state)
{
    (void)state;
    struct video_list found;
    struct lookup call = call_here();
    struct videos *videos = open_videos();
    const char *list =
        arena_printf(arena,
                     "[{\"type\":\"channel\",\"author\":\"x\"},{\"type\":\"video\",\"videoId\":\"live0000000\","
                     "\"title\":\"Live\",\"liveNow\":true},%s,{\"videoId\":\"bad id\",\"title\":\"x\"}]",
                     film);
    when("GET /api/v1/search?q=dripping%20tap&type=video&region=DE ", 200, list);
    assert_int_equal(videos_search(videos, STR("dripping tap"), 5, &call, &found), OK);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.list[0].author, "Maren");
    forget();
    when("/search", 200, "{\"error\":\"x\"}");
    assert_int_equal(videos_search(videos, STR("other"), 5, &call, &found), E_UPSTREAM);
    forget();
    when("/search", 200, "<html>");
    assert_int_equal(videos_search(videos, STR("other"), 5, &call, &found), E_UPSTREAM);
    assert_int_equal(videos_search(videos, STR(" "), 5, &call, &found), OK);
    assert_int_equal(found.count, 0);
    videos_close(videos);
}

static void test_captions_by_language(void **state)
{
    (void)state;
    static const struct {
        const char *language, *text;
    } cases[] = {{"en", "Written."}, {"de", "Von selbst."}, {"fr", "Bonjour."}, {"it", "Bonjour."}, {NULL, "Bonjour."}};
    struct lookup call = call_here();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct video_captions found;
        struct videos *videos = open_videos();
        forget();
        when("label=English%20%28auto-generated%29", 200, VTT("Automatic."));
        when("label=English", 200, VTT("Written."));
        when("label=German%20%28auto-generated%29", 200, VTT("Von selbst."));
        when("label=French", 200, VTT("Bonjour."));
        when("GET /api/v1/captions/dQw4w9WgXcQ?region=DE ", 200, tracks);
        assert_int_equal(videos_captions(videos, "dQw4w9WgXcQ", cases[i].language, &call, &found), OK);
        assert_string_equal(found.segments[0].text, cases[i].text);
        assert_int_equal(asked.count, 2);
        videos_close(videos);
    }
}

static void test_empty_captions(void **state)
{
    (void)state;
    struct video_captions found;
    struct lookup call = call_here();
    struct videos *videos = open_videos();
    when("label=English&", 200, "");
    when("label=English%20", 200, VTT("Automatic."));
    when("/api/v1/captions/", 200, tracks);
    assert_int_equal(videos_captions(videos, "dQw4w9WgXcQ", "en", &call, &found), OK);
    assert_string_equal(found.segments[0].text, "Automatic.");
    videos_close(videos);
    videos = open_videos();
    forget();
    when("label=", 200, "");
    when("/api/v1/captions/", 200, tracks);
    assert_int_equal(videos_captions(videos, "dQw4w9WgXcQ", "it", &call, &found), E_NOT_FOUND);
    assert_string_equal(err.code, "no_captions");
    assert_int_equal(asked_for("label="), 3);
    videos_close(videos);
    videos = open_videos();
    forget();
    when("/captions/", 200, "{\"captions\":[]}");
    assert_int_equal(videos_captions(videos, "dQw4w9WgXcQ", NULL, &call, &found), E_NOT_FOUND);
    assert_string_equal(err.code, "no_captions");
    videos_close(videos);
    videos = open_videos();
    forget();
    err.code = NULL;
    assert_int_equal(videos_captions(videos, "dQw4w9WgXcQ", NULL, &call, &found), E_NOT_FOUND);
    assert_null(err.code);
    forget();
    when("label=", 200, "<html>Busy</html>");
    when("/captions/", 200, tracks);
    assert_int_equal(videos_captions(videos, "dQw4w9WgXcQ", NULL, &call, &found), E_CORRUPT);
    videos_close(videos);
}

static void test_wrong_entries(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"{\"api\":\"invidious\"}", "videos.base_url"},
        {"{\"api\":\"invidious\",\"base_url\":\"URL\",\"region\":\"de\"}", "videos.region"},
        {"{\"api\":\"invidious\",\"base_url\":\"URL\",\"api_key\":\"k\"}", "videos.api_key is unknown"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct videos *videos = NULL;
        json_t *entry = entry_of(cases[i][0]);
        assert_int_equal(videos_open(entry, &videos, &err), E_INVALID);
        assert_says(cases[i][1]);
        json_decref(entry);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_film, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_search, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_captions_by_language, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_empty_captions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_entries, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
