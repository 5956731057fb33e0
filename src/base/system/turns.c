#include "base/system/turns.h"

#include "base/clock.h"
#include "base/system/thread.h"

enum { CANCEL_CHECK_MS = 200 };

/* On the stack of the thread that waits. Each has a condition of its own, so that a turn wakes one thread. */
struct turns_waiter {
    struct turns_waiter *next;
    pthread_cond_t given;
    bool has_turn;
    const atomic_bool *owner; /* its cancel */
    uint64_t round;
};

void turns_init(struct turns *turns, long count)
{
    *turns = (struct turns){.free = count};
    pthread_mutex_init(&turns->lock, NULL);
}

void turns_destroy(struct turns *turns)
{
    pthread_mutex_destroy(&turns->lock);
}

/* --- the line, under the lock --- */

/* In the round behind the last one in which its owner waits, else in the next; there behind the others. */
static void choose_round(const struct turns *turns, struct turns_waiter *waiter)
{
    waiter->round = turns->round + 1;
    for (const struct turns_waiter *at = turns->first; at && waiter->owner; at = at->next)
        if (at->owner == waiter->owner)
            waiter->round = at->round + 1;
}

static void turns_enter(struct turns *turns, struct turns_waiter *waiter)
{
    struct turns_waiter *before = NULL;
    choose_round(turns, waiter);
    for (struct turns_waiter *at = turns->first; at && at->round <= waiter->round; at = at->next)
        before = at;
    waiter->next = before ? before->next : turns->first;
    if (before)
        before->next = waiter;
    else
        turns->first = waiter;
    turns->waiting++;
}

static void turns_leave(struct turns *turns, struct turns_waiter *waiter)
{
    struct turns_waiter *before = NULL;
    for (struct turns_waiter *at = turns->first; at != waiter; at = at->next)
        before = at;
    if (before)
        before->next = waiter->next;
    else
        turns->first = waiter->next;
    turns->waiting--;
}

static void wait_for_turn(struct turns *turns, struct turns_waiter *waiter)
{
    while (!waiter->has_turn)
        pthread_cond_wait(&waiter->given, &turns->lock);
}

static enum status wait_until(struct turns *turns, struct turns_waiter *waiter, const atomic_bool *cancel,
                              int64_t deadline)
{
    while (!waiter->has_turn) {
        int64_t left = deadline ? deadline - clock_mono_ms() : CANCEL_CHECK_MS;
        if (cancel && atomic_load(cancel))
            return E_CANCELLED;
        if (left <= 0)
            return E_TIMEOUT;
        struct timespec until = condition_in_ms(left < CANCEL_CHECK_MS ? left : CANCEL_CHECK_MS);
        pthread_cond_timedwait(&waiter->given, &turns->lock, &until);
    }
    return OK;
}

enum status turns_take(struct turns *turns, const atomic_bool *cancel, int64_t deadline)
{
    enum status status = OK;
    pthread_mutex_lock(&turns->lock);
    if (turns->free > 0) {
        turns->free--;
    } else {
        struct turns_waiter waiter = {.owner = cancel};
        condition_init(&waiter.given);
        turns_enter(turns, &waiter);
        if (cancel || deadline)
            status = wait_until(turns, &waiter, cancel, deadline);
        else
            wait_for_turn(turns, &waiter);
        if (status != OK)
            turns_leave(turns, &waiter);
        pthread_cond_destroy(&waiter.given);
    }
    pthread_mutex_unlock(&turns->lock);
    return status;
}

/* A turn goes straight to the first who waits: nobody who comes later can take it before. */
void turns_give(struct turns *turns)
{
    pthread_mutex_lock(&turns->lock);
    struct turns_waiter *waiter = turns->first;
    if (waiter) {
        turns_leave(turns, waiter);
        turns->round = waiter->round;
        waiter->has_turn = true;
        pthread_cond_signal(&waiter->given);
    } else {
        turns->free++;
    }
    pthread_mutex_unlock(&turns->lock);
}
