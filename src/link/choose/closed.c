#include "link/choose/choose.h"

#include "link/choose/anchors.h"
#include "text/discourse.h"
#include "text/html/html.h"

enum { LONGEST_HEADING = 8 }; /* lexemes of a heading over sources */

/* --- elements --- */

static bool holds(const struct link_texts *texts, struct str text, bool any_case)
{
    for (size_t i = 0; i < texts->count; i++)
        if (any_case ? str_ieq(texts->list[i], text) : str_eq(texts->list[i], text))
            return true;
    return false;
}

/* Is one of the names between white space in the text? */
static bool any_name(struct str names, const struct link_texts *texts, bool any_case)
{
    for (size_t at = 0, end; at < names.len; at = end + 1) {
        for (end = at; end < names.len && !ascii_is_space(names.data[end]);)
            end++;
        if (end > at && holds(texts, (struct str){names.data + at, end - at}, any_case))
            return true;
    }
    return false;
}

/* Only what may hold a whole list: a mark in the text may have the class "reference", too. */
static bool calls_itself_sources(const struct html_token *tag)
{
    static const struct str elements[] = {{"section", 7}, {"div", 3},    {"ol", 2}, {"ul", 2},
                                          {"aside", 5},   {"footer", 6}, {"dl", 2}};
    static const struct str names[] = {{"references", 10}, {"sources", 7},       {"footnotes", 9},
                                       {"endnotes", 8},    {"bibliography", 12}, {"reflist", 7}};
    const struct link_texts sources = {names, COUNT_OF(names)}, holders = {elements, COUNT_OF(elements)};
    if (!holds(&holders, tag->name, true))
        return false;
    return any_name(html_attribute(tag, STR("class")), &sources, true) ||
           any_name(html_attribute(tag, STR("id")), &sources, true);
}

static bool is_closed(const void *context, const struct html_token *tag)
{
    const struct link_options *options = context;
    if (holds(&options->exclude_tags, tag->name, true))
        return true;
    if (!tag->unread.len && !tag->attribute_count)
        return false;
    return calls_itself_sources(tag) || (options->exclude_classes.count &&
                                         any_name(html_attribute(tag, STR("class")), &options->exclude_classes, false));
}

struct lexer_exclusion closed_elements(const struct link_options *options)
{
    return (struct lexer_exclusion){is_closed, options};
}

/* --- elements that Markdown has signs for --- */

static const struct written {
    const char *tag;
    unsigned blocks; /* bits: 1 << enum block_kind */
    unsigned marks;
} written_elements[] = {
    {"blockquote", 1u << IN_QUOTE, 0},
    {"li", 1u << IN_LIST_ITEM, 0},
    {"ul", 1u << IN_LIST_ITEM, 0},
    {"ol", 1u << IN_LIST_ITEM, 0},
    {"table", 1u << IN_CELL, 0},
    {"td", 1u << IN_CELL, 0},
    {"em", 0, MARK_ITALIC},
    {"strong", 0, MARK_BOLD},
};

static void close_written(struct lexed *lexed, const struct link_texts *tags)
{
    unsigned blocks = 0, marks = 0;
    for (size_t i = 0; i < COUNT_OF(written_elements); i++) {
        if (!holds(tags, str_from(written_elements[i].tag), true))
            continue;
        blocks |= written_elements[i].blocks;
        marks |= written_elements[i].marks;
    }
    for (size_t i = 0; (blocks || marks) && i < lexed->count; i++)
        if (1u << lexed->lexemes[i].block & blocks || lexed->lexemes[i].marks & marks)
            lexed->lexemes[i].blocked |= BLOCK_OTHER;
}

/* --- the start --- */

/* A piece between white space that holds a word is one; an ideograph or kana half of one. */
static void close_start(struct lexed *lexed, size_t words)
{
    bool has_word = false; /* in the present piece */
    for (size_t i = 0, half_words = 0; i < lexed->count; i++) {
        struct lexeme *lexeme = &lexed->lexemes[i];
        has_word = has_word && lexeme->marks & MARK_FOLLOWS_CLOSELY;
        if (lexeme->kind == LEXEME_WORD && !has_word)
            half_words += 2;
        else if (lexeme->kind == LEXEME_IDEOGRAPH || lexeme->kind == LEXEME_KATAKANA)
            half_words++;
        has_word = has_word || lexeme->kind == LEXEME_WORD;
        if (half_words > 2 * words)
            break;
        lexeme->blocked |= BLOCK_OTHER;
    }
}

/* --- lists of sources --- */

/* Are the lexemes [first, last) a heading over sources? */
static bool heads_sources(const struct lexed *lexed, size_t first, size_t last, const struct language *language,
                          struct arena *arena)
{
    if (first >= last || last - first > LONGEST_HEADING)
        return false;
    size_t start = lexed->lexemes[first].start, end = lexed->lexemes[last - 1].end;
    struct str folded = folded_text(arena, (struct str){lexed->content.data + start, end - start});
    return folded.data && discourse_heads_sources(language, folded);
}

/* The next heading from i on of this level or a higher one. */
static size_t closed_section_end(const struct lexed *lexed, size_t heading)
{
    for (size_t i = heading + 1; i < lexed->heading_count; i++)
        if (lexed->headings[i].level <= lexed->headings[heading].level)
            return lexed->headings[i].first;
    return lexed->count;
}

static bool closed_is_item(const struct lexeme *lexeme)
{
    return lexeme->block == IN_LIST_ITEM || lexeme->block == IN_TERM || lexeme->block == IN_DEFINITION;
}

static bool has_items(const struct lexed *lexed, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (closed_is_item(&lexed->lexemes[i]))
            return true;
    return false;
}

static void close_items(struct lexed *lexed, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (closed_is_item(&lexed->lexemes[i]))
            lexed->lexemes[i].blocked |= BLOCK_OTHER;
}

static void close_sections(struct lexed *lexed, const struct language *language, struct arena *arena)
{
    for (size_t i = 0; i < lexed->heading_count; i++) {
        const struct lexer_heading *heading = &lexed->headings[i];
        size_t end = closed_section_end(lexed, i);
        if (has_items(lexed, heading->last, end) &&
            heads_sources(lexed, heading->first, heading->last, language, arena))
            close_items(lexed, heading->last, end);
    }
}

/* A list right behind a paragraph that is nothing but such a heading: "<p><b>Sources:</b></p><ul>". */
static void close_announced(struct lexed *lexed, const struct language *language, struct arena *arena)
{
    size_t start = 0; /* of the paragraph before */
    for (size_t i = 1; i < lexed->count; i++) {
        const struct lexeme *lexeme = &lexed->lexemes[i];
        if (lexeme->paragraph == lexeme[-1].paragraph)
            continue;
        bool is_before_list = closed_is_item(lexeme) && !closed_is_item(&lexeme[-1]) && lexeme[-1].block != IN_HEADING;
        if (is_before_list && heads_sources(lexed, start, i, language, arena)) {
            size_t end = i;
            while (end < lexed->count && closed_is_item(&lexed->lexemes[end]))
                end++;
            close_items(lexed, i, end);
        }
        start = i;
    }
}

enum status close_places(struct lexed *lexed, const struct link_options *options, const struct language *language,
                         struct arena *arena, struct error *err)
{
    if (options->skip_words)
        close_start(lexed, options->skip_words);
    if (options->exclude_tags.count)
        close_written(lexed, &options->exclude_tags);
    close_sections(lexed, language, arena);
    close_announced(lexed, language, arena);
    return arena_failed(arena) ? error_memory(err) : OK;
}
