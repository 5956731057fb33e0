/* The introduction and the conclusion: sentences of the sources that speak of the whole subject. */
#include "write/compose/compose.h"
#include "write/compose/lead/lead.h"

enum {
    LEAD_WORDS = 90,   /* of an introduction, at most; the opening's own passage may go over */
    ENOUGH_WORDS = 45, /* with which it needs no second paragraph */
    SIDE_WORDS = 60,   /* on each side of a comparison */
    MOST_PARAGRAPHS = 3,
    CLOSING_SENTENCES = 2,
    CLOSING_WORDS = 35, /* of a sentence */
    CLOSING_DIGITS = 3
};

/* Maximal marginal relevance (Carbonell and Goldstein 1998): how much of what a sentence is worth is not said yet. */
static const double relevance = 0.75, too_like = 0.8;

/* --- what opens --- */

static const struct lead_sentence *better_of(const struct lead_sentence *best, const struct lead_sentence *next)
{
    if (!best || next->step > best->step || (next->step == best->step && next->better > best->better))
        return next;
    return best;
}

static const struct lead_sentence *find_by_step(const struct writing *writing, const struct lead *lead, double least)
{
    const struct lead_sentence *best = NULL;
    for (size_t i = 0; i < lead->count; i++)
        if (lead->list[i].step >= least && !compose_says(writing, lead->list[i].sentence))
            best = better_of(best, &lead->list[i]);
    return best;
}

/* How the best page begins, where it names what the subject is about. */
static const struct lead_sentence *find_by_page(const struct writing *writing, const struct lead *lead)
{
    for (size_t i = 0; i < lead->count && lead->page_count; i++) {
        const struct lead_sentence *sentence = &lead->list[i];
        if (sentence->page != lead->pages[0])
            continue;
        bool names = topic_has_head(lead->topic, &lead->corpus->sentences[sentence->sentence].terms);
        bool opens = names && lead_is_fit(lead, sentence) && !sentence->definition.is_imperative;
        return opens && !compose_says(writing, sentence->sentence) ? sentence : NULL;
    }
    return NULL;
}

/* The most central sentence that holds the whole subject. */
static const struct lead_sentence *find_central(const struct writing *writing, const struct lead *lead)
{
    const struct lead_sentence *best = NULL;
    for (size_t i = 0; i < lead->count; i++) {
        const struct lead_sentence *sentence = &lead->list[i];
        if (sentence->definition.is_imperative || !lead_is_fit(lead, sentence) ||
            !topic_holds(lead->topic, &lead->corpus->sentences[sentence->sentence].terms, 0) ||
            compose_says(writing, sentence->sentence))
            continue;
        if (!best || sentence->rank > best->rank)
            best = sentence;
    }
    return best;
}

static const struct lead_sentence *find_opening(const struct writing *writing, const struct lead *lead)
{
    const struct lead_sentence *opening = find_by_step(writing, lead, LEAD_OPENS);
    if (!opening)
        opening = find_by_page(writing, lead);
    return opening ? opening : find_central(writing, lead);
}

/* --- what follows --- */

/* An introduction on its way: paragraphs, each of neighbouring sentences. */
struct introduction {
    struct writing *writing;
    struct model_block blocks[MOST_PARAGRAPHS];
    size_t count, words;
};

/* Adds a paragraph: the sentence, and what follows it in its passage as long as there is room. */
static enum status add_paragraph(struct introduction *introduction, const struct lead_sentence *first, size_t most)
{
    struct writing *writing = introduction->writing;
    const struct corpus *corpus = &writing->corpus;
    const struct passage *passage = &corpus->passages[first->passage];
    size_t end = passage->first + passage->count, words = 0;
    struct model_block *block = &introduction->blocks[introduction->count];
    *block = (struct model_block){.sentences = ARENA_ARRAY(writing->arena, passage->count + 1, struct model_sentence)};
    if (!block->sentences)
        return error_memory(writing->err);
    for (size_t i = first->sentence; i < end; i++) {
        const struct source_sentence *sentence = &corpus->sentences[i];
        bool is_bound = sentence->stays_in_section || str_ends(sentence->text, STR(":"));
        if (i > first->sentence && (is_bound || compose_says(writing, i) || words + sentence->words > most))
            break;
        block->sentences[block->count++] = (struct model_sentence){
            .text = sentence->text, .source = (int)passage->page, .id = (long)i, .spans = sentence->spans};
        words += sentence->words;
        used_add(&writing->used, i);
    }
    introduction->words += words;
    introduction->count++;
    return OK;
}

