/* Sentences of one page, rated as for the head of an article. */
#ifndef COPYDESK_TEST_LEAD_H
#define COPYDESK_TEST_LEAD_H

#include "write/compose/compose.h"

#include "test_write.h"

struct opened {
    struct arena *arena;
    struct page page;
    struct corpus corpus;
    struct topic topic;
    struct lead lead;
};

/* Rates the sentences of a page in Markdown, or in HTML where it begins with a tag. */
static inline void open_lead_of(struct opened *opened, const char *language, enum keyword_shape shape, const char *text,
                                const char *subject)
{
    struct error err;
    const struct corpus_options options = {.language = language_find(str_from(language))};
    const struct topic_query query = {.subject = str_from(subject), .shape = shape};
    *opened = (struct opened){.arena = arena_new()};
    assert_int_equal(page_read(opened->arena, str_from(text), text[0] == '<' ? PAGE_HTML : PAGE_MARKDOWN, "utf-8",
                               "page.md", &opened->page, &err),
                     OK);
    assert_int_equal(corpus_build(opened->arena, &opened->page, 1, &options, &opened->corpus, &err), OK);
    assert_int_equal(topic_open(&opened->corpus, &query, opened->arena, &opened->topic, &err), OK);
    lead_open(&opened->corpus, &opened->topic, shape, opened->arena, &opened->lead);
    assert_false(arena_failed(opened->arena));
}

static inline void open_lead(struct opened *opened, const char *text, const char *subject)
{
    open_lead_of(opened, "en", KEYWORD_NOUN, text, subject);
}

static inline const struct lead_sentence *sentence_with(const struct opened *opened, const char *words)
{
    for (size_t i = 0; i < opened->lead.count; i++) {
        struct str text = opened->corpus.sentences[opened->lead.list[i].sentence].text;
        if (str_find(text, str_from(words), 0) < text.len)
            return &opened->lead.list[i];
    }
    fail_msg("no sentence has \"%s\"", words);
    return NULL;
}

#endif
