#include "text/html/html_parts.h"

#include <stdlib.h>

/* Up to so many, comparing a name with each attribute is faster than hashing; with more a page could make that
 * quadratic. */
enum { MANY_ATTRIBUTES = 16 };

static void html_attributes_clear(struct html_attributes *attributes)
{
    if (attributes->count > MANY_ATTRIBUTES && attributes->slots)
        memset(attributes->slots, 0, attributes->slot_count * sizeof *attributes->slots);
    attributes->count = 0;
}

void html_attributes_free(struct html_attributes *attributes)
{
    free(attributes->list);
    free(attributes->slots);
    buf_free(&attributes->key);
    *attributes = (struct html_attributes){0};
}

static bool grow_list(struct html_attributes *attributes)
{
    if (attributes->count < attributes->cap)
        return true;
    size_t cap = attributes->cap ? attributes->cap * 2 : MANY_ATTRIBUTES;
    if (cap >= UINT32_MAX / sizeof *attributes->list)
        return false;
    struct html_attribute *list = realloc(attributes->list, cap * sizeof *list);
    if (!list)
        return false;
    attributes->list = list;
    attributes->cap = cap;
    return true;
}

/* The slot that holds the name, or the free one where it belongs; NULL when memory ran out. */
static uint32_t *scan_attributes_find_slot(struct html_attributes *attributes, struct str name)
{
    buf_clear(&attributes->key);
    for (size_t i = 0; i < name.len; i++)
        buf_char(&attributes->key, ascii_lower(name.data[i]));
    if (attributes->key.failed)
        return NULL;
    size_t mask = attributes->slot_count - 1;
    size_t at = (size_t)hash_bytes(buf_text(&attributes->key), attributes->key.len) & mask;
    while (attributes->slots[at] && !str_ieq(attributes->list[attributes->slots[at] - 1].name, name))
        at = (at + 1) & mask;
    return &attributes->slots[at];
}

/* Keeps the table at most half full. */
static bool grow_slots(struct html_attributes *attributes)
{
    if (attributes->count > MANY_ATTRIBUTES && (attributes->count + 1) * 2 <= attributes->slot_count)
        return true;
    if ((attributes->count + 1) * 2 > attributes->slot_count) {
        size_t slot_count = attributes->slot_count ? attributes->slot_count * 2 : MANY_ATTRIBUTES * 4;
        free(attributes->slots);
        attributes->slots = calloc(slot_count, sizeof *attributes->slots);
        attributes->slot_count = attributes->slots ? slot_count : 0;
    }
    for (size_t i = 0; attributes->slots && i < attributes->count; i++) {
        uint32_t *slot = scan_attributes_find_slot(attributes, attributes->list[i].name);
        if (!slot)
            return false;
        *slot = (uint32_t)i + 1;
    }
    return attributes->slots != NULL;
}

static bool is_duplicate(const struct html_attributes *attributes, struct str name)
{
    for (size_t i = 0; i < attributes->count; i++)
        if (str_ieq(attributes->list[i].name, name))
            return true;
    return false;
}

/* Appends an attribute unless one of that name is there; *attribute is NULL for a duplicate. False when memory ran
 * out. */
static bool html_attributes_add(struct html_attributes *attributes, struct str name, struct html_attribute **attribute)
{
    *attribute = NULL;
    uint32_t *slot = NULL;
    if (attributes->count >= MANY_ATTRIBUTES) {
        if (!grow_slots(attributes) || !(slot = scan_attributes_find_slot(attributes, name)))
            return false;
        if (*slot)
            return true;
    } else if (is_duplicate(attributes, name)) {
        return true;
    }
    if (!grow_list(attributes))
        return false;
    *attribute = &attributes->list[attributes->count++];
    **attribute = (struct html_attribute){.name = name};
    if (slot)
        *slot = (uint32_t)attributes->count;
    return true;
}

/* --- what "<!" begins: comments and the doctype --- */

/* --- comments --- */

static bool scan_declaration_has(struct str input, size_t at, struct str text)
{
    return at <= input.len && str_starts((struct str){input.data + at, input.len - at}, text);
}

