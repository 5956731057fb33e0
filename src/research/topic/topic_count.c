#include "research/topic/topic_count.h"

#include "research/topic/topic_parts.h"

enum { LIGHT_TIMES = 2 /* how often a light word of the subject is in a text that speaks of it */ };

static void add(struct section_count *sum, const struct section_count *part)
{
    sum->sentences += part->sentences;
    sum->words += part->words;
    sum->phrases += part->phrases;
    sum->heads += part->heads;
    sum->names += part->names;
    sum->share += part->share;
}

/* The head, or else the last of the stems. */
static stem_set head_among(const struct topic_match *match, stem_set stems)
{
    stem_set head = stems & match->head;
    for (stem_set one = stems; one && !(stems & match->head); one &= one - 1)
        head = one & (~one + 1);
    return head;
}

static void count_statement(struct survey *survey, const struct statement *said)
{
    const struct topic_match *match = survey->match;
    stem_set about = survey->about[survey->topic->corpus->sections[said->section].page];
    stem_set held = match_all(match, &said->terms) & about;
    struct section_count one = {.sentences = 1, .words = said->words};
    one.heads = (held & head_among(match, about)) != 0;
    one.share = about ? (double)stems_count(held) / (double)stems_count(about) : 0;
    for (size_t i = 0; i < said->terms.count; i++)
        one.names |= said->terms.ids[i] < match->known && match->is_hidden[said->terms.ids[i]];
    one.phrases = held == about && match_holds(match, &said->terms, about, 0);
    add(&survey->own[said->section], &one);
}

enum status topic_count(struct survey *survey)
{
    const struct corpus *corpus = survey->topic->corpus;
    survey->own = ARENA_ARRAY(survey->arena, corpus->section_count + 1, struct section_count);
    survey->all = ARENA_ARRAY(survey->arena, corpus->section_count + 1, struct section_count);
    if (!survey->own || !survey->all)
        return error_memory(survey->err);
    for (size_t i = 0; i < corpus->statement_count; i++)
        count_statement(survey, &corpus->statements[i]);
    for (size_t i = corpus->section_count; i-- > 0;) {
        add(&survey->all[i], &survey->own[i]);
        if (corpus->sections[i].parent != NO_SECTION)
            add(&survey->all[corpus->sections[i].parent], &survey->all[i]);
    }
    for (size_t i = 0; i < corpus->section_count; i++)
        if (survey->all[i].words < corpus->sections[i].total_words)
            survey->all[i].words = corpus->sections[i].total_words; /* lists, and sources without sentences */
    return OK;
}

/* How often the stem stands in the sections' sentences, and in the headings above and in them. */
static size_t times_of(const struct survey *survey, stem_set stem, size_t first, size_t end)
{
    const struct corpus *corpus = survey->topic->corpus;
    size_t times = 0;
    for (size_t i = 0; i < corpus->statement_count; i++)
        if (corpus->statements[i].section >= first && corpus->statements[i].section < end)
            times += (match_all(survey->match, &corpus->statements[i].terms) & stem) != 0;
    for (size_t i = first; i < end; i++)
        times += (match_all(survey->match, &corpus->sections[i].terms) & stem) != 0;
    for (size_t i = corpus->sections[first].parent; i != NO_SECTION; i = corpus->sections[i].parent)
        times += (match_all(survey->match, &corpus->sections[i].terms) & stem) != 0;
    return times;
}

bool topic_speaks_of(const struct survey *survey, stem_set stems, size_t section)
{
    size_t end = corpus_section_end(survey->topic->corpus, section);
    for (; stems; stems &= stems - 1)
        if (times_of(survey, stems & (~stems + 1), section, end) < LIGHT_TIMES)
            return false;
    return true;
}
