/* An article as a site takes it: without its title's heading, with the site's own pictures, all other bytes the same.
 */
#include "draft_fixture.h"

#define FIGURE(source, alt, caption)                                                                                   \
    "<figure><img src=\"" source "\" alt=\"" alt "\" loading=\"lazy\"><figcaption>" caption "</figcaption></figure>\n"

static void read_html(struct draft_fixture *fixture, const char *html)
{
    draft_fixture_begin(fixture, html);
    assert_int_equal(draft_of_article(&fixture->call, &fixture->draft, &fixture->err), OK);
}

static void assert_html(struct str html, const char *expected)
{
    assert_string_equal(html.data, expected);
    assert_int_equal(html.len, strlen(expected));
}

/* Reads the HTML, leads its pictures to /0 and /1, and compares. */
static void assert_rewritten(const char *html, const char *expected)
{
    static const char *const addresses[] = {"https://x/0?a=\"1\"&b", "https://x/1"};
    struct draft_fixture fixture;
    struct str result;
    read_html(&fixture, html);
    assert_true(fixture.draft.picture_count <= COUNT_OF(addresses));
    assert_int_equal(draft_html(&fixture.draft, addresses, fixture.arena, &result, NULL), OK);
    assert_html(result, expected);
    draft_fixture_end(&fixture);
}

static void tells_title_slug_description_tags_and_marker(void **state)
{
    (void)state;
    struct draft_fixture fixture;
    read_html(&fixture, "<p>x</p>");
    assert_string_equal(fixture.draft.title, "Growing Herbs");
    assert_string_equal(fixture.draft.slug, "growing-herbs");
    assert_string_equal(fixture.draft.meta_description, "How herbs grow indoors.");
    assert_string_equal(fixture.draft.marker, "copydesk-01890a5d-ac96-774b-bcce-b302099a8057");
    assert_int_equal(fixture.draft.tag_count, 1);
    assert_string_equal(fixture.draft.tags[0], "indoor herb garden");
    assert_int_equal(fixture.draft.picture_count, 0);
    draft_fixture_end(&fixture);
}

static void the_terms_of_the_request_are_tags_each_once(void **state)
{
    (void)state;
    struct draft_fixture fixture;
    draft_fixture_begin(&fixture, "");
    fixture.article.config = "{\"targetKeyword\":\"Mint\",\"seoOptimizationLevel\":\"manual\","
                             "\"extraEntitiesPrompt\":\"basil,  sweet   thyme ,mint\\n,Basil,oregano\"}";
    assert_int_equal(draft_of_article(&fixture.call, &fixture.draft, NULL), OK);
    static const char *const expected[] = {"Mint", "basil", "sweet thyme", "oregano"};
    assert_int_equal(fixture.draft.tag_count, COUNT_OF(expected));
    for (size_t i = 0; i < COUNT_OF(expected); i++)
        assert_string_equal(fixture.draft.tags[i], expected[i]);
    fixture.article.config = "{\"targetKeyword\":\"Mint\",\"extraEntitiesPrompt\":\"basil\"}"; /* a level ignores it */
    assert_int_equal(draft_of_article(&fixture.call, &fixture.draft, NULL), OK);
    assert_int_equal(fixture.draft.tag_count, 1);
    draft_fixture_end(&fixture);
}

static void what_is_written_from_right_to_left_says_so(void **state)
{
    (void)state;
    struct draft_fixture fixture;
    draft_fixture_begin(&fixture, "<h1>x</h1><p>x</p>\n");
    fixture.article.config = "{\"targetKeyword\":\"x\",\"language\":\"Arabic\"}";
    assert_int_equal(draft_of_article(&fixture.call, &fixture.draft, NULL), OK);
    assert_html(fixture.draft.html, "<div lang=\"ar\" dir=\"rtl\">\n<p>x</p>\n</div>\n");
    fixture.article.config = "{\"targetKeyword\":\"x\",\"language\":\"German\"}";
    assert_int_equal(draft_of_article(&fixture.call, &fixture.draft, NULL), OK);
    assert_html(fixture.draft.html, "<p>x</p>\n");
    draft_fixture_end(&fixture);
}