/* The sentence that adds most to what is said: it names what the subject is about, and opens a paragraph. */
static const struct lead_sentence *find_next(const struct introduction *introduction, const struct lead *lead,
                                             const struct lead_sentence *opening)
{
    static const double neighbour = 0.8; /* added right behind the opening, in its section */
    const struct writing *writing = introduction->writing;
    const struct source_sentence *sentences = writing->corpus.sentences;
    const struct lead_sentence *best = NULL;
    double most = 0;
    for (size_t i = 0; i < lead->count; i++) {
        const struct lead_sentence *next = &lead->list[i];
        const struct source_sentence *source = &sentences[next->sentence];
        if (!lead_is_fit(lead, next) || next->definition.is_imperative ||
            !topic_has_head(lead->topic, &source->terms) || compose_says(writing, next->sentence) ||
            introduction->words + source->words > LEAD_WORDS)
            continue;
        double likest = 0, value = next->rank;
        for (size_t j = 0; j < writing->used.count; j++) {
            double like = vector_cosine(&source->vector, &sentences[writing->used.list[j]].vector);
            likest = like > likest ? like : likest;
        }
        value += next->section == opening->section && next->place > opening->place ? neighbour : 0;
        value = relevance * value - (1 - relevance) * likest;
        if (likest > too_like || (best && value <= most))
            continue;
        best = next;
        most = value;
    }
    return best;
}

static enum status write_on(struct introduction *introduction, const struct topic *topic, size_t most, bool goes_on)
{
    struct writing *writing = introduction->writing;
    struct lead lead;
    enum status status = lead_open(&writing->corpus, topic, writing->arena, &lead, writing->err);
    const struct lead_sentence *opening = status ? NULL : find_opening(writing, &lead), *next;
    if (!opening)
        return status;
    status = add_paragraph(introduction, opening, most);
    while (!status && goes_on && introduction->words < ENOUGH_WORDS && introduction->count < MOST_PARAGRAPHS &&
           (next = find_next(introduction, &lead, opening)))
        status = add_paragraph(introduction, next, most - introduction->words);
    return status;
}

/* Does the paragraph name the keyword as the caller spells it? Of a keyword that asks, its subject is enough. */
static bool names_keyword(const struct writing *writing, const struct model_block *block)
{
    const struct builtin_brief *brief = &writing->brief;
    bool is_subject =
        writing->asked.shape != KEYWORD_NOUN && writing->asked.shape != KEYWORD_VERSUS && !brief->is_explained;
    struct str wanted = is_subject ? brief->subject : brief->keyword;
    for (size_t i = 0; i < block->count; i++) {
        struct str text = block->sentences[i].text;
        size_t at = str_find(text, wanted, 0);
        if (at < text.len || str_istarts(text, wanted)) /* a sentence begins with a capital */
            return true;
    }
    return false;
}

static enum status write_introduction(struct writing *writing, struct model_text *text)
{
    struct introduction introduction = {.writing = writing};
    bool is_comparison = writing->topic_count > 1;
    enum status status = OK;
    for (size_t i = 0; i < writing->topic_count && !status; i++)
        status = write_on(&introduction, &writing->topics[i], is_comparison ? SIDE_WORDS : LEAD_WORDS, !is_comparison);
    if (status || !introduction.count)
        return status;
    struct model_block *blocks = ARENA_ARRAY(writing->arena, introduction.count, struct model_block);
    if (!blocks)
        return error_memory(writing->err);
    memcpy(blocks, introduction.blocks, introduction.count * sizeof *blocks);
    *text = (struct model_text){blocks, introduction.count};
    if (writing->brief.point_of_view == THIRD_PERSON && names_keyword(writing, &blocks[0]))
        return OK;
    return compose_status(writing, builtin_end_introduction(&writing->brief, writing->arena, text, writing->err));
}

