#include "text/html_scan.h"

static bool has(struct str input, size_t at, struct str text)
{
    return at <= input.len && str_starts((struct str){input.data + at, input.len - at}, text);
}

static size_t find_char(struct str input, size_t at, char character)
{
    const char *found = at < input.len ? memchr(input.data + at, character, input.len - at) : NULL;
    return found ? (size_t)(found - input.data) : input.len;
}

/* A comment that the input cuts off loses what may have been the beginning of its end. */
static size_t cut_end(struct str input, size_t start)
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
    if (has(input, at, STR(">")))
        return at + 1;
    if (has(input, at, STR("->")))
        return at + 2;
    for (size_t dash = find_char(input, at, '-'); dash < input.len; dash = find_char(input, dash + 1, '-')) {
        size_t length = has(input, dash, STR("-->")) ? 3 : has(input, dash, STR("--!>")) ? 4 : 0;
        if (!length)
            continue;
        token->data.len = dash - at;
        return dash + length;
    }
    token->data.len = cut_end(input, at) - at;
    return input.len;
}

size_t html_scan_bogus_comment(struct str input, size_t at, struct html_token *token)
{
    size_t end = find_char(input, at, '>');
    token->data = (struct str){input.data + at, end - at};
    return end < input.len ? end + 1 : end;
}
