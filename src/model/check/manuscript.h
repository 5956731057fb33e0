/*
 * An article while it is written and edited: a line for each sentence, heading, row of a table and piece of code, so
 * that checks can speak of each and an editor can name it by a number.
 */
#ifndef COPYDESK_MODEL_CHECK_MANUSCRIPT_H
#define COPYDESK_MODEL_CHECK_MANUSCRIPT_H

#include "model/check/findings.h"
#include "model/model.h"
#include "text/language.h"
#include "text/span.h"

/* The parts of an answer. All but the body and what stands before its first heading begin with a line of their own,
 * "== CLOSE". */
enum manuscript_part { PART_OPENING, PART_BODY, PART_MORE, PART_CLOSE, PART_QUESTIONS, PART_ACTION, MANUSCRIPT_PARTS };

enum line_kind {
    LINE_SENTENCE,
    LINE_HEADING,
    LINE_ROW,
    LINE_CODE,
    LINE_MARK /* stands for a picture, a table or code that is put there later: "P1" */
};

/* A link by its number: bytes of the text of its line. */
struct line_link {
    int number;
    size_t start, length;
};

/* Passages that one line may cite; further ones are dropped. */
enum { LINE_CITES = 12 };

struct line {
    enum line_kind kind;
    enum manuscript_part part;
    struct str text;         /* without markers; of a row its cells, " | " between them; marks ("⟦3⟧") in it stay */
    struct str term;         /* a bold lead of an item, "Term:"; empty: none */
    int cites[LINE_CITES];   /* numbers of passages, from 1; 0: no more */
    int level;               /* of a heading, 2 or 3; of an item, how deep it stands, from 1 */
    bool is_given;           /* it stays as it is, as a heading of the customer's does */
    bool is_kept;            /* it may be changed, and does not go */
    int item;                /* 0: running text; n: part of the n-th item of its list */
    bool is_ordered;         /* its list is numbered */
    int place;               /* its number in that list */
    int first;               /* where an item begins a list: the number of that list's first; else 0 */
    struct line_link *links; /* in order */
    size_t link_count;
    struct spans spans; /* emphasis; where marks are read */
    bool begins;        /* a paragraph, list or table begins with it */
    bool is_gone;       /* it was taken out */
    bool is_accepted;   /* the editor has read its findings, and lets it stand */
    size_t number;      /* by which the editor knows it; 0: it was never shown */
    struct finding *findings;
    size_t finding_count, finding_cap;
};

struct manuscript {
    struct arena *arena;
    const struct language *language; /* NULL: nothing is known of it */
    size_t passages;                 /* the greatest number that may be cited */
    struct line *list;
    size_t count, cap;
    bool has_marks; /* marks are read: "⟦P1⟧" is a line of its own, "⟦L1:words⟧" a link; and emphasis */
};

/*
 * Appends what an answer in Markdown says; `part`: where it begins. Reasoning, a fence around it, lead-ins, offers,
 * lists of sources, bold, links, HTML and sentences with addresses are left out. The text lives in the arena of the
 * manuscript, and so does the answer. E_MEMORY.
 */
enum status manuscript_read(struct manuscript *manuscript, enum manuscript_part part, struct str answer,
                            struct error *err);

/* The lines of a single sentence or several, as an editor gives them: running text of this part, not added. *lines may
 * be empty. E_MEMORY. */
enum status manuscript_read_sentences(struct manuscript *manuscript, struct str text, struct line **lines,
                                      size_t *count, struct error *err);

/* Takes the marks out of the last line: links become its own, each other one a line behind it; a line with nothing else
 * goes. False: memory ran out. */
bool manuscript_take_marks(struct manuscript *manuscript);

/* Appends the first `length` bytes of the line's text with the marks of its links and of emphasis. */
void manuscript_print_links(const struct line *line, size_t length, struct buf *out);

/* Puts a link on words of the line; false: others are there, or memory ran out. */
bool line_add_link(struct arena *arena, struct line *line, struct line_link link);

/* Room for a line behind the last; NULL: memory ran out. */
struct line *manuscript_add(struct manuscript *manuscript);

/* How a line is shown to a model: with its markers before the full stop; a heading with "##", an item with its mark. */
void manuscript_print_line(const struct line *line, struct buf *out);

/* The first mark at or behind `from`, "⟦3⟧" or "⟦/3⟧": it stands for what is no text. *length: its bytes;
 * 0: there is none. */
size_t manuscript_mark(struct str text, size_t from, size_t *length);

/* Words of a part; of all parts: MANUSCRIPT_PARTS. */
size_t manuscript_words(const struct manuscript *manuscript, enum manuscript_part part);

/* Closes the gaps of what was taken out: lines go, items and paragraphs begin anew, nothing announces what is gone. */
void manuscript_close_gaps(struct manuscript *manuscript);

/* The lines first..end-1, none of them a heading of level 2, as an article takes them; a heading inside becomes one
 * below theirs. source_of: the source of each passage, by its number less 1; NULL: sources are not shown. E_MEMORY. */
enum status manuscript_text(const struct manuscript *manuscript, size_t first, size_t end,
                            const struct model_excerpt *passages, struct model_text *text, struct error *err);

#endif
