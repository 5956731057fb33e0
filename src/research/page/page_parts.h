/* Markdown while it is read, and the styles of an HTML document: what the readers share. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_PARTS_H
#define COPYDESK_RESEARCH_PAGE_PAGE_PARTS_H

#include "research/page/page_builder.h"
#include "text/html/html.h"

/* --- Markdown --- */

/* How paragraphs begin that are of a definition list, which CommonMark does not have. */
enum { MARKDOWN_TERM = 1, MARKDOWN_DESCRIPTION = 2 };

struct markdown_reader {
    struct page_builder builder;
    int images;     /* depth of image descriptions, which are no text of the page */
    int html;       /* depth of raw HTML blocks */
    int deleted;    /* depth of ~~deleted~~ text */
    bool in_delete; /* a raw tag deletes what follows */
    bool is_raised;
    struct buf raised; /* text of the <sup> that is open */
    struct buf entity;
    struct buf description; /* of the image that is open */
    bool has_picture;       /* it is kept */
    bool begins_quotation;  /* the next text may name the box that the quotation is: "[!NOTE]" */
    unsigned box;           /* of the quotation that is open: BLOCK_NOTE, BLOCK_WARNING, 0 */
    bool in_definitions;    /* a definition list is open */
};

/* What stands before the text between two lines "---", as slices of the document; data NULL: not there. */
struct front_matter {
    struct str title, url, language, date;
    struct str description; /* the first of the keys that name it; YAML's quotes and line breaks stand in it */
};

/* Appends the document in the Markdown that md4c reads: without the marks that makers of sites add to it. Check
 * out->failed. */
void markdown_plain(struct buf *out, struct str document);

/*
 * --- styles ---
 *
 * Hidden is what is not displayed or visible, has no size or opacity, is clipped, stands far off the screen, or has the
 * colour of its ground. Of the rules those count that have a selector of a tag, classes and an id, without any
 * combination, and hold for every screen: none inside of @media with a condition, @supports and the like. A rule that
 * another one takes back for the same classes ("panel" and "panel open", a larger screen, a pointer over it) hides
 * nothing: a script or the reader opens what it closes. The whole document, <main> and <article> are never hidden.
 *
 * Of styles that go on and on only the first STYLE_BYTES are read, and only so many rules.
 */
struct html_styles;

enum { STYLE_BYTES = 256 * 1024, STYLE_RULES = 128, STYLE_SHOWN = 2048 };

/* The styles of the document, which outlives them. NULL: memory ran out. */
struct html_styles *html_styles_read(struct str html);
void html_styles_free(struct html_styles *styles); /* NULL is allowed */

/* Is what the start tag begins hidden? */
bool html_styles_hide(struct html_styles *styles, const struct html_token *token);

#endif
