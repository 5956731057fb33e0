/* The introduction: it opens with a sentence that answers the keyword. */
#include "write/compose/compose.h"
#include "write/compose/lead/lead.h"

enum {
    LEAD_WORDS = 90,   /* of an introduction, at most; the opening's own passage may go over */
    FIRST_PLACES = 2,  /* in a section */
    FIRST_STEMS = 4,   /* of a sentence */
    ENOUGH_WORDS = 50, /* with which it needs no second paragraph */
    SIDE_WORDS = 1,    /* on each side of a comparison: one sentence */
    MOST_PARAGRAPHS = 3,
    SHORT_PARAGRAPH = 35, /* words: more of the same page goes on with it */
    SPARING_WORDS = 90,   /* of a section that gives the introduction more than its opening */
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
        if (lead->list[i].step >= least && !lead_holds_list(lead, &lead->list[i]) &&
            !compose_says(writing, lead->list[i].sentence))
            best = better_of(best, &lead->list[i]);
    return best;
}

/* Does it speak for itself, of the subject, and not of a case or of where to click? */
static bool is_plain(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct definition *definition = &sentence->definition;
    return sentence->is_read && !sentence->points_back && !sentence->is_vague && !sentence->tells_of_screen &&
           !definition->is_imperative && !definition->is_subordinate && lead_is_fit(lead, sentence) &&
           !lead_holds_list(lead, sentence) &&
           topic_has_head(lead->topic, &lead->corpus->sentences[sentence->sentence].terms);
}

/* What the best page says first of the subject, where its title is the subject or nearly so: what stands at the start
 * of a section, since a page's own beginning may be unfit. */
static const struct lead_sentence *find_by_page(const struct writing *writing, const struct lead *lead)
{
    static const double same = 0.79, half = 0.5;
    for (size_t i = 0; i < lead->count && lead->page_count; i++) {
        const struct lead_sentence *sentence = &lead->list[i];
        if (sentence->page != lead->pages[0] || sentence->place > FIRST_PLACES)
            continue;
        const struct terms *terms = &lead->corpus->sentences[sentence->sentence].terms;
        struct terms first = {terms->ids, terms->count < FIRST_STEMS ? terms->count : FIRST_STEMS};
        if (topic_likeness(lead->topic, &lead_root(lead, sentence->section)->terms) >= same &&
            topic_share(lead->topic, terms) >= half && topic_has_head(lead->topic, &first) &&
            is_plain(lead, sentence) && !compose_says(writing, sentence->sentence))
            return sentence;
    }
    return NULL;
}

/* The most central sentence that begins with the whole subject. */
static const struct lead_sentence *find_central(const struct writing *writing, const struct lead *lead)
{
    const struct lead_sentence *best = NULL;
    for (size_t i = 0; i < lead->count; i++) {
        const struct lead_sentence *sentence = &lead->list[i];
        if (!sentence->definition.is_about || !is_plain(lead, sentence) || compose_says(writing, sentence->sentence))
            continue;
        if (!best || sentence->rank > best->rank)
            best = sentence;
    }
    return best;
}

/* Of a list: the most central sentence that has half of the subject. No source need speak of all of it ("herbs for a
 * windowsill") for there to be things that belong into the list. */
static const struct lead_sentence *find_for_list(const struct writing *writing, const struct lead *lead)
{
    static const double half = 0.5;
    const struct lead_sentence *best = NULL;
    for (size_t i = 0; i < lead->count; i++) {
        const struct lead_sentence *sentence = &lead->list[i];
        if (topic_share(lead->topic, &lead->corpus->sentences[sentence->sentence].terms) >= half &&
            is_plain(lead, sentence) && !compose_says(writing, sentence->sentence) &&
            (!best || sentence->rank > best->rank))
            best = sentence;
    }
    return best;
}

