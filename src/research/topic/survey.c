/* Headings taken apart, and what they name. */
#include "research/topic/survey.h"

#include <stdlib.h>

bool heading_is_short(const struct source_section *section)
{
    return words_count(section->title) <= HEADING_WORDS;
}

struct heading_cutter {
    const struct corpus *corpus;
    struct str title;
    const struct word *words;
    size_t count;
    uint32_t *room;
    struct heading_parts *parts;
};

/* Does a mark that parts two names stand between the word and the one before it? */
static bool is_cut_before(const struct heading_cutter *cutter, size_t at)
{
    size_t length;
    for (size_t i = at ? cutter->words[at - 1].end : 0; at && i < cutter->words[at].start; i += length) {
        uint32_t codepoint;
        length = utf8_decode(cutter->title, i, &codepoint);
        bool is_dash = codepoint == 0x2013 || codepoint == 0x2014;
        if (is_dash || (codepoint < 0x80 && codepoint && strchr(":,;/()", (int)codepoint)))
            return true;
    }
    return false;
}

static bool is_either(const struct heading_cutter *cutter, size_t at)
{
    const struct language *language = cutter->corpus->language;
    const struct definition_words *words = language ? language->definition_words : NULL;
    return words && word_list_has(words->either, cutter->words[at].folded);
}

static void heading_add_part(struct heading_cutter *cutter, size_t first, size_t end)
{
    struct terms part = {cutter->room, 0};
    for (size_t i = first; i < end; i++) {
        uint32_t number = vocabulary_find(&cutter->corpus->vocabulary, cutter->words[i].stem);
        if (!cutter->words[i].is_stop && number != NO_WORD)
            cutter->room[part.count++] = number;
    }
    if (!part.count || cutter->parts->count == COUNT_OF(cutter->parts->list))
        return;
    cutter->parts->list[cutter->parts->count++] = part;
    cutter->room += part.count;
}

struct heading_parts heading_parts_of(const struct corpus *corpus, const struct source_section *section,
                                      struct arena *arena)
{
    struct word *words;
    size_t count, first = 0;
    struct heading_parts parts = {.list = {section->terms}, .count = 1};
    words_split(arena, section->title, corpus->language, &words, &count, NULL);
    struct heading_cutter cutter = {corpus, section->title, words, count, ARENA_ARRAY(arena, count + 1, uint32_t),
                                    &parts};
    for (size_t i = 1; cutter.room && i < count; i++) {
        bool is_word = is_either(&cutter, i);
        if (!is_word && !is_cut_before(&cutter, i))
            continue;
        heading_add_part(&cutter, first, i);
        first = i + is_word;
    }
    if (first)
        heading_add_part(&cutter, first, count);
    return parts;
}

/* --- names --- */

struct str heading_name(const struct source_section *section)
{
    static const char *const marks[] = {" \xE2\x80\x94 ", " \xE2\x80\x93 ", " - ", ": "};
    struct str name = section->title;
    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        size_t at = str_find(name, str_from(marks[i]), 0);
        name.len = at && at < name.len ? at : name.len;
    }
    return name;
}

/* The stems of the same; in the arena. */
static struct terms heading_name_terms(const struct corpus *corpus, const struct source_section *section,
                                       struct arena *arena)
{
    struct word *words;
    size_t count;
    struct str text = heading_name(section);
    if (text.len == section->title.len)
        return section->terms;
    words_split(arena, text, corpus->language, &words, &count, NULL);
    struct heading_parts parts = {.count = 0};
    struct heading_cutter cutter = {corpus, text, words, count, ARENA_ARRAY(arena, count + 1, uint32_t), &parts};
    if (cutter.room)
        heading_add_part(&cutter, 0, count);
    return parts.count ? parts.list[0] : section->terms;
}

static size_t words_shared(struct str text, struct str other, size_t *count)
{
    size_t shared = 0;
    struct str word, known;
    for (*count = 0; str_split(&text, ' ', &word); ++*count)
        for (struct str rest = other; str_split(&rest, ' ', &known);)
            if (str_ieq(word, known)) {
                shared++;
                break;
            }
    return shared;
}

/* How many of the words of two texts are the same as they are written, letter case aside: Dice's coefficient, 0-1. */
static double written_likeness(struct str a, struct str b)
{
    size_t in_a, in_b, shared = words_shared(a, b, &in_a) + words_shared(b, a, &in_b);
    return in_a + in_b ? (double)shared / (double)(in_a + in_b) : 0;
}

