/* The outline: which sections of the sources the article is made of. */
#include "write/compose/compose.h"

#include <stdlib.h>

enum {
    USUAL_SECTIONS = 7,
    ENOUGH_SECTIONS = 4,       /* with which no page is taken apart */
    LEAST_WORDS = 45,          /* of a section */
    LEAST_OF_MANY = 30,        /* of one of more sections than usual */
    MUCH = 300,                /* words on the subject itself, on a page about more than it */
    LEAST_OPENING = 110,       /* of what a page says before its first heading: the introduction takes some of it */
    LEAST_FIRST = 80,          /* of one that comes first because its heading is the subject */
    LEAST_STATED = 60,         /* words of a section's prose, of which a half must be fit to be used */
    WORDS_WITH_HEADINGS = 180, /* from which a section keeps headings inside it */
    MOST_SUBSECTIONS = 3,
    LEAST_PARTS = 2, /* of a page that is taken apart */
    MOST_PARTS = 12
};

/* What ordered lists and code add to the worth of a section where the keyword asks how to do something. */
static const double worth_of_steps = 2, worth_of_code = 0.5;

/* A part of a page of questions is worth this share of the page; of any page each further part is worth a little less,
 * so that other pages get their turn. */
static const double worth_of_question = 0.3, worth_of_turn = 0.15;

#define WHOLE 0.999 /* likeness of a heading that is the subject */

/* Of the subject's stems, from which a heading names it. */
static const double named_share = 0.5;

/* More than any other section is. */
static const double worth_of_opening = 100;

/* What a section is worth less of which little is left. */
static const double worth_of_fragments = 1.5;

/* Of the best page's score, which a page has whose sections are taken by what their text names. */
static const double least_share = 0.2;

/* A section on its way into the plan. */
struct chosen {
    size_t section;
    double worth;
    size_t turn;     /* of its page: the one that speaks best of the subject comes first */
    bool is_of_both; /* of a comparison: it is about both sides */
    bool is_whole;   /* its heading is the subject: it comes first */
    bool is_named;   /* its heading names half of what is to be done: of the sections of a page it comes first */
    bool is_opening; /* it is what stands before the first heading inside it */
};

static bool is_inside(const struct corpus *corpus, size_t section, size_t outer)
{
    while (section != NO_SECTION && section != outer)
        section = corpus->sections[section].parent;
    return section == outer;
}

/* --- which --- */

/* Is less than half of the prose fit to be used? What is left of it leans on what is not there. */
static bool is_fragments(const struct writing *writing, size_t number)
{
    const struct corpus *corpus = &writing->corpus;
    size_t stated = 0;
    for (size_t i = 0; i < corpus->statement_count; i++)
        if (is_inside(corpus, corpus->statements[i].section, number))
            stated += corpus->statements[i].words;
    return stated >= LEAST_STATED && corpus->sections[number].total_words * 2 < stated;
}

/* Are the steps those of the subject? The headings above them, or what announces them, speak of it. */
static bool steps_are_of(const struct writing *writing, const struct passage *passage)
{
    const struct corpus *corpus = &writing->corpus;
    const struct topic *topic = &writing->topics[0];
    bool is = topic_share(topic, &corpus->sections[passage->section].terms) >= named_share;
    for (size_t i = passage->first; i < passage->first + passage->count && !corpus->sentences[i].item && !is; i++)
        is = topic_share(topic, &corpus->sentences[i].terms) >= named_share;
    return is;
}

static double worth_of(const struct writing *writing, const struct topic_section *section)
{
    const struct corpus *corpus = &writing->corpus;
    double steps = 0, code = 0;
    for (size_t i = 0; i < corpus->passage_count && writing->asked.shape == KEYWORD_HOW_TO; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (passage->page != corpus->sections[section->section].page ||
            !is_inside(corpus, passage->section, section->section))
            continue;
        steps = passage->is_ordered && steps_are_of(writing, passage) ? worth_of_steps : steps;
        code = passage->code.len ? worth_of_code : code;
    }
    return section->weight + steps + code - (is_fragments(writing, section->section) ? worth_of_fragments : 0);
}