static const struct lead_sentence *find_opening(const struct writing *writing, const struct lead *lead)
{
    const struct lead_sentence *opening = find_by_step(writing, lead, LEAD_OPENS);
    if (opening || lead->is_task) /* other sentences tell what there is, not what to do */
        return opening;
    opening = find_by_page(writing, lead);
    if (!opening)
        opening = find_central(writing, lead);
    return opening || !writing->brief.is_list ? opening : find_for_list(writing, lead);
}

/* --- what follows --- */

/* An introduction on its way: paragraphs, each of neighbouring sentences. */
struct introduction {
    const struct composer *composer;
    struct writing *writing;
    struct model_block blocks[MOST_PARAGRAPHS];
    size_t count, words, last_words; /* words of all, and of the last paragraph */
};

/* The paragraph that a sentence of the page goes on: a short one of the same page; else a new one. NULL: no memory. */
static struct model_block *paragraph_for(struct introduction *introduction, const struct passage *passage)
{
    struct model_block *last = introduction->count ? &introduction->blocks[introduction->count - 1] : NULL;
    size_t before = last ? last->count : 0;
    bool is_of_page = last && last->sentences[0].source == (int)passage->page;
    bool joins = last && introduction->last_words < SHORT_PARAGRAPH &&
                 (is_of_page || introduction->writing->topic_count > 1); /* both sides of a comparison */
    struct model_sentence *sentences =
        ARENA_ARRAY(introduction->writing->arena, before + passage->count + 1, struct model_sentence);
    if (!sentences)
        return NULL;
    if (joins)
        memcpy(sentences, last->sentences, before * sizeof *sentences);
    if (!joins) {
        last = &introduction->blocks[introduction->count++];
        *last = (struct model_block){.count = 0};
        introduction->last_words = 0;
    }
    last->sentences = sentences;
    return last;
}

/* May the sentence behind those of a run go with them? Behind what does not open the article it names the subject. */
static bool goes_on(const struct lead *lead, const struct lead_sentence *sentence, bool is_opening)
{
    const struct source_sentence *source = &lead->corpus->sentences[sentence->sentence];
    if (source->stays_in_section || source->item || str_ends(source->text, STR(":")))
        return false;
    if (sentence->is_read && (sentence->tells_of_screen || sentence->definition.is_imperative))
        return false;
    return is_opening || topic_has_head(lead->topic, &source->terms);
}

/* Adds the sentence, and what follows it in its passage as long as there is room. */
static enum status add_run(struct introduction *introduction, const struct lead *lead,
                           const struct lead_sentence *first, size_t most)
{
    struct writing *writing = introduction->writing;
    const struct corpus *corpus = &writing->corpus;
    const struct passage *passage = &corpus->passages[first->passage];
    size_t end = passage->first + passage->count, words = 0;
    bool is_opening = !introduction->count;
    struct model_block *block = paragraph_for(introduction, passage);
    if (!block)
        return error_memory(writing->err);
    for (size_t i = first->sentence; i < end; i++) {
        const struct source_sentence *sentence = &corpus->sentences[i];
        if (i > first->sentence && (passage->is_list || !goes_on(lead, &first[i - first->sentence], is_opening) ||
                                    compose_says(writing, i) || words + sentence->words > most))
            break;
        block->sentences[block->count++] = (struct model_sentence){
            .text = sentence->text, .source = (int)passage->page, .id = (long)i, .spans = sentence->spans};
        words += sentence->words;
        used_add(&writing->used, i);
    }
    introduction->words += words;
    introduction->last_words += words;
    return OK;
}

