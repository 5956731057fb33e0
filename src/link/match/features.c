#include "link/match/match_parts.h"

#include <math.h>
#include <stdlib.h>

static float page_count_of(const struct index_page *page, int stat)
{
    return count_values[page->stats[stat]];
}

/* --- the terms of the content, and the text of the target --- */

/* Lexemes at each side of a phrase that count as near it. */
enum { NEARBY = 25 };

/* A term of the content that is no sign. */
static bool is_counted_word(const struct match *match, size_t lexeme)
{
    return match->occurrences->terms[lexeme] < OCCURRENCE_SKIP && match->lexed->lexemes[lexeme].kind != LEXEME_SIGN;
}

/* The slot that holds the key, or the free one where it belongs. */
static uint32_t *vocabulary_slot(const struct site_vocabulary *vocabulary, uint16_t key)
{
    size_t at = key * (size_t)40503 & vocabulary->mask; /* Knuth's multiplicative hash, of 16 bits */
    while (vocabulary->slots[at] && vocabulary->slots[at] >> 16 != key)
        at = (at + 1) & vocabulary->mask;
    return &vocabulary->slots[at];
}

/* The number of a key, 0: the content does not have it. */
static uint32_t number_of_key(const struct site_vocabulary *vocabulary, uint16_t key)
{
    return *vocabulary_slot(vocabulary, key) & UINT16_MAX;
}

/*
 * Numbers the terms and counts them; a content of more than 65,535 different ones does without the rest. terms: of each
 * number the term that has it.
 */
static void number_terms(struct match *match, uint32_t *terms)
{
    struct site_vocabulary *vocabulary = &match->vocabulary;
    for (size_t i = 0; i < match->lexed->count; i++) {
        if (!is_counted_word(match, i))
            continue;
        uint16_t key = index_vector_key(match->occurrences->terms[i]);
        uint32_t *slot = vocabulary_slot(vocabulary, key);
        if (!*slot && vocabulary->count < UINT16_MAX) {
            *slot = (uint32_t)key << 16 | (uint32_t)++vocabulary->count;
            terms[vocabulary->count] = match->occurrences->terms[i];
        }
        vocabulary->at[i] = *slot & UINT16_MAX;
        vocabulary->content[vocabulary->at[i]]++;
    }
    vocabulary->content[0] = 0;
}

void match_weigh_content(struct match *match)
{
    struct site_vocabulary *vocabulary = &match->vocabulary;
    size_t lexemes = match->lexed->count, cap = 1024;
    while (cap < lexemes * 2 && cap < (size_t)4 * UINT16_MAX)
        cap *= 2;
    vocabulary->mask = cap - 1;
    vocabulary->slots = ARENA_ARRAY(match->arena, cap, uint32_t);
    vocabulary->at = ARENA_ARRAY(match->arena, lexemes + 1, uint32_t);
    float *weights = vocabulary->content = ARENA_ARRAY(match->arena, lexemes + 1, float);
    uint32_t *terms = ARENA_ARRAY(match->arena, lexemes + 1, uint32_t);
    if (arena_failed(match->arena))
        return;
    number_terms(match, terms);
    vocabulary->target = ARENA_ARRAY(match->arena, vocabulary->count + 1, float);
    vocabulary->seen = ARENA_ARRAY(match->arena, vocabulary->count + 1, uint32_t);
    double squares = 0;
    for (size_t i = 1; i <= vocabulary->count; i++) {
        float repeated = weights[i] > 1 ? logf(weights[i]) : 0; /* few are */
        weights[i] = (1 + repeated) * match->logs->idfs[match->index->terms[terms[i]].stats[TERM_PAGES]];
        squares += (double)(weights[i] * weights[i]);
    }
    float length = squares > 0 ? (float)sqrt(squares) : 1;
    for (size_t i = 1; i <= vocabulary->count; i++)
        weights[i] /= length;
}

static float match_similarity(const struct match *match, const struct index_page *page)
{
    float sum = 0;
    for (size_t i = 0; i < VECTOR_TERMS && page->weights[i]; i++)
        sum += (float)page->weights[i] / UINT8_MAX *
               match->vocabulary.content[number_of_key(&match->vocabulary, page->keys[i])];
    return sum;
}

