#include "text/html_scan.h"

/* What stands at a place inside a doctype. */
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

/* Whatever follows is skipped up to ">"; nothing may be missing. */
static size_t finish(struct str input, size_t at, struct html_token *token)
{
    at = html_skip_blanks(input, at);
    token->force_quirks |= at >= input.len;
    while (!at_end(input, at))
        at++;
    return at < input.len ? at + 1 : at;
}

/* From where a system identifier may stand; it must when the keyword was SYSTEM. */
static size_t scan_system(struct str input, size_t at, bool required, struct html_token *token)
{
    at = html_skip_blanks(input, at);
    if (at_quote(input, at))
        at = scan_identifier(input, at, &token->system_id, token);
    else if (required || !at_end(input, at))
        token->force_quirks = true;
    return finish(input, at, token);
}

static size_t scan_public(struct str input, size_t at, struct html_token *token)
{
    at = html_skip_blanks(input, at);
    if (!at_quote(input, at)) {
        token->force_quirks = true;
        return finish(input, at, token);
    }
    at = scan_identifier(input, at, &token->public_id, token);
    return at_end(input, at) ? finish(input, at, token) : scan_system(input, at, false, token);
}

size_t html_scan_doctype(struct str input, size_t at, struct html_token *token)
{
    at = html_skip_blanks(input, at);
    if (at_end(input, at)) {
        token->force_quirks = true;
        return finish(input, at, token);
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
    return finish(input, at, token);
}
