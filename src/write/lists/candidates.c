#include "write/lists/candidates.h"

#include "base/vec.h"
#include "write/lists/lists.h"

#include <stdlib.h>

enum {
    LEAST_MEMBERS = 2, /* of a group of headings */
    LEAST_ENTRIES = 3, /* of a list */
    LEAST_TEXT = 25,   /* words below a heading */
    MOST_NAME_WORDS = 10,
    NAME_WORDS = 2, /* of a name: what is longer is an instruction or a statement */
};

static const double alike = 0.6;        /* cosine from which two names are one */
static const double named = 0.99;       /* share of a name that a text about it holds */
static const double widely = 6;         /* passages that make a thing well known to the sources */
static const double base = 0.15;        /* of a group that has nothing to do with the keyword's words */
static const double for_names = 1.6;    /* factor for groups of names: lists are of things */
static const double for_lists = 2;      /* and of a page whose title announces a list */
static const double for_pages = 0.6;    /* and of the titles of whole pages */
static const double least_share = 0.45; /* of the best group's score, for further groups */

/* Things that stand side by side. */
struct group {
    struct list_candidate *members;
    size_t count, cap;
    size_t short_names;
    double context;   /* share of the keyword that its surroundings name */
    double announced; /* and that the words before it name: "Four herbs suit every kitchen:" */
    double mentions;  /* sum over the members: how widely the sources speak of them, 0-1 each */
    double factor, score;
    size_t place; /* in the sources, for the order of equals */
};

struct grouping {
    struct writing *writing;
    struct corpus *corpus;
    struct vector keyword;
    double *relevance; /* by section */
    struct group *groups;
    size_t count, cap;
};

bool list_is_same(const struct vector *a, const struct vector *b)
{
    if (!a->count || !b->count)
        return false;
    return vector_cosine(a, b) >= alike || vector_coverage(a, b) >= 1 || vector_coverage(b, a) >= 1;
}

static enum status add_member(struct grouping *grouping, struct group *group, struct str name)
{
    struct writing *writing = grouping->writing;
    struct list_candidate candidate = {.name = name};
    enum status status = corpus_vector(grouping->corpus, name, &candidate.vector, writing->err);
    if (status || !candidate.vector.count)
        return status;
    for (size_t i = 0; i < group->count; i++)
        if (list_is_same(&group->members[i].vector, &candidate.vector))
            return OK;
    struct list_candidate *members =
        vec_room(writing->arena, group->members, group->count, &group->cap, sizeof *members);
    if (!members)
        return error_memory(writing->err);
    group->members = members;
    group->members[group->count++] = candidate;
    group->short_names += words_count(name) <= NAME_WORDS;
    return OK;
}

/* The things that a keyword means are spoken of in many places, those of a side remark in one. */
static void count_mentions(struct grouping *grouping, struct group *group)
{
    for (size_t i = 0; i < group->count; i++) {
        double passages = 0;
        for (size_t j = 0; j < grouping->corpus->passage_count && passages < widely; j++)
            passages += vector_coverage(&group->members[i].vector, &grouping->corpus->passages[j].vector) >= named;
        group->mentions += passages / widely;
    }
}

static bool is_of_names(const struct group *group)
{
    return group->short_names * 2 > group->count;
}

/* Does a sentence name both? Things of one kind are named together: "Rosemary, thyme and sage prefer full sun." */
static bool are_named_together(const struct corpus *corpus, const struct vector *a, const struct vector *b)
{
    for (size_t i = 0; i < corpus->sentence_count; i++)
        if (vector_coverage(a, &corpus->sentences[i].vector) >= named &&
            vector_coverage(b, &corpus->sentences[i].vector) >= named)
            return true;
    return false;
}

static bool is_named_with_others(const struct grouping *grouping, const struct group *group, size_t member)
{
    for (size_t i = 0; i < group->count; i++)
        if (i != member &&
            are_named_together(grouping->corpus, &group->members[i].vector, &group->members[member].vector))
            return true;
    return false;
}

/* Among headings that are names mostly there may be some of another kind: "Winter care" beside herbs. They go where
 * most of the others are named together. */
