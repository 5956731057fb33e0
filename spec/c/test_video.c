/* What a film says: addresses with times, captions as sentences, changes of subject, headings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "arena_fixture.h"
#include "write/types/speech.h"
#include "write/types/types_parts.h"

static const struct language *language(const char *tag)
{
    return language_find(str_from(tag));
}

static void assert_link(const char *url, int64_t ms, const char *expected)
{
    struct str link = video_link_at(arena, str_from(url), ms);
    assert_string_equal(arena_copy_n(arena, link.data, link.len), expected);
}

static void links_start_at_a_time_where_the_site_takes_one(void **state)
{
    (void)state;
    assert_link("https://www.youtube.com/watch?v=abc&t=9s&list=1", 125999,
                "https://www.youtube.com/watch?v=abc&list=1&t=125");
    assert_link("https://youtu.be/abc", 0, "https://youtu.be/abc?t=0");
    assert_link("https://vimeo.com/123#x", 61000, "https://vimeo.com/123#t=61");
    assert_link("https://www.dailymotion.com/video/x1", 5000, "https://www.dailymotion.com/video/x1?start=5");
    assert_link("https://video.example/watch?v=tap", 5000, "https://video.example/watch?v=tap&t=5");
    assert_link("https://files.example/a.mp4", 5000, "https://files.example/a.mp4#t=5");
    assert_link("https://films.example/a", 5000, "");
    assert_link("https://notyoutube.com.example/a", 5000, "");
    assert_link("javascript:alert(1)", 5000, "");
    assert_link("", 5000, "");
}

static void assert_player(const char *page, const char *embed, const char *expected)
{
    struct str player = video_player(arena, str_from(page), str_from(embed));
    assert_string_equal(arena_copy_n(arena, player.data, player.len), expected);
}

static void players_are_made_of_known_ids(void **state)
{
    (void)state;
    assert_player("https://www.youtube.com/watch?v=abc", "", "https://www.youtube-nocookie.com/embed/abc");
    assert_player("https://youtu.be/a-b_c?t=1", "", "https://www.youtube-nocookie.com/embed/a-b_c");
    assert_player("https://vimeo.com/123", "", "https://player.vimeo.com/video/123?dnt=1");
    assert_player("https://www.dailymotion.com/video/x1", "", "https://www.dailymotion.com/embed/video/x1");
    assert_player("https://video.example/watch?v=tap", "", "");
    assert_player("https://vimeo.com/", "", "");
    assert_player("https://youtu.be/a\"onload", "", "");
    assert_player("https://www.youtube.com/watch?v=a%22b", "", "");
    assert_player("https://www.youtube.com/channel", "", "");
    assert_player("", "", "");
}

static void players_that_follow_viewers_are_exchanged(void **state)
{
    (void)state;
    assert_player("https://films.example/1", "https://www.youtube.com/embed/abc?autoplay=1",
                  "https://www.youtube-nocookie.com/embed/abc");
    assert_player("https://vimeo.com/123", "https://player.vimeo.com/video/123",
                  "https://player.vimeo.com/video/123?dnt=1");
    assert_player("https://www.youtube.com/watch?v=abc", "https://tube.example/embed/abc",
                  "https://tube.example/embed/abc");
    assert_player("", "https://tube.example/videos/embed/1", "https://tube.example/videos/embed/1");
}

static void times_are_written_as_viewers_read_them(void **state)
{
    (void)state;
    static const struct {
        int64_t ms;
        const char *text;
    } cases[] = {{0, "0:00"}, {59999, "0:59"}, {125000, "2:05"}, {3600000, "1:00:00"}, {-5, "0:00"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf out = {0};
        video_time_add(&out, cases[i].ms);
        assert_string_equal(buf_text(&out), cases[i].text);
        buf_free(&out);
    }
}

/* --- captions --- */

struct heard {
    struct spoken *list;
    size_t count;
};

static struct heard hear(const char *tag, const char *const *texts, size_t count)
{
    struct caption_segment *segments = ARENA_ARRAY(arena, count, struct caption_segment);
    struct heard heard;
    for (size_t i = 0; i < count; i++)
        segments[i] = (struct caption_segment){(int64_t)i * 15000, (int64_t)(i + 1) * 15000, texts[i], true};
    assert_int_equal(speech_read(arena, segments, count, language(tag), &heard.list, &heard.count, NULL), OK);
    return heard;
}

static void assert_said(const struct heard *heard, size_t number, const char *text, size_t segment)
{
    assert_true(number < heard->count);
    assert_string_equal(arena_copy_n(arena, heard->list[number].text.data, heard->list[number].text.len), text);
    assert_int_equal(heard->list[number].segment, segment);
}

static void fillers_and_openers_go(void **state)
{
    (void)state;
    static const char *const english[] = {"Um, so, uh, the washer is, you know, worn out.", "You know the rule. Right",
                                          "turn it off, um and wait."};
    struct heard heard = hear("en", english, 3);
    assert_int_equal(heard.count, 3);
    assert_said(&heard, 0, "The washer is worn out.", 0);
    assert_said(&heard, 1, "You know the rule.", 1);
    assert_said(&heard, 2, "Right turn it off and wait.", 1);
    static const char *const many[] = {"Take, um, uh, er, the cap off, um, uh."};
    heard = hear("en", many, 1);
    assert_said(&heard, 0, "Take the cap off.", 0);
    static const char *const german[] = {"Also, ähm, die Dichtung ist, äh, kaputt."};
    heard = hear("de", german, 1);
    assert_said(&heard, 0, "Die Dichtung ist kaputt.", 0);
}

