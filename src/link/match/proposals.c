#include "link/match/match.h"

#include <math.h>

/*
 * Proposals that are described, the most likely ones by the counts alone; and of one use. Counts of a site that has
 * more than a few links tell more: there a hundred make about the links that 160 make (on the development corpora, F1
 * is the same).
 */
enum { MAX_PROPOSALS = 100, MAX_COLD_PROPOSALS = 160, MAX_OF_USE = 16 };

/* On a site that has more than a few links, what has a lower prior never becomes one. */
#define LEAST_PRIOR 0.004F

/* --- priors --- */

/* What a title says of a rare phrase that names one page. */
static float title_scale(const struct match *match, const struct index_phrase *phrase)
{
    float pages = phrase_count(phrase, PHRASE_PAGES), all = (float)link_page_count(match->index);
    float common = larger(pages / larger(all * 0.01F, 20), 1);
    float ambiguity = larger(phrase_count(phrase, PHRASE_TITLES), 1);
    return 0.25F / ((common > 1 ? powf(common, 0.7F) : 1) * sqrtf(ambiguity));
}

static float title_weight(const struct index_target *target)
{
    static const float weights[] = {
        [TITLE_WHOLE] = 1,      [TITLE_HEAD] = 0.9F,   [TITLE_PART] = 0.5F, [TITLE_SLUG] = 0.5F,
        [TITLE_HEADING] = 0.3F, [TITLE_WITHIN] = 0.2F, [TITLE_NONE] = 0.01F};
    return weights[index_title_kind(target)];
}

static float guess(const struct index_phrase *phrase, const struct use *use, const struct index_target *target,
                   float title)
{
    float linked = target_count(target, TARGET_LINKS) + 0.3F * target_count(target, TARGET_LISTS);
    return (linked + title) / (larger(phrase_count(phrase, PHRASE_LINKING) - use->own_linking, linked) + 1);
}

float match_case_factor(const struct use *use)
{
    return smaller(use->rate_case / use->rate, 2.0F) * (use->occurrence->is_covered ? 0.6F : 1.0F);
}

static const struct index_target *targets_of(const struct match *match, const struct index_phrase *phrase,
                                             size_t *count)
{
    *count = index_clip(match->index, SECTION_TARGETS, phrase->first_target, phrase->target_count);
    return match->index->targets + phrase->first_target;
}

static bool may_lead_to(const struct match *match, uint32_t page)
{
    return page < link_page_count(match->index) && page != match->own_number;
}

float match_best_guess(const struct match *match, const struct use *use)
{
    const struct index_phrase *phrase = &match->index->phrases[use->phrase];
    float scale = title_scale(match, phrase), best = 0;
    size_t count;
    const struct index_target *targets = targets_of(match, phrase, &count);
    for (size_t i = 0; i < count; i++)
        if (may_lead_to(match, targets[i].page))
            best = larger(best, guess(phrase, use, &targets[i], scale * title_weight(&targets[i])));
    return best;
}

/* --- lists of them --- */

static float strength_of(const struct proposal *proposal, bool is_cold)
{
    float chance = 0.5F * proposal->prior + 0.5F * proposal->use->form_rate * proposal->share;
    if (!is_cold)
        chance = 0.5F * chance + 0.5F * proposal->use->context_odds[CONTEXT_CLASS_LETTERS] * proposal->meant;
    chance = smaller(larger(chance, 1e-4F), 1 - 1e-4F);
    return 1 / (1 + (1 - chance) / chance * proposal->use->place_factor);
}

static int levels_in_common(const struct match *match, const struct index_target *target)
{
    return url_place_common(match->place, &match->index->pages[target->page].stands);
}

/* Does another target, as likely by links and names, stand nearer to the content? Editions of a manual have such. */
static bool has_nearer_namesake(const struct match *match, const struct index_target *targets, size_t count, size_t at)
{
    for (size_t i = 0; i < count; i++)
        if (targets[i].stats[TARGET_LINKS] == targets[at].stats[TARGET_LINKS] &&
            index_title_kind(&targets[i]) == index_title_kind(&targets[at]) && may_lead_to(match, targets[i].page) &&
            levels_in_common(match, &targets[i]) > levels_in_common(match, &targets[at]))
            return true;
    return false;
}

