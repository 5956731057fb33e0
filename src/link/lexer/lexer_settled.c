#include "link/lexer/lexer_settled.h"

#include "link/lexer/markdown.h"
#include "text/html/html.h"

size_t lexer_settled_plain(struct str part)
{
    size_t end = part.len;
    while (end && !ascii_is_space(part.data[end - 1]))
        end--;
    return end;
}

enum status lexer_settled_html(struct str part, size_t *settled, struct error *err)
{
    *settled = 0;
    struct html_tokenizer *tokenizer = html_tokenizer_new(part);
    struct html_token token;
    while (tokenizer && html_next(tokenizer, &token)) {
        bool is_tag = token.kind == HTML_START || token.kind == HTML_CLOSE;
        size_t blank = token.kind == HTML_TEXT ? lexer_settled_plain(token.data) : 0;
        if (blank)
            *settled = token.start + blank;
        else if (is_tag && !html_is_inline(token.name))
            *settled = token.start;
    }
    bool failed = !tokenizer || html_tokenizer_failed(tokenizer);
    html_tokenizer_free(tokenizer);
    return failed ? error_memory(err) : OK;
}

static bool is_line_break(char character)
{
    return character == '\n' || character == '\r';
}

/* The start of the line that the byte before `end` belongs to, if that is no line break. */
static size_t line_start(struct str text, size_t end)
{
    while (end && !is_line_break(text.data[end - 1]))
        end--;
    return end;
}

/* The place before the line break (LF, CR LF or CR) that ends at `end`. */
static size_t before_line_break(struct str text, size_t end)
{
    bool is_pair = end >= 2 && text.data[end - 1] == '\n' && text.data[end - 2] == '\r';
    return end - (is_pair ? 2 : 1);
}

static bool is_blank(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (line.data[i] != ' ' && line.data[i] != '\t')
            return false;
    return true;
}

size_t lexer_settled_markdown(struct str part)
{
    struct str text = str_trim(part);
    bool open;
    markdown_front_matter(part, &open);
    if (!text.len || text.data[0] == '<' || open)
        return 0;
    for (size_t end = line_start(part, part.len); end;) {
        size_t last = before_line_break(part, end), start = line_start(part, last);
        if (is_blank((struct str){part.data + start, last - start}))
            return end;
        end = start;
    }
    return 0;
}