/* --- what a heading names --- */

static stem_set near_at(const struct topic_match *match, const struct terms *terms, size_t at)
{
    uint32_t term = terms->ids[at];
    return match_at(match, terms, at) | (term < match->known ? match->near[term] : 0);
}

bool term_bears(const struct topic_match *match, uint32_t term)
{
    return term >= match->known || (!match->is_light[term] && !match->is_hidden[term]);
}

bool terms_name(const struct topic_match *match, const struct terms *terms, size_t most_others, stem_set *without)
{
    stem_set held = 0, strong = match->strong & match->needed;
    size_t others = 0;
    for (size_t i = 0; i < terms->count; i++) {
        stem_set here = near_at(match, terms, i);
        held |= here;
        others += !(here & match->needed) && term_bears(match, terms->ids[i]);
    }
    *without = match->needed & ~held;
    return strong && (held & strong) == strong && others <= most_others;
}

bool heading_names(const struct topic_match *match, const struct heading_parts *parts, stem_set *without)
{
    size_t most_others = set_count(match->strong & match->needed) > 1;
    for (size_t i = 0; i < parts->count; i++)
        if (terms_name(match, &parts->list[i], most_others, without))
            return true;
    return false;
}

stem_set terms_name_only(const struct topic_match *match, const struct terms *terms)
{
    stem_set held = 0;
    for (size_t i = 0; i < terms->count; i++) {
        stem_set here = near_at(match, terms, i) & match->needed;
        if (!here && (terms->ids[i] >= match->known || !match->is_hidden[terms->ids[i]]))
            return 0;
        held |= here;
    }
    return held;
}

stem_set heading_names_only(const struct topic_match *match, const struct heading_parts *parts)
{
    stem_set best = 0;
    for (size_t i = 0; i < parts->count; i++) {
        stem_set held = terms_name_only(match, &parts->list[i]);
        if (set_count(held & match->strong) > set_count(best & match->strong))
            best = held;
    }
    return best;
}

/*
 * The order of pages. By the best title or heading alone the right page was first for 98.8 % of the requests for a
 * page, by BM25F (Robertson, Zaragoza 2009) with adjacent pairs for 92.5 %, so BM25F only decides between equal
 * headings.
 */

static const double title_weight = 2, heading_weight = 0.5, path_weight = 0.3;
static const double exact_bonus = 0.5;   /* the title says the subject and nothing else */
static const double written_bonus = 0.1; /* a heading does */
static const double name_bonus = 0.1;    /* a heading on the subject has the name too that is left out */
static const double deed_bonus = 0.5;    /* of a task: the title begins with what is done */
static const double task_title = 0.8;    /* the same: the title is what is done, and the text says with what */
static const double text_bonus = 0.5;    /* the title holds the subject: for running text on it, at most */
static const double half_text = 5;       /* sentences for half of that */
static const double alike = 0.5;         /* a heading so like the subject is about it, not about a part or more */
static const double field_heading = 3, field_title = 5; /* what a stem there is worth; 1 in the text */
static const double field_lengths = 0.5;                /* BM25_B of headings and titles, whose lengths say less */
static const double whole_bonus = 1.8; /* a heading over text is a long subject, and no title is: it beats titles that
                                        hold more than that */
static const double name_share = 0.95; /* what a title names before a dash, beside a title that is that alone */
static const double tie = 0.01;        /* the most that BM25F adds: less than two headings differ by */

/* The text of a page as BM25F sees it. */
struct survey_fields {
    double text[SUBJECT_STEMS], headings[SUBJECT_STEMS], title[SUBJECT_STEMS]; /* times of each stem */
    double text_length, heading_length, title_length;                          /* stems */
};

static void count_into(const struct topic_match *match, const struct terms *terms, double *times, double *length)
{
    for (size_t i = 0; i < terms->count; i++) {
        stem_set held = match_at(match, terms, i);
        for (size_t j = 0; held >> j && j < match->count; j++)
            times[j] += held >> j & 1;
    }
    *length += (double)terms->count;
}

