#include "write/lists/candidates.h"

#include "base/vec.h"
#include "write/lists/lists.h"

#include <math.h>
#include <stdlib.h>

enum {
    LEAST_MEMBERS = 2, /* of a group of headings */
    LEAST_ENTRIES = 3, /* of a list */
    LEAST_TEXT = 25,   /* words below a heading */
    MOST_NAME_WORDS = 10,
    NAME_TERMS = 2, /* content words of a name: what is longer is an instruction or a statement */
};

static const double alike = 0.6;        /* cosine from which two names are one */
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
    double context; /* share of the keyword that its surroundings name */
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
    group->short_names += candidate.vector.count <= NAME_TERMS;
    return OK;
}

static bool is_of_names(const struct group *group)
{
    return group->short_names * 2 > group->count;
}

static enum status keep(struct grouping *grouping, struct group *group, size_t least)
{
    if (group->count < least)
        return OK;
    struct group *groups =
        vec_room(grouping->writing->arena, grouping->groups, grouping->count, &grouping->cap, sizeof *groups);
    if (!groups)
        return error_memory(grouping->writing->err);
    grouping->groups = groups;
    group->place = grouping->count;
    group->score =
        (base + group->context) * group->factor * (is_of_names(group) ? for_names : 1) * sqrt((double)group->count);
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
    size_t count;
    while (sections[section].parent != NO_SECTION)
        section = sections[section].parent;
    enum status status =
        list_count_in(writing->arena, sections[section].title, writing->brief.language, &count, writing->err);
    *is_list = count > 0;
    return status;
}

static bool is_candidate(const struct source_section *section)
{
    return section->title.len && !section->is_boilerplate && !section->is_example && !section->is_question &&
           section->total_words >= LEAST_TEXT && words_count(section->title) <= MOST_NAME_WORDS;
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
    if (parent != NO_SECTION)
        group.context = context_of(grouping, parent);
    return status ? status : keep(grouping, &group, LEAST_MEMBERS);
}

/* What an item of a list is about: its term, or the whole of it where it is short. */
static struct str name_of(const struct source_sentence *sentence)
{
    struct str name = sentence->term.len ? sentence->term : sentence->text;
    while (name.len && strchr(".;,", name.data[name.len - 1]))
        name.len--;
    return words_count(name) <= MOST_NAME_WORDS ? name : STR("");
}

static enum status group_list(struct grouping *grouping, const struct passage *passage)
{
    const struct corpus *corpus = grouping->corpus;
    struct group group = {.factor = 1, .context = context_of(grouping, passage->section)};
    enum status status = OK;
    for (size_t i = 0; i < passage->count && !status; i++) {
        const struct source_sentence *sentence = &corpus->sentences[passage->first + i];
        double covered = vector_coverage(&grouping->keyword, &sentence->vector);
        bool is_first = !i || sentence[-1].item != sentence->item;
        if (!sentence->item && covered > group.context)
            group.context = covered;
        if (sentence->item && is_first && name_of(sentence).len)
            status = add_member(grouping, &group, name_of(sentence));
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

enum status list_candidates(struct writing *writing, size_t most, struct list_candidate **list, size_t *count)
{
    struct grouping grouping = {.writing = writing, .corpus = &writing->corpus};
    enum status status = corpus_vector(&writing->corpus, writing->brief.keyword, &grouping.keyword, writing->err);
    grouping.relevance = ARENA_ARRAY(writing->arena, writing->corpus.section_count + 1, double);
    *list = ARENA_ARRAY(writing->arena, most + 1, struct list_candidate);
    *count = 0;
    if (!grouping.relevance || !*list)
        return error_memory(writing->err);
    if (!status)
        status = corpus_relevance(&writing->corpus, writing->brief.keyword, grouping.relevance, writing->err);
    if (!status)
        status = collect(&grouping);
    for (size_t i = 0; i < grouping.count && !status; i++) {
        const struct group *group = &grouping.groups[i], *best = grouping.groups;
        if (is_of_names(group) == is_of_names(best) && group->score >= least_share * best->score)
            take(group, most, *list, count);
    }
    return status;
}
