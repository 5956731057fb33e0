/* Introduction, conclusion and key takeaways: copies of what the pages say, the sections stay as they are. */
#include "write/pages/page.h"

#include <stdlib.h>

enum {
    DEFINITION_WORDS = 60, /* of a definition with what follows it */
    DESCRIPTION_WORDS = 6, /* a shorter sentence of a description is a slogan */
    CLOSING_WORDS = 130,   /* of a conclusion */
    LEAST_TAKEAWAYS = 3,
    MOST_TAKEAWAYS = 5,
    TAKEAWAY_LEAST = 8, /* words */
    TAKEAWAY_MOST = 32,
};

/* A text on its way: blocks in the arena. */
struct growing {
    struct writing *writing;
    struct model_text *text;
    size_t cap;
};

static enum status page_opening_add_block(struct growing *growing, struct model_block block)
{
    struct model_text *text = growing->text;
    struct model_block *blocks =
        vec_room(growing->writing->arena, text->blocks, text->count, &growing->cap, sizeof *blocks);
    if (!blocks)
        return error_memory(growing->writing->err);
    text->blocks = blocks;
    blocks[text->count++] = block;
    return OK;
}

static size_t page_opening_words_of(const struct model_text *text)
{
    size_t words = 0;
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++)
            words += words_count(text->blocks[i].sentences[j].text);
    return words;
}

/* --- the introduction --- */

static bool is_page_used(const struct by_page *made, size_t number)
{
    for (size_t i = 0; i < made->count; i++)
        if (made->pages[i].number == number)
            return made->pages[i].is_used;
    return false;
}

/* Does a paragraph say it? */
static bool page_opening_says(const struct page_piece *piece, struct str sentence)
{
    return str_find(piece->text, sentence, 0) < piece->text.len;
}

static bool opening_says(const struct by_page *made, struct str sentence)
{
    for (size_t i = 0; i < made->opening_count; i++)
        if (page_opening_says(made->opening[i], sentence))
            return true;
    return false;
}

/* The definition with what follows it in its paragraph. */
static enum status add_definition(struct by_page *made, const struct lead_sentence *found, struct growing *growing)
{
    const struct corpus *corpus = &made->writing->corpus;
    const struct passage *passage = &corpus->passages[found->passage];
    size_t end = passage->first + passage->count, words = 0, count = 0;
    struct model_sentence *sentences = ARENA_ARRAY(made->writing->arena, passage->count + 1, struct model_sentence);
    if (!sentences)
        return error_memory(made->writing->err);
    for (size_t i = found->sentence; i < end && !corpus->sentences[i].item; i++) {
        const struct source_sentence *sentence = &corpus->sentences[i];
        if (count && (words + sentence->words > DEFINITION_WORDS || sentence->stays_in_section ||
                      str_ends(sentence->text, STR(":"))))
            break;
        words += sentence->words;
        sentences[count++] = (struct model_sentence){
            .text = sentence->text, .source = (int)found->page, .id = (long)i, .spans = sentence->spans};
    }
    return page_opening_add_block(growing, (struct model_block){.sentences = sentences, .count = count});
}

static bool says_nothing(const void *article, size_t sentence)
{
    (void)article;
    (void)sentence;
    return false;
}

/* The sentence of the pages that says what the subject is; NULL: none does. */
static enum status find_definition(struct by_page *made, const struct lead_sentence **found)
{
    struct writing *writing = made->writing;
    const struct lead *lead;
    *found = NULL;
    enum status status = compose_lead(writing, 0, &lead);
    if (status)
        return status;
    const struct lead_article article = {.says = says_nothing, .is_list = writing->brief.is_list};
    const struct lead_sentence *opening = lead_opening(&article, lead);
    bool defines = opening && opening->step >= LEAD_DEFINES &&
                   (opening->definition.is_named || opening->definition.kind == DEFINES_STRICTLY);
    if (!defines || !is_page_used(made, opening->page))
        return OK;
    struct sought_hit hit;
    status = page_hit(made, writing->corpus.sentences[opening->sentence].text, &hit);
    if (!status && hit.heads == sought_all(made->sought))
        *found = opening;
    return status;
}