static struct survey_fields *count_fields(const struct survey *survey)
{
    const struct corpus *corpus = survey->topic->corpus;
    struct survey_fields *fields = ARENA_ARRAY(survey->arena, corpus->page_count + 1, struct survey_fields);
    for (size_t i = 0; fields && i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        struct survey_fields *page = &fields[section->page];
        if (section->depth)
            count_into(survey->match, &section->terms, page->headings, &page->heading_length);
        else
            count_into(survey->match, &section->terms, page->title, &page->title_length);
    }
    for (size_t i = 0; fields && i < corpus->statement_count; i++) {
        struct survey_fields *page = &fields[corpus->sections[corpus->statements[i].section].page];
        count_into(survey->match, &corpus->statements[i].terms, page->text, &page->text_length);
    }
    return fields;
}

static double normal(double length, double mean, double b)
{
    return 1 - b + (mean > 0 ? b * length / mean : b);
}

static double bm25f(const struct topic_match *match, const struct survey_fields *page, const struct survey_fields *mean)
{
    double score = 0;
    for (size_t i = 0; i < match->count; i++) {
        double times =
            page->text[i] / normal(page->text_length, mean->text_length, BM25_B) +
            field_heading * page->headings[i] / normal(page->heading_length, mean->heading_length, field_lengths) +
            field_title * page->title[i] / normal(page->title_length, mean->title_length, field_lengths);
        score += bm25_worth(match->idf[i], times);
    }
    return score;
}

static stem_set path_stems(const struct survey *survey, size_t section)
{
    const struct corpus *corpus = survey->topic->corpus;
    stem_set held = 0;
    for (size_t i = section; i != NO_SECTION; i = corpus->sections[i].parent)
        held |= match_all(survey->match, &corpus->sections[i].terms);
    return held;
}

static bool has_hidden(const struct topic_match *match, const struct terms *terms)
{
    for (size_t i = 0; i < terms->count; i++)
        if (terms->ids[i] < match->known && match->is_hidden[terms->ids[i]])
            return true;
    return false;
}

/* Of headings with the same stems the one that is written as the subject is: "Updatable views", not "Updating a view";
 * "Before you start", not "After the start". The same where it has the name that is left out. */
static double by_writing(const struct survey *survey, const struct source_section *section)
{
    double bonus = written_bonus * written_likeness(section->title, survey->topic->subject);
    return bonus + (has_hidden(survey->match, &section->terms) ? name_bonus : 0);
}

/* Is a section of some size on a long subject and on nothing else? "Booting from USB Memory Stick", rather than the
 * page "Preparing Files for USB Memory Stick Booting". */
static bool heading_is_whole(const struct survey *survey, size_t section, double likeness)
{
    enum { LONG_SUBJECT = 3, SECTION_TEXT = 60 };
    return likeness > 0.999 && set_count(survey->match->needed) >= LONG_SUBJECT &&
           survey->all[section].words >= SECTION_TEXT;
}

/* By the title and the headings of a page: sections [root, end). */
static double by_headings(const struct survey *survey, size_t root, size_t end, double title)
{
    const struct topic_match *match = survey->match;
    const struct source_section *sections = survey->topic->corpus->sections;
    size_t slack = set_count(match->needed) > 2;
    double best = title, phrase = 0, path = 0, writing = 0, whole = 0;
    for (size_t i = root; i < end; i++) {
        double likeness = i == root ? title : match_likeness(match, &sections[i].terms);
        double weight = match_weight(match, path_stems(survey, i));
        if (likeness > 0 && !heading_is_short(&sections[i]))
            continue;
        best = likeness > best ? likeness : best;
        path = weight > path ? weight : path;
        if (likeness > 0 && match_holds(match, &sections[i].terms, match->needed, slack)) {
            double worth = likeness >= alike ? heading_weight : heading_weight / 2;
            double written = by_writing(survey, &sections[i]);
            phrase = worth > phrase ? worth : phrase;
            writing = written > writing ? written : writing;
            whole = heading_is_whole(survey, i, likeness) ? whole_bonus : whole;
        }
    }
    bool in_title = title > 0 && match_holds(match, &sections[root].terms, match->needed, slack);
    double exact = str_ieq(heading_name(&sections[root]), survey->topic->subject) ? exact_bonus : 0;
    return (in_title ? title_weight * title : 0) + phrase + best + path_weight * path + exact + writing + whole;
}

/* How like the subject the title is, or what it names first. */
static double title_likeness(const struct survey *survey, size_t root)
{
    const struct source_section *section = &survey->topic->corpus->sections[root];
    double likeness = match_likeness(survey->match, &section->terms);
    if (!likeness)
        return 0;
    struct terms name = heading_name_terms(survey->topic->corpus, section, survey->arena);
    double of_name = name_share * match_likeness(survey->match, &name);
    return of_name > likeness ? of_name : likeness;
}

