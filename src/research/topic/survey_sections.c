/*
 * A section is about the subject, the best reason first:
 *   heading  its heading holds the subject, or what bears it and one other word, or a part of the heading does; a part
 *            of three or more ("network, accounts, printing") only where nothing stands inside the section
 *   parent   so does a heading above it other than the page's, and its text names the head or shares some of the
 *            subject
 *   page     the title names the subject, and the section's own text names the head often, or the subject as a whole
 *   text     a quarter of its sentences holds the whole subject, or a third of them a subject of one word
 * A page that mentions the subject beside others gives sections by their headings and texts alone, unless there is
 * nothing else, and one that another page holds gives none.
 */
#include "research/topic/survey.h"

#include <stdlib.h>

enum {
    ENUMERATED = 3,   /* parts of a heading that names one thing beside others */
    PAGE_PHRASES = 3, /* sentences that hold the subject on a page about it */
};

static const double parent_share = 0.15; /* of the subject below a heading that passes, a mean over sentences */
static const double page_likeness = 0.5, page_strong_likeness = 0.6; /* of the title */
static const double page_heads = 0.15, page_phrases = 0.1;           /* shares of the sentences */
static const double text_phrases = 0.25, single_phrases = 0.35; /* the same where nothing but the text is about it */
static const double part_heads = 0.25;   /* the same below a heading that names other things too */
static const double long_heading = 0.45; /* a heading less like a subject of one stem is about something wider */
static const double long_phrases = 0.2;  /* unless so many of the sentences below it name the subject */

struct survey_sections_chooser {
    struct survey *survey;
    const struct corpus *corpus;
    struct topic_match *match; /* its needed stems are those of the page that is looked at */
    bool *by_heading;          /* by section: its heading passes */
    struct topic_section *found;
    size_t found_count;
    double best; /* score of a page */
};

static const struct section_count *survey_sections_count_of(const struct survey_sections_chooser *chooser,
                                                            size_t section)
{
    return &chooser->survey->all[section];
}

static double survey_sections_share_of(size_t some, size_t all)
{
    return all ? (double)some / (double)all : 0;
}

static double mean_share(const struct section_count *count)
{
    return count->sentences ? count->share / (double)count->sentences : 0;
}

/* --- why a section is about the subject --- */

static bool holds_phrase(const struct survey_sections_chooser *chooser, const struct source_section *section)
{
    const struct topic_match *match = chooser->match;
    return match_holds(match, &section->terms, match->needed, stems_count(match->needed) > 2);
}

/* Does any stem of the heading belong to the subject? Most have none. */
static bool is_akin(const struct topic_match *match, const struct terms *terms)
{
    for (size_t i = 0; i < terms->count; i++)
        if (match_at(match, terms, i) || (terms->ids[i] < match->known && match->near[terms->ids[i]]))
            return true;
    return false;
}

/* Does a sentence of the section have one of the stems? */
static bool survey_sections_says(const struct survey_sections_chooser *chooser, size_t number, stem_set stems)
{
    const struct corpus *corpus = chooser->corpus;
    size_t end = corpus_section_end(corpus, number);
    for (size_t i = 0; i < corpus->statement_count; i++)
        if (corpus->statements[i].section >= number && corpus->statements[i].section < end &&
            (match_near(chooser->match, &corpus->statements[i].terms) & stems))
            return true;
    return false;
}

/* A heading with the one stem of a subject and other words is about that where the text below it names it often. */
static bool is_about_one(const struct survey_sections_chooser *chooser, size_t number)
{
    const struct section_count *count = survey_sections_count_of(chooser, number);
    return match_likeness(chooser->match, &chooser->corpus->sections[number].terms) >= long_heading ||
           survey_sections_share_of(count->phrases, count->sentences) >= long_phrases;
}

/* With another bearing word and without a light one of the subject the heading may name another thing ("Alpha to
 * selection" for "selection tools"): it does where a page is on the whole of it, else the text decides. */
