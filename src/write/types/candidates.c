/* What the sources list: groups of things that stand side by side, as headings below one heading or as the terms of a
 * list. */
#include "write/types/types_parts.h"

#include <stdlib.h>

enum {
    LEAST_MEMBERS = 3, /* two are no list */
    LEAST_TEXT = 25,   /* words below a heading */
    LEAST_PAGE = 60,   /* and of a page */
    MOST_NAME_WORDS = 10,
    MOST_TITLE_WORDS = 6, /* of a page that is an item: a longer title says something */
    NAME_WORDS = 2,       /* of a name: what is longer is an instruction or a statement */
    OPENING_WORDS = 80,   /* of an item's text, about 500 letters: what is a thing of its own is named there */
    DEEPEST_PARENT = 1,   /* below it stand the settings of one thing, no things */
};

static const double alike = 0.6;         /* cosine from which two names are one */
static const double same_title = 0.8;    /* cosine from which a heading says what its page is called */
static const double named = 0.99;        /* share of a name that a text about it holds */
static const double widely = 6;          /* passages that make a thing well known to the sources */
static const double base = 0.15;         /* of a group that has nothing to do with the keyword's words */
static const double for_names = 1.6;     /* factor for groups of names: lists are of things */
static const double for_fit = 2;         /* of groups whose surroundings are about the keyword */
static const double for_lists = 2;       /* and of a page whose title announces a list */
static const double for_pages = 0.6;     /* and of the titles of whole pages */
static const double least_share = 0.45;  /* of the best group's score, for further groups */
static const double least_context = 0.5; /* of the keyword that the surroundings of a group must name */
static const double most_facets = 0.34;  /* sides of a thing among the headings, from which they list no things */
static const double mostly = 0.6;        /* of the headings, that are numbered, or named in their own text */
static const double for_numbers = 1;     /* their author counted them */
static const double for_own = 0.6;       /* and each is what its text is about */

/* Things that stand side by side. */
struct candidates_group {
    struct list_candidate *members;
    size_t count, cap;
    size_t short_names;
    size_t facets, numbered; /* headings among them that name no thing, and that have a number */
    bool is_numbered, is_named;
    bool fits;        /* its surroundings are about the keyword */
    int rank;         /* names before statements, unless tips or reasons are asked for; then those that fit */
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
    struct candidates_group *groups;
    size_t count, cap;
};

bool list_is_same(const struct vector *a, const struct vector *b)
{
    if (!a->count || !b->count)
        return false;
    return vector_cosine(a, b) >= alike || vector_coverage(a, b) >= 1 || vector_coverage(b, a) >= 1;
}

static void add_member(struct grouping *grouping, struct candidates_group *group, struct str name, size_t section)
{
    struct writing *writing = grouping->writing;
    struct list_candidate candidate = {.name = name, .section = section};
    if (!writing_made(writing, corpus_vector(grouping->corpus, name, &candidate.vector, writing->err)) ||
        !candidate.vector.count || vector_coverage(&candidate.vector, &grouping->keyword) >= named)
        return; /* what the keyword names already is none of the things that it asks for */
    for (size_t i = 0; i < group->count; i++)
        if (list_is_same(&group->members[i].vector, &candidate.vector))
            return;
    struct list_candidate *member = VEC_PUSH(writing->arena, group->members, group->count, group->cap);
    if (!member)
        return;
    *member = candidate;
    group->short_names += words_count(name) <= NAME_WORDS;
}

/* The things that a keyword means are spoken of in many places, those of a side remark in one. */
static void count_mentions(struct grouping *grouping, struct candidates_group *group)
{
    for (size_t i = 0; i < group->count; i++) {
        double passages = 0;
        for (size_t j = 0; j < grouping->corpus->passage_count && passages < widely; j++)
            passages += vector_coverage(&group->members[i].vector, &grouping->corpus->passages[j].vector) >= named;
        group->mentions += passages / widely;
    }
}

static bool is_of_names(const struct candidates_group *group)
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

static bool is_named_with_others(const struct grouping *grouping, const struct candidates_group *group, size_t member)
{
    for (size_t i = 0; i < group->count; i++)
        if (i != member &&
            are_named_together(grouping->corpus, &group->members[i].vector, &group->members[member].vector))
            return true;
    return false;
}

/* Among headings that are names mostly there may be some of another kind: "Winter care" beside herbs. They go where
 * most of the others are named together. */
