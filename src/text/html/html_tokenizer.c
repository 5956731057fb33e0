#include "text/html/html_tokenizer.h"

#include "text/html/html_parts.h"

#include <stdlib.h>

struct html_tokenizer {
    struct str input;
    size_t at;
    enum html_mode mode;
    struct str last_start_tag; /* its end tag leaves RCDATA, RAWTEXT and SCRIPT */
    bool manual_modes, skips_attributes, failed;
    size_t foreign_depth; /* open svg and math elements: inside them "/>" closes an element */
    struct html_attributes attributes;
};

struct html_tokenizer *html_tokenizer_new(struct str input)
{
    struct html_tokenizer *tokenizer = calloc(1, sizeof *tokenizer);
    if (tokenizer)
        tokenizer->input = input.data ? input : STR("");
    return tokenizer;
}

void html_tokenizer_free(struct html_tokenizer *tokenizer)
{
    if (!tokenizer)
        return;
    html_attributes_free(&tokenizer->attributes);
    free(tokenizer);
}

void html_tokenizer_set_mode(struct html_tokenizer *tokenizer, enum html_mode mode, struct str last_start_tag)
{
    tokenizer->mode = mode;
    tokenizer->last_start_tag = last_start_tag;
}

void html_tokenizer_manual_modes(struct html_tokenizer *tokenizer)
{
    tokenizer->manual_modes = true;
}

void html_tokenizer_skip_attributes(struct html_tokenizer *tokenizer)
{
    tokenizer->skips_attributes = true;
}

bool html_tokenizer_failed(const struct html_tokenizer *tokenizer)
{
    return tokenizer->failed;
}

static char char_at(struct str input, size_t at)
{
    return at < input.len ? input.data[at] : '\0';
}

/* Does markup begin at this "<"? If not, it is text. */
static bool opens_markup(struct str input, size_t at)
{
    char next = char_at(input, at + 1);
    return html_is_letter(next) || next == '!' || next == '?' || (next == '/' && at + 2 < input.len);
}

static size_t find_markup(struct str input, size_t at)
{
    while (at < input.len) {
        const char *open = memchr(input.data + at, '<', input.len - at);
        if (!open)
            break;
        at = (size_t)(open - input.data);
        if (opens_markup(input, at))
            return at;
        at++;
    }
    return input.len;
}

/* Where the text at the current place ends in the current mode; the same place when markup begins here. */
static size_t find_text_end(const struct html_tokenizer *tokenizer)
{
    switch (tokenizer->mode) {
    case HTML_RCDATA:
    case HTML_RAWTEXT:
        return html_scan_raw_text(tokenizer->input, tokenizer->at, tokenizer->last_start_tag);
    case HTML_SCRIPT:
        return html_scan_script(tokenizer->input, tokenizer->at, tokenizer->last_start_tag);
    case HTML_PLAINTEXT:
        return tokenizer->input.len;
    case HTML_CDATA:
        return str_find(tokenizer->input, STR("]]>"), tokenizer->at);
    case HTML_DATA:
        break;
    }
    return find_markup(tokenizer->input, tokenizer->at);
}

static size_t scan_text(struct html_tokenizer *tokenizer, size_t end, struct html_token *token)
{
    token->kind = HTML_TEXT;
    token->data = (struct str){tokenizer->input.data + tokenizer->at, end - tokenizer->at};
    token->is_raw = tokenizer->mode != HTML_DATA && tokenizer->mode != HTML_RCDATA;
    if (tokenizer->mode != HTML_CDATA || end >= tokenizer->input.len)
        return end;
    tokenizer->mode = HTML_DATA;
    return end + 3; /* the span covers "]]>", the data does not */
}

static size_t scan_declaration(struct str input, size_t at, struct html_token *token)
{
    struct str rest = {input.data + at, input.len - at};
    if (str_istarts(rest, STR("<!doctype"))) {
        token->kind = HTML_DOCTYPE;
        return html_scan_doctype(input, at + 9, token);
    }
    token->kind = HTML_COMMENT;
    if (str_starts(rest, STR("<!--")))
        return html_scan_comment(input, at + 4, token);
    return html_scan_bogus_comment(input, at + 2, token);
}

static size_t scan_tag(struct html_tokenizer *tokenizer, size_t at, struct html_token *token)
{
    return html_scan_tag(tokenizer->input, at, tokenizer->skips_attributes ? NULL : &tokenizer->attributes, token);
}

