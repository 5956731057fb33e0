#include "link/lexer/lexer_elements.h"

/*
 * Inline, void and block elements are those of html_is_inline and html_is_void (text/html/html.h). No link may stand in
 * or around those that the rules of links name, and those that hold no running text.
 */
static const struct element element_table[ELEMENT_COUNT] = {
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

/* The row of that name, in any letter case; ELEMENT_COUNT when there is none. */
static size_t element_find(struct str name)
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

static struct implied_end element_implied_end(enum container container)
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

/* Deeper than this, elements of a template that have no class of their own are no longer told apart by their number. */
enum { NUMBERED_DEPTH = 6 };

static uint32_t mix(uint32_t hash, uint32_t number)
{
    uint64_t mixed = ((uint64_t)hash << 32 | number) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(mixed >> 32) ^ (uint32_t)mixed;
}

/* The first word of a class or an id, up to a digit, in lower case: "post-17 hentry" is "post-". */
static uint32_t hash_word(struct str text)
{
    uint32_t hash = 0;
    text = str_trim(text);
    for (size_t i = 0; i < text.len && !ascii_is_space(text.data[i]) && !ascii_is_digit(text.data[i]); i++)
        hash = mix(hash, (unsigned char)ascii_lower(text.data[i]) + 1u);
    return hash;
}

static bool is_void(struct str name)
{
    static const char *const names[] = {"area", "base", "col",   "embed",  "hr",    "input",
                                        "link", "meta", "param", "source", "track", NULL};
    return word_list_ihas(names, name);
}

/* Text stands in these: there are many in a content, and their number on the page says nothing. */
static bool holds_text(const struct element *element)
{
    return element &&
           (element->heading || (element->container >= CONTAINER_ITEM && element->container != CONTAINER_TABLE) ||
            (element->length == 1 && element->name[0] == 'p'));
}

/* Closes the innermost element of that name, or of these containers, and all in it, unless `scope` is around it. */
static void close(struct lexed_places *places, uint32_t name, unsigned containers, enum container scope)
{
    for (uint32_t depth = places->depth; depth > 0; depth--) {
        const struct lexed_place *place = &places->open[depth - 1];
        if (containers ? containers >> place->container & 1 : place->name == name) {
            places->depth = depth - 1;
            return;
        }
        if (scope && place->container == scope)
            return;
    }
}

/* A block ends a paragraph, an item the item before it, a row the row: their end tags may be left out. */
static void close_implied(struct lexed_places *places, const struct element *element)
{
    if (places->depth && places->open[places->depth - 1].name == 'p')
        places->depth--;
    enum container container = element ? element->container : NO_CONTAINER;
    struct implied_end implied = element_implied_end(container);
    unsigned ends = container == CONTAINER_ROW ? 1u << CONTAINER_ROW : implied.ends;
    if (ends)
        close(places, 0, ends, implied.scope);
}

/* "p" is its letter, which no hash of a longer name is likely to be. */
static uint32_t hash_name(struct str name)
{
    return name.len == 1 ? (unsigned char)ascii_lower(name.data[0]) : hash_word(name);
}

static void open(struct lexed_places *places, const struct element *element, const struct html_token *tag)
{
    if (places->overflow || places->depth == MAX_PLACES) {
        places->overflow++;
        return;
    }
    struct lexed_place *parent = places->depth ? &places->open[places->depth - 1] : NULL;
    struct siblings *siblings = parent ? &parent->children : &places->roots;
    uint32_t name = hash_name(tag->name), number = 0;
    if (!holds_text(element))
        number = ++siblings->counts[(name >> 8 ^ name) % COUNT_OF(siblings->counts)];
    uint32_t own = hash_word(html_attribute(tag, STR("class")));
    if (!own && !holds_text(element)) {
        own = hash_word(html_attribute(tag, STR("id")));
        own = own ? own : places->depth < NUMBERED_DEPTH ? number : 0;
    }
    places->open[places->depth++] = (struct lexed_place){
        .name = name,
        .path = mix(mix(parent ? parent->path : 0, name), own),
        .container = element ? element->container : NO_CONTAINER,
    };
}

/* To be called for each start and end tag of a block; element: NULL when the table does not have it. */
static void place_follow(struct lexed_places *places, const struct element *element, const struct html_token *tag)
{
    if (is_void(tag->name))
        return;
    if (tag->kind == HTML_START) {
        close_implied(places, element);
        open(places, element, tag);
    } else if (places->overflow) {
        places->overflow--;
    } else {
        close(places, hash_name(tag->name), 0, NO_CONTAINER);
    }
}

/* --- links --- */

static struct str decode_href(struct lexer *lexer, const struct html_token *token)
{
    struct str value = html_attribute(token, STR("href"));
    if (!value.len || !memchr(value.data, '&', value.len))
        return value;
    struct buf decoded = {0};
    html_decode(&decoded, value, true);
    return buf_keep(&decoded, lexer->arena);
}

/* A heading that begins with a link to somewhere else is the name of that. "#..." leads to the heading itself. */
static void note_heading_link(struct lexer *lexer, const struct html_token *token)
{
    struct str href = html_attribute(token, STR("href"));
    struct lexer_heading *heading = &lexer->lexed->headings[lexer->lexed->heading_count - 1];
    heading->is_link |= heading->first == lexer->lexed->count && href.len && href.data[0] != '#';
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
    else if (token->kind == HTML_START && lexer->in_heading)
        note_heading_link(lexer, token);
}

/* --- what elements block --- */

static void count_open(struct elements *elements, struct lexer *lexer, const struct element *element, int change)
{
    elements->hiding += element->is_hidden ? (uint32_t)change : 0;
    elements->is_hidden = elements->hiding > 0;
    if (!element->blocks)
        return;
    elements->blocking[element->blocks] += (uint32_t)change;
    if (elements->blocking[element->blocks])
        lexer->blocked |= element->blocks;
    else
        lexer->blocked &= ~(unsigned)element->blocks;
}

static void update_emphasis(const struct elements *elements, struct lexer *lexer)
{
    lexer->emphasis = 0;
    for (size_t i = 0; i < ELEMENT_COUNT; i++)
        if (element_table[i].emphasis && elements->open[i])
            lexer->emphasis |= element_table[i].emphasis;
}

/* Counts an element as open or closed. An end tag without its start tag does nothing. */
static void follow_open(struct elements *elements, struct lexer *lexer, size_t row, const struct html_token *tag)
{
    const struct element *element = &element_table[row];
    bool is_start = tag->kind == HTML_START;
    bool is_foreign = element->length == 3 && str_eq(str_from(element->name), STR("svg"));
    is_foreign |= element->length == 4 && str_eq(str_from(element->name), STR("math"));
    if (is_start ? is_foreign && tag->self_closing : !elements->open[row])
        return;
    elements->open[row] += is_start ? 1 : UINT32_MAX;
    count_open(elements, lexer, element, is_start ? 1 : -1);
    if (element->emphasis)
        update_emphasis(elements, lexer);
}

/* --- what kind of block the text is in --- */

/* Ends the innermost container of these kinds, and all in it, unless one of kind `scope` stands around it. */
static void end_container(struct elements *elements, unsigned kinds, enum container scope)
{
    for (uint32_t depth = elements->depth; kinds && depth > 0; depth--) {
        enum container container = elements->containers[depth - 1];
        if (1u << container & kinds) {
            elements->depth = depth - 1;
            return;
        }
        if (scope && container == scope)
            return;
    }
}

static void follow_container(struct elements *elements, enum container container, bool is_start)
{
    if (elements->overflow) {
        elements->overflow += is_start ? 1 : UINT32_MAX;
        return;
    }
    if (!is_start) {
        unsigned kinds = container == CONTAINER_ROW ? 1u << CONTAINER_CELL : 1u << container;
        end_container(elements, kinds, container == CONTAINER_TABLE ? NO_CONTAINER : CONTAINER_TABLE);
        return;
    }
    struct implied_end implied = element_implied_end(container);
    end_container(elements, implied.ends, implied.scope);
    if (container == CONTAINER_ROW)
        return;
    if (elements->depth < MAX_CONTAINERS)
        elements->containers[elements->depth++] = (uint8_t)container;
    else
        elements->overflow++;
}

static enum lexed_block_kind block_of(const struct elements *elements, const struct lexer *lexer)
{
    static const uint8_t kinds[] = {
        [CONTAINER_ITEM] = IN_LIST_ITEM,        [CONTAINER_CELL] = IN_CELL,   [CONTAINER_TERM] = IN_TERM,
        [CONTAINER_DEFINITION] = IN_DEFINITION, [CONTAINER_QUOTE] = IN_QUOTE, [CONTAINER_CAPTION] = IN_CAPTION,
    };
    if (lexer->blocked & BLOCK_HEADING)
        return IN_HEADING;
    if (!elements->depth)
        return elements->in_paragraph ? IN_PARAGRAPH : IN_OTHER;
    return kinds[elements->containers[elements->depth - 1]];
}

/* --- what the caller excludes (struct lexer_exclusion) --- */

/* Elements whose end tag may be left out, since another one ends them (HTML standard, section 13.1.2.4). */
static bool may_end_itself(struct str name)
{
    static const char *const names[] = {"li", "dt",    "dd",    "p",     "tr",     "td",
                                        "th", "thead", "tbody", "tfoot", "option", NULL};
    return word_list_ihas(names, name);
}

/* What stands around such elements: when it ends, so do they. */
static bool is_container(struct str name)
{
    static const char *const names[] = {"ul", "ol", "menu", "dl", "table", "select", NULL};
    return word_list_ihas(names, name);
}

static bool end_excluded(struct excluded *excluded)
{
    *excluded = (struct excluded){0};
    return true;
}

static bool begin_excluded(struct excluded *excluded, const struct lexer_exclusion *exclusion,
                           const struct html_token *tag)
{
    bool is_element = tag->kind == HTML_START && !html_is_void(tag->name);
    if (!is_element || !exclusion->excludes(exclusion->context, tag))
        return false;
    *excluded = (struct excluded){.name = tag->name, .depth = 1, .ends_itself = may_end_itself(tag->name)};
    return true;
}

/* Does the start tag end the excluded element, whose own end tag was left out? */
static bool is_ended_by(const struct excluded *excluded, const struct html_token *tag)
{
    if (str_ieq(excluded->name, STR("p")))
        return !html_is_inline(tag->name) && !html_is_void(tag->name);
    return excluded->ends_itself && !excluded->nested && str_ieq(tag->name, excluded->name);
}

static bool follow_start(struct excluded *excluded, const struct lexer_exclusion *exclusion,
                         const struct html_token *tag)
{
    if (is_ended_by(excluded, tag)) {
        end_excluded(excluded);
        begin_excluded(excluded, exclusion, tag);
        return true;
    }
    excluded->depth += str_ieq(tag->name, excluded->name);
    excluded->nested += is_container(tag->name);
    return false;
}

static bool follow_end(struct excluded *excluded, const struct html_token *tag)
{
    if (str_ieq(tag->name, excluded->name))
        return --excluded->depth == 0 && end_excluded(excluded);
    if (!is_container(tag->name))
        return false;
    if (!excluded->nested)
        return excluded->ends_itself && end_excluded(excluded);
    excluded->nested--;
    return false;
}

/* To be called for each start and end tag. True: such an element begins or ends here. */
static bool excluded_follow(struct excluded *excluded, const struct lexer_exclusion *exclusion,
                            const struct html_token *tag)
{
    if (!excluded->name.len)
        return begin_excluded(excluded, exclusion, tag);
    return tag->kind == HTML_START ? follow_start(excluded, exclusion, tag) : follow_end(excluded, tag);
}

static void follow_excluded(struct elements *elements, struct lexer *lexer, const struct html_token *tag)
{
    static const struct element blocking = {.blocks = BLOCK_OTHER};
    bool was_open = elements->excluded.name.len > 0;
    if (!lexer->exclusion || !excluded_follow(&elements->excluded, lexer->exclusion, tag))
        return;
    bool is_open = elements->excluded.name.len > 0;
    lexer_break_phrase(lexer);
    if (is_open != was_open)
        count_open(elements, lexer, &blocking, is_open ? 1 : -1);
}

/* --- all of it --- */

static void follow_block(struct elements *elements, struct lexer *lexer, const struct element *element,
                         const struct html_token *tag)
{
    bool is_start = tag->kind == HTML_START;
    lexer_break(lexer);
    elements->in_paragraph = is_start && str_ieq(tag->name, STR("p"));
    if (element && element->container)
        follow_container(elements, element->container, is_start);
    if (element && element->heading && is_start)
        lexer_open_heading(lexer, element->heading);
    else if (element && element->heading)
        lexer_close_heading(lexer);
}

void elements_follow(struct elements *elements, struct lexer *lexer, const struct html_token *tag)
{
    size_t row = element_find(tag->name);
    const struct element *element = row < ELEMENT_COUNT ? &element_table[row] : NULL;
    enum element_flow flow = element ? element->flow : FLOW_BLOCK;
    if (flow == FLOW_BLOCK) {
        follow_block(elements, lexer, element, tag);
        place_follow(&elements->places, element, tag);
        lexer->place = place_path(&elements->places);
    } else if (flow == FLOW_LINE)
        lexer_break_line(lexer);
    else if (flow == FLOW_INLINE)
        lexer_add_tag(lexer, (struct lexer_tag){.start = (uint32_t)tag->start,
                                                .end = (uint32_t)tag->end,
                                                .name_length = (uint16_t)tag->name.len,
                                                .closes = tag->kind == HTML_CLOSE});
    if (element && element->blocks == BLOCK_ANCHOR) {
        lexer_break_anchor(lexer);
        follow_anchor(lexer, tag);
    } else if (element && element->blocks) {
        lexer_break_phrase(lexer);
    }
    if (element && (element->blocks || element->emphasis))
        follow_open(elements, lexer, row, tag);
    follow_excluded(elements, lexer, tag);
    if (flow == FLOW_BLOCK)
        lexer->block = block_of(elements, lexer);
}
