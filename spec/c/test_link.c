/* The linking engine: what is linked, what never is, and what happens with odd content. */
#include "link_fixture.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/stat.h>

#include <cmocka.h>

/* A page of a table that is written as literals. */
#define TEXT(literal)                                                                                                  \
    {                                                                                                                  \
        "" literal, sizeof(literal) - 1                                                                                \
    }

static const struct link_page site[] = {
    {TEXT("https://example.org/herbs"), TEXT("Herb Garden - Example"), TEXT("<p>All about the herb garden.</p>"), {0}},
    {TEXT("https://example.org/basil"),
     TEXT("Basil"),
     TEXT("<h1>Basil</h1><p>Put it in the <a href='/herbs'>kitchen garden</a>.</p>"),
     {0}},
    {TEXT("https://example.org/soil?a=1&b=2"),
     TEXT("Soil & compost"),
     TEXT("<p>See <a href='basil'>sweet basil</a></p>"),
     {0}},
    {TEXT("https://example.org/caf%C3%A9"), TEXT("Caf\xC3\xA9 \xE6\xBC\xA2\xE5\xAD\x97"), TEXT(""), {0}},
    {TEXT("/relative/katakana"), TEXT("\xE3\x83\x96\xE3\x83\xAD\xE3\x83\x83\xE3\x82\xAF"), TEXT(""), {0}},
};

struct linked {
    struct arena *arena;
    struct link_result result;
};

static struct linked link_with(struct link_index *index, const char *content, struct link_options options)
{
    struct linked linked = {.arena = arena_new()};
    struct error err = {0};
    if (link_content(index, str_from(content), &options, linked.arena, &linked.result, &err) != OK)
        fail_msg("%s", err.message);
    return linked;
}

/* What the content becomes with all links that the rules allow. */
static void assert_linked(struct link_index *index, const char *content, const char *expected)
{
    struct linked linked = link_with(index, content, (struct link_options){.format = LINK_HTML});
    assert_string_equal(linked.result.content.data, expected);
    arena_free(linked.arena);
}

/* No link at all, but by the parts of a title, which may be one by themselves. */
static void assert_untouched(struct link_index *index, const char *content)
{
    static const struct str parts[] = {{"herb", 4}, {"garden", 6}};
    struct linked linked =
        link_with(index, content, (struct link_options){.format = LINK_HTML, .deny_anchors = {parts, COUNT_OF(parts)}});
    assert_string_equal(linked.result.content.data, content);
    arena_free(linked.arena);
}

static int open_site(void **state)
{
    *state = fixture_index(site, COUNT_OF(site));
    return *state ? 0 : 1;
}

static int close_site(void **state)
{
    link_close(*state);
    return 0;
}

static void links_titles_and_known_anchors(void **state)
{
    assert_int_equal(link_page_count(*state), COUNT_OF(site));
    assert_linked(*state, "<p>Basil likes the herb garden.</p>",
                  "<p><a href=\"https://example.org/basil\">Basil</a> likes the "
                  "<a href=\"https://example.org/herbs\">herb garden</a>.</p>");
    assert_linked(*state, "A Kitchen\n garden", "A <a href=\"https://example.org/herbs\">Kitchen\n garden</a>");
    assert_linked(*state, "soil &amp; compost",
                  "<a href=\"https://example.org/soil?a=1&amp;b=2\">soil &amp; compost</a>");
    assert_linked(*state, "CAF&Eacute; &#x6F22;&#23383;",
                  "<a href=\"https://example.org/caf%C3%A9\">CAF&Eacute; &#x6F22;&#23383;</a>");
}

static void links_each_target_once(void **state)
{
    struct linked linked = link_with(*state, "basil, basil, sweet basil", (struct link_options){.format = LINK_HTML});
    assert_int_equal(linked.result.count, 1);
    assert_true(str_eq(linked.result.links[0].url, site[1].url));
    arena_free(linked.arena);
}

static void leaves_forbidden_places_alone(void **state)
{
    static const char *const untouched[] = {
        "<a href=x>basil</a>",
        "<h1>basil</h1><h2>basil</h2><h3>basil</h3><h4>basil</h4><h5>basil</h5><h6>basil</h6>",
        "<code>basil</code><pre>basil</pre><script>basil</script><style>basil</style>",
        "<button>basil</button><nav>basil</nav><textarea>basil</textarea><svg>basil</svg><math>basil</math>",
        "<figure><img src=x><figcaption>Our basil</figcaption></figure>",
        "<A HREF=x><b>basil</b>",
        "<img alt='basil' title=\"basil\"><!-- basil --><!doctype basil><? basil ?>",
        "<title>basil</title><iframe>basil</iframe><xmp>basil</xmp>",
        "<p>herb</p><p>garden</p>",
        "herb<br>garden, herb<img>garden, herb <code></code> garden",
        "basilica, sweet_basil, <b>b</b>asil",
        "<b>herb</b> <i>gar</i>den",
        "<em>the herb</em> garden",
        "\xE3\x83\x96\xE3\x83\xAD\xE3\x83\x83\xE3\x82\xAF\xE3\x83\x81\xE3\x82\xA7\xE3\x83\xBC\xE3\x83\xB3",
        "<p title='basil",
        "",
    };
    for (size_t i = 0; i < COUNT_OF(untouched); i++)
        assert_untouched(*state, untouched[i]);
}

