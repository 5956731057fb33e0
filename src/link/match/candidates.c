#include "link/match/candidates.h"

#include "link/match/match.h"
#include "text/language.h"

#include <math.h>
#include <stdlib.h>

/* --- the page --- */

static void find_sections(struct match *match)
{
    const struct lexed *lexed = match->lexed;
    uint64_t section = 0;
    uint32_t block = 0;
    size_t heading = 0;
    for (size_t i = 0; i < lexed->count; i++) {
        if (lexed->lexemes[i].marks & MARK_STARTS_BLOCK)
            block = (uint32_t)i;
        for (; heading < lexed->heading_count && lexed->headings[heading].first <= i; heading++)
            section = context_heading_hash(lexed, lexed->headings[heading].first, lexed->headings[heading].last);
        match->sections[i] = section;
        match->block_starts[i] = block;
        match->block_ends[block] = (uint32_t)i + 1;
    }
}

static void set_headed(struct match *match, uint32_t term)
{
    struct table_slot *slot = term < OCCURRENCE_SKIP ? table_put(&match->headed, term + 1, 0) : NULL;
    if (slot)
        slot->value = 1;
}

/* Words of the content's headings and title. */
static bool find_headed(struct match *match)
{
    const struct lexed *lexed = match->lexed;
    for (size_t i = 0; i < lexed->count; i++)
        if (lexed->lexemes[i].blocked & BLOCK_HEADING)
            set_headed(match, match->occurrences->terms[i]);
    struct lexed title = {0};
    struct error err;
    struct str text = match->own ? index_page_title(match->index, match->own_number, match->arena) : STR("");
    bool good = lex_plain(match->arena, text, &title, &err) == OK;
    for (size_t i = 0; good && i < title.count; i++)
        set_headed(match, index_find_term(match->index, title.lexemes[i].hash));
    return good;
}

/* Means over the site. */
static void find_site(struct match *match)
{
    const struct index_header *header = &match->index->header;
    float pages = (float)link_page_count(match->index), linking = (float)header->linking_pages;
    match->mean_in = (float)header->totals[PAGE_IN] / (pages + 1);
    match->mean_out = linking > 0 ? (float)header->totals[PAGE_OUT] / linking : 0;
    match->linking_share = linking / (pages + 1);
    match->site_rate = (float)header->totals[PAGE_NAMED_LINKED] / ((float)header->totals[PAGE_NAMED] + 1);
}

/* --- candidates --- */

static bool candidates_prepare(struct match *match)
{
    size_t lexemes = match->lexed->count + 1;
    match->sections = ARENA_ARRAY(match->arena, lexemes, uint64_t);
    match->block_starts = ARENA_ARRAY(match->arena, lexemes, uint32_t);
    match->block_ends = ARENA_ARRAY(match->arena, lexemes, uint32_t);
    match->covers = ARENA_ARRAY(match->arena, lexemes, struct cover);
    match->known = ARENA_ARRAY(match->arena, KNOWN_CONTEXTS, struct known_context);
    match->pages.arena = match->votes.arena = match->headed.arena = match->arena;
    if (arena_failed(match->arena))
        return false;
    for (size_t i = 0; i < lexemes; i++)
        match->covers[i].phrase[0] = match->covers[i].phrase[1] = INDEX_NO_PHRASE;
    find_sections(match);
    find_site(match);
    match_find_near(match);
    return match_weigh_content(match) && find_headed(match);
}

/* In the order of the content, shorter phrases first. */
static int compare_place(const void *a, const void *b)
{
    const struct proposal *left = *(const struct proposal *const *)a, *right = *(const struct proposal *const *)b;
    const struct occurrence *one = left->use->occurrence, *other = right->use->occurrence;
    if (one->first != other->first)
        return one->first < other->first ? -1 : 1;
    if (one->last != other->last)
        return one->last < other->last ? -1 : 1;
    return (left->target->page > right->target->page) - (left->target->page < right->target->page);
}

/* A page's own name, and no other page's, may be sure, however seldom it is linked (choose/name.h). */
static bool is_own_name(const struct match *match, const struct proposal *proposal)
{
    return index_title_kind(proposal->target) <= TITLE_HEAD && match_title_rival(match, proposal) > TITLE_HEAD;
}

/* The proposals that are worth it, in order; NULL when memory ran out. */
static const struct proposal **choose(const struct match *match, size_t *count)
{
    const struct proposal **chosen = ARENA_ARRAY(match->arena, match->proposal_count + 1, const struct proposal *);
    *count = 0;
    for (size_t i = 0; chosen && i < match->proposal_count; i++)
        if (match->proposals[i].prior >= match->least_prior || is_own_name(match, &match->proposals[i]))
            chosen[(*count)++] = &match->proposals[i];
    if (*count)
        qsort(chosen, *count, sizeof *chosen, compare_place);
    return chosen;
}

/* Uses of which more must be known. */
struct candidates_sought {
    struct use **uses;
    size_t count;
};

