/* An outline from the headings of the sources: similar headings are merged, the most relevant are kept, in the order in
 * which the sources have them. */
#include "model/builtin/builtin.h"

#include <math.h>
#include <stdlib.h>

enum {
    MIN_TEXT = 40, /* words of usable text that make a heading worth a section */
    PLENTY = 600,  /* words beyond which more text does not make a heading better */
    MAX_TITLE_WORDS = 10,
    DEFAULT_MIN = 3, /* sections when the caller leaves it open */
    DEFAULT_AIM = 5,
    DEFAULT_MAX = 7,
    MIN_SUBSECTIONS = 2,
    MAX_SUBSECTIONS = 4,
    MAX_LEVEL = 4
};

static const double alike = 0.6;           /* cosine from which two headings are merged */
static const double min_relevance = 0.3;   /* of a heading's text to the keyword */
static const double below_relevance = 0.2; /* of a heading inside a section that was chosen */
static const double min_share = 0.5;       /* of the most relevant heading's */
static const double repeated_source = 0.7; /* factor on a source's other headings for each one chosen */
static const double per_source = 0.3;      /* what each further source adds to a heading's weight */

struct stems {
    struct str *list;
    size_t count;
};

/* Headings of the sources that mean the same. */
struct cluster {
    size_t title; /* the heading whose words are used */
    double title_weight;
    double words, relevance, position_sum;
    size_t members, sources;
    int last_source;
    double score, position;
};

struct outliner {
    const struct builtin_outline_request *request;
    const struct language *language;
    struct stems *stems; /* by heading, without the keyword's */
    struct stems keyword;
    struct cluster *clusters;
    size_t count;
    bool *is_used;        /* by heading: in a cluster */
    size_t min, aim, max; /* sections: at least, enough, at most */
    double min_relevance;
    struct arena *arena;
    struct error *err;
};

static bool holds(const struct stems *stems, struct str stem)
{
    for (size_t i = 0; i < stems->count; i++)
        if (str_eq(stems->list[i], stem))
            return true;
    return false;
}

static enum status read_stems(struct outliner *outliner, struct str text, struct stems *stems)
{
    struct word *words;
    size_t count;
    enum status status = words_split(outliner->arena, text, outliner->language, &words, &count, outliner->err);
    if (status)
        return status;
    *stems = (struct stems){ARENA_ARRAY(outliner->arena, count + 1, struct str), 0};
    if (!stems->list)
        return error_memory(outliner->err);
    for (size_t i = 0; i < count; i++)
        if (!words[i].is_stop && !holds(stems, words[i].stem))
            stems->list[stems->count++] = words[i].stem;
    return OK;
}

/* Removes the keyword's stems, which all headings may share. A heading of the keyword's words alone keeps them. */
static void drop_keyword(const struct outliner *outliner, struct stems *stems)
{
    size_t kept = 0, others = 0;
    for (size_t i = 0; i < stems->count; i++)
        others += !holds(&outliner->keyword, stems->list[i]);
    if (!others)
        return;
    for (size_t i = 0; i < stems->count; i++)
        if (!holds(&outliner->keyword, stems->list[i]))
            stems->list[kept++] = stems->list[i];
    stems->count = kept;
}

static double likeness(const struct stems *a, const struct stems *b)
{
    size_t shared = 0;
    for (size_t i = 0; i < a->count; i++)
        shared += holds(b, a->list[i]);
    return a->count && b->count ? (double)shared / sqrt((double)a->count * (double)b->count) : 0;
}

/* Grows with the square root of the text: twice the text does not make a section twice as good. */
static double weight(double relevance, double words)
{
    return relevance * sqrt(words < PLENTY ? words : PLENTY);
}

static bool is_candidate(const struct builtin_heading *heading, size_t words, double least)
{
    return words >= MIN_TEXT && heading->relevance >= least && words_count(heading->text) <= MAX_TITLE_WORDS;
}

