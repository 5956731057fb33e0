/* Introduction, conclusion and key takeaways; terms that the article is to hold. */
#include "write/compose/compose.h"

/* --- the introduction: it opens with a sentence that answers the keyword --- */

enum {
    LEAD_WORDS = 90, /* of an introduction, at most: about five sentences */
    SIDE_WORDS = 1,  /* on each side of a comparison: one sentence */
    SHORT_WORDS = 35 /* with fewer, which are a sentence or two, it goes on */
};

static bool article_says(const void *writing, size_t sentence)
{
    return compose_says(writing, sentence);
}

static struct lead_article article_of(const struct writing *writing)
{
    return (struct lead_article){.says = article_says, .article = writing, .is_list = writing->brief.is_list};
}

/* May the sentence stand behind the one that opens the article? */
static bool introduction_goes_on(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct source_sentence *source = &lead->corpus->sentences[sentence->sentence];
    return !source->stays_in_section && !source->item && !str_ends(source->text, STR(":")) &&
           !(sentence->is_read && sentence->definition.is_imperative);
}

/* Adds the sentence, and what follows it in its passage as long as there is room. */
static void introduction_add_run(struct writing *writing, const struct lead *lead, const struct lead_sentence *first,
                                 size_t most, struct model_block *block)
{
    const struct corpus *corpus = &writing->corpus;
    const struct passage *passage = &corpus->passages[first->passage];
    size_t end = passage->first + passage->count, words = 0;
    struct model_sentence *sentences =
        ARENA_ARRAY(writing->arena, block->count + passage->count, struct model_sentence);
    if (!sentences)
        return;
    if (block->count)
        memcpy(sentences, block->sentences, block->count * sizeof *sentences);
    block->sentences = sentences;
    for (size_t i = first->sentence; i < end; i++) {
        bool may_follow =
            !passage->is_list && introduction_goes_on(lead, &first[i - first->sentence]) && !compose_says(writing, i);
        if (i > first->sentence && (!may_follow || words + corpus->sentences[i].words > most))
            break;
        block->sentences[block->count++] = compose_sentence(writing, passage->page, i);
        words += corpus->sentences[i].words;
    }
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
static void open_on(const struct composer *composer, size_t number, size_t most, struct model_block *block)
{
    struct writing *writing = composer->writing;
    const struct lead *lead = compose_lead(writing, number);
    const struct lead_article article = article_of(writing);
    const struct lead_sentence *opening = lead_opening(&article, lead);
    if (asks_for_definition(writing) && !defines(opening))
        writing_note(writing, "The sources do not say in one sentence what \"%.*s\" is.",
                     STR_ARG(writing->topics[number].subject));
    if (!opening || (writing->asked.shape == KEYWORD_WHAT_IS && !defines(opening)))
        return;
    introduction_add_run(writing, lead, opening, most, block);
    const struct lead_sentence *next = most == SIDE_WORDS ? NULL : find_next(composer, lead, opening, block);
    if (next)
        introduction_add_run(writing, lead, next, most, block);
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
    for (size_t i = 0; block && i < writing->topic_count; i++)
        open_on(composer, i, most, block);
    enum status status = writing_end(writing, OK);
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

/* --- the conclusion: a sentence on the whole subject that its passage can do without --- */

enum {
    LEAST_WORDS = 10,  /* of a sentence: a shorter one sums nothing up */
    CLOSING_WORDS = 35 /* and one with more is about several things */
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
    const struct lead_sentence *closing = find_closing(composer, compose_lead(writing, 0));
    enum status status = OK;
    if (!closing)
        return OK;
    if (writing->brief.point_of_view != THIRD_PERSON)
        status = builtin_frame(&writing->brief, FRAME_CONCLUSION, writing->arena, &block->sentences[block->count++],
                               writing->err);
    block->sentences[block->count++] = compose_sentence(writing, closing->page, closing->sentence);
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
        status = writing_end(writing, write_conclusion(composer, block));
    if (status)
        return status;
    part->text = (struct model_text){block, block->count > 0};
    if (block->count)
        return OK;
    return writing_note(writing, "There is no conclusion: no sentence of the sources closes the subject.");
}

/* --- key takeaways: of each section a telling sentence that then stands in no other place --- */

enum {
    MIN_WORDS = 9, /* of a sentence: what fits two lines of a list and says something whole */
    MAX_WORDS = 32,
    LEAST_TAKEAWAYS = 3, /* fewer are no list */
    MAX_TAKEAWAYS = 7
};

/* Does the sentence speak of all of the subject, or of what its other words describe on a page that is the subject? */
static bool is_near(const struct lead *lead, const struct lead_sentence *candidate)
{
    const struct terms *terms = &lead->corpus->sentences[candidate->sentence].terms;
    return topic_holds(lead->topic, terms, 1) ||
           (lead->titles[candidate->page] >= LIKE_SUBJECT && topic_has_head(lead->topic, terms));
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
        if (best)
            list[(*count)++] = compose_sentence(writing, best->page, best->sentence);
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
    const struct lead *lead = compose_lead(writing, 0);
    size_t count = 0;
    enum status status = writing_end(writing, OK);
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

/* --- terms that the article is to hold (seoOptimizationLevel "manual" and "ai_powered"), by passages that name them
 * --- */

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
static size_t find_section(struct composer *composer, const struct passage *passage, const struct draft_part *sections)
{
    int own = composer->heading_of[passage->section];
    double best_value = -1;
    size_t best = 0;
    if (own >= 0 && (size_t)own < sections->count)
        return (size_t)own;
    for (size_t i = 0; i < sections->count; i++) {
        struct vector heading = compose_vector(composer->writing, sections->headings[i].title);
        double value = vector_cosine(&heading, &passage->vector);
        if (value <= best_value)
            continue;
        best = i;
        best_value = value;
    }
    return best;
}

enum status compose_entity(struct composer *composer, struct str entity, struct draft_part *sections, bool *is_put)
{
    struct writing *writing = composer->writing;
    struct vector keyword = compose_vector(writing, writing->brief.keyword);
    const struct passage *passage = find_passage(writing, entity, &keyword);
    *is_put = passage && sections->count;
    if (*is_put) {
        size_t number = find_section(composer, passage, sections);
        struct model_text more = compose_text(writing, &passage, 1);
        compose_append(writing, &sections->headings[number].text, &more);
    }
    return writing_end(writing, OK);
}