static bool names_all(const struct survey_sections_chooser *chooser, size_t number)
{
    const struct source_section *section = &chooser->corpus->sections[number];
    const struct topic_match *match = chooser->match;
    stem_set without;
    if (holds_phrase(chooser, section))
        return stems_count(match->needed) > 1 || is_about_one(chooser, number);
    if (!terms_name(match, &section->terms, 1, &without))
        return false;
    if (!without || terms_name(match, &section->terms, 0, &without))
        return true;
    return chooser->survey->topic->tier == TOPIC_NEAR && survey_sections_says(chooser, number, without);
}

static enum status judge_parts(struct survey_sections_chooser *chooser, size_t number, bool *passes)
{
    const struct source_section *section = &chooser->corpus->sections[number];
    const struct section_count *count = survey_sections_count_of(chooser, number);
    struct heading_parts parts;
    stem_set without;
    enum status status =
        heading_parts_read(chooser->corpus, section, chooser->survey->arena, &parts, chooser->survey->err);
    *passes = !status && heading_names(chooser->match, &parts, &without);
    if (*passes && parts.count > ENUMERATED)
        *passes = corpus_section_end(chooser->corpus, number) == number + 1 &&
                  survey_sections_share_of(count->heads, count->sentences) >= part_heads;
    return status;
}

static enum status judge_heading(struct survey_sections_chooser *chooser, size_t number)
{
    const struct source_section *section = &chooser->corpus->sections[number];
    if (!is_akin(chooser->match, &section->terms) || !heading_is_short(section))
        return OK;
    bool passes = names_all(chooser, number);
    enum status status = passes ? OK : judge_parts(chooser, number, &passes);
    chooser->by_heading[number] = passes;
    return status;
}

static bool is_by_parent(const struct survey_sections_chooser *chooser, size_t number)
{
    const struct source_section *sections = chooser->corpus->sections;
    const struct section_count *count = survey_sections_count_of(chooser, number);
    if (!count->heads && mean_share(count) < parent_share)
        return false;
    for (size_t i = sections[number].parent; i != NO_SECTION && sections[i].depth; i = sections[i].parent)
        if (chooser->by_heading[i])
            return true;
    return false;
}

static bool page_is_about(const struct survey_sections_chooser *chooser, size_t root)
{
    const struct topic_match *match = chooser->match;
    const struct source_section *section = &chooser->corpus->sections[root];
    double likeness = match_likeness(match, &section->terms);
    bool is_akin = likeness >= page_likeness || (terms_name_only(match, &section->terms) & match->deed);
    if (survey_sections_count_of(chooser, root)->phrases >= PAGE_PHRASES && is_akin)
        return true; /* "Row Security" for "row level security", "Sorting" for "how to sort a list" */
    if (likeness >= page_likeness && match_holds(match, &section->terms, match->needed, 0))
        return true;
    stem_set strong = match->strong & match->needed;
    return likeness >= page_strong_likeness && (match_all(match, &section->terms) & strong) == strong;
}

static bool is_by_page(const struct survey_sections_chooser *chooser, size_t number)
{
    const struct section_count *count = survey_sections_count_of(chooser, number);
    const struct topic_match *match = chooser->match;
    size_t enough = stems_count(match->needed) == 1 ? 1 : 2, root = corpus_section_root(chooser->corpus, number);
    if (!page_is_about(chooser, root))
        return false;
    if (count->phrases >= enough)
        return true;
    bool is_deed = terms_name_only(match, &chooser->corpus->sections[root].terms) & match->deed;
    return (is_deed && mean_share(count) >= parent_share) ||
           survey_sections_share_of(count->heads, count->sentences) >= page_heads ||
           (count->phrases && survey_sections_share_of(count->phrases, count->sentences) >= page_phrases);
}

static bool is_by_text(const struct survey_sections_chooser *chooser, size_t number)
{
    const struct section_count *count = survey_sections_count_of(chooser, number);
    double least = stems_count(chooser->match->needed) > 1 ? text_phrases : single_phrases;
    return count->phrases >= PAGE_PHRASES && survey_sections_share_of(count->phrases, count->sentences) >= least;
}

