#include "link/candidates.h"

#include "base/vec.h"
#include "link/match/occurrences.h"

#include <math.h>

/* Lexemes at each side of a phrase that count as near it. */
enum { NEARBY = 25 };

/* Everything that describing the candidates of one content needs. */
struct context {
    const struct link_index *index;
    struct str text; /* the content itself */
    const struct lexed *lexed;
    const struct occurrences *occurrences;
    const struct index_page *own_page; /* the content's own page in the index, NULL: it has none */
    float *content;                    /* per term: its weight in the content; the vector has length 1 */
    float *by_key;                     /* per index_vector_key: the sum of the weights of the content's terms */
    float *target;                     /* per index_vector_key: weight in the present target; zero between targets */
    uint32_t *seen;                    /* per term: number of the last candidate that counted it */
    uint32_t seen_number;
};

/* --- what the content is about --- */

static void weigh_content(struct context *context)
{
    const struct lexed *lexed = context->lexed;
    const uint32_t *words = context->occurrences->terms;
    double squares = 0;
    for (size_t i = 0; i < lexed->count; i++)
        if (words[i] < OCCURRENCE_SKIP && lexed->lexemes[i].kind != LEXEME_SIGN)
            context->content[words[i]]++;
    /* Each word is weighed where it stands first; a negative weight marks it as done. */
    for (size_t i = 0; i < lexed->count; i++) {
        if (words[i] >= OCCURRENCE_SKIP || context->content[words[i]] <= 0)
            continue;
        double idf = index_idf(context->index, words[i]);
        double weight = idf > 0 ? (1 + log(context->content[words[i]])) * idf : 0;
        context->content[words[i]] = (float)-weight;
        squares += weight * weight;
    }
    for (size_t i = 0; i < lexed->count; i++) {
        if (words[i] >= OCCURRENCE_SKIP || context->content[words[i]] >= 0)
            continue;
        context->content[words[i]] = (float)(-context->content[words[i]] / sqrt(squares));
        context->by_key[index_vector_key(words[i])] += context->content[words[i]];
    }
}

static float similarity(const struct context *context, const struct index_page *page)
{
    double sum = 0;
    for (size_t i = 0; i < VECTOR_TERMS; i++)
        sum += page->weights[i] / (double)UINT8_MAX * context->by_key[page->keys[i]];
    return (float)sum;
}

static void set_target(struct context *context, const struct index_page *page, bool set)
{
    for (size_t i = 0; i < VECTOR_TERMS; i++)
        context->target[page->keys[i]] = set ? (float)page->weights[i] / UINT8_MAX : 0;
}

/* The sum of the weights that the words around the phrase have in the target. Each word counts once. */
static float nearby(struct context *context, const struct occurrence *occurrence, const struct index_page *page)
{
    const uint32_t *words = context->occurrences->terms;
    size_t from = occurrence->first > NEARBY ? occurrence->first - NEARBY : 0;
    size_t to = occurrence->last + NEARBY < context->lexed->count ? occurrence->last + NEARBY : context->lexed->count;
    double sum = 0;
    context->seen_number++;
    set_target(context, page, true);
    for (size_t i = occurrence->first; i < occurrence->last; i++)
        if (words[i] < OCCURRENCE_SKIP)
            context->seen[words[i]] = context->seen_number;
    for (size_t i = from; i < to; i++) {
        if (words[i] >= OCCURRENCE_SKIP || context->seen[words[i]] == context->seen_number)
            continue;
        context->seen[words[i]] = context->seen_number;
        sum += context->target[index_vector_key(words[i])];
    }
    set_target(context, page, false);
    return (float)sum;
}

/* --- features --- */

static bool is_upper(char character)
{
    return character >= 'A' && character <= 'Z';
}

static bool has_lower_case(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (ascii_is_alnum(text.data[i]) && !ascii_is_digit(text.data[i]) && !is_upper(text.data[i]))
            return true;
    return false;
}

