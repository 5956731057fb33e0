/* What an index holds of its pages: what is counted, and of which phrases, languages and links. */
#include "link/index/index.h"
#include "link/index/url_key.h"
#include "link_site.h"

#include <math.h>

static struct link_index *build(const struct link_page *pages, size_t count)
{
    struct link_index *index = fixture_index(pages, count);
    assert_non_null(index);
    return index;
}

/* The phrase of these words as they stand in plain text, INDEX_NO_PHRASE: none. */
static uint32_t find_phrase(const struct link_index *index, const char *text)
{
    struct arena *arena = arena_new();
    struct lexed lexed;
    assert_int_equal(lex_plain(arena, str_from(text), &lexed, NULL), OK);
    uint32_t node = 0;
    for (size_t i = 0; i < lexed.count; i++) {
        uint32_t term = index_find_term(index, lexed.lexemes[i].hash);
        node = term == INDEX_NO_TERM ? INDEX_NO_NODE : index_find_child(index, node, term);
        if (node == INDEX_NO_NODE)
            break;
    }
    arena_free(arena);
    return index_phrase_at(index, node);
}

static int count_of(const struct link_index *index, const char *text, enum phrase_stat stat)
{
    uint32_t phrase = find_phrase(index, text);
    return phrase == INDEX_NO_PHRASE ? -1 : (int)lroundf(count_values[index->phrases[phrase].stats[stat]]);
}

/* The first target of the phrase. */
static const struct index_target *target_of(const struct link_index *index, const char *text)
{
    uint32_t phrase = find_phrase(index, text);
    assert_int_not_equal(phrase, INDEX_NO_PHRASE);
    assert_true(index->phrases[phrase].target_count > 0);
    return &index->targets[index->phrases[phrase].first_target];
}

static void assert_url(const struct link_index *index, uint32_t page, const char *url)
{
    struct arena *arena = arena_new();
    assert_true(str_eq(index_page_url(index, page, arena), str_from(url)));
    char *absolute = page_url_resolve(arena, str_from(url));
    assert_int_equal(index_find_page(index, url_key(absolute)), page);
    arena_free(arena);
}

/* Of tables that are written as literals. */
#define TEXT(literal)                                                                                                  \
    {                                                                                                                  \
        "" literal, sizeof(literal) - 1                                                                                \
    }
#define PAGE(url, title, html)                                                                                         \
    {                                                                                                                  \
        TEXT(url), TEXT(title), TEXT(html), TEXT("")                                                                   \
    }
#define PAGE_OF(language, url, title, html)                                                                            \
    {                                                                                                                  \
        TEXT(url), TEXT(title), TEXT(html), TEXT(language)                                                             \
    }

static void codes_counts(void **state)
{
    (void)state;
    for (uint32_t i = 0; i <= COUNT_EXACT; i++)
        assert_true(count_values[count_code(i)] == (float)i);
    double value = COUNT_EXACT;
    for (int code = COUNT_EXACT; code < 256; code++, value *= 1.06)
        assert_true(count_values[code] > value * 0.9999 && count_values[code] < value * 1.0001);
    for (uint32_t count = 16; count < 16000000; count += 1 + count / 50) {
        float read = count_values[count_code(count)];
        assert_true(read > (float)count * 0.97F && read < (float)count * 1.031F);
        assert_true(count_code(count) >= count_code(count - 1));
    }
    assert_int_equal(count_code(UINT32_MAX), 255);
}