/* "Upgrading from ...", and "Sorting" where the page has the list too. */
static double by_task(const struct survey *survey, size_t root)
{
    enum { ENOUGH = 3 };
    const struct topic_match *match = survey->match;
    const struct source_section *section = &survey->topic->corpus->sections[root];
    if (!match->deed || !section->terms.count || !heading_is_short(section))
        return 0;
    bool begins = match_at(match, &section->terms, 0) & match->deed;
    bool is_deed = terms_name_only(match, &section->terms) & match->deed;
    bool says_all = survey->topic->pages[section->page].sentences >= ENOUGH;
    return (begins ? deed_bonus : 0) + (is_deed && says_all ? title_weight * task_title : 0);
}

static double by_text(const struct survey *survey, size_t root)
{
    const struct topic_match *match = survey->match;
    const struct source_section *section = &survey->topic->corpus->sections[root];
    double sentences = (double)survey->topic->pages[section->page].sentences;
    bool is_titled = match_holds(match, &section->terms, match->needed, set_count(match->needed) > 2);
    return is_titled && heading_is_short(section) ? text_bonus * sentences / (sentences + half_text) : 0;
}

static struct survey_fields mean_of(const struct survey_fields *fields, size_t count)
{
    struct survey_fields mean = {.text_length = 0};
    for (size_t i = 0; i < count; i++) {
        mean.text_length += fields[i].text_length / (double)count;
        mean.heading_length += fields[i].heading_length / (double)count;
        mean.title_length += fields[i].title_length / (double)count;
    }
    return mean;
}

void survey_score(struct survey *survey)
{
    const struct corpus *corpus = survey->topic->corpus;
    struct topic_page *pages = survey->topic->pages;
    struct survey_fields *fields = count_fields(survey);
    if (!fields)
        return;
    struct survey_fields mean = mean_of(fields, corpus->page_count);
    double best = 0;
    for (size_t i = 0; i < corpus->page_count; i++) {
        pages[i].score = bm25f(survey->match, &fields[i], &mean);
        best = pages[i].score > best ? pages[i].score : best;
    }
    for (size_t root = 0, end; root < corpus->section_count; root = end) {
        struct topic_page *page = &pages[corpus->sections[root].page];
        double title = title_likeness(survey, root);
        end = corpus_section_end(corpus, root);
        page->score = by_headings(survey, root, end, title) + by_task(survey, root) + by_text(survey, root) +
                      (best > 0 ? tie * page->score / best : 0);
    }
}

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

struct section_chooser {
    struct survey *survey;
    const struct corpus *corpus;
    struct topic_match *match; /* its needed stems are those of the page that is looked at */
    bool *by_heading;          /* by section: its heading passes */
    struct topic_section *found;
    size_t found_count;
    double best; /* score of a page */
};

static const struct section_count *count_of_section(const struct section_chooser *chooser, size_t section)
{
    return &chooser->survey->all[section];
}

static double share_of_sentences(size_t some, size_t all)
{
    return all ? (double)some / (double)all : 0;
}

static double mean_share(const struct section_count *count)
{
    return count->sentences ? count->share / (double)count->sentences : 0;
}

/* --- why a section is about the subject --- */

