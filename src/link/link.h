/*
 * link: the linking engine. An index is built once from a site's pages into an immutable file; content is linked
 * against it. No network, no database, no threads of its own. An open index may be used by many threads at once.
 *
 * Rules that every result keeps: at most LINK_MAX_LINKS links, within the first LINK_MAX_WORDS words, one per target,
 * never to the page itself, never in or around an element of the table in lexer/lexer_elements.c (links, headings,
 * code, navigation, ...), never in attributes or across an element's edge; every byte outside the inserted markup is
 * the byte that came in.
 *
 * The folders, each with a header of its name that tells about it. A folder calls only those above it in this list; how
 * they work together is told at the end of this file.
 *
 *   lexer/      content cut into words and signs, each with its place: HTML, Markdown, text
 *   index/      the index file: its format, read and written
 *   match/      what could be linked in the content, and how likely an author would
 *   choose/     which of that is linked, by rules and options; the content with the links
 *   audit/      collects the links between pages, for reports
 *   site/       what is known of a site while its index is built, how one goes over its pages, what its links teach
 *   build/      builds the index, by passes over the pages
 *   report/     how the pages of a site link to each other, as data and as an HTML page
 *   link.c      one call from content to result
 *   filter.c    links a stream of HTML, chunks in and chunks out
 */
#ifndef COPYDESK_LINK_LINK_H
#define COPYDESK_LINK_LINK_H

#include "link/choose/options.h"

#include <stdint.h>

struct link_page {
    /* All but the URL may be empty. The title has no markup; language is a name or tag. Where one of these is empty,
     * it is what a whole document says itself: <title>, <html lang>. */
    struct str url, title, html, language;
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

/* The format of the index files that this program builds and opens: their version and this machine's byte order. A file
 * of the same format, built by another machine, can be opened. */
const char *link_format(void);

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
 * Builds the index of a site and writes it to path (a temporary file beside it, then renamed). A link stays, and what
 * it leads to is replaced; a device or a pipe is refused with E_IO. Of two pages with one URL the later one is taken.
 * The first 250,000 words of a page are read. E_INVALID: a page without a usable URL; E_LIMIT: more than one index can
 * hold; E_IO; E_MEMORY; what `next` returns.
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
     * the score was made from: features of match/match.h. */
    struct str before, after;
    const struct link_reason *reasons;
    size_t reason_count;
    /* Of a candidate that was left out: why, for programs and for people; static. The words are those of
     * choose/summary.c: "low_score". NULL of a link. */
    const char *refusal, *detail;
};

/* Pages that are named and not linked, for one reason. */
struct link_left_out {
    const char *reason; /* as `refusal` of a link */
    size_t pages;
};

/* Why there are so many links. A page that is named more than once is counted for what tells most. */
struct link_summary {
    size_t pages;                         /* of the index */
    size_t linking_pages;                 /* of these, those that link to others in their text */
    double threshold;                     /* what scores less is not linked */
    size_t named;                         /* pages that the content names where links may be */
    size_t linked;                        /* of these, those that are linked now; the others are: */
    const struct link_left_out *left_out; /* by reason, those that occur */
    size_t left_out_count;
    double lower_threshold; /* a min_score with which... */
    size_t lower_links;     /* ...so many of those that score too low would be linked */
    struct str note;        /* all that in a sentence or two */
};

enum { LINK_MAX_CANDIDATES = 100 };

struct link_result {
    struct str content; /* with the links */
    struct link *links; /* in document order */
    size_t count;
    size_t words_analyzed;
    /* With the option explain: the number of the table that scores are made with; what could be linked and was not, the
     * best first, at most LINK_MAX_CANDIDATES, without context and reasons; and a summary, NULL otherwise. */
    uint32_t model;
    struct link *candidates;
    size_t candidate_count;
    struct link_summary *summary;
};

/*
 * Links content. The result lives in the arena; strings of its links may point into the index. E_CORRUPT: the length
 * of the index file has changed since it was opened; E_IO; E_MEMORY.
 */
