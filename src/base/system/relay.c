#include "base/system/relay.h"

#include "base/system/thread.h"

void relay_init(struct relay *relay)
{
    *relay = (struct relay){0};
    pthread_mutex_init(&relay->lock, NULL);
    condition_init(&relay->changed);
}

void relay_free(struct relay *relay)
{
    pthread_mutex_destroy(&relay->lock);
    pthread_cond_destroy(&relay->changed);
}

int relay_room(struct relay *relay)
{
    pthread_mutex_lock(&relay->lock);
    while (!relay->is_stopped && relay->filled - relay->emptied == RELAY_SLOTS)
        pthread_cond_wait(&relay->changed, &relay->lock);
    int slot = relay->is_stopped ? RELAY_END : (int)(relay->filled % RELAY_SLOTS);
    pthread_mutex_unlock(&relay->lock);
    return slot;
}

int relay_take(struct relay *relay)
{
    pthread_mutex_lock(&relay->lock);
    while (!relay->is_stopped && !relay->is_ended && relay->filled == relay->emptied)
        pthread_cond_wait(&relay->changed, &relay->lock);
    bool is_there = !relay->is_stopped && relay->filled != relay->emptied;
    int slot = is_there ? (int)(relay->emptied % RELAY_SLOTS) : RELAY_END;
    pthread_mutex_unlock(&relay->lock);
    return slot;
}

void relay_tell(struct relay *relay, enum relay_event event)
{
    pthread_mutex_lock(&relay->lock);
    relay->filled += event == RELAY_FILLED;
    relay->emptied += event == RELAY_EMPTIED;
    relay->is_ended |= event == RELAY_ENDED;
    relay->is_stopped |= event == RELAY_STOPPED;
    pthread_cond_signal(&relay->changed);
    pthread_mutex_unlock(&relay->lock);
}