static void counts_phrases_and_links(void **state)
{
    (void)state;
    static const struct link_page pages[] = {
        PAGE("/a/rose", "Rose", "<p>A <a href='/b/soil'>good soil</a> for good soil. Rose!</p>"),
        PAGE("/b/soil", "Soil types",
             "<p>GOOD SOIL of the <a href='../a/rose'>rose</a></p><ul><li>"
             "<a href='/a/rose'>Rose</a></ul>"),
        PAGE("/c/fern", "Fern | Garden",
             "<h2>Good soil</h2><p>good soil, rose and the <a href='/b/soil'>good soils"
             "</a></p>"),
        PAGE("/d", "Other", "<p>good soil and a rose</p>"),
    };
    struct link_index *index = build(pages, COUNT_OF(pages));
    assert_int_equal(count_of(index, "good soil", PHRASE_PAGES), 4);
    /* The page that the phrase leads to could not have linked it. */
    assert_int_equal(count_of(index, "good soil", PHRASE_LINKING), 2);
    assert_int_equal(count_of(index, "good soil", PHRASE_TARGETS), 1);
    assert_int_equal(count_of(index, "good soil", PHRASE_HEADINGS), 1);
    assert_int_equal(count_of(index, "good soil", PHRASE_HELD_CASE + PHRASE_UPPER), 0);
    assert_int_equal(count_of(index, "good soil", PHRASE_HELD_CASE + PHRASE_LOWER), 2);
    assert_int_equal(count_of(index, "rose", PHRASE_TITLES), 1);
    assert_int_equal(count_of(index, "rose", PHRASE_LINKED), 1);
    assert_int_equal(count_of(index, "rose", PHRASE_LISTED), 1);
    assert_int_equal(count_of(index, "fern", PHRASE_TITLES), 1);
    assert_int_equal(count_of(index, "soil types", PHRASE_TITLES), 1);
    assert_int_equal(count_of(index, "nothing", PHRASE_PAGES), -1);
    const struct index_target *rose = target_of(index, "rose");
    assert_int_equal(rose->page, 0);
    assert_int_equal(rose->title_kind, TITLE_WHOLE);
    assert_int_equal(rose->stats[TARGET_LINKS], 1);
    assert_int_equal(rose->stats[TARGET_LISTS], 1);
    assert_int_equal(rose->stats[TARGET_BACK], 1);
    assert_int_equal(index->header.linking_pages, 3);
    assert_int_equal(index->pages[1].stats[PAGE_IN], 2);
    size_t count;
    const uint32_t *in = index_links_in(index, &index->pages[1], &count);
    assert_int_equal(count, 2);
    assert_true(in[0] == 0 && in[1] == 2);
    link_close(index);
}

/* A link of as many words is a sentence, unless it is the title of its page. */
static void knows_titles_of_any_length(void **state)
{
    (void)state;
    static const char title[] = "Why so many teams choose plain text over rich documents when they write long guides";
    static const char other[] = "nobody would ever write down all of these words twice on one site of such a size";
    static const struct link_page pages[] = {
        PAGE("/a", "Why so many teams choose plain text over rich documents when they write long guides", "<p>a</p>"),
        PAGE("/b", "B",
             "<p>See <a href='/a'>why so many teams choose plain text over rich documents when they write long "
             "guides</a>, but <a href='/a'>nobody would ever write down all of these words twice on one site of such a "
             "size</a>.</p>"),
    };
    struct link_index *index = build(pages, COUNT_OF(pages));
    const struct index_target *target = target_of(index, title);
    assert_int_equal(target->title_kind, TITLE_WHOLE);
    assert_int_equal(target->cover, UINT8_MAX);
    assert_int_equal(target->stats[TARGET_LINKS], 1);
    assert_int_equal(index->phrases[find_phrase(index, title)].length, 15);
    assert_int_equal(find_phrase(index, other), INDEX_NO_PHRASE);
    link_close(index);
}

/* The name behind the number of a chapter is the whole title, as is the title with the number. */
static void knows_the_name_behind_a_number(void **state)
{
    (void)state;
    static const struct {
        struct link_page page;
        const char *name;
    } named[] = {
        {PAGE("/1", "5.11. Table Partitioning", ""), "table partitioning"},
        {PAGE("/2", "Chapter 31. Logical Replication", ""), "logical replication"},
        {PAGE("/3", "Appendix B. Date/Time Support", ""), "date/time support"},
        {PAGE("/4", "1. Introduction", ""), "introduction"},
        {PAGE("/5", "Lesson 3: Pointers", ""), "pointers"},
        {PAGE("/6", "Kapitel 4. Zeiger und Felder", ""), "zeiger und felder"},
        {PAGE("/7", "第3章 検索機能", ""), "検索機能"},
        {PAGE("/8", "第十二章：搜索功能", ""), "搜索功能"},
        {PAGE("/9", "ANNEX IV – Fee Bumping", ""), "fee bumping"},
        {PAGE("/10", "Урок 4.2. Указатели", ""), "указатели"},
        {PAGE("/11", "Section 9.4", ""), "section 9.4"},
    };
    struct link_page pages[COUNT_OF(named)];
    for (size_t i = 0; i < COUNT_OF(named); i++)
        pages[i] = named[i].page;
    struct link_index *index = build(pages, COUNT_OF(pages));
    for (uint32_t i = 0; i < COUNT_OF(named); i++) {
        const struct index_target *name = target_of(index, named[i].name),
                                  *title = target_of(index, pages[i].title.data);
        if (name->page != i || name->title_kind != TITLE_WHOLE || name->cover != UINT8_MAX)
            fail_msg("%s: kind %u, cover %u", named[i].name, name->title_kind, name->cover);
        assert_int_equal(title->page, i);
        assert_int_equal(title->title_kind, TITLE_WHOLE);
        assert_int_equal(title->cover, UINT8_MAX);
    }
    link_close(index);
}

