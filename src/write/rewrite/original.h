/* The page that is rewritten, as sections of numbered sentences. */
#ifndef COPYDESK_WRITE_REWRITE_ORIGINAL_H
#define COPYDESK_WRITE_REWRITE_ORIGINAL_H

#include "write/writing/writing.h"

enum unit_kind { UNIT_SENTENCE, UNIT_ITEM, UNIT_CODE, UNIT_ROW };

struct unit {
    enum unit_kind kind;
    struct str text;
    size_t section, block; /* which section, and which block of the page: sentences of one block are a paragraph */
    bool has_figure;
};

struct original_section {
    struct str heading; /* empty: of what stands before the first heading */
    int level;          /* 2, or 3 for one inside the last of level 2 */
    size_t first, end;  /* units right below it, end exclusive */
    bool is_frame;      /* named for its place and no subject: "Introduction", "Conclusion" */
};

struct original {
    struct unit *units;
    size_t count;
    struct original_section *sections; /* the first has no heading and may be empty */
    size_t section_count;
    bool is_procedure; /* its sections are steps: their order stays */
};

/* Reads writing->pages[0], in the arena of the writing. E_MEMORY. */
enum status original_read(struct writing *writing, struct original *original);

/* The order in which sections of level 2 stand in a new article, as their numbers: those nearest the keyword first,
 * unless they are steps; sections named for their place are left out, but for `keeps_all` those in the middle.
 * *lead, *closing: what introduction and conclusion are made of; 0: nothing beside the section without heading. */
enum status original_order(struct writing *writing, const struct original *original, bool keeps_all, size_t **order,
                           size_t *count, size_t *lead, size_t *closing);

/* Number of the section of level 2 behind this one; the count when it is the last. */
size_t original_next(const struct original *original, size_t section);

#endif
