/* Choosing links: the table of options, patterns of addresses, words that name nothing, and the rules among links. */
#include "link/choose/choose.h"
#include "link/choose/options.h"
#include "link_fixture.h"
#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define TEXT(literal)                                                                                                  \
    {                                                                                                                  \
        "" literal, sizeof(literal) - 1                                                                                \
    }

/* --- options --- */

static void knows_every_option_by_name(void **state)
{
    (void)state;
    size_t count;
    const struct link_option *list = link_option_list(&count);
    assert_true(count >= 25);
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(link_option_find(str_from(list[i].name)), &list[i]);
        assert_true(str_ends(str_from(list[i].summary), STR(".")));
        assert_true(list[i].most >= list[i].least);
        for (size_t j = 0; j < i; j++)
            assert_true(strcmp(list[i].wire_name, list[j].wire_name) != 0 && list[i].at != list[j].at);
    }
    assert_null(link_option_find(STR("maxLinks")));
}

static const struct link_option *option_of(const char *name)
{
    return link_option_find(str_from(name));
}

static bool takes(const char *name, const struct link_options *options, const char *fault)
{
    size_t entry;
    struct error err = {0};
    if (link_option_check(option_of(name), options, &entry, &err) == OK)
        return true;
    if (!strstr(err.message, fault))
        fail_msg("%s: %s", name, err.message);
    return false;
}

static void takes_what_is_absent(void **state)
{
    (void)state;
    size_t count;
    const struct link_option *list = link_option_list(&count);
    for (size_t i = 0; i < count; i++)
        if (list[i].absent >= list[i].least)
            assert_true(takes(list[i].name, &link_default_options, ""));
    assert_int_equal(link_default_options.max_links, LINK_MAX_LINKS);
    assert_true(link_default_options.min_score < 0);
}

static void says_what_is_wrong(void **state)
{
    (void)state;
    struct str texts[] = {TEXT("fine"), TEXT("https://example.org/*"), TEXT("tel:1")};
    struct link_options options = link_default_options;
    options.max_links = 51;
    assert_false(takes("max_links", &options, "must be a whole number from 1 to 50, got 51"));
    options.min_score = -1;
    assert_false(takes("min_score", &options, "must be a number from 0 to 1, got -1"));
    options.rel = STR("a \"b\"");
    assert_false(takes("rel", &options, "must be words of letters, digits and -_:./@[]!%"));
    options.rel = STR("next me");
    assert_true(takes("rel", &options, ""));
    options.rel = STR("");
    assert_true(takes("rel", &options, ""));
    options.class = STR("überschrift w-1/2 !mt-0 [&]");
    assert_false(takes("class", &options, "must be words"));
    options.class = STR("überschrift w-1/2 !mt-0 grid-[2]");
    assert_true(takes("class", &options, ""));
    options.allow_urls = (struct link_texts){texts, 2};
    assert_true(takes("allow_urls", &options, ""));
    options.allow_urls.count = 3;
    assert_false(takes("allow_urls", &options, "must be an http(s) address or a path"));
}

static void names_the_wrong_entry(void **state)
{
    (void)state;
    static const struct str texts[] = {TEXT("p"), TEXT("my-box"), TEXT("a b")};
    struct link_options options = {.exclude_tags = {texts, 3}};
    size_t entry;
    assert_int_equal(link_option_check(option_of("exclude_tags"), &options, &entry, NULL), E_INVALID);
    assert_int_equal(entry, 3);
    options.exclude_tags.count = 2;
    assert_int_equal(link_option_check(option_of("exclude_tags"), &options, &entry, NULL), OK);
    assert_int_equal(entry, 0);
}

static void says_which_values_there_are(void **state)
{
    (void)state;
    char buffer[120];
    assert_string_equal(link_option_values(option_of("format"), buffer, sizeof buffer),
                        "\"html\", \"markdown\", \"json\" or \"text\"");
    assert_string_equal(link_option_values(option_of("density"), buffer, sizeof buffer),
                        "\"few\", \"usual\" or \"many\"");
    assert_string_equal(link_option_values(option_of("title"), buffer, sizeof buffer), "true or false");
    assert_string_equal(link_option_values(option_of("allow_urls"), buffer, sizeof buffer),
                        "a list of at most 1000 strings");
}

static void has_words_for_every_refusal(void **state)
{
    (void)state;
    for (size_t i = 0; i < REFUSAL_COUNT; i++) {
        assert_true(link_refusals[i].word && link_refusals[i].clause);
        assert_true(str_ends(str_from(link_refusals[i].sentence), STR(".")));
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(link_refusals[i].word, link_refusals[j].word);
    }
}

/* --- patterns of addresses --- */

