#include "link/match/match.h"

#include <math.h>

static float odds(const struct match *match, uint64_t key)
{
    static const float weight = 2;
    float expected, linked;
    if (!index_find_context(match->index, key, &expected, &linked))
        return 0;
    return logf((linked + weight) / (expected * expf(match->all_odds) + weight));
}

static uint32_t term_at(const struct match *match, size_t at, bool is_next)
{
    const struct lexed *lexed = match->lexed;
    if (at >= lexed->count || (lexed->lexemes[at].blocked & ~(unsigned)BLOCK_ANCHOR))
        return CONTEXT_NO_TERM;
    if (is_next && (lexed->lexemes[at].marks & MARK_STARTS_BLOCK))
        return CONTEXT_NO_TERM;
    return match->occurrences->terms[at];
}

/* Contexts that tell of both pages, of the phrase alone, or of all places, are no part of the odds of a place. */
static bool tells_of_place(int kind)
{
    static const bool others[CONTEXT_KINDS] = {[CONTEXT_TO] = true,     [CONTEXT_PAIR] = true, [CONTEXT_BETWEEN] = true,
                                               [CONTEXT_FOLDER] = true, [CONTEXT_FORM] = true, [CONTEXT_ALL] = true};
    return !others[kind];
}

void match_place(const struct match *match, struct use *use, const struct index_page *target)
{
    const struct occurrence *occurrence = use->occurrence;
    const struct lexeme *lexeme = &match->lexed->lexemes[occurrence->first];
    bool starts_block = lexeme->marks & MARK_STARTS_BLOCK;
    struct context_place place = {
        .previous = starts_block || !occurrence->first ? CONTEXT_NO_TERM : term_at(match, occurrence->first - 1, false),
        .next = term_at(match, occurrence->last, true),
        .block = lexeme->block,
        .marks = lexeme->marks,
        .section = match->sections[occurrence->first],
        .tenth = (uint32_t)((uint64_t)occurrence->first * 10 / (match->lexed->count + 1)),
        .from = match->own ? match->own->folder : UINT32_MAX,
        .to = target ? target->folder : UINT32_MAX,
        .words = occurrence->last - occurrence->first,
        .letters = use->letters,
        .phrase = occurrence->phrase,
        .form = use->form,
    };
    uint64_t keys[CONTEXT_KINDS];
    float expected, linked;
    context_keys(&place, keys);
    bool is_known = index_find_context(match->index, keys[CONTEXT_FORM], &expected, &linked);
    use->form_rate = is_known ? (linked + use->rate_case) / (expected + 1) : use->rate_case * 0.5F;
    use->place_odds = 0;
    for (int i = 0; i < CONTEXT_KINDS; i++) {
        use->context_odds[i] = odds(match, keys[i]);
        use->place_odds += tells_of_place(i) ? use->context_odds[i] : 0;
    }
}

static bool joins(const struct lexed *lexed, size_t sign)
{
    const struct lexeme *lexeme = &lexed->lexemes[sign];
    return lexeme_is_sign(lexeme, "-/_+#&=@*.<>$%\\~^|");
}

/* At how many sides a sign joins the phrase to its neighbour. A full stop that ends a sentence does not. */
static int joined_sides(const struct lexed *lexed, const struct occurrence *occurrence)
{
    size_t first = occurrence->first, last = occurrence->last;
    bool before = first > 0 && (lexed->lexemes[first].marks & MARK_FOLLOWS_CLOSELY) && joins(lexed, first - 1);
    bool after = last < lexed->count && (lexed->lexemes[last].marks & MARK_FOLLOWS_CLOSELY) && joins(lexed, last);
    bool ends_sentence = after && lexed->lexemes[last].sign == '.' &&
                         (last + 1 >= lexed->count || !(lexed->lexemes[last + 1].marks & MARK_FOLLOWS_CLOSELY));
    return before + (after && !ends_sentence);
}

/* The best prior of another phrase that overlaps; *longer: of one that reaches further. */
static float rival(const struct match *match, const struct proposal *proposal)
{
    float best = 0;
    for (size_t i = proposal->use->occurrence->first; i < proposal->use->occurrence->last; i++)
        for (int k = 0; k < 2; k++)
            if (match->covers[i].phrase[k] != proposal->use->phrase)
                best = fmaxf(best, match->covers[i].prior[k]);
    return best;
}

