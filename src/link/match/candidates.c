#include "link/match/match_parts.h"

#include <math.h>
#include <stdlib.h>

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

/* The best prior that the counts give a use, but for how it is written and covered; and the factor for that. */
static float case_factor(const struct use *use)
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

static float best_guess(const struct match *match, const struct use *use)
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
    float scale = title_scale(match, phrase), factor = case_factor(use);
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
static void name(struct match *match, uint32_t number)
{
    struct proposal *proposal = &match->proposals[number];
    struct table_slot *slot = table_put(&match->pages, proposal->target->page + 1, 0);
    if (!slot)
        return;
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
}

static void sort_strengths(struct match *match)
{
    match->best_strengths = ARENA_ARRAY(match->arena, match->use_count + 1, float);
    for (size_t i = 0; match->best_strengths && i < match->use_count; i++)
        match->best_strengths[i] = match->uses[i].best_strength;
    if (match->best_strengths)
        match_sort_priors(match->arena, match->best_strengths, match->use_count);
}

/* Proposes the most likely targets of the uses. */
static void propose_targets(struct match *match)
{
    size_t most = 0;
    if (arena_failed(match->arena))
        return;
    for (size_t i = 0; i < match->use_count; i++) {
        size_t count = match->index->phrases[match->uses[i].phrase].target_count;
        most += count < MAX_OF_USE ? count : MAX_OF_USE;
    }
    match->proposals = ARENA_ARRAY(match->arena, most + 1, struct proposal);
    if (!match->proposals)
        return;
    for (size_t i = 0; i < match->use_count; i++)
        propose(match, &match->uses[i]);
    find_limit(match);
    match->named = ARENA_ARRAY(match->arena, match->proposal_count + 1, struct named);
    sort_strengths(match);
    table_reserve(&match->pages, match->proposal_count);
    for (uint32_t i = 0; i < match->proposal_count && !arena_failed(match->arena); i++) {
        cover(match, &match->proposals[i]);
        name(match, i);
    }
}

/* --- uses --- */

/*
 * Uses that are looked at closely, the most likely ones by the counts of the index alone. With 2,500 words that is one
 * for each 20 words, more than most pages link; on a site of a few links, whose counts tell less, one for each 12. (On
 * the development corpora more make no better links.)
 */
enum { MAX_USES = 120, MAX_COLD_USES = 200 };

/* On a site that has more than a few links, uses of a lower prior become none, nor do they matter to the others. */
#define LEAST_USE_PRIOR 0.0005F

