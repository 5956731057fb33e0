/* Films of a folder and their captions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "media_files.h"

#include "media/videos/cues.h"

#define EXAMPLE "examples/data/videos"

static struct videos *open_videos(const char *path)
{
    struct videos *videos = NULL;
    json_t *entry = entry_for("folder", path);
    enum status status = videos_open(entry, &videos, &err);
    json_decref(entry);
    if (status)
        fail_msg("%s", err.message);
    return videos;
}

static const char *find(const struct videos *videos, const char *url_or_id)
{
    const struct video *video = NULL;
    struct lookup call = call_here();
    enum status status = videos_find(videos, str_from(url_or_id), &call, &video);
    assert_int_equal(status, video ? OK : E_NOT_FOUND);
    return video ? video->title : "none";
}

static const char *search(const struct videos *videos, const char *query)
{
    struct video_list found;
    struct lookup call = call_here();
    const char *ids = "";
    assert_int_equal(videos_search(videos, str_from(query), 9, &call, &found), OK);
    for (size_t i = 0; i < found.count; i++)
        ids = arena_printf(arena, "%s%s%s", ids, i ? " " : "", found.list[i].id);
    return ids;
}

static void write_two(void)
{
    write_file("a.json", "{\"id\": \"dQw4w9WgXcQ\", \"title\": \"Pruning roses\", \"author\": \"Ada\", "
                         "\"url\": \"https://www.youtube.com/watch?v=dQw4w9WgXcQ\"}");
    write_file("b.json", "{\"title\": \"Watering\", \"description\": \"How to water roses.\", "
                         "\"url\": \"https://films.example/garden/7?lang=en&utm_source=mail\"}");
}

static void test_all_fields(void **state)
{
    (void)state;
    const struct video *video;
    struct lookup call = call_here();
    struct videos *videos = open_videos(EXAMPLE "/");
    assert_int_equal(videos_find(videos, STR("fix-a-dripping-tap"), &call, &video), OK);
    assert_string_equal(video->id, "fix-a-dripping-tap");
    assert_string_equal(video->title, "How to Fix a Dripping Tap in Half an Hour");
    assert_string_equal(video->author, "Maren at the Workbench");
    assert_string_equal(video->url, "https://video.example/watch?v=fix-a-dripping-tap");
    assert_string_equal(video->embed_url, "https://video.example/embed/fix-a-dripping-tap");
    assert_string_equal(video->thumbnail, "https://video.example/thumbnails/fix-a-dripping-tap.jpg");
    assert_true(video->has_duration && video->duration > 360 && video->duration < 480);
    assert_non_null(strstr(video->description, "bathtub"));
    videos_close(videos);
    videos_close(NULL);
}

static void test_find(void **state)
{
    (void)state;
    write_two();
    struct videos *videos = open_videos(folder);
    static const char *const same[] = {
        "dQw4w9WgXcQ",
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
        "https://youtube.com/watch?feature=share&v=dQw4w9WgXcQ&t=42s&list=PL1#x",
        "http://m.youtube.com/watch?v=dQw4w9WgXcQ",
        "https://youtu.be/dQw4w9WgXcQ?si=abc",
        "youtu.be/dQw4w9WgXcQ",
        "www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1",
        "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
        "https://www.youtube.com/shorts/dQw4w9WgXcQ",
        "https://www.youtube.com/live/dQw4w9WgXcQ?feature=share",
        " https://invidious.example/watch?v=dQw4w9WgXcQ ",
    };
    for (size_t i = 0; i < COUNT_OF(same); i++)
        assert_string_equal(find(videos, same[i]), "Pruning roses");
    assert_string_equal(find(videos, "b"), "Watering"); /* the name of the file is the id */
    assert_string_equal(find(videos, "http://www.films.example/garden/7/?lang=en&t=9"), "Watering");
    assert_string_equal(find(videos, "https://films.example/garden/7?lang=de"), "none");
    assert_string_equal(find(videos, "https://youtu.be/dQw4w9WgXcR"), "none");
    assert_says("has no film dQw4w9WgXcR");
    assert_null(strstr(err.message, folder)); /* whoever ordered the article reads it */
    assert_string_equal(find(videos, "../b"), "none");
    assert_string_equal(find(videos, ""), "none");
    videos_close(videos);
}