static struct cluster *cluster_like(const struct outliner *outliner, size_t heading)
{
    for (size_t i = 0; i < outliner->count; i++) {
        struct cluster *cluster = &outliner->clusters[i];
        if (likeness(&outliner->stems[heading], &outliner->stems[cluster->title]) >= alike)
            return cluster;
    }
    return NULL;
}

static void add_heading(struct outliner *outliner, size_t number, size_t words)
{
    const struct builtin_heading *heading = &outliner->request->headings[number];
    struct cluster *cluster = cluster_like(outliner, number);
    if (!cluster) {
        cluster = &outliner->clusters[outliner->count++];
        *cluster = (struct cluster){.title = number, .last_source = OWN_WORDS};
    }
    double own = weight(heading->relevance, (double)words);
    if (own > cluster->title_weight) {
        cluster->title = number;
        cluster->title_weight = own;
    }
    cluster->words += (double)words;
    cluster->relevance = heading->relevance > cluster->relevance ? heading->relevance : cluster->relevance;
    cluster->position_sum += heading->position;
    cluster->members++;
    cluster->sources += cluster->last_source != heading->source;
    cluster->last_source = heading->source;
    outliner->is_used[number] = true;
}

/* 0: a page about the whole subject, 1: a part of the subject, 2: a part of a part. A page about one part of the
 * subject is of level 1 itself. */
static int level_of(const struct builtin_heading *heading)
{
    return heading->depth + (heading->is_subtopic ? 1 : 0);
}

static void add_level(struct outliner *outliner, int level, double least)
{
    for (size_t i = 0; i < outliner->request->count; i++) {
        const struct builtin_heading *heading = &outliner->request->headings[i];
        size_t words = level == 0 ? heading->words : heading->total_words;
        if (level_of(heading) == level && !outliner->is_used[i] && is_candidate(heading, words, least))
            add_heading(outliner, i, words);
    }
}

/* Collects the headings for parts of the subject; when there are too few, also less relevant ones, then deeper ones,
 * then whole pages. */
static void collect(struct outliner *outliner)
{
    add_level(outliner, 1, outliner->min_relevance);
    if (outliner->count < outliner->aim)
        add_level(outliner, 1, min_relevance);
    for (int level = 2; level <= MAX_LEVEL && outliner->count < outliner->min; level++)
        add_level(outliner, level, min_relevance);
    if (outliner->count < outliner->min)
        add_level(outliner, 0, min_relevance);
}

static void finish_clusters(struct outliner *outliner)
{
    for (size_t i = 0; i < outliner->count; i++) {
        struct cluster *cluster = &outliner->clusters[i];
        cluster->position = cluster->position_sum / (double)cluster->members;
        cluster->score = weight(cluster->relevance, cluster->words) * (1 + per_source * (double)(cluster->sources - 1));
    }
}

/* The score of a cluster, lower the more clusters of its source are chosen already, so that all sources are used. */
static double worth(const struct outliner *outliner, const struct cluster *cluster, size_t chosen)
{
    int source = outliner->request->headings[cluster->title].source;
    double value = cluster->score;
    for (size_t i = 0; i < chosen; i++)
        if (outliner->request->headings[outliner->clusters[i].title].source == source)
            value *= repeated_source;
    return value;
}

/* Moves the best clusters to the front, as many as are wanted, and drops the others. */
static void choose_clusters(struct outliner *outliner)
{
    size_t chosen = 0;
    for (; chosen < outliner->count && chosen < outliner->max; chosen++) {
        size_t best = chosen;
        for (size_t i = chosen + 1; i < outliner->count; i++)
            if (worth(outliner, &outliner->clusters[i], chosen) > worth(outliner, &outliner->clusters[best], chosen))
                best = i;
        struct cluster taken = outliner->clusters[best];
        memmove(outliner->clusters + chosen + 1, outliner->clusters + chosen, (best - chosen) * sizeof taken);
        outliner->clusters[chosen] = taken;
    }
    outliner->count = chosen;
}

