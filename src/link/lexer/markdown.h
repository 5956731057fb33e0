/*
 * The parts of the Markdown lexer. Markdown is read after CommonMark 0.31 (https://spec.commonmark.org/0.31.2/), and
 * carefully rather than completely: where it is in doubt how a construct is read, its text is blocked, so that a link
 * never changes how the rest of the page is read.
 */
#ifndef COPYDESK_LINK_LEXER_MARKDOWN_H
#define COPYDESK_LINK_LEXER_MARKDOWN_H

#include "link/lexer/lexer_elements.h"

/* Length of the raw HTML tag that the text begins with; 0: it is none. */
size_t markdown_tag_length(struct str text);

/* Length of the autolink <scheme:...> or <user@host> that the text begins with; 0: it is none. */
size_t markdown_autolink_length(struct str text);

/* How an HTML block ends. */
enum markdown_html_end {
    NO_HTML_BLOCK,
    ENDS_AT_BLANK,       /* before a blank line */
    ENDS_AT_CLOSE,       /* with the line that holds </script>, </pre>, </style> or </textarea> */
    ENDS_AT_COMMENT,     /* --> */
    ENDS_AT_INSTRUCTION, /* ?> */
    ENDS_AT_DECLARATION, /* > */
    ENDS_AT_CDATA        /* ]]> */
};

/* How the HTML block that this line begins will end; the line is given from its first character that is no blank. */
enum markdown_html_end markdown_html_block(struct str line, bool in_paragraph);

/* Does this line end the block? */
bool markdown_html_block_ends(enum markdown_html_end end, struct str line);

/* The end of the line that begins at `start`. *next: behind its line break, which is LF, CR LF or CR. */
size_t markdown_line_end(struct str content, size_t start, size_t *next);

/*
 * Where the text begins behind the front matter, which stands at the top between two lines "---" (YAML) or "+++"
 * (TOML); 0 when there is none. *open: the content, of which this may be the first part only, begins with front matter
 * that nothing has ended yet.
 */
size_t markdown_front_matter(struct str content, bool *open);

/* Lexes the text of one paragraph, bytes [from, to) of the lexer's content. */
void markdown_inline(struct lexer *lexer, struct elements *elements, size_t from, size_t to);

#endif