/* A phrase in one form, before its places are looked at. */
struct use_draft {
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

/* Numbers the drafts that are worth it. */
static void choose_drafts(struct match *match, struct use_draft *drafts, size_t count)
{
    bool is_warm = match->index->header.linking_pages > MODEL_FEW_LINKING;
    size_t most = is_warm ? MAX_USES : MAX_COLD_USES;
    match->uses = ARENA_ARRAY(match->arena, most, struct use);
    float *priors = ARENA_ARRAY(match->arena, count + 1, float);
    for (size_t i = 0; priors && i < count; i++)
        priors[i] = drafts[i].prior;
    float limit = match_nth(match->arena, priors, count, most);
    if (is_warm)
        limit = larger(limit, LEAST_USE_PRIOR);
    for (size_t i = 0; i < count && match->use_count < most; i++)
        if (drafts[i].prior > limit)
            drafts[i].number = (uint32_t)++match->use_count;
}

/* The draft of each occurrence in *of. Returns how many there are. */
static size_t make_drafts(const struct match *match, uint32_t *of, struct use_draft *drafts)
{
    struct table numbers = {.arena = match->arena};
    const struct occurrences *occurrences = match->occurrences;
    size_t count = 0;
    table_reserve(&numbers, occurrences->count);
    for (size_t i = 0; i < occurrences->count; i++) {
        struct use use;
        begin_use(match, &occurrences->list[i], &use);
        struct table_slot *slot = table_put(&numbers, use.phrase + 1, use.form);
        if (!slot)
            break;
        if (!slot->value) {
            drafts[count] = (struct use_draft){.guess = best_guess(match, &use), .phrase = use.phrase};
            slot->value = (uint32_t)++count;
        }
        struct use_draft *draft = &drafts[slot->value - 1];
        draft->prior = larger(draft->prior, draft->guess * case_factor(&use));
        of[i] = slot->value - 1;
    }
    return count;
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
static void find_use_places(struct match *match, const uint32_t *of, const struct use_draft *drafts)
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

/* Finds the rest of what is known of uses: those of proposals that are described, and of their rivals. */
static void describe_sought(const struct match *match, struct use *const *uses, size_t count)
{
    uint64_t keys[AHEAD][CONTEXT_KINDS];
    for (size_t i = 0; i < count + AHEAD; i++) {
        if (i >= AHEAD)
            match_find_described(match, keys[i % AHEAD], uses[i - AHEAD]);
        if (i < count)
            match_seek_described(match, uses[i], keys[i % AHEAD]);
    }
}

/* Finds the most likely uses. */
static void find_uses(struct match *match)
{
    size_t count = match->occurrences->count;
    uint32_t *of = ARENA_ARRAY(match->arena, count + 1, uint32_t);
    struct use_draft *drafts = ARENA_ARRAY(match->arena, count + 1, struct use_draft);
    if (of && drafts)
        choose_drafts(match, drafts, make_drafts(match, of, drafts));
    if (arena_failed(match->arena))
        return;
    find_use_places(match, of, drafts);
    for (size_t i = 0; i < match->use_count; i++)
        match_find_chosen(match, &match->uses[i]);
}

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
static void find_headed(struct match *match)
{
    const struct lexed *lexed = match->lexed;
    for (size_t i = 0; i < lexed->count; i++)
        if (lexed->lexemes[i].blocked & BLOCK_HEADING)
            set_headed(match, match->occurrences->terms[i]);
    struct lexed title = {0};
    struct error err;
    struct str text = match->own ? index_page_title(match->index, match->own_number, match->arena) : STR("");
    if (lex_plain(match->arena, text, &title, &err) != OK)
        arena_fail(match->arena);
    for (size_t i = 0; i < title.count; i++)
        set_headed(match, index_find_term(match->index, title.lexemes[i].hash));
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

static void prepare_match(struct match *match)
{
    size_t lexemes = match->lexed->count + 1;
    match->sections = ARENA_ARRAY(match->arena, lexemes, uint64_t);
    match->block_starts = ARENA_ARRAY(match->arena, lexemes, uint32_t);
    match->block_ends = ARENA_ARRAY(match->arena, lexemes, uint32_t);
    match->covers = ARENA_ARRAY(match->arena, lexemes, struct cover);
    match->known = ARENA_ARRAY(match->arena, KNOWN_CONTEXTS, struct known_context);
    match->pages.arena = match->votes.arena = match->headed.arena = match->arena;
    if (arena_failed(match->arena))
        return;
    for (size_t i = 0; i < lexemes; i++)
        match->covers[i].phrase[0] = match->covers[i].phrase[1] = INDEX_NO_PHRASE;
    find_sections(match);
    find_site(match);
    match_find_near(match);
    match_weigh_content(match);
    find_headed(match);
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

/* A page's own name, and no other page's, may be sure, however seldom it is linked (choose/name.c). */
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
struct sought_uses {
    struct use **uses;
    size_t count;
};

static void seek(const struct match *match, struct sought_uses *sought, const struct proposal *proposal)
{
    struct use *use = &match->uses[proposal->use - match->uses];
    if (!use->is_described)
        sought->uses[sought->count++] = use;
    use->is_described = true;
}

/* Finds what is left to know of the uses of the proposals, and of what overlaps them and leads to the same page. */
static void describe_uses(const struct match *match, const struct proposal *const *chosen, size_t count)
{
    struct sought_uses sought = {ARENA_ARRAY(match->arena, match->use_count + 1, struct use *), 0};
    if (!sought.uses)
        return;
    for (size_t i = 0; i < count; i++) {
        seek(match, &sought, chosen[i]);
        const struct proposal *rival = NULL;
        for (uint32_t steps = 0; (rival = match_next_rival(match, chosen[i], rival, &steps));)
            seek(match, &sought, rival);
    }
    describe_sought(match, sought.uses, sought.count);
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
static void rank(const struct match *match, float *rows, size_t count)
{
    if (match->index->header.linking_pages >= MODEL_MANY_LINKING)
        return;
    float *values = ARENA_ARRAY(match->arena, count + 1, float);
    if (!values)
        return;
    rank_by(rows, count, FEATURE_SIMILARITY, FEATURE_SIMILAR_RANK, values);
    rank_by(rows, count, FEATURE_NEARBY, FEATURE_NEARBY_RANK, values);
}

/* Describes proposals. Those of a use, which share most of their features, stand together. */
static void describe_candidates(struct match *match, struct candidates *candidates)
{
    float shared[FEATURE_COUNT] = {0};
    const struct use *described = NULL;
    size_t count;
    const struct proposal **chosen = choose(match, &count);
    candidates->list = ARENA_ARRAY(match->arena, count + 1, struct candidate);
    float *rows = ARENA_ARRAY(match->arena, (count + 1) * FEATURE_COUNT, float);
    if (arena_failed(match->arena))
        return;
    describe_uses(match, chosen, count);
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
    rank(match, rows, count);
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
    if (status)
        return status;
    struct match match = {.index = index, .text = content, .lexed = lexed, .occurrences = &occurrences, .arena = arena};
    match.logs = &index->logs;
    match.own_number = own.number;
    match.own = own.number == INDEX_NO_PAGE ? NULL : &index->pages[own.number];
    match.place = own.is_placed ? &own.place : NULL;
    prepare_match(&match);
    find_uses(&match);
    propose_targets(&match);
    match_find_neighbours(&match);
    describe_candidates(&match, candidates);
    return arena_failed(arena) ? error_memory(err) : OK;
}

/* --- what the site taught --- */

/* No lesson of a sound file is as large as this. */
#define LARGEST 1e6F

static float sound(float number, float most)
{
    return number > -most && number < most ? number : 0;
}

/* What the site taught. Numbers that make no sense read as if it had taught nothing. */
static void read_lessons(const struct link_index *index, struct lessons *lessons)
{
    float numbers[LESSON_NUMBERS];
    lessons_init(lessons, model_score_of(model_threshold));
    if (index_count(index, SECTION_LESSONS) != LESSON_NUMBERS)
        return;
    for (size_t i = 0; i < LESSON_NUMBERS; i++)
        numbers[i] = isfinite(index->lessons[i]) ? index->lessons[i] : 0;
    memcpy(lessons, numbers, sizeof numbers);
    lessons->threshold = sound(lessons->threshold, LARGEST);
    for (size_t i = 0; i < LESSON_TREES; i++) {
        struct lesson_tree *tree = &lessons->trees[i];
        for (size_t node = 0; node < LESSON_NODES; node++)
            tree->inputs[node] = tree->inputs[node] >= 0 ? sound(tree->inputs[node], LESSON_INPUTS) : 0;
        for (size_t leaf = 0; leaf < LESSON_LEAVES; leaf++)
            tree->leaves[leaf] = sound(tree->leaves[leaf], LARGEST);
    }
}

/* --- texts for the same page --- */

static struct candidate *best_for(const struct candidates *candidates, uint32_t page)
{
    struct candidate *best = NULL;
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->list[i];
        if (candidate->page == page && (!best || candidate->score > best->score))
            best = candidate;
    }
    return best;
}

/* Are the odds of the one at least a third of those of the other? */
static bool scores_like(const struct candidate *candidate, const struct candidate *best)
{
    return 3 * candidate->score * (1 - best->score) >= best->score * (1 - candidate->score);
}

/* The one of about the best score whose text authors would rather link. */
static struct candidate *best_text(const struct candidates *candidates, struct candidate *best)
{
    struct candidate *found = NULL;
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->list[i];
        if (candidate->page != best->page || candidate == best || !scores_like(candidate, best))
            continue;
        if (!found || candidate->text > found->text)
            found = candidate;
    }
    return found && found->text > best->text ? found : best;
}

/* A page that is worth a link is worth it whatever text leads there: the best text gets the best of its scores. */
static void prefer_texts(const struct candidates *candidates, double threshold)
{
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->list[i];
        if (candidate->score < threshold || best_for(candidates, candidate->page) != candidate)
            continue;
        struct candidate *text = best_text(candidates, candidate);
        double score = candidate->score;
        candidate->score = text->score;
        text->score = score;
    }
}

/* --- scores --- */

/* Rows that are scored at once: few enough for the stack. */
enum { ROWS = 32 };

static void score(const struct lessons *lessons, uint64_t linking, struct candidate *candidates, size_t count)
{
    struct model_score scores[ROWS];
    float inputs[ROWS][LESSON_INPUTS] = {{0}}, links[ROWS];
    model_scores(candidates->features, count, linking, scores);
    for (size_t i = 0; i < count; i++) {
        model_lesson_inputs(candidates[i].features, inputs[i]);
        links[i] = scores[i].link;
    }
    lessons_correct(lessons, *inputs, LESSON_INPUTS, count, links);
    for (size_t i = 0; i < count; i++) {
        candidates[i].score = (double)model_probability(links[i]);
        candidates[i].text = scores[i].text;
    }
}

double rank_candidates(const struct link_index *index, struct candidates *candidates)
{
    struct lessons lessons;
    read_lessons(index, &lessons);
    for (size_t i = 0; i < candidates->count; i += ROWS)
        score(&lessons, index->header.linking_pages, &candidates->list[i],
              candidates->count - i < ROWS ? candidates->count - i : ROWS);
    double threshold = (double)model_probability(lessons.threshold);
    prefer_texts(candidates, threshold);
    return threshold;
}
