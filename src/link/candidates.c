#include "link/candidates.h"

#include "link/occurrences.h"

#include <math.h>

/* Lexemes at each side of a phrase that count as near it. */
enum { NEARBY = 25 };

/* Everything that the features of one content need. */
struct context {
    const struct link_index *index;
    const struct lexed *lexed;
    const struct occurrences *occurrences;
    const char *url; /* of the content, or NULL */
    float *content;  /* per word id: its weight in the content, the vector has length 1 */
    float *target;   /* per word id: its weight in the target at hand; zero in between */
    uint32_t *seen;  /* per word id: number of the last candidate that counted it */
    uint32_t seen_number;
};

static float log_count(double count)
{
    return (float)log1p(count);
}

/* --- what the content is about ---------------------------------------------------------------------------------- */

static void weigh_content(struct context *context)
{
    const struct lexed *lexed = context->lexed;
    const uint32_t *words = context->occurrences->words;
    double squares = 0;
    for (size_t i = 0; i < lexed->count; i++)
        if (words[i] != INDEX_NO_WORD && lexed->lexemes[i].kind != LEXEME_SIGN)
            context->content[words[i]]++;
    /* Each word is weighed at its first place, where its count is still whole; the sign marks it as done. */
    for (size_t i = 0; i < lexed->count; i++) {
        if (words[i] == INDEX_NO_WORD || context->content[words[i]] <= 0)
            continue;
        double idf = index_idf(context->index, words[i]);
        double weight = idf > 0 ? (1 + log(context->content[words[i]])) * idf : 0;
        context->content[words[i]] = (float)-weight;
        squares += weight * weight;
    }
    for (size_t i = 0; i < lexed->count; i++)
        if (words[i] != INDEX_NO_WORD && context->content[words[i]] < 0)
            context->content[words[i]] = (float)(-context->content[words[i]] / sqrt(squares));
}

static float similarity(const struct context *context, const struct index_page *page)
{
    double sum = 0;
    size_t count = index_clip(context->index, SECTION_TERMS, page->first_term, page->term_count);
    size_t words = index_count(context->index, SECTION_WORDS);
    for (size_t i = 0; i < count; i++) {
        const struct index_term *term = &context->index->terms[page->first_term + i];
        if (term->word < words)
            sum += (double)term->weight * context->content[term->word];
    }
    return (float)sum;
}

static void set_target(struct context *context, const struct index_page *page, bool set)
{
    size_t count = index_clip(context->index, SECTION_TERMS, page->first_term, page->term_count);
    size_t words = index_count(context->index, SECTION_WORDS);
    for (size_t i = 0; i < count; i++) {
        const struct index_term *term = &context->index->terms[page->first_term + i];
        if (term->word < words)
            context->target[term->word] = set ? term->weight : 0;
    }
}

/* Weights, in the target, of the words around the phrase; each word counts once. */
static float nearby(struct context *context, const struct occurrence *occurrence, const struct index_page *page)
{
    const uint32_t *words = context->occurrences->words;
    size_t from = occurrence->first > NEARBY ? occurrence->first - NEARBY : 0;
    size_t to = occurrence->last + NEARBY < context->lexed->count ? occurrence->last + NEARBY : context->lexed->count;
    double sum = 0;
    context->seen_number++;
    set_target(context, page, true);
    for (size_t i = occurrence->first; i < occurrence->last; i++)
        context->seen[words[i]] = context->seen_number;
    for (size_t i = from; i < to; i++) {
        if (words[i] == INDEX_NO_WORD || context->seen[words[i]] == context->seen_number)
            continue;
        context->seen[words[i]] = context->seen_number;
        sum += context->target[words[i]];
    }
    set_target(context, page, false);
    return (float)sum;
}

/* --- URLs ------------------------------------------------------------------------------------------------------- */

static struct str without_query(struct str url)
{
    struct str path = url;
    for (path.len = 0; path.len < url.len && url.data[path.len] != '?' && url.data[path.len] != '#'; path.len++)
        ;
    return path;
}

static size_t count_slashes(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.data[i] == '/';
    return count;
}

/* Whole segments, host included, that both keys begin with. */
static size_t shared_segments(struct str a, struct str b)
{
    size_t at = 0;
    while (at < a.len && at < b.len && a.data[at] == b.data[at])
        at++;
    return count_slashes((struct str){a.data, at});
}

/* --- features --------------------------------------------------------------------------------------------------- */

/* What depends on the phrase and its place, whatever the target. */
static void describe_occurrence(const struct context *context, const struct occurrence *occurrence, float *features)
{
    const struct lexeme *lexemes = context->lexed->lexemes;
    double idf_max = 0, idf_sum = 0, capitals = 0, words = 0;
    for (size_t i = occurrence->first; i < occurrence->last; i++) {
        if (lexemes[i].kind == LEXEME_SIGN)
            continue;
        double idf = index_idf(context->index, context->occurrences->words[i]);
        idf_max = idf > idf_max ? idf : idf_max;
        idf_sum += idf;
        capitals += lexemes[i].is_capital;
        words++;
    }
    features[FEATURE_IDF_MAX] = (float)idf_max;
    features[FEATURE_IDF_MEAN] = words > 0 ? (float)(idf_sum / words) : 0;
    features[FEATURE_ALL_CAPITALS] = words > 0 ? (float)(capitals / words) : 0;
    features[FEATURE_CAPITAL] = lexemes[occurrence->first].is_capital;
    features[FEATURE_LENGTH] = (float)(occurrence->last - occurrence->first);
    features[FEATURE_LETTERS] = (float)(lexemes[occurrence->last - 1].end - lexemes[occurrence->first].start);
    features[FEATURE_POSITION] = log_count((double)occurrence->first);
    features[FEATURE_COVERED] = occurrence->is_covered;
    features[FEATURE_OCCURRENCES] = log_count(table_get(&context->occurrences->totals, occurrence->phrase, 0));
    features[FEATURE_CONTENT_LENGTH] = log_count((double)context->lexed->count);
}

