/* Collects the blocks of a page while a reader walks its document. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_BUILDER_H
#define COPYDESK_RESEARCH_PAGE_PAGE_BUILDER_H

#include "research/page/page.h"

struct page_builder {
    struct arena *arena;
    struct block *blocks; /* in the arena */
    size_t count, cap;
    size_t bytes; /* of their texts */
    bool is_cut;  /* there was more */

    /* Where the reader is in its document, which decides the kind of the next block. */
    int heading; /* level, 0 outside */
    int lists;   /* depth of list items */
    int rows;    /* depth of table rows */
    int code;    /* depth of preformatted blocks */

    struct buf text;   /* of the block so far */
    size_t link_bytes; /* of that text, in links */
    bool gap;          /* white space was met, of which a blank is made before the next text */
    bool in_link;
    bool drops_link_items; /* items that are nothing but a link are left out: a table of contents written by hand */
    bool failed;           /* memory ran out */
};

void builder_init(struct page_builder *builder, struct arena *arena);
void builder_free(struct page_builder *builder);

/* Adds running text: white space squeezed, soft hyphens and zero-width spaces left out; in code as it stands. */
void builder_text(struct page_builder *builder, struct str text);

/* Between cells of a table row. */
void builder_cell(struct page_builder *builder);

/* A block begins or ends here: what was collected becomes a block. Inside a heading or a row it only parts words. */
void builder_break(struct page_builder *builder);

/* Ends a block of the given kind, wherever the reader is. A paragraph that is nothing but links is left out. */
void builder_flush(struct page_builder *builder, enum block_kind kind);

/* Copies what was collected into the page; E_MEMORY when memory ran out on the way. */
enum status builder_finish(struct page_builder *builder, struct page *page, struct error *err);

#endif
