/*
 * Nodes on one PostgreSQL database, each a process of its own. spec/bench/nodes_bench.lua starts it beside pgbench:
 *
 *   nodes_bench DATABASE WORK NODES THREADS SECONDS ACCOUNTS
 *
 * WORK: create (accept an article), claim (claim one and end it), list (the newest twenty of an account), status (one
 * of these), or fill, which makes the accounts and THREADS articles. It prints how many a second, and how many
 * microseconds half of them took at most, and 99 of a hundred.
 */
#include "store/db/db.h"
#include "store/store.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_THREADS = 256, FILL_AT_ONCE = 500, SPANS = 400 };

/* Counts by how long it took: each span is 5 % longer than the one before. */
struct times {
    atomic_long done, spans[SPANS];
};

struct bench {
    const char *database;
    struct store *store;
    const char *work;
    int node, threads, accounts;
    int64_t until;       /* monotonic ms */
    struct times *times; /* shared by all nodes */
};

static void die(const char *what)
{
    fprintf(stderr, "nodes_bench: %s\n", what);
    exit(1);
}

static void name_account(char id[32], int number)
{
    snprintf(id, 32, "account-%d", number);
}

/* --- creating --- */

struct creation {
    const char *account_id;
    int count;
};

static enum status create(struct db *db, void *argument, struct error *err)
{
    const struct creation *creation = argument;
    enum status status = OK;
    for (int i = 0; i < creation->count && status == OK; i++) {
        char id[UUID_LENGTH + 1];
        uuid_v7(id);
        struct article article = {.id = id,
                                  .account_id = creation->account_id,
                                  .engine = 2,
                                  .config = "{\"targetKeyword\":\"indoor herb garden\",\"articleType\":\"blog_post\"}",
                                  .created_at = db_now(db)};
        status = article_insert(db, &article, err);
    }
    return status;
}

/* --- claiming and ending --- */

struct turn {
    struct arena *arena;
    const char *worker;
    struct article article;
};

/* Of all threads that wait to claim, as workers do. */
static enum status claim(struct db *db, void *const *arguments, size_t count, struct error *err)
{
    struct claimant claimants[DB_JOINT_MAX];
    size_t claimed = 0;
    for (size_t i = 0; i < count; i++) {
        struct turn *turn = arguments[i];
        claimants[i] = (struct claimant){turn->worker, turn->arena, &turn->article};
    }
    enum status status = articles_claim(db, claimants, count, db_now(db), 30000, CLAIM_FROM_ANY, &claimed, err);
    return status || claimed == count ? status : error_set(err, E_NOT_FOUND, NULL, "the line is empty");
}

static enum status end(struct db *db, void *argument, struct error *err)
{
    struct turn *turn = argument;
    struct lease lease = {turn->article.id, turn->worker, turn->article.attempt};
    turn->article.state = ARTICLE_FINISHED;
    turn->article.html = "<p>one two</p>";
    turn->article.words_charged = 2;
    return article_end(db, &lease, &turn->article, db_now(db), err);
}

static void claim_and_end(const struct bench *bench, const char *worker)
{
    struct error err;
    struct turn turn = {.arena = arena_new(), .worker = worker};
    enum status status = turn.arena ? store_write_joint(bench->store, claim, &turn, &err) : E_MEMORY;
    if (status == OK)
        status = store_write(bench->store, end, &turn, &err);
    if (status)
        die(status == E_NOT_FOUND ? "the line is empty" : err.message);
    arena_free(turn.arena);
}

/* --- reading --- */

struct look {
    struct arena *arena;
    const char *account_id;
    char id[UUID_LENGTH + 1]; /* "": list */
};

static enum status read_articles(struct db *db, void *argument, struct error *err)
{
    struct look *look = argument;
    struct article *articles, article;
    size_t count = 0;
    if (look->id[0])
        return article_get(db, look->arena, look->account_id, look->id, &article, err);
    enum status status = article_list(db, look->arena, look->account_id, -1, NULL, 20, &articles, &count, err);
    if (status == OK && count)
        snprintf(look->id, sizeof look->id, "%s", articles[random_below(count)].id);
    return status;
}

/* Returns when the reading that counts began. */
static int64_t look_at(const struct bench *bench, bool is_list)
{
    struct error err;
    char account[32];
    name_account(account, (int)random_below((uint64_t)bench->accounts));
    struct look look = {.arena = arena_new(), .account_id = account};
    int64_t start = clock_mono_us();
    enum status status = look.arena ? store_read(bench->store, read_articles, &look, &err) : E_MEMORY;
    if (status == OK && !is_list) {
        start = clock_mono_us();
        status = store_read(bench->store, read_articles, &look, &err);
    }
    if (status)
        die(err.message);
    arena_free(look.arena);
    return start;
}