static void greetings_sponsors_and_goodbyes_are_idle(void **state)
{
    (void)state;
    static const char *const texts[] = {"Hello everybody, welcome back.",
                                        "A tap drips at night.",
                                        "This film is sponsored by a shop.",
                                        "They sent a bag.",
                                        "Use the code TAP.",
                                        "Turn off the water first.",
                                        "Open the tap.",
                                        "Lift the cap.",
                                        "Take the screw out.",
                                        "Pull the washer.",
                                        "Put in a new one.",
                                        "Close it.",
                                        "Wait a minute.",
                                        "Dry the spout.",
                                        "Thanks for watching.",
                                        "Have a good day everyone."};
    static const bool idle[] = {true,  false, true,  true,  true,  false, false, false,
                                false, false, false, false, false, false, true,  true};
    struct heard heard = hear("en", texts, COUNT_OF(texts));
    assert_int_equal(heard.count, COUNT_OF(texts));
    for (size_t i = 0; i < heard.count; i++)
        if (heard.list[i].is_idle != idle[i])
            fail_msg("%s", texts[i]);
}

static void what_is_shown_or_personal_is_told_apart(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "As you can see, it is black. I change it every year. You change it. It drips."};
    struct heard heard = hear("en", texts, 1);
    assert_true(heard.list[0].is_shown && !heard.list[0].is_of_speaker);
    assert_true(heard.list[1].is_of_speaker && !heard.list[1].is_shown);
    assert_true(!heard.list[2].is_of_speaker && !heard.list[2].is_shown && !heard.list[2].is_tied);
    assert_true(heard.list[3].is_tied);
}

static void text_without_stops_is_cut_at_segments(void **state)
{
    (void)state;
    const char *long_one = "words go on and on without any stop because the machine that made them does not know where "
                           "a sentence ends and so it just continues for as long as somebody talks about the tap";
    const char *const texts[] = {long_one, long_one};
    struct heard heard = hear("en", texts, 2);
    assert_int_equal(heard.count, 2);
    assert_int_equal(heard.list[1].segment, 1);
    assert_true(str_ends(heard.list[0].text, STR("tap.")));
    assert_true(str_starts(heard.list[0].text, STR("Words")));
}

/* --- slices --- */

static void slices_lie_where_the_subject_changes(void **state)
{
    (void)state;
    static const char *const texts[] = {"the washer sits in the valve",   "a worn washer leaks at the valve",
                                        "the valve holds the washer",     "press the washer on the valve",
                                        "ceramic cartridge under a dome", "the dome covers the cartridge",
                                        "cartridge sizes differ by dome", "lift the cartridge and the dome"};
    struct str units[8];
    struct slice *slices;
    size_t count;
    for (size_t i = 0; i < 8; i++)
        units[i] = str_from(texts[i]);
    assert_int_equal(slices_find(arena, units, 8, language("en"), 1, 4, 2, &slices, &count, NULL), OK);
    assert_int_equal(count, 2);
    assert_int_equal(slices[0].end, 4);
    assert_int_equal(slices[1].first, 4);
    assert_int_equal(slices[1].end, 8);
}

static void slices_keep_their_bounds(void **state)
{
    (void)state;
    struct str units[20];
    for (size_t i = 0; i < 20; i++)
        units[i] = str_from(arena_printf(arena, "word%zu word%zu thing", i, i / 3));
    for (size_t count = 0; count <= 20; count++)
        for (size_t most = 1; most < 6; most++) {
            struct slice *slices;
            size_t found, at = 0;
            assert_int_equal(slices_find(arena, units, count, language("en"), most, most, 2, &slices, &found, NULL),
                             OK);
            assert_true(found <= most && (found > 0) == (count > 0));
            for (size_t i = 0; i < found; at = slices[i++].end) {
                assert_int_equal(slices[i].first, at);
                assert_true(slices[i].end - slices[i].first >= 2 || found == 1);
            }
            assert_int_equal(at, count);
        }
}

static void headings_are_telling_and_different(void **state)
{
    (void)state;
    static const struct str first[] = {{"The rubber washer leaks.", 24}, {"Change the rubber washer.", 25}};
    static const struct str second[] = {{"A ceramic cartridge is easier.", 30},
                                        {"The ceramic cartridge pulls out.", 32}};
    static const struct str third[] = {{"So it is.", 9}};
    struct headline_part parts[] = {{first, 2, {0}}, {second, 2, {0}}, {third, 1, {0}}, {first, 2, {0}}};
    assert_int_equal(headlines_make(arena, parts, 4, language("en"), STR("Taps"), NULL), OK);
    assert_true(str_eq(parts[0].heading, STR("Rubber Washer")));
    assert_true(str_eq(parts[1].heading, STR("Ceramic Cartridge")));
    assert_int_equal(parts[2].heading.len, 0);
    assert_false(str_eq(parts[3].heading, parts[0].heading));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(links_start_at_a_time_where_the_site_takes_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(players_are_made_of_known_ids, set_up, tear_down),
        cmocka_unit_test_setup_teardown(players_that_follow_viewers_are_exchanged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(times_are_written_as_viewers_read_them, set_up, tear_down),
        cmocka_unit_test_setup_teardown(fillers_and_openers_go, set_up, tear_down),
        cmocka_unit_test_setup_teardown(greetings_sponsors_and_goodbyes_are_idle, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_shown_or_personal_is_told_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(text_without_stops_is_cut_at_segments, set_up, tear_down),
        cmocka_unit_test_setup_teardown(slices_lie_where_the_subject_changes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(slices_keep_their_bounds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(headings_are_telling_and_different, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
