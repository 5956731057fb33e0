/*
 * What an article under way costs the service itself: threads, slots, leases, connections. Writing waits here, as it
 * does for a slow language model; write_article stands in the place of the one of write/.
 *
 *     workers_bench [ARTICLES [SECONDS]]
 */
#include "../c/account_fixture.h"
#include "base/system/system.h"
#include "service/jobs/jobs.h"
#include "write/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int writing;
static long seconds = 12;

/* Saves a step and tells its progress every two seconds, as a section does when its call comes back. */
enum status write_article(const struct write_services *services, const struct write_job *job, struct arena *arena,
                          struct write_result *result, struct error *err)
{
    static const char text[8 * 1024];
    enum status status = OK;
    (void)services, (void)arena;
    pthread_mutex_lock(&lock);
    writing++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < seconds / 2 && status == OK; i++) {
        struct write_step step = {
            .name = "section", .model = "slow", .is_done = true, .status = "done", .output = {text, sizeof text}};
        sleep(2);
        status = job->save_step(job->context, &step, err);
        if (status == OK)
            status = job->progress(job->context, 0.1 * i, "Writing", err);
    }
    result->title = result->slug = result->meta_description = "t";
    result->html = "<p>one two</p>";
    result->words = 2;
    result->sources = json_array();
    return status;
}

static void note_change(void *context, const char *account_id, const char *article_id)
{
    (void)context, (void)account_id, (void)article_id;
    pthread_mutex_lock(&lock);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static enum status insert(struct db *db, void *argument, struct error *err)
{
    enum status status = make_account_with(db, "me", "professional", -1, -1, err);
    for (int i = 0; i < *(int *)argument && status == OK; i++) {
        char id[UUID_LENGTH + 1];
        uuid_v7(id);
        struct article article = {.id = id, .account_id = "me", .engine = 2, .config = "{}", .created_at = i};
        status = article_insert(db, &article, err);
    }
    return status;
}

/* Private memory of the process in KiB. */
static long resident(void)
{
    char line[128];
    long found = 0;
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    while (file && fgets(line, sizeof line, file)) {
        long number;
        if (sscanf(line, "Private_Dirty: %ld", &number) == 1)
            found = number;
    }
    if (file)
        fclose(file);
    return found;
}

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void run(struct store *store, struct models *models, int count)
{
    struct jobs_counters counters = {0};
    atomic_bool stopping = false;
    struct jobs_options options = {.workers = count,
                                   .instance = "bench",
                                   .store = store,
                                   .models = models,
                                   .changed = note_change,
                                   .stopping = &stopping,
                                   .counters = &counters};
    struct workers *workers = NULL;
    long before = resident();
    double cpu = cpu_seconds();
    int64_t began_at = clock_mono_ms();
    if (workers_start(&options, &workers, NULL) != OK || store_write(store, insert, &count, NULL) != OK)
        exit(1);
    long idle = resident();
    workers_wake(workers);
    pthread_mutex_lock(&lock);
    while (writing < count)
        pthread_cond_wait(&changed, &lock);
    int64_t all_at = clock_mono_ms();
    long most = 0;
    while (atomic_load(&counters.finished) < (unsigned long)count) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        pthread_cond_timedwait(&changed, &lock, &until);
        long now = resident();
        most = now > most ? now : most;
    }
    pthread_mutex_unlock(&lock);
    printf("%d articles at once: idle workers %.1f KiB each, under way %.1f KiB each; all begun after %.2f s; "
           "%.2f s of processor in %.1f s\n",
           count, (double)(idle - before) / count, (double)(most - before) / count, (double)(all_at - began_at) / 1000,
           cpu_seconds() - cpu, (double)(clock_mono_ms() - began_at) / 1000);
    atomic_store(&stopping, true);
    workers_stop(workers);
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/copydesk-bench-XXXXXX", command[64];
    int count = argc > 1 ? atoi(argv[1]) : 200;
    struct store *store;
    struct models *models;
    seconds = argc > 2 ? atol(argv[2]) : seconds;
    if (!mkdtemp(folder) || store_open(folder, &store, NULL) != OK || models_open(NULL, &models, NULL) != OK)
        return 1;
    run(store, models, count);
    models_close(models);
    store_close(store);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}
