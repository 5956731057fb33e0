/* Does a document say the same once it is Markdown and rendered again? Its words and its links are compared. */
#ifndef COPYDESK_SPEC_MARKDOWN_SAME_H
#define COPYDESK_SPEC_MARKDOWN_SAME_H

#include "markdown_html.h"
#include "text/html/html.h"
#include "text/markdown/markdown.h"

struct markdown_gist {
    struct buf text, links;
};

static inline void markdown_add_letters(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!ascii_is_space(text.data[i]) && text.data[i] != ':') /* terms of lists get a colon */
            buf_char(out, text.data[i]);
}

static inline void markdown_add_link(struct buf *out, const struct html_token *token, struct str name)
{
    struct str value = html_attribute(token, name);
    if (!value.data)
        return;
    html_decode(out, value, true);
    buf_char(out, '\n');
}

static inline struct markdown_gist markdown_gist(struct str html)
{
    struct markdown_gist gist = {0};
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    struct buf text = {0};
    while (tokenizer && html_next(tokenizer, &token)) {
        if (token.kind == HTML_TEXT && !token.is_raw)
            html_decode(&text, token.data, false);
        if (token.kind == HTML_START && str_ieq(token.name, STR("a")))
            markdown_add_link(&gist.links, &token, STR("href"));
        if (token.kind == HTML_START && str_ieq(token.name, STR("img")))
            markdown_add_link(&gist.links, &token, STR("src"));
    }
    markdown_add_letters(&gist.text, (struct str){buf_text(&text), text.len});
    html_tokenizer_free(tokenizer);
    buf_free(&text);
    return gist;
}

/* If not, all of it is printed. */
static inline bool markdown_says_the_same(struct str html, enum markdown_reader reader)
{
    struct buf markdown = {0};
    bool done = markdown_from_html(&markdown, html);
    struct buf again = markdown_html((struct str){buf_text(&markdown), markdown.len}, reader);
    struct markdown_gist before = markdown_gist(html);
    struct markdown_gist after = markdown_gist((struct str){buf_text(&again), again.len});
    bool same = done && strcmp(buf_text(&before.text), buf_text(&after.text)) == 0 &&
                strcmp(buf_text(&before.links), buf_text(&after.links)) == 0;
    if (!same)
        fprintf(stderr, "--- HTML\n%.*s\n--- Markdown\n%s\n--- read by %d\n%s\n", STR_ARG(html), buf_text(&markdown),
                (int)reader, buf_text(&again));
    buf_free(&markdown);
    buf_free(&again);
    buf_free(&before.text);
    buf_free(&before.links);
    buf_free(&after.text);
    buf_free(&after.links);
    return same;
}

#endif
