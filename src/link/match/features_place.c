#include "link/match/match_parts.h"

#include <math.h>

/* Log odds of the place beyond this are taken for chance. */
#define MOST_PLACE_ODDS 2.0F

/* Contexts that few places differ in: what is counted of them is asked for again and again. */
static bool is_frequent(enum context_kind kind)
{
    static const bool frequent[CONTEXT_KINDS] = {
        [CONTEXT_BLOCK] = true,        [CONTEXT_MARKS] = true,         [CONTEXT_SECTION] = true,
        [CONTEXT_POSITION] = true,     [CONTEXT_FOLDER] = true,        [CONTEXT_TO] = true,
        [CONTEXT_PAIR] = true,         [CONTEXT_LENGTH] = true,        [CONTEXT_CLASS_NAME] = true,
        [CONTEXT_CLASS_COUNTS] = true, [CONTEXT_CLASS_LETTERS] = true,
    };
    return frequent[kind];
}

static const struct index_context *find_context(const struct match *match, enum context_kind kind, uint64_t key)
{
    struct known_context *known = &match->known[key % KNOWN_CONTEXTS];
    if (!is_frequent(kind))
        return index_context_of(match->index, key);
    if (known->key != key)
        *known = (struct known_context){key, index_context_of(match->index, key)};
    return known->context;
}

/* What the pages other than the content's own tell of the phrase; and link rates of phrases like it. */
static struct context_class class_of_use(const struct match *match, const struct use *use)
{
    const struct index_phrase *phrase = &match->index->phrases[use->phrase];
    const struct index_target *targets = match->index->targets + phrase->first_target;
    size_t count = index_clip(match->index, SECTION_TARGETS, phrase->first_target, phrase->target_count);
    struct context_class class = {.title_kind = TITLE_NONE};
    for (size_t i = 0; i < count; i++) {
        uint32_t kind = index_title_kind(&targets[i]);
        class.is_ambiguous = kind == class.title_kind || (kind > class.title_kind && class.is_ambiguous);
        class.title_kind = kind < class.title_kind ? kind : class.title_kind;
    }
    class.linked = phrase_count(phrase, PHRASE_LINKED);
    class.held = larger(phrase_count(phrase, PHRASE_FREE) - use->own_linking, 0);
    return class;
}

/* They lean on each other from the coarse to the fine. */
static void find_class_rates(const struct match *match, const uint64_t *keys, struct use *use)
{
    static const float weight = 3;
    float guess = match->site_rate;
    for (int i = CONTEXT_CLASS_NAME; i <= CONTEXT_CLASS_LETTERS; i++) {
        const struct index_context *context = find_context(match, i, keys[i]);
        float held = context ? count_values[context->expected] / CONTEXT_UNITS : 0;
        float linked = context ? count_values[context->linked] : 0;
        guess = use->context_odds[i] = (linked + guess * weight) / (larger(held, linked) + weight);
    }
}

static float odds(const struct match *match, enum context_kind kind, uint64_t key)
{
    const struct index_context *context = find_context(match, kind, key);
    return context ? match->logs->linked[context->linked] - match->logs->expected[context->expected] : 0;
}

static uint32_t term_at(const struct match *match, size_t at, bool is_next)
{
    const struct lexed *lexed = match->lexed;
    if (at >= lexed->count || (lexed->lexemes[at].blocked & ~(unsigned)(BLOCK_ANCHOR | BLOCK_SITE_LINK)))
        return CONTEXT_NO_TERM;
    if (is_next && (lexed->lexemes[at].marks & MARK_STARTS_BLOCK))
        return CONTEXT_NO_TERM;
    return match->occurrences->terms[at];
}

static struct context_place place_of_use(const struct match *match, const struct use *use)
{
    const struct occurrence *occurrence = use->occurrence;
    const struct lexeme *lexeme = &match->lexed->lexemes[occurrence->first];
    bool starts_block = lexeme->marks & MARK_STARTS_BLOCK;
    return (struct context_place){
        .previous = starts_block || !occurrence->first ? CONTEXT_NO_TERM : term_at(match, occurrence->first - 1, false),
        .next = term_at(match, occurrence->last, true),
        .block = lexeme->block,
        .marks = lexeme->marks,
        .section = match->sections[occurrence->first],
        .tenth = (uint32_t)((uint64_t)occurrence->first * 10 / (match->lexed->count + 1)),
        .from = match->place ? match->place->folder : UINT32_MAX,
        .to = UINT32_MAX,
        .words = occurrence->last - occurrence->first,
        .letters = use->letters,
        .phrase = occurrence->phrase,
        .form = use->form,
    };
}

