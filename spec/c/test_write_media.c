/* Pictures and films in an article: which sections get them, what they cost, their addresses. */
#include "service/api/media.h"
#include "write/media/films.h"
#include "write/media/media.h"
#include "write/media/pictures.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_SLOTS = 12 };

/* Slots by a letter each: "s" a section, "i" an item, "F" a section with a film. */
static size_t slots_of(const char *text, struct media_slot *slots)
{
    size_t count = strlen(text);
    assert_true(count <= MOST_SLOTS);
    for (size_t i = 0; i < count; i++)
        slots[i] = (struct media_slot){
            .heading = i, .is_item = text[i] == 'i', .kind = text[i] == 'F' ? MEDIA_FILM : MEDIA_NOTHING, .film = i};
    return count;
}

/* "-" nothing, "P" a picture, "F" a film. */
static void assert_kinds(const struct media_slot *slots, size_t count, const char *expected)
{
    static const char letters[] = {[MEDIA_NOTHING] = '-', [MEDIA_PICTURE] = 'P', [MEDIA_FILM] = 'F'};
    char kinds[MOST_SLOTS + 1] = "";
    for (size_t i = 0; i < count; i++)
        kinds[i] = letters[slots[i].kind];
    assert_string_equal(kinds, expected);
}

static void pictures_are_spread(void **state)
{
    static const struct {
        const char *slots;
        size_t most;
        const char *expected;
    } rows[] = {
        {"ssssss", 6, "PPPPPP"}, {"ssssss", 20, "PPPPPP"}, {"ssssss", 3, "P-P-P-"},
        {"ssssss", 2, "P--P--"}, {"ssssss", 1, "P-----"},  {"ssssss", 0, "------"},
        {"ssssss", 4, "P-PP-P"}, {"sFssss", 5, "PFPPPP"},  {"FssssF", 2, "FP-P-F"},
        {"iiiiss", 4, "PPPP--"}, {"iiiiss", 2, "PP----"},  {"iiiiss", 5, "PPPPP-"},
        {"iiFsss", 9, "PPFPPP"}, {"siiis", 3, "-PPP-"},    {"", 3, ""},
        {"FF", 3, "FF"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct media_slot slots[MOST_SLOTS];
        size_t count = slots_of(rows[i].slots, slots), pictures = 0;
        size_t given = media_place_pictures(slots, count, rows[i].most);
        assert_kinds(slots, count, rows[i].expected);
        for (const char *at = rows[i].expected; *at; at++)
            pictures += *at == 'P';
        assert_int_equal(given, pictures);
    }
}

static void the_best_film_comes_first_and_each_once(void **state)
{
    static const struct {
        struct media_match matches[4];
        size_t count, most;
        const char *expected;
        size_t films[3]; /* by slot, of those with a film */
    } rows[] = {
        {{{0, 0, .5}, {1, 0, .9}}, 2, 2, "-F-", {0, 0, 0}},
        {{{0, 0, .5}, {0, 1, .4}, {1, 0, .4}, {1, 1, .3}}, 4, 2, "FF-", {0, 1, 0}},
        {{{0, 0, .5}, {0, 1, .4}, {1, 0, .4}, {1, 1, .3}}, 4, 1, "F--", {0, 0, 0}},
        {{{2, 1, .5}, {1, 1, .5}, {1, 0, .5}}, 3, 3, "-FF", {0, 0, 1}},
        {{{0, 0, 0}, {1, 1, -1}}, 2, 3, "---", {0, 0, 0}},
        {{{0, 0, 1}}, 1, 0, "---", {0, 0, 0}},
        {{{0, 0, 0}}, 0, 3, "---", {0, 0, 0}},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct media_slot slots[MOST_SLOTS];
        struct media_match matches[4];
        size_t count = slots_of("sss", slots);
        memcpy(matches, rows[i].matches, sizeof matches);
        media_place_films(slots, count, matches, rows[i].count, rows[i].most);
        assert_kinds(slots, count, rows[i].expected);
        for (size_t j = 0; j < count; j++)
            if (slots[j].kind == MEDIA_FILM)
                assert_int_equal(slots[j].film, rows[i].films[j]);
    }
}

static void a_request_says_how_many(void **state)
{
    static const struct {
        const char *config;
        size_t items;
        struct media_wish expected;
    } rows[] = {
        {"{}", 0, {false, 0, 0}},
        {"{\"multimediaOption\":\"none\",\"maxImages\":3,\"maxVideos\":3}", 0, {false, 0, 0}},
        {"{\"multimediaOption\":\"images\"}", 0, {false, USUAL_PICTURES, 0}},
        {"{\"multimediaOption\":\"images\"}", 9, {false, 9, 0}},
        {"{\"multimediaOption\":\"images\"}", 40, {false, MOST_PICTURES, 0}},
        {"{\"multimediaOption\":\"images\",\"maxImages\":0}", 9, {false, 0, 0}},
        {"{\"multimediaOption\":\"images\",\"maxImages\":3,\"maxVideos\":3}", 9, {false, 3, 0}},
        {"{\"multimediaOption\":\"videos\"}", 0, {false, 0, USUAL_FILMS}},
        {"{\"multimediaOption\":\"videos\",\"maxImages\":3,\"maxVideos\":5}", 0, {false, 0, 5}},
        {"{\"multimediaOption\":\"auto\"}", 0, {true, USUAL_PICTURES, CHOSEN_FILMS}},
        {"{\"multimediaOption\":\"auto\",\"maxImages\":2,\"maxVideos\":0}", 0, {true, 2, 0}},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        json_t *config = json_loads(rows[i].config, 0, NULL);
        assert_non_null(config);
        struct media_wish wish = media_wish_read(config, rows[i].items);
        json_decref(config);
        assert_int_equal(wish.is_chosen, rows[i].expected.is_chosen);
        assert_int_equal(wish.pictures, rows[i].expected.pictures);
        assert_int_equal(wish.films, rows[i].expected.films);
    }
}

static void pictures_cost_by_model(void **state)
{
    (void)state;
    assert_int_equal(pictures_price("alpha-image-2-fast", 3), 150);
    assert_int_equal(pictures_price("alpha-image-2-medium", 2), 400);
    assert_int_equal(pictures_price("gamma-3.0-turbo", 2), 0);
    assert_int_equal(pictures_price("delta-2", 2), 0);
    assert_int_equal(pictures_price("another", 2), 0);
    assert_int_equal(pictures_price(NULL, 2), 0);
    assert_int_equal(pictures_price("alpha-image-2-fast", 0), 0);
}

static void pictures_have_few_types(void **state)
{
    (void)state;
    assert_string_equal(picture_type_find("image/jpeg")->extension, "jpg");
    assert_string_equal(picture_type_find("image/png")->extension, "png");
    assert_null(picture_type_find("image/svg+xml"));
    assert_null(picture_type_find("text/html"));
    assert_null(picture_type_find(NULL));
}

static void addresses_are_made_whole(void **state)
{
    static const struct {
        const char *html, *base, *expected;
    } rows[] = {
        {"<img src=\"/media/1.png\">", "https://d", "<img src=\"https://d/media/1.png\">"},
        {"<img src=\"/media/1.png\">", NULL, "<img src=\"/media/1.png\">"},
        {"a<img src=\"/media/1.png\">b<img src=\"/media/2.png\">c", "http://h:1/x",
         "a<img src=\"http://h:1/x/media/1.png\">b<img src=\"http://h:1/x/media/2.png\">c"},
        {"<img src=\"https://d/media/1.png\"><a href=\"/media/1.png\">", "https://e",
         "<img src=\"https://d/media/1.png\"><a href=\"/media/1.png\">"},
        {"", "https://d", ""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct buf out = {0};
        media_addresses(&out, rows[i].html, rows[i].base);
        assert_string_equal(buf_text(&out), rows[i].expected);
        buf_free(&out);
    }
    assert_true(media_has_addresses(rows[0].html));
    assert_false(media_has_addresses(rows[3].html));
    assert_false(media_has_addresses(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_spread),     cmocka_unit_test(the_best_film_comes_first_and_each_once),
        cmocka_unit_test(a_request_says_how_many), cmocka_unit_test(pictures_cost_by_model),
        cmocka_unit_test(pictures_have_few_types), cmocka_unit_test(addresses_are_made_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
