#include "research/excerpt/excerpt_lines.h"

enum { OPENING_BYTES = 48 /* of a text, enough for the longest phrase that opens one */ };

static bool ends_in(struct str text, const char *const *marks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_ends(text, str_from(marks[i])))
            return true;
    return false;
}

/* Is it at most TITLE_LINE_MAX characters without a full stop at its end? */
static bool line_is_short(struct str text)
{
    static const char *const stops[] = {".",
                                        "!",
                                        "?",
                                        ";",
                                        ",",
                                        "\xE2\x80\xA6",
                                        "\xE3\x80\x82" /* ideographic full stop */,
                                        ".\"",
                                        ".)",
                                        ".\xE2\x80\x9D"};
    return text.len && utf8_length(text) <= TITLE_LINE_MAX && !ends_in(text, stops, COUNT_OF(stops));
}

/* "Table 9.1. Operators", "Figure 2: Soil": it names what stands beside it, not what follows. */
static bool is_caption(struct str text)
{
    size_t blank = str_find(text, STR(" "), 0);
    return blank + 1 < text.len && ascii_is_digit(text.data[blank + 1]);
}

static bool begins_small(struct str text)
{
    uint32_t first = 0;
    if (text.len)
        utf8_decode(text, 0, &first);
    return unicode_is_lower(first);
}

static bool is_kind(const struct page *page, size_t at, enum block_kind kind)
{
    return at < page->count && page->blocks[at].kind == kind;
}

/* A run of items is a list. The last one is a title all the same where titles stood before it, and it alone has no
 * full stop (a definition ended in a list), or it is one of two (two titles of one definition). */
static bool is_title_item(const struct page *page, size_t at, bool in_definitions)
{
    if (!at || !is_kind(page, at - 1, BLOCK_LIST_ITEM))
        return true;
    bool is_one_of_two = at < 2 || !is_kind(page, at - 2, BLOCK_LIST_ITEM);
    return in_definitions && (is_one_of_two || !line_is_short(page->blocks[at - 1].text));
}

/* Is it the first of two titles of one definition? */
static bool is_first_title(const struct page *page, size_t at, bool in_definitions)
{
    bool begins_run = !at || !is_kind(page, at - 1, BLOCK_LIST_ITEM);
    return in_definitions && begins_run && is_kind(page, at + 1, BLOCK_LIST_ITEM) &&
           line_is_short(page->blocks[at + 1].text) && is_kind(page, at + 2, BLOCK_PARAGRAPH);
}

bool line_is_title(const struct page *page, size_t at, bool in_definitions)
{
    const struct block *block = &page->blocks[at];
    bool is_item = block->kind == BLOCK_LIST_ITEM;
    if ((!is_item && block->kind != BLOCK_PARAGRAPH) || !line_is_short(block->text))
        return false;
    if (is_item && is_first_title(page, at, in_definitions))
        return true;
    if (!is_kind(page, at + 1, BLOCK_PARAGRAPH) || str_ends(block->text, STR(":")))
        return is_item && is_kind(page, at + 1, BLOCK_CODE) && is_title_item(page, at, in_definitions);
    if (is_item)
        return is_title_item(page, at, in_definitions);
    return !begins_small(block->text) && !is_caption(block->text) && !line_is_short(page->blocks[at + 1].text);
}

bool line_announces(const struct page *page, size_t at)
{
    struct str text = page->blocks[at].text;
    bool has_more = at + 1 < page->count && page->blocks[at + 1].kind != BLOCK_HEADING;
    if (page->blocks[at].kind != BLOCK_PARAGRAPH || !has_more)
        return false;
    return str_ends(text, STR(":")) || (line_is_short(text) && !begins_small(text));
}

/* Does the folded text begin with one of the phrases, as whole words? */
static bool begins_with(struct str folded, const char *const *phrases)
{
    for (const char *const *phrase = phrases; *phrase; phrase++) {
        size_t length = strlen(*phrase);
        if (!str_starts(folded, (struct str){*phrase, length}))
            continue;
        unsigned char next = length < folded.len ? (unsigned char)folded.data[length] : ' ';
        if (!ascii_is_alnum((char)next) && next < 0x80 && next != '-' && next != '_')
            return true;
    }
    return false;
}

bool line_leans(struct str text, const struct cues *cues)
{
    char lower[OPENING_BYTES];
    struct str folded = {lower, text.len < OPENING_BYTES ? text.len : OPENING_BYTES};
    for (size_t i = 0; i < folded.len; i++)
        lower[i] = ascii_lower(text.data[i]);
    return begins_small(text) || str_starts(text, STR("(")) || begins_with(folded, cues->openings) ||
           begins_with(folded, cues->pronouns);
}
