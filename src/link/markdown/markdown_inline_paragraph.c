/* A paragraph while its text is read. */
#include "link/markdown/markdown_inline.h"

char markdown_char(const struct markdown_paragraph *paragraph, size_t place)
{
    return place < paragraph->end ? paragraph->content.data[place] : '\0';
}

struct str markdown_rest(const struct markdown_paragraph *paragraph)
{
    return (struct str){paragraph->content.data + paragraph->at, paragraph->end - paragraph->at};
}

size_t markdown_run(const struct markdown_paragraph *paragraph, size_t from)
{
    size_t end = from;
    while (end < paragraph->end && paragraph->content.data[end] == paragraph->content.data[from])
        end++;
    return end - from;
}

bool markdown_is_edge(const struct markdown_paragraph *paragraph, size_t place)
{
    return place < paragraph->start || place >= paragraph->end || ascii_is_space(paragraph->content.data[place]);
}

/* Lexes text [from, to); blocked: no link may be in it. */
static void inline_paragraph_add_text(struct markdown_paragraph *paragraph, size_t from, size_t to, bool blocked)
{
    unsigned outside = paragraph->lexer->blocked;
    if (from >= to || paragraph->elements->is_hidden)
        return;
    if (blocked || paragraph->bracket_count || from < paragraph->address_end)
        paragraph->lexer->blocked |= BLOCK_OTHER;
    lexer_add_text(paragraph->lexer, from, to, true);
    paragraph->lexer->blocked = outside;
}

void markdown_flush(struct markdown_paragraph *paragraph)
{
    inline_paragraph_add_text(paragraph, paragraph->text_start, paragraph->at, false);
    paragraph->text_start = paragraph->at;
}

void markdown_skip(struct markdown_paragraph *paragraph, size_t length, bool is_text)
{
    markdown_flush(paragraph);
    lexer_break_phrase(paragraph->lexer);
    if (is_text)
        inline_paragraph_add_text(paragraph, paragraph->at, paragraph->at + length, true);
    paragraph->at += length;
    paragraph->text_start = paragraph->at;
    lexer_break_phrase(paragraph->lexer);
}

void markdown_skip_word(struct markdown_paragraph *paragraph)
{
    size_t end = paragraph->at;
    while (!markdown_is_edge(paragraph, end) && !strchr("\\`*_~<[]|&", markdown_char(paragraph, end)))
        end++;
    if (end > paragraph->at)
        markdown_skip(paragraph, end - paragraph->at, true);
}

void markdown_skip_back(struct markdown_paragraph *paragraph)
{
    size_t end = paragraph->at;
    while (paragraph->at > paragraph->text_start && !ascii_is_space(paragraph->content.data[paragraph->at - 1]))
        paragraph->at--;
    markdown_skip(paragraph, end - paragraph->at, true);
}

void markdown_skip_rest(struct markdown_paragraph *paragraph)
{
    markdown_skip(paragraph, paragraph->end - paragraph->at, true);
}
