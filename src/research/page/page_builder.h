/* Collects the blocks of a page while a document is walked; private to the readers of page.h. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_BUILDER_H
#define COPYDESK_RESEARCH_PAGE_PAGE_BUILDER_H

#include "research/page/page.h"

struct page_builder {
    struct arena *arena;
    struct block *blocks; /* in the arena */
    size_t count, cap;
    size_t bytes; /* of their texts */
    bool is_cut;  /* there was more */

    /* Where the walk is; decides the kind of the next block. */
    int heading; /* level, 0 outside */
    int lists;   /* depth of list items */
    int rows;    /* depth of table rows */
    int code;    /* depth of preformatted blocks */

    struct buf text;   /* of the block so far */
    size_t link_bytes; /* of that text, in links */
    bool gap;          /* white space was met */
    bool in_link;
    bool
        drops_link_items; /* list items that are nothing but a link are left out: a table of contents written by hand */
    bool failed;          /* memory ran out */
};

void builder_init(struct page_builder *builder, struct arena *arena);
void builder_free(struct page_builder *builder);

/* Adds running text: white space squeezed, soft hyphens and zero-width spaces left out; in code as it stands. */
void builder_text(struct page_builder *builder, struct str text);

/* Between cells of a table row. */
void builder_cell(struct page_builder *builder);

/* A block begins or ends here: what was collected becomes a block. In a heading or a row it is only a blank. */
void builder_break(struct page_builder *builder);

/* Ends the block of the given kind regardless of where the walk is. Text that is nothing but a link is no paragraph. */
void builder_flush(struct page_builder *builder, enum block_kind kind);

/* Copies what was collected into the page; E_MEMORY when memory ran out on the way. */
enum status builder_finish(struct page_builder *builder, struct page *page, struct error *err);

/* --- titles (page_title.c) --- */

/* Without "5.11. ", "Chapter 5. ", "A.2 " in front. */
struct str title_without_number(struct str title);

/* Does the heading stand over a table of contents, which is left out? */
bool title_is_contents(struct str heading);

/* The <title> without the site's name: by the page's first heading, the name it gives for its site (may be ""), or its host. */
char *title_choose(struct arena *arena, struct str title, struct str heading, struct str site_name, const char *url);

/* The last segment of a URL or path, without its extension; "-" and "_" read as blanks. */
char *title_from_path(struct arena *arena, const char *path);

/* --- readers: each fills blocks, and title and language where the document says them (else title stays NULL) --- */

enum status page_read_html(struct arena *arena, struct str document, const char *charset, const char *url,
                           struct page *page, struct error *err);
enum status page_read_markdown(struct arena *arena, struct str document, struct page *page, struct error *err);
enum status page_read_text(struct arena *arena, struct str document, struct page *page, struct error *err);

#endif