static void test_search(void **state)
{
    (void)state;
    write_two();
    struct videos *videos = open_videos(folder);
    assert_string_equal(search(videos, "roses"), "dQw4w9WgXcQ b"); /* in the title, in the description */
    assert_string_equal(search(videos, "watered"), "b");
    assert_string_equal(search(videos, "ada"), "dQw4w9WgXcQ");
    assert_string_equal(search(videos, "bicycles"), "");
    videos_close(videos);
}

static void test_wrong_folders(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"{", "/x.json: line 1"},
        {"[]", "/x.json: it must be an object"},
        {"{}", "/x.json: title must be a text"},
        {"{\"title\": \"T\", \"duration\": \"8:00\"}", "/x.json: duration must be a number"},
        {"{\"title\": \"T\", \"id\": \"b\"}", "/x.json: id is that of b.json too"},
    };
    struct videos *videos;
    write_two();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        write_file("x.json", cases[i].text);
        json_t *entry = entry_for("folder", folder);
        assert_int_equal(videos_open(entry, &videos, &err), E_CORRUPT);
        assert_says(cases[i].says);
        json_decref(entry);
    }
    json_t *entry = entry_for("folder", path_of("none"));
    assert_int_equal(videos_open(entry, &videos, &err), E_NOT_FOUND);
    json_decref(entry);
    entry = entry_for("file", folder);
    assert_int_equal(videos_open(entry, &videos, &err), E_INVALID);
    assert_says("videos.api must be one of: \"folder\"");
    json_decref(entry);
}

static void test_folder_changes(void **state)
{
    (void)state;
    write_two();
    struct videos *videos = open_videos(folder);
    write_file("c.json", "{\"title\": \"Weeding\"}");
    assert_string_equal(find(videos, "c"), "Weeding");
    write_file("a.json", "{\"title\": \"Pruning\", \"url\": \"file:///etc/passwd\"}");
    assert_string_equal(find(videos, "a"), "Pruning");
    write_file("b.json", "damaged");
    assert_string_equal(find(videos, "b"), "Watering");
    assert_int_equal(unlink(path_of("b.json")), 0);
    assert_string_equal(find(videos, "b"), "none");
    assert_string_equal(find(videos, "a"), "Pruning");
    videos_close(videos);
}

/* --- captions --- */

static void test_captions_of_the_example(void **state)
{
    (void)state;
    struct video_captions captions;
    struct lookup call = call_here();
    struct videos *videos = open_videos(EXAMPLE);
    assert_int_equal(videos_captions(videos, "fix-a-dripping-tap", NULL, &call, &captions), OK);
    assert_in_range(captions.count, 20, 50);
    int64_t before = 0;
    size_t sentences = 0;
    for (size_t i = 0; i < captions.count; i++) {
        const struct caption_segment *segment = &captions.segments[i];
        assert_true(segment->start_ms >= before && segment->end_ms > segment->start_ms);
        assert_true(segment->end_ms - segment->start_ms <= SEGMENT_LONGEST_MS);
        sentences += segment->is_sentence_end;
        before = segment->end_ms;
    }
    assert_true(sentences * 10 >= captions.count * 9);
    assert_int_equal(strncmp(captions.segments[0].text, "Hello everybody, and welcome back", 33), 0);
    assert_null(strstr(captions.segments[0].text, "Maren>"));
    videos_close(videos);
}

static void assert_no_captions(const struct videos *videos)
{
    struct video_captions captions;
    struct lookup call = call_here();
    err.code = NULL;
    assert_int_equal(videos_captions(videos, "b", NULL, &call, &captions), E_NOT_FOUND);
    assert_string_equal(err.code, "no_captions");
    assert_says("has no captions: b.vtt and b.srt are missing");
    assert_null(strstr(err.message, folder));
}

