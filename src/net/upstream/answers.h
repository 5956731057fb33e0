/* Answers that are kept for a while, by the question: a bounded number of bytes, the oldest go first. */
#ifndef COPYDESK_NET_UPSTREAM_ANSWERS_H
#define COPYDESK_NET_UPSTREAM_ANSWERS_H

#include "base/base.h"

#include <pthread.h>
#include <stdatomic.h>

enum { ANSWERS_MOST = 512, ANSWERS_BYTES = 16 * 1024 * 1024 /* usually */, ANSWERS_ASKED = 64 };

/* Any thread; does not move while it is used. */
struct answers {
    pthread_mutex_t lock;
    struct answers_entry {
        uint64_t hash;
        char *text; /* the question, and behind it type and body */
        size_t question, type, body;
        int64_t until;    /* clock_mono_ms */
    } list[ANSWERS_MOST]; /* in order of their ages, from `first` on */
    size_t first, count, bytes, most_bytes;
    uint64_t asked[ANSWERS_ASKED]; /* hashes of the questions that are being asked */
    size_t asked_count;
    pthread_cond_t ended; /* one of them is asked no more */
};

void answers_init(struct answers *answers, size_t most_bytes);
void answers_destroy(struct answers *answers);

/* Finds what was answered, and copies it into the arena. E_NOT_FOUND: nothing that is young enough; E_MEMORY. */
enum status answers_find(struct answers *answers, struct str question, struct arena *arena, struct str *type,
                         struct str *body, struct error *err);

/* Keeps an answer for so many seconds, if there is memory for it. */
void answers_keep(struct answers *answers, struct str question, struct str type, struct str body, long seconds);

/* The same question is asked by one at a time. False: somebody asks it now (answers_wait). True: answers_end must
 * follow. */
bool answers_begin(struct answers *answers, struct str question);
void answers_end(struct answers *answers, struct str question);

/* Waits until nobody asks the question any more. E_CANCELLED, E_TIMEOUT (deadline: clock_mono_ms). */
enum status answers_wait(struct answers *answers, struct str question, const atomic_bool *cancel, int64_t deadline);

#endif
