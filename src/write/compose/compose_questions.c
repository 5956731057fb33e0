/* Frequently asked questions: first those that people ask, then those that the sources ask. */
#include "write/compose/compose.h"

enum {
    MAX_QUESTIONS = 5, /* more push the end of the article out of sight */
    LEAST_WORDS = 4,   /* of a question that a heading asks: "Why?" needs what stands above it */
    MOST_WORDS = 14,
    ANSWER_WORDS = 90 /* about five sentences: what is longer is a section */
};

/* How far the article is by then: behind its sections (compose.c), before it is finished. */
static const double answering = 0.88;

/* A question with the sentences that answer it. */
struct question_found {
    struct str text;
    const struct passage *answer;
    size_t first; /* of its sentences */
};

struct questions_found {
    struct writing *writing;
    struct question_found *list;
    size_t count, cap;
};

static void questions_add(struct questions_found *asking, struct question_found asked)
{
    struct question_found *added = VEC_PUSH(asking->writing->arena, asking->list, asking->count, asking->cap);
    if (added)
        *added = asked;
}

/* --- asked by people --- */

static void ask_by_people(struct questions_found *asking)
{
    size_t count;
    const struct compose_asked *list = compose_asked(asking->writing, &count);
    for (size_t i = 0; i < count; i++)
        questions_add(asking, (struct question_found){list[i].text, list[i].answer, list[i].first});
}

/* --- asked by headings --- */

/* Does the question ask about the subject, or, on a page that is about nothing else, about any of it? */
static bool is_about(const struct writing *writing, size_t section)
{
    const struct corpus *corpus = &writing->corpus;
    const struct topic *topic = &writing->topics[0];
    const struct terms *question = &corpus->sections[section].terms;
    const struct terms *title = &corpus->sections[corpus_section_root(corpus, section)].terms;
    double share = topic_share(topic, question);
    return share > WHOLE_SUBJECT || (share > 0 && topic_likeness(topic, title) >= LIKE_SUBJECT);
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

static bool questions_is_free(const struct writing *writing, const struct passage *passage)
{
    for (size_t i = 0; i < passage->count; i++)
        if (writing->used.flags[passage->first + i] || writing->corpus.sentences[passage->first + i].stays_in_section)
            return false;
    return !writing->corpus.sections[passage->section].tells_of_attack;
}

static void ask_by_headings(struct questions_found *asking)
{
    struct writing *writing = asking->writing;
    const struct corpus *corpus = &writing->corpus;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        const struct source_section *section = &corpus->sections[passage->section];
        size_t words = words_count(section->title);
        if (!section->is_question || !passage->is_answer || words < LEAST_WORDS || words > MOST_WORDS ||
            !is_about(writing, passage->section) || !answers(corpus, passage, &section->terms) ||
            !questions_is_free(writing, passage))
            continue;
        struct str text = compose_clean_heading(writing, section->title);
        questions_add(asking, (struct question_found){.text = text, .answer = passage, .first = passage->first});
    }
}

/* --- answers --- */

/* What answers: from the sentence on, to the end of its passage, as long as there is room. */
static struct drafted questions_answer(struct writing *writing, const struct question_found *asked)
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
    return (struct drafted){.title = asked->text, .level = 3, .text = compose_text(writing, &passage, 1)};
}

static void write_answers(struct writing *writing, struct draft_part *part)
{
    struct questions_found asking = {.writing = writing};
    ask_by_people(&asking);
    ask_by_headings(&asking);
    part->headings = ARENA_ARRAY(writing->arena, MAX_QUESTIONS + 1, struct drafted);
    for (size_t i = 0; part->headings && i < asking.count && part->count < MAX_QUESTIONS; i++) {
        const struct question_found *asked = &asking.list[i];
        if (!asked->text.len || compose_says(writing, asked->first) || !questions_is_free(writing, asked->answer))
            continue;
        part->headings[part->count] = questions_answer(writing, asked);
        part->count += part->headings[part->count].text.count > 0;
    }
}

enum status compose_questions(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    if (!config_bool(writing->config, "includeFaq"))
        return OK;
    enum status status = writing_progress(writing, answering, "Answering questions");
    if (status)
        return status;
    write_answers(writing, part);
    if (!part->count)
        writing_note(writing, "There is no FAQ: the sources ask no questions on the subject.");
    return writing_end(writing, OK);
}
