#include "text/html/plain_text.h"

#include "text/html/html.h"
#include "text/text.h"

/* Removes what no reader sees and no document may hold: control characters that are no white space. */
static size_t drop_controls(char *text, size_t length)
{
    struct str all = {text, length};
    size_t kept = 0;
    for (size_t at = 0; at < length;) {
        uint32_t codepoint;
        size_t size = utf8_decode(all, at, &codepoint);
        bool is_control = codepoint < ' ' || (codepoint >= 0x7F && codepoint < 0xA0) || codepoint == 0xFEFF;
        if (!is_control || (size == 1 && ascii_is_space(text[at]))) {
            memmove(text + kept, text + at, size);
            kept += size;
        }
        at += size;
    }
    return kept;
}

static bool plain_text_decode(struct buf *out, struct str html)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    while (tokenizer && html_next(tokenizer, &token))
        if (token.kind == HTML_TEXT && !token.is_raw)
            html_decode(out, token.data, false);
        else if ((token.kind == HTML_START || token.kind == HTML_CLOSE) &&
                 (!html_is_inline(token.name) || str_ieq(token.name, STR("br"))))
            buf_char(out, ' ');
    bool failed = !tokenizer || html_tokenizer_failed(tokenizer) || out->failed;
    html_tokenizer_free(tokenizer);
    return !failed;
}

const char *plain_text(struct arena *arena, struct str html, size_t most)
{
    struct buf text = {0};
    const char *result = NULL;
    if (plain_text_decode(&text, html)) {
        size_t length = text.len ? drop_controls(text.data, text.len) : 0;
        length = length ? text_squeeze_in_place(text.data, length) : 0;
        result = text_cut(arena, (struct str){buf_text(&text), length}, most);
    }
    buf_free(&text);
    return result;
}
