#include "base/system/thread.h"

void condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

struct timespec condition_in_ms(int64_t ms)
{
    int64_t at = clock_mono_ms() + ms;
    return (struct timespec){.tv_sec = at / 1000, .tv_nsec = at % 1000 * 1000000};
}

static enum status system_start(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *argument),
                                void *argument, struct error *err)
{
    if (pthread_create(thread, attributes, run, argument) != 0)
        return error_set(err, E_MEMORY, NULL, "no more threads can be made");
    return OK;
}

enum status thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument, struct error *err)
{
    return system_start(thread, NULL, run, argument, err);
}

/* The frames of a build with the address sanitizer are several times as large. */
#ifdef __SANITIZE_ADDRESS__
enum { STACK_FACTOR = 8 };
#else
enum { STACK_FACTOR = 1 };
#endif

enum status thread_start_small(pthread_t *thread, void *(*run)(void *argument), void *argument, struct error *err)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return error_memory(err);
    pthread_attr_setstacksize(&attributes, (size_t)STACK_FACTOR * THREAD_SMALL_STACK);
    enum status status = system_start(thread, &attributes, run, argument, err);
    pthread_attr_destroy(&attributes);
    return status;
}

/* Under the lock. */
static void sleep_for(struct background *background, int64_t ms)
{
    struct timespec until = condition_in_ms(ms);
    while (!background->is_stopping && !background->is_woken) {
        if (ms < 0)
            pthread_cond_wait(&background->changed, &background->lock);
        else if (pthread_cond_timedwait(&background->changed, &background->lock, &until) != 0)
            return;
    }
}

static void *thread_run(void *argument)
{
    struct background *background = argument;
    pthread_mutex_lock(&background->lock);
    while (!background->is_stopping) {
        background->is_woken = false;
        pthread_mutex_unlock(&background->lock);
        int64_t pause = background->work(background->argument);
        pthread_mutex_lock(&background->lock);
        sleep_for(background, pause);
    }
    pthread_mutex_unlock(&background->lock);
    return NULL;
}

enum status background_start(struct background *background, int64_t (*work)(void *argument), void *argument,
                             struct error *err)
{
    *background = (struct background){.work = work, .argument = argument, .is_made = true};
    condition_init(&background->changed);
    pthread_mutex_init(&background->lock, NULL);
    enum status status = thread_start(&background->thread, thread_run, background, err);
    background->is_running = !status;
    return status;
}

void background_wake(struct background *background)
{
    pthread_mutex_lock(&background->lock);
    background->is_woken = true;
    pthread_cond_signal(&background->changed);
    pthread_mutex_unlock(&background->lock);
}

void background_stop(struct background *background)
{
    if (!background->is_made)
        return;
    pthread_mutex_lock(&background->lock);
    background->is_stopping = true;
    pthread_cond_signal(&background->changed);
    pthread_mutex_unlock(&background->lock);
    if (background->is_running)
        pthread_join(background->thread, NULL);
    pthread_cond_destroy(&background->changed);
    pthread_mutex_destroy(&background->lock);
    background->is_made = false;
}