/* A page is about what a heading says as far as its section reaches, sections of it included. */
static void knows_how_much_of_a_page_a_heading_is_about(void **state)
{
    (void)state;
    static const struct link_page pages[] = {
        PAGE("/1", "Questions",
             "<h2>Time Zones</h2><p>one two three four</p><h3>Summer Time</h3><p>five</p><h2>Lost Luggage</h2><p>six "
             "seven eight nine ten</p>"),
        PAGE("/2", "B", "<p>b</p>"),
    };
    struct link_index *index = build(pages, COUNT_OF(pages));
    assert_int_equal(target_of(index, "time zones")->title_kind, TITLE_HEADING);
    assert_int_equal(target_of(index, "time zones")->cover, 5 * UINT8_MAX / 11);
    assert_int_equal(target_of(index, "summer time")->cover, 1 * UINT8_MAX / 11);
    assert_int_equal(target_of(index, "lost luggage")->cover, 5 * UINT8_MAX / 11);
    link_close(index);
}

static void takes_no_other_number_for_one_of_a_chapter(void **state)
{
    (void)state;
    static const struct link_page pages[] = {
        PAGE("/1", "Windows 11: great features", ""),
        PAGE("/2", "Part A of the contract", ""),
        PAGE("/3", "1. Overview", ""),
        PAGE("/4", "2. Overview", ""),
    };
    struct link_index *index = build(pages, COUNT_OF(pages));
    assert_int_equal(target_of(index, "great features")->title_kind, TITLE_PART);
    assert_int_equal(target_of(index, "contract")->title_kind, TITLE_WITHIN);
    assert_int_equal(count_of(index, "overview", PHRASE_TITLES), 2);
    link_close(index);
}

static void takes_the_later_of_two_pages(void **state)
{
    (void)state;
    static const struct link_page pages[] = {
        PAGE("/a", "Basil", "<p>old words and <a href='/b'>old links</a></p>"),
        PAGE("/b", "Thyme", "<p>words</p>"),
        PAGE("/a/#top", "Mint", "<p>new words</p>"),
    };
    struct link_index *index = build(pages, COUNT_OF(pages));
    assert_int_equal(link_page_count(index), 2);
    assert_int_equal(find_phrase(index, "Basil"), INDEX_NO_PHRASE);
    assert_int_equal(find_phrase(index, "old links"), INDEX_NO_PHRASE);
    assert_url(index, 0, "/a/#top");
    assert_int_equal(target_of(index, "Mint")->page, 0);
    assert_int_equal(index->pages[1].stats[PAGE_IN], 0);
    link_close(index);
}

/* The same block on every page: neither its words nor its links are evidence. */
static void make_page_with_foot(struct maker *maker, size_t number, struct link_page *page)
{
    buf_printf(&maker->url, "/%zu", number);
    buf_printf(&maker->title, "Title%zu", number);
    buf_printf(&maker->html, "<p>Text%zu with garden tools.</p><p>Buy <a href='/0'>garden tools</a> from %s.</p>",
               number, number < 20 ? "us" : "others");
    use_buffers(maker, page);
}

static void tells_boilerplate(void **state)
{
    (void)state;
    struct site_file file;
    make_folder(&file);
    struct maker maker = {.count = 24, .make = make_page_with_foot};
    struct link_index *index;
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    assert_int_equal(link_open(file.path, &index, NULL), OK);
    assert_int_equal(count_of(index, "garden tools", PHRASE_PAGES), 24);
    const struct index_target *target = target_of(index, "garden tools");
    assert_int_equal(target->stats[TARGET_LINKS], 4);
    assert_in_range(target->stats[TARGET_LISTS], count_code(19), count_code(20));
    link_close(index);
    free_maker(&maker);
    remove_folder(&file);
}

