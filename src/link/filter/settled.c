#include "link/filter/settled.h"

#include "text/html/html.h"

size_t settled_plain(struct str part)
{
    size_t end = part.len;
    while (end && !ascii_is_space(part.data[end - 1]))
        end--;
    return end;
}

enum status settled_html(struct str part, size_t *settled, struct error *err)
{
    *settled = 0;
    struct html_tokenizer *tokenizer = html_tokenizer_new(part);
    struct html_token token;
    while (tokenizer && html_next(tokenizer, &token)) {
        bool is_tag = token.kind == HTML_START || token.kind == HTML_CLOSE;
        size_t blank = token.kind == HTML_TEXT ? settled_plain(token.data) : 0;
        if (blank)
            *settled = token.start + blank;
        else if (is_tag && !html_is_inline(token.name))
            *settled = token.start;
    }
    bool failed = !tokenizer || html_tokenizer_failed(tokenizer);
    html_tokenizer_free(tokenizer);
    return failed ? error_memory(err) : OK;
}