static size_t scan_end_tag(struct html_tokenizer *tokenizer, struct html_token *token)
{
    size_t name = tokenizer->at + 2;
    char first = char_at(tokenizer->input, name);
    if (first == '>') {
        token->kind = HTML_IGNORED;
        return name + 1;
    }
    if (!html_is_letter(first)) {
        token->kind = HTML_COMMENT;
        return html_scan_bogus_comment(tokenizer->input, name, token);
    }
    token->kind = HTML_CLOSE;
    tokenizer->mode = HTML_DATA;
    return scan_tag(tokenizer, name, token);
}

static size_t scan_markup(struct html_tokenizer *tokenizer, struct html_token *token)
{
    switch (char_at(tokenizer->input, tokenizer->at + 1)) {
    case '/':
        return scan_end_tag(tokenizer, token);
    case '!':
        return scan_declaration(tokenizer->input, tokenizer->at, token);
    case '?':
        token->kind = HTML_COMMENT;
        return html_scan_bogus_comment(tokenizer->input, tokenizer->at + 1, token);
    default:
        token->kind = HTML_START;
        return scan_tag(tokenizer, tokenizer->at + 1, token);
    }
}

static enum html_mode mode_of(struct str name)
{
    static const struct {
        struct str name;
        enum html_mode mode;
    } modes[] = {
        {{"script", 6}, HTML_SCRIPT},   {{"style", 5}, HTML_RAWTEXT},    {{"title", 5}, HTML_RCDATA},
        {{"textarea", 8}, HTML_RCDATA}, {{"xmp", 3}, HTML_RAWTEXT},      {{"iframe", 6}, HTML_RAWTEXT},
        {{"noembed", 7}, HTML_RAWTEXT}, {{"noframes", 8}, HTML_RAWTEXT}, {{"plaintext", 9}, HTML_PLAINTEXT},
    };
    if (name.len < 3) /* most tags */
        return HTML_DATA;
    for (size_t i = 0; i < COUNT_OF(modes); i++)
        if (name.len == modes[i].name.len && str_ieq(name, modes[i].name))
            return modes[i].mode;
    return HTML_DATA;
}

static bool tokenizer_is_foreign(struct str name)
{
    return (name.len == 3 && str_ieq(name, STR("svg"))) || (name.len == 4 && str_ieq(name, STR("math")));
}

/* Chooses the mode that follows a tag, as a tree builder would. */
static void follow_tag(struct html_tokenizer *tokenizer, const struct html_token *token)
{
    bool opens_foreign = tokenizer_is_foreign(token->name);
    if (token->kind == HTML_CLOSE) {
        if (opens_foreign && tokenizer->foreign_depth)
            tokenizer->foreign_depth--;
        return;
    }
    if (opens_foreign && !token->self_closing)
        tokenizer->foreign_depth++;
    if (tokenizer->foreign_depth && token->self_closing)
        return;
    html_tokenizer_set_mode(tokenizer, mode_of(token->name), token->name);
}

/* Field by field: compilers clear the whole at once with an instruction that takes longer than all else here. */
static void clear(struct html_token *token, size_t at)
{
    const struct str none = {NULL, 0};
    token->kind = HTML_END;
    token->start = token->end = at;
    token->name = token->data = token->unread = none;
    token->public_id = token->system_id = none;
    token->attributes = NULL;
    token->attribute_count = 0;
    token->is_raw = token->self_closing = token->force_quirks = false;
}

bool html_next(struct html_tokenizer *tokenizer, struct html_token *token)
{
    clear(token, tokenizer->at);
    if (tokenizer->failed || tokenizer->at >= tokenizer->input.len)
        return false;
    size_t text_end = find_text_end(tokenizer);
    bool is_text = text_end > tokenizer->at || tokenizer->mode == HTML_CDATA;
    size_t end = is_text ? scan_text(tokenizer, text_end, token) : scan_markup(tokenizer, token);
    if (end == 0) {
        tokenizer->failed = true;
        token->kind = HTML_END;
        return false;
    }
    token->start = tokenizer->at;
    token->end = end;
    tokenizer->at = end;
    if (!tokenizer->manual_modes && (token->kind == HTML_START || token->kind == HTML_CLOSE))
        follow_tag(tokenizer, token);
    return true;
}