static int by_position(const void *left, const void *right)
{
    const struct cluster *a = left, *b = right;
    if (a->position != b->position)
        return a->position > b->position ? 1 : -1;
    return (a->title > b->title) - (a->title < b->title);
}

/* The headings right below the section's own become its subsections when they have enough text. */
static enum status add_subsections(struct outliner *outliner, size_t heading, struct builtin_section *section)
{
    const struct builtin_heading *all = outliner->request->headings;
    section->subsections = ARENA_ARRAY(outliner->arena, MAX_SUBSECTIONS, struct builtin_section);
    if (!section->subsections)
        return error_memory(outliner->err);
    for (size_t i = heading + 1; i < outliner->request->count; i++) {
        bool inside = all[i].source == all[heading].source && all[i].depth > all[heading].depth;
        if (!inside || section->count == MAX_SUBSECTIONS)
            break;
        if (all[i].depth != all[heading].depth + 1 || outliner->is_used[i] ||
            !is_candidate(&all[i], all[i].total_words, below_relevance))
            continue;
        if (likeness(&outliner->stems[i], &outliner->stems[heading]) >= alike)
            continue;
        section->subsections[section->count++] = (struct builtin_section){.title = all[i].text};
        outliner->is_used[i] = true;
    }
    if (section->count < MIN_SUBSECTIONS)
        section->count = 0;
    return OK;
}

static enum status build(struct outliner *outliner, struct builtin_outline *outline)
{
    outline->sections = ARENA_ARRAY(outliner->arena, outliner->count + 1, struct builtin_section);
    if (!outline->sections)
        return error_memory(outliner->err);
    enum status status = OK;
    for (size_t i = 0; i < outliner->count && !status; i++) {
        size_t heading = outliner->clusters[i].title;
        struct builtin_section *section = &outline->sections[outline->count++];
        section->title = outliner->request->headings[heading].text;
        if (level_of(&outliner->request->headings[heading]) > 0)
            status = add_subsections(outliner, heading, section);
    }
    return status;
}

static enum status prepare(struct outliner *outliner, const struct builtin_brief *brief)
{
    size_t count = outliner->request->count;
    outliner->stems = ARENA_ARRAY(outliner->arena, count + 1, struct stems);
    outliner->clusters = ARENA_ARRAY(outliner->arena, count + 1, struct cluster);
    outliner->is_used = ARENA_ARRAY(outliner->arena, count + 1, bool);
    if (!outliner->stems || !outliner->clusters || !outliner->is_used)
        return error_memory(outliner->err);
    outliner->min_relevance = min_relevance;
    for (size_t i = 0; i < count; i++) {
        double wanted = outliner->request->headings[i].relevance * min_share;
        outliner->min_relevance = wanted > outliner->min_relevance ? wanted : outliner->min_relevance;
    }
    enum status status = read_stems(outliner, brief->keyword, &outliner->keyword);
    for (size_t i = 0; i < count && !status; i++) {
        status = read_stems(outliner, outliner->request->headings[i].text, &outliner->stems[i]);
        drop_keyword(outliner, &outliner->stems[i]);
    }
    return status;
}

enum status builtin_outline(const struct builtin_brief *brief, const struct builtin_outline_request *request,
                            struct arena *arena, struct builtin_outline *outline, struct error *err)
{
    struct outliner outliner = {.request = request, .language = brief->language, .arena = arena, .err = err};
    outliner.min = request->max_sections ? request->min_sections : DEFAULT_MIN;
    outliner.aim = request->max_sections ? request->min_sections : DEFAULT_AIM;
    outliner.max = request->max_sections ? request->max_sections : DEFAULT_MAX;
    *outline = (struct builtin_outline){0};
    enum status status = prepare(&outliner, brief);
    if (status)
        return status;
    collect(&outliner);
    finish_clusters(&outliner);
    choose_clusters(&outliner);
    qsort(outliner.clusters, outliner.count, sizeof *outliner.clusters, by_position);
    return build(&outliner, outline);
}
