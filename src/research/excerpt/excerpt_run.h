/* Rows of a list, a table, code or a paragraph put together into texts that fit an excerpt. */
#ifndef COPYDESK_RESEARCH_EXCERPT_RUN_H
#define COPYDESK_RESEARCH_EXCERPT_RUN_H

#include "research/excerpt/excerpt.h"

struct run_row {
    struct str text;
    bool leans; /* had better not be parted from the row before it */
};

struct run {
    struct str lead;      /* stands before the first part, or before each */
    bool repeats_lead;    /* before each */
    const char *open;     /* begins each part, behind the lead */
    const char *between;  /* rows */
    const char *close;    /* ends each part */
    struct run_row *rows; /* each with at most run_room bytes */
    size_t count, cap;
};

/* Bytes that a row may have. */
size_t run_room(const struct run *run);

/* Adds a row, cut at blanks into several where it is too long. E_MEMORY. */
enum status run_add(struct run *run, struct arena *arena, struct str text, bool leans, struct error *err);

/* The parts of the run, about equally long. E_MEMORY. */
enum status run_join(const struct run *run, struct arena *arena, struct str **parts, size_t *count, struct error *err);

#endif
