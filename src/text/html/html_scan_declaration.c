/* What "<!" begins: comments and the doctype. */
#include "text/html/html_scan.h"

/* --- comments --- */

static bool scan_declaration_has(struct str input, size_t at, struct str text)
{
    return at <= input.len && str_starts((struct str){input.data + at, input.len - at}, text);
}

static size_t scan_declaration_find_char(struct str input, size_t at, char character)
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
    for (size_t dash = scan_declaration_find_char(input, at, '-'); dash < input.len;
         dash = scan_declaration_find_char(input, dash + 1, '-')) {
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
    size_t end = scan_declaration_find_char(input, at, '>');
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