static bool find_reason(const struct survey_sections_chooser *chooser, size_t number, enum topic_reason *reason)
{
    const struct source_section *section = &chooser->corpus->sections[number];
    bool is_whole_page = !section->depth && corpus_section_end(chooser->corpus, number) > number + 1;
    *reason = TOPIC_BY_HEADING;
    if (chooser->by_heading[number])
        return true;
    *reason = TOPIC_BY_PARENT;
    if (is_by_parent(chooser, number))
        return true;
    if (is_whole_page)
        return false;
    *reason = TOPIC_BY_PAGE;
    if (is_by_page(chooser, number))
        return true;
    *reason = TOPIC_BY_TEXT;
    return is_by_text(chooser, number);
}

/* --- which are taken --- */

enum { ENOUGH = 3 /* sections for other reasons than text */ };

static bool overlap(const struct corpus *corpus, size_t a, size_t b)
{
    size_t outer = a < b ? a : b, inner = a < b ? b : a;
    return inner < corpus_section_end(corpus, outer);
}

/* Has every stem of a that is none of the subject in b too? */
static bool says_no_more(const struct topic_match *match, const struct terms *a, const struct terms *b)
{
    for (size_t i = 0; i < a->count; i++)
        if (!(match_at(match, a, i) & match->needed) && !terms_have(b, a->ids[i]))
            return false;
    return true;
}

static bool says_same(const struct survey_sections_chooser *chooser, size_t a, size_t b)
{
    const struct source_section *sections = chooser->corpus->sections;
    return says_no_more(chooser->match, &sections[a].terms, &sections[b].terms) &&
           says_no_more(chooser->match, &sections[b].terms, &sections[a].terms);
}

/* Takes a section, unless it is a part of one that was taken, or its heading says the same as that of one. */
static void survey_sections_take(struct survey_sections_chooser *chooser, const struct topic_section *one)
{
    struct topic *topic = chooser->survey->topic;
    for (size_t i = 0; i < topic->section_count; i++)
        if (overlap(chooser->corpus, one->section, topic->sections[i].section) ||
            says_same(chooser, one->section, topic->sections[i].section))
            return;
    topic->sections[topic->section_count++] = *one;
}

static int by_reason(const void *left, const void *right)
{
    const struct topic_section *a = left, *b = right;
    if (a->reason != b->reason)
        return a->reason < b->reason ? -1 : 1;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->section > b->section) - (a->section < b->section);
}

static int by_weight(const void *left, const void *right)
{
    const struct topic_section *a = left, *b = right;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->section > b->section) - (a->section < b->section);
}

/* Is the section inside another one that was found for the same reason? Then the outer one stands for both. */
static bool is_inside_another(const struct survey_sections_chooser *chooser, const struct topic_section *one)
{
    const struct source_section *sections = chooser->corpus->sections;
    for (size_t i = 0; i < chooser->found_count; i++) {
        const struct topic_section *other = &chooser->found[i];
        if (other->reason == one->reason && other->section < one->section &&
            sections[other->section].page == sections[one->section].page &&
            overlap(chooser->corpus, other->section, one->section))
            return true;
    }
    return false;
}

static void pick(struct survey_sections_chooser *chooser)
{
    struct topic *topic = chooser->survey->topic;
    if (chooser->found_count)
        qsort(chooser->found, chooser->found_count, sizeof *chooser->found, by_reason);
    for (size_t i = 0; i < chooser->found_count; i++) {
        const struct topic_section *one = &chooser->found[i];
        if (one->reason == TOPIC_BY_TEXT && topic->section_count >= ENOUGH)
            break;
        if (!is_inside_another(chooser, one))
            survey_sections_take(chooser, one);
    }
    if (topic->section_count)
        qsort(topic->sections, topic->section_count, sizeof *topic->sections, by_weight);
}

enum { SECTION_WORDS = 40 };