/* The term of a lexeme, or what stands for numbers. */
static uint32_t edge_of(const struct match *match, size_t at, uint32_t term)
{
    if (term == CONTEXT_NO_TERM || at >= match->lexed->count)
        return term;
    return ascii_is_digit(match->lexed->content.data[match->lexed->lexemes[at].start]) ? CONTEXT_NUMBER : term;
}

static uint32_t close_at(const struct match *match, size_t at)
{
    const struct lexed *lexed = match->lexed;
    return at < lexed->count && (lexed->lexemes[at].marks & MARK_FOLLOWS_CLOSELY) ? CONTEXT_CLOSE : 0;
}

static void find_edges(const struct match *match, const struct occurrence *occurrence, struct context_place *place)
{
    size_t first = occurrence->first, last = occurrence->last;
    const uint32_t *terms = match->occurrences->terms;
    struct context_edges *edges = &place->edges;
    edges->first = edge_of(match, first, terms[first]);
    edges->last = edge_of(match, last - 1, terms[last - 1]);
    edges->before = edge_of(match, first - 1, place->previous) + close_at(match, first);
    edges->behind = edge_of(match, last, place->next) + close_at(match, last);
    edges->shape = 0;
    for (size_t i = first; i < last; i++)
        if (terms[i] != OCCURRENCE_SKIP)
            edges->shape =
                context_shape(edges->shape, edge_of(match, i, terms[i]) + (i > first ? close_at(match, i) : 0));
}

/* The contexts that make the odds of a place, and by which the occurrences of a phrase are compared. */
static const uint8_t of_place[] = {CONTEXT_PREVIOUS,   CONTEXT_NEXT,     CONTEXT_BLOCK,  CONTEXT_MARKS,
                                   CONTEXT_SECTION,    CONTEXT_POSITION, CONTEXT_LENGTH, CONTEXT_PHRASE_PREVIOUS,
                                   CONTEXT_PHRASE_NEXT};

/* Those that are looked up for what is described alone. What tells of the target is not known yet. */
static bool is_of_described(int kind)
{
    return kind == CONTEXT_FOLDER || kind == CONTEXT_BETWEEN || kind >= CONTEXT_EXACT_FIRST;
}

static inline FETCHES void index_fetch_context(const struct link_index *index, uint64_t key)
{
    FETCH(&index->contexts[index_home(key, index->header.sections[SECTION_CONTEXTS].count)]);
}

static void seek(const struct match *match, const struct context_place *place, enum context_kind kind, uint64_t *keys)
{
    keys[kind] = context_key(place, kind);
    if (!is_frequent(kind))
        index_fetch_context(match->index, keys[kind]);
}

void match_seek_place(const struct match *match, const struct use *use, uint64_t *keys)
{
    struct context_place place = place_of_use(match, use);
    for (size_t i = 0; i < COUNT_OF(of_place); i++)
        seek(match, &place, of_place[i], keys);
    seek(match, &place, CONTEXT_FORM, keys);
}

void match_find_place(const struct match *match, const uint64_t *keys, struct use *use)
{
    float expected, linked;
    bool is_known = index_find_context(match->index, keys[CONTEXT_FORM], &expected, &linked);
    use->form_rate = is_known ? (linked + use->rate_case) / (expected + 1) : use->rate_case * 0.5F;
    use->place_odds = 0;
    for (size_t i = 0; i < COUNT_OF(of_place); i++)
        use->place_odds += use->context_odds[of_place[i]] = odds(match, of_place[i], keys[of_place[i]]);
}

void match_find_chosen(const struct match *match, struct use *use)
{
    uint64_t keys[CONTEXT_KINDS];
    struct context_place place = place_of_use(match, use);
    place.class = class_of_use(match, use);
    for (int i = CONTEXT_CLASS_NAME; i <= CONTEXT_CLASS_LETTERS; i++)
        keys[i] = context_key(&place, i);
    find_class_rates(match, keys, use);
    use->place_factor = expf(-smaller(larger(use->place_odds, -MOST_PLACE_ODDS), MOST_PLACE_ODDS));
}

void match_seek_described(const struct match *match, const struct use *use, uint64_t *keys)
{
    struct context_place place = place_of_use(match, use);
    find_edges(match, use->occurrence, &place);
    for (int i = 0; i < CONTEXT_KINDS; i++)
        if (is_of_described(i))
            seek(match, &place, i, keys);
}

