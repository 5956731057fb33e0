/*
 * The order of pages. By the best title or heading alone the right page was first for 98.8 % of the requests for a
 * page, by BM25F (Robertson, Zaragoza 2009) with adjacent pairs for 92.5 %, so BM25F only decides between equal
 * headings.
 */
#include "research/topic/survey.h"

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
static const double field_lengths = 0.5, text_lengths = 0.75, saturation = 1.2;
static const double whole_bonus = 1.8; /* a heading over text is a long subject, and no title is: it beats titles that
                                        hold more than that */
static const double name_share = 0.95; /* what a title names before a dash, beside a title that is that alone */
static const double tie = 0.01;        /* the most that BM25F adds: less than two headings differ by */

/* The text of a page as BM25F sees it. */
struct survey_score_fields {
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

static struct survey_score_fields *count_fields(const struct survey *survey)
{
    const struct corpus *corpus = survey->topic->corpus;
    struct survey_score_fields *fields = ARENA_ARRAY(survey->arena, corpus->page_count + 1, struct survey_score_fields);
    for (size_t i = 0; fields && i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        struct survey_score_fields *page = &fields[section->page];
        if (section->depth)
            count_into(survey->match, &section->terms, page->headings, &page->heading_length);
        else
            count_into(survey->match, &section->terms, page->title, &page->title_length);
    }
    for (size_t i = 0; fields && i < corpus->statement_count; i++) {
        struct survey_score_fields *page = &fields[corpus->sections[corpus->statements[i].section].page];
        count_into(survey->match, &corpus->statements[i].terms, page->text, &page->text_length);
    }
    return fields;
}

static double normal(double length, double mean, double b)
{
    return 1 - b + (mean > 0 ? b * length / mean : b);
}

static double bm25f(const struct topic_match *match, const struct survey_score_fields *page,
                    const struct survey_score_fields *mean)
{
    double score = 0;
    for (size_t i = 0; i < match->count; i++) {
        double times =
            page->text[i] / normal(page->text_length, mean->text_length, text_lengths) +
            field_heading * page->headings[i] / normal(page->heading_length, mean->heading_length, field_lengths) +
            field_title * page->title[i] / normal(page->title_length, mean->title_length, field_lengths);
        score += match->idf[i] * times / (saturation + times);
    }
    return score;
}

static stem_set survey_score_path_of(const struct survey *survey, size_t section)
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
static bool survey_score_is_whole(const struct survey *survey, size_t section, double likeness)
{
    enum { LONG_SUBJECT = 3, SECTION_TEXT = 60 };
    return likeness > 0.999 && stems_count(survey->match->needed) >= LONG_SUBJECT &&
           survey->all[section].words >= SECTION_TEXT;
}

/* By the title and the headings of a page: sections [root, end). */
static double by_headings(const struct survey *survey, size_t root, size_t end, double title)
{
    const struct topic_match *match = survey->match;
    const struct source_section *sections = survey->topic->corpus->sections;
    size_t slack = stems_count(match->needed) > 2;
    double best = title, phrase = 0, path = 0, writing = 0, whole = 0;
    for (size_t i = root; i < end; i++) {
        double likeness = i == root ? title : match_likeness(match, &sections[i].terms);
        double weight = match_weight(match, survey_score_path_of(survey, i));
        if (likeness > 0 && !heading_is_short(&sections[i]))
            continue;
        best = likeness > best ? likeness : best;
        path = weight > path ? weight : path;
        if (likeness > 0 && match_holds(match, &sections[i].terms, match->needed, slack)) {
            double worth = likeness >= alike ? heading_weight : heading_weight / 2;
            double written = by_writing(survey, &sections[i]);
            phrase = worth > phrase ? worth : phrase;
            writing = written > writing ? written : writing;
            whole = survey_score_is_whole(survey, i, likeness) ? whole_bonus : whole;
        }
    }
    bool in_title = title > 0 && match_holds(match, &sections[root].terms, match->needed, slack);
    double exact = str_ieq(heading_name(&sections[root]), survey->topic->subject) ? exact_bonus : 0;
    return (in_title ? title_weight * title : 0) + phrase + best + path_weight * path + exact + writing + whole;
}

/* How like the subject the title is, or what it names first. */
static enum status title_likeness(const struct survey *survey, size_t root, double *likeness)
{
    const struct corpus *corpus = survey->topic->corpus;
    struct terms name;
    *likeness = match_likeness(survey->match, &corpus->sections[root].terms);
    if (!*likeness)
        return OK;
    enum status status = heading_name_read(corpus, &corpus->sections[root], survey->arena, &name, survey->err);
    double of_name = status ? 0 : name_share * match_likeness(survey->match, &name);
    *likeness = of_name > *likeness ? of_name : *likeness;
    return status;
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
    bool is_titled = match_holds(match, &section->terms, match->needed, stems_count(match->needed) > 2);
    return is_titled && heading_is_short(section) ? text_bonus * sentences / (sentences + half_text) : 0;
}

static struct survey_score_fields mean_of(const struct survey_score_fields *fields, size_t count)
{
    struct survey_score_fields mean = {.text_length = 0};
    for (size_t i = 0; i < count; i++) {
        mean.text_length += fields[i].text_length / (double)count;
        mean.heading_length += fields[i].heading_length / (double)count;
        mean.title_length += fields[i].title_length / (double)count;
    }
    return mean;
}

enum status survey_score(struct survey *survey)
{
    const struct corpus *corpus = survey->topic->corpus;
    struct topic_page *pages = survey->topic->pages;
    struct survey_score_fields *fields = count_fields(survey);
    if (!fields)
        return error_memory(survey->err);
    struct survey_score_fields mean = mean_of(fields, corpus->page_count);
    double best = 0;
    for (size_t i = 0; i < corpus->page_count; i++) {
        pages[i].score = bm25f(survey->match, &fields[i], &mean);
        best = pages[i].score > best ? pages[i].score : best;
    }
    enum status status = OK;
    for (size_t root = 0, end; root < corpus->section_count && !status; root = end) {
        struct topic_page *page = &pages[corpus->sections[root].page];
        double title;
        end = corpus_section_end(corpus, root);
        status = title_likeness(survey, root, &title);
        page->score = by_headings(survey, root, end, title) + by_task(survey, root) + by_text(survey, root) +
                      (best > 0 ? tie * page->score / best : 0);
    }
    return status;
}
