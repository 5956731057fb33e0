/*
 * An article cut into parts for editing, and what edits them. What may be edited are the sentences of paragraphs and
 * list items; all else keeps its bytes. Inside a paragraph every tag or inline element is one character of a private
 * plane of Unicode, a mark, so that text is edited as plain text and a mark cannot be cut.
 *
 * Memory that runs out is noted by the arena, which is asked when all edits are made; a text that could not be made is
 * empty until then.
 */
#ifndef COPYDESK_WRITE_POLISH_POLISH_PARTS_H
#define COPYDESK_WRITE_POLISH_POLISH_PARTS_H

#include "text/html/html.h"
#include "write/polish/polish.h"

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
};

/* --- parts.c --- */

/* Reads an article. E_MEMORY; E_INVALID: there is no tag in it, so that it is no article. */
enum status parts_read(struct parts *parts, struct str html, struct error *err);

/* The article with its edits. The bytes of parts that were not edited are those that were read. */
struct str parts_write(const struct parts *parts);

/* May its sentences be edited? */
bool part_is_text(const struct part *part);

size_t part_sentence_count(const struct part *part);

/* Is the part the only text under its heading, or in its list? Then it may not go. */
bool part_stands_alone(const struct parts *parts, const struct part *part);

/* --- parts_text.c: what stands in the text of a part --- */

/* Adds a sentence behind the one at `at` of the part, with a blank between. */
void parts_insert(struct parts *parts, struct part *part, size_t at, struct str text);

enum { MARK_BYTES = 4, MOST_MARKS = 65000 };

/* The mark that begins at the byte; NULL: none does. */
const struct mark *mark_at(const struct parts *parts, struct str text, size_t at);

/* What was built, in the arena; the buffer is freed. */
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

/* The text as it is read: without marks, atoms shown. */
struct str text_visible(const struct parts *parts, struct str text);

/* Cuts the text of a part into its sentences. */
void part_cut(struct parts *parts, struct part *part);

/* Has it marks but citations and emphasis: what may not be lost? */
bool text_holds_elements(const struct parts *parts, struct str text);

/* The marks of the citations in `from` that `to` has not, appended to `to`. */
struct str text_with_citations(const struct parts *parts, struct str to, struct str from);

/* Has it a citation that `other` has not? */
bool text_cites_more(const struct parts *parts, struct str text, struct str other);

/* Its first letter as a capital, its marks before it left alone. */
struct str text_capitalised(const struct parts *parts, struct str text);

/* --- parts_text.c: a sentence as words --- */

struct phrasing {
    struct str text;  /* marked */
    struct str plain; /* as long: citations and tags are bytes 0x01, which are part of no word; atoms are "Xxxx" */
    struct word *words;
    size_t count;
};

struct phrasing phrasing_of(const struct parts *parts, struct str text);

/* The byte behind the word; 0 at the end of the text. */
char phrasing_mark(const struct phrasing *phrasing, size_t word);

/* Has the word a digit? */
bool phrasing_is_figure(const struct phrasing *phrasing, size_t word);

/* Does the sentence point back to the one before it ("This", "However")? */
bool phrasing_points_back(const struct phrasing *phrasing, const struct language *language);

/* Are the bytes [from, to) inside quotation marks or parentheses, or do they cut a pair? */
bool phrasing_is_enclosed(const struct phrasing *phrasing, size_t at);

struct str bytes_between(struct str text, size_t from, size_t to);

/*
 * --- rules.c ---
 *
 * Each rule goes over the whole article, marks what it edits and counts it. No rule puts a word for another, or changes
 * their order: where a sentence would have to be reworded it stays as it is.
 */

enum { LONGEST_PARAGRAPH = 4, LONG_SENTENCE = 20 };

void rule_paragraphs(struct parts *parts, struct polish_report *report);
void rule_conclusions(struct parts *parts, struct polish_report *report);
void rule_repetitive(struct parts *parts, struct polish_report *report);

/* Cuts sentences of over `most` words in two. */
void rule_sentences(struct parts *parts, size_t most, struct polish_report *report);

/* --- editor.c --- */

/* Shows the article to a language model as numbered sentences, in as few pieces as it can take, and puts its changes
 * into the parts; one that loses or brings anything but words is refused (model/check/check.h). E_MEMORY, E_CANCELLED.
 */
enum status editor_run(struct parts *parts, const struct polish_settings *settings, const struct polish_editor *editor,
                       struct polish_report *report, struct error *err);

#endif