static bool is_fit(const struct writing *writing, size_t number)
{
    const struct source_section *section = &writing->corpus.sections[number];
    bool is_brand = writing->has_brand_page && section->page + 1 == writing->page_count;
    bool is_kept_back = section->is_question && config_bool(writing->config, "includeFaq");
    size_t least, most;
    plan_bounds(writing->config, &least, &most);
    return section->total_words >= (least > USUAL_SECTIONS ? LEAST_OF_MANY : LEAST_WORDS) && section->title.len &&
           !is_brand && !is_kept_back;
}

/* Does any sentence of the section, or its heading, hold the whole of the subject? */
static bool names_all(const struct writing *writing, const struct topic *topic, size_t section)
{
    const struct corpus *corpus = &writing->corpus;
    if (topic_holds(topic, &corpus->sections[section].terms, 0))
        return true;
    for (size_t i = 0; i < corpus->passage_count; i++)
        for (size_t j = 0; j < corpus->passages[i].count; j++)
            if (is_inside(corpus, corpus->passages[i].section, section) &&
                topic_holds(topic, &corpus->sentences[corpus->passages[i].first + j].terms, 0))
                return true;
    return false;
}

/* A page that hardly speaks of the subject gives no sections by what their text names. */
static bool is_admitted(const struct writing *writing, const struct topic *topic, const struct topic_section *section)
{
    double best = 0;
    for (size_t i = 0; i < writing->corpus.page_count; i++)
        best = topic->pages[i].score > best ? topic->pages[i].score : best;
    double share = topic->pages[writing->corpus.sections[section->section].page].score;
    bool by_itself = section->reason == TOPIC_BY_HEADING || section->reason == TOPIC_BY_PARENT;
    if (writing->topic_count > 1 && !names_all(writing, topic, section->section))
        return false; /* a comparison is about its two sides alone */
    return (by_itself || share >= least_share * best) && is_fit(writing, section->section);
}

static void add_sections(const struct writing *writing, const struct topic *topic, struct chosen *list, size_t *count)
{
    for (size_t i = 0; i < topic->section_count; i++) {
        size_t section = topic->sections[i].section, same = 0;
        while (same < *count && list[same].section != section)
            same++;
        if (same < *count)
            list[same].is_of_both = true;
        else if (is_admitted(writing, topic, &topic->sections[i]))
            list[(*count)++] = (struct chosen){.section = section, .worth = worth_of(writing, &topic->sections[i])};
    }
}

static int by_worth(const void *left, const void *right)
{
    const struct chosen *a = left, *b = right;
    if (a->worth != b->worth)
        return a->worth < b->worth ? 1 : -1;
    return (a->section > b->section) - (a->section < b->section);
}

static int by_turn(const void *left, const void *right)
{
    const struct chosen *a = left, *b = right;
    if (a->is_of_both != b->is_of_both)
        return a->is_of_both ? 1 : -1;
    if (a->is_whole != b->is_whole)
        return a->is_whole ? -1 : 1;
    if (a->turn != b->turn)
        return a->turn < b->turn ? -1 : 1;
    if (a->is_named != b->is_named)
        return a->is_named ? -1 : 1;
    return (a->section > b->section) - (a->section < b->section);
}

/* How many pages speak better of the subject, or of either side of a comparison. */
static size_t turn_of(const struct writing *writing, size_t page)
{
    size_t better = 0;
    for (size_t i = 0; i < writing->corpus.page_count; i++) {
        double own = 0, other = 0;
        for (size_t j = 0; j < writing->topic_count; j++) {
            own += writing->topics[j].pages[page].score;
            other += writing->topics[j].pages[i].score;
        }
        better += other > own || (other == own && i < page);
    }
    return better;
}

/* Is the section's heading the subject, on the page that speaks best of it, on one that is about it, or with much to
 * say? Other pages say only what they need of it: "Virtual Hosts" on the page about logs. */
static bool is_whole(const struct writing *writing, size_t number)
{
    const struct corpus *corpus = &writing->corpus;
    const struct source_section *section = &corpus->sections[number], *root = section;
    while (root->parent != NO_SECTION)
        root = &corpus->sections[root->parent];
    return topic_likeness(&writing->topics[0], &section->terms) >= WHOLE &&
           (section->total_words >= MUCH || !turn_of(writing, section->page) ||
            topic_holds(&writing->topics[0], &root->terms, 0));
}

