/* What an article is made of before its text is written: title, headings, and for a language model the excerpts that
 * each heading is written from. */
#ifndef COPYDESK_WRITE_WRITING_PLAN_H
#define COPYDESK_WRITE_WRITING_PLAN_H

#include "write/writing/writing.h"

enum plan_form { FORM_PROSE, FORM_STEPS, FORM_LIST, FORM_TABLE, PLAN_FORMS };

/* What a heading of the body is for. */
enum plan_role {
    ROLE_SECTION,
    ROLE_ITEM, /* of a list; it is numbered when the article is put together */
    ROLE_BENEFITS,
    ROLE_PROCESS,
    ROLE_PROOF,
    PLAN_ROLES
};

/* Excerpts of the sources; they live as long as the article. */
struct material {
    const struct model_excerpt *list;
    size_t count;
};

/* A heading of the body with what writing it takes. */
struct planned {
    struct str title;
    int level;               /* 2 or 3; those of level 3 belong to the last of level 2 before them */
    struct str instructions; /* the caller's for this heading, may be empty */
    struct str covers;       /* the question that the text answers; of an item: in what it differs; may be empty */
    enum plan_role role;
    enum plan_form form;
    struct material material;
    size_t min_words, max_words;
    size_t section;   /* of the sources, or the product or place, whose text belongs here: its number, plus 1; 0: any */
    bool is_opening;  /* only what stands right below that section's heading, and below an empty heading behind it */
    bool is_row;      /* the headings inside it are a row of short ones: all of them stay */
    bool names_brand; /* its writer, and no other, is asked to name the brand */
    bool is_of_brand; /* the section is about the brand, and made of its own texts (brandMentionLevel "prominent") */
};

struct article_plan {
    struct str title; /* empty as long as it is not made */
    bool title_is_given;
    bool is_given; /* the headings are the caller's: they stay as they are, and stand even without text */
    struct planned *headings;
    size_t count;
    size_t items;          /* of data: how many products or places; 0: it is not made of data */
    struct material lead;  /* for the introduction */
    struct material spare; /* for questions: what no heading uses first */
};

/* "prose", "steps", "list", "table". Static. */
const char *plan_form_name(enum plan_form form);

/* The form of that name; FORM_PROSE for any other. */
enum plan_form plan_form_find(struct str name);

/* "section", "item", "benefits", "process", "proof". Static. */
const char *plan_role_name(enum plan_role role);

/* The role of that name; ROLE_SECTION for any other. */
enum plan_role plan_role_find(struct str name);

/* How many headings have this role. */
size_t plan_count_role(const struct article_plan *plan, enum plan_role role);

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

/* Stored as a step and loaded; E_NOT_FOUND when it was not stored. `step` names it. */
enum status plan_save(struct writing *writing, const struct article_plan *plan, int64_t began_ms);
enum status plan_load(struct writing *writing, struct article_plan *plan);

#endif
