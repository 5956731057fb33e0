#include "service/http/activity.h"

#include "base/system/thread.h"

void activity_init(struct activity *activity)
{
    *activity = (struct activity){.is_closed = false};
    condition_init(&activity->quiet);
    pthread_mutex_init(&activity->lock, NULL);
}

void activity_destroy(struct activity *activity)
{
    pthread_cond_destroy(&activity->quiet);
    pthread_mutex_destroy(&activity->lock);
}

static void count_active(struct activity *activity, int change)
{
    pthread_mutex_lock(&activity->lock);
    activity->active += (size_t)change;
    if (activity->is_closed)
        pthread_cond_broadcast(&activity->quiet);
    pthread_mutex_unlock(&activity->lock);
}

void activity_begin(struct activity *activity)
{
    count_active(activity, 1);
}

void activity_end(struct activity *activity)
{
    count_active(activity, -1);
}

bool activity_suspend(struct activity *activity, struct MHD_Connection *connection)
{
    pthread_mutex_lock(&activity->lock);
    bool is_open = !activity->is_closed;
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
    if (activity->is_closed)
        pthread_cond_broadcast(&activity->quiet);
    pthread_mutex_unlock(&activity->lock);
}

bool activity_close(struct activity *activity)
{
    pthread_mutex_lock(&activity->lock);
    bool was_open = !activity->is_closed;
    activity->is_closed = true;
    pthread_mutex_unlock(&activity->lock);
    return was_open;
}

void activity_wait_until_quiet(struct activity *activity, int64_t ms)
{
    struct timespec until = condition_in_ms(ms);
    pthread_mutex_lock(&activity->lock);
    while (activity->suspended > 0)
        pthread_cond_wait(&activity->quiet, &activity->lock);
    while (activity->active > 0 && pthread_cond_timedwait(&activity->quiet, &activity->lock, &until) == 0)
        continue;
    pthread_mutex_unlock(&activity->lock);
}