enum status link_content(const struct link_index *index, struct str content, const struct link_options *options,
                         struct arena *arena, struct link_result *result, struct error *err);

/*
 * --- filter: content that comes and goes on in pieces, as a body filter of a web server needs it ---
 *
 * Links are chosen among the first LINK_MAX_WORDS words. So the filter holds back what comes until it has seen that
 * many, or `max_bytes` bytes, or the end; links what it holds; and lets all that follows pass untouched. The same bytes
 * give the same result, however they are cut into pieces. It is what link_content makes of the whole content, as long
 * as the words are found within max_bytes.
 *
 * Nothing is ever lost: when linking fails, what was held goes on as it came, everything behind it too, and the error
 * is told once. A filter holds max_bytes at most, and for the moment of linking the memory that link_content takes. It
 * belongs to one thread at a time.
 */

enum { LINK_FILTER_MAX_BYTES = 512 * 1024 };

struct link_filter;

/* What is to be sent on, in this order. Pieces may be empty. */
struct link_filter_output {
    struct str pieces[3];
};

/*
 * The index, the options and all they point to must outlive the filter. LINK_JSON is read as LINK_HTML. max_bytes, 0:
 * LINK_FILTER_MAX_BYTES. NULL when memory ran out.
 */
struct link_filter *link_filter_new(const struct link_index *index, const struct link_options *options,
                                    size_t max_bytes);
void link_filter_free(struct link_filter *filter);

/*
 * Takes the next bytes of the content. The output is good whatever the status is: it points into the chunk and the
 * filter, until the next call. What link_content returns.
 */
enum status link_filter_write(struct link_filter *filter, struct str chunk, struct link_filter_output *output,
                              struct error *err);

/* Ends the content and gives what was still held. The same again; chunks written afterwards pass untouched. */
enum status link_filter_end(struct link_filter *filter, struct link_filter_output *output, struct error *err);

/* Links nothing any more: what is held goes on with the next call, as it came. For when the index is to be closed. */
void link_filter_stop(struct link_filter *filter);

/* Links made; known when the first bytes have gone on. */
size_t link_filter_links(const struct link_filter *filter);