static bool matches(const char *pattern, const char *key)
{
    struct arena *arena = arena_new();
    struct url_patterns patterns;
    struct str text = str_from(pattern);
    url_patterns_read(arena, (struct link_texts){&text, 1}, &patterns);
    assert_false(arena_failed(arena));
    bool found = url_patterns_match(&patterns, str_from(key));
    arena_free(arena);
    return found;
}

static void matches_addresses(void **state)
{
    (void)state;
    assert_true(matches("https://example.org/basil", "example.org/basil"));
    assert_true(matches(" HTTP://Example.org:80/basil/ ", "example.org/basil"));
    assert_false(matches("https://example.org/basil", "example.org/basil/sweet"));
    assert_true(matches("https://example.org/basil*", "example.org/basil/sweet"));
    assert_true(matches("https://example.org/", "example.org"));
    assert_true(matches("https://example.org/*", "example.org"));
    assert_true(matches("https://example.org*", "example.org/basil"));
    assert_false(matches("https://example.org*", "example.organic/basil"));
    assert_false(matches("https://example.org/b*", "example.com/basil"));
    assert_true(matches("https://example.org/?p=*", "example.org/?p=3"));
}

static void matches_paths(void **state)
{
    (void)state;
    assert_true(matches("/basil", "example.org/basil"));
    assert_true(matches("/basil/", "site.invalid/basil"));
    assert_false(matches("/basil", "example.org/herbs/basil"));
    assert_true(matches("/herbs/*", "example.org/herbs/basil"));
    assert_true(matches("/herbs/*", "example.org/herbs"));
    assert_false(matches("/herbs/*", "example.org/herbsen"));
    assert_true(matches("/herbs*", "example.org/herbsen"));
    assert_true(matches("/", "example.org"));
    assert_false(matches("/", "example.org/herbs"));
    assert_true(matches("*", "example.org/herbs"));
    assert_true(matches("/*", "example.org"));
    assert_true(matches("//example.org/h*", "example.org/herbs"));
    assert_false(matches("mailto:a@example.org", "example.org"));
}

/* --- words that name nothing --- */

static void knows_the_sources_of_every_writer(void **state)
{
    (void)state;
    size_t count, with_labels = 0;
    const struct language *languages = language_list(&count);
    for (size_t i = 0; i < count; i++) {
        if (!languages[i].labels)
            continue;
        struct buf folded = {0};
        text_fold(&folded, str_from(languages[i].labels->sources));
        if (!discourse_heads_sources(&languages[i], (struct str){buf_text(&folded), folded.len}))
            fail_msg("%s: %s", languages[i].name, buf_text(&folded));
        buf_free(&folded);
        with_labels++;
    }
    assert_true(with_labels > 20);
}

static bool names_nothing(const char *language, const char *text)
{
    return discourse_names_nothing(language ? language_find(str_from(language)) : NULL, str_from(text));
}

static void knows_what_names_nothing(void **state)
{
    (void)state;
    assert_true(names_nothing("en", "click here"));
    assert_true(names_nothing("en", "in a separate article"));
    assert_true(names_nothing(NULL, "section 4.2"));
    assert_true(names_nothing("pl", "read more")); /* no words of its own: those of English */
    assert_true(names_nothing("en", "here"));
    assert_true(names_nothing("en", "the best")); /* praise is no name */
    assert_true(names_nothing("de", "die besten"));
    assert_true(names_nothing("de", "die grössten"));
    assert_false(names_nothing("en", "basil"));
    assert_false(names_nothing("en", "the basil chapter"));
    assert_false(names_nothing("en", "4.2"));
    assert_false(names_nothing("en", ""));
    assert_false(names_nothing("de", "click here"));
    assert_true(names_nothing("de", "im nächsten kapitel"));
    assert_true(names_nothing("ja", "前の記事"));
    assert_false(names_nothing("ja", "東京の記事"));
    assert_false(names_nothing("ja", "lightning"));
}

static void knows_headings_in_any_language_when_none_is_given(void **state)
{
    (void)state;
    assert_true(discourse_heads_sources(NULL, STR("quellen")));
    assert_true(discourse_heads_sources(NULL, STR("7.2 sources:")));
    assert_true(discourse_heads_sources(language_find(STR("de")), STR("references")));
    assert_false(discourse_heads_sources(language_find(STR("en")), STR("quellen")));
    assert_false(discourse_heads_sources(NULL, STR("sources of energy")));
    assert_false(discourse_heads_sources(NULL, STR("")));
}

/* --- the rules --- */

static size_t count_links(const struct link_index *index, struct str content, const struct link_options *options)
{
    struct arena *arena = arena_new();
    struct link_result result;
    assert_int_equal(link_content(index, content, options, arena, &result, NULL), OK);
    size_t count = result.count;
    arena_free(arena);
    return count;
}