static bool holds_phrase(const struct section_chooser *chooser, const struct source_section *section)
{
    const struct topic_match *match = chooser->match;
    return match_holds(match, &section->terms, match->needed, set_count(match->needed) > 2);
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
static bool section_says(const struct section_chooser *chooser, size_t number, stem_set stems)
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
static bool is_about_one(const struct section_chooser *chooser, size_t number)
{
    const struct section_count *count = count_of_section(chooser, number);
    return match_likeness(chooser->match, &chooser->corpus->sections[number].terms) >= long_heading ||
           share_of_sentences(count->phrases, count->sentences) >= long_phrases;
}

/* With another bearing word and without a light one of the subject the heading may name another thing ("Alpha to
 * selection" for "selection tools"): it does where a page is on the whole of it, else the text decides. */
static bool names_all(const struct section_chooser *chooser, size_t number)
{
    const struct source_section *section = &chooser->corpus->sections[number];
    const struct topic_match *match = chooser->match;
    stem_set without;
    if (holds_phrase(chooser, section))
        return set_count(match->needed) > 1 || is_about_one(chooser, number);
    if (!terms_name(match, &section->terms, 1, &without))
        return false;
    if (!without || terms_name(match, &section->terms, 0, &without))
        return true;
    return chooser->survey->topic->tier == TOPIC_NEAR && section_says(chooser, number, without);
}

static bool names_by_parts(struct section_chooser *chooser, size_t number)
{
    const struct section_count *count = count_of_section(chooser, number);
    struct heading_parts parts =
        heading_parts_of(chooser->corpus, &chooser->corpus->sections[number], chooser->survey->arena);
    stem_set without;
    if (!heading_names(chooser->match, &parts, &without))
        return false;
    return parts.count <= ENUMERATED || (corpus_section_end(chooser->corpus, number) == number + 1 &&
                                         share_of_sentences(count->heads, count->sentences) >= part_heads);
}

static void judge_heading(struct section_chooser *chooser, size_t number)
{
    const struct source_section *section = &chooser->corpus->sections[number];
    if (is_akin(chooser->match, &section->terms) && heading_is_short(section))
        chooser->by_heading[number] = names_all(chooser, number) || names_by_parts(chooser, number);
}

static bool is_by_parent(const struct section_chooser *chooser, size_t number)
{
    const struct source_section *sections = chooser->corpus->sections;
    const struct section_count *count = count_of_section(chooser, number);
    if (!count->heads && mean_share(count) < parent_share)
        return false;
    for (size_t i = sections[number].parent; i != NO_SECTION && sections[i].depth; i = sections[i].parent)
        if (chooser->by_heading[i])
            return true;
    return false;
}

static bool page_is_about(const struct section_chooser *chooser, size_t root)
{
    const struct topic_match *match = chooser->match;
    const struct source_section *section = &chooser->corpus->sections[root];
    double likeness = match_likeness(match, &section->terms);
    bool is_akin = likeness >= page_likeness || (terms_name_only(match, &section->terms) & match->deed);
    if (count_of_section(chooser, root)->phrases >= PAGE_PHRASES && is_akin)
        return true; /* "Row Security" for "row level security", "Sorting" for "how to sort a list" */
    if (likeness >= page_likeness && match_holds(match, &section->terms, match->needed, 0))
        return true;
    stem_set strong = match->strong & match->needed;
    return likeness >= page_strong_likeness && (match_all(match, &section->terms) & strong) == strong;
}

static bool is_by_page(const struct section_chooser *chooser, size_t number)
{
    const struct section_count *count = count_of_section(chooser, number);
    const struct topic_match *match = chooser->match;
    size_t enough = set_count(match->needed) == 1 ? 1 : 2, root = corpus_section_root(chooser->corpus, number);
    if (!page_is_about(chooser, root))
        return false;
    if (count->phrases >= enough)
        return true;
    bool is_deed = terms_name_only(match, &chooser->corpus->sections[root].terms) & match->deed;
    return (is_deed && mean_share(count) >= parent_share) ||
           share_of_sentences(count->heads, count->sentences) >= page_heads ||
           (count->phrases && share_of_sentences(count->phrases, count->sentences) >= page_phrases);
}

static bool is_by_text(const struct section_chooser *chooser, size_t number)
{
    const struct section_count *count = count_of_section(chooser, number);
    double least = set_count(chooser->match->needed) > 1 ? text_phrases : single_phrases;
    return count->phrases >= PAGE_PHRASES && share_of_sentences(count->phrases, count->sentences) >= least;
}

static bool find_reason(const struct section_chooser *chooser, size_t number, enum topic_reason *reason)
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

static bool says_same(const struct section_chooser *chooser, size_t a, size_t b)
{
    const struct source_section *sections = chooser->corpus->sections;
    return says_no_more(chooser->match, &sections[a].terms, &sections[b].terms) &&
           says_no_more(chooser->match, &sections[b].terms, &sections[a].terms);
}

/* Takes a section, unless it is a part of one that was taken, or its heading says the same as that of one. */
static void take_section(struct section_chooser *chooser, const struct topic_section *one)
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
static bool is_inside_another(const struct section_chooser *chooser, const struct topic_section *one)
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

static void pick(struct section_chooser *chooser)
{
    struct topic *topic = chooser->survey->topic;
    if (chooser->found_count)
        qsort(chooser->found, chooser->found_count, sizeof *chooser->found, by_reason);
    for (size_t i = 0; i < chooser->found_count; i++) {
        const struct topic_section *one = &chooser->found[i];
        if (one->reason == TOPIC_BY_TEXT && topic->section_count >= ENOUGH)
            break;
        if (!is_inside_another(chooser, one))
            take_section(chooser, one);
    }
    if (topic->section_count)
        qsort(topic->sections, topic->section_count, sizeof *topic->sections, by_weight);
}

enum { SECTION_WORDS = 40 };

static const double text_worth = 0.5;         /* of running text, at most; */
static const double sections_half_text = 150; /* words for half of it */
static const double exact_worth = 0.5;        /* of a heading that is the subject */
static const double reason_weights[] = {3, 2, 1.5, 1};
static const double near_price = 1; /* of a page that is only near, where others speak of the subject itself */

/* Long enough, and with text that can stand in an article: of a corpus that is only searched nobody knows. */
static bool may_stand(const struct section_chooser *chooser, size_t number)
{
    const struct source_section *section = &chooser->corpus->sections[number];
    bool has_text = section->total_words || !chooser->corpus->passage_count;
    return has_text && !section->is_boilerplate && heading_is_short(section) && section->title.len &&
           count_of_section(chooser, number)->words >= SECTION_WORDS;
}

/* --- all sections --- */

static double weight_of(const struct section_chooser *chooser, size_t number, enum topic_reason reason)
{
    const struct section_count *count = count_of_section(chooser, number);
    const struct source_section *section = &chooser->corpus->sections[number];
    double score = chooser->survey->topic->pages[section->page].score;
    double likeness = match_likeness(chooser->match, &section->terms), words = (double)count->words;
    double written = written_likeness(section->title, chooser->survey->topic->subject);
    double heading = likeness + (likeness > 0.999 ? exact_worth + written : 0) +
                     text_worth * words / (words + sections_half_text) +
                     share_of_sentences(count->names, count->sentences);
    double phrases = 3 * share_of_sentences(count->phrases, count->sentences),
           heads = 2 * share_of_sentences(count->heads, count->sentences);
    return reason_weights[reason] + (chooser->best > 0 ? score / chooser->best : 0) + (phrases < 1 ? phrases : 1) +
           0.5 * (heads < 1 ? heads : 1) + heading;
}

static void choose_section(struct section_chooser *chooser, size_t number)
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

static void find_in_page(struct section_chooser *chooser, size_t root, size_t end)
{
    for (size_t i = root; i < end; i++)
        judge_heading(chooser, i);
    for (size_t i = root; i < end; i++)
        choose_section(chooser, i);
}

/* Does the page speak of the subject, and no other one say nearly all that it says? */
static bool may_give(const struct section_chooser *chooser, size_t page)
{
    const struct topic_page *pages = chooser->survey->topic->pages;
    size_t holder = chooser->corpus->held_by ? chooser->corpus->held_by[page] : NO_PAGE;
    return pages[page].tier != TOPIC_NOT && (holder == NO_PAGE || pages[holder].tier == TOPIC_NOT);
}

static void find_sections(struct section_chooser *chooser)
{
    const struct corpus *corpus = chooser->corpus;
    stem_set needed = chooser->match->needed;
    for (size_t root = 0, end; root < corpus->section_count; root = end) {
        size_t page = corpus->sections[root].page;
        end = corpus_section_end(corpus, root);
        chooser->match->needed = chooser->survey->about[page];
        if (may_give(chooser, page))
            find_in_page(chooser, root, end);
    }
    chooser->match->needed = needed;
}

void survey_sections(struct survey *survey)
{
    const struct corpus *corpus = survey->topic->corpus;
    size_t count = corpus->section_count + 1;
    struct section_chooser chooser = {
        .survey = survey,
        .corpus = corpus,
        .match = survey->match,
        .by_heading = ARENA_ARRAY(survey->arena, count, bool),
        .found = ARENA_ARRAY(survey->arena, count, struct topic_section),
    };
    survey->topic->sections = ARENA_ARRAY(survey->arena, count, struct topic_section);
    if (!chooser.by_heading || !chooser.found || !survey->topic->sections)
        return;
    for (size_t i = 0; i < corpus->page_count; i++)
        if (survey->topic->pages[i].score > chooser.best)
            chooser.best = survey->topic->pages[i].score;
    find_sections(&chooser);
    pick(&chooser);
}
