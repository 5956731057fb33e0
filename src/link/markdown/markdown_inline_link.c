#include "link/markdown/markdown_inline.h"

#include "link/markdown/markdown_lines.h"

/* --- the part behind "]": "(destination "title")" (https://spec.commonmark.org/0.31.2/#links) --- */

static size_t inline_link_skip_blanks(const struct markdown_paragraph *paragraph, size_t place)
{
    while (place < paragraph->end && ascii_is_space(paragraph->content.data[place]))
        place++;
    return place;
}

/* The same as markdown_find_unescaped, in the paragraph. */
static size_t inline_link_find(const struct markdown_paragraph *paragraph, size_t place, char wanted, char stop)
{
    return markdown_find_unescaped((struct str){paragraph->content.data, paragraph->end}, place, wanted, stop);
}

/* The place behind the destination without <> that begins here. */
static size_t bare_destination_end(const struct markdown_paragraph *paragraph, size_t place)
{
    size_t depth = 0;
    for (; place < paragraph->end; place++) {
        char character = paragraph->content.data[place];
        if ((unsigned char)character <= ' ' || character == 0x7F || (character == ')' && !depth))
            break;
        depth += character == '(';
        depth -= character == ')';
        bool escapes = character == '\\' && !markdown_is_edge(paragraph, place + 1);
        place += escapes;
    }
    return depth ? 0 : place;
}

/* The place behind the title that begins here; `place` when none does, 0 when it does not end. */
static size_t title_end(const struct markdown_paragraph *paragraph, size_t place)
{
    char open = markdown_char(paragraph, place);
    if (!open || !strchr("\"'(", open))
        return place;
    size_t end = inline_link_find(paragraph, place + 1, open == '(' ? ')' : open, open == '(' ? '(' : '\0');
    return end ? end + 1 : 0;
}

/* The length of the "(...)" at the paragraph's place, 0: there is none. *url: the destination as it stands. */
static size_t destination_length(const struct markdown_paragraph *paragraph, struct str *url)
{
    if (markdown_char(paragraph, paragraph->at) != '(')
        return 0;
    size_t start = inline_link_skip_blanks(paragraph, paragraph->at + 1);
    bool in_angles = markdown_char(paragraph, start) == '<';
    size_t end = in_angles ? inline_link_find(paragraph, start + 1, '>', '<') : bare_destination_end(paragraph, start);
    if (!end)
        return 0;
    *url = (struct str){paragraph->content.data + start + in_angles, end - start - in_angles};
    end += in_angles;
    size_t title = inline_link_skip_blanks(paragraph, end);
    if (title > end && !(title = title_end(paragraph, title)))
        return 0;
    end = inline_link_skip_blanks(paragraph, title);
    return markdown_char(paragraph, end) == ')' ? end + 1 - paragraph->at : 0;
}

/* The length of the "[label]" at the paragraph's place, 0: there is none. *label may be empty. */
static size_t label_length(const struct markdown_paragraph *paragraph, struct str *label)
{
    if (markdown_char(paragraph, paragraph->at) != '[')
        return 0;
    size_t start = paragraph->at + 1, end = inline_link_find(paragraph, start, ']', '[');
    if (!end || end - start > MARKDOWN_MAX_LABEL)
        return 0;
    *label = (struct str){paragraph->content.data + start, end - start};
    return end + 1 - paragraph->at;
}

/* --- brackets --- */

/* A "[" that nothing closes is text. */
void markdown_open_bracket(struct markdown_paragraph *paragraph, bool is_image)
{
    markdown_flush(paragraph);
    bool at_phrase_start = paragraph->lexer->at_phrase_start;
    markdown_skip(paragraph, is_image ? 2 : 1, false);
    if (!paragraph->closers)
        return;
    if (paragraph->bracket_count < MARKDOWN_MAX_BRACKETS)
        paragraph->brackets[paragraph->bracket_count] =
            (struct markdown_bracket){.text = paragraph->at,
                                      .lexemes = paragraph->lexer->lexed->count,
                                      .is_image = is_image,
                                      .at_phrase_start = at_phrase_start};
    paragraph->bracket_count++;
}