/*
 * --- how the engine works ---
 *
 * An editor who links an article knows three things: what the other pages of the site are about and called, how this
 * site links (every name the first time? only in running text? by full titles?), and what readers of this paragraph
 * would want to open. The engine gathers the first two once, in the index, and judges the third for every place where
 * a link could be.
 *
 * Words. The lexer (lexer/lexer.h) cuts content into lexemes: words and signs, with the bytes that they are, the kind
 * of block around them and marks such as "begins a sentence" or "bold". It decodes character references and folds
 * letter case, so that a word is one 64-bit hash from here on; texts of words are stored nowhere. Chinese and Japanese
 * are cut by characters. Elements in which no link belongs are passed over, and where an inserted link could not be
 * closed again, blocks end. A term is what different words share: the stem in the page's language, so that "indexes"
 * finds "index". Which form it was is kept as 16 bits beside it, for a site may link "Windows" and not "windows".
 * Besides, a word is found without its accents where the site has no such word (build/write.c), "e-mail" is
 * "email", and apostrophes part "l'eau" but not "O'Reilly" (lexer/lexer_text.c).
 *
 * Phrases. What may become a link is known beforehand: everything by which a page of the site was linked in running
 * text, its title, the parts of its title, its headings, its address (site/names.c, build/names.c). A phrase is a
 * path of terms through a trie, and leads to one page or more, its targets. In content, phrases are found by following
 * the trie from every word, but none that would cut a word or a name in half (match/occurrences.c). A page on which
 * three hundred phrases stand is nothing unusual, and an author links ten of them. So finding is easy, and judging is
 * the work.
 *
 * Counts. What tells most is what the site did before: of the pages that hold "query planner", how many link it, and
 * where to? Such counts lie with each phrase, target, page and term (the enums in index/index.h), and they are
 * counts of pages: one that repeats itself has one voice. What the pages of the site share is frame and has none
 * (build/build.c). Further counts belong to surroundings: how often is anything linked behind "see", in a table
 * cell, in a section "Changes", in this folder, towards that folder (index/contexts.c)? Others tell where the links
 * of the site begin and end, and so whether "the query planner" would be linked with its article.
 *
 * Building. build/ reads the pages once and keeps their words in a temporary file; then it goes over that file,
 * a page in memory at a time, once for each kind of fact that depends on the one before: phrases need titles and
 * links, counts of phrases need phrases, and so on. What grows with the site are counts alone. The result is one file
 * (index/index.h), an array for each kind of record, that is mapped and used as it lies there: opening it
 * costs nothing, processes share it, and it never changes. A new index is another file renamed to its place.
 *
 * Candidates. A phrase at a place together with a target is a candidate (match/candidates.c). From the counts alone
 * follows a first guess, its prior; only the hundred or so best are described in full, by some hundred numbers, the
 * features (match/match.h lists them all). They say how often the phrase is linked, and in this letter case; how sure
 * its target is; how rare its words are; whether it is the title; how the paragraph and the whole content fit what the
 * target is about (a vector of its most telling terms lies with each page); who else links there: pages near this one,
 * pages that link what could be linked here too; where in the page it stands; and how it compares with the other
 * candidates, those for the same page, those that overlap.
 *
 * Judging. Boosted trees, one fixed set for sites that have links and one for sites that have none, make a score of
 * the features, and a table makes a probability of that (model_probability). No feature says which site it is or what
 * words it uses, only how the candidate compares with its surroundings; so what was learned from some sites holds on
 * others. The trees were trained on the development corpora (spec/train/), and judged always on the one that was left
 * out. In training and in use alike nothing counts that comes from the page to be linked itself: its own links, which
 * a new article does not have yet, would be the answer and not evidence. When content with the address of a page of
 * the index is linked, what that page adds to the counts is taken off again.
 *
 * Lessons. Sites differ in how much they link. site/lessons.c lets some pages of the site lose their links, builds
 * an index of what is left, links these pages and compares: from that follow a correction of the score and the site's
 * own threshold (match/lessons.c). The threshold begins where pages get a number of links that goes with their length;
 * a few links move it little, and correct no score. Lists of pages, and what the template says, are no links of
 * authors.
 *
 * Habit and names. How surely a phrase names a page is another question than how often authors link it, and where a
 * text is new to the site, or the caller wants many links, the answer makes links by itself (choose/name.c).
 *
 * Choosing. choose/ takes candidates by score, the best first, and asks of each: is there a link to that page
 * already? Is the text inside a longer name? Does it name nothing, such as "click here"? Is it too near to another
 * link, or its sentence, paragraph or page full? Does the caller forbid it? What a caller may ask for is one table,
 * choose/options.inc. The link is then widened to whole elements, where it reaches across tags, and the markup spliced
 * in; all other bytes are copied as they came.
 *
 * Speed. The time of a call is waiting for memory: each word leads to another place of tables that are larger than
 * caches. So content is gone over in levels, and memory is asked for ahead (match/occurrences.c); what is judged
 * together lies together, a record of a phrase or target in one cache line or two; and work that depends on fewer
 * things is done first and for more candidates. Thus the size of the site hardly matters, nor does the number of its
 * phrases in the content; nothing is quadratic in the length of the content, which hostile content would make use of.
 *
 * Trust. Content may be anything, and so may the file. The lexer keeps to HTML as browsers read it and needs no memory
 * beyond a few times the content. Numbers from the file are checked where they are used, and one that is out of range
 * reads as nothing: a damaged file gives worse links. Its checksums are there for link_verify. No address is linked
 * to but http, https and relative ones.
 *
 * Where to begin. To see why a link was made or not, link with the option explain: it tells every feature, and of what
 * was left out the rule that did it. To count something
 * new: an enum value in index/index.h and a line in a pass of build/. To judge by it: a line in match/match.h,
 * a line in match/features_*.c, and training anew (`make linkscore` says what it brings). To add a rule or an option:
 * choose/options.inc and choose/.
 */

#endif
