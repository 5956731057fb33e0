/* Pictures: what is one, which entry is meant, and the pictures of a folder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "media_files.h"
#include "pictures.h"

#include "media/images/picture.h"

/* --- heads --- */

static const char *head_of(const void *data, size_t length)
{
    struct picture picture;
    if (!picture_read((struct str){data, length}, &picture))
        return "none";
    return arena_printf(arena, "%s %dx%d", picture.type, picture.width, picture.height);
}

#define HEAD(literal) head_of(literal, sizeof(literal) - 1)

static void test_heads(void **state)
{
    (void)state;
    assert_string_equal(head_of(png(640, 480).data, png(640, 480).len), "image/png 640x480");
    assert_string_equal(head_of(jpeg(800, 600).data, jpeg(800, 600).len), "image/jpeg 800x600");
    assert_string_equal(HEAD("GIF89a\x10\x00\x20\x01rest"), "image/gif 16x288");
    assert_string_equal(HEAD("GIF87a\x10\x00\x20\x00"), "image/gif 16x32");
    assert_string_equal(HEAD("RIFF\x1A\0\0\0WEBPVP8 \x0E\0\0\0\0\0\0\x9D\x01\x2A\x40\x41\xF0\x00"),
                        "image/webp 320x240");
    assert_string_equal(HEAD("RIFF\x1A\0\0\0WEBPVP8L\x0E\0\0\0\x2F\x3F\xC1\x3B\x00"), "image/webp 320x240");
    assert_string_equal(HEAD("RIFF\x1A\0\0\0WEBPVP8X\x0A\0\0\0\x10\0\0\0\x3F\x01\0\xEF\0\0"), "image/webp 320x240");
    /* A progressive frame behind fill bytes and a comment. */
    assert_string_equal(HEAD("\xFF\xD8\xFF\xFE\0\x04hi\xFF\xFF\xC2\0\x0B\x08\0\x09\0\x07\x01\x11\0\0"),
                        "image/jpeg 7x9");
    /* The beginning of a file. */
    assert_string_equal(HEAD("\xFF\xD8\xFF\xE1\xFF\xFF"), "image/jpeg 0x0");
    assert_string_equal(HEAD("\x89PNG\r\n\x1A\n\0\0"), "image/png 0x0");
}

static void test_no_pictures(void **state)
{
    (void)state;
    assert_string_equal(HEAD(""), "none");
    assert_string_equal(HEAD("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>"), "none");
    assert_string_equal(HEAD("<!DOCTYPE html><title>GIF89a</title>"), "none");
    assert_string_equal(HEAD("\x89PNG\n\n\x1A\n"), "none");
    assert_string_equal(HEAD("RIFF\x1A\0\0\0WAVEfmt "), "none");
    assert_string_equal(HEAD("RIFF\x1A\0\0\0WEBPVP8Z\x0A\0\0\0\x10\0\0\0\x3F\x01\0\xEF\0\0"), "none");
    assert_string_equal(head_of(png(0, 480).data, png(0, 480).len), "none");
    assert_string_equal(head_of(png(30000, 30000).data, png(30000, 30000).len), "none"); /* too many pixels */
    assert_string_equal(head_of(png(0x80000001, 1).data, png(1, 1).len), "none");
    assert_string_equal(head_of(jpeg(65535, 9).data, jpeg(65535, 9).len), "none");
    assert_string_equal(HEAD("\xFF\xD8\xFF\xDA\0\x0C\x03\x01"), "none");       /* a scan before any frame */
    assert_string_equal(HEAD("\xFF\xD8\xFF\xE0\0\x01\xFF\xC0\0\x0B"), "none"); /* a segment shorter than its length */
    assert_string_equal(HEAD("\xFF\xD8\xFF\xE0\0\x02nonsense"), "none");
    assert_string_equal(HEAD("RIFF\x1A\0\0\0WEBPVP8 \x0E\0\0\0\0\0\0\x9D\x01\x2B\x40\x41\xF0\x00"), "none");
}

