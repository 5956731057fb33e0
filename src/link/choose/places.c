/*
 * Where a further link may stand: links do not overlap, keep their distance, and are only so many in a sentence and in
 * a paragraph. The links that the content has already count like those that are made, so that linking a linked content
 * finds every place as the first time left it.
 */
#include "link/choose/choose_parts.h"

/* --- counting --- */

static void count(uint8_t *links)
{
    *links += *links < LINK_MAX_LINKS;
}

void places_take(struct link_places *places, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        places->taken[i] = true;
    count(&places->in_paragraph[places->lexed->lexemes[first].paragraph]);
    count(&places->in_sentence[places->lexed->lexemes[first].sentence]);
}

void places_init(struct link_places *places, const struct lexed *lexed, const struct link_options *options,
                 struct arena *arena)
{
    *places = (struct link_places){
        .lexed = lexed,
        .options = options,
        .taken = ARENA_ARRAY(arena, lexed->count, bool),
        .in_paragraph = ARENA_ARRAY(arena, lexed->count, uint8_t),
        .in_sentence = ARENA_ARRAY(arena, lexed->count, uint8_t),
    };
    if (!places->taken || !places->in_paragraph || !places->in_sentence)
        return;
    for (size_t i = 0; i < lexed->anchor_count; i++)
        if (lexed->anchors[i].first < lexed->anchors[i].last)
            places_take(places, lexed->anchors[i].first, lexed->anchors[i].last);
}

/* --- asking --- */

/* How many half words a lexeme keeps two links apart: a word or a sign two, an ideograph or kana one. */
static size_t half_words(const struct lexeme *lexeme)
{
    if (lexeme->marks & MARK_CONTINUES_WORD)
        return lexeme->kind == LEXEME_KATAKANA;
    return lexeme->kind == LEXEME_WORD || lexeme->kind == LEXEME_SIGN ? 2 : 1;
}

/* Does a link stand nearer than the least spacing before lexeme `at` of the paragraph, or from it on? */
static bool is_link_before(const struct link_places *places, uint32_t paragraph, size_t at)
{
    const struct lexeme *lexemes = places->lexed->lexemes;
    size_t room = 2 * places->options->min_spacing;
    for (size_t passed = 0; passed < room && at-- > 0 && lexemes[at].paragraph == paragraph;
         passed += half_words(&lexemes[at]))
        if (places->taken[at])
            return true;
    return false;
}

static bool is_link_from(const struct link_places *places, uint32_t paragraph, size_t at)
{
    const struct lexeme *lexemes = places->lexed->lexemes;
    size_t room = 2 * places->options->min_spacing;
    for (size_t passed = 0; passed < room && at < places->lexed->count && lexemes[at].paragraph == paragraph; at++) {
        if (places->taken[at])
            return true;
        passed += half_words(&lexemes[at]);
    }
    return false;
}

static bool has_room(size_t links, size_t most)
{
    return !most || links < most;
}

enum link_refusal places_refuse(const struct link_places *places, size_t first, size_t last)
{
    const struct lexeme *lexeme = &places->lexed->lexemes[first];
    for (size_t i = first; i < last; i++)
        if (places->taken[i])
            return REFUSED_OVERLAP;
    if (!has_room(places->in_paragraph[lexeme->paragraph], places->options->max_per_paragraph))
        return REFUSED_PARAGRAPH;
    if (!has_room(places->in_sentence[lexeme->sentence], places->options->max_per_sentence))
        return REFUSED_SENTENCE;
    bool is_near = is_link_before(places, lexeme->paragraph, first) || is_link_from(places, lexeme->paragraph, last);
    return is_near ? REFUSED_SPACING : NOT_REFUSED;
}

/* --- whole elements --- */

/* Elements that may be open at once inside a link; deeper nesting gets no link. */
enum { MAX_OPEN = 16 };

/* Extends the span over the start tag right before it, if that has this name. */
static bool take_start_tag(const struct lexed *lexed, struct stretch *span, struct str name)
{
    if (span->first_tag == 0)
        return false;
    const struct lexer_tag *tag = &lexed->tags[span->first_tag - 1];
    if (tag->closes || tag->end != span->start || !str_ieq(lexer_tag_name(lexed, tag), name))
        return false;
    span->start = tag->start;
    span->first_tag--;
    return true;
}

/* Extends the span over the end tag right behind it, if that has this name. */
static bool take_end_tag(const struct lexed *lexed, struct stretch *span, struct str name)
{
    if (span->end_tag == lexed->tag_count)
        return false;
    const struct lexer_tag *tag = &lexed->tags[span->end_tag];
    if (!tag->closes || tag->start != span->end || !str_ieq(lexer_tag_name(lexed, tag), name))
        return false;
    span->end = tag->end;
    span->end_tag++;
    return true;
}

