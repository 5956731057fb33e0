/* The introduction: it opens with a sentence that answers the keyword. */
#include "write/compose/compose.h"

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

/* The conclusion: a sentence on the whole subject that its passage can do without. */

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

/* Key takeaways: of each section a telling sentence that then stands in no other place. */

enum { MIN_WORDS = 9, MAX_WORDS = 32, LEAST_TAKEAWAYS = 3, MAX_TAKEAWAYS = 7 };

/* Does the sentence speak of all of the subject, or of what its other words describe on a page that is the subject? */
static bool is_near(const struct lead *lead, const struct lead_sentence *candidate)
{
    static const double same = 0.79; /* likeness of titles */
    const struct terms *terms = &lead->corpus->sentences[candidate->sentence].terms;
    return topic_holds(lead->topic, terms, 1) ||
           (lead->titles[candidate->page] >= same && topic_has_head(lead->topic, terms));
}

/* Is it a statement on the subject that its passage can do without? */
static bool is_telling(const struct writing *writing, const struct lead *lead, const struct lead_sentence *candidate)
{
    const struct source_sentence *sentence = &writing->corpus.sentences[candidate->sentence];
    return sentence->words >= MIN_WORDS && sentence->words <= MAX_WORDS && lead_is_plain(lead, candidate) &&
           lead_is_loose(lead, candidate) && is_near(lead, candidate) && !compose_says(writing, candidate->sentence);
}

/* The best of a section with what is inside it: headings [first, end) of the plan. NULL: it has none. */
static const struct lead_sentence *search_section(const struct composer *composer, const struct lead *lead,
                                                  size_t first, size_t end)
{
    const struct lead_sentence *best = NULL;
    for (size_t i = 0; i < lead->count; i++) {
        const struct lead_sentence *candidate = &lead->list[i];
        int heading = composer->heading_of[candidate->section];
        if (heading >= (int)first && heading < (int)end && (!best || candidate->better > best->better) &&
            is_telling(composer->writing, lead, candidate))
            best = candidate;
    }
    return best;
}

/* One sentence of each section. */
static void takeaways_collect(struct composer *composer, const struct lead *lead, struct model_sentence *list,
                              size_t *count)
{
    struct writing *writing = composer->writing;
    const struct article_plan *plan = composer->plan;
    for (size_t first = 0, end; first < plan->count && *count < MAX_TAKEAWAYS; first = end) {
        end = plan_section_end(plan, first);
        const struct lead_sentence *best = search_section(composer, lead, first, end);
        if (!best)
            continue;
        const struct source_sentence *sentence = &writing->corpus.sentences[best->sentence];
        list[(*count)++] = (struct model_sentence){
            .text = sentence->text, .source = (int)best->page, .id = (long)best->sentence, .spans = sentence->spans};
        used_add(&writing->used, best->sentence);
    }
}

/* The sentences go back to where they stand. */
static void give_back(struct writing *writing, size_t count)
{
    for (size_t i = 0; i < count; i++)
        writing->used.flags[writing->used.list[--writing->used.count]] = false;
}

enum status compose_takeaways(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    if (!config_bool(writing->config, "includeKeyTakeaways"))
        return OK;
    if (config_bool(writing->config, "disableIntroduction"))
        return writing_note(writing, "Key takeaways belong into the introduction, which is disabled: there are none.");
    struct model_sentence *list = ARENA_ARRAY(writing->arena, MAX_TAKEAWAYS, struct model_sentence);
    const struct lead *lead;
    size_t count = 0;
    enum status status = list ? compose_lead(writing, 0, &lead) : error_memory(writing->err);
    if (status)
        return status;
    takeaways_collect(composer, lead, list, &count);
    if (count < LEAST_TAKEAWAYS)
        takeaways_collect(composer, lead, list, &count); /* a second one of each section */
    if (count >= LEAST_TAKEAWAYS)
        return builtin_list(list, count, writing->arena, &part->text, writing->err);
    give_back(writing, count);
    return writing_note(writing, "There are no key takeaways: the sources have too few sentences that tell one.");
}

/* Terms that the article is to hold, by passages that name them (seoOptimizationLevel "manual" and "ai_powered"). */

static bool mentions(struct str text, struct str entity)
{
    return str_ifind(text, entity, 0) < text.len;
}

/* Of the passages that name the term and are not in the article yet, the one nearest to the keyword; NULL: none. */
static const struct passage *find_passage(struct writing *writing, struct str entity, const struct vector *keyword)
{
    const struct corpus *corpus = &writing->corpus;
    const struct passage *best = NULL;
    double best_value = -1;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        bool names = false, is_used = false;
        for (size_t j = passage->first; j < passage->first + passage->count; j++) {
            names |= mentions(corpus->sentences[j].text, entity);
            is_used |= writing->used.flags[j];
        }
        double value = vector_cosine(keyword, &passage->vector);
        if (!names || is_used || !passage->stands_alone || value <= best_value)
            continue;
        best = passage;
        best_value = value;
    }
    return best;
}

/* Where the passage belongs: below the heading that its section of the source is assigned to, else below the
 * heading that it has most in common with. */
static enum status find_section(struct composer *composer, const struct passage *passage,
                                const struct draft_part *sections, size_t *number)
{
    struct writing *writing = composer->writing;
    int own = composer->heading_of[passage->section];
    double best_value = -1;
    *number = own >= 0 && (size_t)own < sections->count ? (size_t)own : 0;
    if (own >= 0 && (size_t)own < sections->count)
        return OK;
    for (size_t i = 0; i < sections->count; i++) {
        struct vector heading;
        enum status status = corpus_vector(&writing->corpus, sections->headings[i].title, &heading, writing->err);
        if (status)
            return status;
        double value = vector_cosine(&heading, &passage->vector);
        if (value <= best_value)
            continue;
        *number = i;
        best_value = value;
    }
    return OK;
}

static enum status append_passage(struct writing *writing, const struct passage *passage, struct model_text *text)
{
    struct model_text more;
    enum status status = compose_text(writing, &passage, 1, &more);
    struct model_block *blocks = ARENA_ARRAY(writing->arena, text->count + more.count + 1, struct model_block);
    if (status || !blocks)
        return status ? status : error_memory(writing->err);
    if (text->count)
        memcpy(blocks, text->blocks, text->count * sizeof *blocks);
    memcpy(blocks + text->count, more.blocks, more.count * sizeof *blocks);
    *text = (struct model_text){blocks, text->count + more.count};
    return OK;
}

enum status compose_entity(struct composer *composer, struct str entity, struct draft_part *sections, bool *is_put)
{
    struct writing *writing = composer->writing;
    struct vector keyword;
    size_t number;
    enum status status = corpus_vector(&writing->corpus, writing->brief.keyword, &keyword, writing->err);
    const struct passage *passage = status ? NULL : find_passage(writing, entity, &keyword);
    *is_put = passage && sections->count;
    if (status || !*is_put)
        return status;
    status = find_section(composer, passage, sections, &number);
    return status ? status : append_passage(writing, passage, &sections->headings[number].text);
}
