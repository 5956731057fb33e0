#include "research/topic/topic_sections.h"

#include "research/topic/topic_choice.h"
#include "research/topic/topic_parts.h"

enum {
    SECTION_WORDS = 40,
    PART_WORDS = 60,     /* of a part that can stand for its section */
    LARGE_SECTION = 500, /* words: its parts say more in its place */
    FEWEST_PARTS = 2,
};

static const double part_share = 0.1;  /* of the subject in a part, a mean over its sentences */
static const double part_worth = 0.75; /* of a part that stands for a section, above others inside it */
static const double text_worth = 0.5;  /* of running text, at most; */
static const double half_text = 150;   /* words for half of it */
static const double exact_worth = 0.5; /* of a heading that is the subject */
static const double name_worth = 0.95; /* of one that names it before a dash */
static const double written_worth = 1; /* written as the subject is, above one with the same stems in other forms */
static const double reason_weights[] = {3, 2, 1.5, 1};
static const double near_price = 1; /* of a page that is only near, where others speak of the subject itself */

/* --- parts instead of a large section --- */

/* Long enough, and with text that can stand in an article: of a corpus that is only searched nobody knows. */
static bool may_stand(const struct chooser *chooser, size_t number, size_t words)
{
    const struct source_section *section = &chooser->corpus->sections[number];
    bool has_text = section->total_words || !chooser->corpus->passage_count;
    return has_text && !section->is_boilerplate && heading_is_short(section) && section->title.len &&
           count_of(chooser, number)->words >= words;
}

static bool is_good_part(const struct chooser *chooser, size_t section, size_t part)
{
    const struct section_count *count = count_of(chooser, part);
    return chooser->corpus->sections[part].parent == section && may_stand(chooser, part, PART_WORDS) &&
           (count->heads || mean_share(count) >= part_share);
}

static void replace_by_parts(struct chooser *chooser, size_t number)
{
    size_t end = corpus_section_end(chooser->corpus, number), parts = 0;
    if (!chooser->by_heading[number] || count_of(chooser, number)->words <= LARGE_SECTION)
        return;
    for (size_t i = number + 1; i < end; i++)
        parts += is_good_part(chooser, number, i);
    if (parts < FEWEST_PARTS)
        return;
    chooser->is_replaced[number] = true;
    for (size_t i = number + 1; i < end; i++)
        chooser->is_part[i] = chooser->is_part[i] || is_good_part(chooser, number, i);
}

/* --- choosing --- */

static double weight_of(const struct chooser *chooser, size_t number, enum topic_reason reason)
{
    const struct section_count *count = count_of(chooser, number);
    const struct source_section *section = &chooser->corpus->sections[number];
    double score = chooser->survey->topic->pages[section->page].score;
    bool is_part = reason == TOPIC_BY_PARENT && chooser->is_part[number] && section->parent != NO_SECTION;
    const struct source_section *named = is_part ? &chooser->corpus->sections[section->parent] : section;
    double likeness = match_likeness(chooser->match, &named->terms), words = (double)count->words;
    if (chooser->is_named[number] && likeness < name_worth)
        likeness = name_worth;
    double written = written_likeness(section->title, chooser->survey->topic->subject);
    double heading = likeness +
                     (is_part            ? part_worth
                      : likeness > 0.999 ? exact_worth + written_worth * written
                                         : 0) +
                     text_worth * words / (words + half_text) + share_of(count->names, count->sentences);
    double phrases = 3 * share_of(count->phrases, count->sentences),
           heads = 2 * share_of(count->heads, count->sentences);
    return reason_weights[reason] + (chooser->best > 0 ? score / chooser->best : 0) + (phrases < 1 ? phrases : 1) +
           0.5 * (heads < 1 ? heads : 1) + heading;
}

static void add_section(struct chooser *chooser, size_t number)
{
    const struct topic *topic = chooser->survey->topic;
    enum topic_reason reason;
    if (chooser->is_replaced[number] || !may_stand(chooser, number, SECTION_WORDS) ||
        !topic_reason_find(chooser, number, &reason))
        return;
    double weight = weight_of(chooser, number, reason);
    if (topic->pages[chooser->corpus->sections[number].page].tier < topic->tier)
        weight -= near_price;
    chooser->found[chooser->found_count++] = (struct topic_section){number, reason, weight};
}

