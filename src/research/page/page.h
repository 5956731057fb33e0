/*
 * page: documents read into a title and blocks, whatever their format: HTML through libxml2, Markdown through md4c,
 * text.
 *
 *   page.c           what is done whatever the format: language, headings by hand, notes; are two pages one?
 *   page_read.h      the readers: page_read_html.c, page_read_markdown.c, page_read_text.c
 *   page_builder.h   collects blocks, links and pictures while a reader walks its document
 *   page_markdown.c  a document in the Markdown that md4c reads, without what makers of sites add to it
 *   page_head.h      what the head of an HTML page says of it; titles
 *   page_date.h      when an HTML page was published; linked_data.c reads what it says of that in JSON-LD
 *   page_raised.h    what raised text is: a power, or the mark of a note
 *   page_parts.h     Markdown while it is read; styles that hide
 *   extract.h        which part of an HTML page is its own
 *   notices.h        lines of a page that speak of other things than its text
 *   document.h       bytes become UTF-8, HTML a tree; html_simplify.c and html_style.c make it fit for that
 *   html_element.h   the elements of HTML, and what is true of each
 *
 * What is read lives in the arena of the caller. Nothing is shared between threads.
 */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_H
#define COPYDESK_RESEARCH_PAGE_PAGE_H

#include "text/text.h"

/*
 * The most that is taken of a document, whoever wrote it: longer titles, headings and texts are cut, and an address
 * that is longer is not taken from it.
 */
enum {
    PAGE_TITLE_MAX = 200,        /* characters of the title, and of each heading */
    PAGE_URL_MAX = 2048,         /* bytes */
    PAGE_DESCRIPTION_MAX = 400,  /* characters */
    PAGE_TEXT_MAX = 1024 * 1024, /* bytes of all blocks */
    BLOCK_LINKS_MAX = 400,
    PAGE_PICTURES_MAX = 100,
    PAGE_CAPTION_MAX = 4000, /* characters of what is said of a picture */
};

enum block_kind { BLOCK_HEADING, BLOCK_PARAGRAPH, BLOCK_LIST_ITEM, BLOCK_CODE, BLOCK_TABLE_ROW };

/* What else is known of a block, as bits. */
enum block_mark {
    BLOCK_ORDERED = 1,      /* an item of a numbered list */
    BLOCK_TERM = 2,         /* a term: what follows in its list, up to the next term, describes it */
    BLOCK_GOES_ON = 4,      /* a further paragraph of the item, or of the description of the term, before it */
    BLOCK_QUOTED = 8,       /* in a quotation */
    BLOCK_NOTE = 16,        /* in a box: a note, a tip */
    BLOCK_WARNING = 32,     /* in a box that warns */
    BLOCK_TABLE_HEAD = 64,  /* a row of head cells */
    BLOCK_QUOTE_OPENS = 128 /* the first of its quotation */
};

struct block {
    enum block_kind kind;
    int level;          /* of a heading, 1-6; nesting depth of a list item, from 1 */
    struct str text;    /* plain text, white space squeezed (code: as it stands) */
    unsigned marks;     /* enum block_mark */
    size_t group;       /* number of the innermost list or table that it is part of, from 1; 0: of none */
    struct spans spans; /* of the text; of a table row its cells too */
    unsigned place;     /* among the blocks as they were read, of which some go */
    /* What stood in front of a heading's text ("5.11. "); the language of code ("bash"); the number of an item whose
     * list does not begin with 1. Empty: nothing. */
    struct str aside;
};

/* Words of a block that lead somewhere: bytes [start, end) of its text. */
struct block_link {
    size_t place; /* of the block, which may be gone */
    size_t start, end;
    const char *url; /* http or https */
};

/* A picture of the page's own, or a film. */
struct page_picture {
    size_t place;    /* it stands in front of the block of this place, or of the next one that is there */
    const char *url; /* http or https */
    const char *alternative, *caption; /* what it shows, what stands below it; empty: nothing */
    bool is_film;                      /* the address of a player */
};

