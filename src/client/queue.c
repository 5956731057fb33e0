#include "client/internal.h"

void queue_push(struct call_queue *queue, struct client_call *call)
{
    call->queue = queue;
    call->queue_prev = queue->last;
    call->queue_next = NULL;
    if (queue->last)
        queue->last->queue_next = call;
    else
        queue->first = call;
    queue->last = call;
}

void queue_leave(struct client_call *call)
{
    struct call_queue *queue = call->queue;
    if (!queue)
        return;
    if (call->queue_prev)
        call->queue_prev->queue_next = call->queue_next;
    else
        queue->first = call->queue_next;
    if (call->queue_next)
        call->queue_next->queue_prev = call->queue_prev;
    else
        queue->last = call->queue_prev;
    call->queue = NULL;
}

struct client_call *queue_pop(struct call_queue *queue)
{
    struct client_call *call = queue->first;
    if (call)
        queue_leave(call);
    return call;
}
