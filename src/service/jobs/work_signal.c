#include "service/jobs/work_signal.h"

#include "base/system/thread.h"

void work_signal_init(struct work_signal *signal)
{
    *signal = (struct work_signal){0};
    condition_init(&signal->work);
    pthread_mutex_init(&signal->lock, NULL);
}

void work_signal_destroy(struct work_signal *signal)
{
    pthread_cond_destroy(&signal->work);
    pthread_mutex_destroy(&signal->lock);
}

void work_signal_raise(struct work_signal *signal)
{
    pthread_mutex_lock(&signal->lock);
    signal->count++;
    pthread_cond_signal(&signal->work);
    pthread_mutex_unlock(&signal->lock);
    if (signal->raised)
        signal->raised(signal->context);
}

void work_signal_close(struct work_signal *signal)
{
    pthread_mutex_lock(&signal->lock);
    signal->closed = true;
    pthread_cond_broadcast(&signal->work);
    pthread_mutex_unlock(&signal->lock);
}

bool work_signal_wait(struct work_signal *signal, unsigned long *seen)
{
    pthread_mutex_lock(&signal->lock);
    while (!signal->closed && signal->count == *seen)
        pthread_cond_wait(&signal->work, &signal->lock);
    *seen = signal->count;
    bool is_open = !signal->closed;
    pthread_mutex_unlock(&signal->lock);
    return is_open;
}