static void seek(const struct match *match, struct candidates_sought *sought, const struct proposal *proposal)
{
    struct use *use = &match->uses[proposal->use - match->uses];
    if (!use->is_described)
        sought->uses[sought->count++] = use;
    use->is_described = true;
}

/* Finds what is left to know of the uses of the proposals, and of what overlaps them and leads to the same page. */
static bool describe_uses(const struct match *match, const struct proposal *const *chosen, size_t count)
{
    struct candidates_sought sought = {ARENA_ARRAY(match->arena, match->use_count + 1, struct use *), 0};
    if (!sought.uses)
        return false;
    for (size_t i = 0; i < count; i++) {
        seek(match, &sought, chosen[i]);
        const struct proposal *rival = NULL;
        for (uint32_t steps = 0; (rival = match_next_rival(match, chosen[i], rival, &steps));)
            seek(match, &sought, rival);
    }
    match_describe_uses(match, sought.uses, sought.count);
    return true;
}

static int compare_floats(const void *a, const void *b)
{
    float left = *(const float *)a, right = *(const float *)b;
    return (left > right) - (left < right);
}

/* Sets the feature `rank` of each row to the share of the rows that have less of `feature`. */
static void rank_by(float *rows, size_t count, enum feature feature, enum feature rank, float *values)
{
    for (size_t i = 0; i < count; i++)
        values[i] = rows[i * FEATURE_COUNT + feature];
    qsort(values, count, sizeof *values, compare_floats);
    for (size_t i = 0; i < count; i++) {
        size_t less = 0, more = count;
        while (less < more) {
            size_t middle = (less + more) / 2;
            if (values[middle] < rows[i * FEATURE_COUNT + feature])
                less = middle + 1;
            else
                more = middle;
        }
        rows[i * FEATURE_COUNT + rank] = (float)less / (float)count;
    }
}

/* How a candidate stands among the others of the page tells most where links tell little. */
static bool rank(const struct match *match, float *rows, size_t count)
{
    if (match->index->header.linking_pages >= MODEL_MANY_LINKING)
        return true;
    float *values = ARENA_ARRAY(match->arena, count + 1, float);
    if (!values)
        return false;
    rank_by(rows, count, FEATURE_SIMILARITY, FEATURE_SIMILAR_RANK, values);
    rank_by(rows, count, FEATURE_NEARBY, FEATURE_NEARBY_RANK, values);
    return true;
}

/* Describes proposals. Those of a use, which share most of their features, stand together. */
static bool candidates_describe(struct match *match, struct candidates *candidates)
{
    float shared[FEATURE_COUNT] = {0};
    const struct use *described = NULL;
    size_t count;
    const struct proposal **chosen = choose(match, &count);
    candidates->list = ARENA_ARRAY(match->arena, count + 1, struct candidate);
    float *rows = ARENA_ARRAY(match->arena, (count + 1) * FEATURE_COUNT, float);
    if (!chosen || !candidates->list || !rows || !describe_uses(match, chosen, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct proposal *proposal = chosen[i];
        float *features = rows + i * FEATURE_COUNT;
        if (proposal->use != described) {
            described = proposal->use;
            match_phrase_use(match, described, shared);
            match_place_use(match, described, shared);
        }
        candidates->list[candidates->count++] = (struct candidate){.first = described->occurrence->first,
                                                                   .last = described->occurrence->last,
                                                                   .phrase = described->phrase,
                                                                   .page = proposal->target->page,
                                                                   .features = features};
        memcpy(features, shared, sizeof shared);
        match_phrase_target(match, proposal, features);
        match_place_target(match, proposal, features);
        match_graph_target(match, proposal, features);
        match_text_target(match, proposal, features);
    }
    return rank(match, rows, count);
}

struct own_page own_page_of(const struct link_index *index, const char *url)
{
    if (!url)
        return (struct own_page){.number = INDEX_NO_PAGE};
    return (struct own_page){index_find_page(index, url_key(url)), true, url_key_place(url_key(url))};
}

enum status candidates_find(const struct link_index *index, struct str content, const struct lexed *lexed,
                            struct own_page own, const struct language *language, struct arena *arena,
                            struct candidates *candidates, struct error *err)
{
    *candidates = (struct candidates){0};
    struct occurrences occurrences;
    if (!language)
        language = language_find(index_language(index, own.number));
    enum status status = occurrences_find(index, lexed, language, arena, &occurrences, err);
    if (status != OK)
        return status;
    struct match match = {.index = index, .text = content, .lexed = lexed, .occurrences = &occurrences, .arena = arena};
    match.logs = &index->logs;
    match.own_number = own.number;
    match.own = own.number == INDEX_NO_PAGE ? NULL : &index->pages[own.number];
    match.place = own.is_placed ? &own.place : NULL;
    if (!candidates_prepare(&match) || !match_find_uses(&match) || !match_propose(&match) ||
        !match_find_neighbours(&match) || !candidates_describe(&match, candidates) || arena_failed(arena))
        return error_memory(err);
    return OK;
}