static void test_no_captions(void **state)
{
    (void)state;
    struct video_captions captions;
    struct lookup call = call_here();
    write_two();
    struct videos *videos = open_videos(folder);
    assert_no_captions(videos);
    write_file("b.vtt", "");
    assert_no_captions(videos);
    write_file("b.vtt", "WEBVTT\n\n00:00.000 --> 00:01.000\n[Music]\n");
    assert_no_captions(videos);
    write_file("b.vtt", "Times come when they come.\n");
    assert_int_equal(videos_captions(videos, "b", NULL, &call, &captions), E_CORRUPT);
    assert_says("b.vtt neither begins with WEBVTT nor has lines with times");
    write_file("b.vtt", "WEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n");
    assert_int_equal(videos_captions(videos, "b", NULL, &call, &captions), OK);
    assert_string_equal(captions.segments[0].text, "Hello.");
    err.code = NULL;
    assert_int_equal(videos_captions(videos, "z", NULL, &call, &captions), E_NOT_FOUND);
    assert_null(err.code); /* there is no such film */
    videos_close(videos);
}

/* Whoever ordered the article reads what is wrong with a file, but not where that lies. */
static void test_captions_that_cannot_be_read(void **state)
{
    (void)state;
    struct video_captions captions;
    struct lookup call = call_here();
    write_two();
    struct videos *videos = open_videos(folder);
    assert_int_equal(mkdir(path_of("b.vtt"), 0700), 0);
    assert_int_equal(videos_captions(videos, "b", NULL, &call, &captions), E_IO);
    assert_string_equal(err.message, "b.vtt is no regular file");
    assert_int_equal(rmdir(path_of("b.vtt")), 0);
    write_file("b.vtt", "WEBVTT\n");
    assert_int_equal(truncate(path_of("b.vtt"), 20 * 1024 * 1024), 0);
    assert_int_equal(videos_captions(videos, "b", NULL, &call, &captions), E_LIMIT);
    assert_string_equal(err.message, "b.vtt has more than 8388608 bytes");
    videos_close(videos);
}

static void test_captions_of_subrip(void **state)
{
    (void)state;
    struct video_captions captions;
    struct lookup call = call_here();
    write_two();
    struct videos *videos = open_videos(folder);
    write_file("b.srt", "1\n00:00:00,000 --> 00:00:04,000\nFirst we look\n\n2\n00:00:04,000 --> 00:00:06,000\n"
                        "<i>at the tap.</i>\n");
    assert_int_equal(videos_captions(videos, "b", NULL, &call, &captions), OK);
    assert_int_equal(captions.count, 1);
    assert_string_equal(captions.segments[0].text, "First we look at the tap.");
    write_file("b.vtt", "WEBVTT\n\n00:00.000 --> 00:01.000\nThe other file.\n");
    assert_int_equal(videos_captions(videos, "b", NULL, &call, &captions), OK);
    assert_string_equal(captions.segments[0].text, "The other file.");
    write_file("b.vtt", " \n");
    assert_int_equal(videos_captions(videos, "b", NULL, &call, &captions), OK);
    assert_string_equal(captions.segments[0].text, "First we look at the tap.");
    videos_close(videos);
}

typedef enum status (*cue_reader)(struct arena *arena, struct str text, struct caption_cue **cues, size_t *count,
                                  struct error *err);

/* The cues as "start-end line/line|start-end ...". */
static const char *cues_of(cue_reader read, const char *text)
{
    struct caption_cue *cues;
    size_t count;
    struct buf out = {0};
    assert_int_equal(read(arena, str_from(text), &cues, &count, &err), OK);
    for (size_t i = 0; i < count; i++) {
        buf_printf(&out, "%s%lld-%lld ", i ? "|" : "", (long long)cues[i].start_ms, (long long)cues[i].end_ms);
        for (size_t k = 0; k < cues[i].count; k++)
            buf_printf(&out, "%s%.*s", k ? "/" : "", STR_ARG(cues[i].lines[k]));
    }
    const char *joined = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return joined;
}

