/*
 * Articles claimed and ended per second, without the disk: many in one transaction. With one account and 100 in line,
 * which is the baseline, with 100,000 in line, and with up to 1,000 accounts; beside them, articles inserted per
 * second. `make bench` runs it: claims_bench FOLDER [SECONDS].
 */
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { AT_ONCE = 64 };

static long accounts, in_line; /* of each account */
static long inserted;

static void die(const char *what)
{
    fprintf(stderr, "claims_bench: %s\n", what);
    exit(1);
}

static enum status make_accounts(struct db *db, void *argument, struct error *err)
{
    enum status status = OK;
    for (long i = 0; i < accounts && status == OK; i++) {
        char id[32];
        snprintf(id, sizeof id, "account-%ld", i);
        struct account account = {.id = id, .plan = "professional", .monthly_words = -1, .monthly_credits = -1};
        status = account_insert(db, &account, err);
    }
    (void)argument;
    return status;
}

static enum status insert_some(struct db *db, void *argument, struct error *err)
{
    enum status status = OK;
    long end = inserted + *(long *)argument;
    for (; inserted < end && status == OK; inserted++) {
        char id[UUID_LENGTH + 1], account_id[32];
        uuid_v7(id);
        snprintf(account_id, sizeof account_id, "account-%ld", inserted % accounts);
        struct article article = {.id = id,
                                  .account_id = account_id,
                                  .engine = 2,
                                  .config = "{\"targetKeyword\":\"indoor herb garden\",\"articleType\":\"blog_post\"}",
                                  .created_at = inserted};
        status = article_insert(db, &article, err);
    }
    return status;
}

/* What was done in the time that was measured. */
struct tally {
    struct arena *arena;
    struct article articles[AT_ONCE];
    int64_t inserting, claiming, ending; /* microseconds */
    long count;
};

/* One after the other, as workers do that end at different times. */
static enum status claim_all(struct db *db, struct tally *tally, struct error *err)
{
    enum status status = OK;
    size_t claimed = 1;
    for (int i = 0; i < AT_ONCE && status == OK && claimed; i++) {
        struct claimant claimant = {"w/1", tally->arena, &tally->articles[i]};
        status = articles_claim(db, &claimant, 1, clock_now_ms(), 30000, CLAIM_FROM_ANY, &claimed, err);
    }
    return status || claimed ? status : error_set(err, E_NOT_FOUND, NULL, "the line is empty");
}

static enum status end_all(struct db *db, struct tally *tally, struct error *err)
{
    enum status status = OK;
    for (int i = 0; i < AT_ONCE && status == OK; i++) {
        struct article *article = &tally->articles[i];
        struct lease lease = {article->id, "w/1", article->attempt};
        article->state = ARTICLE_FINISHED;
        article->html = "<p>one two</p>";
        article->words_charged = 2;
        status = article_end(db, &lease, article, clock_now_ms(), err);
    }
    return status;
}

/* As many are inserted as are ended, so that the line stays as long as it is. */
static enum status work(struct db *db, void *argument, struct error *err)
{
    struct tally *tally = argument;
    long some = AT_ONCE;
    int64_t start = clock_mono_us();
    enum status status = insert_some(db, &some, err);
    int64_t inserted_at = clock_mono_us();
    if (status == OK)
        status = claim_all(db, tally, err);
    int64_t claimed_at = clock_mono_us();
    if (status == OK)
        status = end_all(db, tally, err);
    tally->inserting += inserted_at - start;
    tally->claiming += claimed_at - inserted_at;
    tally->ending += clock_mono_us() - claimed_at;
    tally->count += AT_ONCE;
    return status;
}

static void measure(struct store *store, double seconds, struct tally *tally)
{
    struct error err;
    int64_t end = clock_mono_us() + (int64_t)(seconds * 1e6);
    while (clock_mono_us() < end) {
        tally->arena = arena_new();
        if (!tally->arena || store_write(store, work, tally, &err))
            die(err.message);
        arena_free(tally->arena);
    }
}

static double rate(long count, int64_t microseconds)
{
    return (double)count * 1e6 / (double)microseconds;
}

static void run(const char *parent, long account_count, long each, double seconds)
{
    struct store *store;
    struct error err;
    struct buf folder = {0}, command = {0};
    buf_printf(&folder, "%s/claims-XXXXXX", parent);
    if (!mkdtemp(folder.data) || store_open(buf_text(&folder), &store, &err))
        die("no store");
    accounts = account_count;
    in_line = account_count * each;
    inserted = 0;
    if (store_write(store, make_accounts, NULL, &err) || store_write(store, insert_some, &in_line, &err))
        die(err.message);
    struct tally tally = {0};
    measure(store, seconds, &tally);
    printf("%8ld  %16ld  %8.0f  %7.0f  %5.0f  %17.0f\n", accounts, each, rate(tally.count, tally.inserting),
           rate(tally.count, tally.claiming), rate(tally.count, tally.ending),
           rate(tally.count, tally.claiming + tally.ending));
    store_close(store);
    buf_printf(&command, "rm -rf '%s'", buf_text(&folder));
    if (system(buf_text(&command)) != 0)
        die("the folder stays");
    buf_free(&folder);
    buf_free(&command);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : "/tmp";
    double seconds = argc > 2 ? atof(argv[2]) : 3;
    printf("a second, in transactions of %d:\n", AT_ONCE);
    printf("accounts  in line for each  inserted  claimed  ended  claimed and ended\n");
    run(folder, 1, 100, seconds);
    run(folder, 1, 100000, seconds);
    run(folder, 10, 1000, seconds);
    run(folder, 100, 100, seconds);
    run(folder, 1000, 100, seconds);
    return 0;
}