/* --- sizes --- */

static const char *size_for(const char *api, const char *model, const char *asked)
{
    struct image_sizes sizes;
    struct image_size size;
    const char *note;
    struct lookup call = call_here();
    assert_int_equal(image_sizes_read(NULL, "images", api, model, &sizes, &err), OK);
    assert_int_equal(image_size_choose(&sizes, asked, &call, &size, &note), OK);
    return arena_printf(arena, "%dx%d%s%s", size.width, size.height, note ? ": " : "", note ? note : "");
}

static void test_sizes(void **state)
{
    (void)state;
    assert_string_equal(size_for("openai", "gpt-image-1", "1024x1024"), "1024x1024");
    assert_string_equal(size_for("openai", "gpt-image-1", "1536x1024"), "1536x1024");
    assert_string_equal(size_for("openai", "gpt-image-1", "landscape"), "1536x1024");
    assert_string_equal(size_for("openai", "gpt-image-1", "portrait"), "1024x1536");
    assert_string_equal(size_for("openai", "gpt-image-1", "square"), "1024x1024");
    assert_string_equal(size_for("openai", "gpt-image-1", "1792x1008"),
                        "1536x1024: 1792x1008 was asked for, 1536x1024 is the nearest");
    assert_string_equal(size_for("openai", "gpt-image-1", "9:16"),
                        "1024x1536: 9:16 was asked for, 1024x1536 is the nearest");
    assert_string_equal(size_for("openai", "dall-e-3", "16:9"), "1792x1024");
    assert_string_equal(size_for("openai", "dall-e-3", "landscape"), "1792x1024");
    assert_string_equal(size_for("openai", "dall-e-3", "1008x1792"),
                        "1024x1792: 1008x1792 was asked for, 1024x1792 is the nearest");
    assert_string_equal(size_for("openai", "dall-e-2", "1024x1024"), "1024x1024");
    assert_string_equal(size_for("openai", "dall-e-2", "portrait"),
                        "1024x1024: portrait was asked for, 1024x1024 is the nearest");
    assert_string_equal(size_for("openai", NULL, NULL), "1024x1024");
    assert_string_equal(size_for("automatic1111", NULL, "16:9"), "1792x1008");
    assert_string_equal(size_for("automatic1111", NULL, "1008x1792"), "1008x1792");
}

static void test_sizes_of_an_entry(void **state)
{
    (void)state;
    struct image_sizes sizes;
    struct image_size size;
    const char *note;
    struct lookup call = call_here();
    json_t *entry = json_pack("{s:[s,s]}", "sizes", "512x512", "768x512");
    assert_int_equal(image_sizes_read(entry, "images[\"*\"]", "automatic1111", NULL, &sizes, &err), OK);
    json_decref(entry);
    assert_int_equal(image_size_choose(&sizes, "1536x1024", &call, &size, &note), OK);
    assert_true(size.width == 768 && size.height == 512);
    assert_string_equal(note, "1536x1024 was asked for, 768x512 is the nearest");
    static const char *const wrong[] = {
        "[]", "[\"big\"]",      "[\"512x512x\"]", "[5]", "\"512x512\"", "[\"9x9\"]", "[\"99999999999x1\"]",
        "{}", "[\"-512x512\"]", "[\"512x\"]"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        entry = json_object();
        json_object_set_new(entry, "sizes", json_loads(wrong[i], JSON_DECODE_ANY, NULL));
        if (image_sizes_read(entry, "images[\"*\"]", "openai", NULL, &sizes, &err) != E_INVALID)
            fail_msg("%s", wrong[i]);
        assert_says("images[\"*\"].sizes must be a list of 1 to 16 sizes");
        json_decref(entry);
    }
}

/* --- entries --- */

static enum status open_json(const char *text, struct images **images)
{
    json_t *entries = json_loads(text, JSON_DECODE_ANY, NULL);
    assert_non_null(entries);
    enum status status = images_open(entries, NULL, images, &err);
    json_decref(entries);
    return status;
}

