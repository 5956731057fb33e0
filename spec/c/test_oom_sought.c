/* What a keyword looks for, and how far pages are about it. */
#include "research/topic/topic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "arena_fixture.h"
#include "oom.h"

static const struct language *language_of(const char *tag)
{
    return *tag ? language_find(str_from(tag)) : NULL;
}

static struct sought *read(const char *tag, const char *keyword)
{
    struct sought *sought;
    assert_int_equal(sought_read(arena, str_from(keyword), language_of(tag), NULL, 0, &sought, NULL), OK);
    return sought;
}

static size_t count(head_set set)
{
    size_t heads = 0;
    for (; set; set &= set - 1)
        heads++;
    return heads;
}

/* --- keywords against titles --- */

struct title_case {
    const char *language, *keyword, *title;
    size_t heads;  /* of the keyword */
    size_t held;   /* by the title */
    bool has_noun; /* the title */
    size_t facets; /* that the title has */
    bool has_deed; /* the title */
    size_t others; /* in the title */
};

static const struct title_case TITLES[] = {
    /* what every guide calls itself only ranks */
    {"en", "pancake recipe", "Pancake", 1, 1, true, 0, false, 0},
    {"en", "homemade ketchup", "Easy homemade ketchup", 1, 1, true, 1, false, 0},
    {"en", "how to cook rice", "Rice", 1, 1, true, 0, false, 0},
    {"en", "user interviews", "Interviews", 1, 1, true, 0, false, 0},
    {"en", "10 tips for banana bread", "Banana bread with nuts", 2, 2, true, 0, false, 1},
    {"en", "best practices", "Good practice", 2, 1, true, 0, false, 0},
    {"en", "how to reduce bounce rate", "Decrease your bounce rate", 2, 2, true, 0, true, 0},
    {"en", "how to cook", "Cooking for one", 1, 1, true, 0, true, 0},
    /* the noun */
    {"en", "table tennis rules", "Table", 2, 1, false, 0, false, 0},
    {"en", "dark patterns in cookie banners", "Patterns", 4, 1, true, 0, false, 0},
    {"en", "dark patterns in cookie banners", "Banners", 4, 1, false, 0, false, 0},
    {"en", "bread and butter", "Bread", 2, 1, true, 0, false, 0},
    {"en", "how to care for hydrangeas in pots", "Hydrangea", 2, 1, true, 0, false, 0},
    {"fr", "gestionnaire de mots de passe", "Gestionnaires", 3, 1, true, 0, false, 0},
    {"de", "Leasing oder Finanzierung", "Leasing", 2, 1, true, 0, false, 0},
    {"es", "navegadores privados", "Navegador", 2, 1, true, 0, false, 0},
    /* written in one word, in two, or with a hyphen */
    {"de", "verschlüsselter Cloud-Speicher", "Cloudspeicher", 3, 2, true, 0, false, 0},
    {"de", "Cloudspeicher", "Cloud-Speicher", 1, 1, true, 0, false, 0},
    {"de", "Passwort-Manager", "Passwortmanager", 2, 2, true, 0, false, 0},
    {"en", "e-mail encryption", "Email encryption", 2, 2, true, 0, false, 0},
    {"en", "back up a database", "Database backup", 2, 2, true, 0, false, 0},
    {"en", "database backup", "How to back up databases", 2, 2, true, 0, false, 0},
    /* compounds, only where the language joins words */
    {"de", "Speicher", "Cloudspeicher", 1, 1, true, 0, false, 0},
    {"de", "Browserspiele", "Browser", 1, 0, false, 0, false, 1},
    {"en", "berry", "Strawberry", 1, 0, false, 0, false, 1},
    /* nearly alike */
    {"de", "Zwei-Faktor-Authentisierung", "Multi-Faktor-Authentifizierung", 1, 1, true, 0, false, 0},
    {"de", "Authentisierung", "Authentifizierung", 1, 1, true, 0, false, 0},
    {"en", "station", "Statin", 1, 0, false, 0, false, 1},
    {"en", "chicken", "Chickpea", 1, 0, false, 0, false, 1},
    /* the same thing */
    {"es", "copias de seguridad", "Copias de respaldo (backups)", 1, 1, true, 0, false, 0},
    {"en", "bike lights", "Lights for bicycles", 2, 2, true, 0, false, 0},
    /* no language, no lists */
    {"", "homemade ketchup", "ketchup", 2, 1, true, 0, false, 0},
    {"sq", "homemade ketchup", "ketchup", 2, 1, true, 0, false, 0},
    {"en", "", "Bread", 0, 0, false, 0, false, 1},
    {"en", "the", "The", 0, 0, false, 0, false, 0},
    {"it", "centrali nucleari", "Come funziona una centrale nucleare?", 2, 2, true, 0, false, 1},
};

