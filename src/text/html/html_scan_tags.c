/* Tags: their attributes, and what the names of elements say. */
#include "text/html/html_scan.h"
#include "text/word_list.h"

bool html_is_blank(char character)
{
    return character == ' ' || character == '\n' || character == '\t' || character == '\f' || character == '\r';
}

bool html_is_letter(char character)
{
    char lower = ascii_lower(character);
    return lower >= 'a' && lower <= 'z';
}

size_t html_skip_blanks(struct str input, size_t at)
{
    while (at < input.len && html_is_blank(input.data[at]))
        at++;
    return at;
}

bool html_name_ends(struct str input, size_t at)
{
    return at < input.len && (html_is_blank(input.data[at]) || input.data[at] == '/' || input.data[at] == '>');
}

static struct str slice(struct str input, size_t from, size_t to)
{
    return (struct str){input.data + from, to - from};
}

static size_t find_char(struct str input, size_t at, char character)
{
    const char *found = at < input.len ? memchr(input.data + at, character, input.len - at) : NULL;
    return found ? (size_t)(found - input.data) : input.len;
}

/* From after "=". An unquoted value ends at white space or ">"; a quote that is never closed takes the rest. */
static size_t scan_value(struct str input, size_t at, struct str *value)
{
    at = html_skip_blanks(input, at);
    if (at < input.len && (input.data[at] == '"' || input.data[at] == '\'')) {
        size_t end = find_char(input, at + 1, input.data[at]);
        *value = slice(input, at + 1, end);
        return end < input.len ? end + 1 : end;
    }
    size_t start = at;
    while (at < input.len && !html_is_blank(input.data[at]) && input.data[at] != '>')
        at++;
    *value = slice(input, start, at);
    return at;
}

/* Past the name of an attribute. A "=" at its start belongs to it. */
static size_t scan_attribute_name(struct str input, size_t at)
{
    for (at++; at < input.len && !html_name_ends(input, at) && input.data[at] != '='; at++)
        ;
    return at;
}

/* One attribute, name and value; 0 when memory ran out. */
static size_t scan_attribute(struct str input, size_t at, struct html_attributes *attributes)
{
    size_t name_end = scan_attribute_name(input, at);
    struct html_attribute *attribute;
    if (!html_attributes_add(attributes, slice(input, at, name_end), &attribute))
        return 0;
    size_t after = html_skip_blanks(input, name_end);
    if (after >= input.len || input.data[after] != '=')
        return after;
    struct str value;
    after = scan_value(input, after + 1, &value);
    if (attribute)
        attribute->value = value;
    return after;
}

size_t html_scan_tag(struct str input, size_t at, struct html_attributes *attributes, struct html_token *token)
{
    size_t name = at;
    while (at < input.len && !html_name_ends(input, at))
        at++;
    token->name = slice(input, name, at);
    html_attributes_clear(attributes);
    while ((at = html_skip_blanks(input, at)) < input.len && input.data[at] != '>') {
        if (input.data[at] == '/') {
            at++;
            token->self_closing = at < input.len && input.data[at] == '>';
            continue;
        }
        at = scan_attribute(input, at, attributes);
        if (at == 0)
            return 0;
    }
    token->attributes = attributes->list;
    token->attribute_count = attributes->count;
    if (at < input.len)
        return at + 1;
    *token = (struct html_token){.kind = HTML_IGNORED};
    return at;
}

struct str html_attribute(const struct html_token *token, struct str name)
{
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
