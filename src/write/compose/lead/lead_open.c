#include "write/compose/lead/lead.h"

#include <stdlib.h>

enum {
    MOST_PAGES = 8,
    SENTENCES_OF_A_PARAGRAPH = 2, /* that one which was left out is taken for */
    LATE = 9,                     /* place in the text below a page's title */
    LOOKED_AT = 4,                /* first sentences of a section, whatever they name */
    FIRST_WORDS = 9,
    FIRST_NOUNS = 4, /* words among which the noun stands that a sentence is about */
    LONG_PART = 5    /* bytes */
};

struct open_page_place {
    size_t page;
    double score;
};

static int open_by_score(const void *left, const void *right)
{
    const struct open_page_place *a = left, *b = right;
    if (a->score != b->score)
        return a->score < b->score ? 1 : -1;
    return (a->page > b->page) - (a->page < b->page);
}

static enum status find_pages(struct lead *lead, struct arena *arena, struct error *err)
{
    const struct topic *topic = lead->topic;
    struct open_page_place *places = ARENA_ARRAY(arena, lead->corpus->page_count + 1, struct open_page_place);
    lead->pages = ARENA_ARRAY(arena, lead->corpus->page_count + 1, size_t);
    if (!places || !lead->pages)
        return error_memory(err);
    size_t count = 0;
    for (size_t i = 0; i < lead->corpus->page_count; i++)
        if (topic->pages[i].tier != TOPIC_NOT && topic->pages[i].tier >= topic->tier)
            places[count++] = (struct open_page_place){i, topic->pages[i].score};
    qsort(places, count, sizeof *places, open_by_score);
    for (size_t i = 0; i < count && i < MOST_PAGES; i++)
        lead->pages[lead->page_count++] = places[i].page;
    return OK;
}

static bool is_of_best_page(const struct lead *lead, size_t page)
{
    for (size_t i = 0; i < lead->page_count; i++)
        if (lead->pages[i] == page)
            return true;
    return false;
}

/* How like the subject the title is without its frame: "Introduction to masks". */
static enum status bare_likeness(const struct lead *lead, struct str title, struct arena *arena, double *likeness,
                                 struct error *err)
{
    struct keyword asked = {.shape = KEYWORD_NOUN};
    struct worded worded;
    const struct language *language = lead->corpus->language;
    if (keyword_read(arena, title, language, &asked, err) != OK ||
        worded_split(arena, asked.subject, language, &worded, err) != OK)
        return E_MEMORY;
    uint32_t *ids = ARENA_ARRAY(arena, worded.count + 1, uint32_t);
    struct terms terms = {ids, 0};
    if (!ids)
        return error_memory(err);
    for (size_t i = 0; i < worded.count; i++)
        if (!worded.words[i].is_stop)
            ids[terms.count++] = vocabulary_find(&lead->topic->corpus->vocabulary, worded.words[i].stem);
    *likeness = topic_likeness(lead->topic, &terms);
    return OK;
}

/* The titles of the best pages, as they stand or without their frame, whichever is more like the subject. */
static enum status read_titles(struct lead *lead, struct arena *arena, struct error *err)
{
    const struct corpus *corpus = lead->corpus;
    lead->titles = ARENA_ARRAY(arena, corpus->page_count + 1, double);
    if (!lead->titles)
        return error_memory(err);
    for (size_t i = 0; i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        if (section->parent != NO_SECTION || !is_of_best_page(lead, section->page))
            continue;
        double bare = 0, whole = topic_likeness(lead->topic, &section->terms);
        enum status status = bare_likeness(lead, section->title, arena, &bare, err);
        if (status)
            return status;
        lead->titles[section->page] = bare > whole ? bare : whole;
    }
    return OK;
}

/* Paragraphs between the passage and the heading above it. */
static size_t paragraphs_before(const struct corpus *corpus, const struct passage *passage)
{
    const struct page *page = &corpus->pages[passage->page];
    size_t at = passage->block, count = 0;
    while (at > 0 && page->blocks[at - 1].kind != BLOCK_HEADING) {
        at--;
        count++;
    }
    return count;
}

/* The place of a passage's first sentence in its section. */
static size_t open_place_of(const struct corpus *corpus, const struct passage *passage)
{
    size_t place = 1 + SENTENCES_OF_A_PARAGRAPH * paragraphs_before(corpus, passage);
    struct str block = corpus->pages[passage->page].blocks[passage->block].text;
    const struct passage *before = passage;
    while (before > corpus->passages && before[-1].page == passage->page && before[-1].block == passage->block) {
        before--;
        place += before->count;
    }
    bool is_start = str_starts(block, corpus->sentences[before->first].text);
    return place + !is_start;
}

static bool open_has(const char *const *list, struct str word)
{
    return list && word_list_has(list, word);
}

