#include "base/system/tally.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tally {
    pthread_mutex_t lock;
    struct tally_row rows[TALLY_ROWS];
    int count;
};

struct tally *tally_new(void)
{
    struct tally *tally = calloc(1, sizeof *tally);
    if (tally)
        pthread_mutex_init(&tally->lock, NULL);
    return tally;
}

void tally_free(struct tally *tally)
{
    if (!tally)
        return;
    pthread_mutex_destroy(&tally->lock);
    free(tally);
}

static bool is_row(const struct tally_row *row, const char *first, const char *second)
{
    enum { LENGTH = TALLY_LABEL_SIZE - 1 };
    return strncmp(row->first, first, LENGTH) == 0 && strncmp(row->second, second, LENGTH) == 0;
}

/* Under the lock. The last row is for all that no row is left for. */
static struct tally_row *row_of(struct tally *tally, const char *first, const char *second)
{
    for (int i = 0; i < tally->count; i++)
        if (is_row(&tally->rows[i], first, second))
            return &tally->rows[i];
    bool is_full = tally->count >= TALLY_ROWS - 1;
    struct tally_row *row = &tally->rows[is_full ? TALLY_ROWS - 1 : tally->count];
    if (tally->count < TALLY_ROWS) {
        snprintf(row->first, sizeof row->first, "%s", is_full ? "other" : first);
        snprintf(row->second, sizeof row->second, "%s", is_full && second[0] ? "other" : second);
        tally->count++;
    }
    return row;
}

void tally_add(struct tally *tally, const char *first, const char *second, double amount)
{
    if (!tally)
        return;
    pthread_mutex_lock(&tally->lock);
    struct tally_row *row = row_of(tally, first, second ? second : "");
    row->count++;
    row->sum += amount;
    pthread_mutex_unlock(&tally->lock);
}

int tally_read(struct tally *tally, struct tally_row rows[TALLY_ROWS])
{
    if (!tally)
        return 0;
    pthread_mutex_lock(&tally->lock);
    int count = tally->count;
    memcpy(rows, tally->rows, (size_t)count * sizeof *rows);
    pthread_mutex_unlock(&tally->lock);
    return count;
}
