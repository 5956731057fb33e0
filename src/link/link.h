/*
 * link: the linking engine. An index is built once from a site's pages into an immutable file; content is linked against it.
 * No network, no database, no threads of its own. An open index may be used by many threads at once.
 *
 * Rules that every result keeps: at most 50 links, within the first ~2,500 words, one per target, never to the page itself, never
 * in or around a, h1-h6, code, pre, script, style, textarea, button, nav, svg, math, never in attributes or across an element's
 * edge; every byte outside the inserted markup is the byte that came in.
 */
#ifndef COPYDESK_LINK_H
#define COPYDESK_LINK_H

#include "base/base.h"

enum { LINK_MAX_LINKS = 50, LINK_MAX_WORDS = 2500 };

struct link_page {
    struct str url, title, html, language; /* html may be empty; language a name or tag, may be empty */
};

/* Gives the next page; *done at the end. The page's memory must live until the next call. */
typedef enum status (*link_next_page)(void *context, struct link_page *page, bool *done, struct error *err);

struct link_index;

/* Builds the index of a site and writes it to path (a temporary file beside it, then renamed). Two pages with one URL: the last
 * wins. E_INVALID for a page without URL. */
enum status link_build(const char *path, link_next_page next, void *context, struct error *err);

/*
 * Maps an index file, and holds a descriptor of it until link_close. E_CORRUPT when it is no index, truncated, or of another
 * version. Every offset is checked before use, so that a damaged or hostile file gives worse links and nothing else; pages whose
 * URL is neither http(s) nor relative get no link.
 *
 * Whoever writes a new index must put it in the file's place by a rename, as link_build does. A file that is written over in place
 * (cp new.cdx site.cdx) is noticed by its length at the next link_content. Written over or cut off while link_content or a reader
 * of its result is at work, it may give senseless links, and cut off it ends the process with SIGBUS: that cannot be had from a
 * mapped file.
 */
enum status link_open(const char *path, struct link_index **index, struct error *err);
void link_close(struct link_index *index);

size_t link_page_count(const struct link_index *index);

enum link_format { LINK_HTML, LINK_MARKDOWN, LINK_JSON };

/* "html", "markdown", "json" in any letter case; false otherwise. */
bool link_format_parse(struct str name, enum link_format *format);

struct link_options {
    enum link_format
        format; /* HTML and JSON: content is HTML, links are <a href>. MARKDOWN: content is Markdown, links [text](url);
                                content that is wholly HTML is read as HTML and still gets Markdown links */
    struct str url;   /* the content's own page, never linked to; may be empty */
    size_t max_links; /* 1-50; 0: 50 */
    double min_score; /* 0-1; negative: the engine's own threshold */
    const struct str *exclude_urls;
    size_t exclude_count;
};

struct link {
    struct str url, title;
    struct str anchor_text; /* visible text of content[start..end), decoded, white space squeezed */
    size_t start, end;      /* bytes of the submitted content, end exclusive */
    double score;           /* 0-1 */
};

struct link_result {
    struct str content; /* with the links */
    struct link *links; /* in document order */
    size_t count;
    size_t words_analyzed;
};

/* Links content. The result lives in the arena; strings of links may point into the index. E_CORRUPT: the length of the index file
 * has changed since it was opened. */
enum status link_content(const struct link_index *index, struct str content, const struct link_options *options,
                         struct arena *arena, struct link_result *result, struct error *err);

#endif