static void takes_whole_elements(void **state)
{
    assert_linked(*state, "<b>basil</b>", "<b><a href=\"https://example.org/basil\">basil</a></b>");
    assert_linked(*state, "<b>herb</b> garden", "<a href=\"https://example.org/herbs\"><b>herb</b> garden</a>");
    assert_linked(*state, "<i><b>herb</b> garden</i>",
                  "<i><a href=\"https://example.org/herbs\"><b>herb</b> garden</a></i>");
    assert_linked(*state, "herb <b><i>garden</i></b>.",
                  "<a href=\"https://example.org/herbs\">herb <b><i>garden</i></b></a>.");
}

static void describes_links(void **state)
{
    const char *content = "<p>A <b>herb</b>\n\tgarden</p>";
    struct linked linked = link_with(*state, content, (struct link_options){.format = LINK_JSON});
    assert_int_equal(linked.result.count, 1);
    const struct link *link = &linked.result.links[0];
    assert_true(str_eq(link->url, site[0].url));
    assert_true(str_eq(link->title, site[0].title));
    assert_true(str_eq(link->anchor_text, STR("herb garden")));
    assert_int_equal(link->start, 5);
    assert_int_equal(link->end, 24);
    assert_true(link->score >= 0 && link->score <= 1);
    assert_int_equal(linked.result.words_analyzed, 3);
    arena_free(linked.arena);
}

static void obeys_options(void **state)
{
    const char *content = "Basil, soil & compost, herb garden";
    static const struct str excluded[] = {TEXT("http://EXAMPLE.org/soil?a=1&b=2"),
                                          TEXT("https://example.org/basil/#top")};
    struct linked linked =
        link_with(*state, content, (struct link_options){.url = STR("https://example.org/herbs"), .max_links = 1});
    assert_int_equal(linked.result.count, 1);
    arena_free(linked.arena);
    linked = link_with(*state, content, (struct link_options){.exclude_urls = {excluded, 2}});
    assert_int_equal(linked.result.count, 1);
    assert_true(str_eq(linked.result.links[0].url, site[0].url));
    arena_free(linked.arena);
    linked = link_with(*state, content, (struct link_options){.url = STR("https://example.org/herbs/")});
    assert_int_equal(linked.result.count, 2);
    arena_free(linked.arena);
    linked = link_with(*state, content, (struct link_options){.min_score = 1});
    for (size_t i = 0; i < linked.result.count; i++)
        assert_true(linked.result.links[i].score >= 1);
    arena_free(linked.arena);
}

static void stops_after_the_limit_of_words(void **state)
{
    struct buf content = {0};
    for (int i = 0; i < LINK_MAX_WORDS - 1; i++)
        buf_str(&content, "word ");
    buf_str(&content, "basil herb garden");
    struct linked linked = link_with(*state, content.data, (struct link_options){0});
    assert_int_equal(linked.result.words_analyzed, LINK_MAX_WORDS);
    assert_int_equal(linked.result.count, 1);
    assert_int_equal(linked.result.content.len, content.len + strlen("<a href=\"https://example.org/basil\"></a>"));
    arena_free(linked.arena);
    buf_free(&content);
}

static void makes_at_most_fifty_links(void **state)
{
    (void)state;
    struct link_page pages[80];
    struct arena *arena = arena_new();
    struct buf content = {0};
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        pages[i] = (struct link_page){.url = str_from(arena_printf(arena, "/%zu", i)),
                                      .title = str_from(arena_printf(arena, "name%zu", i))};
        buf_printf(&content, "name%zu ", i);
    }
    struct link_index *index = fixture_index(pages, COUNT_OF(pages));
    struct linked linked = link_with(index, content.data, (struct link_options){0});
    assert_int_equal(linked.result.count, LINK_MAX_LINKS);
    arena_free(linked.arena);
    link_close(index);
    arena_free(arena);
    buf_free(&content);
}

static void takes_bytes_that_are_no_text(void **state)
{
    char bytes[512];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 7 + 0x80);
    struct arena *arena = arena_new();
    for (int format = LINK_HTML; format <= LINK_JSON; format++) {
        struct link_options options = {.format = (enum link_format)format};
        struct link_result result;
        assert_int_equal(link_content(*state, (struct str){bytes, sizeof bytes}, &options, arena, &result, NULL), OK);
        assert_int_equal(result.content.len, sizeof bytes);
        assert_memory_equal(result.content.data, bytes, sizeof bytes);
        assert_int_equal(link_content(*state, (struct str){NULL, 0}, &options, arena, &result, NULL), OK);
        assert_int_equal(result.content.len, 0);
    }
    arena_free(arena);
}

