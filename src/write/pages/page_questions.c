/* Frequently asked questions: those that pages ask in a heading or at the start of a paragraph, with their answers. */
#include "write/pages/page.h"

#include <stdlib.h>

enum {
    MOST_QUESTIONS = 5,
    LEAST_WORDS = 3, /* of a question */
    MOST_WORDS = 16,
    LEAST_ANSWER = 8,   /* words of an answer */
    ENOUGH_ANSWER = 30, /* with which it needs no further paragraph */
    MOST_ANSWER = 60,
    MOST_LISTED = 120 /* words of an answer with a list */
};

/* A question with what answers it. */
struct page_question {
    struct str text;
    struct model_text answer;
    bool is_printed; /* the body has it too: those that are new come first */
    double worth;
    size_t order;
};

struct page_questions_asking {
    struct by_page *made;
    struct page_question *list;
    size_t count, cap;
};

/* Does the question make sense by itself, and is it asked of everybody? */
static enum status is_open(struct by_page *made, struct str text, bool *is)
{
    static const uint32_t bound = CUE_BIT(CUE_OPENING) | CUE_BIT(CUE_PRONOUN) | CUE_BIT(CUE_POINTER) |
                                  CUE_BIT(CUE_SELF) | CUE_BIT(CUE_TALK) | CUE_BIT(CUE_REFERENCE) | CUE_BIT(CUE_EVENT) |
                                  CUE_BIT(CUE_PROMOTION);
    struct worded worded;
    size_t words = words_count(text);
    *is = false;
    if (words < LEAST_WORDS || words > MOST_WORDS)
        return OK;
    enum status status = page_words(made, text, &worded);
    *is = !status && !(cues_found(made->cues, &worded) & bound);
    return status;
}

static bool is_there(const struct page_questions_asking *asking, struct str text)
{
    for (size_t i = 0; i < asking->count; i++)
        if (str_ieq(asking->list[i].text, text))
            return true;
    return false;
}

/* Sentences [from, ...) of a paragraph, up to so many words. */
static struct model_block first_words(const struct model_block *block, size_t from, size_t most)
{
    struct model_block part = *block;
    size_t words = 0;
    part.sentences += from;
    part.count = 0;
    while (from + part.count < block->count) {
        size_t more = words_count(block->sentences[from + part.count].text);
        if (part.count && words + more > most)
            break;
        words += more;
        part.count++;
    }
    return part;
}

static enum status page_questions_append(struct page_questions_asking *asking, struct page_question question)
{
    struct page_question *list =
        vec_room(asking->made->writing->arena, asking->list, asking->count, &asking->cap, sizeof *list);
    if (!list)
        return error_memory(asking->made->writing->err);
    asking->list = list;
    question.order = asking->count;
    list[asking->count++] = question;
    return OK;
}

/* What answers, as long as there is room: pieces from sentence `from` of the first on. A list is whole or not there.
 * Returns its words. */
static size_t take_answer(const struct page_piece *pieces, size_t count, size_t from, struct model_text *answer)
{
    size_t words = 0;
    for (size_t i = 0; i < count && words < ENOUGH_ANSWER; i++) {
        bool is_running = pieces[i].kind == PIECE_PARAGRAPH;
        bool is_short = pieces[i].kind == PIECE_LIST && words + pieces[i].words <= MOST_LISTED;
        if (!is_running && !is_short)
            break;
        struct model_block block =
            is_running ? first_words(&pieces[i].block, i ? 0 : from, MOST_ANSWER - words) : pieces[i].block;
        for (size_t j = 0; j < block.count; j++)
            words += words_count(block.sentences[j].text);
        if (block.count)
            answer->blocks[answer->count++] = block;
    }
    return words;
}

/* Does the text end in front of a list that there was no room for, or answer with a question? */
static bool breaks_off(const struct model_text *text)
{
    const struct model_block *first = text->blocks, *last = &text->blocks[text->count - 1];
    return str_ends(last->sentences[last->count - 1].text, STR(":")) || str_ends(first->sentences[0].text, STR("?"));
}

/* Is the question about the subject, by itself or with its answer? On a page that is about nothing else all are. */
static bool is_about(const struct by_page *made, const struct page_view *view, head_set asked,
                     const struct page_piece *pieces, size_t count)
{
    head_set named = asked;
    for (size_t i = 0; i < count; i++)
        named |= pieces[i].heads;
    return view->found.class == PAGE_IS || (asked && named & sought_noun(made->sought));
}

