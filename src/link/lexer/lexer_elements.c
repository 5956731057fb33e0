#include "link/lexer/lexer_elements.h"

/*
 * The elements in and around which no link may stand: those that the rules of links name, and those that hold no
 * running text.
 */
static const struct no_link {
    const char *name;
    enum lexeme_block block;
    bool is_hidden; /* its text is not on the page and counts as no word */
} no_link_elements[] = {
    {"a", BLOCK_ANCHOR, false},         {"h1", BLOCK_HEADING, false},     {"h2", BLOCK_HEADING, false},
    {"h3", BLOCK_HEADING, false},       {"h4", BLOCK_HEADING, false},     {"h5", BLOCK_HEADING, false},
    {"h6", BLOCK_HEADING, false},       {"code", BLOCK_OTHER, false},     {"pre", BLOCK_OTHER, false},
    {"figcaption", BLOCK_OTHER, false}, {"button", BLOCK_OTHER, false},   {"nav", BLOCK_OTHER, false},
    {"svg", BLOCK_OTHER, false},        {"math", BLOCK_OTHER, false},     {"select", BLOCK_OTHER, false},
    {"title", BLOCK_OTHER, false},      {"xmp", BLOCK_OTHER, false},      {"iframe", BLOCK_OTHER, false},
    {"noembed", BLOCK_OTHER, false},    {"noframes", BLOCK_OTHER, false}, {"plaintext", BLOCK_OTHER, false},
    {"template", BLOCK_OTHER, false},   {"script", BLOCK_OTHER, true},    {"style", BLOCK_OTHER, true},
    {"textarea", BLOCK_OTHER, true},
};

_Static_assert(COUNT_OF(no_link_elements) <= MAX_NO_LINK_ELEMENTS, "struct elements has room for every row");

/* The row of that name, the count of rows when there is none. */
static size_t find_no_link(struct str name)
{
    size_t i = 0;
    while (i < COUNT_OF(no_link_elements) && !str_ieq(name, str_from(no_link_elements[i].name)))
        i++;
    return i;
}

static struct str decode_href(struct lexer *lexer, const struct html_token *token)
{
    struct str value = html_attribute(token, STR("href"));
    if (!value.len || !memchr(value.data, '&', value.len))
        return value;
    struct buf decoded = {0};
    html_decode(&decoded, value, true);
    char *copy = decoded.failed ? NULL : arena_copy_n(lexer->arena, buf_text(&decoded), decoded.len);
    lexer->failed |= !copy;
    value = (struct str){copy, copy ? decoded.len : 0};
    buf_free(&decoded);
    return value;
}

/*
 * Links do not nest: the next start tag closes the link before it. A link inside a heading or a navigation says
 * nothing about running text and is left out.
 */
static void follow_anchor(struct lexer *lexer, const struct html_token *token)
{
    lexer_close_anchor(lexer);
    bool elsewhere = lexer->blocked & ~(unsigned)BLOCK_ANCHOR;
    if (token->kind == HTML_START && !elsewhere)
        lexer_open_anchor(lexer, decode_href(lexer, token));
}

static void update_blocked(struct elements *elements, struct lexer *lexer)
{
    lexer->blocked = 0;
    elements->is_hidden = false;
    for (size_t i = 0; i < COUNT_OF(no_link_elements); i++) {
        if (!elements->open[i])
            continue;
        lexer->blocked |= no_link_elements[i].block;
        elements->is_hidden |= no_link_elements[i].is_hidden;
    }
}

static void follow_no_link(struct elements *elements, struct lexer *lexer, size_t element,
                           const struct html_token *token)
{
    if (no_link_elements[element].block == BLOCK_ANCHOR)
        follow_anchor(lexer, token);
    bool is_empty = token->self_closing && (str_ieq(token->name, STR("svg")) || str_ieq(token->name, STR("math")));
    if (token->kind == HTML_START)
        elements->open[element] += is_empty ? 0 : 1;
    else if (elements->open[element])
        elements->open[element]--;
    update_blocked(elements, lexer);
}

void elements_follow(struct elements *elements, struct lexer *lexer, const struct html_token *tag)
{
    if (!html_is_inline(tag->name))
        lexer_break(lexer);
    else if (!html_is_void(tag->name))
        lexer_add_tag(lexer, (struct lexer_tag){tag->start, tag->end, tag->name, tag->kind == HTML_CLOSE});
    size_t element = find_no_link(tag->name);
    if (element == COUNT_OF(no_link_elements))
        return;
    lexer_break_phrase(lexer);
    follow_no_link(elements, lexer, element, tag);
}