/* Is the phrase in capitals in the title, but not here? "DECLARE" is a command, "declare" a verb. */
static bool loses_capitals(const struct context *context, const struct occurrence *occurrence, struct str title)
{
    const struct lexeme *lexemes = context->lexed->lexemes;
    size_t start = lexemes[occurrence->first].start, length = lexemes[occurrence->last - 1].end - start;
    struct str text = {context->text.data + start, length};
    if (length < 2 || !has_lower_case(text))
        return false;
    for (size_t at = 0; at + length <= title.len; at++) {
        struct str same = {title.data + at, length};
        if (str_ieq(same, text))
            return !has_lower_case(same);
    }
    return false;
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

/* A count of pages without the content's own page, if `own` says that it is among them. */
static float without(uint8_t code, bool own)
{
    return fmaxf(count_values[code] - (float)own, 0);
}

/* The features that depend on the phrase and its place, but not on the target. */
static void describe_occurrence(const struct context *context, const struct occurrence *occurrence, float *features)
{
    const struct index_phrase *phrase = &context->index->phrases[occurrence->phrase];
    const struct index_page *own = context->own_page;
    features[FEATURE_LINKING_COUNT] = without(phrase->stats[PHRASE_LINKING], own && own->stats[PAGE_OUT]);
    features[FEATURE_PAGE_COUNT] = without(phrase->stats[PHRASE_PAGES], own);
    features[FEATURE_TITLE_COUNT] = count_values[phrase->stats[PHRASE_TITLES]];
    features[FEATURE_JOINED] = (float)joined_sides(context->lexed, occurrence);
    features[FEATURE_COVERED] = occurrence->is_covered;
}

static void describe_target(struct context *context, const struct occurrence *occurrence,
                            const struct index_target *target, float *features)
{
    const struct index_page *page = &context->index->pages[target->page];
    features[FEATURE_LINK_COUNT] = count_values[target->stats[TARGET_LINKS]];
    features[FEATURE_LIST_COUNT] = count_values[target->stats[TARGET_LISTS]];
    features[FEATURE_TITLE_KIND] = (float)index_title_kind(target);
    features[FEATURE_LOST_CAPITALS] =
        loses_capitals(context, occurrence, index_page_title(context->index, target->page));
    features[FEATURE_SIMILARITY] = similarity(context, page);
    features[FEATURE_NEARBY] = nearby(context, occurrence, page);
}

/* --- all of them --- */

static struct candidate *add(struct candidates *candidates, struct arena *arena)
{
    struct candidate *list = vec_room(arena, candidates->list, candidates->count, &candidates->cap, sizeof *list);
    if (!list)
        return NULL;
    candidates->list = list;
    return &candidates->list[candidates->count++];
}

static bool add_targets(struct context *context, const struct occurrence *occurrence, struct arena *arena,
                        struct candidates *candidates)
{
    const struct link_index *index = context->index;
    const struct index_phrase *phrase = &index->phrases[occurrence->phrase];
    size_t count = index_clip(index, SECTION_TARGETS, phrase->first_target, phrase->target_count);
    float features[FEATURE_COUNT] = {0};
    describe_occurrence(context, occurrence, features);
    for (size_t i = 0; i < count; i++) {
        const struct index_target *target = &index->targets[phrase->first_target + i];
        bool is_named = index_title_kind(target) <= TITLE_SLUG || target->stats[TARGET_LINKS];
        if (target->page >= link_page_count(index) || !(is_named || target->stats[TARGET_LISTS]))
            continue;
        struct candidate *candidate = add(candidates, arena);
        if (!candidate)
            return false;
        *candidate = (struct candidate){
            .first = occurrence->first, .last = occurrence->last, .phrase = occurrence->phrase, .page = target->page};
        describe_target(context, occurrence, target, features);
        memcpy(candidate->features, features, sizeof features);
    }
    return true;
}

enum status candidates_find(const struct link_index *index, struct str content, const struct lexed *lexed,
                            uint32_t own_page, struct arena *arena, struct candidates *candidates, struct error *err)
{
    enum { VECTOR_KEYS = UINT16_MAX + 1 };
    *candidates = (struct candidates){0};
    struct occurrences occurrences;
    const struct language *language = language_find(index_language(index, own_page));
    enum status status = occurrences_find(index, lexed, language, arena, &occurrences, err);
    if (status != OK)
        return status;
    size_t terms = index_count(index, SECTION_TERMS);
    struct context context = {
        .index = index,
        .text = content,
        .lexed = lexed,
        .occurrences = &occurrences,
        .own_page = own_page == INDEX_NO_PAGE ? NULL : &index->pages[own_page],
        .content = ARENA_ARRAY(arena, terms, float),
        .by_key = ARENA_ARRAY(arena, VECTOR_KEYS, float),
        .target = ARENA_ARRAY(arena, VECTOR_KEYS, float),
        .seen = ARENA_ARRAY(arena, terms, uint32_t),
    };
    if (!context.content || !context.by_key || !context.target || !context.seen)
        return error_memory(err);
    weigh_content(&context);
    for (size_t i = 0; i < occurrences.count; i++)
        if (!add_targets(&context, &occurrences.list[i], arena, candidates))
            return error_memory(err);
    return OK;
}