/* The sum of the weights that the words around the phrase have in the target. Each word counts once. */
static float nearby(const struct match *match, const struct occurrence *occurrence, const float *target,
                    uint32_t seen_number)
{
    const struct site_vocabulary *vocabulary = &match->vocabulary;
    size_t from = occurrence->first > NEARBY ? occurrence->first - NEARBY : 0;
    size_t to = occurrence->last + NEARBY < match->lexed->count ? occurrence->last + NEARBY : match->lexed->count;
    float sum = 0;
    for (size_t i = occurrence->first; i < occurrence->last; i++)
        vocabulary->seen[vocabulary->at[i]] = seen_number;
    for (size_t i = from; i < to; i++) {
        uint32_t number = vocabulary->at[i];
        if (target[number] > 0 && vocabulary->seen[number] != seen_number) {
            vocabulary->seen[number] = seen_number;
            sum += target[number];
        }
    }
    return sum;
}

/* The weight that the phrase's own words have in the target. */
static float overlap(const struct match *match, const struct occurrence *occurrence, const float *target)
{
    float sum = 0;
    for (size_t i = occurrence->first; i < occurrence->last; i++)
        sum += target[match->vocabulary.at[i]];
    return sum;
}

void match_text_target(struct match *match, const struct proposal *proposal, float *out)
{
    const struct index_page *page = &match->index->pages[proposal->target->page];
    const struct site_vocabulary *vocabulary = &match->vocabulary;
    uint32_t numbers[VECTOR_TERMS], count = 0;
    float similarity = 0;
    for (size_t i = 0; i < VECTOR_TERMS && page->weights[i]; i++) {
        uint32_t number = number_of_key(vocabulary, page->keys[i]);
        if (!number)
            continue;
        float weight = (float)page->weights[i] / UINT8_MAX;
        similarity += weight * vocabulary->content[number];
        vocabulary->target[number] = weight;
        numbers[count++] = number;
    }
    uint32_t seen_number = (uint32_t)(proposal - match->proposals) + 1;
    out[FEATURE_NEARBY] = nearby(match, proposal->use->occurrence, vocabulary->target, seen_number);
    out[FEATURE_TITLE_OVERLAP] = overlap(match, proposal->use->occurrence, vocabulary->target);
    out[FEATURE_SIMILARITY] = similarity;
    for (uint32_t i = 0; i < count; i++)
        vocabulary->target[numbers[i]] = 0;
}

/*
 * --- the highest of many priors ---
 *
 * Radix sort, a byte a pass: the bits of floats that are not negative, read as a whole number, are in the same
 * order as the floats. Inverted, the highest comes first.
 */
enum { RADIX_BITS = 8, RADIX = 1 << RADIX_BITS };

static uint32_t bits_of(float prior)
{
    uint32_t bits;
    memcpy(&bits, &prior, sizeof bits);
    return ~bits;
}

static void sort_by(const float *from, float *to, size_t count, unsigned shift)
{
    uint32_t places[RADIX] = {0};
    for (size_t i = 0; i < count; i++)
        places[bits_of(from[i]) >> shift & (RADIX - 1)]++;
    for (uint32_t i = 0, place = 0; i < RADIX; i++) {
        uint32_t next = place + places[i];
        places[i] = place;
        place = next;
    }
    for (size_t i = 0; i < count; i++)
        to[places[bits_of(from[i]) >> shift & (RADIX - 1)]++] = from[i];
}

void match_sort_priors(struct arena *arena, float *priors, size_t count)
{
    float *other = ARENA_ARRAY(arena, count + 1, float);
    for (unsigned shift = 0; other && shift < 32; shift += 2 * RADIX_BITS) {
        sort_by(priors, other, count, shift);
        sort_by(other, priors, count, shift + RADIX_BITS);
    }
}

float match_nth(struct arena *arena, float *priors, size_t count, size_t n)
{
    if (!priors || n >= count)
        return -1;
    match_sort_priors(arena, priors, count);
    return priors[n];
}

/* --- the links between the pages of the site --- */

/* Bounds of the work: proposals that vote, pages that link each, pages that are compared with the content. */
enum { VOTERS = 64, COMPARED = 64 };

/* In place of the number of a neighbour: there were too many before it. */
#define NOT_COUNTED UINT32_MAX

