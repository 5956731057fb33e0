/*
 * queue: a list in order of arrival, linked through its entries: putting one in cannot fail, and one leaves from
 * anywhere at once.
 */
#ifndef COPYDESK_CLIENT_QUEUE_H
#define COPYDESK_CLIENT_QUEUE_H

#include <stddef.h>

struct queue_entry {
    void *item;          /* what the entry stands for */
    struct queue *queue; /* the one that it is in; NULL: none */
    struct queue_entry *prev, *next;
};

/* Zeroed: empty. */
struct queue {
    struct queue_entry *first, *last;
};

/* The entry must be in no queue. */
static inline void queue_push(struct queue *queue, struct queue_entry *entry)
{
    entry->queue = queue;
    entry->prev = queue->last;
    entry->next = NULL;
    if (queue->last)
        queue->last->next = entry;
    else
        queue->first = entry;
    queue->last = entry;
}

/* An entry in no queue is allowed. */
static inline void queue_leave(struct queue_entry *entry)
{
    struct queue *queue = entry->queue;
    if (!queue)
        return;
    if (entry->prev)
        entry->prev->next = entry->next;
    else
        queue->first = entry->next;
    if (entry->next)
        entry->next->prev = entry->prev;
    else
        queue->last = entry->prev;
    entry->queue = NULL;
}

/* Takes the first entry out: its item, NULL when there is none. */
static inline void *queue_pop(struct queue *queue)
{
    struct queue_entry *entry = queue->first;
    if (!entry)
        return NULL;
    queue_leave(entry);
    return entry->item;
}

#endif
