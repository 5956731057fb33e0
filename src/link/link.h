/*
 * link: the linking engine. An index is built once from a site's pages into an immutable file; content is linked
 * against it. No network, no database, no threads of its own. An open index may be used by many threads at once.
 *
 * Rules that every result keeps: at most LINK_MAX_LINKS links, within the first LINK_MAX_WORDS words, one per target,
 * never to the page itself, never in or around an element of the table in lexer/lexer_elements.c (links, headings,
 * code, navigation, ...), never in attributes or across an element's edge; every byte outside the inserted markup is
 * the byte that came in.
 *
 * What is where, in the order of work:
 *
 *   index/          the index file: built, read, written (index/index.h)
 *   lexer/          content cut into lexemes with byte spans (lexer/lexer.h)
 *   occurrences.h   where phrases of the index stand in the content
 *   candidates.h    what the ranker has to know about each link that could be made
 *   rank.h          how likely an author would make it
 *   select.h        which of them are made
 *   splice.h        the content with the links
 *   link.c          one call from content to result
 */
#ifndef COPYDESK_LINK_H
#define COPYDESK_LINK_H

#include "base/base.h"

enum { LINK_MAX_LINKS = 50, LINK_MAX_WORDS = 2500 };

struct link_page {
    struct str url, title, html, language; /* html may be empty; language a name or tag, may be empty */
};

/*
 * Gives the next page, or sets *done when there are no more. The page's memory must live until the next call. Any
 * status but OK ends the build, which returns it with *err.
 */
typedef enum status (*link_next_page)(void *context, struct link_page *page, bool *done, struct error *err);

struct link_index;

/*
 * Builds the index of a site and writes it to path (a temporary file beside it, then renamed). Of two pages with one
 * URL the later one is taken. E_INVALID: a page without a usable URL; E_LIMIT: more than one index can hold; E_IO;
 * E_MEMORY; what `next` returns.
 */
enum status link_build(const char *path, link_next_page next, void *context, struct error *err);

/*
 * Maps an index file, and holds a descriptor of it until link_close. E_NOT_FOUND; E_IO; E_MEMORY; E_CORRUPT when it
 * is no index, truncated, or of another version. Every offset is checked before use, so that a damaged or hostile
 * file gives worse links and nothing else; pages whose URL is neither http(s) nor relative get no link.
 *
 * Whoever writes a new index must put it in the file's place by a rename, as link_build does. When the file is
 * overwritten in place instead (cp new.cdx site.cdx), the next link_content notices a change of its length. A file
 * that is overwritten while link_content or a reader of its result is at work may give senseless links. One that is
 * truncated meanwhile ends the process with SIGBUS: a mapped file offers no protection from that.
 */
enum status link_open(const char *path, struct link_index **index, struct error *err);
void link_close(struct link_index *index);

size_t link_page_count(const struct link_index *index);

/*
 * HTML and JSON: content is HTML, links are <a href>. MARKDOWN: content is Markdown, links are [text](url); content
 * that is wholly HTML is read as HTML and still gets Markdown links.
 */
enum link_format { LINK_HTML, LINK_MARKDOWN, LINK_JSON };

/* "html", "markdown" or "json": the name of a format, NULL behind the last one. */
const char *link_format_name(size_t format);

/* The format of that name, in any letter case; false when there is none. */
bool link_format_parse(struct str name, enum link_format *format);

struct link_options {
    enum link_format format;
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

/*
 * Links content. The result lives in the arena; strings of its links may point into the index. E_CORRUPT: the length
 * of the index file has changed since it was opened; E_IO; E_MEMORY.
 */
enum status link_content(const struct link_index *index, struct str content, const struct link_options *options,
                         struct arena *arena, struct link_result *result, struct error *err);

#endif
