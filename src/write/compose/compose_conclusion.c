/* The conclusion: a sentence on the whole subject that its passage can do without. */
#include "write/compose/compose.h"
#include "write/compose/lead/lead.h"

enum {
    LEAST_WORDS = 10, /* of a sentence */
    CLOSING_WORDS = 35
};

static bool has_code(const struct source_sentence *sentence)
{
    for (size_t i = 0; i < sentence->spans.count; i++)
        if (sentence->spans.list[i].kind == SPAN_CODE)
            return true;
    return str_find(sentence->text, STR("/"), 0) < sentence->text.len;
}

/* Does it advise on the whole subject, or tell what that is good for? "There are some ..." does not. */
static bool sums_up(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct definition *definition = &sentence->definition;
    bool is_whole = topic_holds(lead->topic, &lead->corpus->sentences[sentence->sentence].terms, 0) &&
                    (lead->topic->terms.count > 1 || definition->is_about);
    bool is_of_subject = definition->is_whole && !definition->others && definition->ends_with_head;
    return sentence->begins_plainly &&
           ((sentence->advises && is_whole) || (is_of_subject && definition->kind == DEFINES_WIDELY));
}

static bool closes(const struct composer *composer, const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct writing *writing = composer->writing;
    const struct source_sentence *source = &writing->corpus.sentences[sentence->sentence];
    if (source->words < LEAST_WORDS || source->words > CLOSING_WORDS || has_code(source))
        return false;
    if (writing->topic_count > 1 && !topic_holds(&writing->topics[1], &source->terms, 0))
        return false; /* what closes a comparison is about both sides */
    return sums_up(lead, sentence) && composer->heading_of[sentence->section] >= 0 && !sentence->doubts &&
           lead_is_plain(lead, sentence) && lead_is_loose(lead, sentence) && !compose_says(writing, sentence->sentence);
}

/* What sums up stands late. */
static double closing_value(const struct lead *lead, const struct lead_sentence *sentence)
{
    return sentence->better + lead->corpus->passages[sentence->passage].position;
}

static const struct lead_sentence *find_closing(const struct composer *composer, const struct lead *lead)
{
    const struct lead_sentence *best = NULL;
    for (size_t i = 0; i < lead->count; i++)
        if (closes(composer, lead, &lead->list[i]) &&
            (!best || closing_value(lead, &lead->list[i]) > closing_value(lead, best)))
            best = &lead->list[i];
    return best;
}

static enum status write_conclusion(struct composer *composer, struct model_block *block)
{
    struct writing *writing = composer->writing;
    const struct lead_sentence *closing;
    const struct lead *lead;
    enum status status = compose_lead(writing, 0, &lead);
    if (status || !(closing = find_closing(composer, lead)))
        return status;
    const struct source_sentence *source = &writing->corpus.sentences[closing->sentence];
    if (writing->brief.point_of_view != THIRD_PERSON)
        status = builtin_frame(&writing->brief, FRAME_CONCLUSION, writing->arena, &block->sentences[block->count++],
                               writing->err);
    block->sentences[block->count++] = (struct model_sentence){
        .text = source->text, .source = (int)closing->page, .id = (long)closing->sentence, .spans = source->spans};
    used_add(&writing->used, closing->sentence);
    return compose_status(writing, status);
}

enum status compose_conclusion(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    if (!config_bool(writing->config, "includeConclusion"))
        return OK;
    struct model_block *block = ARENA_NEW(writing->arena, struct model_block);
    struct model_sentence *sentences = ARENA_ARRAY(writing->arena, 2, struct model_sentence);
    if (!block || !sentences)
        return error_memory(writing->err);
    block->sentences = sentences;
    enum status status = compose_report(composer, "Writing the conclusion");
    if (!status)
        status = write_conclusion(composer, block);
    if (status)
        return status;
    part->text = (struct model_text){block, block->count > 0};
    if (block->count)
        return OK;
    return writing_note(writing, "There is no conclusion: no sentence of the sources closes the subject.");
}