static bool holds(const uint32_t *list, size_t count, uint32_t page)
{
    size_t at = search_first(list, count, sizeof *list, 0, page);
    return at < count && list[at] == page;
}

static int compare_strength(const void *a, const void *b)
{
    const struct proposal *left = *(const struct proposal *const *)a, *right = *(const struct proposal *const *)b;
    return (left->strength < right->strength) - (left->strength > right->strength);
}

static int compare_vote(const void *a, const void *b)
{
    const struct neighbour *left = *(struct neighbour *const *)a, *right = *(struct neighbour *const *)b;
    if (left->vote != right->vote)
        return left->vote < right->vote ? 1 : -1;
    return (left->page > right->page) - (left->page < right->page);
}

/* What a target's being likely here says of each page that links it. */
static float vote_of(const struct index_page *page, float strength)
{
    return strength / sqrtf(1 + page_count_of(page, PAGE_IN));
}

static void vote(struct match *match, const struct proposal *proposal, size_t cap)
{
    const struct index_page *page = &match->index->pages[proposal->target->page];
    size_t count;
    const uint32_t *in = index_links_in(match->index, page, &count);
    float value = vote_of(page, proposal->strength);
    for (size_t i = 0; i < count; i++) {
        if (in[i] == match->own_number || in[i] >= link_page_count(match->index))
            continue;
        struct table_slot *slot = table_put(&match->votes, in[i] + 1, 0);
        if (!slot)
            return;
        if (!slot->value) {
            if (match->neighbour_count == cap) {
                slot->value = NOT_COUNTED;
                continue;
            }
            FETCH(&match->index->pages[in[i]]);
            match->neighbours[match->neighbour_count] = (struct neighbour){.page = in[i], .cosine = -1};
            slot->value = (uint32_t)++match->neighbour_count;
        }
        if (slot->value != NOT_COUNTED)
            match->neighbours[slot->value - 1].vote += value;
    }
}

static struct neighbour *find_neighbour(const struct match *match, uint32_t page)
{
    uint32_t number = table_get(&match->votes, page + 1, 0);
    return number && number != NOT_COUNTED ? &match->neighbours[number - 1] : NULL;
}

static struct linkers find_linkers(const struct match *match, const struct named *named)
{
    const struct proposal *best = &match->proposals[named->best - 1];
    const struct index_page *page = &match->index->pages[best->target->page];
    struct linkers linkers = {.is_known = true, .best = -1};
    size_t count;
    const uint32_t *in = index_links_in(match->index, page, &count);
    const float own = vote_of(page, best->strength);
    for (size_t i = 0; i < count; i++) {
        const struct neighbour *neighbour = find_neighbour(match, in[i]);
        if (!neighbour)
            continue;
        linkers.relatedness += larger(neighbour->vote - own, 0) * neighbour->damping;
        if (neighbour->cosine < 0)
            continue;
        linkers.similar += neighbour->cosine * neighbour->cosine;
        linkers.best = larger(linkers.best, neighbour->cosine);
    }
    linkers.relatedness /= count ? sqrtf((float)count) : 1;
    return linkers;
}

/* They are the same for all phrases that lead to the page. */
static const struct linkers *linkers_of(const struct match *match, const struct proposal *proposal)
{
    struct named *named = &match->named[proposal->named];
    if (!named->linkers.is_known)
        named->linkers = find_linkers(match, named);
    return &named->linkers;
}

/* Compares the neighbours with the most votes with the content. */
static void compare_neighbours(struct match *match)
{
    size_t count = match->neighbour_count, kept = 0;
    struct neighbour **sorted = ARENA_ARRAY(match->arena, count + 1, struct neighbour *);
    float *votes = ARENA_ARRAY(match->arena, count + 1, float);
    if (arena_failed(match->arena))
        return;
    for (size_t i = 0; i < count; i++)
        votes[i] = match->neighbours[i].vote;
    float limit = match_nth(match->arena, votes, count, COMPARED - 1);
    for (size_t i = 0; i < count; i++)
        if (match->neighbours[i].vote >= limit)
            sorted[kept++] = &match->neighbours[i];
    if (kept > COMPARED)
        qsort(sorted, kept, sizeof *sorted, compare_vote);
    for (size_t i = 0; i < kept && i < COMPARED; i++) {
        struct neighbour *neighbour = sorted[i];
        neighbour->cosine = match_similarity(match, &match->index->pages[neighbour->page]);
        match->compared += neighbour->cosine * neighbour->cosine;
    }
}