/* How often what is linked begins and ends where the phrase does; and the log odds of all that. */
static void find_exactness(const struct match *match, const uint64_t *keys, struct use *use)
{
    double for_it = 1, against = 1;
    for (int i = CONTEXT_EXACT_FIRST; i < CONTEXT_KINDS; i++) {
        const struct index_context *context = index_context_of(match->index, keys[i]);
        float linked = context ? count_values[context->linked] : 0;
        float held = context ? count_values[context->expected] / CONTEXT_UNITS : 0;
        float all = larger(held, linked) + 2;
        use->context_odds[i] = (linked + 1) / all;
        for_it *= (double)(linked + 1);
        against *= (double)(all - linked - 1);
    }
    use->exactness = (float)log(for_it / against);
}

void match_find_described(const struct match *match, const uint64_t *keys, struct use *use)
{
    static const uint8_t others[] = {CONTEXT_TO, CONTEXT_PAIR, CONTEXT_FORM, CONTEXT_ALL};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        use->context_odds[others[i]] = 0;
    use->context_odds[CONTEXT_FOLDER] = odds(match, CONTEXT_FOLDER, keys[CONTEXT_FOLDER]);
    use->context_odds[CONTEXT_BETWEEN] = odds(match, CONTEXT_BETWEEN, keys[CONTEXT_BETWEEN]);
    find_exactness(match, keys, use);
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
                best = larger(best, match->covers[i].strength[k]);
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
            best = larger(best, match->covers[first].strength[k]);
    }
    return best;
}

const struct proposal *match_next_rival(const struct match *match, const struct proposal *proposal,
                                        const struct proposal *rival, uint32_t *steps)
{
    enum { MOST = 32 };
    const struct occurrence *here = proposal->use->occurrence;
    uint32_t other = rival ? rival->next : match->named[proposal->named].chain;
    for (; other && *steps < MOST; ++*steps, other = rival->next) {
        rival = &match->proposals[other - 1];
        const struct occurrence *there = rival->use->occurrence;
        if (rival != proposal && there->last > here->first && there->first < here->last)
            return ++*steps, rival;
    }
    return NULL;
}

/*
 * Other phrases for the same target that overlap: the longest and the shortest rates; and the log odds that the link is
 * exactly the phrase, less those of the best of them.
 */
static void same_target(const struct match *match, const struct proposal *proposal, float *out)
{
    static const float no_rival = 10;
    const struct occurrence *here = proposal->use->occurrence;
    float longer = 0, shorter = 0, margin = no_rival;
    const struct proposal *rival = NULL;
    for (uint32_t steps = 0; (rival = match_next_rival(match, proposal, rival, &steps));) {
        const struct occurrence *there = rival->use->occurrence;
        float rate = rival->use->form_rate * rival->share;
        if (there->last - there->first > here->last - here->first)
            longer = larger(longer, rate);
        else
            shorter = larger(shorter, rate);
        margin = smaller(margin, proposal->use->exactness - rival->use->exactness);
    }
    out[FEATURE_SAME_LONGER] = longer;
    out[FEATURE_SAME_SHORTER] = shorter;
    out[FEATURE_SAME_MARGIN] = proposal->use->form_rate * proposal->share - larger(longer, shorter);
    out[FEATURE_EXACT_MARGIN] = margin;
}

/* How likely other phrases on the page are linked to the target, if each were on its own. */
static float other_names(const struct match *match, const struct proposal *proposal)
{
    enum { MOST = 64 };
    float none = 1;
    uint32_t other = match->named[proposal->named].chain;
    for (int steps = 0; other && steps < MOST; steps++) {
        const struct proposal *rival = &match->proposals[other - 1];
        other = rival->next;
        if (rival->use->phrase != proposal->use->phrase)
            none *= 1 - rival->strength;
    }
    return 1 - none;
}

/* The share of the phrase's words that stand in headings of the content, or in its title. */
static float in_headings(const struct match *match, const struct occurrence *occurrence)
{
    float held = 0, count = 0;
    for (size_t i = occurrence->first; i < occurrence->last; i++) {
        uint32_t term = match->occurrences->terms[i];
        if (term == OCCURRENCE_SKIP || match->lexed->lexemes[i].kind == LEXEME_SIGN)
            continue;
        count++;
        held += table_get(&match->headed, term + 1, 0) != 0;
    }
    return count > 0 ? held / count : 0;
}

