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