/* The strength of the last of the voters; -1: all are. */
static float weakest_voter(struct match *match)
{
    float *strengths = ARENA_ARRAY(match->arena, match->named_count + 1, float);
    for (size_t i = 0; strengths && i < match->named_count; i++)
        strengths[i] = match->proposals[match->named[i].best - 1].strength;
    return match_nth(match->arena, strengths, match->named_count, VOTERS - 1);
}

void match_find_neighbours(struct match *match)
{
    size_t voters = 0, cap = (size_t)VOTERS * 64;
    const struct proposal **order = ARENA_ARRAY(match->arena, match->named_count + 1, const struct proposal *);
    float limit = weakest_voter(match);
    match->neighbours = ARENA_ARRAY(match->arena, cap, struct neighbour);
    if (arena_failed(match->arena))
        return;
    for (size_t i = 0; i < match->named_count; i++) {
        const struct proposal *proposal = &match->proposals[match->named[i].best - 1];
        if (proposal->strength >= limit)
            order[voters++] = proposal;
    }
    qsort(order, voters, sizeof *order, compare_strength);
    for (size_t i = 0; i < voters && i < VOTERS; i++)
        FETCH(&match->index->links[match->index->pages[order[i]->target->page].first_link]);
    for (size_t i = 0; i < voters && i < VOTERS; i++)
        vote(match, order[i], cap);
    for (size_t i = 0; i < match->neighbour_count; i++)
        match->neighbours[i].damping =
            1 / sqrtf(1 + page_count_of(&match->index->pages[match->neighbours[i].page], PAGE_OUT));
    compare_neighbours(match);
    for (size_t i = 0; i < voters && i < VOTERS; i++)
        match->best_neighbours = larger(match->best_neighbours, linkers_of(match, order[i])->relatedness);
}

/* How many pages stand in both lists, which are ascending. */
static size_t count_common(const uint32_t *left, size_t left_count, const uint32_t *right, size_t right_count)
{
    size_t common = 0;
    for (size_t i = 0, j = 0; i < left_count && j < right_count;) {
        common += left[i] == right[j];
        size_t next = i + (left[i] <= right[j]);
        j += right[j] <= left[i];
        i = next;
    }
    return common;
}

/*
 * The pages before and behind, in the order in which the site's pages came: often the order of time, or of a book. What
 * they link, this one links.
 */
enum { NEAR = 8 };

void match_find_near(struct match *match)
{
    size_t pages = link_page_count(match->index);
    float links = 0, near = 0;
    for (size_t i = match->own_number > NEAR ? match->own_number - NEAR : 0;
         match->own && i < pages && i <= (size_t)match->own_number + NEAR; i++) {
        if (i == match->own_number)
            continue;
        links += page_count_of(&match->index->pages[i], PAGE_OUT);
        match->near_linking += match->index->pages[i].stats[PAGE_OUT] > 0;
        near++;
    }
    float mean = match->mean_out * match->linking_share;
    match->near_out = near > 0 ? logf((links / near + 0.5F) / (mean + 0.5F)) : 0;
}

static void near_features(const struct match *match, const struct index_page *page, const uint32_t *in, size_t count,
                          float *out)
{
    float near = 0, before = 0, pages = (float)link_page_count(match->index), nearest = pages;
    for (size_t i = 0; i < count; i++) {
        nearest = smaller(nearest, fabsf((float)in[i] - (float)match->own_number));
        before += in[i] < match->own_number;
        near += (uint64_t)in[i] + NEAR >= match->own_number && in[i] <= (uint64_t)match->own_number + NEAR;
    }
    float chance = page_count_of(page, PAGE_IN) / pages;
    out[FEATURE_NEAREST_LINKER] = count ? logf(larger(nearest, 1) * 2 * (float)(count + 1) / pages) : -1;
    out[FEATURE_ORDER] = count ? (before + 0.5F) / (float)(count + 1) : -1;
    out[FEATURE_NEAR_LINKERS] = logf((near + 0.5F) / ((match->near_linking + 1) * chance + 0.5F));
    out[FEATURE_NEAR_SHARE] = near / (match->near_linking + 1);
}

