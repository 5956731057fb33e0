/* What the lexers say about the places between lexemes: breaks, tags, links, headings. */
#include "link/lexer/lexer_text.h"

#include "base/vec.h"

void lexer_break_line(struct lexer *lexer)
{
    lexer->in_word = false;
    lexer->after_blank = true;
    lexer->at_block_start = true;
}

void lexer_break(struct lexer *lexer)
{
    lexer_break_line(lexer);
    lexer->at_paragraph_start = true;
}

void lexer_break_phrase(struct lexer *lexer)
{
    lexer->at_phrase_start = true;
}

void lexer_break_anchor(struct lexer *lexer)
{
    lexer->at_anchor = true;
}

/* Tags in a row that are kept. No link reaches across more. */
enum { MAX_TAGS_IN_ROW = 64 };

void lexer_add_tag(struct lexer *lexer, struct lexer_tag tag)
{
    struct lexed *lexed = lexer->lexed;
    if (lexer->lexemes_before_tag != lexed->count)
        lexer->tags_in_row = 0;
    lexer->lexemes_before_tag = lexed->count;
    if (lexer->tags_in_row++ >= MAX_TAGS_IN_ROW) {
        lexer->at_phrase_start = true;
        return;
    }
    struct lexer_tag *added = VEC_PUSH(lexer->arena, lexed->tags, lexed->tag_count, lexer->tag_cap);
    if (added)
        *added = tag;
}

void lexer_open_anchor(struct lexer *lexer, struct str href)
{
    struct lexed *lexed = lexer->lexed;
    lexer_close_anchor(lexer);
    struct lexer_anchor *anchor = VEC_PUSH(lexer->arena, lexed->anchors, lexed->anchor_count, lexer->anchor_cap);
    if (anchor)
        *anchor = (struct lexer_anchor){.first = (uint32_t)lexed->count, .href = href};
    lexer->in_anchor = anchor != NULL;
}

void lexer_close_anchor(struct lexer *lexer)
{
    struct lexed *lexed = lexer->lexed;
    if (!lexer->in_anchor)
        return;
    struct lexer_anchor *anchor = &lexed->anchors[lexed->anchor_count - 1];
    anchor->last = (uint32_t)lexed->count;
    if (anchor->first == anchor->last)
        lexed->anchor_count--;
    lexer->in_anchor = false;
}

void lexer_open_heading(struct lexer *lexer, unsigned level)
{
    struct lexed *lexed = lexer->lexed;
    lexer_close_heading(lexer);
    struct lexer_heading *heading = VEC_PUSH(lexer->arena, lexed->headings, lexed->heading_count, lexer->heading_cap);
    if (heading)
        *heading = (struct lexer_heading){.first = (uint32_t)lexed->count, .level = level};
    lexer->in_heading = heading != NULL;
}

void lexer_close_heading(struct lexer *lexer)
{
    struct lexed *lexed = lexer->lexed;
    if (!lexer->in_heading)
        return;
    struct lexer_heading *heading = &lexed->headings[lexed->heading_count - 1];
    heading->last = (uint32_t)lexed->count;
    if (heading->first == heading->last)
        lexed->heading_count--;
    lexer->in_heading = false;
}
