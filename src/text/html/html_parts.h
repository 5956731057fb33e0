/*
 * The scanners of the tokenizer, one per construct. A scanner starts at a given byte, fills the token's fields and
 * returns the byte after the construct; the tokenizer chooses between them.
 */
#ifndef COPYDESK_TEXT_HTML_HTML_PARTS_H
#define COPYDESK_TEXT_HTML_HTML_PARTS_H

#include "text/html/html.h"

#include <stdint.h>

/* The attributes of the tag being read; the memory is reused from tag to tag. */
struct html_attributes {
    struct html_attribute *list;
    size_t count, cap;
    uint32_t *slots; /* hash table over list (index + 1, 0: free), used once there are many */
    size_t slot_count;
    struct buf key; /* the name in lower case, to hash it */
};

void html_attributes_free(struct html_attributes *attributes);

/* White space as tags know it: tab, LF, FF, CR, blank. */
static inline bool html_is_blank(char character)
{
    return character == ' ' || character == '\n' || character == '\t' || character == '\f' || character == '\r';
}

static inline bool html_is_letter(char character)
{
    char lower = ascii_lower(character);
    return lower >= 'a' && lower <= 'z';
}

static inline size_t html_skip_blanks(struct str input, size_t at)
{
    while (at < input.len && html_is_blank(input.data[at]))
        at++;
    return at;
}

/* Does a tag name end here: at white space, "/", ">"? */
static inline bool html_name_ends(struct str input, size_t at)
{
    return at < input.len && (html_is_blank(input.data[at]) || input.data[at] == '/' || input.data[at] == '>');
}

/* From the first byte of a tag's name to after its ">". Sets kind HTML_IGNORED when the input ends before. attributes
 * NULL: they are not listed, but left in token->unread. 0: no memory. */
size_t html_scan_tag(struct str input, size_t at, struct html_attributes *attributes, struct html_token *token);

/* From after "<!--". */
size_t html_scan_comment(struct str input, size_t at, struct html_token *token);

/* From the first byte of the data. */
size_t html_scan_bogus_comment(struct str input, size_t at, struct html_token *token);

/* From after "<!doctype". */
size_t html_scan_doctype(struct str input, size_t at, struct html_token *token);

/* Where the text of RCDATA or RAWTEXT ends: at the end tag of that name, or the end of the input. */
size_t html_scan_raw_text(struct str input, size_t at, struct str end_tag);

/* The same for script data, which may hold "<!--" and in it "<script>". */
size_t html_scan_script(struct str input, size_t at, struct str end_tag);

#endif
