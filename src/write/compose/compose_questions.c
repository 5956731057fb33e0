/* Frequently asked questions: first those that people ask, then those that the sources ask. */
#include "base/vec.h"
#include "write/compose/compose.h"

#include <stdlib.h>

enum {
    MAX_QUESTIONS = 5,
    LEAST_WORDS = 4, /* of a question that a heading asks */
    MOST_WORDS = 14,
    ANSWER_WORDS = 90
};

/* A question with the sentences that answer it. */
struct asked {
    struct str text;
    const struct passage *answer;
    size_t first; /* of its sentences */
    double value;
};

struct asking {
    struct writing *writing;
    struct asked *list;
    size_t count, cap;
};

static enum status add(struct asking *asking, struct asked asked)
{
    struct asked *list = vec_room(asking->writing->arena, asking->list, asking->count, &asking->cap, sizeof *list);
    if (!list)
        return error_memory(asking->writing->err);
    asking->list = list;
    list[asking->count++] = asked;
    return OK;
}

static int by_value(const void *left, const void *right)
{
    const struct asked *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return (a->answer->first > b->answer->first) - (a->answer->first < b->answer->first);
}

/* --- asked by people --- */

static enum status ask_by_people(struct asking *asking)
{
    static const double before_others = 100;
    struct compose_asked *list;
    size_t count;
    enum status status = compose_asked(asking->writing, &list, &count);
    for (size_t i = 0; i < count && !status; i++)
        status =
            add(asking, (struct asked){list[i].text, list[i].answer, list[i].first, before_others + list[i].share});
    return status;
}

/* --- asked by headings --- */

/* Words that need what stands around a heading, or speak for its author. */
static enum status leans(struct writing *writing, struct str text, size_t *words, bool *does)
{
    const struct cues *cues = writing->brief.language->cues;
    struct word *list;
    enum status status = words_split(writing->arena, text, writing->brief.language, &list, words, writing->err);
    *does = false;
    for (size_t i = 0; cues && !status && i < *words; i++)
        *does |= word_list_has(cues->pronouns, list[i].folded) || word_list_has(cues->talk, list[i].folded);
    return status;
}

/* Does the question ask about the subject: about all that bears it, about what its other words describe, or, on a page
 * that is about nothing else, about any of it? A task's object alone is asked about in many ways. */
static bool is_about(const struct writing *writing, const struct source_section *section)
{
    static const double same = 0.79; /* likeness of titles */
    const struct topic *topic = &writing->topics[0];
    const struct terms *question = &section->terms;
    const struct source_section *root = section;
    size_t shared = 0;
    while (root->parent != NO_SECTION)
        root = &writing->corpus.sections[root->parent];
    if (topic_likeness(topic, &root->terms) >= same && topic_share(topic, question) > 0)
        return true;
    for (size_t i = 0; i < topic->strong.count; i++)
        for (size_t j = 0; j < question->count; j++)
            if (question->ids[j] == topic->strong.ids[i]) {
                shared++;
                break;
            }
    return (topic->strong.count && shared == topic->strong.count) ||
           (writing->asked.shape != KEYWORD_HOW_TO && topic_has_head(topic, question));
}

/* Does the passage begin what stands below the question, with a sentence that needs nothing before it and shares a word
 * with the question? */
static bool answers(const struct corpus *corpus, const struct passage *passage, const struct terms *question)
{
    const struct page *page = &corpus->pages[passage->page];
    const struct source_sentence *first = &corpus->sentences[passage->first];
    bool is_first = passage->block > 0 && page->blocks[passage->block - 1].kind == BLOCK_HEADING &&
                    str_starts(page->blocks[passage->block].text, first->text);
    if (!is_first || !first->stands_alone || first->item)
        return false;
    for (size_t i = 0; i < first->terms.count; i++)
        for (size_t j = 0; j < question->count; j++)
            if (first->terms.ids[i] == question->ids[j])
                return true;
    return false;
}

static bool is_free(const struct writing *writing, const struct passage *passage)
{
    for (size_t i = 0; i < passage->count; i++)
        if (writing->used.flags[passage->first + i] || writing->corpus.sentences[passage->first + i].stays_in_section)
            return false;
    return !writing->corpus.sections[passage->section].tells_of_attack;
}

static enum status ask_by_headings(struct asking *asking)
{
    struct writing *writing = asking->writing;
    const struct corpus *corpus = &writing->corpus;
    const struct topic *topic = &writing->topics[0];
    enum status status = OK;
    for (size_t i = 0; i < corpus->passage_count && !status; i++) {
        const struct passage *passage = &corpus->passages[i];
        const struct source_section *section = &corpus->sections[passage->section];
        if (!section->is_question || !passage->is_answer || !is_about(writing, section) ||
            !answers(corpus, passage, &section->terms) || !is_free(writing, passage))
            continue;
        size_t words;
        bool is_leaning;
        struct asked asked = {.answer = passage, .first = passage->first};
        asked.value = topic_share(topic, &section->terms) + topic->pages[passage->page].score / 10;
        status = leans(writing, section->title, &words, &is_leaning);
        if (status || is_leaning || words < LEAST_WORDS || words > MOST_WORDS)
            continue;
        status = compose_clean_heading(writing, section->title, &asked.text);
        if (!status)
            status = add(asking, asked);
    }
    if (asking->count)
        qsort(asking->list, asking->count, sizeof *asking->list, by_value);
    return status;
}

/* --- answers --- */

/* What answers: from the sentence on, to the end of its passage, as long as there is room. */
static enum status answer(struct writing *writing, const struct asked *asked, struct drafted *drafted)
{
    struct passage part = *asked->answer;
    size_t words = 0, end = part.first + part.count, count = 0;
    while (asked->first + count < end &&
           (part.is_list || !count || words + writing->corpus.sentences[asked->first + count].words <= ANSWER_WORDS))
        words += writing->corpus.sentences[asked->first + count++].words;
    if (asked->first + count < end) {
        part.code = STR("");
        part.row_count = 0;
    }
    part.first = asked->first;
    part.count = count;
    const struct passage *passage = &part;
    *drafted = (struct drafted){.title = asked->text, .level = 3};
    return compose_text(writing, &passage, 1, &drafted->text);
}

static enum status write_answers(struct writing *writing, struct draft_part *part)
{
    struct asking asking = {.writing = writing};
    enum status status = ask_by_people(&asking);
    if (!status)
        status = ask_by_headings(&asking);
    part->headings = ARENA_ARRAY(writing->arena, MAX_QUESTIONS + 1, struct drafted);
    if (status || !part->headings)
        return status ? status : error_memory(writing->err);
    for (size_t i = 0; i < asking.count && part->count < MAX_QUESTIONS && !status; i++) {
        const struct asked *asked = &asking.list[i];
        if (!asked->text.len || compose_says(writing, asked->first) || !is_free(writing, asked->answer))
            continue;
        status = answer(writing, asked, &part->headings[part->count]);
        part->count += !status && part->headings[part->count].text.count > 0;
    }
    return status;
}

enum status compose_questions(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    if (!config_bool(writing->config, "includeFaq"))
        return OK;
    enum status status = writing_progress(writing, 0.88, "Answering questions");
    if (!status)
        status = write_answers(writing, part);
    if (!status && !part->count)
        status = writing_note(writing, "There is no FAQ: the sources ask no questions on the subject.");
    return status;
}
