/* Introduction, conclusion, key takeaways and questions: copies of what the pages say, the sections stay as they are.
 */
#include "write/pages/page.h"

#include <stdlib.h>

enum {
    DEFINITION_WORDS = 60, /* of a definition with what follows it */
    DESCRIPTION_WORDS = 6, /* a shorter sentence of a description is a slogan */
    CLOSING_WORDS = 130,   /* of a conclusion */
    LEAST_TAKEAWAYS = 3,   /* fewer are no list */
    MOST_TAKEAWAYS = 5,
    TAKEAWAY_LEAST = 8, /* words: what fits two lines of a list and says something whole */
    TAKEAWAY_MOST = 32,
};

/* What a sentence is worth as a takeaway beside the share of the keyword that it names (0-1): nearly as much where it
 * advises, something where it begins its paragraph; and of two alike the shorter one is better, by a word a hundredth.
 */
static const double of_advice = 0.8, of_first = 0.3, cost_of_word = 0.01;

/* A text on its way: blocks in the arena. */
struct growing {
    struct writing *writing;
    struct model_text *text;
    size_t cap;
};

static void growing_add(struct growing *growing, struct model_block block)
{
    struct model_text *text = growing->text;
    struct model_block *added = VEC_PUSH(growing->writing->arena, text->blocks, text->count, growing->cap);
    if (added)
        *added = block;
}

static size_t growing_words(const struct model_text *text)
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
static bool piece_says(const struct page_piece *piece, struct str sentence)
{
    return str_find(piece->text, sentence, 0) < piece->text.len;
}

static bool opening_says(const struct by_page *made, struct str sentence)
{
    for (size_t i = 0; i < made->opening_count; i++)
        if (piece_says(made->opening[i], sentence))
            return true;
    return false;
}

/* The definition with what follows it in its paragraph. */
static void add_definition(struct by_page *made, const struct lead_sentence *found, struct growing *growing)
{
    const struct corpus *corpus = &made->writing->corpus;
    const struct passage *passage = &corpus->passages[found->passage];
    size_t end = passage->first + passage->count, words = 0, count = 0;
    struct model_sentence *sentences = ARENA_ARRAY(made->writing->arena, passage->count + 1, struct model_sentence);
    for (size_t i = found->sentence; sentences && i < end && !corpus->sentences[i].item; i++) {
        const struct source_sentence *sentence = &corpus->sentences[i];
        if (count && (words + sentence->words > DEFINITION_WORDS || sentence->stays_in_section ||
                      str_ends(sentence->text, STR(":"))))
            break;
        words += sentence->words;
        sentences[count++] = (struct model_sentence){
            .text = sentence->text, .source = (int)found->page, .id = (long)i, .spans = sentence->spans};
    }
    growing_add(growing, (struct model_block){.sentences = sentences, .count = count});
}

static bool says_nothing(const void *article, size_t sentence)
{
    (void)article;
    (void)sentence;
    return false;
}

/* The sentence of the pages that says what the subject is; NULL: none does. */
static const struct lead_sentence *find_definition(struct by_page *made)
{
    struct writing *writing = made->writing;
    const struct lead_article article = {.says = says_nothing, .is_list = writing->brief.is_list};
    const struct lead_sentence *opening = lead_opening(&article, compose_lead(writing, 0));
    bool defines = opening && opening->step >= LEAD_DEFINES &&
                   (opening->definition.is_named || opening->definition.kind == DEFINES_STRICTLY);
    if (!defines || !is_page_used(made, opening->page))
        return NULL;
    head_set heads = page_hit(made, writing->corpus.sentences[opening->sentence].text).heads;
    return heads == sought_all(made->sought) ? opening : NULL;
}

/* What the page says of itself in its head, where it is of the subject. */
static void add_description(struct by_page *made, const struct page_view *view, struct growing *growing)
{
    struct writing *writing = made->writing;
    struct str text = str_from(view->page->description ? view->page->description : "");
    struct sentence *cuts;
    size_t count = 0, kept = 0;
    bool is_cut = writing_made(
        writing, sentences_split(writing->arena, text, writing->brief.language, &cuts, &count, writing->err));
    struct model_sentence *sentences = is_cut ? ARENA_ARRAY(writing->arena, count + 1, struct model_sentence) : NULL;
    for (size_t i = 0; sentences && i < count; i++) {
        struct str sentence = {text.data + cuts[i].start, cuts[i].end - cuts[i].start};
        if (words_count(sentence) >= DESCRIPTION_WORDS && voice_stands_alone(made, sentence))
            sentences[kept++] = (struct model_sentence){.text = sentence, .source = (int)view->number, .id = -1};
    }
    if (kept)
        growing_add(growing, (struct model_block){.sentences = sentences, .count = kept});
}

struct model_text page_opening_text(struct by_page *made)
{
    struct model_text text = {0};
    struct growing growing = {.writing = made->writing, .text = &text};
    for (size_t i = 0; i < made->opening_count; i++)
        growing_add(&growing, made->opening[i]->block);
    return text;
}

