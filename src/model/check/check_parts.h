/* Findings at the lines of a manuscript, and the pieces and markers that lines are read from. */
#ifndef COPYDESK_MODEL_CHECK_CHECK_PARTS_H
#define COPYDESK_MODEL_CHECK_CHECK_PARTS_H

#include "model/check/wording.h"

struct line;

/* --- findings --- */

enum finding_kind {
    FINDING_FIGURE,    /* a figure stands in no passage */
    FINDING_NAME,      /* so of a name, */
    FINDING_QUOTATION, /* of words in quotation marks, */
    FINDING_CODE,      /* and of a command */
    FINDING_NUMBER,    /* it cited a passage that there is not */
    FINDING_COPIED,    /* a run of words of a passage, which is half of the sentence and more */
    FINDING_RUN,       /* a shorter one */
    FINDING_TALK,      /* it speaks of the writer, its task or its material */
    FINDING_TRIED,     /* it claims a test or an experience of the writer's own */
    FINDING_REVIEWERS, /* it tells of more buyers than it cites */
    FINDING_ELSEWHERE, /* a figure or name stands in a passage that is not cited */
    FINDING_SUM,       /* a figure is reckoned out of others, in a line that cites, */
    FINDING_RECKONED,  /* or may be so with those that it cites: it stands if the editor says so */
    FINDING_COUNT,     /* a number in words stands in none of what it may come from */
    FINDING_LIMIT,     /* a passage has "at least" before this figure */
    FINDING_STRONGER,  /* a superlative, or a word that allows no exception, which what it cites does not have */
    FINDING_SUPPORT,   /* hardly a word of it stands in what it cites */
    FINDING_UNCITED,   /* it states something and cites nothing */
    FINDING_THEIRS,    /* only buyers say it, and it does not say so */
    FINDING_SAID,      /* another line says it already */
    FINDING_ALIKE,     /* the third in a row that begins with the same word */
    FINDING_PHRASE,    /* a stock phrase */
    FINDING_PERSON,    /* I, we or you, which are not wanted */
    FINDING_WISH,      /* what the customer wants otherwise, in words of its own */
    FINDING_KINDS
};

struct finding {
    enum finding_kind kind;
    struct str what; /* the figure, the name, the run of words */
    size_t near;     /* the passage that has it, or says most of it, counted from 1; 0: none */
};

/* May a line with this finding not stand in an article? */
bool finding_is_hard(enum finding_kind kind);

/* Notes a finding at the line, once for each kind and text. False: memory ran out. */
bool finding_add(struct arena *arena, struct line *line, enum finding_kind kind, struct str what);

/* The same, with the passage that the line should rather cite. */
bool finding_add_near(struct arena *arena, struct line *line, enum finding_kind kind, struct str what, size_t near);

/* Has the line a finding of this kind? */
bool finding_find(const struct line *line, enum finding_kind kind);

/* Has the line a hard finding? NULL: it has none; else the first. */
const struct finding *finding_hard(const struct line *line);

/* The note in the margin: "the figure 40 is not in what it cites". */
void finding_print(const struct finding *finding, struct buf *out);

/* The word for it in records: "figure". Static. */
const char *finding_name(enum finding_kind kind);

/* --- an answer taken apart --- */

enum answer_piece_kind {
    PIECE_PARAGRAPH,
    PIECE_ITEM,
    PIECE_ROW,
    PIECE_CODE,
    PIECE_HEADING,
    PIECE_PART, /* "== CLOSE": the name of the part that begins */
    PIECE_NONE  /* it was dropped */
};

/* A slice of the answer, with the markup that stands inside lines, and its line ends. */
struct check_piece {
    enum answer_piece_kind kind;
    struct str text;
    bool is_ordered; /* an item of a numbered list */
    int level;       /* of a heading: how many "#" it has; 0: it is in bold */
    int indent;      /* of an item: the blanks before its mark */
    int number;      /* of an item of a numbered list */
};

struct pieces {
    struct check_piece *list;
    size_t count, cap;
};

/*
 * Without reasoning ("<think>"), a fence around everything, a lead-in ("Sure! Here is the section:"), an offer behind
 * it, footnotes and a list of sources. E_MEMORY.
 */
enum status answer_read(struct arena *arena, struct str answer, const struct language *language, struct pieces *pieces,
                        struct error *err);

/* --- markers --- */

enum { MARKER_NUMBERS = 8 };

struct marker {
    long numbers[MARKER_NUMBERS];
    size_t count; /* 0: a placeholder such as "[Insert reference]" */
    size_t end;   /* byte behind it */
};

/* Does the text have markers in square brackets? Then "(3)" is none. */
bool marker_any_brackets(struct str text, const struct wording *own);

#endif
