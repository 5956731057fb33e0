/*
 * Used only inside this folder. Raw HTML in Markdown, and autolinks.
 */
#ifndef COPYDESK_LINK_MARKDOWN_MARKDOWN_HTML_H
#define COPYDESK_LINK_MARKDOWN_MARKDOWN_HTML_H

#include "link/markdown/markdown.h"

/* Length of the raw HTML tag that the text begins with; 0: it is none. */
size_t markdown_tag_length(struct str text);

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

#endif
