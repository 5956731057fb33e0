#include "link/lexer/lexer_elements.h"

static void add_token(struct lexer *lexer, struct elements *elements, const struct html_token *token)
{
    if (token->kind == HTML_START || token->kind == HTML_CLOSE)
        elements_follow(elements, lexer, token);
    if (token->kind != HTML_TEXT || elements->is_hidden)
        return;
    size_t from = (size_t)(token->data.data - lexer->content.data);
    lexer_add_text(lexer, from, from + token->data.len, !token->is_raw);
}

enum status lex_html(struct arena *arena, struct str content, size_t max_words, const struct lexer_exclusion *exclusion,
                     struct lexed *lexed, struct error *err)
{
    struct lexer lexer;
    struct elements elements = {0};
    lexer_init(&lexer, arena, content, max_words, lexed);
    lexer.exclusion = exclusion;
    struct html_tokenizer *tokenizer = html_tokenizer_new(lexer.content);
    struct html_token token;
    if (tokenizer)
        html_tokenizer_skip_attributes(tokenizer);
    while (tokenizer && !lexer.is_full && !lexer.failed && html_next(tokenizer, &token))
        add_token(&lexer, &elements, &token);
    lexer_close_anchor(&lexer);
    lexer.failed |= !tokenizer || html_tokenizer_failed(tokenizer);
    html_tokenizer_free(tokenizer);
    return lexer_finish(&lexer, err);
}

/* --- addresses --- */

static size_t find_end(struct str text, size_t at)
{
    while (at < text.len && !ascii_is_space(text.data[at]))
        at++;
    return at;
}

/* What is left of a run without blanks when signs at its ends are taken off. */
static struct str trim_signs(struct str run)
{
    while (run.len && memchr("<([\"'", run.data[0], 5))
        run = (struct str){run.data + 1, run.len - 1};
    while (run.len && memchr(">)]\"'.,;:!?", run.data[run.len - 1], 11))
        run.len--;
    return run;
}

static bool plain_is_address(struct str text)
{
    return memmem(text.data, text.len, "://", 3) || str_istarts(text, STR("www.")) || memchr(text.data, '@', text.len);
}

/* The address between < and > behind a blank, </path> too; len 0: there is none. */
static struct str read_bracketed(struct str content, size_t start, size_t end)
{
    struct str run = {content.data + start, end - start};
    bool is_behind = start > 0 && content.data[start - 1] == ' ';
    const char *close = is_behind && run.data[0] == '<' ? memchr(run.data, '>', run.len) : NULL;
    struct str address = {run.data + 1, close ? (size_t)(close - run.data) - 1 : 0};
    bool is_good = str_starts(address, STR("/")) || plain_is_address(address);
    return (struct str){address.data, is_good ? address.len : 0};
}

/* Adds a run that is an address, as a link of that text. */
static void add_bare(struct lexer *lexer, size_t from, size_t to, struct str address)
{
    lexer_break_anchor(lexer);
    lexer_open_anchor(lexer, address);
    lexer->blocked |= BLOCK_ANCHOR;
    lexer_add_text(lexer, from, to, false);
    lexer->blocked = 0;
    lexer_close_anchor(lexer);
    lexer_break_anchor(lexer);
}

/* Adds a link that has no lexemes of its own. Of several at one place the first. */
static void add_behind(struct lexer *lexer, struct str address)
{
    struct lexed *lexed = lexer->lexed;
    size_t count = lexed->anchor_count;
    if (count && lexed->anchors[count - 1].last == lexed->count)
        return;
    lexer_open_anchor(lexer, address);
    if (lexed->anchor_count > count)
        lexed->anchors[count].last = lexed->anchors[count].first;
    lexer->in_anchor = false;
}

/*
 * Reads a run without blanks that holds an address; returns where it ends. What stands in brackets behind a blank is no
 * part of the text, but a link of the text before it, and nothing else.
 */
static size_t add_address(struct lexer *lexer, size_t from, size_t start, size_t end)
{
    struct str bracketed = read_bracketed(lexer->content, start, end);
    lexer_add_text(lexer, from, start - (bracketed.len && start > from), false);
    if (bracketed.len) {
        add_behind(lexer, bracketed);
        return start + bracketed.len + 2;
    }
    add_bare(lexer, start, end, trim_signs((struct str){lexer->content.data + start, end - start}));
    return end;
}

/* --- all of it --- */

/* Passes over white space. Does it hold a blank line, which ends a paragraph? */
static bool plain_skip_blanks(struct str text, size_t *at)
{
    size_t lines = 0;
    for (; *at < text.len && ascii_is_space(text.data[*at]); ++*at) {
        bool is_pair = text.data[*at] == '\r' && *at + 1 < text.len && text.data[*at + 1] == '\n';
        lines += text.data[*at] == '\n' || (text.data[*at] == '\r' && !is_pair);
    }
    return lines > 1;
}

enum status lex_text(struct arena *arena, struct str content, size_t max_words, const struct lexer_exclusion *exclusion,
                     struct lexed *lexed, struct error *err)
{
    struct lexer lexer;
    (void)exclusion; /* there are no elements */
    lexer_init(&lexer, arena, content, max_words, lexed);
    content = lexer.content;
    for (size_t from = 0, at = 0; from < content.len && !lexer.is_full && !lexer.failed;) {
        bool ends = plain_skip_blanks(content, &at);
        size_t start = at;
        at = find_end(content, at);
        struct str run = {content.data + start, at - start};
        bool holds = run.len && (read_bracketed(content, start, at).len || plain_is_address(trim_signs(run)));
        if (!holds && !ends && at < content.len)
            continue;
        if (ends) {
            lexer_add_text(&lexer, from, start, false);
            lexer_break(&lexer);
            from = start;
        }
        if (holds)
            at = add_address(&lexer, from, start, at);
        else
            lexer_add_text(&lexer, from, at, false);
        from = at;
    }
    return lexer_finish(&lexer, err);
}