/* Do two headings say the same words, in any order? */
static bool says_same(const struct source_section *left, const struct source_section *right)
{
    const struct vector *a = &left->vector, *b = &right->vector;
    return str_ieq(left->title, right->title) || (a->count && a->count == b->count && vector_coverage(a, b) > WHOLE);
}

/* Of sections whose headings say the same the best stays; the list is in the order of worth. */
static size_t drop_same(const struct corpus *corpus, struct chosen *list, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        while (same < kept && !says_same(&corpus->sections[list[i].section], &corpus->sections[list[same].section]))
            same++;
        if (same == kept)
            list[kept++] = list[i];
    }
    return kept;
}

/* The best so many, page by page in the order of their text, the best page first. */
static size_t choose(const struct writing *writing, struct chosen *list, size_t count, size_t most)
{
    const struct corpus *corpus = &writing->corpus;
    qsort(list, count, sizeof *list, by_worth);
    count = drop_same(corpus, list, count);
    if (count > most)
        count = most;
    for (size_t i = 0; i < count; i++) {
        const struct source_section *section = &corpus->sections[list[i].section];
        list[i].turn = turn_of(writing, section->page);
        list[i].is_named =
            writing->asked.shape == KEYWORD_HOW_TO && topic_share(&writing->topics[0], &section->terms) >= named_share;
        list[i].is_whole = section->total_words >= LEAST_FIRST && is_whole(writing, list[i].section);
    }
    qsort(list, count, sizeof *list, by_turn);
    return count;
}

static bool is_taken(const struct corpus *corpus, const struct chosen *list, size_t count, size_t section)
{
    for (size_t i = 0; i < count; i++)
        if (is_inside(corpus, section, list[i].section))
            return true;
    return false;
}

/* What stands right below the heading, and below one that says nothing right behind it: "Overview". */
static size_t opening_words(const struct corpus *corpus, size_t number)
{
    const struct source_section *section = &corpus->sections[number], *next = section + 1;
    bool has_next = number + 1 < corpus->section_count && next->parent == number && next->is_boilerplate;
    return section->words + (has_next ? next->words : 0);
}

/* What a page says under the subject itself before it goes into parts comes first, unless it is there as a whole. */
static void add_opening(const struct writing *writing, struct chosen *list, size_t *count)
{
    const struct corpus *corpus = &writing->corpus;
    size_t best = corpus->section_count;
    for (size_t i = 0; i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        if (!is_whole(writing, i) || !is_fit(writing, i) || opening_words(corpus, i) < LEAST_OPENING ||
            is_taken(corpus, list, *count, i))
            continue;
        if (best == corpus->section_count ||
            turn_of(writing, section->page) < turn_of(writing, corpus->sections[best].page))
            best = i;
    }
    if (best < corpus->section_count && writing->topic_count == 1)
        list[(*count)++] = (struct chosen){.section = best, .worth = worth_of_opening, .is_opening = true};
}

/* --- pages as sections --- */

/* Sections right inside one that could stand as sections themselves. */
static size_t find_parts(const struct writing *writing, size_t outer, size_t *parts, size_t most)
{
    const struct corpus *corpus = &writing->corpus;
    size_t count = 0;
    for (size_t i = outer + 1; i < corpus->section_count && is_inside(corpus, i, outer) && count < most; i++) {
        const struct source_section *section = &corpus->sections[i];
        if (section->parent == outer && !section->is_boilerplate && !section->is_example && is_fit(writing, i))
            parts[count++] = i;
    }
    return count;
}

/* "Indoor Herb Garden FAQ": a page of questions is no section, but what else is on it may be. */
static enum status is_of_questions(struct writing *writing, struct str title, bool *is)
{
    const struct cues *cues = writing->brief.language->cues;
    struct word *words;
    size_t count;
    enum status status = words_split(writing->arena, title, writing->brief.language, &words, &count, writing->err);
    *is = !status && cues && count && word_list_has(cues->questions, words[count - 1].folded);
    return status;
}