/* What a theme puts round its content: a menu, an author card that differs from page to page, tags, a footer. */
static void make_page_in_frame(struct maker *maker, size_t number, struct link_page *page)
{
    static const char *const cards[] = {"Ann grows herbs and wrote", "Bo has a balcony, see", "Eve cooks, as told in"};
    size_t other = number * 7 % maker->count;
    buf_printf(&maker->url, "/%zu", number);
    buf_printf(&maker->title, "Title%zu", number);
    buf_printf(&maker->html,
               "<div class=menu><a href=/1>garden tools</a> <a href=/2>clay pots</a></div>"
               "<div class=post><p>Text%zu with garden tools and <a href=/3>old roses</a> in it, which grow well.</p>"
               "<p>Some more words%zu about it.</p><p>It%zu is told here in a few words more.</p></div>"
               "<div class=card><p>%s <a href=/%zu>page%zu</a>, number %zu.</p></div>"
               "<div class=tags>Filed under <a href=/%zu>word%zu</a></div>"
               "<footer><p>All rights are ours. Read our <a href=/4>privacy rules</a>.</p></footer>",
               number, number, number, cards[number % 3], other, other, number, other, other);
    use_buffers(maker, page);
}

static size_t count_links(const struct link_index *index, const char *content)
{
    struct arena *arena = arena_new();
    struct link_options options = link_default_options;
    struct link_result result;
    options.min_score = 0;
    assert_int_equal(link_content(index, str_from(content), &options, arena, &result, NULL), OK);
    size_t count = result.count;
    arena_free(arena);
    return count;
}

static void leaves_the_frame_out(void **state)
{
    (void)state;
    struct site_file file;
    make_folder(&file);
    struct maker maker = {.count = 60, .make = make_page_in_frame};
    struct link_index *index;
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    assert_int_equal(link_open(file.path, &index, NULL), OK);
    assert_int_equal(target_of(index, "old roses")->stats[TARGET_LINKS], count_code(59));
    assert_int_equal(find_phrase(index, "privacy rules"), INDEX_NO_PHRASE);
    assert_int_equal(find_phrase(index, "page7"), INDEX_NO_PHRASE);
    assert_int_equal(find_phrase(index, "clay pots"), INDEX_NO_PHRASE);
    assert_int_equal(count_of(index, "old roses", PHRASE_PAGES), (int)lroundf(count_values[count_code(60)]));
    assert_int_equal(count_links(index, "<div class=post><p>We like old roses.</p></div>"), 1);
    assert_int_equal(count_links(index, "<p>x</p><footer><p>We like old roses.</p></footer>"), 0);
    link_close(index);
    free_maker(&maker);
    remove_folder(&file);
}

static void knows_languages(void **state)
{
    (void)state;
    static const struct link_page pages[] = {
        PAGE_OF("German", "/de", "Die Gärten der Stadt", "<p>Gärten</p>"),
        PAGE_OF("de-AT", "/de2", "Der Garten und die Häuser", "<p>Häuser</p>"),
        PAGE_OF("en", "/en", "Running houses", "<p>houses</p>"),
        PAGE_OF("", "/x", "Etwas", "<p></p>"),
    };
    struct link_index *index = build(pages, COUNT_OF(pages));
    assert_true(str_eq(index_language(index, INDEX_NO_PAGE), STR("de")));
    assert_true(str_eq(index_language(index, 2), STR("en")));
    assert_true(str_eq(index_language(index, 3), STR("de")));
    struct arena *arena = arena_new();
    struct link_options options = {.url = STR("/x")};
    struct link_result result;
    assert_int_equal(link_content(index, STR("<p>in den Häusern</p>"), &options, arena, &result, NULL), OK);
    uint32_t house = index_find_term(index, word_hash(STR("häuser")));
    assert_int_not_equal(house, INDEX_NO_TERM);
    assert_int_equal(index_find_term(index, index_hash_stem(STR("haus"))), house);
    arena_free(arena);
    link_close(index);
}