static size_t find_char(struct str input, size_t at, char character)
{
    const char *found = at < input.len ? memchr(input.data + at, character, input.len - at) : NULL;
    return found ? (size_t)(found - input.data) : input.len;
}

/* The end of a comment that the input cuts off, without what may have been the beginning of its "-->". */
static size_t scan_declaration_cut_end(struct str input, size_t start)
{
    struct str data = {input.data + start, input.len - start};
    if (str_ends(data, STR("--!")))
        return input.len - 3;
    if (str_ends(data, STR("--")))
        return input.len - 2;
    return str_ends(data, STR("-")) ? input.len - 1 : input.len;
}

size_t html_scan_comment(struct str input, size_t at, struct html_token *token)
{
    token->data = (struct str){input.data + at, 0};
    if (scan_declaration_has(input, at, STR(">")))
        return at + 1;
    if (scan_declaration_has(input, at, STR("->")))
        return at + 2;
    for (size_t dash = find_char(input, at, '-'); dash < input.len; dash = find_char(input, dash + 1, '-')) {
        size_t length = scan_declaration_has(input, dash, STR("-->"))    ? 3
                        : scan_declaration_has(input, dash, STR("--!>")) ? 4
                                                                         : 0;
        if (!length)
            continue;
        token->data.len = dash - at;
        return dash + length;
    }
    token->data.len = scan_declaration_cut_end(input, at) - at;
    return input.len;
}

size_t html_scan_bogus_comment(struct str input, size_t at, struct html_token *token)
{
    size_t end = find_char(input, at, '>');
    token->data = (struct str){input.data + at, end - at};
    return end < input.len ? end + 1 : end;
}

/* --- doctype --- */

static bool at_end(struct str input, size_t at)
{
    return at >= input.len || input.data[at] == '>';
}

static bool at_quote(struct str input, size_t at)
{
    return at < input.len && (input.data[at] == '"' || input.data[at] == '\'');
}

/* A quoted identifier; a ">" in it ends the doctype there, in quirks mode. */
static size_t scan_identifier(struct str input, size_t at, struct str *identifier, struct html_token *token)
{
    char quote = input.data[at++];
    size_t start = at;
    while (!at_end(input, at) && input.data[at] != quote)
        at++;
    *identifier = (struct str){input.data + start, at - start};
    if (!at_end(input, at))
        return at + 1;
    token->force_quirks = true;
    return at;
}

/* Skips what follows up to ">", which the input must not end before. */
static size_t scan_declaration_finish(struct str input, size_t at, struct html_token *token)
{
    at = html_skip_blanks(input, at);
    token->force_quirks |= at >= input.len;
    while (!at_end(input, at))
        at++;
    return at < input.len ? at + 1 : at;
}

/* From where a system identifier may stand. required: the keyword was SYSTEM, so that there must be one. */
static size_t scan_system(struct str input, size_t at, bool required, struct html_token *token)
{
    at = html_skip_blanks(input, at);
    if (at_quote(input, at))
        at = scan_identifier(input, at, &token->system_id, token);
    else if (required || !at_end(input, at))
        token->force_quirks = true;
    return scan_declaration_finish(input, at, token);
}

static size_t scan_public(struct str input, size_t at, struct html_token *token)
{
    at = html_skip_blanks(input, at);
    if (!at_quote(input, at)) {
        token->force_quirks = true;
        return scan_declaration_finish(input, at, token);
    }
    at = scan_identifier(input, at, &token->public_id, token);
    return at_end(input, at) ? scan_declaration_finish(input, at, token) : scan_system(input, at, false, token);
}

size_t html_scan_doctype(struct str input, size_t at, struct html_token *token)
{
    at = html_skip_blanks(input, at);
    if (at_end(input, at)) {
        token->force_quirks = true;
        return scan_declaration_finish(input, at, token);
    }
    size_t start = at;
    while (!at_end(input, at) && !html_is_blank(input.data[at]))
        at++;
    token->name = (struct str){input.data + start, at - start};
    at = html_skip_blanks(input, at);
    struct str rest = {input.data + at, input.len - at};
    if (str_istarts(rest, STR("public")))
        return scan_public(input, at + 6, token);
    if (str_istarts(rest, STR("system")))
        return scan_system(input, at + 6, true, token);
    token->force_quirks = !at_end(input, at);
    return scan_declaration_finish(input, at, token);
}