static void drop_strangers(struct grouping *grouping, struct candidates_group *group)
{
    bool *belongs = ARENA_ARRAY(grouping->writing->arena, group->count + 1, bool);
    size_t together = 0, kept = 0;
    if (!belongs)
        return;
    for (size_t i = 0; i < group->count; i++)
        together += belongs[i] = is_named_with_others(grouping, group, i);
    for (size_t i = 0; i < group->count && together * 2 >= group->count; i++)
        if (belongs[i])
            group->members[kept++] = group->members[i];
    group->count = kept >= LEAST_MEMBERS ? kept : group->count;
}

static void candidates_keep(struct grouping *grouping, struct candidates_group *group)
{
    if (is_of_names(group) && !group->is_numbered)
        drop_strangers(grouping, group);
    double around = group->context > group->announced ? group->context : group->announced;
    group->fits = around >= least_context;
    if (group->count < LEAST_MEMBERS || (!group->fits && !is_of_names(group)))
        return;
    group->rank = is_of_names(group) && grouping->writing->asked.shape != KEYWORD_COUNTED;
    group->place = grouping->count;
    if (is_of_names(group))
        count_mentions(grouping, group);
    double worth = base + group->context + group->announced + (group->is_numbered ? for_numbers : 0) +
                   (group->is_named ? for_own : 0);
    group->score = worth * (1 + group->mentions) * group->factor * (group->fits ? for_fit : 1) *
                   (is_of_names(group) ? for_names : 1);
    struct candidates_group *kept =
        VEC_PUSH(grouping->writing->arena, grouping->groups, grouping->count, grouping->cap);
    if (kept)
        *kept = *group;
}

/* How much of the keyword the headings around a section name. */
static double candidates_context_of(const struct grouping *grouping, size_t section)
{
    double most = grouping->relevance[section];
    for (size_t at = section; at != NO_SECTION; at = grouping->corpus->sections[at].parent) {
        double covered = vector_coverage(&grouping->keyword, &grouping->corpus->sections[at].vector);
        most = covered > most ? covered : most;
    }
    return most;
}

