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
 *   build/          builds the index of a site (build/build.h) from its pages (site/site.h)
 *   index/          the index file: its format, read and written (index/index.h)
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
#include "link/choose/options.h"

#include <stdint.h>

struct link_page {
    struct str url, title, html, language; /* html may be empty; language a name or tag, may be empty */
    /*
     * This is no page, but what is known of an address where there is none: what it answered (404; 0: unknown, or it is
     * closed to robots) and the URL that it leads to (may be empty). Nothing is linked to it; reports tell by it which
     * links are broken.
     */
    bool is_address;
    int status;
    struct str leads_to;
};

/*
 * Gives the next page, or sets *done when there are no more. The page's memory must live until the next call. Any
 * status but OK ends the build, which returns it with *err.
 */
typedef enum status (*link_next_page)(void *context, struct link_page *page, bool *done, struct error *err);

struct link_index;

/*
 * Tells how far a build has come: `done` of `total` pages in this step, total 0 while it is not known. step: one word,
 * "read" the first and "write" the last. Called in the calling thread, every few hundred pages and at the end of each
 * step. False calls the build off: E_CANCELLED.
 */
typedef bool (*link_progress)(void *context, uint64_t done, uint64_t total, const char *step);

struct link_build_options {
    const char *path;
    link_next_page next;
    void *context;          /* of next */
    link_progress progress; /* may be NULL */
    void *progress_context;
    bool skip_lessons; /* the site's own links teach nothing: faster, and worse links */
};

/*
 * Builds the index of a site and writes it to path (a temporary file beside it, then renamed). Of two pages with one
 * URL the later one is taken. E_INVALID: a page without a usable URL; E_LIMIT: more than one index can hold; E_IO;
 * E_MEMORY; what `next` returns.
 */
enum status link_build(const char *path, link_next_page next, void *context, struct error *err);

/* The same with all options. */
enum status link_build_with(const struct link_build_options *options, struct error *err);

/*
 * Maps an index file, and holds a descriptor of it until link_close. E_NOT_FOUND; E_IO; E_MEMORY; E_CORRUPT when it
 * is no index, truncated, or of another version. Every offset is checked before use, so that a damaged or hostile
 * file gives worse links and nothing else; pages whose URL is neither http(s) nor relative get no link.
 *
 * Whoever writes a new index must put it in the file's place by a rename, as link_build does. When the file is
 * overwritten in place instead (cp new.cdx site.cdx), the next link_content notices a change of its length. A file
 * that is overwritten while link_content or a reader of its result is at work may give senseless links. One that is
 * truncated meanwhile ends the process with SIGBUS: a mapped file offers no protection from that. Small files, of up to
 * 1 MiB, are copied instead, and nothing that is done to them matters.
 */
enum status link_open(const char *path, struct link_index **index, struct error *err);
void link_close(struct link_index *index);

/*
 * Compares all that an open index holds with the checksums in the file; reads it whole. link_open itself checks the
 * header, and the whole of a small file (up to 1 MiB), which it copies into memory. E_CORRUPT.
 */
enum status link_verify(const struct link_index *index, struct error *err);

size_t link_page_count(const struct link_index *index);

struct link_reason {
    const char *name; /* static: "LINK_COUNT" */
    double value;
};

struct link {
    struct str url, title;
    struct str anchor_text; /* visible text of content[start..end), decoded, white space squeezed */
    size_t start, end;      /* bytes of the submitted content, end exclusive */
    double score;           /* 0-1 */
    /* With the option explain: the visible text around it, up to a dozen words of its paragraph at each side; and what
     * the score was made from: features of model/model.h. */
    struct str before, after;
    const struct link_reason *reasons;
    size_t reason_count;
};

struct link_result {
    struct str content; /* with the links */
    struct link *links; /* in document order */
    size_t count;
    size_t words_analyzed;
    uint32_t model; /* with the option explain: number of the table that scores are made with */
};

/*
 * Links content. The result lives in the arena; strings of its links may point into the index. E_CORRUPT: the length
 * of the index file has changed since it was opened; E_IO; E_MEMORY.
 */
enum status link_content(const struct link_index *index, struct str content, const struct link_options *options,
                         struct arena *arena, struct link_result *result, struct error *err);

#endif