static enum status page_questions_add(struct page_questions_asking *asking, const struct page_view *view,
                                      struct page_question question, const struct page_piece *pieces, size_t count,
                                      size_t from)
{
    struct by_page *made = asking->made;
    struct writing *writing = made->writing;
    struct sought_hit hit;
    bool is = false;
    enum status status = is_open(made, question.text, &is);
    if (status || !is || is_there(asking, question.text))
        return status;
    status = page_hit(made, question.text, &hit);
    question.answer.blocks = ARENA_ARRAY(writing->arena, count + 1, struct model_block);
    if (status || !question.answer.blocks)
        return status ? status : error_memory(writing->err);
    size_t words = take_answer(pieces, count, from, &question.answer);
    if (words < LEAST_ANSWER || breaks_off(&question.answer) || !is_about(made, view, hit.heads, pieces, count))
        return OK;
    question.worth = (double)heads_count(hit.heads) + (view->found.class == PAGE_IS ? 1 : 0);
    return page_questions_append(asking, question);
}

/* A heading that asks, and what stands below it. */
static enum status ask_by_heading(struct page_questions_asking *asking, const struct page_view *view,
                                  const struct page_part *part)
{
    if (!part->asks || !part->count)
        return OK;
    return page_questions_add(
        asking, view, (struct page_question){.text = part->heading, .is_printed = part->is_kept && !part->is_done},
        part->pieces, part->count, 0);
}

/* A paragraph that begins with a question and goes on with its answer, or that is one, with its answer behind it. */
static enum status ask_by_text(struct page_questions_asking *asking, const struct page_view *view,
                               const struct page_part *part)
{
    enum status status = OK;
    for (size_t i = 0; i < part->count && !status; i++) {
        const struct page_piece *piece = &part->pieces[i];
        if (piece->kind != PIECE_PARAGRAPH || !str_ends(piece->block.sentences[0].text, STR("?")))
            continue;
        bool is_alone = piece->block.count == 1;
        struct page_question question = {.text = piece->block.sentences[0].text, .is_printed = true};
        if (!is_alone || i + 1 < part->count)
            status = page_questions_add(asking, view, question, piece + is_alone, is_alone ? part->count - i - 1 : 1,
                                        !is_alone);
    }
    return status;
}

static int new_first(const void *left, const void *right)
{
    const struct page_question *a = left, *b = right;
    if (a->is_printed != b->is_printed)
        return a->is_printed ? 1 : -1;
    if (a->worth != b->worth)
        return a->worth < b->worth ? 1 : -1;
    return (a->order > b->order) - (a->order < b->order);
}

static enum status answer_all(struct page_questions_asking *asking, struct draft_part *part)
{
    struct writing *writing = asking->made->writing;
    part->headings = ARENA_ARRAY(writing->arena, MOST_QUESTIONS, struct drafted);
    if (!part->headings)
        return error_memory(writing->err);
    if (asking->count)
        qsort(asking->list, asking->count, sizeof *asking->list, new_first);
    for (size_t i = 0; i < asking->count && part->count < MOST_QUESTIONS; i++)
        part->headings[part->count++] =
            (struct drafted){.title = asking->list[i].text, .level = 3, .text = asking->list[i].answer};
    return OK;
}

/* What people ask, as searches told, comes first. */
static enum status ask_by_people(struct page_questions_asking *asking)
{
    struct writing *writing = asking->made->writing;
    struct compose_asked *asked;
    size_t count;
    enum status status = compose_asked(writing, &asked, &count);
    for (size_t i = 0; i < count && !status; i++) {
        struct page_question question = {.text = asked[i].text, .worth = SOUGHT_HEADS + asked[i].share};
        struct passage part = *asked[i].answer;
        const struct passage *passage = &part;
        part.count -= asked[i].first - part.first;
        part.first = asked[i].first;
        status = compose_text(writing, &passage, 1, &question.answer);
        if (!status && question.answer.count)
            status = page_questions_append(asking, question);
    }
    return status;
}

enum status pages_ask(struct by_page *made, struct composer *composer, struct draft_part *part)
{
    struct page_questions_asking asking = {.made = made};
    if (!config_bool(made->writing->config, "includeFaq"))
        return OK;
    enum status status = ask_by_people(&asking);
    for (size_t i = 0; i < made->count; i++)
        for (size_t j = 0; made->pages[i].is_used && j < made->pages[i].count && !status; j++) {
            status = ask_by_heading(&asking, &made->pages[i], &made->pages[i].parts[j]);
            if (!status)
                status = ask_by_text(&asking, &made->pages[i], &made->pages[i].parts[j]);
        }
    if (!status)
        status = answer_all(&asking, part);
    return status || part->count ? status : compose_questions(composer, part);
}