static bool announces_list(const struct grouping *grouping, size_t section)
{
    struct writing *writing = grouping->writing;
    const struct source_section *sections = grouping->corpus->sections;
    struct str subject;
    size_t count;
    while (sections[section].parent != NO_SECTION)
        section = sections[section].parent;
    writing_made(writing, keyword_announces(writing->arena, sections[section].title, writing->brief.language, &count,
                                            &subject, writing->err));
    return count > 0;
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

/* --- what is no thing --- */

/* Does the text begin with the words of one of the phrases? */
static bool candidates_begins_with(const char *const *phrases, const struct word *words, size_t count)
{
    for (; phrases && *phrases; phrases++) {
        struct str rest = str_from(*phrases), word;
        size_t at = 0;
        bool is_same = true;
        while (is_same && str_split(&rest, ' ', &word))
            is_same = at < count && str_eq(words[at++].folded, word);
        if (is_same)
            return true;
    }
    return false;
}

/* "Privacy", "Ingredients", "How to choose": a side of something, or a part of its page. */
bool list_is_facet(struct writing *writing, struct str heading)
{
    const struct language *language = writing->brief.language;
    struct word *words;
    size_t count;
    if (!writing_made(writing, words_split(writing->arena, heading, language, &words, &count, writing->err)))
        return false;
    return (language->cues && candidates_begins_with(language->cues->facets, words, count)) ||
           (language->phrases && candidates_begins_with(language->phrases->question_words, words, count));
}

static size_t root_of(const struct corpus *corpus, size_t section)
{
    while (corpus->sections[section].parent != NO_SECTION)
        section = corpus->sections[section].parent;
    return section;
}

/* The first of its words that the keyword has not; 0 words: NULL. */
static const uint32_t *own_term(const struct grouping *grouping, const struct terms *name)
{
    for (size_t i = 0; i < name->count; i++) {
        bool is_of_keyword = false;
        for (size_t j = 0; j < grouping->keyword.count; j++)
            is_of_keyword |= grouping->keyword.terms[j].id == name->ids[i];
        if (!is_of_keyword)
            return &name->ids[i];
    }
    return NULL;
}

/* Is its name said where its text begins? Of criteria and of other sides of a thing it seldom is. */
static bool is_named_in_own_text(const struct grouping *grouping, size_t section)
{
    const struct corpus *corpus = grouping->corpus;
    const uint32_t *own = own_term(grouping, &corpus->sections[section].terms);
    size_t end = corpus_section_end(corpus, section), words = 0;
    for (size_t i = 0; i < corpus->statement_count && words < OPENING_WORDS && own; i++) {
        const struct statement *statement = &corpus->statements[i];
        if (statement->section < section || statement->section >= end)
            continue;
        words += statement->words;
        for (size_t j = 0; j < statement->terms.count; j++)
            if (statement->terms.ids[j] == *own)
                return true;
    }
    return false;
}

/* Only what passes stays; false: too few of them do. */
static bool keep_those(const struct grouping *grouping, struct candidates_group *group,
                       bool (*passes)(const struct grouping *grouping, size_t section))
{
    size_t passing = 0, kept = 0;
    for (size_t i = 0; i < group->count; i++)
        passing += passes(grouping, group->members[i].section);
    if (!group->count || (double)passing < mostly * (double)group->count)
        return false;
    for (size_t i = 0; i < group->count; i++)
        if (passes(grouping, group->members[i].section))
            group->members[kept++] = group->members[i];
    group->count = kept;
    return true;
}

static bool is_numbered(const struct grouping *grouping, size_t section)
{
    return grouping->corpus->sections[section].is_numbered;
}

/* Are the headings things of one kind? A number before each of them says so, or the title of their page, where it
 * announces a list; and where tips or reasons are asked for, each side is one. Else few of them may be sides of a
 * thing, and most are named in their own text. */
static bool are_things(const struct grouping *grouping, struct candidates_group *group, bool is_list)
{
    if (is_list || grouping->writing->asked.shape == KEYWORD_COUNTED)
        return group->count >= LEAST_MEMBERS;
    group->is_numbered = keep_those(grouping, group, is_numbered);
    if (!group->is_numbered && (double)group->facets > most_facets * (double)(group->facets + group->count))
        return false;
    group->is_named = keep_those(grouping, group, is_named_in_own_text);
    return group->is_numbered || group->is_named;
}

static void candidates_add_heading(struct grouping *grouping, struct candidates_group *group, size_t section)
{
    const struct corpus *corpus = grouping->corpus;
    const struct source_section *heading = &corpus->sections[section];
    bool facet = grouping->writing->asked.shape != KEYWORD_COUNTED && list_is_facet(grouping->writing, heading->title);
    if (!heading->is_numbered && (facet || heading->is_question || heading->is_boilerplate)) {
        group->facets++;
        return;
    }
    bool is_title = vector_cosine(&heading->vector, &corpus->sections[root_of(corpus, section)].vector) >= same_title;
    if (!is_title && is_candidate(heading))
        add_member(grouping, group, heading->title, section);
}

/* --- groups --- */

/* The headings right below one heading. */
static void group_headings(struct grouping *grouping, size_t parent)
{
    const struct corpus *corpus = grouping->corpus;
    struct candidates_group group = {.factor = 1};
    bool is_list = corpus->sections[parent].parent == NO_SECTION && announces_list(grouping, parent);
    for (size_t i = parent + 1; i < corpus_section_end(corpus, parent); i++)
        if (corpus->sections[i].parent == parent)
            candidates_add_heading(grouping, &group, i);
    if (!are_things(grouping, &group, is_list) ||
        (corpus->sections[parent].depth > DEEPEST_PARENT && !group.is_numbered))
        return;
    if (is_list)
        group.factor *= for_lists;
    group.context = candidates_context_of(grouping, parent);
    group.announced = announced_by(grouping, parent);
    candidates_keep(grouping, &group);
}

/* The headings below several headings of one page: "Recommended providers" and "More providers" hold one kind. */
static void group_below(struct grouping *grouping, size_t root)
{
    const struct corpus *corpus = grouping->corpus;
    struct candidates_group group = {.factor = 1, .context = candidates_context_of(grouping, root)};
    size_t parents = 0, last = root;
    bool facet = false;
    for (size_t i = root + 1; i < corpus_section_end(corpus, root); i++) {
        size_t parent = corpus->sections[i].parent;
        if (parent == NO_SECTION || corpus->sections[parent].parent != root)
            continue;
        if (parent != last) {
            facet = corpus->sections[parent].is_question ||
                    list_is_facet(grouping->writing, corpus->sections[parent].title);
            parents += !facet;
            last = parent;
        }
        if (!facet)
            candidates_add_heading(grouping, &group, i);
    }
    if (parents >= 2 && are_things(grouping, &group, false))
        candidates_keep(grouping, &group);
}

/* Is the page a thing of the kind that the keyword names: "Tomato soup", for soups? What begins with a verb is about
 * doing something with them. */
static bool is_kind(const struct grouping *grouping, size_t root)
{
    struct writing *writing = grouping->writing;
    const struct source_section *page = &grouping->corpus->sections[root];
    const struct phrases *phrases = writing->brief.language->phrases;
    struct word *words;
    size_t count;
    if (list_is_facet(writing, page->title) || page->is_question || page->is_boilerplate ||
        page->total_words < LEAST_PAGE || vector_coverage(&grouping->keyword, &page->vector) < mostly ||
        !writing_made(
            writing, words_split(writing->arena, page->title, writing->brief.language, &words, &count, writing->err)) ||
        !count || count > MOST_TITLE_WORDS)
        return false;
    for (const char *const *end = phrases ? phrases->verb_endings : NULL; end && *end; end++)
        if (str_ends(words[0].folded, str_from(*end)))
            return false;
    return true;
}

/* Pages whose titles are of the keyword's kind. */
static void group_pages(struct grouping *grouping)
{
    const struct corpus *corpus = grouping->corpus;
    struct candidates_group group = {.factor = for_pages, .context = 1, .is_named = true};
    for (size_t i = 0; i < corpus->section_count; i++)
        if (corpus->sections[i].parent == NO_SECTION && is_kind(grouping, i))
            add_member(grouping, &group, corpus->sections[i].title, i);
    candidates_keep(grouping, &group);
}

/* The terms that the items of a list describe; an item without one is a statement, of which no source says more. */
static void group_list(struct grouping *grouping, const struct passage *passage)
{
    const struct corpus *corpus = grouping->corpus;
    struct candidates_group group = {.factor = 1, .context = candidates_context_of(grouping, passage->section)};
    for (size_t i = 0; i < passage->count; i++) {
        const struct source_sentence *sentence = &corpus->sentences[passage->first + i];
        double covered = vector_coverage(&grouping->keyword, &sentence->vector);
        bool is_first = !i || sentence[-1].item != sentence->item;
        if (!sentence->item && covered > group.announced)
            group.announced = covered;
        if (!sentence->item || !is_first || !sentence->term.len)
            continue;
        if (list_is_facet(grouping->writing, sentence->term))
            group.facets++;
        else
            add_member(grouping, &group, sentence->term, NO_SECTION);
    }
    bool are_facets = (double)group.facets > most_facets * (double)(group.facets + group.count);
    if (!are_facets)
        candidates_keep(grouping, &group);
}

static int candidates_by_score(const void *left, const void *right)
{
    const struct candidates_group *a = left, *b = right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? 1 : -1;
    if (a->score != b->score)
        return a->score < b->score ? 1 : -1;
    return (a->place > b->place) - (a->place < b->place);
}

static void candidates_collect(struct grouping *grouping)
{
    const struct corpus *corpus = grouping->corpus;
    group_pages(grouping);
    for (size_t i = 0; i < corpus->section_count; i++) {
        group_headings(grouping, i);
        if (corpus->sections[i].parent == NO_SECTION)
            group_below(grouping, i);
    }
    for (size_t i = 0; i < corpus->passage_count; i++)
        if (corpus->passages[i].is_list)
            group_list(grouping, &corpus->passages[i]);
    if (grouping->count)
        qsort(grouping->groups, grouping->count, sizeof *grouping->groups, candidates_by_score);
}

/* Are the members of a group the same kind of thing as those taken? Names are when they are named together with them;
 * of statements and instructions it cannot be told, and they are. */
static bool is_same_kind(const struct grouping *grouping, const struct candidates_group *group,
                         const struct list_candidate *taken, size_t count)
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

/* Does one of the sections hold the other? */
static bool is_part(const struct corpus *corpus, size_t one, size_t other)
{
    return one != NO_SECTION && other != NO_SECTION &&
           ((one <= other && other < corpus_section_end(corpus, one)) ||
            (other <= one && one < corpus_section_end(corpus, other)));
}

/* Parts of what is an item already are none beside it. */
static bool candidates_is_beside(const struct corpus *corpus, const struct candidates_group *group,
                                 const struct list_candidate *taken, size_t count)
{
    for (size_t i = 0; i < group->count; i++)
        for (size_t j = 0; j < count; j++)
            if (is_part(corpus, group->members[i].section, taken[j].section) &&
                group->members[i].section != taken[j].section)
                return false;
    return true;
}

static void candidates_take(const struct candidates_group *group, size_t most, struct list_candidate *list,
                            size_t *count)
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
    if (status)
        return status;
    candidates_collect(&grouping);
    for (size_t i = 0; i < grouping.count; i++) {
        const struct candidates_group *group = &grouping.groups[i];
        bool fits = is_of_names(group) || group->score >= least_share * grouping.groups->score;
        if (!i || (fits && is_same_kind(&grouping, group, *list, *count) &&
                   candidates_is_beside(grouping.corpus, group, *list, *count)))
            candidates_take(group, most, *list, count);
    }
    *are_names = grouping.count && is_of_names(grouping.groups);
    return writing_end(writing, OK);
}