/* Adds the proposals of a use at the end of the list. */
static void propose(struct match *match, struct use *use)
{
    const struct index_phrase *phrase = &match->index->phrases[use->phrase];
    float scale = title_scale(match, phrase), factor = match_case_factor(use);
    float linked = phrase_count(phrase, PHRASE_LINKED);
    float ambiguity = sqrtf(larger(phrase_count(phrase, PHRASE_TITLES), 1));
    bool is_cold = !match->index->header.linking_pages;
    size_t count, added = 0;
    const struct index_target *targets = targets_of(match, phrase, &count);
    for (size_t i = 0; i < count && added < MAX_OF_USE; i++) {
        if (!may_lead_to(match, targets[i].page) ||
            (match->place && count > 1 && has_nearer_namesake(match, targets, count, i)))
            continue;
        float title = scale * title_weight(&targets[i]);
        float prior = guess(phrase, use, &targets[i], title) * factor;
        FETCH(&match->index->pages[targets[i].page]);
        match->proposals[match->proposal_count++] = (struct proposal){
            .use = use,
            .target = &targets[i],
            .prior = prior,
            .rank = (uint32_t)added,
            .share = (target_count(&targets[i], TARGET_LINKS) + title) / (linked + 1),
            .meant = (target_count(&targets[i], TARGET_LINKS) + title_weight(&targets[i]) / ambiguity) / (linked + 1),
        };
        struct proposal *made = &match->proposals[match->proposal_count - 1];
        made->strength = strength_of(made, is_cold);
        use->best_strength = larger(use->best_strength, made->strength);
        added++;
    }
    match->page_prior += use->best_strength;
}

/* The prior that a proposal must exceed to be described. */
static void find_limit(struct match *match)
{
    float *priors = ARENA_ARRAY(match->arena, match->proposal_count + 1, float);
    for (size_t i = 0; priors && i < match->proposal_count; i++)
        priors[i] = match->proposals[i].prior;
    bool is_warm = match->index->header.linking_pages > MODEL_FEW_LINKING;
    size_t most = is_warm ? MAX_PROPOSALS : MAX_COLD_PROPOSALS;
    match->least_prior = match_nth(match->arena, priors, match->proposal_count, most - 1);
    if (is_warm)
        match->least_prior = larger(match->least_prior, LEAST_PRIOR);
}

/* --- what they know of each other --- */

static void cover(struct match *match, const struct proposal *proposal)
{
    for (size_t i = proposal->use->occurrence->first; i < proposal->use->occurrence->last; i++) {
        struct cover *cover = &match->covers[i];
        if (cover->phrase[0] == proposal->use->phrase) {
            cover->strength[0] = larger(cover->strength[0], proposal->strength);
        } else if (proposal->strength > cover->strength[0]) {
            cover->phrase[1] = cover->phrase[0];
            cover->strength[1] = cover->strength[0];
            cover->phrase[0] = proposal->use->phrase;
            cover->strength[0] = proposal->strength;
        } else if (proposal->strength > cover->strength[1]) {
            cover->phrase[1] = proposal->use->phrase;
            cover->strength[1] = proposal->strength;
        }
    }
}

/* Notes the two best names of the target, and the proposal in the chain of those for it. */
static bool name(struct match *match, uint32_t number)
{
    struct proposal *proposal = &match->proposals[number];
    struct table_slot *slot = table_put(&match->pages, proposal->target->page + 1, 0);
    if (!slot)
        return false;
    if (!slot->value)
        slot->value = (uint32_t)++match->named_count;
    proposal->named = slot->value - 1;
    struct named *named = &match->named[proposal->named];
    uint32_t loser = number + 1;
    if (!named->best || match->proposals[named->best - 1].strength < proposal->strength) {
        loser = named->best;
        named->best = number + 1;
    }
    if (loser &&
        (!named->second || match->proposals[named->second - 1].strength < match->proposals[loser - 1].strength))
        named->second = loser;
    proposal->next = named->chain;
    named->chain = number + 1;
    return true;
}

static bool sort_strengths(struct match *match)
{
    match->best_strengths = ARENA_ARRAY(match->arena, match->use_count + 1, float);
    for (size_t i = 0; match->best_strengths && i < match->use_count; i++)
        match->best_strengths[i] = match->uses[i].best_strength;
    return match->best_strengths && match_sort_priors(match->arena, match->best_strengths, match->use_count);
}

bool match_propose(struct match *match)
{
    size_t most = 0;
    for (size_t i = 0; i < match->use_count; i++) {
        size_t count = match->index->phrases[match->uses[i].phrase].target_count;
        most += count < MAX_OF_USE ? count : MAX_OF_USE;
    }
    match->proposals = ARENA_ARRAY(match->arena, most + 1, struct proposal);
    if (!match->proposals)
        return false;
    for (size_t i = 0; i < match->use_count; i++)
        propose(match, &match->uses[i]);
    find_limit(match);
    match->named = ARENA_ARRAY(match->arena, match->proposal_count + 1, struct named);
    if (!sort_strengths(match) || !match->named || !table_reserve(&match->pages, match->proposal_count))
        return false;
    for (uint32_t i = 0; i < match->proposal_count; i++) {
        cover(match, &match->proposals[i]);
        if (!name(match, i))
            return false;
    }
    return true;
}
