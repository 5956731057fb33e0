/*
 * Durable writes per second with 1, 16 and 64 producers, beside what the disk can flush in the same seconds: an article
 * is one durable write. The disk's rate is a 4 KiB append and fdatasync, one after the other. `make bench` runs it:
 * store_bench FOLDER [SECONDS].
 */
#include "../c/account_fixture.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_PRODUCERS = 64 };

struct bench {
    struct store *store;
    atomic_bool stop;
    atomic_long written;
};

static void die(const char *what)
{
    fprintf(stderr, "store_bench: %s\n", what);
    exit(1);
}

/* --- the disk alone --- */

static double flushes_per_second(const char *folder, double seconds)
{
    static char block[4096];
    struct buf path = {0};
    buf_printf(&path, "%s/flush", folder);
    int fd = open(buf_text(&path), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0)
        die("cannot write in the folder");
    int64_t start = clock_mono_us(), end = start + (int64_t)(seconds * 1e6);
    long count = 0;
    for (; clock_mono_us() < end; count++)
        if (write(fd, block, sizeof block) != sizeof block || fdatasync(fd) < 0)
            die("the disk failed");
    double rate = (double)count * 1e6 / (double)(clock_mono_us() - start);
    close(fd);
    unlink(buf_text(&path));
    buf_free(&path);
    return rate;
}

/* --- the store --- */

static enum status make_account(struct db *db, void *argument, struct error *err)
{
    return make_account_with(db, argument, "professional", -1, -1, err);
}

static enum status create_article(struct db *db, void *argument, struct error *err)
{
    struct article article = {.id = argument,
                              .account_id = "me",
                              .engine = 2,
                              .config = "{\"targetKeyword\":\"indoor herb garden\",\"articleType\":\"blog_post\"}",
                              .created_at = clock_now_ms()};
    return article_insert(db, &article, err);
}

static void *produce(void *argument)
{
    struct bench *bench = argument;
    struct error err;
    while (!atomic_load(&bench->stop)) {
        char id[UUID_LENGTH + 1];
        uuid_v7(id);
        if (store_write(bench->store, create_article, id, &err))
            die(err.message);
        atomic_fetch_add(&bench->written, 1);
    }
    return NULL;
}

static double writes_per_second(struct store *store, int producers, double seconds)
{
    struct bench bench = {.store = store};
    pthread_t threads[MOST_PRODUCERS];
    int64_t start = clock_mono_us();
    for (int i = 0; i < producers; i++)
        if (pthread_create(&threads[i], NULL, produce, &bench))
            die("no thread");
    usleep((useconds_t)(seconds * 1e6));
    atomic_store(&bench.stop, true);
    for (int i = 0; i < producers; i++)
        pthread_join(threads[i], NULL);
    return (double)atomic_load(&bench.written) * 1e6 / (double)(clock_mono_us() - start);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        die("usage: store_bench FOLDER [SECONDS]");
    const char *folder = argv[1];
    double seconds = argc > 2 ? atof(argv[2]) : 2;
    struct store *store = NULL;
    struct error err;
    if (store_open(folder, &store, &err) || store_write(store, make_account, "me", &err))
        die(err.message);
    static const int producers[] = {1, 16, 64};
    printf("producers  durable writes/s  flushes/s of the disk  ratio\n");
    for (size_t i = 0; i < COUNT_OF(producers); i++) {
        double before = flushes_per_second(folder, seconds / 2);
        double writes = writes_per_second(store, producers[i], seconds);
        double flushes = (before + flushes_per_second(folder, seconds / 2)) / 2;
        printf("%9d  %16.0f  %21.0f  %5.2f\n", producers[i], writes, flushes, writes / flushes);
    }
    store_close(store);
    return 0;
}