static void titles_hold_the_heads_of_keywords(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(TITLES); i++) {
        const struct title_case *wanted = &TITLES[i];
        const struct sought *sought = read(wanted->language, wanted->keyword);
        struct sought_hit hit;
        assert_int_equal(sought_text(sought, str_from(wanted->title), NULL, &hit, NULL), OK);
        bool has_noun = (hit.heads & sought_noun(sought)) != 0;
        const char *form = "%s | %s: %zu heads, %zu held, noun %d, %zu facets, deed %d, %zu others";
        assert_string_equal(arena_printf(arena, form, wanted->keyword, wanted->title, count(sought_all(sought)),
                                         count(hit.heads), has_noun, hit.facets, hit.has_deed, hit.others),
                            arena_printf(arena, form, wanted->keyword, wanted->title, wanted->heads, wanted->held,
                                         wanted->has_noun, wanted->facets, wanted->has_deed, wanted->others));
    }
}

/* --- pages --- */

#define FILLS "Nothing to see here. The weather is fine today. Cats sleep a lot. Dogs bark at night. "
#define FORTY                                                                                                          \
    "It is a long text that says nothing at all, only that there are words, and more words, and more of them, and so " \
    "on, until there are forty or even some more than that, which is where it ends as it began, with words."

static struct page page_of(const char *markdown)
{
    struct page page;
    assert_int_equal(page_read(arena, str_from(markdown), PAGE_MARKDOWN, "", "http://example.org/file", &page, NULL),
                     OK);
    return page;
}

struct page_case {
    const char *keyword, *markdown;
    enum page_class class;
    bool is_enough, is_enough_named;
};

static const struct page_case PAGES[] = {
    {"pizza dough recipe", "# Pizza dough\n\nMix it.\n", PAGE_IS, true, true},
    {"pizza dough recipe", "# The dough\n\nPizza dough rests. Pizza dough is kneaded. Pizza dough rises.\n", PAGE_NAMES,
     true, true},
    {"pizza dough", "# Pizza\n\nThe dough rests. Knead the pizza dough. Pizza dough rises. Eat pizza.\n", PAGE_NAMES,
     true, true},
    {"pizza dough", "# Flour\n\n## Dough for pizza\n\n" FORTY "\n", PAGE_HOLDS, true, true},
    {"pizza dough", "# Flour\n\n## Dough for pizza\n\nToo little.\n", PAGE_OFF, false, false},
    {"pizza dough", "# Bread dough\n\n" FILLS "\n", PAGE_HALF, false, true},
    {"pizza dough", "# Flour\n\nPizza has dough. So pizza dough is soft. Any dough of pizza is. " FILLS "\n",
     PAGE_TELLS, true, true},
    {"pizza dough", "# Flour\n\nThe dough rests. Knead the dough. Any dough is soft. " FILLS "\n", PAGE_MENTIONS, false,
     true},
    {"pizza dough", "# Flour\n\nPizza is flat. Eat the pizza. Pizza is round. " FILLS "\n", PAGE_OFF, false, true},
    {"pizza dough", "# Flour\n\nThe dough rests. Knead it.\n", PAGE_OFF, false, false},
    {"dough", "# Flour\n\nThe dough rests. Knead the dough. Any dough is soft. " FILLS FILLS "\n", PAGE_TELLS, false,
     true},
    {"table tennis rules", "# Tables\n\nA table has rows. Tables have columns. Use a table for data.\n", PAGE_HALF,
     false, true},
    {"dogs in restaurants",
     "# Service animals\n\nDogs help. Dogs lead. A dog barks. Dogs sleep. Dogs eat. Dogs run. Dogs sit. The dog "
     "stays.\n\n"
     "Restaurants open. A restaurant may ask. Restaurants close.\n",
     PAGE_COVERS, true, true},
    {"", "# Flour\n\nThe dough rests.\n", PAGE_OFF, false, false},
};

