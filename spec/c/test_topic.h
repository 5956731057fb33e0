/* A corpus made by hand, and subjects looked for in it. */
#ifndef COPYDESK_TEST_TOPIC_H
#define COPYDESK_TEST_TOPIC_H

#include "base/base.h"
#include "research/topic/topic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "arena_fixture.h"

/*
 * Pages as text, a line for each thing: "= title of a page", "# heading" (more #: deeper), else a sentence. Every
 * section has 50 words besides, in sentences that say nothing of the subjects asked for here.
 */
static struct corpus corpus;

static inline struct terms terms_of(const char *text)
{
    struct word *words;
    size_t count;
    assert_int_equal(words_split(arena, str_from(text), corpus.language, &words, &count, NULL), OK);
    uint32_t *ids = ARENA_ARRAY(arena, count + 1, uint32_t);
    struct terms terms = {ids, 0};
    for (size_t i = 0; i < count; i++) {
        if (!words[i].is_stop)
            ids[terms.count++] = vocabulary_number(&corpus.vocabulary, words[i].stem);
    }
    return terms;
}

static inline void say(const char *text)
{
    corpus.statements[corpus.statement_count++] =
        (struct statement){corpus.section_count - 1, terms_of(text), words_count(str_from(text))};
}

static inline void add_section(const char *title, int depth)
{
    static const char *const filler[] = {
        "The weather of this autumn was mild and the harvest came late that year.",
        "Farmers kept the old barns open and mended nets beside the quiet river.",
        "Children walked home along narrow lanes while church bells rang twice.",
        "Nobody remembered when the bridge over that river had last been painted.",
    };
    size_t parent = NO_SECTION;
    for (size_t i = corpus.section_count; depth && parent == NO_SECTION; i--)
        if (corpus.sections[i - 1].depth < depth)
            parent = i - 1;
    corpus.sections[corpus.section_count++] =
        (struct source_section){.page = corpus.page_count - 1,
                                .parent = parent,
                                .depth = depth,
                                .title = str_from(title),
                                .terms = terms_of(title),
                                .is_boilerplate = strcmp(title, "Introduction") == 0};
    for (size_t i = 0; i < COUNT_OF(filler); i++)
        say(filler[i]);
}

static inline void build_in(const char *language, const char *text)
{
    enum { ROOM = 400 };
    corpus = (struct corpus){.arena = arena, .language = language_find(str_from(language))};
    vocabulary_init(&corpus.vocabulary, arena);
    corpus.sections = ARENA_ARRAY(arena, ROOM, struct source_section);
    corpus.statements = ARENA_ARRAY(arena, ROOM * 4, struct statement);
    struct page *pages = ARENA_ARRAY(arena, ROOM, struct page);
    corpus.pages = pages;
    struct str rest = str_from(text), line;
    while (str_split(&rest, '\n', &line)) {
        const char *copy = arena_copy_n(arena, line.data, line.len);
        size_t depth = strspn(copy, "#");
        if (copy[0] == '=') {
            pages[corpus.page_count++] = (struct page){.title = copy + 2, .language = corpus.language};
            add_section(copy + 2, 0);
        } else if (depth) {
            add_section(copy + depth + 1, (int)depth);
        } else if (copy[0]) {
            say(copy);
        }
    }
}

static inline struct topic open_shape(const char *subject, enum keyword_shape shape)
{
    const struct topic_query query = {.subject = str_from(subject), .shape = shape};
    struct topic topic;
    assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
    return topic;
}

static inline struct topic open_topic(const char *subject)
{
    return open_shape(subject, KEYWORD_NOUN);
}

static inline size_t best_page(const struct topic *topic)
{
    size_t best = 0;
    for (size_t i = 1; i < corpus.page_count; i++)
        if (topic->pages[i].score > topic->pages[best].score)
            best = i;
    return best;
}

/* The headings of the sections, best first, with bars between. */
static inline const char *sections_of(const struct topic *topic)
{
    const char *text = "";
    for (size_t i = 0; i < topic->section_count; i++)
        text = arena_printf(arena, "%s%s%.*s", text, i ? "|" : "",
                            STR_ARG(corpus.sections[topic->sections[i].section].title));
    return text;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