static enum status drop_strangers(struct grouping *grouping, struct group *group)
{
    bool *belongs = ARENA_ARRAY(grouping->writing->arena, group->count + 1, bool);
    size_t together = 0, kept = 0;
    if (!belongs)
        return error_memory(grouping->writing->err);
    for (size_t i = 0; i < group->count; i++)
        together += belongs[i] = is_named_with_others(grouping, group, i);
    for (size_t i = 0; i < group->count && together * 2 >= group->count; i++)
        if (belongs[i])
            group->members[kept++] = group->members[i];
    group->count = kept ? kept : group->count;
    return OK;
}

static enum status keep(struct grouping *grouping, struct group *group, size_t least)
{
    enum status status = is_of_names(group) ? drop_strangers(grouping, group) : OK;
    if (status || group->count < least)
        return status;
    struct group *groups =
        vec_room(grouping->writing->arena, grouping->groups, grouping->count, &grouping->cap, sizeof *groups);
    if (!groups)
        return error_memory(grouping->writing->err);
    grouping->groups = groups;
    group->place = grouping->count;
    if (is_of_names(group))
        count_mentions(grouping, group);
    group->score = (base + group->context + group->announced) * (1 + group->mentions) * group->factor *
                   (is_of_names(group) ? for_names : 1);
    grouping->groups[grouping->count++] = *group;
    return OK;
}

/* How much of the keyword the headings around a section name. */
static double context_of(const struct grouping *grouping, size_t section)
{
    double most = grouping->relevance[section];
    for (size_t at = section; at != NO_SECTION; at = grouping->corpus->sections[at].parent) {
        double covered = vector_coverage(&grouping->keyword, &grouping->corpus->sections[at].vector);
        most = covered > most ? covered : most;
    }
    return most;
}

static enum status announces_list(struct grouping *grouping, size_t section, bool *is_list)
{
    struct writing *writing = grouping->writing;
    const struct source_section *sections = grouping->corpus->sections;
    struct str subject;
    size_t count;
    while (sections[section].parent != NO_SECTION)
        section = sections[section].parent;
    enum status status = keyword_announces(writing->arena, sections[section].title, writing->brief.language, &count,
                                           &subject, writing->err);
    *is_list = count > 0;
    return status;
}

static bool is_candidate(const struct source_section *section)
{
    return section->title.len && !section->is_boilerplate && !section->is_example && !section->is_question &&
           section->total_words >= LEAST_TEXT && words_count(section->title) <= MOST_NAME_WORDS;
}

/* How much of the keyword a heading names, or the first sentence below it. */
static double announced_by(const struct grouping *grouping, size_t section)
{
    const struct corpus *corpus = grouping->corpus;
    double covered = vector_coverage(&grouping->keyword, &corpus->sections[section].vector), lead = 0;
    for (size_t i = 0; i < corpus->passage_count; i++)
        if (corpus->passages[i].section == section) {
            lead = vector_coverage(&grouping->keyword, &corpus->sentences[corpus->passages[i].first].vector);
            break;
        }
    return covered > lead ? covered : lead;
}

/* The headings right below one heading; below NO_SECTION those of whole pages. */
static enum status group_headings(struct grouping *grouping, size_t parent)
{
    const struct corpus *corpus = grouping->corpus;
    struct group group = {.factor = parent == NO_SECTION ? for_pages : 1};
    bool is_list = false;
    enum status status = parent == NO_SECTION ? OK : announces_list(grouping, parent, &is_list);
    for (size_t i = parent == NO_SECTION ? 0 : parent + 1; i < corpus->section_count && !status; i++) {
        if (parent != NO_SECTION && corpus->sections[i].page != corpus->sections[parent].page)
            break;
        if (corpus->sections[i].parent == parent && is_candidate(&corpus->sections[i]))
            status = add_member(grouping, &group, corpus->sections[i].title);
    }
    if (is_list)
        group.factor *= for_lists;
    if (parent != NO_SECTION) {
        group.context = context_of(grouping, parent);
        group.announced = announced_by(grouping, parent);
    }
    return status ? status : keep(grouping, &group, LEAST_MEMBERS);
}

