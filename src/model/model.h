/*
 * model: who writes. A backend is a small table of functions that turn what the sources say into titles, outlines and text. The
 * built-in writer composes from the sources' own sentences and needs nothing else; language models stand beside it.
 *
 * Everything lives in the arena that a call is given. Text that a backend returns is plain text, never markup.
 */
#ifndef COPYDESK_MODEL_H
#define COPYDESK_MODEL_H

#include "text/text.h"

enum { OWN_WORDS = -1 };

/* One sentence and where it comes from. */
struct model_sentence {
    struct str text;
    int source;      /* number of the source that says it; OWN_WORDS for the writer's own */
    long id;         /* which sentence of the sources it is, verbatim; -1: none */
    int item;        /* 0: running text; n: part of the n-th item of a list */
    struct str term; /* what an item describes; stands before its first sentence; empty: nothing */
};

/* A paragraph; or running text and the list that it announces, when some sentences have an item. */
struct model_block {
    struct model_sentence *sentences;
    size_t count;
};

struct model_text {
    struct model_block *blocks;
    size_t count;
};

/* Neighbouring sentences of one source; those with an item are a list. */
struct model_passage {
    int source;
    size_t section;   /* which section of the sources: two passages with one number stand under one heading */
    size_t place;     /* where in its source: passages of one source read in this order */
    size_t paragraph; /* two passages of one source with one number are parts of one paragraph */
    double score;     /* 0-1, how well it fits */
    struct model_sentence *sentences;
    size_t count;
};

enum point_of_view { THIRD_PERSON, FIRST_PERSON_SINGULAR, FIRST_PERSON_PLURAL, SECOND_PERSON };

/* What is true of the whole article; the same in every call. */
struct model_brief {
    struct str keyword; /* as the caller spells it */
    const struct language *language;
    enum point_of_view point_of_view;
    struct str keyword_phrase; /* the keyword as it stands in running text: with an article where the sources use one */
};

/* A heading of the sources, as a candidate for the outline. */
struct model_heading {
    struct str text;
    int source;
    int depth;          /* 0: a page's title, 1: a main heading, 2: one below the last main heading before it */
    bool is_subtopic;   /* of its page: the page is about a part of the keyword's subject, not all of it */
    double position;    /* 0-1: in its source; in the row of sources when it is of a subtopic page */
    double relevance;   /* to the keyword, 0-1 */
    size_t words;       /* of usable text right below it */
    size_t total_words; /* with the headings inside it */
};

struct model_section {
    struct str title;
    struct str instructions; /* the caller's, may be empty */
    struct model_section *subsections;
    size_t count;
};

struct model_outline {
    struct model_section *sections;
    size_t count;
};

struct model_outline_request {
    const struct model_heading *headings; /* source by source, in document order */
    size_t count;
    size_t min_sections, max_sections; /* 0, 0: as many as the sources carry */
};

struct model_title_request {
    const struct model_outline *outline;
};

enum model_part { PART_INTRODUCTION, PART_SECTION, PART_CONCLUSION, PART_TAKEAWAYS, PART_ANSWER };

struct model_text_request {
    enum model_part part;
    struct str heading;                   /* of the section; the question to answer; empty for other parts */
    const struct model_passage *passages; /* best first */
    size_t count;
};

/* A question that readers may have, with the passages that answer it. */
struct model_question {
    struct str text;
    struct model_passage answer;
};

struct model_questions_request {
    const struct model_question *asked; /* by the sources themselves */
    size_t asked_count;
    const struct model_passage *passages; /* to draw further questions from */
    size_t count;
    size_t max_questions;
};

struct model_backend {
    const char *name;
    bool is_steered; /* follows instructions in words, such as a tone of voice */
    enum status (*outline)(const struct model_brief *brief, const struct model_outline_request *request,
                           struct arena *arena, struct model_outline *outline, struct error *err);
    enum status (*title)(const struct model_brief *brief, const struct model_title_request *request,
                         struct arena *arena, struct str *title, struct error *err);
    /* A text without blocks when the passages give none. */
    enum status (*text)(const struct model_brief *brief, const struct model_text_request *request, struct arena *arena,
                        struct model_text *text, struct error *err);
    enum status (*questions)(const struct model_brief *brief, const struct model_questions_request *request,
                             struct arena *arena, struct model_question **questions, size_t *count, struct error *err);
};

/* The backend by its name ("builtin"); NULL when there is none. */
const struct model_backend *model_find(struct str name);

#endif