enum title_kind match_title_rival(const struct match *match, const struct proposal *proposal)
{
    const struct index_phrase *phrase = &match->index->phrases[proposal->use->phrase];
    size_t count = index_clip(match->index, SECTION_TARGETS, phrase->first_target, phrase->target_count);
    enum title_kind best = TITLE_NONE;
    for (size_t i = 0; i < count; i++) {
        const struct index_target *target = &match->index->targets[phrase->first_target + i];
        if (target != proposal->target && target->page != match->own_number && index_title_kind(target) < best)
            best = index_title_kind(target);
    }
    return best;
}

static float other_name(const struct match *match, const struct proposal *proposal)
{
    const struct named *named = &match->named[proposal->named];
    if (match->proposals[named->best - 1].use != proposal->use)
        return match->proposals[named->best - 1].strength;
    if (named->second && match->proposals[named->second - 1].use != proposal->use)
        return match->proposals[named->second - 1].strength;
    return 0;
}

/* How many uses have a target with a higher strength. */
static size_t count_better(const struct match *match, float strength)
{
    size_t low = 0, high = match->use_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (match->best_strengths[middle] > strength)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Not those that links themselves leave: pages are learned from whose links were taken away only after reading. */
enum { TOLD_MARKS = CONTEXT_MARK_BITS | MARK_STARTS_BLOCK | MARK_FOLLOWS_CLOSELY | MARK_CAPITAL };

void match_place_use(const struct match *match, const struct use *use, float *out)
{
    const struct lexeme *lexeme = &match->lexed->lexemes[use->occurrence->first];
    uint32_t block = match->block_starts[use->occurrence->first];
    for (int i = 0; i < CONTEXT_KINDS; i++)
        out[FEATURE_CONTEXT_PREVIOUS + i] = use->context_odds[i];
    out[FEATURE_EXACT] = use->exactness;
    out[FEATURE_IN_HEADINGS] = in_headings(match, use->occurrence);
    out[FEATURE_DENSITY] = 100 * (float)use->count / (float)(match->lexed->words + 100);
    out[FEATURE_CONTEXT_FORM] = use->form_rate;
    out[FEATURE_CONTEXT_ALL] = match->logs->all_odds;
    out[FEATURE_CONTEXT_SUM] = use->place_odds;
    out[FEATURE_BLOCK] = lexeme->block;
    out[FEATURE_MARKS] = (float)(lexeme->marks & TOLD_MARKS);
    out[FEATURE_PLACE] = (float)use->occurrence->first / (float)match->lexed->count;
    out[FEATURE_COUNT_HERE] = logf((float)use->count);
    out[FEATURE_ORDINAL] = (float)use->ordinal;
    out[FEATURE_BLOCK_LENGTH] = logf((float)(match->block_ends[block] - block));
    out[FEATURE_JOINED] = (float)joined_sides(match->lexed, use->occurrence);
    out[FEATURE_COVERED] = use->occurrence->is_covered;
}

/* The odds of the contexts that tell of the target. */
static void add_target_odds(const struct match *match, const struct proposal *proposal, float *out)
{
    struct context_place place = {
        .from = match->place ? match->place->folder : UINT32_MAX,
        .to = match->index->pages[proposal->target->page].stands.folder,
    };
    out[FEATURE_CONTEXT_PREVIOUS + CONTEXT_TO] = odds(match, CONTEXT_TO, context_key(&place, CONTEXT_TO));
    out[FEATURE_CONTEXT_PREVIOUS + CONTEXT_PAIR] = odds(match, CONTEXT_PAIR, context_key(&place, CONTEXT_PAIR));
}

void match_place_target(const struct match *match, const struct proposal *proposal, float *out)
{
    float prior = smaller(larger(proposal->prior, 1e-4F), 1 - 1e-4F);
    add_target_odds(match, proposal, out);
    out[FEATURE_CONTEXT_PRIOR] = logf(prior / (1 - prior)) + proposal->use->place_odds;
    out[FEATURE_OTHER_NAMES] = other_names(match, proposal);
    out[FEATURE_TITLE_RIVAL] = (float)match_title_rival(match, proposal);
    out[FEATURE_STRENGTH] = proposal->strength;
    same_target(match, proposal, out);
    out[FEATURE_RIVAL] = rival(match, proposal);
    out[FEATURE_RIVAL_LONGER] = longer_rival(match, proposal);
    out[FEATURE_OTHER_NAME] = other_name(match, proposal);
    out[FEATURE_PRIOR_RANK] = 100 * (float)count_better(match, proposal->strength) / (float)(match->lexed->words + 100);
}
