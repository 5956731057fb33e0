/* Documents read into headings and paragraphs. HTML through libxml2, Markdown through md4c. */
#ifndef COPYDESK_RESEARCH_PAGE_H
#define COPYDESK_RESEARCH_PAGE_H

#include "text/text.h"

/*
 * What is taken of a document, whoever wrote it: longer titles, headings and texts are cut, a longer address is not taken over.
 */
enum {
    PAGE_TITLE_MAX = 200,        /* characters of the title, and of each heading */
    PAGE_URL_MAX = 2048,         /* bytes */
    PAGE_TEXT_MAX = 1024 * 1024, /* bytes of all blocks */
};

enum block_kind { BLOCK_HEADING, BLOCK_PARAGRAPH, BLOCK_LIST_ITEM, BLOCK_CODE, BLOCK_TABLE_ROW };

struct block {
    enum block_kind kind;
    int level;       /* of a heading, 1-6; nesting depth of a list item, from 1 */
    struct str text; /* plain text, white space squeezed (code: as it stands) */
};

struct page {
    const char
        *url; /* where it is; for a library document the address it names (front matter `url:`, <link rel="canonical">),
                        * else its path from the library's root */
    const char *title; /* <title> without the site's name where that can be told, or the first h1, or the file name */
    const struct language *language; /* lang attribute, else detected; NULL when unknown */
    struct block *blocks;            /* of the main content: navigation, header, footer, aside, forms left out */
    size_t count;
    bool is_link; /* url is an http(s) address that an article may link to */
    bool is_cut;  /* the document has more text than the blocks */
};

enum page_format { PAGE_HTML, PAGE_MARKDOWN, PAGE_TEXT };

/* The format for a media type ("text/html", "text/markdown", "text/plain", "application/xhtml+xml") or file name; false when
 * it is none of them. */
bool page_format_of_type(const char *media_type, enum page_format *format);
bool page_format_of_name(const char *file_name, enum page_format *format);

/* Reads a document into the arena. charset: of the transport, "" when unknown (then meta, then UTF-8). A document without any text
 * gives count 0. The url and title are copied. E_LIMIT: it is larger than is read at all. */
enum status page_read(struct arena *arena, struct str document, enum page_format format, const char *charset,
                      const char *url, struct page *page, struct error *err);

/* A link of an HTML page: where to, and the words it stands on. */
struct page_link {
    const char *url; /* absolute, normalised */
    bool nofollow;
};

/* The links of an HTML page, resolved (with <base>), in document order, each URL once. */
enum status page_links(struct arena *arena, struct str html, const char *url, struct page_link **links, size_t *count,
                       struct error *err);

#endif