struct page {
    /* Where it is; of a library document the address that it names (front matter `url:`, <link rel="canonical">), else
     * its path from the library's root. */
    const char *url;
    const char *site;  /* the name of its site, as it says itself; NULL: it does not */
    const char *title; /* <title> without the site's name where that can be told, or the first h1, or the file name */
    /* What it says of itself for readers who have not opened it: front matter `description:`, `summary:` or `excerpt:`,
     * <meta name="description">, og:description. Plain text; empty: nothing. */
    const char *description;
    const struct language *language; /* lang attribute, else detected; NULL when unknown */
    struct block *blocks;            /* of the main content: navigation, header, footer, aside, forms left out */
    size_t count;
    const char *canonical; /* what an HTML page that was found at a URL calls its address; NULL: nothing */
    int64_t published_ms;  /* when it was published, else last changed, as it says itself: Unix epoch; 0: not said */
    bool is_link;          /* url is an http(s) address that an article may link to */
    bool is_cut;           /* the document has more text than the blocks */
    /* Of an HTML page: the files that its table of contents lists, relative to it, each once and in order. */
    const char **parts;
    size_t part_count;
    /* The address of the page that lists it as one of its parts, where both were found; NULL: none does. */
    const char *chapter;
    size_t place;             /* among those parts, from 1 */
    struct block_link *links; /* of the blocks, in order */
    size_t link_count;
    struct page_picture *pictures; /* in order */
    size_t picture_count;
};

enum page_format { PAGE_HTML, PAGE_MARKDOWN, PAGE_TEXT };

/* The number of the block of this place, or of the first behind it; the count: there is none. */
size_t page_block_at(const struct page *page, size_t place);

/* The number of the block that a link is in; the count: it is gone. */
size_t page_block_of(const struct page *page, const struct block_link *link);

/* Does the page hold little more than its table of contents? */
bool page_is_chapter(const struct page *page);

/* The format for a media type ("text/html", "text/markdown", "text/plain", "application/xhtml+xml") or file name; false
 * when it is none of them. */
bool page_format_of_type(const char *media_type, enum page_format *format);
bool page_format_of_name(const char *file_name, enum page_format *format);

/* Reads a document into the arena. charset: of the transport, "" when unknown; what counts then: html_to_utf8. A
 * document without any text gives count 0. The url and title are copied. E_LIMIT: it is too large to be read at all;
 * E_INVALID: text in a markup that is not read; E_MEMORY. */
enum status page_read(struct arena *arena, struct str document, enum page_format format, const char *charset,
                      const char *url, struct page *page, struct error *err);

/* --- what an HTML page says to crawlers --- */

struct page_link {
    const char *url; /* absolute, normalised */
    bool nofollow;
};

struct page_facts {
    const char *canonical;   /* <link rel="canonical">, absolute and normalised; NULL when there is none */
    bool noindex, nofollow;  /* <meta name="robots"> or name="copydesk" */
    struct page_link *links; /* resolved (with <base>), in document order, each URL once */
    size_t link_count;
};

/* Reads them from UTF-8 found at `url`; all lives in the arena. Statuses of html_document_parse. */
enum status page_facts_read(struct arena *arena, struct str html, const char *url, struct page_facts *facts,
                            struct error *err);

/* --- are two pages one: found at the same address, naming the same canonical address, or with the same text? --- */

struct page_identity {
    const struct page *page;
    const char *address; /* where it was found, normalised; of a document without an address its path */
};

/* The identity lives in the arena and points to the page. E_MEMORY. */
enum status page_identify(struct arena *arena, const struct page *page, struct page_identity *identity,
                          struct error *err);

bool page_is_same(const struct page_identity *a, const struct page_identity *b);

/*
 * --- encodings ---
 *
 * Documents in any encoding as UTF-8, as browsers read them (https://encoding.spec.whatwg.org and the sniffing of
 * https://html.spec.whatwg.org/#determining-the-character-encoding): a byte order mark first, then what the transport
 * says, then what the document says, then UTF-8 when the bytes are that, else windows-1252.
 *
 * Two declarations are not believed: UTF-8 of bytes that are mostly none, and an encoding of one byte for each
 * character of bytes that are UTF-8.
 */

/*
 * Append the document as valid UTF-8 without a byte order mark and without NUL bytes, which become blanks; what cannot
 * be decoded becomes U+FFFD. charset: of the transport, "" when unknown. False when memory ran out.
 */
bool html_to_utf8(struct buf *out, struct str html, const char *charset);
bool text_to_utf8(struct buf *out, struct str text, const char *charset); /* a document that says nothing of it */

#endif
