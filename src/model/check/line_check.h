/*
 * The lines of a manuscript compared with the passages that they cite. Nothing is changed: what is found stands as
 * findings at the lines.
 *
 * All passages that a line cites count together, with their heading, title and site, and with those before and behind
 * them on their page; for a line that cites nothing those that its section cites. The customer's own words are free.
 *
 * A finished text may be its own material: each line as it stands is a passage, which it cites. Then the check is
 * bound: a change may neither bring nor lose anything.
 */
#ifndef COPYDESK_MODEL_CHECK_LINE_CHECK_H
#define COPYDESK_MODEL_CHECK_LINE_CHECK_H

#include "model/check/manuscript.h"
#include "model/check/support.h"

struct line_check {
    struct arena *arena; /* that the passages were read into */
    const struct check_material *material;
    struct pack pack;
    struct hashes runs; /* of words of the passages */
    size_t run;         /* words of a run that is copied; 0: copying is free */
    bool is_bound;
};

/* Reads the passages. `run`: so many words in a row are copied; 0: any may be. The material outlives the checks.
 * E_MEMORY. */
enum status line_check_open(struct line_check *check, struct arena *arena, const struct check_material *material,
                            size_t run, struct error *err);

/* A line as it is compared, without marks. E_MEMORY. */
enum status line_check_claim(const struct line_check *check, struct arena *arena, const struct line *line,
                             struct claim *claim, struct error *err);

/* The findings of all lines, anew; those about passage numbers stay. E_MEMORY. */
enum status line_check_all(const struct line_check *check, struct manuscript *manuscript, struct error *err);

/* The findings of one line that is to stand at the place `at`, by itself: without what compares it with other lines.
 * E_MEMORY. */
enum status line_check_one(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                           struct line *line, struct error *err);

#endif
