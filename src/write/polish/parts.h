/*
 * An article cut into parts for editing. What may be edited are the sentences of paragraphs and list items; all else
 * keeps its bytes. Inside a paragraph every tag or inline element is one character of a private plane of Unicode, a
 * mark, so that text is edited as plain text and a mark cannot be cut.
 *
 *   parts.c        zones, list of parts, parts to HTML
 *   parts_read.c   HTML to parts
 *   parts_text.c   what stands in the text of a part: marks, sentences, words
 */
#ifndef COPYDESK_WRITE_POLISH_PARTS_H
#define COPYDESK_WRITE_POLISH_PARTS_H

#include "text/html/html.h"

enum part_kind { PART_FIXED, PART_HEADING, PART_PARAGRAPH, PART_ITEM };

/* Where in an article a part stands: repetitions and summing up are judged by it. */
enum part_zone { ZONE_BODY, ZONE_TAKEAWAYS, ZONE_CONCLUSION, ZONE_QUESTIONS, ZONE_SOURCES };

/* A sentence; or several that one pair of tags holds together. */
struct part_sentence {
    struct str text; /* marked, without white space at both ends; ends with the citations that belong to it */
    struct str gap;  /* white space before it */
    size_t count;    /* how many sentences it is */
    bool is_dropped;
    bool breaks; /* a new paragraph begins here */
};

struct part {
    enum part_kind kind;
    enum part_zone zone;
    int level;              /* of a heading */
    struct str raw;         /* all of its bytes */
    struct str open, close; /* raw: its tags, and the white space behind them */
    struct str text;        /* marked; of a heading: as it is read */
    struct part_sentence *sentences;
    size_t count, cap;
    size_t list;     /* of an item: number of its list, from 1 */
    bool is_ordered; /* its list is numbered */
    bool has_id;     /* its tag cannot be repeated */
    bool has_more;   /* its element goes on behind its text: an item with a list in it */
    bool is_label;   /* names what follows: a paragraph all of which is bold */
    bool is_blank;   /* fixed: only white space or the tags of a list */
    bool is_edited, is_dropped;
};

enum mark_kind {
    MARK_CITATION, /* <sup>, with the link in it: no words of the text */
    MARK_OPEN,     /* a start tag, and the end tag that belongs to it */
    MARK_CLOSE,
    MARK_ATOM /* a whole element: code, an image, a formula */
};

struct mark {
    enum mark_kind kind;
    struct str raw;
    struct str shown; /* of an atom: its text, decoded */
    size_t pair;      /* of OPEN and CLOSE: the other one */
    bool is_emphasis; /* strong, em, b, i: may go with its sentence; a link may not */
};

struct parts {
    struct arena *arena;
    const struct language *language; /* NULL: not known */
    struct part *list;
    size_t count, cap;
    struct mark *marks;
    size_t mark_count, mark_cap;
    struct error *err;
};

/* Reads an article. E_INVALID: there is no tag in it, so that it is no article. */
enum status parts_read(struct parts *parts, struct str html);

/* The article with its edits. The bytes of parts that were not edited are those that were read. */
enum status parts_write(const struct parts *parts, struct str *html);

/* --- parts.c --- */

/* May its sentences be edited? */
bool part_is_text(const struct part *part);

size_t part_sentence_count(const struct part *part);

/* Is the part the only text under its heading, or in its list? Then it may not go. */
bool part_stands_alone(const struct parts *parts, const struct part *part);

/* --- parts_text.c --- */

/* Adds a sentence behind the one at `at` of the part, with a blank between. E_MEMORY. */
enum status parts_insert(struct parts *parts, struct part *part, size_t at, struct str text);

enum { MARK_BYTES = 4, MOST_MARKS = 65000 };

/* The mark that begins at the byte; NULL: none does. */
const struct mark *mark_at(const struct parts *parts, struct str text, size_t at);

/* What was built, in the arena. data NULL: memory ran out. */
struct str parts_keep(const struct parts *parts, struct buf *out);

/* Appends the mark of this number. */
void mark_append(struct buf *out, size_t number);
size_t mark_number(struct str text, size_t at);

/* Does the text have characters of the private plane itself? */
bool text_has_marks(struct str text);

/* The first mark at or behind *at, which is the byte behind it then; NULL: there is none. */
const struct mark *mark_next(const struct parts *parts, struct str text, size_t *at);

/* Are its start and end tags each in pairs? */
bool text_is_balanced(const struct parts *parts, struct str text);

/* The text as it is read: without marks, atoms shown. data NULL: memory ran out. */
struct str text_visible(const struct parts *parts, struct str text);

/* Cuts the text of a part into its sentences. */
enum status part_cut(struct parts *parts, struct part *part);

/* Has it marks but citations and emphasis: what may not be lost? */
bool text_holds_elements(const struct parts *parts, struct str text);

/* The marks of the citations in `from` that `to` has not, appended to `to`. data NULL: memory ran out. */
struct str text_with_citations(const struct parts *parts, struct str to, struct str from);

/* Has it a citation that `other` has not? */
bool text_cites_more(const struct parts *parts, struct str text, struct str other);

/* Its first letter as a capital, its marks before it left alone. data NULL: memory ran out. */
struct str text_capitalised(const struct parts *parts, struct str text);

/* --- a sentence as words --- */

struct phrasing {
    struct str text;  /* marked */
    struct str plain; /* as long: citations and tags are bytes 0x01, which are part of no word; atoms are "Xxxx" */
    struct word *words;
    size_t count;
};

enum status phrasing_of(const struct parts *parts, struct str text, struct phrasing *phrasing);

/* The byte behind the word; 0 at the end of the text. */
char phrasing_mark(const struct phrasing *phrasing, size_t word);

/* Has the word a digit? */
bool phrasing_is_figure(const struct phrasing *phrasing, size_t word);

/* Does the sentence point back to the one before it ("This", "However")? */
bool phrasing_points_back(const struct phrasing *phrasing, const struct language *language);

/* Are the bytes [from, to) inside quotation marks or parentheses, or do they cut a pair? */
bool phrasing_is_enclosed(const struct phrasing *phrasing, size_t at);

struct str bytes_between(struct str text, size_t from, size_t to);

#endif