static void folder_features(const struct match *match, const struct index_page *page, const uint32_t *in, size_t count,
                            float *out)
{
    float linkers = 0;
    for (size_t i = 0; i < count; i++)
        linkers +=
            in[i] < link_page_count(match->index) && match->index->pages[in[i]].stands.folder == match->place->folder;
    out[FEATURE_FOLDER_SHARE] = count ? linkers / (float)count : -1;
    out[FEATURE_SAME_FOLDER] = match->place->folder == page->stands.folder;
}

static void own_page_features(const struct match *match, const struct index_page *page, uint32_t number, float *out)
{
    out[FEATURE_LINKS_BACK] = out[FEATURE_COCITED] = out[FEATURE_FOLDER_SHARE] = out[FEATURE_SAME_FOLDER] = -1;
    out[FEATURE_NEAR_LINKERS] = out[FEATURE_NEAR_SHARE] = out[FEATURE_NEAREST_LINKER] = out[FEATURE_ORDER] = -1;
    out[FEATURE_NEAR_OUT] = match->near_out;
    size_t count, own_count;
    const uint32_t *in = index_links_in(match->index, page, &count);
    if (match->place)
        folder_features(match, page, in, count, out);
    if (!match->own)
        return;
    const uint32_t *own_in = index_links_in(match->index, match->own, &own_count);
    out[FEATURE_LINKS_BACK] = holds(own_in, own_count, number);
    float cocited = (float)count_common(own_in, own_count, in, count);
    out[FEATURE_COCITED] = own_count ? cocited / ((float)own_count + 1) : -1;
    near_features(match, page, in, count, out);
}

void match_graph_target(const struct match *match, const struct proposal *proposal, float *out)
{
    const struct index_target *target = proposal->target;
    const struct index_page *page = &match->index->pages[target->page];
    own_page_features(match, page, target->page, out);
    const struct linkers *linkers = linkers_of(match, proposal);
    out[FEATURE_SIMILAR_LINKERS] = match->compared > 0 ? linkers->similar / match->compared : -1;
    out[FEATURE_SIMILAR_BEST] = linkers->best;
    float links = target_count(target, TARGET_LINKS);
    out[FEATURE_BACK_SHARE] = links > 0 ? target_count(target, TARGET_BACK) / (links + 1) : -1;
    out[FEATURE_SAME_FOLDER_SHARE] = links > 0 ? target_count(target, TARGET_SAME_FOLDER) / links : -1;
    out[FEATURE_NEIGHBOURS] = linkers->relatedness;
    out[FEATURE_NEIGHBOURS_RANK] = match->best_neighbours > 0 ? out[FEATURE_NEIGHBOURS] / match->best_neighbours : -1;
}

/* --- the phrase and its targets, by the counts of the index --- */

static float log_of(const struct match *match, uint8_t code)
{
    return match->logs->counts[code];
}

static float smoothed_rate(float part, float whole, float expected, float weight)
{
    return (part + expected * weight) / (larger(whole, part) + weight);
}

