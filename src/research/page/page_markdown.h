/* The parts of reading Markdown, one file each. For page_markdown*.c and page_read_markdown.c alone. */
#ifndef COPYDESK_RESEARCH_PAGE_MARKDOWN_H
#define COPYDESK_RESEARCH_PAGE_MARKDOWN_H

#include "research/page/page_builder.h"

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

/* page_markdown_front.c */
/* What stands before the text between two lines "---", as slices of the document; data NULL: not there. */
struct front_matter {
    struct str title, url, language, date;
    struct str description; /* the first of the keys that name it; YAML's quotes and line breaks stand in it */
};

/* Cuts the front matter off the document. */
struct str front_matter_cut(struct str document, struct front_matter *front);
/* E_MEMORY. */
enum status front_matter_use(struct arena *arena, const struct front_matter *front, struct page *page,
                             struct error *err);

/* page_markdown_dialect.c */
/* Appends the document in the Markdown that md4c reads: without the marks that makers of sites add to it. Check
 * out->failed. */
void markdown_plain(struct buf *out, struct str document);

/* page_markdown_line.c */
/* Appends a line without the marks within it. Code and addresses stay as they are. */
void markdown_clean_line(struct buf *out, struct str line);
/* What ends the mark of a template that is open at the end of the line; NULL: none is. */
const char *markdown_open_template(struct str line);

/* page_markdown_marks.c: what md4c does not know, or gives as raw HTML */
/* Text of a line, not code. */
void markdown_add(struct markdown_reader *reader, struct str text);
/* Raw HTML inside a line: of it only marks, <br> and deleted text mean something. */
void markdown_take_tag(struct markdown_reader *reader, struct str tag);
/* The end of a paragraph, heading or the like: raw tags that are open end with it. */
void markdown_end_text(struct markdown_reader *reader);

#endif