/* Takes away the innermost open bracket. One that is not known can be neither a link nor an image. */
static struct markdown_bracket pop(struct markdown_paragraph *paragraph)
{
    if (paragraph->bracket_count == 0 || --paragraph->bracket_count >= MARKDOWN_MAX_BRACKETS)
        return (struct markdown_bracket){.is_dead = true};
    return paragraph->brackets[paragraph->bracket_count];
}

/* Links do not nest: what is open around one is no link. */
static void kill_brackets(struct markdown_paragraph *paragraph)
{
    for (size_t i = 0; i < paragraph->bracket_count && i < MARKDOWN_MAX_BRACKETS; i++)
        paragraph->brackets[i].is_dead |= !paragraph->brackets[i].is_image;
}

/* Passes over "(...)" that looks like a destination, but is none as it stands, and might become one by a link in it. */
static void skip_odd_destination(struct markdown_paragraph *paragraph)
{
    size_t depth = 0, place = paragraph->at;
    for (; place < paragraph->end; place++) {
        char character = paragraph->content.data[place];
        depth += character == '(';
        if (strchr("`<\"'", character) || (character == ')' && --depth == 0))
            break;
        place += character == '\\';
    }
    if (place >= paragraph->end || paragraph->content.data[place] != ')')
        markdown_skip_rest(paragraph);
    else
        markdown_skip(paragraph, place + 1 - paragraph->at, true);
}

/*
 * Passes over "[label]". Code or a tag in it, and a "(" or "[" behind it, which make the label the text of another
 * link, count only if the label is not defined.
 */
static void skip_label(struct markdown_paragraph *paragraph, size_t length)
{
    const char *label = paragraph->content.data + paragraph->at;
    char next = markdown_char(paragraph, paragraph->at + length);
    if (length && (memchr(label, '`', length) || memchr(label, '<', length) || next == '(' || next == '['))
        markdown_skip_rest(paragraph);
    else
        markdown_skip(paragraph, length, false);
}

/* Reads what follows a "]" that closes `bracket`. Is it a link or image now, whatever comes behind? */
static bool read_target(struct markdown_paragraph *paragraph, const struct markdown_bracket *bracket, size_t text_end)
{
    struct str url, label = {NULL, 0};
    size_t destination = bracket->is_dead ? 0 : destination_length(paragraph, &url);
    size_t reference = destination ? 0 : label_length(paragraph, &label);
    if (!destination && markdown_char(paragraph, paragraph->at) == '(') {
        skip_odd_destination(paragraph);
        return false;
    }
    if (destination && !bracket->is_image)
        markdown_add_link(paragraph->lexer, bracket->lexemes, url, bracket->at_phrase_start);
    struct str text = {paragraph->content.data + bracket->text, text_end - bracket->text};
    if (!destination && !bracket->is_dead && !bracket->is_image)
        markdown_add_reference(paragraph->references, paragraph->lexer, bracket->lexemes, label.len ? label : text);
    if (destination && !bracket->is_image)
        kill_brackets(paragraph);
    markdown_skip(paragraph, destination, false);
    skip_label(paragraph, reference);
    if (destination)
        paragraph->lexer->at_phrase_start =
            false; /* what stands behind is at the edge of a link, and of nothing else */
    return destination > 0;
}

void markdown_close_bracket(struct markdown_paragraph *paragraph)
{
    size_t text_end = paragraph->at;
    markdown_skip(paragraph, 1, false);
    paragraph->closers--;
    struct markdown_bracket bracket = pop(paragraph);
    bool is_complete = read_target(paragraph, &bracket, text_end);
    if (!is_complete && !paragraph->bracket_count)
        markdown_skip_word(paragraph);
}

void markdown_autolink(struct markdown_paragraph *paragraph, size_t length)
{
    struct str url = {paragraph->content.data + paragraph->at + 1, length - 2};
    markdown_flush(paragraph);
    size_t first = paragraph->lexer->lexed->count;
    markdown_skip(paragraph, length, true);
    if (!paragraph->bracket_count)
        markdown_add_link(paragraph->lexer, first, url, true);
}
