/* What is written: texts of sentences that know where they come from; and the excerpts that a model is shown. */
#ifndef COPYDESK_MODEL_TEXTS_H
#define COPYDESK_MODEL_TEXTS_H

#include "text/text.h"

enum { OWN_WORDS = -1 };

/* A link inside a sentence: text[start, start + length) leads to url. Its address comes from the customer or from data,
 * never from a model. length 0: there is none. */
struct model_link {
    struct str url;
    size_t start, length;
};

enum { ALSO_SOURCES = 3 };

/* Lists within each other; what is deeper stands in the last. */
enum { LISTS_DEEP = 6 };

/* One sentence and where it comes from. Plain text, never markup; with has_code, `backticks` mark code in it. */
struct model_sentence {
    struct str text;
    int source;             /* number of the source that says it; OWN_WORDS for the writer's own */
    int also[ALSO_SOURCES]; /* numbers of further sources that say it, each plus 1; 0: no more */
    long id;                /* which sentence of the sources it is, verbatim; -1: none */
    int item;               /* 0: running text; n: part of the n-th item of a list */
    int level;              /* of an item: how deep it stands, 0 and 1: in no other list */
    bool is_ordered;        /* of one that stands deeper: its list is numbered */
    struct str term;        /* what an item describes; stands before its first sentence; empty: nothing */
    bool has_code;
    struct spans spans; /* marks on its text */
    struct str code;    /* of a part of an item: the listing that stands behind it in its item; empty: none */
    struct model_link link;
    const struct model_link *more; /* further links, behind that one and in order */
    size_t more_count;
};

enum model_block_kind {
    TEXT_RUNNING,    /* a paragraph; or running text and the list that it announces, when some sentences have an item */
    TEXT_TABLE,      /* the sentences are cells, row by row; the first row is its head */
    TEXT_CODE,       /* code, as it stands */
    TEXT_QUOTE,      /* a quotation: each sentence a paragraph, or an item where it has a number */
    TEXT_SUBHEADING, /* one sentence: a heading below that of the text */
    TEXT_PICTURE     /* a picture; or, until the article type puts it there, the name of what stands here, as code */
};

/* A picture or a film of the page that an article is written from. */
struct model_picture {
    struct str url, alternative, caption;
    bool is_film; /* the address of a player */
};

struct model_block {
    struct model_sentence *sentences;
    size_t count;
    enum model_block_kind kind;
    bool is_ordered; /* items are numbered */
    size_t columns;  /* of a table */
    int first_item;  /* the number of its first item; 0: 1 */
    const struct model_picture *picture;
    struct str code, code_language; /* "bash"; empty: not known */
};

struct model_text {
    struct model_block *blocks;
    size_t count;
};

/* A piece of a source as a language model is shown it. */
struct model_excerpt {
    struct str text;    /* cleaned (model/check/check.h) */
    struct str heading; /* what it stands under in its source, as a path: "RAID levels > RAID 5" */
    struct str name;    /* of its source, for people: the page's title */
    int source;         /* number of the source */
    struct str day;     /* of its source: "2026-01-31"; empty: not known */
    size_t voices;      /* of how many buyers it tells: a review of one; 0: of none */
    struct str shown; /* the text with the marks of links and lists, as it stands in prompts; empty: the text itself */
    bool is_mark;     /* it stands for a picture, a table or code, which nobody writes anew */
    bool is_item;     /* of a list, whose items all stay */
};

#endif