static float longer_rival(const struct match *match, const struct proposal *proposal)
{
    float best = 0;
    size_t length = proposal->use->occurrence->last - proposal->use->occurrence->first;
    size_t first = proposal->use->occurrence->first;
    for (int k = 0; k < 2; k++) {
        uint32_t other = match->covers[first].phrase[k];
        if (other != INDEX_NO_PHRASE && other != proposal->use->phrase && match->index->phrases[other].length > length)
            best = fmaxf(best, match->covers[first].prior[k]);
    }
    return best;
}

/* Other phrases for the same target that overlap: the longest and the shortest rates. */
static void same_target(const struct match *match, const struct proposal *proposal, float *out)
{
    const struct occurrence *here = proposal->use->occurrence;
    float longer = 0, shorter = 0;
    uint32_t other = table_get(&match->chains, proposal->target->page + 1, 0);
    for (int steps = 0; other && steps < 32; steps++) {
        const struct proposal *rival = &match->proposals[other - 1];
        const struct occurrence *there = rival->use->occurrence;
        other = rival->next;
        if (rival == proposal || there->last <= here->first || there->first >= here->last)
            continue;
        float rate = rival->use->form_rate * rival->share;
        if (there->last - there->first > here->last - here->first)
            longer = fmaxf(longer, rate);
        else
            shorter = fmaxf(shorter, rate);
    }
    out[FEATURE_SAME_LONGER] = longer;
    out[FEATURE_SAME_SHORTER] = shorter;
    out[FEATURE_SAME_MARGIN] = proposal->use->form_rate * proposal->share - fmaxf(longer, shorter);
}

static float other_name(struct match *match, const struct proposal *proposal)
{
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t number = table_get(&match->names, proposal->target->page + 1, k);
        if (number && match->proposals[number - 1].use != proposal->use)
            return match->proposals[number - 1].prior;
    }
    return 0;
}

static float block_length(const struct match *match, size_t at)
{
    size_t first = match->block_starts[at], last = at;
    while (last < match->lexed->count && match->block_starts[last] == first)
        last++;
    return (float)(last - first);
}

void match_place_features(struct match *match, const struct proposal *proposal, float *out)
{
    struct use use = *proposal->use;
    const struct index_page *page = &match->index->pages[proposal->target->page];
    const struct lexeme *lexeme = &match->lexed->lexemes[use.occurrence->first];
    match_place(match, &use, page);
    for (int i = 0; i < CONTEXT_KINDS; i++)
        out[FEATURE_CONTEXT_PREVIOUS + i] = use.context_odds[i];
    out[FEATURE_CONTEXT_FORM] = use.form_rate;
    out[FEATURE_CONTEXT_ALL] = match->all_odds;
    out[FEATURE_CONTEXT_SUM] = use.place_odds;
    float prior = fminf(fmaxf(proposal->prior, 1e-4F), 1 - 1e-4F);
    out[FEATURE_CONTEXT_PRIOR] = logf(prior / (1 - prior)) + use.place_odds;
    out[FEATURE_BLOCK] = lexeme->block;
    out[FEATURE_MARKS] = lexeme->marks;
    out[FEATURE_PLACE] = (float)use.occurrence->first / (float)match->lexed->count;
    out[FEATURE_COUNT_HERE] = logf((float)use.count);
    out[FEATURE_ORDINAL] = (float)use.ordinal;
    out[FEATURE_BLOCK_LENGTH] = logf(block_length(match, use.occurrence->first));
    out[FEATURE_JOINED] = (float)joined_sides(match->lexed, use.occurrence);
    out[FEATURE_COVERED] = use.occurrence->is_covered;
    same_target(match, proposal, out);
    out[FEATURE_RIVAL] = rival(match, proposal);
    out[FEATURE_RIVAL_LONGER] = longer_rival(match, proposal);
    out[FEATURE_OTHER_NAME] = other_name(match, proposal);
    size_t better = 0;
    for (size_t i = 0; i < match->use_count; i++)
        better += match->uses[i].best_prior > proposal->prior;
    out[FEATURE_PRIOR_RANK] = 100 * (float)better / (float)(match->lexed->words + 100);
}
