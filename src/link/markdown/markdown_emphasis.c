#include "link/markdown/markdown_emphasis.h"

/* Does the run of "_" stand inside a word, where it is no markup? */
static bool is_inner_underscore(const struct markdown_paragraph *paragraph, size_t end)
{
    return paragraph->content.data[paragraph->at] == '_' && paragraph->at > paragraph->start && end < paragraph->end &&
           ascii_is_alnum(paragraph->content.data[paragraph->at - 1]) && ascii_is_alnum(paragraph->content.data[end]);
}

/*
 * A link in front of the run puts a ")" where a letter was. Does the run mean the same then? It does when it can only
 * close emphasis anyway.
 */
static bool closes_safely(const struct markdown_paragraph *paragraph, size_t length)
{
    size_t end = paragraph->at + length;
    if (markdown_is_edge(paragraph, end))
        return true;
    bool pairs =
        paragraph->last_delimiter == paragraph->content.data[paragraph->at] && paragraph->last_length == length;
    return pairs && strchr(".,;:!?", paragraph->content.data[end]) && paragraph->content.data[end] &&
           markdown_is_edge(paragraph, end + 1);
}

/* Notes what the run makes of the text behind it, as well as that can be known from the run alone. */
static void mark_text(struct markdown_paragraph *paragraph, size_t length, bool opens)
{
    unsigned emphasis = (length & 1 ? MARK_ITALIC : 0u) | (length & 2 ? MARK_BOLD : 0u);
    if (paragraph->content.data[paragraph->at] == '~')
        return;
    if (opens)
        paragraph->lexer->emphasis |= emphasis;
    else
        paragraph->lexer->emphasis &= ~emphasis;
}

/*
 * A run of * _ or ~. Whether it opens or closes emphasis depends on the characters at its sides, and a link beside it
 * changes one of them. So a word that touches the run is linked only where that makes no difference.
 */
void markdown_emphasis(struct markdown_paragraph *paragraph)
{
    size_t length = markdown_run(paragraph, paragraph->at), end = paragraph->at + length;
    if (is_inner_underscore(paragraph, end)) {
        paragraph->at = end;
        return;
    }
    bool opens_safely = paragraph->at == paragraph->start || markdown_is_edge(paragraph, paragraph->at - 1);
    if (!opens_safely && !closes_safely(paragraph, length))
        markdown_skip_back(paragraph);
    bool opens = opens_safely && !markdown_is_edge(paragraph, end);
    paragraph->last_delimiter = opens ? paragraph->content.data[paragraph->at] : '\0';
    paragraph->last_length = length;
    markdown_flush(paragraph);
    mark_text(paragraph, length, opens);
    markdown_skip(paragraph, length, false);
    if (!opens_safely)
        markdown_skip_word(paragraph);
}