/* A small section needs its sentences itself. */
static bool can_spare(const struct introduction *introduction, const struct lead_sentence *sentence)
{
    return introduction->composer->heading_of[sentence->section] < 0 ||
           introduction->writing->corpus.sections[sentence->section].words >= SPARING_WORDS;
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
        bool is_bound = next->page == opening->page || next->definition.is_about || next->definition.is_whole;
        if (!is_bound || next->advises || !is_plain(lead, next) || !can_spare(introduction, next) ||
            compose_says(writing, next->sentence) || introduction->words + source->words > LEAD_WORDS)
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

/* What "what is ..." and "... vs ..." ask for. */
static bool asks_for_definition(const struct writing *writing)
{
    return writing->asked.shape == KEYWORD_WHAT_IS || writing->asked.shape == KEYWORD_VERSUS;
}

static bool defines(const struct lead_sentence *sentence)
{
    return sentence && sentence->step >= LEAD_DEFINES && (sentence->definition.kind || sentence->definition.is_named);
}

static enum status note_undefined(struct writing *writing, const struct topic *topic)
{
    return writing_note(writing, "The sources do not say in one sentence what \"%.*s\" is.", STR_ARG(topic->subject));
}

static enum status write_on(struct introduction *introduction, size_t number, size_t most, bool is_alone)
{
    struct writing *writing = introduction->writing;
    const struct lead *lead;
    enum status status = compose_lead(writing, number, &lead);
    const struct lead_sentence *opening = status ? NULL : find_opening(writing, lead), *next;
    if (!status && asks_for_definition(writing) && !defines(opening))
        status = note_undefined(writing, &writing->topics[number]);
    if (status || !opening)
        return status;
    status = add_run(introduction, lead, opening, most);
    while (!status && is_alone && introduction->words < ENOUGH_WORDS && introduction->count < MOST_PARAGRAPHS &&
           (next = find_next(introduction, lead, opening)))
        status = add_run(introduction, lead, next, most - introduction->words);
    return status;
}

/* Without letter case; a hyphen is a blank. */
static void add_plain(struct buf *out, struct str text)
{
    size_t from = out->len;
    text_fold(out, text);
    for (size_t i = from; i < out->len; i++)
        if (out->data[i] == '-')
            out->data[i] = ' ';
}

/* Does the introduction name the keyword as the caller spells it? Of a keyword that asks, its subject is enough. */
static bool names_keyword(const struct writing *writing, const struct model_text *introduction)
{
    struct buf text = {0}, sought = {0};
    const struct builtin_brief *brief = &writing->brief;
    bool is_subject =
        writing->asked.shape != KEYWORD_NOUN && writing->asked.shape != KEYWORD_VERSUS && !brief->is_explained;
    struct str wanted = is_subject ? brief->subject : brief->keyword;
    for (size_t i = 0; i < introduction->count; i++)
        for (size_t j = 0; j < introduction->blocks[i].count; j++) {
            add_plain(&text, introduction->blocks[i].sentences[j].text);
            buf_char(&text, '\n');
        }
    add_plain(&sought, wanted);
    struct str whole = str_from(buf_text(&text));
    bool names = sought.len && str_find(whole, str_from(buf_text(&sought)), 0) < whole.len;
    buf_free(&text);
    buf_free(&sought);
    return names;
}

static enum status write_introduction(const struct composer *composer, struct model_text *text)
{
    struct writing *writing = composer->writing;
    struct introduction introduction = {.composer = composer, .writing = writing};
    bool is_comparison = writing->topic_count > 1;
    enum status status = OK;
    for (size_t i = 0; i < writing->topic_count && !status; i++)
        status = write_on(&introduction, i, is_comparison ? SIDE_WORDS : LEAD_WORDS, !is_comparison);
    if (status || !introduction.count)
        return status;
    struct model_block *blocks = ARENA_ARRAY(writing->arena, introduction.count, struct model_block);
    if (!blocks)
        return error_memory(writing->err);
    memcpy(blocks, introduction.blocks, introduction.count * sizeof *blocks);
    *text = (struct model_text){blocks, introduction.count};
    if (writing->brief.point_of_view == THIRD_PERSON && names_keyword(writing, text))
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
        status = write_introduction(composer, &part->text);
    if (status || part->text.count)
        return status;
    return writing_note(writing, "There is no introduction: no sentence of the sources is fit to open the article.");
}