/* Extends the span over tags at its edges until every element inside is whole; false when that cannot be done. */
static bool complete_elements(const struct lexed *lexed, struct stretch *span)
{
    struct str open[MAX_OPEN];
    size_t depth = 0;
    for (size_t i = span->first_tag, end = span->end_tag; i < end; i++) {
        const struct lexer_tag *tag = &lexed->tags[i];
        if (!tag->closes && depth == MAX_OPEN)
            return false;
        if (!tag->closes)
            open[depth++] = lexer_tag_name(lexed, tag);
        else if (depth ? !str_ieq(open[--depth], lexer_tag_name(lexed, tag))
                       : !take_start_tag(lexed, span, lexer_tag_name(lexed, tag)))
            return false;
    }
    while (depth)
        if (!take_end_tag(lexed, span, open[--depth]))
            return false;
    return true;
}

bool stretch_of(const struct lexed *lexed, size_t first, size_t last, struct stretch *span)
{
    span->start = lexed->lexemes[first].start;
    span->end = lexed->lexemes[last - 1].end;
    span->first_tag = SEARCH_FIRST(struct lexer_tag, start, lexed->tags, lexed->tag_count, (uint32_t)span->start);
    span->end_tag = SEARCH_FIRST(struct lexer_tag, start, lexed->tags, lexed->tag_count, (uint32_t)span->end);
    return complete_elements(lexed, span);
}

/* The page that an address leads to; INDEX_NO_PAGE: none of the index. */
static uint32_t site_links_find_page(const struct link_index *index, const char *base, struct str href,
                                     struct arena *arena)
{
    char *absolute = url_resolve(arena, base, href);
    return absolute ? index_find_page(index, url_key(absolute)) : INDEX_NO_PAGE;
}

/* Lets phrases reach across the edge of a link. */
static void open_edge(struct lexed *lexed, size_t at)
{
    if (at < lexed->count && lexed->lexemes[at].marks & MARK_AT_ANCHOR)
        lexed->lexemes[at].marks &= (uint16_t)~MARK_STARTS_PHRASE;
}

static void mark(struct lexed *lexed, const struct lexer_anchor *anchor)
{
    open_edge(lexed, anchor->first);
    open_edge(lexed, anchor->last);
    for (size_t i = anchor->first; i < anchor->last; i++)
        if (lexed->lexemes[i].blocked == BLOCK_ANCHOR)
            lexed->lexemes[i].blocked = BLOCK_SITE_LINK;
}

/* Every page has the links of its frame: they keep no text from leading to the same pages. */
static bool is_of_frame(const struct lexed *lexed, const struct lexer_anchor *anchor)
{
    return anchor->first < anchor->last && (lexed->lexemes[anchor->first].blocked & BLOCK_FRAME);
}

void site_links_find(struct choosing *choosing, struct lexed *lexed, struct arena *arena)
{
    const struct link_index *index = choosing->index;
    uint32_t *pages = ARENA_ARRAY(arena, lexed->anchor_count, uint32_t);
    char *base = page_url_resolve(arena, choosing->options->url);
    if (!base)
        base = page_url_resolve(arena, index_page_url(index, 0, arena));
    choosing->linked = pages;
    for (size_t i = 0; pages && i < lexed->anchor_count; i++) {
        const struct lexer_anchor *anchor = &lexed->anchors[i];
        bool may_lead = base && !is_of_frame(lexed, anchor);
        pages[i] = may_lead ? site_links_find_page(index, base, anchor->href, arena) : INDEX_NO_PAGE;
        if (pages[i] != INDEX_NO_PAGE)
            mark(lexed, anchor);
    }
}

const struct candidate *site_links_text(const struct choosing *choosing, const struct candidates *candidates,
                                        size_t anchor)
{
    enum { LONGEST = 32 }; /* lexemes */
    size_t end = choosing->lexed->anchors[anchor].first;
    uint32_t page = choosing->linked[anchor];
    if (choosing->options->format != LINK_TEXT || page == INDEX_NO_PAGE)
        return NULL;
    uint32_t from = end > LONGEST ? (uint32_t)end - LONGEST : 0;
    size_t i = SEARCH_FIRST(struct candidate, first, candidates->list, candidates->count, from);
    for (; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->list[i];
        if (candidate->first >= end)
            break;
        if (candidate->last == end && candidate->page == page)
            return candidate;
    }
    return NULL;
}