static struct images *open_folder(void)
{
    struct images *images = NULL;
    const char *text = arena_printf(arena, "{\"*\": {\"api\": \"folder\", \"path\": \"%s/\"}}", folder);
    if (open_json(text, &images))
        fail_msg("%s", err.message);
    return images;
}

static void test_which_entry(void **state)
{
    (void)state;
    struct images *images = NULL;
    write_picture("rose.png", png(9, 9));
    const char *text = arena_printf(arena,
                                    "{\"alpha-*\": {\"api\": \"folder\", \"path\": \"%s\"},"
                                    " \"alpha-image-2-fast\": {\"api\": \"folder\", \"path\": \"%s\"},"
                                    " \"alpha-image-*\": {\"api\": \"folder\", \"path\": \"%s\"}}",
                                    folder, folder, folder);
    assert_int_equal(open_json(text, &images), OK);
    const struct image_source *fast = images_find(images, "alpha-image-2-fast");
    const struct image_source *medium = images_find(images, "alpha-image-2-medium");
    const struct image_source *other = images_find(images, "alpha-6");
    assert_true(fast && medium && other && fast != medium && medium != other && fast != other);
    assert_ptr_equal(images_find(images, "alpha-image-3"), medium);
    assert_null(images_find(images, "delta-2"));
    assert_null(images_find(NULL, "delta-2"));
    assert_false(image_source_makes(fast));
    images_close(images);
    images_close(NULL);
}

static void test_wrong_entries(void **state)
{
    (void)state;
    static const struct {
        const char *json, *says;
        enum status status;
    } cases[] = {
        {"[]", "images must be a table by model", E_INVALID},
        {"{}", "images must be a table by model", E_INVALID},
        {"{\"*\": 5}", "images[\"*\"] must be a table with api", E_INVALID},
        {"{\"*\": {}}", "images[\"*\"].api must be one of: ", E_INVALID},
        {"{\"*\": {\"api\": \"paint\"}}", "\"folder\"", E_INVALID},
        {"{\"a*b\": {\"api\": \"folder\"}}", "images[\"a*b\"] must be a name of a model; a star", E_INVALID},
        {"{\"*\": {\"api\": \"folder\"}}", "images[\"*\"].path must be a text", E_INVALID},
        {"{\"*\": {\"api\": \"folder\", \"path\": \"/\", \"colour\": 1}}", "images[\"*\"].colour is unknown",
         E_INVALID},
        {"{\"*\": {\"api\": \"folder\", \"path\": \"/nowhere/at/all\"}}", "/nowhere/at/all cannot be read",
         E_NOT_FOUND},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct images *images = NULL;
        assert_int_equal(open_json(cases[i].json, &images), cases[i].status);
        assert_null(images);
        assert_says(cases[i].says);
    }
}

/* --- a folder --- */

/* The key of the picture that comes; "none": there is none. */
static const char *key_for(struct images *images, const char *words, const char *size, const char *used)
{
    struct image image;
    struct lookup call = call_here();
    struct images_query query = {.words = str_from(words),
                                 .size = size,
                                 .language = language_find(STR("en")),
                                 .used = &used,
                                 .used_count = used != NULL};
    enum status status = image_get(images_find(images, "x"), &query, &call, &image);
    if (status != OK)
        assert_int_equal(status, E_NOT_FOUND);
    return status ? "none" : image.key;
}