static bool joins(const struct lexed *lexed, size_t sign)
{
    const struct lexeme *lexeme = &lexed->lexemes[sign];
    return lexeme->kind == LEXEME_SIGN && lexeme->text.len == 1 && strchr("-/_+#&=@*.<>$%\\~^|", lexeme->text.data[0]);
}

static float joined_sides(const struct lexed *lexed, const struct occurrence *occurrence)
{
    size_t first = occurrence->first, last = occurrence->last;
    bool before = first > 0 && lexed->lexemes[first].follows_closely && joins(lexed, first - 1);
    bool after = last < lexed->count && lexed->lexemes[last].follows_closely && joins(lexed, last);
    bool ends_sentence = after && lexed->lexemes[last].text.data[0] == '.' &&
                         (last + 1 >= lexed->count || !lexed->lexemes[last + 1].follows_closely);
    return (float)before + (float)(after && !ends_sentence);
}

static void describe_phrase(const struct link_index *index, const struct index_phrase *phrase, float *features)
{
    double pages = (double)link_page_count(index);
    features[FEATURE_PAGE_COUNT] = log_count(phrase->page_count);
    features[FEATURE_PAGE_SHARE] = (float)log((phrase->page_count + 0.5) / (pages + 1));
    features[FEATURE_TITLE_COUNT] = log_count(phrase->title_count);
    features[FEATURE_TARGET_COUNT] = log_count(phrase->target_count);
    features[FEATURE_SITE_LINKS] = log_count(pages > 0 ? (double)index->header->anchor_count / pages : 0);
}

static void describe_target(struct context *context, const struct occurrence *occurrence,
                            const struct index_phrase *phrase, const struct index_target *target, float *features)
{
    const struct index_page *page = &context->index->pages[target->page];
    struct str key = without_query(index_text(context->index, page->key));
    features[FEATURE_LINK_SHARE] = (float)log((target->link_count + 0.1) / (phrase->page_count + 1.0));
    features[FEATURE_LINK_COUNT] = log_count(target->link_count);
    features[FEATURE_COMMONNESS] =
        phrase->linked_page_count ? (float)target->link_count / (float)phrase->linked_page_count : 0;
    features[FEATURE_LIST_COUNT] = log_count(target->list_count);
    features[FEATURE_TITLE_KIND] = (float)target->title_kind;
    features[FEATURE_TITLE_OVERLAP] = target->title_overlap;
    features[FEATURE_SIMILARITY] = similarity(context, page);
    features[FEATURE_NEARBY] = nearby(context, occurrence, page);
    features[FEATURE_LINKS_IN] = log_count(page->links_in);
    features[FEATURE_SHARED_PATH] = context->url ? (float)shared_segments(key, str_from(context->url)) : 0;
    features[FEATURE_TARGET_DEPTH] = (float)count_slashes(key);
}

/* --- all of them ------------------------------------------------------------------------------------------------ */

static struct candidate *add(struct candidates *candidates, struct arena *arena)
{
    if (candidates->count == candidates->cap) {
        size_t cap = candidates->cap ? candidates->cap * 2 : 256;
        struct candidate *list = ARENA_ARRAY(arena, cap, struct candidate);
        if (!list)
            return NULL;
        if (candidates->count)
            memcpy(list, candidates->list, candidates->count * sizeof *list);
        candidates->list = list;
        candidates->cap = cap;
    }
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
    describe_phrase(index, phrase, features);
    features[FEATURE_JOINED] = joined_sides(context->lexed, occurrence);
    for (size_t i = 0; i < count; i++) {
        const struct index_target *target = &index->targets[phrase->first_target + i];
        if (target->page >= link_page_count(index))
            continue;
        struct candidate *candidate = add(candidates, arena);
        if (!candidate)
            return false;
        *candidate = (struct candidate){.first = occurrence->first, .last = occurrence->last, .page = target->page};
        describe_target(context, occurrence, phrase, target, features);
        memcpy(candidate->features, features, sizeof features);
    }
    return true;
}

enum status candidates_find(const struct link_index *index, const struct lexed *lexed, const char *url,
                            struct arena *arena, struct candidates *candidates, struct error *err)
{
    *candidates = (struct candidates){0};
    struct occurrences occurrences;
    enum status status = occurrences_find(index, lexed, arena, &occurrences, err);
    if (status != OK)
        return status;
    size_t words = index_count(index, SECTION_WORDS);
    struct context context = {
        .index = index,
        .lexed = lexed,
        .occurrences = &occurrences,
        .url = url,
        .content = ARENA_ARRAY(arena, words, float),
        .target = ARENA_ARRAY(arena, words, float),
        .seen = ARENA_ARRAY(arena, words, uint32_t),
    };
    if (!context.content || !context.target || !context.seen)
        return error_memory(err);
    weigh_content(&context);
    for (size_t i = 0; i < occurrences.count; i++)
        if (!add_targets(&context, &occurrences.list[i], arena, candidates))
            return error_memory(err);
    return OK;
}
