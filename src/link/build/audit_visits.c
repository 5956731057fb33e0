#include "link/build/build.h"

#include "link/lexer/lexer.h"
#include "link/site/store.h"

static uint32_t audit_visits_find_page(const void *context, struct str key)
{
    const struct site *site = context;
    uint32_t number = numbers_get(&site->store->page_numbers, word_hash(key));
    return number ? number - 1 : AUDIT_NO_PAGE;
}

enum status audit_find(struct site *site, struct error *err)
{
    struct site_store *store = site->store;
    enum status status =
        audit_make_records(store->audit, site->page_count, audit_visits_find_page, site, &store->audit_records, err);
    return status == OK ? suggestions_new(&store->audit_records, site->page_count, &store->suggestions, err) : status;
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

void audit_look_for_names(struct site *site, const struct site_text *text)
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