/* How the phrase is linked at all, and by which target. */
static void use_features(const struct match *match, const struct use *use, float *out)
{
    const struct index_phrase *phrase = &match->index->phrases[use->phrase];
    float linked = phrase_count(phrase, PHRASE_LINKED);
    float linking = larger(phrase_count(phrase, PHRASE_LINKING) - use->own_linking, 0);
    float held_case = phrase_count(phrase, PHRASE_HELD_CASE + (int)use->letters);
    out[FEATURE_LINK_RATE] = use->rate;
    out[FEATURE_LINK_RATE_CASE] = use->rate_case;
    out[FEATURE_LINK_RATE_FREE] =
        smoothed_rate(linked, phrase_count(phrase, PHRASE_FREE) - use->own_linking, use->rate, 1);
    out[FEATURE_LINKED] = log_of(match, phrase->stats[PHRASE_LINKED]);
    out[FEATURE_LINKED_CASE] = log_of(match, phrase->stats[PHRASE_LINKED_CASE + (int)use->letters]);
    out[FEATURE_HELD_CASE] = logf(1 + larger(held_case - use->own_linking, 0));
    out[FEATURE_TARGETS_PER_LINK] = phrase_count(phrase, PHRASE_TARGETS) / (linked + 1);
    out[FEATURE_FIRST_SHARE] = smoothed_rate(phrase_count(phrase, PHRASE_FIRST), linked, 0.7F, 1);
    out[FEATURE_COVERED_SHARE] =
        smoothed_rate(phrase_count(phrase, PHRASE_COVERED), phrase_count(phrase, PHRASE_PAGES), 0, 1);
    out[FEATURE_IN_LONGER_LINK] =
        1 - smoothed_rate(phrase_count(phrase, PHRASE_FREE), phrase_count(phrase, PHRASE_LINKING), 1, 1);
    float capital =
        phrase_count(phrase, PHRASE_HELD_CASE + PHRASE_CAPITAL) + phrase_count(phrase, PHRASE_HELD_CASE + PHRASE_UPPER);
    out[FEATURE_CAPITAL_SHARE] =
        smoothed_rate(capital, capital + phrase_count(phrase, PHRASE_HELD_CASE + PHRASE_LOWER), 0.3F, 1);
    out[FEATURE_REPEATS] = phrase_count(phrase, PHRASE_OCCURRENCES) / (linking + 1);
    float pages = larger(phrase_count(phrase, PHRASE_PAGES) - use->own, 0);
    out[FEATURE_COMMONNESS] = logf((pages + 0.5F) / ((float)link_page_count(match->index) + 1));
    out[FEATURE_PAGE_COUNT] = logf(1 + pages);
}

static void link_features(const struct match *match, const struct proposal *proposal, float *out)
{
    const struct use *use = proposal->use;
    const struct index_phrase *phrase = &match->index->phrases[use->phrase];
    const struct index_target *target = proposal->target;
    float linked = phrase_count(phrase, PHRASE_LINKED);
    float linking = larger(phrase_count(phrase, PHRASE_LINKING) - use->own_linking, 0);
    float held_case = phrase_count(phrase, PHRASE_HELD_CASE + (int)use->letters);
    float to_target = target_count(target, TARGET_LINKS), colinks = target_count(target, TARGET_COLINKS);
    out[FEATURE_TARGET_SHARE] = smoothed_rate(to_target, linked, 0, 0.5F);
    out[FEATURE_TARGET_LINKS] = log_of(match, target->stats[TARGET_LINKS]);
    out[FEATURE_COLINK_RATE] = smoothed_rate(colinks, linking, use->rate * out[FEATURE_TARGET_SHARE], 1);
    out[FEATURE_COLINK_CASE] = smoothed_rate(smaller(colinks, held_case), held_case, out[FEATURE_COLINK_RATE], 1);
    out[FEATURE_LIST_LINKS] = log_of(match, target->stats[TARGET_LISTS]);
    out[FEATURE_TARGET_RANK] = (float)proposal->rank;
}

static void word_features(const struct match *match, const struct use *use, float *out)
{
    const struct occurrence *occurrence = use->occurrence;
    const uint32_t *terms = match->occurrences->terms;
    float sum = 0, least = 99, anchored = 1, anchored_sum = 0, titled = 0;
    int count = 0;
    for (size_t i = occurrence->first; i < occurrence->last; i++) {
        if (terms[i] >= OCCURRENCE_SKIP || match->lexed->lexemes[i].kind == LEXEME_SIGN)
            continue;
        const uint8_t *stats = match->index->terms[terms[i]].stats;
        float idf = match->logs->idfs[stats[TERM_PAGES]], pages = count_values[stats[TERM_PAGES]];
        float share = (count_values[stats[TERM_ANCHORED]] + 0.1F) / (pages + 2);
        sum += idf;
        least = smaller(least, idf);
        anchored = smaller(anchored, share);
        anchored_sum += share;
        titled += count_values[stats[TERM_TITLES]] / (pages + 1);
        count++;
    }
    out[FEATURE_IDF_SUM] = sum;
    out[FEATURE_IDF_MIN] = count ? least : -1;
    out[FEATURE_ANCHORED] = anchored;
    out[FEATURE_ANCHORED_MEAN] = count ? anchored_sum / (float)count : -1;
    out[FEATURE_TITLED] = count ? titled / (float)count : -1;
    out[FEATURE_WORDS] = (float)(occurrence->last - occurrence->first);
    size_t start = match->lexed->lexemes[occurrence->first].start,
           end = match->lexed->lexemes[occurrence->last - 1].end;
    float digits = 0;
    for (size_t i = start; i < end; i++)
        digits += ascii_is_digit(match->text.data[i]);
    out[FEATURE_CHARACTERS] = (float)(end - start);
    out[FEATURE_DIGITS] = digits / (float)(end - start);
}

