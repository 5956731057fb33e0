#include "link/match/candidates.h"

#include "base/vec.h"
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
    }
}

static bool set_headed(struct match *match, uint32_t term)
{
    struct table_slot *slot = table_put(&match->headed, term + 1, 0);
    if (slot)
        slot->value = 1;
    return slot;
}

/* Words of the content's headings and title. */
static bool find_headed(struct match *match)
{
    const struct lexed *lexed = match->lexed;
    bool good = true;
    for (size_t i = 0; good && i < lexed->count; i++)
        if ((lexed->lexemes[i].blocked & BLOCK_HEADING) && match->occurrences->terms[i] < OCCURRENCE_SKIP)
            good = set_headed(match, match->occurrences->terms[i]);
    struct lexed title = {0};
    struct error err;
    struct str text = match->own ? index_page_title(match->index, match->own_number, match->arena) : STR("");
    good = good && lex_plain(match->arena, text, &title, &err) == OK;
    for (size_t i = 0; good && i < title.count; i++) {
        uint32_t term = index_find_term(match->index, title.lexemes[i].hash);
        good = term == INDEX_NO_TERM || set_headed(match, term);
    }
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

/* --- uses --- */

static enum phrase_case letters_of(const struct lexed *lexed, const struct occurrence *occurrence)
{
    bool lower = true;
    const struct lexeme *lexemes = lexed->lexemes;
    for (size_t i = occurrence->first; i < occurrence->last; i++) {
        if (lexemes[i].letter_case == CASE_UPPER || lexemes[i].letter_case == CASE_MIXED)
            return PHRASE_UPPER;
        lower &= lexemes[i].letter_case != CASE_CAPITAL ||
                 (i == occurrence->first && (lexemes[i].marks & MARK_STARTS_SENTENCE));
    }
    if (!lower)
        return PHRASE_CAPITAL;
    return lexemes[occurrence->first].letter_case == CASE_CAPITAL ? PHRASE_AT_START : PHRASE_LOWER;
}

static uint16_t form_of(const struct match *match, const struct occurrence *occurrence)
{
    uint32_t form = 0;
    for (size_t i = occurrence->first; i < occurrence->last; i++)
        if (match->occurrences->terms[i] != OCCURRENCE_SKIP)
            form = index_form_add(form, match->lexed->lexemes[i].hash,
                                  match->lexed->lexemes[i].marks & MARK_FOLLOWS_CLOSELY);
    return index_form(form);
}

static void weigh_use(const struct match *match, struct use *use)
{
    const struct index_phrase *phrase = &match->index->phrases[use->phrase];
    use->own = match->own != NULL;
    use->own_linking = match->own && match->own->stats[PAGE_OUT] > 0;
    use->letters = letters_of(match->lexed, use->occurrence);
    use->form = form_of(match, use->occurrence);
    float linked = phrase_count(phrase, PHRASE_LINKED);
    float linking = fmaxf(phrase_count(phrase, PHRASE_LINKING) - use->own_linking, linked);
    float linked_case = phrase_count(phrase, PHRASE_LINKED_CASE + (int)use->letters);
    float held_case = fmaxf(phrase_count(phrase, PHRASE_HELD_CASE + (int)use->letters) - use->own_linking, linked_case);
    use->rate = (linked + 0.1F) / (linking + 1);
    use->rate_case = (linked_case + use->rate) / (held_case + 1);
    match_place(match, use, NULL);
}

static float use_worth(const struct use *use)
{
    return logf(use->form_rate) + use->place_odds - (use->occurrence->is_covered ? 1.0F : 0.0F) -
           0.1F * (float)use->ordinal;
}

static bool find_uses(struct match *match)
{
    struct table numbers = {.arena = match->arena};
    match->uses = ARENA_ARRAY(match->arena, match->occurrences->count + 1, struct use);
    if (!match->uses)
        return false;
    for (size_t i = 0; i < match->occurrences->count; i++) {
        const struct occurrence *occurrence = &match->occurrences->list[i];
        struct table_slot *slot = table_put(&numbers, occurrence->phrase + 1, form_of(match, occurrence));
        if (!slot)
            return false;
        struct use use = {.occurrence = occurrence, .phrase = occurrence->phrase};
        if (!slot->value) {
            slot->value = (uint32_t)++match->use_count;
            weigh_use(match, &use);
            match->uses[slot->value - 1] = use;
        } else {
            struct use *known = &match->uses[slot->value - 1];
            use.ordinal = known->count;
            weigh_use(match, &use);
            use.count = known->count;
            if (use_worth(&use) > use_worth(known))
                *known = use;
        }
        match->uses[slot->value - 1].count++;
    }
    return true;
}

/* --- proposals --- */

static float title_prior(const struct match *match, const struct index_phrase *phrase,
                         const struct index_target *target)
{
    static const float weights[] = {
        [TITLE_WHOLE] = 1,      [TITLE_HEAD] = 0.9F,   [TITLE_PART] = 0.5F, [TITLE_SLUG] = 0.5F,
        [TITLE_HEADING] = 0.3F, [TITLE_WITHIN] = 0.2F, [TITLE_NONE] = 0.01F};
    float pages = phrase_count(phrase, PHRASE_PAGES), all = (float)link_page_count(match->index);
    float common = fmaxf(pages / fmaxf(all * 0.01F, 20), 1);
    float ambiguity = fmaxf(phrase_count(phrase, PHRASE_TITLES), 1);
    return 0.25F * weights[index_title_kind(target)] / (powf(common, 0.7F) * sqrtf(ambiguity));
}

static float prior_of(const struct match *match, const struct use *use, const struct index_target *target)
{
    const struct index_phrase *phrase = &match->index->phrases[use->phrase];
    float linked = target_count(target, TARGET_LINKS) + 0.3F * target_count(target, TARGET_LISTS);
    float guess = (linked + title_prior(match, phrase, target)) /
                  (fmaxf(phrase_count(phrase, PHRASE_LINKING) - use->own_linking, linked) + 1);
    return guess * fminf(use->rate_case / use->rate, 2.0F) * (use->occurrence->is_covered ? 0.6F : 1.0F);
}

/* Log odds of the place beyond this are taken for chance. */
#define MOST_PLACE_ODDS 2.0F

static float strength_of(const struct proposal *proposal)
{
    float guess = 0.5F * proposal->prior + 0.5F * proposal->use->form_rate * proposal->share;
    guess = fminf(fmaxf(guess, 1e-4F), 1 - 1e-4F);
    float odds = fminf(fmaxf(proposal->use->place_odds, -MOST_PLACE_ODDS), MOST_PLACE_ODDS);
    return 1 / (1 + (1 - guess) / guess * expf(-odds));
}

static void cover(struct match *match, const struct proposal *proposal)
{
    for (size_t i = proposal->use->occurrence->first; i < proposal->use->occurrence->last; i++) {
        struct cover *cover = &match->covers[i];
        if (cover->phrase[0] == proposal->use->phrase) {
            cover->prior[0] = fmaxf(cover->prior[0], proposal->strength);
        } else if (proposal->strength > cover->prior[0]) {
            cover->phrase[1] = cover->phrase[0];
            cover->prior[1] = cover->prior[0];
            cover->phrase[0] = proposal->use->phrase;
            cover->prior[0] = proposal->strength;
        } else if (proposal->strength > cover->prior[1]) {
            cover->phrase[1] = proposal->use->phrase;
            cover->prior[1] = proposal->strength;
        }
    }
}

static bool name(struct match *match, uint32_t number)
{
    const struct proposal *proposal = &match->proposals[number];
    struct table_slot *best = table_put(&match->names, proposal->target->page + 1, 0);
    if (!best)
        return false;
    uint32_t loser = number + 1;
    if (!best->value || match->proposals[best->value - 1].strength < proposal->strength) {
        loser = best->value;
        best->value = number + 1;
    }
    if (!loser)
        return true;
    struct table_slot *second = table_put(&match->names, proposal->target->page + 1, 1);
    if (!second)
        return false;
    if (!second->value || match->proposals[second->value - 1].strength < match->proposals[loser - 1].strength)
        second->value = loser;
    return true;
}

static bool propose(struct match *match, struct use *use)
{
    const struct link_index *index = match->index;
    const struct index_phrase *phrase = &index->phrases[use->phrase];
    size_t count = index_clip(index, SECTION_TARGETS, phrase->first_target, phrase->target_count);
    for (size_t i = 0; i < count; i++) {
        const struct index_target *target = &index->targets[phrase->first_target + i];
        if (target->page >= link_page_count(index) || target->page == match->own_number)
            continue;
        struct proposal *list =
            vec_room(match->arena, match->proposals, match->proposal_count, &match->proposal_cap, sizeof *list);
        if (!list)
            return false;
        match->proposals = list;
        struct proposal *proposal = &list[match->proposal_count++];
        *proposal = (struct proposal){use, target, prior_of(match, use, target), (uint32_t)i, 0, 0, 0};
        float linked = phrase_count(phrase, PHRASE_LINKED);
        proposal->share = (target_count(target, TARGET_LINKS) + title_prior(match, phrase, target)) / (linked + 1);
        proposal->strength = strength_of(proposal);
        struct table_slot *chain = table_put(&match->chains, target->page + 1, 0);
        if (!chain)
            return false;
        proposal->next = chain->value;
        chain->value = (uint32_t)match->proposal_count;
        use->best_prior = fmaxf(use->best_prior, proposal->strength);
        cover(match, proposal);
        if (!name(match, (uint32_t)match->proposal_count - 1))
            return false;
    }
    match->page_prior += use->best_prior;
    return true;
}

/* --- candidates --- */

/* On a site that has links, what has a lower prior never becomes one: leaving it out costs nothing but time. */
#define LEAST_PRIOR 0.004F

static void describe(struct match *match, const struct proposal *proposal, float *out)
{
    match_phrase_features(match, proposal, out);
    match_place_features(match, proposal, out);
    match_graph_features(match, proposal, out);
    match_text_features(match, proposal, out);
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

static bool prepare(struct match *match)
{
    enum { KEYS = UINT16_MAX + 1 };
    size_t lexemes = match->lexed->count + 1;
    match->sections = ARENA_ARRAY(match->arena, lexemes, uint64_t);
    match->block_starts = ARENA_ARRAY(match->arena, lexemes, uint32_t);
    match->covers = ARENA_ARRAY(match->arena, lexemes, struct cover);
    match->content = ARENA_ARRAY(match->arena, KEYS, float);
    match->target = ARENA_ARRAY(match->arena, KEYS, float);
    match->seen = ARENA_ARRAY(match->arena, KEYS, uint32_t);
    match->names.arena = match->votes.arena = match->chains.arena = match->headed.arena = match->arena;
    if (!match->sections || !match->block_starts || !match->covers || !match->content || !match->target || !match->seen)
        return false;
    for (size_t i = 0; i < lexemes; i++)
        match->covers[i].phrase[0] = match->covers[i].phrase[1] = INDEX_NO_PHRASE;
    find_sections(match);
    find_site(match);
    match_find_near(match);
    struct context_place nowhere = {0};
    uint64_t keys[CONTEXT_KINDS];
    float expected, linked;
    context_keys(&nowhere, keys);
    if (index_find_context(match->index, keys[CONTEXT_ALL], &expected, &linked))
        match->all_odds = logf((linked + 1) / (expected + 1));
    match_weigh_content(match);
    return find_headed(match) && find_uses(match);
}

enum status candidates_find(const struct link_index *index, struct str content, const struct lexed *lexed,
                            uint32_t own_page, struct arena *arena, struct candidates *candidates, struct error *err)
{
    *candidates = (struct candidates){0};
    struct occurrences occurrences;
    const struct language *language = language_find(index_language(index, own_page));
    enum status status = occurrences_find(index, lexed, language, arena, &occurrences, err);
    if (status != OK)
        return status;
    struct match match = {.index = index, .text = content, .lexed = lexed, .occurrences = &occurrences, .arena = arena};
    match.own_number = own_page;
    match.own = own_page == INDEX_NO_PAGE ? NULL : &index->pages[own_page];
    bool good = prepare(&match);
    for (size_t i = 0; good && i < match.use_count; i++)
        good = propose(&match, &match.uses[i]);
    if (!good || !match_find_neighbours(&match))
        return error_memory(err);
    candidates->list = ARENA_ARRAY(arena, match.proposal_count + 1, struct candidate);
    const struct proposal **order = ARENA_ARRAY(arena, match.proposal_count + 1, const struct proposal *);
    if (!candidates->list || !order)
        return error_memory(err);
    size_t count = 0;
    for (size_t i = 0; i < match.proposal_count; i++)
        if (match.proposals[i].prior >= LEAST_PRIOR || !index->header.linking_pages)
            order[count++] = &match.proposals[i];
    if (count)
        qsort(order, count, sizeof *order, compare_place);
    for (size_t i = 0; i < count; i++) {
        const struct occurrence *occurrence = order[i]->use->occurrence;
        struct candidate *candidate = &candidates->list[candidates->count++];
        *candidate = (struct candidate){.first = occurrence->first,
                                        .last = occurrence->last,
                                        .phrase = occurrence->phrase,
                                        .page = order[i]->target->page};
        describe(&match, order[i], candidate->features);
    }
    return OK;
}