static bool scan_raw_text_has(struct str input, size_t at, struct str text)
{
    return str_starts((struct str){input.data + at, input.len - at}, text);
}

/* Is there an end tag of that name at "<"? (The standard's "appropriate end tag token".) */
static bool is_end_tag(struct str input, size_t at, struct str name)
{
    size_t after = at + 2 + name.len;
    return name.len && after < input.len && scan_raw_text_has(input, at, STR("</")) &&
           str_ieq((struct str){input.data + at + 2, name.len}, name) && html_name_ends(input, after);
}

static size_t find_open(struct str input, size_t at)
{
    const char *found = at < input.len ? memchr(input.data + at, '<', input.len - at) : NULL;
    return found ? (size_t)(found - input.data) : input.len;
}

size_t html_scan_raw_text(struct str input, size_t at, struct str end_tag)
{
    at = find_open(input, at);
    while (at < input.len && !is_end_tag(input, at, end_tag))
        at = find_open(input, at + 1);
    return at;
}

/* Script data knows two levels of escape: "<!--" and in it "<script". */
enum escape { NOT_ESCAPED, ESCAPED, DOUBLE_ESCAPED };

/* Past the letters at `at` and the character that ends the name; *is_script: they are a name, which is "script". */
static size_t scan_letters(struct str input, size_t at, bool *is_script)
{
    size_t start = at;
    while (at < input.len && html_is_letter(input.data[at]))
        at++;
    bool ends = html_name_ends(input, at);
    *is_script = ends && str_ieq((struct str){input.data + start, at - start}, STR("script"));
    return ends ? at + 1 : at;
}

/* Reads a "<" inside an escape and sets the level that holds after it. Returns the place after what was read. */
static size_t scan_escaped_open(struct str input, size_t at, enum escape *escape)
{
    bool is_script = false;
    at++;
    if (*escape == ESCAPED && at < input.len && html_is_letter(input.data[at])) {
        at = scan_letters(input, at, &is_script);
        *escape = is_script ? DOUBLE_ESCAPED : ESCAPED;
    } else if (*escape == DOUBLE_ESCAPED && at < input.len && input.data[at] == '/') {
        at = scan_letters(input, at + 1, &is_script);
        *escape = is_script ? ESCAPED : DOUBLE_ESCAPED;
    }
    return at;
}

size_t html_scan_script(struct str input, size_t at, struct str end_tag)
{
    enum escape escape = NOT_ESCAPED;
    while (at < input.len) {
        if (escape == NOT_ESCAPED)
            at = find_open(input, at);
        if (at >= input.len || (escape != DOUBLE_ESCAPED && is_end_tag(input, at, end_tag)))
            return at;
        if (escape == NOT_ESCAPED) {
            bool opens = scan_raw_text_has(input, at, STR("<!--"));
            escape = opens ? ESCAPED : NOT_ESCAPED;
            at += opens ? 2 : 1; /* the dashes may be those of "-->", too */
        } else if (scan_raw_text_has(input, at, STR("-->"))) {
            escape = NOT_ESCAPED;
            at += 3;
        } else if (input.data[at] == '<') {
            at = scan_escaped_open(input, at, &escape);
        } else {
            at++;
        }
    }
    return at;
}

/* --- tags: their attributes, and what the names of elements say --- */

static struct str scan_tags_slice(struct str input, size_t from, size_t to)
{
    return (struct str){input.data + from, to - from};
}

