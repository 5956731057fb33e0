#include "link/match/match.h"

#include <math.h>
#include <stdlib.h>

/*
 * Uses that are looked at closely, the most likely ones by the counts of the index alone. With 2,500 words that is one
 * for each 20 words, more than most pages link; on a site of a few links, whose counts tell less, one for each 12. (On
 * the development corpora more make no better links.)
 */
enum { MAX_USES = 120, MAX_COLD_USES = 200 };

/* On a site that has more than a few links, uses of a lower prior become none, nor do they matter to the others. */
#define LEAST_PRIOR 0.0005F

/* A phrase in one form, before its places are looked at. */
struct uses_draft {
    float guess;             /* the best of its targets, but for letter case */
    float prior;             /* of its most likely occurrence */
    uint32_t phrase, number; /* of the use, plus one, once it is chosen */
};

/* --- one occurrence --- */

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

/*
 * What the counts say of a use, before its place is looked at: match_find_place and match_find_chosen set the rest, and
 * clearing it takes as long as all of this.
 */
static void begin_use(const struct match *match, const struct occurrence *occurrence, struct use *use)
{
    const struct index_phrase *phrase = &match->index->phrases[occurrence->phrase];
    use->occurrence = occurrence;
    use->phrase = occurrence->phrase;
    use->own = match->own != NULL;
    use->own_linking = match->own && match->own->stats[PAGE_OUT] > 0;
    use->letters = letters_of(match->lexed, occurrence);
    use->form = form_of(match, occurrence);
    float linked = phrase_count(phrase, PHRASE_LINKED);
    float linking = larger(phrase_count(phrase, PHRASE_LINKING) - use->own_linking, linked);
    float linked_case = phrase_count(phrase, PHRASE_LINKED_CASE + (int)use->letters);
    float held_case =
        larger(phrase_count(phrase, PHRASE_HELD_CASE + (int)use->letters) - use->own_linking, linked_case);
    held_case = smaller(held_case, linking); /* on a site without links all pages count that hold it */
    use->rate = (linked + 0.1F) / (linking + 1);
    use->rate_case = (linked_case + use->rate) / (held_case + 1);
    use->best_strength = 0;
    use->is_described = false;
}

static float use_worth(const struct use *use)
{
    return logf(use->form_rate) + use->place_odds - (use->occurrence->is_covered ? 1.0F : 0.0F) -
           0.1F * (float)use->ordinal;
}

/* --- choosing --- */

/* Numbers the drafts that are worth it; false when memory ran out. */
static bool choose_drafts(struct match *match, struct uses_draft *drafts, size_t count)
{
    bool is_warm = match->index->header.linking_pages > MODEL_FEW_LINKING;
    size_t most = is_warm ? MAX_USES : MAX_COLD_USES;
    match->uses = ARENA_ARRAY(match->arena, most, struct use);
    float *priors = ARENA_ARRAY(match->arena, count + 1, float);
    for (size_t i = 0; priors && i < count; i++)
        priors[i] = drafts[i].prior;
    float limit = match_nth(match->arena, priors, count, most);
    if (is_warm)
        limit = larger(limit, LEAST_PRIOR);
    for (size_t i = 0; i < count && match->use_count < most; i++)
        if (drafts[i].prior > limit)
            drafts[i].number = (uint32_t)++match->use_count;
    return !arena_failed(match->arena);
}

/* The draft of each occurrence in *of; false when memory ran out. */
static bool make_drafts(struct match *match, uint32_t *of, struct uses_draft *drafts, size_t *count)
{
    struct table numbers = {.arena = match->arena};
    const struct occurrences *occurrences = match->occurrences;
    if (!table_reserve(&numbers, occurrences->count))
        return false;
    for (size_t i = 0; i < occurrences->count; i++) {
        struct use use;
        begin_use(match, &occurrences->list[i], &use);
        struct table_slot *slot = table_put(&numbers, use.phrase + 1, use.form);
        if (!slot)
            return false;
        if (!slot->value) {
            drafts[*count] = (struct uses_draft){.guess = match_best_guess(match, &use), .phrase = use.phrase};
            slot->value = (uint32_t)++ * count;
        }
        struct uses_draft *draft = &drafts[slot->value - 1];
        draft->prior = larger(draft->prior, draft->guess * match_case_factor(&use));
        of[i] = slot->value - 1;
    }
    return true;
}

/* Keeps the better occurrence of a use that was chosen. */
static void consider(struct use *use, struct use *found)
{
    found->ordinal = use->count;
    found->count = use->count;
    if (!use->count || use_worth(found) > use_worth(use))
        *use = *found;
    use->count++;
}

/* Places whose contexts are asked for before the first of them is looked at: as much as the memory does at once. */
enum { AHEAD = 4 };

/* Looks at the occurrences of the chosen drafts. */
static void uses_find_places(struct match *match, const uint32_t *of, const struct uses_draft *drafts)
{
    struct {
        uint64_t keys[CONTEXT_KINDS];
        struct use found, *use;
    } ring[AHEAD];
    const struct occurrences *occurrences = match->occurrences;
    size_t sought = 0, found = 0;
    for (size_t i = 0; i < occurrences->count || found < sought; i++) {
        bool is_chosen = i < occurrences->count && drafts[of[i]].number;
        if (i < occurrences->count && !is_chosen)
            continue;
        if (!is_chosen || sought - found == AHEAD) {
            match_find_place(match, ring[found % AHEAD].keys, &ring[found % AHEAD].found);
            consider(ring[found % AHEAD].use, &ring[found % AHEAD].found);
            found++;
        }
        if (!is_chosen)
            continue;
        begin_use(match, &occurrences->list[i], &ring[sought % AHEAD].found);
        ring[sought % AHEAD].use = &match->uses[drafts[of[i]].number - 1];
        match_seek_place(match, &ring[sought % AHEAD].found, ring[sought % AHEAD].keys);
        sought++;
    }
}

void match_describe_uses(const struct match *match, struct use *const *uses, size_t count)
{
    uint64_t keys[AHEAD][CONTEXT_KINDS];
    for (size_t i = 0; i < count + AHEAD; i++) {
        if (i >= AHEAD)
            match_find_described(match, keys[i % AHEAD], uses[i - AHEAD]);
        if (i < count)
            match_seek_described(match, uses[i], keys[i % AHEAD]);
    }
}

bool match_find_uses(struct match *match)
{
    size_t count = match->occurrences->count, draft_count = 0;
    uint32_t *of = ARENA_ARRAY(match->arena, count + 1, uint32_t);
    struct uses_draft *drafts = ARENA_ARRAY(match->arena, count + 1, struct uses_draft);
    if (!of || !drafts || !make_drafts(match, of, drafts, &draft_count) || !choose_drafts(match, drafts, draft_count))
        return false;
    uses_find_places(match, of, drafts);
    for (size_t i = 0; i < match->use_count; i++)
        match_find_chosen(match, &match->uses[i]);
    return true;
}