static void title_features(const struct proposal *proposal, float *out)
{
    const struct use *use = proposal->use;
    const struct index_target *target = proposal->target;
    enum title_kind kind = index_title_kind(target);
    bool named = kind != TITLE_NONE;
    out[FEATURE_TITLE_KIND] = (float)kind;
    out[FEATURE_TITLE_COVER] = named ? (float)target->cover / UINT8_MAX : -1;
    bool linked = target->form && target->stats[TARGET_LINKS];
    out[FEATURE_FORM_EQUAL] = linked ? target->form == use->form : -1;
    out[FEATURE_FORM_SHARE] =
        linked ? target_count(target, TARGET_FORM_LINKS) / target_count(target, TARGET_LINKS) : -1;
    bool has_form = named && kind != TITLE_SLUG;
    out[FEATURE_TITLE_FORM_EQUAL] = has_form ? target->title_form == use->form : -1;
    out[FEATURE_TITLE_CASE_EQUAL] = has_form ? (float)(PHRASE_CASES * target->title_case + use->letters) : -1;
}

static void standing_features(const struct match *match, const struct proposal *proposal, float *out)
{
    const struct index_page *page = &match->index->pages[proposal->target->page];
    float named = page_count_of(page, PAGE_NAMED);
    out[FEATURE_IN_LINKS] = log_of(match, page->stats[PAGE_IN]);
    out[FEATURE_IN_LINKS_RELATIVE] = out[FEATURE_IN_LINKS] - logf(1 + match->mean_in);
    out[FEATURE_IN_LIST_LINKS] = log_of(match, page->stats[PAGE_IN_LISTS]);
    out[FEATURE_NAMED_RATE] = (page_count_of(page, PAGE_NAMED_LINKED) + match->site_rate) / (named + 1);
    out[FEATURE_NAMED] = log_of(match, page->stats[PAGE_NAMED]);
    out[FEATURE_OUT_LINKS] = log_of(match, page->stats[PAGE_OUT]);
    out[FEATURE_NAMED_SHARE] = logf((named + 0.5F) / ((float)link_page_count(match->index) + 1));
    out[FEATURE_TARGET_WORDS] = log_of(match, page->stats[PAGE_WORDS]);
}

/* What is the same for all of the content. */
static void site_features(const struct match *match, float *out)
{
    out[FEATURE_SITE_PAGES] = logf((float)link_page_count(match->index));
    out[FEATURE_SITE_LINKS] = logf(1 + match->mean_out);
    out[FEATURE_SITE_LINKING] = match->linking_share;
    out[FEATURE_SITE_RATE] = match->site_rate;
    out[FEATURE_PAGE_WORDS] = logf(1 + (float)match->lexed->words);
    out[FEATURE_PAGE_PRIOR] = 100 * match->page_prior / (float)(match->lexed->words + 100);
}

void match_phrase_use(const struct match *match, const struct use *use, float *out)
{
    const struct index_phrase *phrase = &match->index->phrases[use->phrase];
    use_features(match, use, out);
    word_features(match, use, out);
    site_features(match, out);
    out[FEATURE_TITLE_COUNT] = log_of(match, phrase->stats[PHRASE_TITLES]);
    out[FEATURE_HEADING_COUNT] = log_of(match, phrase->stats[PHRASE_HEADINGS]);
    out[FEATURE_CASE] = (float)use->letters;
}

void match_phrase_target(const struct match *match, const struct proposal *proposal, float *out)
{
    link_features(match, proposal, out);
    title_features(proposal, out);
    standing_features(match, proposal, out);
    out[FEATURE_PRIOR] = proposal->prior;
}
