/* Tags: their attributes, and what the names of elements say. */
#include "text/html/html_scan.h"
#include "text/word_list.h"

static struct str scan_tags_slice(struct str input, size_t from, size_t to)
{
    return (struct str){input.data + from, to - from};
}

static size_t scan_tags_find_char(struct str input, size_t at, char character)
{
    const char *found = at < input.len ? memchr(input.data + at, character, input.len - at) : NULL;
    return found ? (size_t)(found - input.data) : input.len;
}

/* From after "=". An unquoted value ends at white space or ">"; a quote that is never closed takes the rest. */
static size_t scan_value(struct str input, size_t at, struct str *value)
{
    at = html_skip_blanks(input, at);
    if (at < input.len && (input.data[at] == '"' || input.data[at] == '\'')) {
        size_t end = scan_tags_find_char(input, at + 1, input.data[at]);
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