static void test_vtt(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"WEBVTT", ""},
        {"\xEF\xBB\xBFWEBVTT a title\nKind: captions\n\n1\n00:00:01.000 --> 00:00:02.500 align:start line:0\nOne\n",
         "1000-2500 One"},
        {"WEBVTT\r\n\r\n00:01.000 --> 01:02.000\r\nOne\r\ntwo\r\n\r\nname\r\n01:00:00.000 --> 100:00:00.001\r\nThree",
         "1000-62000 One/two|3600000-360000001 Three"},
        {"WEBVTT\r\r00:01.000 --> 00:02.000\rOne\r", "1000-2000 One"},
        {"WEBVTT\n\nNOTE a --> no\ntime\n\nSTYLE\n::cue { color: red }\n\n00:01.000 --> 00:02.000\nOne",
         "1000-2000 One"},
        {"WEBVTT\n\n00:01.000-->00:02.000\n<v Ann Lee>Hi</v> <c.red><i>you</i></c><00:01.500> &amp; me &lt;3",
         "1000-2000 Hi you & me <3"},
        {"WEBVTT\n\n00:03.000 --> 00:02.000\nwrong\n\n00:04.000 --> 00:05.000\nright", "4000-5000 right"},
        {"WEBVTT\n\n00:61.000 --> 01:62.000\nwrong\n\n00:04.00 --> 00:05.000\nwrong\n\n0:4.5 --> x\nwrong", ""},
        {"WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n00:03.000 --> 00:04.000\nTwo", "1000-2000 One|3000-4000 Two"},
        {"WEBVTT\n\n00:01.000 --> 00:02.000\n<i>\n\n00:03.000 --> 00:04.000\n&nbsp;\nTwo\n\nnot this", "3000-4000 Two"},
        {"WEBVTT\n\n00:01.000 --> 00:02.000\na <b never closed", "1000-2000 a"},
        {"WEBVTT\n\n00:01.000 --> 00:02.000\nbad \xFF byte", "1000-2000 bad \xEF\xBF\xBD byte"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(cues_of(vtt_read, cases[i][0]), cases[i][1]);
    struct caption_cue *cues;
    size_t count;
    assert_int_equal(vtt_read(arena, STR("WEBVTTX"), &cues, &count, &err), E_CORRUPT);
    assert_int_equal(vtt_read(arena, STR(""), &cues, &count, &err), E_CORRUPT);
}

static void test_srt(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"\xEF\xBB\xBF"
         "1\r\n00:00:01,000 --> 00:00:02,500\r\nOne\r\ntwo\r\n\r\n2\r\n00:01:03,000 --> 01:00:00,001\r\nThree",
         "1000-2500 One/two|63000-3600001 Three"},
        /* numbers that are missing, wrong or said; an empty line that is missing */
        {"00:00:01,000 --> 00:00:02,000\nOne\n\n00:00:03,000 --> 00:00:04,000\n7\n\n9\n00:00:05,000 --> "
         "00:00:06,000\nThree\n3\n00:00:07,000 --> 00:00:08,000\nFour",
         "1000-2000 One|3000-4000 7|5000-6000 Three|7000-8000 Four"},
        /* order of the file, overlapping times, an empty line inside */
        {"2\n00:00:05,000 --> 00:00:09,000\nLater\n\nand more\n\n1\n00:00:01,000 --> 00:00:06,000\nSooner\n",
         "5000-9000 Later/and more|1000-6000 Sooner"},
        {"1\n00:00:01,000 --> 00:00:02,000 X1:100 X2:200\n{\\an8}<font color=\"#fff\">Hi</font>{b} you{/b} {y:i}&amp; "
         "{me}\\Nthere",
         "1000-2000 Hi you & {me} there"},
        {"1\n0:0:1.5-->0:0:2\nA\n\n2\n01:02,5 --> 01:03,25\nB", "1500-2000 A|62500-63250 B"},
        {"1\n00:00:03,000 --> 00:00:02,000\nwrong\n\n2\n00:00:04,000 --> 00:00:05,000\nright\n\n3\n",
         "4000-5000 right"},
        {"1\n00:00:04,000 --> 00:00:05,000\n<i></i>\n\n2\n00:00:06,000 --> 00:00:07,000\nbad \xFF byte",
         "6000-7000 bad \xEF\xBF\xBD byte"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(cues_of(srt_read, cases[i][0]), cases[i][1]);
    static const char *const wrong[] = {"", "1\nHello\n", "1\n00:61:00,000 --> 00:62:00,000\nx",
                                        "1\n00:00:01,0000 --> 00:00:02,000\nx", "{\"captions\":[]}"};
    struct caption_cue *cues;
    size_t count;
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_int_equal(srt_read(arena, str_from(wrong[i]), &cues, &count, &err), E_CORRUPT);
}