/* Links that are there already, so many that a slow rule would be noticed. */
static void counts_many_links_that_are_there(void **state)
{
    (void)state;
    static const char *const titles[] = {"Alpha", "Beta"};
    struct link_index *index = fixture_index_of(titles, COUNT_OF(titles), 1);
    struct link_options options = {.max_per_paragraph = 2};
    struct buf content = {0};
    for (size_t i = 0; i < 50000; i++)
        buf_printf(&content, "<a href=\"/other/%zu\"></a><a href=\"/page/9_(9)\">.</a>", i);
    buf_str(&content, " <p>An alpha, and a beta.");
    assert_false(content.failed);
    assert_int_equal(count_links(index, (struct str){buf_text(&content), content.len}, &options), 2);
    buf_free(&content);
    link_close(index);
}

/* Without rules of its own, options of zeros take every score and set no limit but that of links. */
static void takes_options_of_zeros(void **state)
{
    (void)state;
    static const char *const titles[] = {"Alpha", "Beta", "Gamma"};
    struct link_index *index = fixture_index_of(titles, COUNT_OF(titles), 1);
    struct link_options options = {0};
    assert_int_equal(count_links(index, STR("alpha beta gamma"), &options), 3);
    options.min_spacing = 1;
    assert_int_equal(count_links(index, STR("alpha beta gamma"), &options), 2);
    options.max_links = 1;
    assert_int_equal(count_links(index, STR("alpha beta gamma"), &options), 1);
    link_close(index);
}

/* --- the summary --- */

/* What is said of a page that is linked, one that scores too low, and one that is linked already and inside a name. */
static struct str note_of(struct link_index *index, double min_score, const struct link_options *options,
                          struct arena *arena)
{
    static const struct candidate pages[] = {{.page = 0}, {.page = 1}, {.page = 2}};
    struct choice made = {.candidate = &pages[0], .score = 0.8};
    struct choice refused[] = {{.candidate = &pages[2], .score = 0.7, .refusal = REFUSED_PART},
                               {.candidate = &pages[2], .score = 0.6, .refusal = REFUSED_LINKED_PAGE},
                               {.candidate = &pages[1], .score = 0.3, .refusal = REFUSED_SCORE},
                               {.candidate = &pages[1], .score = 0.1, .refusal = REFUSED_PART}};
    struct choices choices = {&made, 1, refused, COUNT_OF(refused)};
    struct choosing choosing = {.index = index, .options = options, .min_score = min_score};
    struct link_summary summary;
    summary_make(&choosing, &choices, arena, &summary);
    assert_false(arena_failed(arena));
    assert_int_equal(summary.named, 3);
    assert_int_equal(summary.linked, 1);
    assert_int_equal(summary.left_out_count, 2);
    assert_string_equal(summary.left_out[0].reason, "low_score");
    assert_string_equal(summary.left_out[1].reason, "linked_before");
    assert_int_equal(summary.lower_links, summary.lower_threshold <= 0.3);
    return summary.note;
}

static void says_what_would_bring_more_links(void **state)
{
    (void)state;
    static const char *const titles[] = {"Alpha", "Beta", "Gamma"};
    struct link_index *index = fixture_index_of(titles, COUNT_OF(titles), 5);
    struct arena *arena = arena_new();
    struct link_options options = link_default_options;
    index->header.linking_pages = 2; /* of 15 */
    assert_string_equal(note_of(index, 0.41, &options, arena).data,
                        "3 of 15 pages are named in this text: 1 linked, 1 below the threshold 0.41 (a least score of "
                        "0.2 would link 1 of them), 1 linked before.");
    index->header.linking_pages = 1;
    assert_string_equal(note_of(index, 0.9, &options, arena).data,
                        "3 of 15 pages are named in this text: 1 linked, 1 below the threshold 0.9, 1 linked before. "
                        "1 of the site's 15 pages links to others in its text: its authors link seldom, so few links "
                        "are made; the density \"many\" links every sure name once.");
    options.min_score = 0.9; /* then it is the caller's */
    assert_null(strstr(note_of(index, 0.9, &options, arena).data, "seldom"));
    options = link_default_options;
    options.density = LINK_MANY;
    assert_null(strstr(note_of(index, 0.9, &options, arena).data, "seldom"));
    arena_free(arena);
    link_close(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_every_option_by_name),
        cmocka_unit_test(takes_what_is_absent),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(names_the_wrong_entry),
        cmocka_unit_test(says_which_values_there_are),
        cmocka_unit_test(has_words_for_every_refusal),
        cmocka_unit_test(matches_addresses),
        cmocka_unit_test(matches_paths),
        cmocka_unit_test(knows_the_sources_of_every_writer),
        cmocka_unit_test(knows_what_names_nothing),
        cmocka_unit_test(knows_headings_in_any_language_when_none_is_given),
        cmocka_unit_test(counts_many_links_that_are_there),
        cmocka_unit_test(takes_options_of_zeros),
        cmocka_unit_test(says_what_would_bring_more_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
