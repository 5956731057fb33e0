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
#include "research/topic/topic_reasons.h"

#include "research/topic/topic_parts.h"

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
static const double long_names = 0.1;    /* and so many what was left out: a format of backups has no database */
static const double deed_phrases = 0.08; /* of the sentences of a page, where a task has only its deed left */

static size_t root_of(const struct corpus *corpus, size_t section)
{
    while (corpus->sections[section].parent != NO_SECTION)
        section = corpus->sections[section].parent;
    return section;
}

static bool holds_phrase(const struct chooser *chooser, const struct source_section *section)
{
    const struct topic_match *match = chooser->match;
    if (match_holds(match, &section->terms, match->needed, stems_count(match->needed) > 2))
        return true;
    /* "text search" for "full text search", where that is what the page speaks of */
    stem_set phrase = match->phrase & match->needed;
    return stems_count(phrase) == 2 && chooser->survey->topic->pages[section->page].sentences >= PAGE_PHRASES &&
           match_holds(match, &section->terms, phrase, 0);
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
static bool says(const struct chooser *chooser, size_t number, stem_set stems)
{
    const struct corpus *corpus = chooser->corpus;
    size_t end = corpus_section_end(corpus, number);
    for (size_t i = 0; i < corpus->statement_count; i++)
        if (corpus->statements[i].section >= number && corpus->statements[i].section < end &&
            (match_near(chooser->match, &corpus->statements[i].terms) & stems))
            return true;
    return false;
}

/* A heading with the one stem of a subject and other words: is it about that? Of a task that has nothing but its deed
 * left, the page must be too: "Installation and Upgrade" may be one of packages. */
static bool is_about_one(const struct chooser *chooser, size_t number)
{
    const struct topic_match *match = chooser->match;
    const struct section_count *count = count_of(chooser, number);
    size_t root = root_of(chooser->corpus, number);
    const struct section_count *page = count_of(chooser, root);
    bool is_long = match_likeness(match, &chooser->corpus->sections[number].terms) < long_heading;
    if (is_long && share_of(count->phrases, count->sentences) < long_phrases)
        return false;
    if (is_long && chooser->survey->topic->optional.count && share_of(count->names, count->sentences) < long_names)
        return false;
    return match->deed != match->needed || (match_all(match, &chooser->corpus->sections[root].terms) & match->needed) ||
           share_of(page->phrases, page->sentences) >= deed_phrases;
}

/* With another bearing word and without a light one of the subject the heading may name another thing ("Alpha to
 * selection" for "selection tools"): it does where a page is on the whole of it, else the text decides. */
static bool names_all(const struct chooser *chooser, size_t number)
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
    return chooser->survey->topic->tier == TOPIC_NEAR && says(chooser, number, without);
}

static enum status judge_parts(struct chooser *chooser, size_t number, bool *passes)
{
    const struct source_section *section = &chooser->corpus->sections[number];
    const struct section_count *count = count_of(chooser, number);
    struct heading_parts parts;
    stem_set without;
    enum status status =
        heading_parts_read(chooser->corpus, section, chooser->survey->arena, &parts, chooser->survey->err);
    *passes = !status && heading_names(chooser->match, &parts, &without);
    if (*passes && parts.count > ENUMERATED)
        *passes = corpus_section_end(chooser->corpus, number) == number + 1 &&
                  share_of(count->heads, count->sentences) >= part_heads;
    return status;
}

/* "quopri — Encode and decode MIME quoted-printable data" is on "quopri". */
static enum status judge_name(struct chooser *chooser, size_t number)
{
    struct terms name;
    enum status status = heading_name_read(chooser->corpus, &chooser->corpus->sections[number], chooser->survey->arena,
                                           &name, chooser->survey->err);
    stem_set needed = chooser->match->needed;
    chooser->is_named[number] = !status && needed && terms_name_only(chooser->match, &name) == needed;
    return status;
}

enum status topic_heading_judge(struct chooser *chooser, size_t number)
{
    const struct source_section *section = &chooser->corpus->sections[number];
    if (!is_akin(chooser->match, &section->terms) || !heading_is_short(section))
        return OK;
    bool passes = names_all(chooser, number);
    enum status status = judge_name(chooser, number);
    passes |= chooser->is_named[number];
    if (!status && !passes)
        status = judge_parts(chooser, number, &passes);
    chooser->by_heading[number] = passes;
    return status;
}

static bool is_by_parent(const struct chooser *chooser, size_t number)
{
    const struct source_section *sections = chooser->corpus->sections;
    const struct section_count *count = count_of(chooser, number);
    if (!count->heads && mean_share(count) < parent_share)
        return false;
    for (size_t i = sections[number].parent; i != NO_SECTION && sections[i].depth; i = sections[i].parent)
        if (chooser->by_heading[i])
            return true;
    return false;
}

bool topic_page_is_about(const struct chooser *chooser, size_t root)
{
    const struct topic_match *match = chooser->match;
    const struct source_section *section = &chooser->corpus->sections[root];
    double likeness = match_likeness(match, &section->terms);
    bool is_akin = likeness >= page_likeness || (terms_name_only(match, &section->terms) & match->deed);
    if (count_of(chooser, root)->phrases >= PAGE_PHRASES && (is_akin || chooser->takes_mentions))
        return true; /* "Row Security" for "row level security", "Sorting" for "how to sort a list" */
    if (likeness >= page_likeness && match_holds(match, &section->terms, match->needed, 0))
        return true;
    stem_set strong = match->strong & match->needed;
    return likeness >= page_strong_likeness && (match_all(match, &section->terms) & strong) == strong;
}

static bool is_by_page(const struct chooser *chooser, size_t number)
{
    const struct section_count *count = count_of(chooser, number);
    const struct topic_match *match = chooser->match;
    size_t enough = stems_count(match->needed) == 1 ? 1 : 2, root = root_of(chooser->corpus, number);
    if (!topic_page_is_about(chooser, root))
        return false;
    if (count->phrases >= enough || chooser->takes_mentions)
        return count->phrases >= enough;
    bool is_deed = terms_name_only(match, &chooser->corpus->sections[root].terms) & match->deed;
    return (is_deed && mean_share(count) >= parent_share) || share_of(count->heads, count->sentences) >= page_heads ||
           (count->phrases && share_of(count->phrases, count->sentences) >= page_phrases);
}

static bool is_by_text(const struct chooser *chooser, size_t number)
{
    const struct section_count *count = count_of(chooser, number);
    double least = stems_count(chooser->match->needed) > 1 ? text_phrases : single_phrases;
    return count->phrases >= PAGE_PHRASES && share_of(count->phrases, count->sentences) >= least;
}

bool topic_reason_find(const struct chooser *chooser, size_t number, enum topic_reason *reason)
{
    const struct source_section *section = &chooser->corpus->sections[number];
    bool is_whole_page = !section->depth && corpus_section_end(chooser->corpus, number) > number + 1;
    *reason = TOPIC_BY_HEADING;
    if (chooser->by_heading[number])
        return true;
    *reason = TOPIC_BY_PARENT;
    if (chooser->is_part[number] || is_by_parent(chooser, number))
        return true;
    if (is_whole_page)
        return false;
    *reason = TOPIC_BY_PAGE;
    if (is_by_page(chooser, number))
        return true;
    *reason = TOPIC_BY_TEXT;
    return is_by_text(chooser, number);
}
