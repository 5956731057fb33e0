/*
 * The article types, one file and one row each.
 *
 * To add a type, write types/NAME.c with its `const struct article_type` and name it in the list of types.c: from then
 * on requests may ask for it. A part that no type has yet is a value of enum article_part, its row in write/parts.c
 * and its file write/draft_NAME.c.
 *
 * Which parameters a type reads is said once, by the bits of the column `types` of the parameter table
 * (params/params_table.c).
 */
#ifndef COPYDESK_WRITE_TYPES_H
#define COPYDESK_WRITE_TYPES_H

#include "write/params/params.h"

/* What an article may be made of, below its title. Which of them it gets, the request's parameters say too. */
enum article_part {
    ARTICLE_INTRODUCTION,
    ARTICLE_TAKEAWAYS,
    ARTICLE_SECTIONS, /* of the outline */
    ARTICLE_CONCLUSION,
    ARTICLE_QUESTIONS, /* with answers */
    ARTICLE_SOURCES,   /* the list of those cited; gets no internal links, and stands last */
    ARTICLE_PARTS
};

/* What must be there before an article of the type is begun: bits, each with its row in write.c, which gets it or
 * fails the article. */
enum { NEEDS_SOURCES = 1 << 0 };

struct writing;
struct article_outline;

struct article_type {
    const char *name;               /* as in the request */
    unsigned bit;                   /* of the parameter table, TYPE_... */
    const enum article_part *parts; /* in the order of the article */
    size_t part_count;
    unsigned needs;
    /* Its own way to an outline and a title; NULL: outline_make. Returns OK, or what ends the writing, with the
     * record's code in the error. */
    enum status (*plan)(struct writing *writing, struct article_outline *outline);
};

/* The type of this name; NULL when it cannot be written. */
const struct article_type *article_type_find(const char *name);

/* The bits of all types that can be written. */
unsigned article_types_writable(void);

/* The rows. */
extern const struct article_type type_blog_post;

#endif
