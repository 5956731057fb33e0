#include "link/lexer/lexer_elements.h"

/*
 * Inline, void and block elements are those of html_is_inline and html_is_void (text/html/html.h). No link may stand in
 * or around those that the rules of links name, and those that hold no running text.
 */
const struct element element_table[ELEMENT_COUNT] = {
    {.name = "a", .length = 1, .flow = FLOW_INLINE, .blocks = BLOCK_ANCHOR},
    {.name = "abbr", .length = 4, .flow = FLOW_INLINE},
    {.name = "acronym", .length = 7, .flow = FLOW_INLINE},
    {.name = "b", .length = 1, .flow = FLOW_INLINE, .emphasis = MARK_BOLD},
    {.name = "bdi", .length = 3, .flow = FLOW_INLINE},
    {.name = "bdo", .length = 3, .flow = FLOW_INLINE},
    {.name = "big", .length = 3, .flow = FLOW_INLINE},
    {.name = "blockquote", .length = 10, .container = CONTAINER_QUOTE},
    {.name = "br", .length = 2, .flow = FLOW_LINE},
    {.name = "button", .length = 6, .blocks = BLOCK_OTHER},
    {.name = "caption", .length = 7, .container = CONTAINER_CAPTION},
    {.name = "cite", .length = 4, .flow = FLOW_INLINE, .emphasis = MARK_ITALIC},
    {.name = "code", .length = 4, .flow = FLOW_INLINE, .blocks = BLOCK_OTHER},
    {.name = "data", .length = 4, .flow = FLOW_INLINE},
    {.name = "dd", .length = 2, .container = CONTAINER_DEFINITION},
    {.name = "del", .length = 3, .flow = FLOW_INLINE},
    {.name = "dfn", .length = 3, .flow = FLOW_INLINE, .emphasis = MARK_ITALIC},
    {.name = "dl", .length = 2, .container = CONTAINER_TERMS},
    {.name = "dt", .length = 2, .container = CONTAINER_TERM},
    {.name = "em", .length = 2, .flow = FLOW_INLINE, .emphasis = MARK_ITALIC},
    {.name = "figcaption", .length = 10, .blocks = BLOCK_OTHER, .container = CONTAINER_CAPTION},
    {.name = "font", .length = 4, .flow = FLOW_INLINE},
    {.name = "h1", .length = 2, .blocks = BLOCK_HEADING, .heading = 1},
    {.name = "h2", .length = 2, .blocks = BLOCK_HEADING, .heading = 2},
    {.name = "h3", .length = 2, .blocks = BLOCK_HEADING, .heading = 3},
    {.name = "h4", .length = 2, .blocks = BLOCK_HEADING, .heading = 4},
    {.name = "h5", .length = 2, .blocks = BLOCK_HEADING, .heading = 5},
    {.name = "h6", .length = 2, .blocks = BLOCK_HEADING, .heading = 6},
    {.name = "i", .length = 1, .flow = FLOW_INLINE, .emphasis = MARK_ITALIC},
    {.name = "iframe", .length = 6, .blocks = BLOCK_OTHER},
    {.name = "img", .length = 3, .flow = FLOW_LINE},
    {.name = "ins", .length = 3, .flow = FLOW_INLINE},
    {.name = "kbd", .length = 3, .flow = FLOW_INLINE},
    {.name = "label", .length = 5, .flow = FLOW_INLINE},
    {.name = "li", .length = 2, .container = CONTAINER_ITEM},
    {.name = "mark", .length = 4, .flow = FLOW_INLINE},
    {.name = "math", .length = 4, .blocks = BLOCK_OTHER},
    {.name = "menu", .length = 4, .container = CONTAINER_LIST},
    {.name = "nav", .length = 3, .blocks = BLOCK_OTHER},
    {.name = "noembed", .length = 7, .blocks = BLOCK_OTHER},
    {.name = "noframes", .length = 8, .blocks = BLOCK_OTHER},
    {.name = "ol", .length = 2, .container = CONTAINER_LIST},
    {.name = "p", .length = 1},
    {.name = "plaintext", .length = 9, .blocks = BLOCK_OTHER},
    {.name = "pre", .length = 3, .blocks = BLOCK_OTHER},
    {.name = "q", .length = 1, .flow = FLOW_INLINE, .emphasis = MARK_QUOTED},
    {.name = "s", .length = 1, .flow = FLOW_INLINE},
    {.name = "samp", .length = 4, .flow = FLOW_INLINE},
    {.name = "script", .length = 6, .blocks = BLOCK_OTHER, .is_hidden = true},
    {.name = "select", .length = 6, .blocks = BLOCK_OTHER},
    {.name = "small", .length = 5, .flow = FLOW_INLINE},
    {.name = "span", .length = 4, .flow = FLOW_INLINE},
    {.name = "strike", .length = 6, .flow = FLOW_INLINE},
    {.name = "strong", .length = 6, .flow = FLOW_INLINE, .emphasis = MARK_BOLD},
    {.name = "style", .length = 5, .blocks = BLOCK_OTHER, .is_hidden = true},
    {.name = "sub", .length = 3, .flow = FLOW_INLINE},
    {.name = "sup", .length = 3, .flow = FLOW_INLINE},
    {.name = "svg", .length = 3, .blocks = BLOCK_OTHER},
    {.name = "table", .length = 5, .container = CONTAINER_TABLE},
    {.name = "tbody", .length = 5, .container = CONTAINER_ROW},
    {.name = "td", .length = 2, .container = CONTAINER_CELL},
    {.name = "template", .length = 8, .blocks = BLOCK_OTHER},
    {.name = "textarea", .length = 8, .blocks = BLOCK_OTHER, .is_hidden = true},
    {.name = "tfoot", .length = 5, .container = CONTAINER_ROW},
    {.name = "th", .length = 2, .container = CONTAINER_CELL},
    {.name = "thead", .length = 5, .container = CONTAINER_ROW},
    {.name = "time", .length = 4, .flow = FLOW_INLINE},
    {.name = "title", .length = 5, .blocks = BLOCK_OTHER},
    {.name = "tr", .length = 2, .container = CONTAINER_ROW},
    {.name = "tt", .length = 2, .flow = FLOW_INLINE},
    {.name = "u", .length = 1, .flow = FLOW_INLINE},
    {.name = "ul", .length = 2, .container = CONTAINER_LIST},
    {.name = "var", .length = 3, .flow = FLOW_INLINE, .emphasis = MARK_ITALIC},
    {.name = "wbr", .length = 3, .flow = FLOW_VOID},
    {.name = "xmp", .length = 3, .blocks = BLOCK_OTHER},
};