static void what_is_missing_is_made(void **state)
{
    (void)state;
    struct draft_fixture fixture;
    draft_fixture_begin(&fixture, "<h1>A &amp; <b>B</b></h1><p>x</p>");
    fixture.article.title = fixture.article.slug = fixture.article.meta_description = fixture.article.config = NULL;
    assert_int_equal(draft_of_article(&fixture.call, &fixture.draft, NULL), OK);
    assert_string_equal(fixture.draft.title, "A & B");
    assert_string_equal(fixture.draft.slug, "a-b");
    assert_string_equal(fixture.draft.meta_description, "");
    assert_int_equal(fixture.draft.tag_count, 0);
    fixture.article.html = NULL;
    assert_int_equal(draft_of_article(&fixture.call, &fixture.draft, NULL), OK);
    assert_string_equal(fixture.draft.title, fixture.draft.marker);
    assert_string_equal(fixture.draft.slug, fixture.draft.marker);
    assert_html(fixture.draft.html, "");
    draft_fixture_end(&fixture);
}

static void slugs_have_ascii_letters_digits_and_hyphens(void **state)
{
    (void)state;
    static const struct {
        const char *slug, *title, *expected;
    } cases[] = {
        {"Über_uns--hier-", "t", "uber-uns-hier"},
        {"", "Für Größe 7", "fur-grosse-7"},
        {"東京", "東京タワー", "copydesk-01890a5d-ac96-774b-bcce-b302099a8057"},
        {"東京-guide", "t", "guide"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct draft_fixture fixture;
        draft_fixture_begin(&fixture, "");
        fixture.article.slug = cases[i].slug;
        fixture.article.title = cases[i].title;
        assert_int_equal(draft_of_article(&fixture.call, &fixture.draft, NULL), OK);
        assert_string_equal(fixture.draft.slug, cases[i].expected);
        draft_fixture_end(&fixture);
    }
}

static void the_polished_text_goes_first(void **state)
{
    (void)state;
    struct draft_fixture fixture;
    draft_fixture_begin(&fixture, "<p>rough</p>");
    fixture.article.polished_html = "<p>smooth</p>";
    assert_int_equal(draft_of_article(&fixture.call, &fixture.draft, NULL), OK);
    assert_html(fixture.draft.html, "<p>smooth</p>");
    draft_fixture_end(&fixture);
}

static void the_titles_heading_is_taken_out(void **state)
{
    (void)state;
    static const struct {
        const char *html, *expected;
    } cases[] = {
        {"<h1>T</h1>\n<p>a</p>\n", "<p>a</p>\n"},
        {"<p>a</p> <H1 class=x>T <i>t</i></H1 >\n\n<p>b</p>", "<p>a</p> <p>b</p>"},
        {"<h1>T</h1><h1>U</h1>", "<h1>U</h1>"},
        {"<h1>never closed <p>a", "<h1>never closed <p>a"},
        {"<p>a</h1>b<!-- <h1>x</h1> --><script>'<h1>x</h1>'</script>",
         "<p>a</h1>b<!-- <h1>x</h1> --><script>'<h1>x</h1>'</script>"},
        {"<header>T</header>", "<header>T</header>"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct draft_fixture fixture;
        read_html(&fixture, cases[i].html);
        assert_html(fixture.draft.html, cases[i].expected);
        draft_fixture_end(&fixture);
    }
}

static void finds_pictures_with_alternative_and_caption(void **state)
{
    (void)state;
    struct draft_fixture fixture;
    read_html(&fixture, "<h1>T</h1>" FIGURE("/media/" ID_A ".png", "A &quot;pot&quot; &amp; soil",
                                            "A pot. <a href=\"/x\">M. &lt;Who&gt;</a>")
                            FIGURE("https://elsewhere.example/x.png", "foreign", "not ours")
                                FIGURE("https://desk.example:8443/a/media/" ID_B ".jpg", "",
                                       "Second") "<img src='/media/" ID_A ".png' alt=again>");
    assert_int_equal(fixture.draft.picture_count, 2);
    const struct draft_picture *first = &fixture.draft.pictures[0], *second = &fixture.draft.pictures[1];
    assert_string_equal(first->id, ID_A);
    assert_string_equal(first->filename, "copydesk-" ID_A ".png");
    assert_string_equal(first->alt, "A \"pot\" & soil");
    assert_string_equal(first->caption, "A pot. M. <Who>");
    assert_string_equal(second->id, ID_B);
    assert_string_equal(second->filename, "copydesk-" ID_B ".jpg");
    assert_string_equal(second->alt, "");
    assert_string_equal(second->caption, "Second");
    draft_fixture_end(&fixture);
}

static void a_caption_belongs_to_its_own_figure(void **state)
{
    (void)state;
    struct draft_fixture fixture;
    read_html(&fixture, "<img src=\"/media/" ID_A ".png\"><figure><iframe src=\"https://films.example/1\"></iframe>"
                        "<figcaption>A film</figcaption></figure><figcaption>stray</figcaption>"
                        "<figure><img src=\"/media/" ID_B ".png\"><figcaption>cut off</figure>");
    assert_int_equal(fixture.draft.picture_count, 2);
    assert_string_equal(fixture.draft.pictures[0].caption, "");
    assert_string_equal(fixture.draft.pictures[1].caption, "");
    draft_fixture_end(&fixture);
}

static void other_addresses_are_no_pictures_of_the_service(void **state)
{
    (void)state;
    static const char *const addresses[] = {
        "media/" ID_A ".png",
        "/media/" ID_A,
        "/media/" ID_A ".",
        "/media/" ID_A ".PNG",
        "/media/" ID_A ".png?x=1",
        "/media/0" ID_A ".png",
        "/media/00112233445566778899aabbccddeef.png",
        "/media/00112233445566778899AABBCCDDEEFF.png",
        "/media/x/" ID_A ".png",
        "/pictures/" ID_A ".png",
        "//elsewhere.example/media/" ID_A ".png",
        "data:/media/" ID_A ".png",
        "/x/media/" ID_A ".png",
        "/media/" ID_A ".archive",
        ".png",
        "",
    };
    for (size_t i = 0; i < COUNT_OF(addresses); i++) {
        struct draft_fixture fixture;
        char html[300];
        snprintf(html, sizeof html, "<img src=\"%s\">", addresses[i]);
        read_html(&fixture, html);
        if (fixture.draft.picture_count != 0)
            fail_msg("%s is taken for a picture of the service", addresses[i]);
        draft_fixture_end(&fixture);
    }
}

static void leads_to_the_sites_own_pictures_and_changes_nothing_else(void **state)
{
    (void)state;
    assert_rewritten(
        "<p>1 < 2 &amp; &nbsp;\r\n</P>" FIGURE("/media/" ID_A ".png", "x", "y") "<p title='/media/" ID_A ".png'>z",
        "<p>1 < 2 &amp; &nbsp;\r\n</P>" FIGURE("https://x/0?a=&quot;1&quot;&amp;b", "x", "y") "<p title='/media/" ID_A
                                                                                              ".png'>z");
    assert_rewritten("<img src='/media/" ID_A ".png'><IMG alt=a SRC=https://d/media/" ID_B
                     ".gif><img src= \"/media/" ID_A ".png\" >",
                     "<img src=\"https://x/0?a=&quot;1&quot;&amp;b\"><IMG alt=a SRC=\"https://x/1\"><img src= "
                     "\"https://x/0?a=&quot;1&quot;&amp;b\" >");
    assert_rewritten("<!-- <img src=\"/media/" ID_A ".png\"> --><script>'<img src=\"/media/" ID_A ".png\">'</script>",
                     "<!-- <img src=\"/media/" ID_A ".png\"> --><script>'<img src=\"/media/" ID_A ".png\">'</script>");
    assert_rewritten("<img src=\"/me&#100;ia/" ID_A ".png\"><img title=\">\" src=\"/x.png\">",
                     "<img src=\"https://x/0?a=&quot;1&quot;&amp;b\"><img title=\">\" src=\"/x.png\">");
}

static void a_picture_without_an_address_keeps_its_own(void **state)
{
    (void)state;
    static const char *const addresses[] = {NULL, "/b"};
    struct draft_fixture fixture;
    struct str result;
    read_html(&fixture, "<img src=\"/media/" ID_A ".png\"><img src=\"/media/" ID_B ".png\">");
    assert_int_equal(draft_html(&fixture.draft, addresses, fixture.arena, &result, NULL), OK);
    assert_html(result, "<img src=\"/media/" ID_A ".png\"><img src=\"/b\">");
    draft_fixture_end(&fixture);
}

/* --- giving pictures --- */

static const char *const TWO = "<img src=\"/media/" ID_A ".png\"><img src=\"/media/" ID_B ".png\">";

static enum status give(struct draft_fixture *fixture, const char ***addresses, bool *done,
                        struct delivery_outcome *outcome)
{
    return draft_pictures(&fixture->call, &fixture->draft, fixture_upload, fixture, addresses, done, outcome,
                          &fixture->err);
}

static void every_picture_is_kept_as_soon_as_it_is_given(void **state)
{
    (void)state;
    struct draft_fixture fixture;
    struct delivery_outcome outcome = {0};
    const char **addresses;
    bool done;
    read_html(&fixture, TWO);
    fixture.refused = ID_B;
    assert_int_equal(give(&fixture, &addresses, &done, &outcome), OK);
    assert_false(done);
    assert_string_equal(outcome.problem, "not now");
    assert_int_equal(fixture.kept, 1);
    assert_string_equal(fixture.last_kept,
                        "{\"pictures\":{\"" ID_A "\":\"https://site.example/copydesk-" ID_A ".png?a=1&b=2\"}}");
    fixture.refused = NULL;
    assert_int_equal(give(&fixture, &addresses, &done, &outcome), OK);
    assert_true(done);
    assert_int_equal(fixture.uploaded, 2);
    assert_int_equal(fixture.asked, 3);
    assert_string_equal(addresses[0], "https://site.example/copydesk-" ID_A ".png?a=1&b=2");
    assert_string_equal(addresses[1], "https://site.example/copydesk-" ID_B ".png?a=1&b=2");
    assert_int_equal(give(&fixture, &addresses, &done, &outcome), OK);
    assert_int_equal(fixture.uploaded, 2);
    assert_int_equal(fixture.kept, 2);
    draft_fixture_end(&fixture);
}

static void a_picture_that_is_gone_is_left_out(void **state)
{
    (void)state;
    struct draft_fixture fixture;
    struct delivery_outcome outcome = {0};
    const char **addresses;
    bool done;
    read_html(&fixture, TWO);
    fixture.gone = ID_A;
    assert_int_equal(give(&fixture, &addresses, &done, &outcome), OK);
    assert_true(done);
    assert_null(addresses[0]);
    assert_non_null(addresses[1]);
    draft_fixture_end(&fixture);
}

static void stops_when_another_attempt_has_begun(void **state)
{
    (void)state;
    struct draft_fixture fixture;
    struct delivery_outcome outcome = {0};
    const char **addresses;
    bool done;
    read_html(&fixture, TWO);
    fixture.keep_status = E_CONFLICT;
    assert_int_equal(give(&fixture, &addresses, &done, &outcome), E_CONFLICT);
    assert_int_equal(fixture.uploaded, 1);
    draft_fixture_end(&fixture);
}

static void an_article_without_pictures_gives_none(void **state)
{
    (void)state;
    struct draft_fixture fixture;
    struct delivery_outcome outcome = {0};
    const char **addresses;
    struct str html;
    bool done;
    read_html(&fixture, "<p>x</p>");
    assert_int_equal(give(&fixture, &addresses, &done, &outcome), OK);
    assert_true(done);
    assert_int_equal(draft_html(&fixture.draft, addresses, fixture.arena, &html, NULL), OK);
    assert_html(html, "<p>x</p>");
    draft_fixture_end(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_title_slug_description_tags_and_marker),
        cmocka_unit_test(the_terms_of_the_request_are_tags_each_once),
        cmocka_unit_test(what_is_written_from_right_to_left_says_so),
        cmocka_unit_test(what_is_missing_is_made),
        cmocka_unit_test(slugs_have_ascii_letters_digits_and_hyphens),
        cmocka_unit_test(the_polished_text_goes_first),
        cmocka_unit_test(the_titles_heading_is_taken_out),
        cmocka_unit_test(finds_pictures_with_alternative_and_caption),
        cmocka_unit_test(a_caption_belongs_to_its_own_figure),
        cmocka_unit_test(other_addresses_are_no_pictures_of_the_service),
        cmocka_unit_test(leads_to_the_sites_own_pictures_and_changes_nothing_else),
        cmocka_unit_test(a_picture_without_an_address_keeps_its_own),
        cmocka_unit_test(every_picture_is_kept_as_soon_as_it_is_given),
        cmocka_unit_test(a_picture_that_is_gone_is_left_out),
        cmocka_unit_test(stops_when_another_attempt_has_begun),
        cmocka_unit_test(an_article_without_pictures_gives_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
