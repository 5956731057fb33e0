#include "service/http/activity.h"

#include "base/system/thread.h"

void activity_init(struct activity *activity)
{
    atomic_init(&activity->is_closed, false);
    atomic_init(&activity->active, 0);
    activity->suspended = 0;
    condition_init(&activity->quiet);
    pthread_mutex_init(&activity->lock, NULL);
}

void activity_destroy(struct activity *activity)
{
    pthread_cond_destroy(&activity->quiet);
    pthread_mutex_destroy(&activity->lock);
}

void activity_begin(struct activity *activity)
{
    atomic_fetch_add(&activity->active, 1);
}

/* Whoever waits has closed before it looked at the number, so that one of the two sees the other; and it holds the lock
 * from then on until it sleeps. */
void activity_end(struct activity *activity)
{
    atomic_fetch_sub(&activity->active, 1);
    if (!atomic_load(&activity->is_closed))
        return;
    pthread_mutex_lock(&activity->lock);
    pthread_cond_broadcast(&activity->quiet);
    pthread_mutex_unlock(&activity->lock);
}

bool activity_suspend(struct activity *activity, struct MHD_Connection *connection)
{
    pthread_mutex_lock(&activity->lock);
    bool is_open = !atomic_load(&activity->is_closed);
    if (is_open) {
        activity->suspended++;
        MHD_suspend_connection(connection);
    }
    pthread_mutex_unlock(&activity->lock);
    return is_open;
}

void activity_resume(struct activity *activity, struct MHD_Connection *connection)
{
    pthread_mutex_lock(&activity->lock);
    MHD_resume_connection(connection);
    activity->suspended--;
    if (atomic_load(&activity->is_closed))
        pthread_cond_broadcast(&activity->quiet);
    pthread_mutex_unlock(&activity->lock);
}

bool activity_close(struct activity *activity)
{
    pthread_mutex_lock(&activity->lock);
    bool was_open = !atomic_exchange(&activity->is_closed, true);
    pthread_mutex_unlock(&activity->lock);
    return was_open;
}

void activity_wait_until_quiet(struct activity *activity, int64_t ms)
{
    struct timespec until = condition_in_ms(ms);
    pthread_mutex_lock(&activity->lock);
    while (activity->suspended > 0)
        pthread_cond_wait(&activity->quiet, &activity->lock);
    while (atomic_load(&activity->active) > 0 && pthread_cond_timedwait(&activity->quiet, &activity->lock, &until) == 0)
        continue;
    pthread_mutex_unlock(&activity->lock);
}