/* The terms that the items of a list describe; an item without one is a statement, of which no source says more. */
static enum status group_list(struct grouping *grouping, const struct passage *passage)
{
    const struct corpus *corpus = grouping->corpus;
    struct group group = {.factor = 1, .context = context_of(grouping, passage->section)};
    enum status status = OK;
    for (size_t i = 0; i < passage->count && !status; i++) {
        const struct source_sentence *sentence = &corpus->sentences[passage->first + i];
        double covered = vector_coverage(&grouping->keyword, &sentence->vector);
        bool is_first = !i || sentence[-1].item != sentence->item;
        if (!sentence->item && covered > group.announced)
            group.announced = covered;
        if (sentence->item && is_first && sentence->term.len)
            status = add_member(grouping, &group, sentence->term);
    }
    return status ? status : keep(grouping, &group, LEAST_ENTRIES);
}

static int by_score(const void *left, const void *right)
{
    const struct group *a = left, *b = right;
    if (a->score != b->score)
        return a->score < b->score ? 1 : -1;
    return (a->place > b->place) - (a->place < b->place);
}

static enum status collect(struct grouping *grouping)
{
    const struct corpus *corpus = grouping->corpus;
    enum status status = group_headings(grouping, NO_SECTION);
    for (size_t i = 0; i < corpus->section_count && !status; i++)
        status = group_headings(grouping, i);
    for (size_t i = 0; i < corpus->passage_count && !status; i++)
        if (corpus->passages[i].is_list)
            status = group_list(grouping, &corpus->passages[i]);
    if (grouping->count)
        qsort(grouping->groups, grouping->count, sizeof *grouping->groups, by_score);
    return status;
}

/* Are the members of a group the same kind of thing as those taken? Names are when they are named together with them;
 * of statements and instructions it cannot be told, and they are. */
static bool is_same_kind(const struct grouping *grouping, const struct group *group, const struct list_candidate *taken,
                         size_t count)
{
    size_t together = 0;
    if (is_of_names(group) != is_of_names(grouping->groups))
        return false;
    for (size_t i = 0; i < group->count; i++)
        for (size_t j = 0; j < count; j++)
            if (are_named_together(grouping->corpus, &group->members[i].vector, &taken[j].vector)) {
                together++;
                break;
            }
    return !is_of_names(group) || together * 2 > group->count;
}

static void take(const struct group *group, size_t most, struct list_candidate *list, size_t *count)
{
    for (size_t i = 0; i < group->count && *count < most; i++) {
        bool is_new = true;
        for (size_t j = 0; j < *count && is_new; j++)
            is_new = !list_is_same(&list[j].vector, &group->members[i].vector);
        if (is_new)
            list[(*count)++] = group->members[i];
    }
}

enum status list_candidates(struct writing *writing, size_t most, struct list_candidate **list, size_t *count,
                            bool *are_names)
{
    struct grouping grouping = {.writing = writing, .corpus = &writing->corpus};
    enum status status = corpus_vector(&writing->corpus, writing->brief.subject, &grouping.keyword, writing->err);
    grouping.relevance = ARENA_ARRAY(writing->arena, writing->corpus.section_count + 1, double);
    *list = ARENA_ARRAY(writing->arena, most + 1, struct list_candidate);
    *count = 0;
    *are_names = false;
    if (!grouping.relevance || !*list)
        return error_memory(writing->err);
    if (!status)
        status = corpus_relevance(&writing->corpus, writing->brief.subject, grouping.relevance, writing->err);
    if (!status)
        status = collect(&grouping);
    for (size_t i = 0; i < grouping.count && !status; i++) {
        const struct group *group = &grouping.groups[i];
        bool fits = is_of_names(group) || group->score >= least_share * grouping.groups->score;
        if (!i || (fits && is_same_kind(&grouping, group, *list, *count)))
            take(group, most, *list, count);
    }
    *are_names = grouping.count && is_of_names(grouping.groups);
    return status;
}