/* Puts the parts of a page in its place, where the outline is short or the page is one of questions. */
static enum status split_page(struct writing *writing, struct chosen *list, size_t *count, size_t at, bool is_short)
{
    struct chosen whole = list[at];
    size_t parts[MOST_PARTS], found = find_parts(writing, whole.section, parts, MOST_PARTS);
    bool is_collection;
    enum status status = is_of_questions(writing, writing->corpus.sections[whole.section].title, &is_collection);
    if (status || (!is_collection && (!is_short || found < LEAST_PARTS)))
        return status;
    memmove(list + at, list + at + 1, (--*count - at) * sizeof *list);
    for (size_t i = 0; i < found; i++) {
        list[*count] = whole;
        list[*count].section = parts[i];
        list[(*count)++].worth = (is_collection ? worth_of_question : 1) * whole.worth - (double)i * worth_of_turn;
    }
    return OK;
}

static enum status split_pages(struct writing *writing, struct chosen *list, size_t *count, size_t wanted)
{
    enum status status = OK;
    bool is_short = *count < wanted;
    for (size_t i = *count; i-- > 0 && !status;)
        if (writing->corpus.sections[list[i].section].parent == NO_SECTION)
            status = split_page(writing, list, count, i, is_short);
    return status;
}

/* --- headings --- */

/* Sections right inside one that keep their headings: a subject of their own, and text. */
static size_t find_inside(const struct writing *writing, size_t outer, size_t *inside)
{
    const struct corpus *corpus = &writing->corpus;
    if (corpus->sections[outer].total_words < WORDS_WITH_HEADINGS)
        return 0;
    size_t count = find_parts(writing, outer, inside, MOST_SUBSECTIONS);
    bool is_all = count == 1 && !corpus->sections[outer].words; /* it says the same as the heading above it */
    return is_all ? 0 : count;
}

static enum status add_heading(struct writing *writing, size_t section, int level, struct article_plan *plan)
{
    struct planned heading = {.level = level, .section = section + 1};
    enum status status = compose_clean_heading(writing, writing->corpus.sections[section].title, &heading.title);
    if (!status && heading.title.len)
        plan->headings[plan->count++] = heading;
    return status;
}

static enum status add_with_inside(struct writing *writing, const struct chosen *chosen, struct article_plan *plan)
{
    size_t inside[MOST_SUBSECTIONS], before = plan->count;
    size_t count = chosen->is_opening ? 0 : find_inside(writing, chosen->section, inside);
    enum status status = add_heading(writing, chosen->section, 2, plan);
    if (plan->count == before)
        return status;
    plan->headings[before].is_opening = chosen->is_opening;
    for (size_t i = 0; i < count && !status; i++)
        status = add_heading(writing, inside[i], 3, plan);
    return status;
}

enum status compose_outline(struct writing *writing, size_t least, size_t most, struct article_plan *plan)
{
    size_t count = 0, all = 0;
    enum status status = compose_subject(writing);
    for (size_t i = 0; i < writing->topic_count; i++)
        all += writing->topics[i].section_count;
    all = all * MOST_PARTS + 2;
    struct chosen *list = ARENA_ARRAY(writing->arena, all, struct chosen);
    plan->headings = ARENA_ARRAY(writing->arena, all * (1 + MOST_SUBSECTIONS), struct planned);
    plan->count = 0;
    if (status || !list || !plan->headings)
        return status ? status : error_memory(writing->err);
    for (size_t i = 0; i < writing->topic_count; i++)
        add_sections(writing, &writing->topics[i], list, &count);
    if (!status)
        status = split_pages(writing, list, &count, least ? least : ENOUGH_SECTIONS);
    if (!status)
        add_opening(writing, list, &count);
    count = choose(writing, list, count, most ? most : USUAL_SECTIONS);
    for (size_t i = 0; i < writing->topic_count && !count; i++)
        count = compose_short_section(writing, &writing->topics[i], &list[0].section);
    for (size_t i = 0; i < count && !status; i++)
        status = add_with_inside(writing, &list[i], plan);
    return status;
}