/* A site without names of languages gets the one that its pages are written in. */
static void make_english_page(struct maker *maker, size_t number, struct link_page *page)
{
    buf_printf(&maker->url, "/%zu", number);
    buf_printf(&maker->title, "The number %zu", number);
    buf_str(&maker->html, "<p>This is what they would have said of it, if there had been anything to say about the "
                          "house that was not in the paper.</p>");
    use_buffers(maker, page);
}

static void detects_the_language(void **state)
{
    (void)state;
    struct site_file file;
    make_folder(&file);
    struct maker maker = {.count = 3, .make = make_english_page};
    struct link_index *index;
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    assert_int_equal(link_open(file.path, &index, NULL), OK);
    assert_true(str_eq(index_language(index, 1), STR("en")));
    link_close(index);
    free_maker(&maker);
    remove_folder(&file);
}

static void reads_no_page_without_end(void **state)
{
    (void)state;
    struct buf html = {0};
    buf_str(&html, "<p>An <a href='/b'>early link</a>.");
    for (int i = 0; i < 250000; i++)
        buf_str(&html, " o");
    buf_str(&html, "</p><p>A <a href='/b'>late link</a>.</p>");
    struct link_page pages[] = {PAGE("/a", "", ""), PAGE("/b", "", "")};
    pages[0].html = text_of(&html);
    struct link_index *index = build(pages, COUNT_OF(pages));
    assert_int_equal(count_of(index, "early link", PHRASE_LINKED), 1);
    assert_int_equal(count_of(index, "late link", PHRASE_LINKED), -1);
    link_close(index);
    buf_free(&html);
}

/* --- large sites, on which a second thread helps --- */

static void names_every_page(void **state)
{
    (void)state;
    enum { PAGES = 3000 };
    struct site_file file;
    make_folder(&file);
    struct maker maker = {.count = PAGES, .make = make_named_page};
    struct link_index *index;
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    assert_int_equal(link_open(file.path, &index, NULL), OK);
    assert_int_equal(link_page_count(index), PAGES);
    for (uint32_t i = 0; i < PAGES; i++) {
        char text[64];
        snprintf(text, sizeof text, "name%u of rose%u", i, i);
        const struct index_target *target = target_of(index, text);
        assert_int_equal(target->page, i);
        assert_int_equal(target->title_kind, TITLE_WHOLE);
        assert_int_equal(target->stats[TARGET_LINKS], 1);
        assert_int_equal(count_of(index, text, PHRASE_PAGES), 2);
        snprintf(text, sizeof text, "heading%u", i);
        assert_int_equal(target_of(index, text)->title_kind, TITLE_HEADING);
        snprintf(text, sizeof text, "rose%u", i);
        assert_int_equal(target_of(index, text)->title_kind, TITLE_WITHIN);
        snprintf(text, sizeof text, "https://example.org/%u/slug%u-page", i % 9, i);
        assert_url(index, i, text);
    }
    link_close(index);
    free_maker(&maker);
    remove_folder(&file);
}

/* So many pages that lessons are learned from a part of them only. */
static void lists_the_links_of_many_pages(void **state)
{
    (void)state;
    enum { PAGES = 21000 };
    struct site_file file;
    make_folder(&file);
    struct maker maker = {.count = PAGES, .make = make_named_page};
    struct link_index *index;
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    assert_int_equal(link_open(file.path, &index, NULL), OK);
    for (uint32_t i = 0; i < PAGES; i++) {
        size_t count;
        const uint32_t *in = index_links_in(index, &index->pages[i], &count);
        assert_int_equal(count, 1);
        assert_int_equal(in[0], (i + PAGES - 1) % PAGES);
    }
    link_close(index);
    free_maker(&maker);
    remove_folder(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_counts),
        cmocka_unit_test(counts_phrases_and_links),
        cmocka_unit_test(knows_titles_of_any_length),
        cmocka_unit_test(knows_the_name_behind_a_number),
        cmocka_unit_test(knows_how_much_of_a_page_a_heading_is_about),
        cmocka_unit_test(takes_no_other_number_for_one_of_a_chapter),
        cmocka_unit_test(takes_the_later_of_two_pages),
        cmocka_unit_test(tells_boilerplate),
        cmocka_unit_test(leaves_the_frame_out),
        cmocka_unit_test(knows_languages),
        cmocka_unit_test(detects_the_language),
        cmocka_unit_test(reads_no_page_without_end),
        cmocka_unit_test(names_every_page),
        cmocka_unit_test(lists_the_links_of_many_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
