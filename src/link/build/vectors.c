#include "link/build/build.h"

#include <math.h>
#include <stdlib.h>

static uint32_t find_audited_page(const void *context, struct str key)
{
    const struct site *site = context;
    uint32_t number = numbers_get(&site->store->page_numbers, word_hash(key));
    return number ? number - 1 : AUDIT_NO_PAGE;
}

enum status audit_find(struct site *site, struct error *err)
{
    struct site_store *store = site->store;
    enum status status =
        audit_make_records(store->audit, site->page_count, find_audited_page, site, &store->audit_records, err);
    return status ? status : suggestions_new(&store->audit_records, site->page_count, &store->suggestions, err);
}

/* The terms of the items, with a break where the marks say so; NULL: memory ran out. */
static uint32_t *terms_of(const struct site_item *items, size_t count, struct arena *scratch)
{
    uint32_t *terms = ARENA_ARRAY(scratch, count + 1, uint32_t);
    for (size_t i = 0; terms && i < count; i++)
        terms[i] = items[i].term == SITE_BREAK || items[i].marks & SITE_IN_FRAME ? SUGGESTIONS_BREAK : items[i].term;
    return terms;
}

/* --- names of weak pages --- */

/* The items of a title are its lexemes, unless there are breaks between them. */
static void learn_name(struct site *site, const struct site_text *text, const struct site_name *name,
                       const struct lexed *title, const uint32_t *terms)
{
    static const double worth[] = {[TITLE_WHOLE] = 1, [TITLE_HEAD] = 0.8, [TITLE_PART] = 0.4};
    if (name->kind >= COUNT_OF(worth) || name->first >= name->last || name->last > title->count)
        return;
    size_t start = title->lexemes[name->first].start, end = title->lexemes[name->last - 1].end;
    struct str written = {text->title_text.data + start, end - start};
    suggestions_learn(site->store->suggestions, text->page, terms + name->first, (size_t)(name->last - name->first),
                      written, worth[name->kind]);
}

void audit_learn_names(struct site *site, const struct site_text *text)
{
    struct lexed title;
    struct suggestions *suggestions = site->store->suggestions;
    if (!suggestions || !suggestions_wants(suggestions, text->page))
        return;
    struct arena *scratch = arena_new();
    uint32_t *terms = scratch ? terms_of(text->title, text->title_count, scratch) : NULL;
    bool good = terms && lex_plain(scratch, text->title_text, &title, NULL) == OK;
    for (size_t i = 0; good && title.count == text->title_count && i < text->name_count; i++)
        learn_name(site, text, &text->names[i], &title, terms);
    if (!good || suggestions_failed(suggestions))
        site_fail(site);
    arena_free(scratch);
}

/* --- pages that hold them --- */

static void audit_look_for_names(struct site *site, const struct site_text *text)
{
    if (!site->store->suggestions)
        return;
    struct arena *scratch = arena_new();
    uint32_t *terms = scratch ? terms_of(text->items, text->count, scratch) : NULL;
    for (size_t i = 0; terms && i < text->anchor_count; i++)
        for (uint32_t at = text->anchors[i].first; at < text->anchors[i].last; at++)
            terms[at] = SUGGESTIONS_BREAK;
    if (terms)
        suggestions_look(site->store->suggestions, text->page, terms, text->count);
    else
        site_fail(site);
    arena_free(scratch);
}

/* How often a word of the title counts. */
enum { TITLE_WEIGHT = 3 };

struct vector_term {
    uint32_t term;
    float weight;
};

struct vectors {
    uint32_t *counts; /* per term, for one page; zero between pages */
    struct vector_term *terms;
    size_t cap;
};

/* Adds the words among the items, each once; their counts go to vectors->counts. */
static size_t add_terms(struct vectors *vectors, const struct site *site, const struct site_item *items, size_t length,
                        uint32_t weight, size_t count)
{
    for (size_t i = 0; i < length; i++) {
        uint32_t term = items[i].term;
        if (term == SITE_BREAK || site->terms[term].is_sign || (items[i].marks & SITE_IN_FRAME))
            continue;
        if (!vectors->counts[term])
            vectors->terms[count++].term = term;
        vectors->counts[term] += weight;
    }
    return count;
}

static bool is_heavier(const struct vector_term *left, const struct vector_term *right)
{
    return left->weight > right->weight || (left->weight == right->weight && left->term < right->term);
}

/* Puts a term among the heaviest so far, which are in order. */
static size_t vectors_insert(struct vector_term *best, size_t count, struct vector_term term)
{
    if (count == VECTOR_TERMS && !is_heavier(&term, &best[count - 1]))
        return count;
    size_t at = count < VECTOR_TERMS ? count : VECTOR_TERMS - 1;
    for (; at > 0 && is_heavier(&term, &best[at - 1]); at--)
        best[at] = best[at - 1];
    best[at] = term;
    return count < VECTOR_TERMS ? count + 1 : count;
}

/* Weighs by (1 + ln tf) * idf, scales all to length 1, and keeps the heaviest. */
static void vectors_weigh(struct vectors *vectors, const struct site *site, size_t count, struct site_page *page)
{
    struct vector_term best[VECTOR_TERMS];
    size_t kept = 0;
    double squares = 0;
    for (size_t i = 0; i < count; i++) {
        struct vector_term *term = &vectors->terms[i];
        double rarity = log(((double)site->page_count + 1) / (site->terms[term->term].counts[TERM_PAGES] + 0.5));
        term->weight = rarity > 0 ? (float)((1 + log(vectors->counts[term->term])) * rarity) : 0;
        squares += (double)term->weight * term->weight;
        vectors->counts[term->term] = 0;
        kept = vectors_insert(best, kept, *term);
    }
    for (size_t i = 0; squares > 0 && i < kept; i++) {
        page->keys[i] = index_vector_key(best[i].term);
        page->weights[i] = (uint8_t)lround(best[i].weight / sqrt(squares) * UINT8_MAX);
    }
}

static void vectors_visit(struct site *site, const struct site_text *text, void *context)
{
    struct vectors *vectors = context;
    if (!rows_room(&vectors->terms, 0, text->count + text->title_count, &vectors->cap, sizeof *vectors->terms)) {
        site_fail(site);
        return;
    }
    size_t count = add_terms(vectors, site, text->title, text->title_count, TITLE_WEIGHT, 0);
    count = add_terms(vectors, site, text->items, text->count, 1, count);
    vectors_weigh(vectors, site, count, &site->pages[text->page]);
    audit_look_for_names(site, text);
}

enum status find_vectors(struct site *site, struct error *err)
{
    struct vectors vectors = {.counts = calloc((size_t)site->term_count + 1, sizeof *vectors.counts)};
    enum status status =
        vectors.counts ? site_each_page(site, SITE_ALL, 1, vectors_visit, &vectors, err) : error_memory(err);
    free(vectors.counts);
    free(vectors.terms);
    return status;
}