static void test_folder(void **state)
{
    (void)state;
    struct image image;
    struct lookup call = call_here();
    write_picture("basil-on-a-windowsill.png", png(1536, 1024));
    write_picture("watering_basil.JPEG", jpeg(800, 600));
    write_file("basil-on-a-windowsill.json",
               "{\"alt\": \"Basil on a <b>sill</b>\", \"caption\": \"In June\", \"credit\": \"Photo by Ada\", "
               "\"license\": \"CC BY 4.0\", \"license_url\": \"https://creativecommons.org/licenses/by/4.0/\", "
               "\"source\": \"https://photos.example/7\", \"colour\": 1}");
    write_file("notes.txt", "basil");
    struct images *images = open_folder();
    struct images_query query = {.words = STR("Where basil grows: windowsills"), .language = language_find(STR("en"))};
    assert_int_equal(image_get(images_find(images, "x"), &query, &call, &image), OK);
    assert_true(str_eq(image.data, png(1536, 1024)));
    assert_string_equal(image.type, "image/png");
    assert_true(image.width == 1536 && image.height == 1024 && !image.is_made);
    assert_string_equal(image.key, "basil-on-a-windowsill.png");
    assert_string_equal(image.alt, "Basil on a sill");
    assert_string_equal(image.caption, "In June");
    assert_string_equal(image.credit, "Photo by Ada");
    assert_string_equal(image.license, "CC BY 4.0");
    assert_string_equal(image.license_url, "https://creativecommons.org/licenses/by/4.0/");
    assert_string_equal(image.source_url, "https://photos.example/7");
    query.words = STR("How to water basil");
    assert_int_equal(image_get(images_find(images, "x"), &query, &call, &image), OK);
    assert_string_equal(image.type, "image/jpeg");
    assert_string_equal(image.alt, "Watering basil"); /* its name says what is seen */
    images_close(images);
}

static void test_folder_names(void **state)
{
    (void)state;
    struct image image;
    struct lookup call = call_here();
    write_picture("basil.png", png(9, 9));
    write_picture("mint-2041.png", png(9, 9));
    struct images *images = open_folder();
    struct images_query query = {.words = STR("basil"), .language = language_find(STR("en"))};
    assert_int_equal(image_get(images_find(images, "x"), &query, &call, &image), OK);
    assert_null(image.alt);
    query.words = STR("mint");
    assert_int_equal(image_get(images_find(images, "x"), &query, &call, &image), OK);
    assert_null(image.alt);
    images_close(images);
}

/* What is only of a part of the subject is on something else. */
static void test_folder_subject(void **state)
{
    (void)state;
    struct image image;
    struct lookup call = call_here();
    write_picture("wooden-table.png", png(9, 9));
    struct images *images = open_folder();
    struct images_query query = {.words = STR("Limits table partitioning"),
                                 .subject = STR("table partitioning"),
                                 .language = language_find(STR("en"))};
    assert_int_equal(image_get(images_find(images, "x"), &query, &call, &image), E_NOT_FOUND);
    query.subject = STR("partitioning"); /* "table" is what the section speaks of */
    assert_int_equal(image_get(images_find(images, "x"), &query, &call, &image), OK);
    query = (struct images_query){.words = STR("Wooden parts table partitioning"),
                                  .subject = STR("table partitioning"),
                                  .language = language_find(STR("en"))};
    assert_int_equal(image_get(images_find(images, "x"), &query, &call, &image), OK);
    images_close(images);
}

static void test_folder_order(void **state)
{
    (void)state;
    write_picture("pruning-roses.png", png(100, 100));
    write_picture("roses.png", png(150, 100));
    write_picture("tulip.png", png(150, 100));
    write_picture("tulips.png", png(100, 150));
    struct images *images = open_folder();
    assert_string_equal(key_for(images, "Pruned rose", NULL, NULL), "pruning-roses.png");
    assert_string_equal(key_for(images, "Pruned rose", NULL, "pruning-roses.png"), "roses.png");
    assert_string_equal(key_for(images, "roses", NULL, "roses.png"), "pruning-roses.png");
    /* One word of many, and half of the name; a name of which less is met does not fit. */
    assert_string_equal(key_for(images, "Choosing good garden tools for roses early", NULL, NULL), "pruning-roses.png");
    assert_string_equal(key_for(images, "tulips", "landscape", NULL), "tulip.png");
    assert_string_equal(key_for(images, "tulips", "9:16", NULL), "tulips.png");
    assert_string_equal(key_for(images, "bicycles", NULL, NULL), "none");
    assert_says("no picture of the folder");
    assert_string_equal(key_for(images, "", NULL, NULL), "none");
    assert_string_equal(key_for(images, "how to", NULL, NULL), "none");
    images_close(images);
}

