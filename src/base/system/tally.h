/*
 * tally: counts by labels ("which step", "which model and how it ended"), since the start of the process.
 *
 * A tally keeps TALLY_ROWS pairs of labels; what comes up beyond that is counted under "other", so that labels which
 * come from outside cannot fill the memory. Any thread.
 */
#ifndef COPYDESK_BASE_SYSTEM_TALLY_H
#define COPYDESK_BASE_SYSTEM_TALLY_H

#include <stdint.h>

enum { TALLY_ROWS = 64, TALLY_LABEL_SIZE = 64 };

struct tally;

/* NULL: no memory. */
struct tally *tally_new(void);
void tally_free(struct tally *tally); /* NULL is allowed */

/* Counts one, and adds the amount. second: NULL where there is one label alone. Labels are cut to their size. tally
 * NULL: nothing is counted. */
void tally_add(struct tally *tally, const char *first, const char *second, double amount);

struct tally_row {
    char first[TALLY_LABEL_SIZE], second[TALLY_LABEL_SIZE];
    uint64_t count;
    double sum; /* of the amounts */
};

/* Copies the rows as they are at one moment, in the order in which they came up; their number. tally NULL: 0. */
int tally_read(struct tally *tally, struct tally_row rows[TALLY_ROWS]);

#endif
