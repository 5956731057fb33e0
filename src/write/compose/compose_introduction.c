/* The introduction: it opens with a sentence that answers the keyword. */
#include "write/compose/compose.h"
#include "write/compose/lead/lead.h"

enum {
    LEAD_WORDS = 90, /* of an introduction, at most */
    SIDE_WORDS = 1,  /* on each side of a comparison: one sentence */
    SHORT_WORDS = 35 /* with fewer it goes on */
};

static bool introduction_says(const void *writing, size_t sentence)
{
    return compose_says(writing, sentence);
}

static struct lead_article article_of(const struct writing *writing)
{
    return (struct lead_article){.says = introduction_says, .article = writing, .is_list = writing->brief.is_list};
}

/* May the sentence stand behind the one that opens the article? */
static bool introduction_goes_on(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct source_sentence *source = &lead->corpus->sentences[sentence->sentence];
    return !source->stays_in_section && !source->item && !str_ends(source->text, STR(":")) &&
           !(sentence->is_read && sentence->definition.is_imperative);
}

/* Adds the sentence, and what follows it in its passage as long as there is room. */
static enum status introduction_add_run(struct writing *writing, const struct lead *lead,
                                        const struct lead_sentence *first, size_t most, struct model_block *block)
{
    const struct corpus *corpus = &writing->corpus;
    const struct passage *passage = &corpus->passages[first->passage];
    size_t end = passage->first + passage->count, words = 0;
    struct model_sentence *sentences =
        ARENA_ARRAY(writing->arena, block->count + passage->count, struct model_sentence);
    if (!sentences)
        return error_memory(writing->err);
    if (block->count)
        memcpy(sentences, block->sentences, block->count * sizeof *sentences);
    block->sentences = sentences;
    for (size_t i = first->sentence; i < end; i++) {
        const struct source_sentence *sentence = &corpus->sentences[i];
        bool may_follow =
            !passage->is_list && introduction_goes_on(lead, &first[i - first->sentence]) && !compose_says(writing, i);
        if (i > first->sentence && (!may_follow || words + sentence->words > most))
            break;
        block->sentences[block->count++] = (struct model_sentence){
            .text = sentence->text, .source = (int)passage->page, .id = (long)i, .spans = sentence->spans};
        words += sentence->words;
        used_add(&writing->used, i);
    }
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

/* Behind a short opening: what its page says best of the subject besides, in a section that no heading has; NULL:
 * nothing. What asks how something is done is told step by step. */
static const struct lead_sentence *find_next(const struct composer *composer, const struct lead *lead,
                                             const struct lead_sentence *opening, const struct model_block *block)
{
    const struct writing *writing = composer->writing;
    const struct lead_sentence *best = NULL;
    size_t words = 0;
    for (size_t i = 0; i < block->count; i++)
        words += words_count(block->sentences[i].text);
    for (size_t i = 0; i < lead->count && words < SHORT_WORDS && !lead->is_task; i++) {
        const struct lead_sentence *next = &lead->list[i];
        if (next->page == opening->page && composer->heading_of[next->section] < 0 && next->begins_plainly &&
            !next->advises && lead_is_plain(lead, next) &&
            topic_has_head(lead->topic, &writing->corpus.sentences[next->sentence].terms) &&
            lead_is_loose(lead, next) && !compose_says(writing, next->sentence) &&
            (!best || next->better > best->better))
            best = next;
    }
    return best;
}

/* The opening, and what follows it in its passage. */
static enum status open_on(const struct composer *composer, size_t number, size_t most, struct model_block *block)
{
    struct writing *writing = composer->writing;
    const struct lead *lead;
    enum status status = compose_lead(writing, number, &lead);
    if (status)
        return status;
    const struct lead_article article = article_of(writing);
    const struct lead_sentence *opening = lead_opening(&article, lead);
    if (asks_for_definition(writing) && !defines(opening))
        status = note_undefined(writing, &writing->topics[number]);
    if (status || !opening || (writing->asked.shape == KEYWORD_WHAT_IS && !defines(opening)))
        return status;
    status = introduction_add_run(writing, lead, opening, most, block);
    const struct lead_sentence *next = status || most == SIDE_WORDS ? NULL : find_next(composer, lead, opening, block);
    return next ? introduction_add_run(writing, lead, next, most, block) : status;
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
    size_t most = writing->topic_count > 1 ? SIDE_WORDS : LEAD_WORDS;
    struct model_block *block = ARENA_NEW(writing->arena, struct model_block);
    enum status status = block ? OK : error_memory(writing->err);
    for (size_t i = 0; i < writing->topic_count && !status; i++)
        status = open_on(composer, i, most, block);
    if (status || !block->count)
        return status;
    *text = (struct model_text){block, 1};
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