/* From after "=". An unquoted value ends at white space or ">"; a quote that is never closed takes the rest. */
static size_t scan_value(struct str input, size_t at, struct str *value)
{
    at = html_skip_blanks(input, at);
    if (at < input.len && (input.data[at] == '"' || input.data[at] == '\'')) {
        size_t end = find_char(input, at + 1, input.data[at]);
        *value = scan_tags_slice(input, at + 1, end);
        return end < input.len ? end + 1 : end;
    }
    size_t start = at;
    while (at < input.len && !html_is_blank(input.data[at]) && input.data[at] != '>')
        at++;
    *value = scan_tags_slice(input, start, at);
    return at;
}

/* Past the name of an attribute. A "=" at its start belongs to it. */
static size_t scan_attribute_name(struct str input, size_t at)
{
    for (at++; at < input.len && !html_name_ends(input, at) && input.data[at] != '='; at++)
        ;
    return at;
}

/* One attribute, name and value. */
static size_t scan_attribute(struct str input, size_t at, struct html_attribute *attribute)
{
    size_t name_end = scan_attribute_name(input, at);
    *attribute = (struct html_attribute){.name = scan_tags_slice(input, at, name_end)};
    size_t after = html_skip_blanks(input, name_end);
    if (after >= input.len || input.data[after] != '=')
        return after;
    return scan_value(input, after + 1, &attribute->value);
}

static bool add_attribute(struct html_attributes *attributes, const struct html_attribute *attribute)
{
    struct html_attribute *added;
    if (!html_attributes_add(attributes, attribute->name, &added))
        return false;
    if (added)
        added->value = attribute->value;
    return true;
}

size_t html_scan_tag(struct str input, size_t at, struct html_attributes *attributes, struct html_token *token)
{
    size_t name = at, name_end;
    while (at < input.len && !html_name_ends(input, at))
        at++;
    name_end = at;
    token->name = scan_tags_slice(input, name, at);
    if (attributes)
        html_attributes_clear(attributes);
    while ((at = html_skip_blanks(input, at)) < input.len && input.data[at] != '>') {
        if (input.data[at] == '/') {
            at++;
            token->self_closing = at < input.len && input.data[at] == '>';
            continue;
        }
        struct html_attribute attribute;
        at = scan_attribute(input, at, &attribute);
        if (attributes && !add_attribute(attributes, &attribute))
            return 0;
    }
    if (!attributes) {
        token->unread = scan_tags_slice(input, name_end, at);
    } else {
        token->attributes = attributes->list;
        token->attribute_count = attributes->count;
    }
    if (at < input.len)
        return at + 1;
    *token = (struct html_token){.kind = HTML_IGNORED};
    return at;
}

/* The value of the first attribute of that name. */
static struct str find_attribute(struct str unread, struct str name)
{
    struct html_attribute attribute;
    for (size_t at = 0; (at = html_skip_blanks(unread, at)) < unread.len;) {
        if (unread.data[at] == '/') {
            at++;
            continue;
        }
        at = scan_attribute(unread, at, &attribute);
        if (str_ieq(attribute.name, name))
            return attribute.value;
    }
    return (struct str){NULL, 0};
}

struct str html_attribute(const struct html_token *token, struct str name)
{
    if (token->unread.len)
        return find_attribute(token->unread, name);
    for (size_t i = 0; i < token->attribute_count; i++)
        if (str_ieq(token->attributes[i].name, name))
            return token->attributes[i].value;
    return (struct str){NULL, 0};
}

bool html_is_void(struct str name)
{
    /* https://html.spec.whatwg.org/#void-elements, and param, which was one */
    static const char *const names[] = {
        "br",  "img",   "hr",    "input",  "meta",  "link", "area", "base",
        "col", "embed", "param", "source", "track", "wbr",  NULL,
    };
    return word_list_ihas(names, name);
}

bool html_is_inline(struct str name)
{
    static const char *const names[] = {
        "a",      "abbr",   "acronym", "b",   "bdi",  "bdo",   "big",  "cite", "code", "data", "del",   "dfn",
        "em",     "font",   "i",       "ins", "kbd",  "label", "mark", "q",    "s",    "samp", "small", "span",
        "strike", "strong", "sub",     "sup", "time", "tt",    "u",    "var",  "wbr",  NULL,
    };
    return word_list_ihas(names, name);
}