/* What the page says of itself in its head, where it is of the subject. */
static enum status add_description(struct by_page *made, const struct page_view *view, struct growing *growing)
{
    struct writing *writing = made->writing;
    struct str text = str_from(view->page->description ? view->page->description : "");
    struct sentence *cuts;
    size_t count = 0, kept = 0;
    enum status status = sentences_split(writing->arena, text, writing->brief.language, &cuts, &count, writing->err);
    struct model_sentence *sentences = ARENA_ARRAY(writing->arena, count + 1, struct model_sentence);
    if (status || !sentences)
        return status ? status : error_memory(writing->err);
    for (size_t i = 0; i < count && !status; i++) {
        struct str sentence = {text.data + cuts[i].start, cuts[i].end - cuts[i].start};
        bool stands = false;
        if (words_count(sentence) >= DESCRIPTION_WORDS)
            status = voice_stands_alone(made, sentence, &stands);
        if (stands)
            sentences[kept++] = (struct model_sentence){.text = sentence, .source = (int)view->number, .id = -1};
    }
    return status || !kept
               ? status
               : page_opening_add_block(growing, (struct model_block){.sentences = sentences, .count = kept});
}

enum status page_opening_text(struct by_page *made, struct model_text *text)
{
    struct growing growing = {.writing = made->writing, .text = text};
    enum status status = OK;
    for (size_t i = 0; i < made->opening_count && !status; i++)
        status = page_opening_add_block(&growing, made->opening[i]->block);
    return status;
}

enum status pages_introduce(struct by_page *made, struct draft_part *part)
{
    struct writing *writing = made->writing;
    struct growing growing = {.writing = writing, .text = &part->text};
    const struct lead_sentence *definition = NULL;
    if (config_bool(writing->config, "disableIntroduction"))
        return OK;
    enum status status = find_definition(made, &definition);
    if (!status && definition && !opening_says(made, writing->corpus.sentences[definition->sentence].text))
        status = add_definition(made, definition, &growing);
    for (size_t i = 0; i < made->opening_count && !status; i++)
        status = page_opening_add_block(&growing, made->opening[i]->block);
    for (size_t i = 0; i < made->count && !part->text.count && !status; i++)
        if (made->pages[i].is_used && (made->pages[i].found.class >= PAGE_NAMES || (!i && made->are_named)))
            status = add_description(made, &made->pages[i], &growing);
    if (!status && !part->text.count)
        return writing_note(writing,
                            "There is no introduction: no sentence of the sources is fit to open the article.");
    return status ? status : compose_end_introduction(writing, &part->text);
}

/* --- sentences that speak for the article --- */

struct told {
    const struct model_sentence *sentence;
    double worth;
    size_t order; /* among all sentences */
};

struct page_opening_telling {
    struct by_page *made;
    const struct draft_part *sections;
    struct told list[MOST_TAKEAWAYS + 1];
    size_t count;
};

static bool advises(const struct by_page *made, const struct worded *worded)
{
    const struct phrases *phrases = made->writing->brief.language->phrases;
    for (size_t i = 0; phrases && phrases->advice && i < worded->count; i++)
        if (word_list_has(phrases->advice, worded->words[i].folded))
            return true;
    return false;
}

/* How well the sentence stands for its section; 0: it does not. */
static enum status page_opening_weigh(struct by_page *made, const struct model_sentence *sentence, size_t place,
                                      double *worth)
{
    static const double of_advice = 0.8, of_first = 0.3, of_word = 0.01;
    struct worded worded;
    struct sought_hit hit;
    bool stands = false;
    size_t words = words_count(sentence->text);
    *worth = 0;
    if (words < TAKEAWAY_LEAST || words > TAKEAWAY_MOST || str_ends(sentence->text, STR(":")) ||
        str_ends(sentence->text, STR("?")))
        return OK;
    enum status status = voice_stands_alone(made, sentence->text, &stands);
    if (status || !stands)
        return status;
    status = page_words(made, sentence->text, &worded);
    if (!status)
        status = page_hit(made, sentence->text, &hit);
    if (status)
        return status;
    head_set all = sought_all(made->sought);
    *worth = (double)heads_count(hit.heads & all) / (double)heads_count(all ? all : 1) +
             of_advice * advises(made, &worded) + (place ? 0 : of_first) - of_word * (double)words;
    return OK;
}

static bool is_told(const struct page_opening_telling *telling, const struct model_sentence *sentence)
{
    for (size_t i = 0; i < telling->count; i++)
        if (telling->list[i].sentence == sentence)
            return true;
    return false;
}

/* The best sentence of headings [first, end) that is not taken. order: of the first of their sentences; behind the last
 * one then. */
static enum status find_told(const struct page_opening_telling *telling, size_t first, size_t end, size_t *order,
                             struct told *best)
{
    enum status status = OK;
    *best = (struct told){.order = *order};
    for (size_t i = first; i < end; i++)
        for (size_t j = 0; j < telling->sections->headings[i].text.count; j++) {
            const struct model_block *block = &telling->sections->headings[i].text.blocks[j];
            for (size_t k = 0; k < block->count && !status; k++, ++*order) {
                const struct model_sentence *sentence = &block->sentences[k];
                double worth = 0;
                if (block->kind == TEXT_RUNNING && !sentence->item && !is_told(telling, sentence))
                    status = page_opening_weigh(telling->made, sentence, k, &worth);
                if (worth > best->worth)
                    *best = (struct told){sentence, worth, *order};
            }
        }
    return status;
}

