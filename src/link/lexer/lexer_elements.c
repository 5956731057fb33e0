#include "link/lexer/lexer_elements.h"

#include "text/word_list.h"

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