static void pages_are_classed_and_accepted(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(PAGES); i++) {
        const struct page_case *wanted = &PAGES[i];
        const struct sought *sought = read("en", wanted->keyword);
        struct page page = page_of(wanted->markdown);
        struct sought_page found;
        assert_int_equal(sought_page(sought, &page, NULL, arena, &found, NULL), OK);
        const char *form = "%s | %.30s: class %d, enough %d, named %d, heading %d";
        assert_string_equal(arena_printf(arena, form, wanted->keyword, wanted->markdown, found.class,
                                         sought_accepts(sought, &found, 1, false),
                                         sought_accepts(sought, &found, 1, true), found.heading < page.count),
                            arena_printf(arena, form, wanted->keyword, wanted->markdown, wanted->class,
                                         wanted->is_enough, wanted->is_enough_named, wanted->class == PAGE_HOLDS));
    }
}

/* What is nearer to the keyword stands first: each page of the list before the next. */
static void nearer_pages_score_higher(void **state)
{
    static const char *const list[] = {
        "# Easy pizza dough recipe\n\nPizza dough rests. " FORTY FORTY "\n",
        "# Pizza dough\n\nPizza dough rests. " FORTY FORTY "\n",
        "# Pizza dough in Naples and Rome\n\nShort.\n",
        "# Bread dough\n\n" FORTY FORTY "\n",
        "# Flour\n\n" FORTY FORTY "\n",
    };
    (void)state;
    const struct sought *sought = read("en", "pizza dough recipe");
    double last = 100;
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        struct page page = page_of(list[i]);
        struct sought_page found;
        assert_int_equal(sought_page(sought, &page, NULL, arena, &found, NULL), OK);
        assert_true(found.score < last);
        last = found.score;
    }
}

/* The name of the whole collection, which all pages have in their text, only ranks; what titles name does not. */
static void the_name_of_a_collection_only_ranks(void **state)
{
    enum { PAGES_OF_IT = 24 };
    struct page pages[PAGES_OF_IT], others[PAGES_OF_IT];
    struct sought *sought;
    (void)state;
    for (size_t i = 0; i < PAGES_OF_IT; i++) {
        pages[i] = page_of("# Budgets\n\nGnuCash keeps books.\n");
        others[i] = page_of("# GnuCash\n\nGnuCash keeps books.\n");
    }
    const struct language *english = language_find(STR("en"));
    assert_int_equal(sought_read(arena, STR("loans in GnuCash"), english, pages, PAGES_OF_IT, &sought, NULL), OK);
    assert_int_equal(count(sought_all(sought)), 1);
    assert_int_equal(sought_read(arena, STR("loans in GnuCash"), english, others, PAGES_OF_IT, &sought, NULL), OK);
    assert_int_equal(count(sought_all(sought)), 2);
    assert_int_equal(sought_read(arena, STR("loans in GnuCash"), english, pages, 3, &sought, NULL), OK);
    assert_int_equal(count(sought_all(sought)), 2);
}