/* Of a page whose sections on the subject are all too short for an article the whole is one. */
static void add_page(struct chooser *chooser, size_t root, size_t first)
{
    const struct source_section *sections = chooser->corpus->sections;
    for (size_t i = first; i < chooser->found_count; i++)
        if (chooser->found[i].reason != TOPIC_BY_PAGE ||
            sections[chooser->found[i].section].total_words >= SECTION_WORDS)
            return;
    if (chooser->found_count < first + FEWEST_PARTS || sections[root].total_words < SECTION_WORDS ||
        !topic_page_is_about(chooser, root))
        return;
    chooser->found[chooser->found_count++] =
        (struct topic_section){root, TOPIC_BY_PAGE, weight_of(chooser, root, TOPIC_BY_PAGE)};
}

static enum status find_in_page(struct chooser *chooser, size_t root, size_t end)
{
    enum status status = OK;
    for (size_t i = root; i < end && !status; i++)
        status = topic_heading_judge(chooser, i);
    for (size_t i = root; i < end; i++)
        replace_by_parts(chooser, i);
    size_t first = chooser->found_count;
    for (size_t i = root; i < end && !status; i++)
        add_section(chooser, i);
    if (!status)
        add_page(chooser, root, first);
    return status;
}

/* Does the page speak of the subject, and no other one say nearly all that it says? */
static bool may_give(const struct chooser *chooser, size_t page)
{
    const struct topic_page *pages = chooser->survey->topic->pages;
    size_t holder = chooser->corpus->held_by ? chooser->corpus->held_by[page] : NO_PAGE;
    return pages[page].tier != TOPIC_NOT && (holder == NO_PAGE || pages[holder].tier == TOPIC_NOT);
}

static enum status find_sections(struct chooser *chooser)
{
    const struct corpus *corpus = chooser->corpus;
    stem_set needed = chooser->match->needed;
    enum status status = OK;
    for (size_t root = 0, end; root < corpus->section_count && !status; root = end) {
        size_t page = corpus->sections[root].page;
        end = corpus_section_end(corpus, root);
        chooser->match->needed = chooser->survey->about[page];
        if (may_give(chooser, page))
            status = find_in_page(chooser, root, end);
    }
    chooser->match->needed = needed;
    return status;
}

/* Is one of what was found on a page of the best tier? */
static bool has_best_tier(const struct chooser *chooser)
{
    const struct topic *topic = chooser->survey->topic;
    for (size_t i = 0; i < chooser->found_count; i++)
        if (topic->pages[chooser->corpus->sections[chooser->found[i].section].page].tier == topic->tier)
            return true;
    return false;
}

enum status topic_sections_choose(struct survey *survey)
{
    const struct corpus *corpus = survey->topic->corpus;
    size_t count = corpus->section_count + 1;
    struct chooser chooser = {
        .survey = survey,
        .corpus = corpus,
        .match = survey->match,
        .by_heading = ARENA_ARRAY(survey->arena, count, bool),
        .is_named = ARENA_ARRAY(survey->arena, count, bool),
        .is_replaced = ARENA_ARRAY(survey->arena, count, bool),
        .is_part = ARENA_ARRAY(survey->arena, count, bool),
        .found = ARENA_ARRAY(survey->arena, count, struct topic_section),
    };
    survey->topic->sections = ARENA_ARRAY(survey->arena, count, struct topic_section);
    if (!chooser.by_heading || !chooser.is_named || !chooser.is_replaced || !chooser.is_part || !chooser.found ||
        !survey->topic->sections)
        return error_memory(survey->err);
    for (size_t i = 0; i < corpus->page_count; i++)
        if (survey->topic->pages[i].score > chooser.best)
            chooser.best = survey->topic->pages[i].score;
    enum status status = find_sections(&chooser);
    if (!status && !has_best_tier(&chooser)) {
        chooser.takes_mentions = true;
        chooser.found_count = 0;
        status = find_sections(&chooser);
    }
    if (!status)
        topic_sections_pick(&chooser);
    return status;
}
