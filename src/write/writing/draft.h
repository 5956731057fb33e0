/* The text of an article, part by part, as it is drafted before it is put together. */
#ifndef COPYDESK_WRITE_WRITING_DRAFT_H
#define COPYDESK_WRITE_WRITING_DRAFT_H

#include "write/writing/article_type.h"
#include "write/writing/document/document.h"
#include "write/writing/plan.h"

/* A heading with its text. */
struct drafted {
    struct str title;
    int level; /* 2 or 3 */
    enum plan_role role;
    struct str purpose; /* what else its writer put behind " | " in the heading: "long runs"; empty: nothing */
    struct model_text text;
    const char *problem; /* why a language model gave no text that could be used; NULL: there is none */
    const struct document_figure *figure; /* a picture or a film; NULL: none */
    size_t figure_behind;                 /* so many blocks of the text; 0: right below the heading */
};

/* A part: running text, or headings with theirs. Both are empty as long as it is not drafted, and when there is
 * nothing to say. */
struct draft_part {
    enum article_part kind;
    struct str title; /* of its own heading, where its writer chose one; empty: the usual */
    struct model_text text;
    struct drafted *headings;
    size_t count;
    const char *problem; /* as of struct drafted, for running text */
};

struct draft {
    struct draft_part *parts; /* in the order of the article type */
    size_t count;
    struct str description; /* for search pages; empty: made from the text */
    bool is_composed;       /* some of its text is the sources' own, which stay as long as it does */
};

/* The part of this kind; an empty one when the article type has none. */
struct draft_part *draft_find(const struct draft *draft, enum article_part kind);

/* Is there text below a heading, or below those inside it? */
bool draft_has_text(const struct draft_part *part, size_t heading);

/* Puts the headings of the plan, without text, into a part. E_MEMORY. */
enum status draft_headings(struct writing *writing, const struct article_plan *plan, struct draft_part *part);

/* The text as one string, a blank between sentences; in the arena, data NULL when memory ran out. */
struct str draft_plain(struct arena *arena, const struct model_text *text);

#endif
