/* What an article is made of before its text is written: title and headings. */
#ifndef COPYDESK_WRITE_WRITING_PLAN_H
#define COPYDESK_WRITE_WRITING_PLAN_H

#include "write/writing/writing.h"

/* What a heading of the body is for. */
enum plan_role {
    ROLE_SECTION,
    ROLE_ITEM, /* of a list; it is numbered when the article is put together */
    ROLE_BENEFITS,
    ROLE_PROCESS,
    ROLE_PROOF,
    PLAN_ROLES
};

/* A heading of the body with what writing it takes. */
struct planned {
    struct str title;
    int level;               /* 2 or 3; those of level 3 belong to the last of level 2 before them */
    struct str instructions; /* the caller's for this heading, may be empty */
    struct str covers;       /* the question that the text answers; of an item: in what it differs; may be empty */
    enum plan_role role;
    size_t section; /* of the sources, or the product or place, whose text belongs here: its number, plus 1; 0: any */
    size_t segments[2]; /* of a film: the first and the last of the captions that belong here */
    const struct page_text
        *of_pages;                 /* what stands here of an article made page by page (write/pages); NULL: nothing */
    const struct model_text *text; /* of an item that a page has as it stands; NULL: it is composed */
    bool is_of_brand; /* the section is about the brand, and made of its own texts (brandMentionLevel "prominent") */
};

struct article_plan {
    struct str title; /* empty as long as it is not made */
    bool title_is_given;
    bool is_given;  /* the headings are the caller's: they stay as they are, and stand even without text */
    bool has_close; /* its close is one of the headings, if it is to have any */
    struct planned *headings;
    size_t count;
    const struct model_text *introduction; /* of a list that a page is; NULL: it is composed */
    size_t items;                          /* of data: how many products or places; 0: it is not made of data */
};

/* The role of that name, "section", "item", "benefits", "process" or "proof"; ROLE_SECTION for any other. */
enum plan_role plan_role_find(struct str name);

/* Number of the heading after the section that begins at `first`, with its subsections. */
size_t plan_section_end(const struct article_plan *plan, size_t first);

/* How many headings of level 2. */
size_t plan_sections(const struct article_plan *plan);

/* How many body sections the config asks for; 0, 0: the outline decides. */
void plan_bounds(const json_t *config, size_t *min, size_t *max);

/*
 * The caller's headings: `outline`, or the lines of extraOutlinePrompt. plan->is_given tells whether there are any.
 * E_MEMORY.
 */
enum status plan_read_given(struct writing *writing, struct article_plan *plan);

/*
 * Search engines look for the keyword in a heading (seoOptimizationLevel "default"). Where no heading of level 2 has
 * the words of its subject, in any form, the first that says nothing but some of them is named by all. Items of a list
 * keep their names, and no heading gets the keyword in front of what it says: where none fits, one behind the body may
 * (keyword_heading.h). E_MEMORY.
 */
enum status plan_put_keyword(struct writing *writing, struct article_plan *plan);

/* Is the keyword to stand in a heading? */
bool plan_wants_keyword(const struct writing *writing);

/* Does the heading have the words of the keyword's subject, in any form and order? E_MEMORY. */
enum status plan_has_keyword(struct writing *writing, struct str heading, bool *has);

/*
 * A section with the brand in its heading (brandMentionLevel "prominent"), unless a heading names it: behind the
 * others, and where the caller said how many there may be, in place of the last that has not the keyword. A brand of
 * which nothing is known gets none, with a note.
 */
enum status plan_put_brand(struct writing *writing, struct article_plan *plan);

/* Is there to be a section on the brand? With a note where nothing is known to write it from. E_MEMORY. */
enum status plan_wants_brand(struct writing *writing, bool *wants);

#endif