/* --- times --- */

static void note(struct times *times, int64_t microseconds)
{
    int span = 0;
    for (double most = 1; most < (double)microseconds && span < SPANS - 1; most *= 1.05)
        span++;
    atomic_fetch_add(&times->spans[span], 1);
    atomic_fetch_add(&times->done, 1);
}

/* The longest of the fastest `part` of them. */
static double within(const struct times *times, double part)
{
    double most = 1, left = part * (double)atomic_load(&times->done);
    for (int span = 0; span < SPANS && left > 0; span++, most *= 1.05)
        left -= (double)atomic_load(&times->spans[span]);
    return most;
}

/* --- nodes --- */

struct thread {
    const struct bench *bench;
    int number;
    pthread_t thread;
};

static void *run_thread(void *argument)
{
    const struct thread *thread = argument;
    const struct bench *bench = thread->bench;
    char worker[64], account[32];
    struct error err;
    snprintf(worker, sizeof worker, "%d/%d", bench->node, thread->number);
    name_account(account, (bench->node * bench->threads + thread->number) % bench->accounts);
    struct creation one = {account, 1};
    while (clock_mono_ms() < bench->until) {
        int64_t start = clock_mono_us();
        if (strcmp(bench->work, "claim") == 0)
            claim_and_end(bench, worker);
        else if (strcmp(bench->work, "create") != 0)
            start = look_at(bench, strcmp(bench->work, "list") == 0);
        else if (store_write(bench->store, create, &one, &err))
            die(err.message);
        note(bench->times, clock_mono_us() - start);
    }
    return NULL;
}

static void open_store(struct bench *bench)
{
    struct error err;
    char folder[] = "/tmp/nodes-bench-XXXXXX";
    if (!mkdtemp(folder) || store_connect(folder, bench->database, &bench->store, &err))
        die(err.message);
}

static int run_node(struct bench *bench)
{
    struct thread threads[MOST_THREADS];
    open_store(bench);
    for (int i = 0; i < bench->threads; i++) {
        threads[i] = (struct thread){.bench = bench, .number = i};
        if (pthread_create(&threads[i].thread, NULL, run_thread, &threads[i]))
            die("no thread");
    }
    for (int i = 0; i < bench->threads; i++)
        pthread_join(threads[i].thread, NULL);
    store_close(bench->store);
    return 0;
}

static enum status make_accounts(struct db *db, void *argument, struct error *err)
{
    enum status status = OK;
    bool is_there = false;
    for (int i = 0; i < *(int *)argument && status == OK; i++) {
        char id[32];
        name_account(id, i);
        struct account account = {.id = id, .plan = "professional", .monthly_words = -1, .monthly_credits = -1};
        status = db_exists(db, "SELECT 1 FROM account WHERE id = $1", DB_BIND(db_text(id)), &is_there, err);
        if (status == OK && !is_there)
            status = account_insert(db, &account, err);
    }
    return status;
}

/* `threads` articles, of all accounts in turn. */
static int fill(struct bench *bench)
{
    struct error err;
    open_store(bench);
    if (store_write(bench->store, make_accounts, &bench->accounts, &err))
        die(err.message);
    for (int done = 0; done < bench->threads; done += FILL_AT_ONCE) {
        char account[32];
        name_account(account, done / FILL_AT_ONCE % bench->accounts);
        struct creation some = {account, FILL_AT_ONCE};
        if (store_write(bench->store, create, &some, &err))
            die(err.message);
    }
    store_close(bench->store);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 7)
        die("usage: nodes_bench DATABASE fill|create|claim|list|status NODES THREADS SECONDS ACCOUNTS");
    struct bench bench = {.database = argv[1], .work = argv[2], .threads = atoi(argv[4]), .accounts = atoi(argv[6])};
    if (strcmp(bench.work, "fill") == 0)
        return fill(&bench);
    int64_t start = clock_mono_us(), ms = (int64_t)(atof(argv[5]) * 1000);
    bench.until = clock_mono_ms() + ms;
    bench.times = mmap(NULL, sizeof *bench.times, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (bench.times == MAP_FAILED || bench.threads > MOST_THREADS)
        die("no memory");
    int nodes = atoi(argv[3]), failed = 0, status;
    for (bench.node = 0; bench.node < nodes; bench.node++)
        if (fork() == 0)
            _exit(run_node(&bench));
    while (wait(&status) > 0)
        failed += status != 0;
    printf("%.0f %.0f %.0f\n", (double)atomic_load(&bench.times->done) * 1e6 / (double)(clock_mono_us() - start),
           within(bench.times, 0.5), within(bench.times, 0.99));
    return failed != 0;
}