/* The segments as "start-end text|...", times in tenths of a second. */
static const char *segments_of(const char *cues)
{
    struct caption_segment *segments;
    size_t count;
    struct buf out = {0};
    const char *text = arena_printf(arena, "WEBVTT\n\n%s", cues);
    assert_int_equal(captions_read(arena, str_from(text), &segments, &count, &err), OK);
    for (size_t i = 0; i < count; i++)
        buf_printf(&out, "%s%lld-%lld %s", i ? "|" : "", (long long)segments[i].start_ms / 100,
                   (long long)segments[i].end_ms / 100, segments[i].text);
    const char *joined = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return joined;
}

static void test_segments_end_with_sentences(void **state)
{
    (void)state;
    /* The first sentence ends too soon, the second after ten seconds, inside a caption. */
    assert_string_equal(segments_of("00:00.000 --> 00:04.000\nFirst we look.\n\n"
                                    "00:04.000 --> 00:08.000\nThen we take\n\n"
                                    "00:08.000 --> 00:14.000\nthe tap off. After that\n\n"
                                    "00:14.000 --> 00:18.000\nwe wait.\n"),
                        "0-111 First we look. Then we take the tap off.|113-180 After that we wait.");
    /* No sentence ends between ten and twenty seconds: one that ended a little sooner does. */
    assert_string_equal(segments_of("00:00.000 --> 00:08.000\nA short one.\n\n"
                                    "00:08.000 --> 00:16.000\nand a long one\n\n"
                                    "00:16.000 --> 00:24.000\nthat goes on.\n"),
                        "0-80 A short one.|80-240 and a long one that goes on.");
    /* No marks at all, as in automatic captions. */
    assert_string_equal(segments_of("00:00.000 --> 00:08.000\none two\n\n00:08.000 --> 00:16.000\nthree four\n\n"
                                    "00:16.000 --> 00:24.000\nfive six\n"),
                        "0-160 one two three four|160-240 five six");
    /* A caption of half a minute stays whole; a pause ends a segment. */
    assert_string_equal(segments_of("00:00.000 --> 00:30.000\nall of it\n\n01:00.000 --> 01:01.000\nthe rest\n"),
                        "0-300 all of it|600-610 the rest");
    /* Two speak at once: a sentence inside one does not begin before the other one's. */
    assert_string_equal(segments_of("00:00.000 --> 00:30.000\nOne. Two three four five six seven.\n\n"
                                    "00:01.000 --> 00:02.000\nSeven. Eight.\n"),
                        "0-34 One.|42-300 Two three four five six seven.|42-42 Seven. Eight.");
    /* Sorted by time. */
    assert_string_equal(segments_of("00:02.000 --> 00:03.000\nb\n\n00:00.000 --> 00:01.000\na\n"), "0-30 a b");
}