static void test_folder_fit(void **state)
{
    (void)state;
    write_picture("winter-coat-on-a-wooden-chair.png", png(9, 9));
    struct images *images = open_folder();
    assert_string_equal(key_for(images, "Watering basil during winter months indoors", NULL, NULL), "none");
    assert_string_equal(key_for(images, "Winter", NULL, NULL), "winter-coat-on-a-wooden-chair.png");
    images_close(images);
}

static void test_folder_languages(void **state)
{
    (void)state;
    struct image image;
    struct lookup call = call_here();
    write_picture("tomaten-im-gew\xC3\xA4"
                  "chshaus.png",
                  png(9, 9));
    struct images *images = open_folder();
    struct images_query query = {.words = STR("Die Tomate"), .language = language_find(STR("de"))};
    assert_int_equal(image_get(images_find(images, "x"), &query, &call, &image), OK);
    query.language = NULL;
    assert_int_equal(image_get(images_find(images, "x"), &query, &call, &image), E_NOT_FOUND);
    images_close(images);
}

static void test_folder_changes(void **state)
{
    (void)state;
    write_picture("rose.png", png(9, 9));
    struct images *images = open_folder();
    assert_string_equal(key_for(images, "roses", NULL, NULL), "rose.png");
    write_picture("rose-garden.png", png(9, 9));
    assert_string_equal(key_for(images, "rose garden", NULL, NULL), "rose-garden.png");
    assert_int_equal(unlink(path_of("rose-garden.png")), 0);
    assert_string_equal(key_for(images, "rose garden", NULL, NULL), "rose.png");
    images_close(images);
}

/* What is no picture is left out, whatever it is called. */
static void test_folder_of_others(void **state)
{
    (void)state;
    write_file("rose.png", "<svg/>");
    write_file("rose.gif", "<!DOCTYPE html>");
    write_file("rose.svg", "<svg/>");
    assert_int_equal(mkdir(path_of("rose.webp"), 0700), 0);
    struct images *images = open_folder();
    assert_string_equal(key_for(images, "rose", NULL, NULL), "none");
    images_close(images);
}

static void test_wrong_facts(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"{\"alt\": 5}", "rose.json: alt must be a text"},
        {"[]", "rose.json: it must be an object"},
        {"{", "rose.json: line 1"},
    };
    write_picture("rose.png", png(9, 9));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct images *images = NULL;
        write_file("rose.json", cases[i][0]);
        const char *text = arena_printf(arena, "{\"*\": {\"api\": \"folder\", \"path\": \"%s/\"}}", folder);
        assert_int_equal(open_json(text, &images), E_CORRUPT);
        assert_says(cases[i][1]);
    }
}

static void test_called_off(void **state)
{
    (void)state;
    struct image image;
    atomic_bool cancel = true;
    struct lookup call = {.arena = arena, .err = &err, .cancel = &cancel};
    struct images_query query = {.words = STR("rose")};
    write_picture("rose.png", png(9, 9));
    struct images *images = open_folder();
    assert_int_equal(image_get(images_find(images, "x"), &query, &call, &image), E_CANCELLED);
    images_close(images);
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        EACH(test_heads),          EACH(test_no_pictures),      EACH(test_sizes),          EACH(test_sizes_of_an_entry),
        EACH(test_which_entry),    EACH(test_wrong_entries),    EACH(test_folder),         EACH(test_folder_order),
        EACH(test_folder_fit),     EACH(test_folder_languages), EACH(test_folder_changes), EACH(test_folder_of_others),
        EACH(test_folder_names),   EACH(test_folder_languages), EACH(test_folder_changes), EACH(test_folder_of_others),
        EACH(test_folder_subject), EACH(test_folder_languages), EACH(test_folder_changes), EACH(test_folder_of_others),
        EACH(test_wrong_facts),    EACH(test_called_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
