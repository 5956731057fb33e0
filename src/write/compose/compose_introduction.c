/* The introduction: it opens with a sentence that answers the keyword. */
#include "write/compose/compose.h"
#include "write/compose/lead/lead.h"

enum {
    LEAD_WORDS = 90,   /* of an introduction, at most; the opening's own passage may go over */
    ENOUGH_WORDS = 60, /* with which it needs no second paragraph */
    SIDE_WORDS = 1,    /* on each side of a comparison: one sentence */
    MOST_PARAGRAPHS = 3,
    SHORT_PARAGRAPH = 35, /* words: more of the same page goes on with it */
};

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
    if (sentence->is_read && sentence->definition.is_imperative)
        return false;
    return is_opening || topic_has_head(lead->topic, &source->terms);
}

static bool says(const void *writing, size_t sentence)
{
    return compose_says(writing, sentence);
}

static struct lead_article article_of(const struct writing *writing)
{
    return (struct lead_article){
        .says = says, .article = writing, .used = &writing->used, .is_list = writing->brief.is_list};
}

/* Adds the sentence, and what follows it in its passage as long as there is room. */
static enum status add_run(struct introduction *introduction, const struct lead *lead,
                           const struct lead_sentence *first, size_t most)
{
    struct writing *writing = introduction->writing;
    const struct corpus *corpus = &writing->corpus;
    const struct passage *passage = &corpus->passages[first->passage];
    size_t end = passage->first + passage->count, words = 0;
    const struct lead_article article = article_of(writing);
    bool is_opening = !introduction->count, is_whole = lead_goes_whole(&article, lead, first, most);
    struct model_block *block = paragraph_for(introduction, passage);
    if (!block)
        return error_memory(writing->err);
    for (size_t i = first->sentence; i < end; i++) {
        const struct source_sentence *sentence = &corpus->sentences[i];
        const struct lead_sentence *next = &first[i - first->sentence];
        bool may_follow =
            is_whole || (!passage->is_list && goes_on(lead, next, is_opening) && !compose_says(writing, i));
        if (i > first->sentence && (!may_follow || words + sentence->words > most))
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

/* What "what is ..." and "... vs ..." ask for. */
static bool asks_for_definition(const struct writing *writing)
{
    return writing->asked.shape == KEYWORD_WHAT_IS || writing->asked.shape == KEYWORD_VERSUS;
}

static bool defines(const struct lead_sentence *sentence)
{
    const struct definition *definition = sentence ? &sentence->definition : NULL;
    if (!definition || sentence->step < LEAD_DEFINES)
        return false;
    size_t most = definition->is_known ? 0 : 1; /* "a foreign key constraint", not "the paths tool" */
    return definition->is_named || (definition->kind && definition->others <= most);
}

static enum status note_undefined(struct writing *writing, const struct topic *topic)
{
    return writing_note(writing, "The sources do not say in one sentence what \"%.*s\" is.", STR_ARG(topic->subject));
}

/* The opening, and what follows it in its passage. */
static enum status open_on(struct introduction *introduction, size_t number, size_t most, const struct lead **lead,
                           const struct lead_sentence **opening)
{
    struct writing *writing = introduction->writing;
    *opening = NULL;
    enum status status = compose_lead(writing, number, lead);
    if (status)
        return status;
    const struct lead_article article = article_of(writing);
    *opening = lead_opening(&article, *lead);
    if (asks_for_definition(writing) && !defines(*opening))
        status = note_undefined(writing, &writing->topics[number]);
    if (writing->asked.shape == KEYWORD_WHAT_IS && !defines(*opening))
        *opening = NULL;
    return status || !*opening ? status : add_run(introduction, *lead, *opening, most);
}

/* Sentences that go on from the opening, until there are enough. */
static enum status go_on(struct introduction *introduction, const struct lead *lead,
                         const struct lead_sentence *opening)
{
    const struct lead_article article = article_of(introduction->writing);
    struct lead_room room = {.owner = introduction->composer->heading_of};
    while (introduction->words < ENOUGH_WORDS && introduction->count < MOST_PARAGRAPHS) {
        room.words = LEAD_WORDS - introduction->words;
        room.is_wide = false;
        const struct lead_sentence *next = lead_next(&article, lead, opening, &room);
        if (!next && introduction->words < SHORT_PARAGRAPH) {
            room.is_wide = true;
            next = lead_next(&article, lead, opening, &room);
        }
        enum status status = next ? add_run(introduction, lead, next, room.words) : OK;
        if (status || !next)
            return status;
    }
    return OK;
}

/* Whoever speaks in the article says so; else what the sources say stands alone. */
enum status compose_end_introduction(struct writing *writing, struct model_text *text)
{
    if (writing->brief.point_of_view == THIRD_PERSON)
        return OK;
    return compose_status(writing, builtin_end_introduction(&writing->brief, writing->arena, text, writing->err));
}

static enum status write_introduction(const struct composer *composer, struct model_text *text)
{
    struct writing *writing = composer->writing;
    struct introduction introduction = {.composer = composer, .writing = writing};
    bool is_comparison = writing->topic_count > 1;
    enum status status = OK;
    const struct lead_sentence *opening = NULL;
    const struct lead *lead;
    for (size_t i = 0; i < writing->topic_count && !status; i++)
        status = open_on(&introduction, i, is_comparison ? SIDE_WORDS : LEAD_WORDS, &lead, &opening);
    if (!status && opening && !is_comparison)
        status = go_on(&introduction, lead, opening);
    if (status || !introduction.count)
        return status;
    struct model_block *blocks = ARENA_ARRAY(writing->arena, introduction.count, struct model_block);
    if (!blocks)
        return error_memory(writing->err);
    memcpy(blocks, introduction.blocks, introduction.count * sizeof *blocks);
    *text = (struct model_text){blocks, introduction.count};
    return compose_end_introduction(writing, text);
}

enum status compose_introduction(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    if (config_bool(writing->config, "disableIntroduction"))
        return OK;
    enum status status = compose_report(composer, "Writing the introduction");
    if (!status && composer->plan->introduction)
        part->text = *composer->plan->introduction;
    else if (!status)
        status = write_introduction(composer, &part->text);
    if (status || part->text.count)
        return status;
    return writing_note(writing, "There is no introduction: no sentence of the sources is fit to open the article.");
}
