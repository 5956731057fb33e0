/* Collects the blocks of a page while a reader walks its document. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_BUILDER_H
#define COPYDESK_RESEARCH_PAGE_PAGE_BUILDER_H

#include "research/page/page.h"

enum {
    BUILDER_LISTS = 32, /* lists and tables within each other; what is nested deeper belongs to the last of them */
    BUILDER_SPANS = 16  /* marks within each other; deeper ones are not set */
};

/* What of a list or table is open. */
enum list_part { PART_NONE, PART_ITEM, PART_TERM, PART_DESCRIPTION };

/* A list or table that is open. */
struct builder_list {
    size_t group;
    unsigned marks; /* of its items: BLOCK_ORDERED */
    bool is_table;
    enum list_part part;
    bool has_begun;    /* the part has a block already */
    bool after_term;   /* the last part was a term */
    bool is_announced; /* a sentence with a colon stands before it */
    size_t first;      /* the number of its first item */
    size_t items;      /* the number of its last item so far */
    /* The last numbered list that ended within it: its group, its items, and the number of the block behind it. Group
     * 0: there is none since the last heading. */
    size_t ended_group, ended_items, ended_block;
};

/* A mark that is open. */
struct builder_span {
    enum span_kind kind;
    size_t entry; /* in the list of spans, SIZE_MAX: no text was met in it yet */
    size_t again; /* how many of its kind are open within it */
};

struct page_builder {
    struct arena *arena;
    struct block *blocks; /* in the arena */
    size_t count, cap;
    size_t bytes; /* of their texts */
    bool is_cut;  /* there was more */

    /* Where the reader is in its document, which decides the kind of the next block. */
    int heading; /* level, 0 outside */
    int rows;    /* depth of table rows */
    int code;    /* depth of preformatted blocks */
    int quotes, notes, warnings;
    bool opens_quote;                             /* a quotation has begun, and has no block yet */
    struct str code_language;                     /* of the preformatted block; empty: not said */
    bool head_row;                                /* all cells of the row so far are head cells */
    struct builder_list lists[BUILDER_LISTS + 1]; /* the first is the page itself */
    size_t depth, deeper;                         /* how many are open; how many beyond those that fit */
    size_t groups;                                /* numbers given */

    struct buf text;    /* of the block so far */
    size_t link_bytes;  /* of that text, in links */
    bool gap;           /* white space was met, of which a blank is made before the next text */
    struct span *spans; /* of that text, in the arena */
    size_t span_count, span_cap;
    struct builder_span open[BUILDER_SPANS];
    size_t open_count;
    bool in_link;
    const char *base;                 /* what addresses are relative to; NULL: only whole ones are kept */
    const char *link_url;             /* of the link that is open; NULL: it leads nowhere that is kept */
    size_t link_start;                /* of its words; SIZE_MAX: none was met yet */
    struct block_link *found, *links; /* of the text so far; of the blocks */
    size_t found_count, found_cap, link_count, link_cap;
    struct page_picture *pictures;
    size_t picture_count, picture_cap;
    bool has_typed_list;   /* lines of the paragraph that is open are items: "- " */
    bool drops_block;      /* the block so far is left out: the text of a footnote */
    bool drops_link_items; /* items that are nothing but a link are left out: a table of contents written by hand */
};

/* Blocks, links and all else go into the arena, which notes where memory runs out. */
void builder_init(struct page_builder *builder, struct arena *arena);

/* Adds text without soft hyphens and zero-width spaces; in running text white space is squeezed. */
void builder_text(struct page_builder *builder, struct str text);

/* A block begins or ends here: what was collected becomes a block. Inside a heading or a row it only parts words. */
void builder_break(struct page_builder *builder);

/* A quotation begins (1) or ends (-1). */
void builder_quote(struct page_builder *builder, int change);

/* Ends a block of the given kind, wherever the reader is. A paragraph that is nothing but links is left out, unless
 * it is quoted. */
void builder_flush(struct page_builder *builder, enum block_kind kind);

/* A list or table begins and ends; marks: BLOCK_ORDERED or none. first: the number of its first item. One that goes on
 * counting where another of the section ended is the same list, and what stands between belongs to that one's last
 * item. */
void builder_open_list(struct page_builder *builder, unsigned marks, size_t first);
void builder_open_table(struct page_builder *builder);
void builder_close_group(struct page_builder *builder);

/* An item, a term or a description begins in the open list, or ends (PART_NONE). */
void builder_part(struct page_builder *builder, enum list_part part);

/* Cells of a table row. */
void builder_open_cell(struct page_builder *builder, bool is_head);
void builder_close_cell(struct page_builder *builder);

/* A mark begins and ends; what is open at the end of a block goes on in the next. Marks that overlap are cut into ones
 * that are nested. A superscript gets its "^". */
void builder_open_span(struct page_builder *builder, enum span_kind kind);
void builder_close_span(struct page_builder *builder, enum span_kind kind);

/* A link begins and ends. */
void builder_open_link(struct page_builder *builder, struct str target);
void builder_close_link(struct page_builder *builder);

/* A picture stands here. False: it has no address that is kept. */
bool builder_picture(struct page_builder *builder, struct str target, struct str alternative);

/* What the last picture shows, and what stands below it. */
void builder_describe(struct page_builder *builder, struct str alternative);
void builder_caption(struct page_builder *builder, struct str caption);

/* Cuts bytes [from, to) out of what was collected. */
void builder_cut(struct page_builder *builder, size_t from, size_t to);

/* Gives the page what was collected, and frees the builder. */
void builder_finish(struct page_builder *builder, struct page *page);

#endif
