#include "text/html/html_scan.h"

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
