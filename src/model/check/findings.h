/* What a check finds in a line of a manuscript, as a note in the margin for the editor. */
#ifndef COPYDESK_MODEL_CHECK_FINDINGS_H
#define COPYDESK_MODEL_CHECK_FINDINGS_H

#include "base/base.h"

struct line;

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

#endif