static size_t page_opening_section_end(const struct draft_part *sections, size_t first)
{
    size_t end = first + 1;
    while (end < sections->count && sections->headings[end].level > 2)
        end++;
    return end;
}

/* Keeps those that are worth most. */
static void keep_best(struct page_opening_telling *telling)
{
    size_t least = 0;
    if (telling->count <= MOST_TAKEAWAYS)
        return;
    for (size_t i = 1; i < telling->count; i++)
        least = telling->list[i].worth < telling->list[least].worth ? i : least;
    telling->list[least] = telling->list[--telling->count];
}

/* Adds the best sentence of each section. */
static enum status page_opening_collect(struct page_opening_telling *telling)
{
    enum status status = OK;
    size_t order = 0;
    for (size_t first = 0, end; first < telling->sections->count && !status; first = end) {
        struct told best;
        end = page_opening_section_end(telling->sections, first);
        status = find_told(telling, first, end, &order, &best);
        if (status || !best.sentence)
            continue;
        telling->list[telling->count++] = best;
        keep_best(telling);
    }
    return status;
}

static int in_order(const void *left, const void *right)
{
    const struct told *a = left, *b = right;
    return (a->order > b->order) - (a->order < b->order);
}

enum status pages_take_away(struct by_page *made, struct composer *composer, struct draft_part *part)
{
    struct writing *writing = made->writing;
    const struct draft_part *sections = draft_find(composer->draft, ARTICLE_SECTIONS);
    struct page_opening_telling telling = {.made = made, .sections = sections};
    if (!config_bool(writing->config, "includeKeyTakeaways"))
        return OK;
    if (config_bool(writing->config, "disableIntroduction"))
        return compose_takeaways(composer, part);
    enum status status = page_opening_collect(&telling);
    if (!status && telling.count < LEAST_TAKEAWAYS)
        status = page_opening_collect(&telling); /* a second one of each section */
    if (status)
        return status;
    if (telling.count < LEAST_TAKEAWAYS)
        return compose_takeaways(composer, part);
    qsort(telling.list, telling.count, sizeof *telling.list, in_order);
    struct model_sentence *sentences = ARENA_ARRAY(writing->arena, telling.count, struct model_sentence);
    if (!sentences)
        return error_memory(writing->err);
    for (size_t i = 0; i < telling.count; i++)
        sentences[i] = *telling.list[i].sentence;
    return builtin_list(sentences, telling.count, writing->arena, &part->text, writing->err);
}

/* --- the conclusion --- */

/* The pieces of the page's own conclusion, from the first that needs nothing before it. */
static enum status copy_closing(struct by_page *made, struct growing *growing)
{
    const struct page_part *closing = made->closing;
    enum status status = OK;
    for (size_t i = 0; closing && i < closing->count && !status; i++) {
        const struct page_piece *piece = &closing->pieces[i];
        bool opens = growing->text->count || !piece->leans;
        bool fits = !growing->text->count || page_opening_words_of(growing->text) + piece->words <= CLOSING_WORDS;
        if (opens && fits && (piece->kind == PIECE_PARAGRAPH || piece->kind == PIECE_LIST))
            status = page_opening_add_block(growing, piece->block);
    }
    return status;
}

/* Whoever speaks in the article says so first. */
static enum status add_speaker(struct by_page *made, struct model_text *text)
{
    struct writing *writing = made->writing;
    struct model_block *first = text->blocks;
    if (writing->brief.point_of_view == THIRD_PERSON || first->kind != TEXT_RUNNING || first->sentences[0].item)
        return OK;
    struct model_sentence *sentences = ARENA_ARRAY(writing->arena, first->count + 1, struct model_sentence);
    if (!sentences)
        return error_memory(writing->err);
    memcpy(sentences + 1, first->sentences, first->count * sizeof *sentences);
    first->sentences = sentences;
    first->count++;
    return compose_status(writing,
                          builtin_frame(&writing->brief, FRAME_CONCLUSION, writing->arena, sentences, writing->err));
}

enum status pages_conclude(struct by_page *made, struct composer *composer, struct draft_part *part)
{
    struct growing growing = {.writing = made->writing, .text = &part->text};
    if (!config_bool(made->writing->config, "includeConclusion"))
        return OK;
    enum status status = copy_closing(made, &growing);
    if (status || !part->text.count)
        return status ? status : compose_conclusion(composer, part);
    return add_speaker(made, &part->text);
}

/* Frequently asked questions: those that pages ask in a heading or at the start of a paragraph, with their answers. */

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