enum status pages_introduce(struct by_page *made, struct draft_part *part)
{
    struct writing *writing = made->writing;
    struct growing growing = {.writing = writing, .text = &part->text};
    if (config_bool(writing->config, "disableIntroduction"))
        return OK;
    const struct lead_sentence *definition = find_definition(made);
    if (definition && !opening_says(made, writing->corpus.sentences[definition->sentence].text))
        add_definition(made, definition, &growing);
    for (size_t i = 0; i < made->opening_count; i++)
        growing_add(&growing, made->opening[i]->block);
    for (size_t i = 0; i < made->count && !part->text.count; i++)
        if (made->pages[i].is_used && (made->pages[i].found.class >= PAGE_NAMES || (!i && made->are_named)))
            add_description(made, &made->pages[i], &growing);
    if (!part->text.count)
        return writing_note(writing,
                            "There is no introduction: no sentence of the sources is fit to open the article.");
    enum status status = writing_end(writing, OK);
    return status ? status : compose_end_introduction(writing, &part->text);
}

/* --- sentences that speak for the article --- */

struct told {
    const struct model_sentence *sentence;
    double worth;
    size_t order; /* among all sentences */
};

struct page_telling {
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
static double told_worth(struct by_page *made, const struct model_sentence *sentence, size_t place)
{
    size_t words = words_count(sentence->text);
    if (words < TAKEAWAY_LEAST || words > TAKEAWAY_MOST || str_ends(sentence->text, STR(":")) ||
        str_ends(sentence->text, STR("?")) || !voice_stands_alone(made, sentence->text))
        return 0;
    struct worded worded = page_words(made, sentence->text);
    head_set heads = page_hit(made, sentence->text).heads, all = sought_all(made->sought);
    return heads_share(heads, all) + of_advice * advises(made, &worded) + (place ? 0 : of_first) -
           cost_of_word * (double)words;
}

static bool is_told(const struct page_telling *telling, const struct model_sentence *sentence)
{
    for (size_t i = 0; i < telling->count; i++)
        if (telling->list[i].sentence == sentence)
            return true;
    return false;
}

/* The best sentence of headings [first, end) that is not taken. order: of the first of their sentences; behind the last
 * one then. */
static struct told find_told(const struct page_telling *telling, size_t first, size_t end, size_t *order)
{
    struct told best = {.order = *order};
    for (size_t i = first; i < end; i++)
        for (size_t j = 0; j < telling->sections->headings[i].text.count; j++) {
            const struct model_block *block = &telling->sections->headings[i].text.blocks[j];
            for (size_t k = 0; k < block->count; k++, ++*order) {
                const struct model_sentence *sentence = &block->sentences[k];
                bool may_tell = block->kind == TEXT_RUNNING && !sentence->item && !is_told(telling, sentence);
                double worth = may_tell ? told_worth(telling->made, sentence, k) : 0;
                if (worth > best.worth)
                    best = (struct told){sentence, worth, *order};
            }
        }
    return best;
}

/* Keeps those that are worth most. */
static void keep_best(struct page_telling *telling)
{
    size_t least = 0;
    if (telling->count <= MOST_TAKEAWAYS)
        return;
    for (size_t i = 1; i < telling->count; i++)
        least = telling->list[i].worth < telling->list[least].worth ? i : least;
    telling->list[least] = telling->list[--telling->count];
}

/* Adds the best sentence of each section. */
static void collect_told(struct page_telling *telling)
{
    size_t order = 0;
    for (size_t first = 0, end; first < telling->sections->count; first = end) {
        end = draft_section_end(telling->sections, first);
        struct told best = find_told(telling, first, end, &order);
        if (!best.sentence)
            continue;
        telling->list[telling->count++] = best;
        keep_best(telling);
    }
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
    struct page_telling telling = {.made = made, .sections = sections};
    if (!config_bool(writing->config, "includeKeyTakeaways"))
        return OK;
    if (config_bool(writing->config, "disableIntroduction"))
        return compose_takeaways(composer, part);
    collect_told(&telling);
    if (telling.count < LEAST_TAKEAWAYS)
        collect_told(&telling); /* a second one of each section */
    enum status status = writing_end(writing, OK);
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
static void copy_closing(struct by_page *made, struct growing *growing)
{
    const struct page_part *closing = made->closing;
    for (size_t i = 0; closing && i < closing->count; i++) {
        const struct page_piece *piece = &closing->pieces[i];
        bool opens = growing->text->count || !piece->leans;
        bool fits = !growing->text->count || growing_words(growing->text) + piece->words <= CLOSING_WORDS;
        if (opens && fits && (piece->kind == PIECE_PARAGRAPH || piece->kind == PIECE_LIST))
            growing_add(growing, piece->block);
    }
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
    copy_closing(made, &growing);
    enum status status = writing_end(made->writing, OK);
    if (status || !part->text.count)
        return status ? status : compose_conclusion(composer, part);
    return add_speaker(made, &part->text);
}

/* --- frequently asked questions: those that pages ask in a heading or at the start of a paragraph, with their answers
 * --- */

enum {
    MOST_QUESTIONS = 5, /* more push the end of the article out of sight */
    LEAST_WORDS = 3,    /* of a question */
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

struct page_asking {
    struct by_page *made;
    struct page_question *list;
    size_t count, cap;
};

/* Does the question make sense by itself, and is it asked of everybody? */
static bool is_open(struct by_page *made, struct str text)
{
    static const uint32_t bound = CUE_BIT(CUE_OPENING) | CUE_BIT(CUE_PRONOUN) | CUE_BIT(CUE_POINTER) |
                                  CUE_BIT(CUE_SELF) | CUE_BIT(CUE_TALK) | CUE_BIT(CUE_REFERENCE) | CUE_BIT(CUE_EVENT) |
                                  CUE_BIT(CUE_PROMOTION);
    size_t words = words_count(text);
    if (words < LEAST_WORDS || words > MOST_WORDS)
        return false;
    struct worded worded = page_words(made, text);
    return !(cues_found(made->cues, &worded) & bound);
}

static bool is_there(const struct page_asking *asking, struct str text)
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

static void page_question_append(struct page_asking *asking, struct page_question question)
{
    struct page_question *added = VEC_PUSH(asking->made->writing->arena, asking->list, asking->count, asking->cap);
    if (!added)
        return;
    question.order = asking->count - 1;
    *added = question;
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

static void page_question_add(struct page_asking *asking, const struct page_view *view, struct page_question question,
                              const struct page_piece *pieces, size_t count, size_t from)
{
    struct by_page *made = asking->made;
    if (!is_open(made, question.text) || is_there(asking, question.text))
        return;
    head_set heads = page_hit(made, question.text).heads;
    question.answer.blocks = ARENA_ARRAY(made->writing->arena, count + 1, struct model_block);
    if (!question.answer.blocks)
        return;
    size_t words = take_answer(pieces, count, from, &question.answer);
    if (words < LEAST_ANSWER || breaks_off(&question.answer) || !is_about(made, view, heads, pieces, count))
        return;
    question.worth = (double)heads_count(heads) + (view->found.class == PAGE_IS ? 1 : 0);
    page_question_append(asking, question);
}

/* A heading that asks, and what stands below it. */
static void ask_by_heading(struct page_asking *asking, const struct page_view *view, const struct page_part *part)
{
    struct page_question question = {.text = part->heading, .is_printed = part->is_kept && !part->is_done};
    if (part->asks && part->count)
        page_question_add(asking, view, question, part->pieces, part->count, 0);
}

/* A paragraph that begins with a question and goes on with its answer, or that is one, with its answer behind it. */
static void ask_by_text(struct page_asking *asking, const struct page_view *view, const struct page_part *part)
{
    for (size_t i = 0; i < part->count; i++) {
        const struct page_piece *piece = &part->pieces[i];
        if (piece->kind != PIECE_PARAGRAPH || !str_ends(piece->block.sentences[0].text, STR("?")))
            continue;
        bool is_alone = piece->block.count == 1;
        struct page_question question = {.text = piece->block.sentences[0].text, .is_printed = true};
        if (!is_alone || i + 1 < part->count)
            page_question_add(asking, view, question, piece + is_alone, is_alone ? part->count - i - 1 : 1, !is_alone);
    }
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

static void answer_all(struct page_asking *asking, struct draft_part *part)
{
    part->headings = ARENA_ARRAY(asking->made->writing->arena, MOST_QUESTIONS, struct drafted);
    if (asking->count)
        qsort(asking->list, asking->count, sizeof *asking->list, new_first);
    for (size_t i = 0; part->headings && i < asking->count && part->count < MOST_QUESTIONS; i++)
        part->headings[part->count++] =
            (struct drafted){.title = asking->list[i].text, .level = 3, .text = asking->list[i].answer};
}

/* What people ask, as searches told, comes first. */
static void ask_by_people(struct page_asking *asking)
{
    size_t count;
    const struct compose_asked *asked = compose_asked(asking->made->writing, &count);
    for (size_t i = 0; i < count; i++) {
        struct page_question question = {.text = asked[i].text, .worth = SOUGHT_HEADS + asked[i].share};
        struct passage part = *asked[i].answer;
        const struct passage *passage = &part;
        part.count -= asked[i].first - part.first;
        part.first = asked[i].first;
        question.answer = compose_text(asking->made->writing, &passage, 1);
        if (question.answer.count)
            page_question_append(asking, question);
    }
}

enum status pages_ask(struct by_page *made, struct composer *composer, struct draft_part *part)
{
    struct page_asking asking = {.made = made};
    if (!config_bool(made->writing->config, "includeFaq"))
        return OK;
    ask_by_people(&asking);
    for (size_t i = 0; i < made->count; i++)
        for (size_t j = 0; made->pages[i].is_used && j < made->pages[i].count; j++) {
            ask_by_heading(&asking, &made->pages[i], &made->pages[i].parts[j]);
            ask_by_text(&asking, &made->pages[i], &made->pages[i].parts[j]);
        }
    answer_all(&asking, part);
    enum status status = writing_end(made->writing, OK);
    return status || part->count ? status : compose_questions(composer, part);
}