/* Parts of compounds count where they are long enough to be told from ends of other words: "Ebenendialog". */
static bool is_of_screen(const char *const *list, struct str word)
{
    for (; list && *list; list++) {
        struct str part = str_from(*list);
        if (str_eq(part, word) || (part.len >= LONG_PART && (str_starts(word, part) || str_ends(word, part))))
            return true;
    }
    return false;
}

/* "When the planner can prove this, ..." points back. */
static void open_read_words(const struct topic *topic, const struct worded *worded, struct lead_sentence *sentence)
{
    static const struct phrases none = {.doubts = NULL};
    const struct language *language = topic->corpus->language;
    const struct phrases *phrases = language->phrases ? language->phrases : &none;
    sentence->is_read = true;
    sentence->begins_plainly =
        worded->count && (!worded->words[0].is_stop || open_has(phrases->articles, worded->words[0].folded));
    for (size_t i = 0; i < worded->count; i++) {
        const struct word *word = &worded->words[i];
        bool is_last = i + 1 == worded->count || worded->words[i + 1].is_stop;
        sentence->points_back |= i < FIRST_WORDS && language->cues && open_has(language->cues->pronouns, word->folded);
        sentence->is_vague |= i < FIRST_NOUNS && is_last && open_has(phrases->vague_subjects, word->folded);
        sentence->advises |= open_has(phrases->advice, word->folded);
        sentence->doubts |= open_has(phrases->doubts, word->folded);
        sentence->tells_of_screen |= is_of_screen(phrases->screen, word->folded) &&
                                     !topic_has(topic, vocabulary_find(&topic->corpus->vocabulary, word->stem));
    }
}

/* memory: of the words of the sentences. */
static enum status open_collect(struct lead *lead, struct word_memory *memory, struct arena *arena, struct error *err)
{
    const struct corpus *corpus = lead->corpus;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (!is_of_best_page(lead, passage->page))
            continue;
        size_t place = open_place_of(corpus, passage);
        bool begins_page = !lead->count || lead->list[lead->count - 1].page != passage->page;
        if (begins_page && corpus->sections[passage->section].parent == NO_SECTION && place <= LATE)
            place = place < 2 ? place : 2; /* authors, dates and lists stand before what a page says first */
        for (size_t j = 0; j < passage->count && !corpus->sentences[passage->first + j].item; j++) {
            const struct source_sentence *source = &corpus->sentences[passage->first + j];
            struct lead_sentence *sentence = &lead->list[lead->count++];
            *sentence = (struct lead_sentence){.sentence = passage->first + j,
                                               .passage = i,
                                               .page = passage->page,
                                               .section = passage->section,
                                               .place = place + j};
            struct word *words;
            size_t count;
            if (sentence->place > LOOKED_AT && topic_share(lead->topic, &source->terms) <= 0)
                continue;
            enum status status = words_split_again(memory, arena, source->text, &words, &count, err);
            if (status)
                return status;
            struct worded worded = {source->text, words, count};
            definition_read(lead->topic, &worded, &sentence->definition);
            open_read_words(lead->topic, &worded, sentence);
        }
    }
    return OK;
}

/* What a task's subject begins with, which may be a function word elsewhere: "back up a database". */
static enum status open_find_verb(struct lead *lead, struct arena *arena, struct error *err)
{
    struct worded subject;
    const struct language *language = lead->corpus->language;
    const char *const *articles = language->phrases ? language->phrases->articles : NULL;
    lead->verb = UINT32_MAX;
    enum status status = worded_split(arena, lead->topic->subject, language, &subject, err);
    for (size_t i = 0; !status && lead->is_task && i < subject.count; i++)
        if (!open_has(articles, subject.words[i].folded)) {
            lead->verb = vocabulary_find(&lead->topic->corpus->vocabulary, subject.words[i].stem);
            break;
        }
    return status;
}

enum status lead_open(struct corpus *corpus, const struct topic *topic, enum keyword_shape shape, struct arena *arena,
                      struct lead *lead, struct error *err)
{
    *lead = (struct lead){.corpus = corpus,
                          .topic = topic,
                          .list = ARENA_ARRAY(arena, corpus->sentence_count + 1, struct lead_sentence),
                          .is_task = shape == KEYWORD_HOW_TO};
    enum status status = lead->list ? find_pages(lead, arena, err) : error_memory(err);
    if (!status)
        status = open_find_verb(lead, arena, err);
    if (!status)
        status = read_titles(lead, arena, err);
    if (status)
        return status;
    struct word_memory *memory = word_memory_new(corpus->language);
    status = memory ? open_collect(lead, memory, arena, err) : error_memory(err);
    word_memory_free(memory);
    if (!status)
        lead_find_steps(lead);
    return status;
}