static void test_rolling_captions(void **state)
{
    (void)state;
    /* As they are made automatically: two lines, the upper one said before, and a short cue between. */
    assert_string_equal(
        segments_of("00:00.000 --> 00:02.000\n \nso<00:00.500><c> today</c>\n\n00:02.000 --> 00:02.010\nso today\n \n\n"
                    "00:02.010 --> 00:04.000\nso today\nwe fix the tap\n\n00:04.000 --> 00:04.010\nwe fix the tap\n\n"
                    "00:04.010 --> 00:06.000\nwe fix the tap\nin the kitchen\n"),
        "0-60 so today we fix the tap in the kitchen");
    /* The line itself grows. */
    assert_string_equal(segments_of("00:00.000 --> 00:01.000\nso\n\n00:01.000 --> 00:02.000\nso today\n\n"
                                    "00:02.000 --> 00:03.000\nso today we fix\n\n00:03.000 --> 00:04.000\nthe tap\n"),
                        "0-40 so today we fix the tap");
    /* Part of a word is no repetition. */
    assert_string_equal(segments_of("00:00.000 --> 00:01.000\nso\n\n00:01.000 --> 00:02.000\nsome\n\n"
                                    "00:02.000 --> 00:03.000\nsometimes\n"),
                        "0-30 so some sometimes");
}

/* Sentences end at pauses and, in what is long, before words that begin one; "for now" begins none. */
static void test_captions_without_stops(void **state)
{
    (void)state;
    assert_string_equal(
        segments_of("00:00.000 --> 00:04.000\nput the stone on a damp towel so that it does not\n\n"
                    "00:04.000 --> 00:08.000\nslide and soak it for now in a bowl\n\n"
                    "00:08.800 --> 00:12.000\nthe angle is what i look at on every knife that comes\n\n"
                    "00:12.000 --> 00:16.000\ninto the shop of my father then you push the blade\n\n"
                    "00:16.000 --> 00:19.000\naway from you with light pressure and the whole arm\n"),
        "0-141 Put the stone on a damp towel so that it does not slide and soak it for now in a bowl. The angle is "
        "what "
        "I look at on every knife that comes into the shop of my father.|141-190 Then you push the blade away from you "
        "with light pressure and the whole arm.");
    /* Neither pauses nor such words: it stays as it is. */
    const char *said = segments_of("00:00.000 --> 00:19.000\nthe blade and the stone and the water and the towel and "
                                   "the table and the light and the hand and the arm and the chair and the door and "
                                   "the wall and the floor and the roof and the garden and the gate\n");
    assert_null(strchr(said, '.'));
}

static void test_people_say_things_twice(void **state)
{
    (void)state;
    assert_string_equal(segments_of("00:00.000 --> 00:01.000\nSlowly.\n\n00:01.000 --> 00:02.000\nSlowly.\n\n"
                                    "00:02.000 --> 00:03.000\nThere is air in it.\n\n00:03.000 --> 00:04.000\nYes.\n\n"
                                    "00:04.000 --> 00:05.000\nOpen it.\n\n00:05.000 --> 00:06.000\nNow close it.\n"),
                        "0-60 Slowly. Slowly. There is air in it. Yes. Open it. Now close it.");
}

static void test_what_is_no_speech(void **state)
{
    (void)state;
    assert_string_equal(segments_of("00:00.000 --> 00:01.000\n[Music]\n\n00:01.000 --> 00:02.000\n>> Hello (there).\n\n"
                                    "00:02.000 --> 00:03.000\n- Well.\n- Yes.\n\n00:03.000 --> 00:04.000\n(laughs)\n\n"
                                    "00:04.000 --> 00:05.000\n\xE2\x99\xAA la la \xE2\x99\xAA\n"),
                        "10-50 Hello (there). Well. Yes. la la");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all_fields, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_captions_without_stops, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_find, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_search, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_folders, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_folder_changes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_captions_of_the_example, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_captions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_captions_that_cannot_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_vtt, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_srt, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_captions_of_subrip, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_segments_end_with_sentences, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rolling_captions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_people_say_things_twice, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_no_speech, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