/* "accessible" is a word of the collection, "tennis" none; no text measures anything. */
static double share_of_words(void *context, struct str stem)
{
    (void)context;
    if (str_eq(stem, STR("1m75")))
        return 0;
    return str_starts(stem, STR("access")) ? 0.3 : str_starts(stem, STR("tabl")) ? 0.1 : 0.001;
}

static enum page_class class_of(const char *keyword, const char *markdown)
{
    struct sought *sought;
    struct sought_page found;
    struct page page = page_of(markdown);
    assert_int_equal(
        sought_read_known(arena, str_from(keyword), language_find(STR("en")), share_of_words, NULL, &sought, NULL), OK);
    assert_int_equal(sought_page(sought, &page, NULL, arena, &found, NULL), OK);
    return found.class;
}

static void a_wider_page_will_do_where_the_collection_knows_the_words(void **state)
{
    (void)state;
    assert_int_equal(class_of("accessible tables", "# Table\n\n" FILLS "\n"), PAGE_NAMES);
    assert_int_equal(class_of("accessible tables", "# Table manners\n\n" FILLS "\n"), PAGE_COVERS);
    assert_int_equal(class_of("tennis tables", "# Table\n\n" FILLS "\n"), PAGE_HALF);
    /* It is no noun there, but the rarer word. */
    assert_int_equal(class_of("table access", "# Table\n\n" FILLS "\n"), PAGE_COVERS);
    assert_int_equal(class_of("tables for 1m75", "# Table\n\n" FILLS "\n"), PAGE_IS);
    assert_int_equal(class_of("table access", "# Access\n\n" FILLS "\n"), PAGE_NAMES);
}

/* A long keyword that a text says most of, whatever its title is. */
static void a_text_may_say_all_of_a_long_keyword(void **state)
{
    static const char says[] =
        "# Moonlighting\n\nStaff take jobs on the side. A side job of staff takes a letter. "
        "Jobs that staff take on the side end at night. Side jobs are for staff who take them.\n";
    (void)state;
    assert_int_equal(class_of("which side jobs may staff take", says), PAGE_COVERS);
    assert_int_equal(class_of("side jobs", says), PAGE_TELLS);
}

/* Asks all that can be asked. */
static enum status ask(const struct page *page, struct error *err)
{
    struct arena *own = arena_new();
    struct sought *sought;
    struct sought_hit hit;
    struct sought_page found;
    if (!own)
        return error_memory(err);
    enum status status = sought_read(own, STR("how to back up e-mail with two-factor authentication"),
                                     language_find(STR("en")), page, 1, &sought, err);
    if (!status)
        status = sought_text(sought, STR("E-mail back-ups"), NULL, &hit, err);
    struct word_memory *words = status ? NULL : word_memory_new(language_find(STR("en")));
    if (!status && !words)
        status = error_memory(err);
    if (!status)
        status = sought_text(sought, STR("E-mail back-ups"), words, &hit, err);
    if (!status)
        status = sought_page(sought, page, words, own, &found, err);
    word_memory_free(words);
    arena_free(own);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    struct page page = page_of("# Two-factor e-mail\n\n## Back-up\n\n" FORTY " Back up your e-mail. " FILLS "\n");
    struct error err;
    assert_int_equal(ask(&page, &err), OK);
    size_t failures = 0;
    for (long allowed = 0;; allowed++) {
        oom_allocations_left = allowed;
        enum status status = ask(&page, &err);
        bool all_used = oom_allocations_left == 0;
        oom_allocations_left = -1;
        if (!status && !all_used)
            break;
        failures += status == E_MEMORY;
        assert_true(status == E_MEMORY || status == OK);
    }
    assert_true(failures > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(titles_hold_the_heads_of_keywords, set_up, tear_down),
        cmocka_unit_test_setup_teardown(pages_are_classed_and_accepted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nearer_pages_score_higher, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_name_of_a_collection_only_ranks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_text_may_say_all_of_a_long_keyword, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_wider_page_will_do_where_the_collection_knows_the_words, set_up, tear_down),
        cmocka_unit_test_setup_teardown(memory_may_run_out, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