/* Per letter: its first row; and the end. */
static const uint8_t first_rows[27] = {0,  3,  10, 13, 19, 20, 22, 22, 28, 32, 32, 33, 35, 38,
                                       41, 42, 45, 46, 46, 58, 70, 72, 73, 74, 75, 75, 75};

size_t element_find(struct str name)
{
    unsigned letter = name.len ? (unsigned)(ascii_lower(name.data[0]) - 'a') : 26;
    if (letter >= 26)
        return ELEMENT_COUNT;
    for (size_t i = first_rows[letter]; i < first_rows[letter + 1]; i++) {
        const struct element *element = &element_table[i];
        if (element->length == name.len && str_ieq(name, (struct str){element->name, element->length}))
            return i;
    }
    return ELEMENT_COUNT;
}

struct implied_end element_implied_end(enum container container)
{
    static const struct implied_end implied_ends[CONTAINER_CAPTION + 1] = {
        [CONTAINER_ITEM] = {1u << CONTAINER_ITEM, CONTAINER_LIST},
        [CONTAINER_ROW] = {1u << CONTAINER_CELL | 1u << CONTAINER_CAPTION, CONTAINER_TABLE},
        [CONTAINER_CELL] = {1u << CONTAINER_CELL | 1u << CONTAINER_CAPTION, CONTAINER_TABLE},
        [CONTAINER_TERM] = {1u << CONTAINER_TERM | 1u << CONTAINER_DEFINITION, CONTAINER_TERMS},
        [CONTAINER_DEFINITION] = {1u << CONTAINER_TERM | 1u << CONTAINER_DEFINITION, CONTAINER_TERMS},
    };
    return implied_ends[container];
}