static const double text_worth = 0.5;  /* of running text, at most; */
static const double half_text = 150;   /* words for half of it */
static const double exact_worth = 0.5; /* of a heading that is the subject */
static const double reason_weights[] = {3, 2, 1.5, 1};
static const double near_price = 1; /* of a page that is only near, where others speak of the subject itself */

/* Long enough, and with text that can stand in an article: of a corpus that is only searched nobody knows. */
static bool may_stand(const struct survey_sections_chooser *chooser, size_t number)
{
    const struct source_section *section = &chooser->corpus->sections[number];
    bool has_text = section->total_words || !chooser->corpus->passage_count;
    return has_text && !section->is_boilerplate && heading_is_short(section) && section->title.len &&
           survey_sections_count_of(chooser, number)->words >= SECTION_WORDS;
}

/* --- all sections --- */

static double weight_of(const struct survey_sections_chooser *chooser, size_t number, enum topic_reason reason)
{
    const struct section_count *count = survey_sections_count_of(chooser, number);
    const struct source_section *section = &chooser->corpus->sections[number];
    double score = chooser->survey->topic->pages[section->page].score;
    double likeness = match_likeness(chooser->match, &section->terms), words = (double)count->words;
    double written = written_likeness(section->title, chooser->survey->topic->subject);
    double heading = likeness + (likeness > 0.999 ? exact_worth + written : 0) +
                     text_worth * words / (words + half_text) +
                     survey_sections_share_of(count->names, count->sentences);
    double phrases = 3 * survey_sections_share_of(count->phrases, count->sentences),
           heads = 2 * survey_sections_share_of(count->heads, count->sentences);
    return reason_weights[reason] + (chooser->best > 0 ? score / chooser->best : 0) + (phrases < 1 ? phrases : 1) +
           0.5 * (heads < 1 ? heads : 1) + heading;
}

static void survey_sections_add_section(struct survey_sections_chooser *chooser, size_t number)
{
    const struct topic *topic = chooser->survey->topic;
    enum topic_reason reason;
    if (!may_stand(chooser, number) || !find_reason(chooser, number, &reason))
        return;
    double weight = weight_of(chooser, number, reason);
    if (topic->pages[chooser->corpus->sections[number].page].tier < topic->tier)
        weight -= near_price;
    chooser->found[chooser->found_count++] = (struct topic_section){number, reason, weight};
}

static enum status find_in_page(struct survey_sections_chooser *chooser, size_t root, size_t end)
{
    enum status status = OK;
    for (size_t i = root; i < end && !status; i++)
        status = judge_heading(chooser, i);
    for (size_t i = root; i < end && !status; i++)
        survey_sections_add_section(chooser, i);
    return status;
}

/* Does the page speak of the subject, and no other one say nearly all that it says? */
static bool may_give(const struct survey_sections_chooser *chooser, size_t page)
{
    const struct topic_page *pages = chooser->survey->topic->pages;
    size_t holder = chooser->corpus->held_by ? chooser->corpus->held_by[page] : NO_PAGE;
    return pages[page].tier != TOPIC_NOT && (holder == NO_PAGE || pages[holder].tier == TOPIC_NOT);
}

static enum status find_sections(struct survey_sections_chooser *chooser)
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

enum status survey_sections(struct survey *survey)
{
    const struct corpus *corpus = survey->topic->corpus;
    size_t count = corpus->section_count + 1;
    struct survey_sections_chooser chooser = {
        .survey = survey,
        .corpus = corpus,
        .match = survey->match,
        .by_heading = ARENA_ARRAY(survey->arena, count, bool),
        .found = ARENA_ARRAY(survey->arena, count, struct topic_section),
    };
    survey->topic->sections = ARENA_ARRAY(survey->arena, count, struct topic_section);
    if (!chooser.by_heading || !chooser.found || !survey->topic->sections)
        return error_memory(survey->err);
    for (size_t i = 0; i < corpus->page_count; i++)
        if (survey->topic->pages[i].score > chooser.best)
            chooser.best = survey->topic->pages[i].score;
    enum status status = find_sections(&chooser);
    if (!status)
        pick(&chooser);
    return status;
}