static void keeps_the_last_of_two_pages_with_one_url(void **state)
{
    (void)state;
    static const struct link_page pages[] = {
        {TEXT("https://example.org/a"), TEXT("Old rose"), {0}, {0}},
        {TEXT("https://EXAMPLE.org:443/./a#x"), TEXT("Young rose"), {0}, {0}},
    };
    struct link_index *index = fixture_index(pages, COUNT_OF(pages));
    assert_int_equal(link_page_count(index), 1);
    assert_linked(index, "old rose, young rose", "old rose, <a href=\"https://EXAMPLE.org:443/./a#x\">young rose</a>");
    link_close(index);
}

static void refuses_pages_without_url(void **state)
{
    (void)state;
    static const struct link_page pages[] = {{TEXT(""), TEXT("Name"), {0}, {0}}};
    struct fixture_pages list = {pages, 1, 0};
    struct error err;
    char folder[] = "/tmp/copydesk-link-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/none.cdx", folder);
    assert_int_equal(link_build(path, fixture_next, &list, &err), E_INVALID);
    assert_int_equal(rmdir(folder), 0); /* nothing is left in it */
}

static void is_quick_on_hostile_content(void **state)
{
    static const char *const pieces[] = {"<b>",          "</b>",    "<a>", "basil ",    "herb ",
                                         "<b>herb</b> ", "<",       "[",   "](",        "`",
                                         "<!--",         "*",       "**a", "> ",        "- ",
                                         "&amp;",        "\\",      "![",  "<a href='", "```\n",
                                         "_a_",          "|",       "(\"", "<svg>",     "herb garden <i>",
                                         "\n\n](<",      "http://", "1. "};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        struct buf content = {0};
        while (content.len < 512 * 1024)
            buf_str(&content, pieces[i]);
        for (int format = LINK_HTML; format <= LINK_MARKDOWN; format++) {
            struct link_options options = {.format = (enum link_format)format};
            struct link_result result;
            assert_int_equal(
                link_content(*state, (struct str){content.data, content.len}, &options, arena, &result, NULL), OK);
        }
        buf_free(&content);
        arena_free(arena);
        arena = arena_new();
    }
    arena_free(arena);
}

static void knows_the_words_of_choices(void **state)
{
    (void)state;
    const struct link_option *format = link_option_find(STR("format")), *density = link_option_find(STR("density"));
    int value;
    for (size_t i = 0; link_choice_word(FORM_FORMAT, i); i++)
        assert_true(link_choice_read(format, str_from(link_choice_word(FORM_FORMAT, i)), &value) && value == (int)i);
    assert_string_equal(link_choice_word(FORM_FORMAT, LINK_JSON), "json");
    assert_null(link_choice_word(FORM_FORMAT, LINK_TEXT + 1));
    assert_null(link_choice_word(FORM_DENSITY, 3));
    assert_null(link_choice_word(FORM_URL, 0));
    assert_true(link_choice_read(format, STR("HTML"), &value) && value == LINK_HTML);
    assert_true(link_choice_read(format, STR("Markdown"), &value) && value == LINK_MARKDOWN);
    assert_true(link_choice_read(density, STR("few"), &value) && value == LINK_FEW);
    assert_true(link_choice_read(density, STR("Usual"), &value) && value == LINK_USUAL);
    assert_true(link_choice_read(density, STR("many"), &value) && value == LINK_MANY);
    assert_false(link_choice_read(format, STR("few"), &value) || link_choice_read(density, STR("html"), &value));
    assert_false(link_choice_read(density, STR(""), &value));
    assert_int_equal(value, LINK_MANY);
    assert_int_equal(link_default_options.density, LINK_USUAL);
    assert_int_equal((struct link_options){0}.density, LINK_USUAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_titles_and_known_anchors),
        cmocka_unit_test(links_each_target_once),
        cmocka_unit_test(leaves_forbidden_places_alone),
        cmocka_unit_test(takes_whole_elements),
        cmocka_unit_test(describes_links),
        cmocka_unit_test(obeys_options),
        cmocka_unit_test(stops_after_the_limit_of_words),
        cmocka_unit_test(makes_at_most_fifty_links),
        cmocka_unit_test(takes_bytes_that_are_no_text),
        cmocka_unit_test(keeps_the_last_of_two_pages_with_one_url),
        cmocka_unit_test(refuses_pages_without_url),
        cmocka_unit_test(is_quick_on_hostile_content),
        cmocka_unit_test(knows_the_words_of_choices),
    };
    return cmocka_run_group_tests(tests, open_site, close_site);
}