enum status compose_introduction(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    if (config_bool(writing->config, "disableIntroduction"))
        return OK;
    enum status status = compose_report(composer, "Writing the introduction");
    if (!status)
        status = write_introduction(writing, &part->text);
    if (status || part->text.count)
        return status;
    return writing_note(writing, "There is no introduction: no sentence of the sources is fit to open the article.");
}

/* --- the conclusion --- */

/* Is the section printed, or one around it? */
static bool is_printed(const struct composer *composer, size_t section)
{
    return composer->heading_of[section] >= 0;
}

/* Does the text name the subject in the order of its words: "table partitioning", not "a partitioned table"? */
static bool holds_in_order(const struct topic *topic, const struct terms *terms)
{
    const struct terms *subject = &topic->terms;
    for (size_t i = 0; i + subject->count <= terms->count && subject->count; i++)
        if (memcmp(terms->ids + i, subject->ids, subject->count * sizeof *subject->ids) == 0)
            return true;
    return false;
}

static bool closes(const struct composer *composer, const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct writing *writing = composer->writing;
    const struct source_sentence *source = &writing->corpus.sentences[sentence->sentence];
    size_t digits = 0;
    for (size_t i = 0; i < source->text.len; i++)
        digits += ascii_is_digit(source->text.data[i]);
    for (size_t i = 0; i < source->spans.count; i++)
        if (source->spans.list[i].kind == SPAN_CODE)
            return false;
    return is_printed(composer, sentence->section) && lead_is_fit(lead, sentence) &&
           !sentence->definition.is_imperative && source->words <= CLOSING_WORDS && digits <= CLOSING_DIGITS &&
           str_find(source->text, STR("/"), 0) == source->text.len && topic_holds(lead->topic, &source->terms, 0) &&
           !compose_says(writing, sentence->sentence);
}

static const struct lead_sentence *find_closing(const struct composer *composer, const struct lead *lead)
{
    const struct lead_sentence *best = NULL;
    for (size_t i = 0; i < lead->count; i++)
        if (closes(composer, lead, &lead->list[i]) && (!best || lead->list[i].rank > best->rank))
            best = &lead->list[i];
    return best;
}

static enum status write_conclusion(struct composer *composer, const struct topic *topic, struct model_block *block)
{
    struct writing *writing = composer->writing;
    const struct lead_sentence *closing;
    struct lead lead;
    enum status status = lead_open(&writing->corpus, topic, writing->arena, &lead, writing->err);
    for (size_t i = 0; i < CLOSING_SENTENCES && !status && (closing = find_closing(composer, &lead)); i++) {
        const struct source_sentence *source = &writing->corpus.sentences[closing->sentence];
        if (!block->count && writing->brief.point_of_view != THIRD_PERSON)
            status = compose_status(writing, builtin_frame(&writing->brief, FRAME_CONCLUSION, writing->arena,
                                                           &block->sentences[block->count++], writing->err));
        block->sentences[block->count++] = (struct model_sentence){
            .text = source->text, .source = (int)closing->page, .id = (long)closing->sentence, .spans = source->spans};
        used_add(&writing->used, closing->sentence);
    }
    return status;
}

enum status compose_conclusion(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    if (!config_bool(writing->config, "includeConclusion"))
        return OK;
    struct model_block *block = ARENA_NEW(writing->arena, struct model_block);
    struct model_sentence *sentences = ARENA_ARRAY(writing->arena, CLOSING_SENTENCES + 1, struct model_sentence);
    if (!block || !sentences)
        return error_memory(writing->err);
    block->sentences = sentences;
    enum status status = compose_report(composer, "Writing the conclusion");
    if (!status)
        status = write_conclusion(composer, &writing->topics[0], block);
    if (status)
        return status;
    part->text = (struct model_text){block, block->count > 0};
    if (block->count)
        return OK;
    return writing_note(writing, "There is no conclusion: no sentence that is left speaks of the whole subject.");
}
