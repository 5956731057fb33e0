/*
 * The built-in writer: composes from the sources' own sentences, without a language model. The same request gives the
 * same bytes.
 *
 * What a call returns lives in the arena, and may point into what the call was given. Each returns OK, E_MEMORY, or
 * E_INVALID when it cannot write in the language of the brief.
 */
#ifndef COPYDESK_MODEL_BUILTIN_H
#define COPYDESK_MODEL_BUILTIN_H

#include "model/builtin/phrases.h"
#include "model/model.h"

enum point_of_view { THIRD_PERSON, FIRST_PERSON_SINGULAR, FIRST_PERSON_PLURAL, SECOND_PERSON };

/* What is true of the whole article; the same in every call. */
struct builtin_brief {
    struct str keyword; /* as the caller spells it */
    struct str subject; /* what is searched and ranked for: the keyword without what announces a list ("7 best") */
    const struct language *language;
    enum point_of_view point_of_view;
    bool is_list;              /* the article lists things */
    struct str keyword_phrase; /* the keyword as it stands in running text: with an article where the sources use one */
};

/* Neighbouring sentences of one source; those with an item are a list. By section, place and paragraph the built-in
 * writer puts passages of one source back together. */
struct builtin_passage {
    int source;
    size_t section;   /* which section of the sources: two passages with one number stand under one heading */
    size_t place;     /* where in its source: passages of one source read in this order */
    size_t paragraph; /* two passages of one source with one number are parts of one paragraph */
    double score;     /* 0-1, how well it fits */
    struct model_sentence *sentences;
    size_t count;
};

/* A heading of the sources, as a candidate for the outline. */
struct builtin_heading {
    struct str text;
    int source;
    int depth;          /* 0: a page's title, 1: a main heading, 2: one below the last main heading before it */
    bool is_subtopic;   /* of its page: the page is about a part of the keyword's subject, not all of it */
    double position;    /* 0-1: in its source; in the row of sources when it is of a subtopic page */
    double relevance;   /* to the keyword, 0-1 */
    size_t words;       /* of usable text right below it */
    size_t total_words; /* with the headings inside it */
};

struct builtin_section {
    struct str title;
    struct str instructions; /* the caller's, may be empty */
    struct builtin_section *subsections;
    size_t count;
};

struct builtin_outline {
    struct builtin_section *sections;
    size_t count;
};

struct builtin_outline_request {
    const struct builtin_heading *headings; /* source by source, in document order */
    size_t count;
    size_t min_sections, max_sections; /* 0, 0: as many as the sources carry */
};

struct builtin_title_request {
    const struct builtin_outline *outline;
};

enum builtin_part { PART_INTRODUCTION, PART_SECTION, PART_CONCLUSION, PART_TAKEAWAYS, PART_ANSWER };

struct builtin_text_request {
    enum builtin_part part;
    struct str heading;                     /* of the section; the question to answer; empty for other parts */
    struct str instructions;                /* the caller's for this section; empty: none */
    const struct builtin_passage *passages; /* best first */
    size_t count;
};

/* A question that readers may have, with the passages that answer it. */
struct builtin_question {
    struct str text;
    struct builtin_passage answer;
};

struct builtin_questions_request {
    const struct builtin_question *asked; /* by the sources themselves */
    size_t asked_count;
    const struct builtin_passage *passages; /* to draw further questions from */
    size_t count;
    size_t max_questions;
};

enum status builtin_outline(const struct builtin_brief *brief, const struct builtin_outline_request *request,
                            struct arena *arena, struct builtin_outline *outline, struct error *err);
enum status builtin_title(const struct builtin_brief *brief, const struct builtin_title_request *request,
                          struct arena *arena, struct str *title, struct error *err);
/* A text without blocks when the passages give none. */
enum status builtin_text(const struct builtin_brief *brief, const struct builtin_text_request *request,
                         struct arena *arena, struct model_text *text, struct error *err);
/* A call to action: a sentence of the writer's own, and where link.len is not 0 one that ends in the link to `url`. */
enum status builtin_call(const struct builtin_brief *brief, struct str link, struct str url, struct arena *arena,
                         struct model_text *text, struct error *err);
enum status builtin_questions(const struct builtin_brief *brief, const struct builtin_questions_request *request,
                              struct arena *arena, struct builtin_question **questions, size_t *count,
                              struct error *err);

#endif
