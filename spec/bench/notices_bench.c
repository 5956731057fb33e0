/*
 * How long it takes from one node's notices_send until another node is called, beside bare LISTEN and NOTIFY by libpq
 * on the same server: from PQsendQuery on one connection until PQnotifies on another.
 *
 *   notices_bench DATABASE ROUNDS
 *
 * It prints a line for each, "bare P50 P99 MOST" and "notices P50 P99 MOST", in microseconds. Pauses of up to 20 ms
 * between two rounds, by chance, so that no clock of one meets one of the other.
 */
#include "store/notices/notices.h"

#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static atomic_long arrived_at; /* nanoseconds; 0: not yet */
static atomic_bool is_over, is_there;

static long now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000L + now.tv_nsec;
}

static void rest(void)
{
    const struct timespec pause = {.tv_nsec = (long)random_below(20000000)};
    nanosleep(&pause, NULL);
}

static _Noreturn void fail(const char *why)
{
    fprintf(stderr, "notices_bench: %s\n", why);
    exit(1);
}

static int compare(const void *left, const void *right)
{
    long a = *(const long *)left, b = *(const long *)right;
    return (a > b) - (a < b);
}

static void measure(const char *name, int rounds, void (*send)(void *context), void *context)
{
    long *times = calloc((size_t)rounds, sizeof *times);
    if (!times)
        fail("no memory");
    for (int i = 0; i < rounds; i++) {
        rest();
        atomic_store(&arrived_at, 0);
        long begun = now_ns(), arrived;
        send(context);
        while (!(arrived = atomic_load(&arrived_at))) {
            const struct timespec pause = {.tv_nsec = 20000};
            nanosleep(&pause, NULL);
        }
        times[i] = arrived - begun;
    }
    qsort(times, (size_t)rounds, sizeof *times, compare);
    printf("%s %.0f %.0f %.0f\n", name, (double)times[rounds / 2] / 1e3, (double)times[rounds * 99 / 100] / 1e3,
           (double)times[rounds - 1] / 1e3);
    free(times);
}

/* --- bare --- */

static PGconn *connect_to(const char *database)
{
    PGconn *connection = PQconnectdb(database);
    if (PQstatus(connection) != CONNECTION_OK)
        fail(PQerrorMessage(connection));
    return connection;
}

static void run(PGconn *connection, const char *sql)
{
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail(PQerrorMessage(connection));
    PQclear(result);
}

static void *listen_to(void *argument)
{
    PGconn *connection = argument;
    while (!atomic_load(&is_over)) {
        struct pollfd watched = {.fd = PQsocket(connection), .events = POLLIN};
        poll(&watched, 1, 100);
        PQconsumeInput(connection);
        for (PGnotify *notify; (notify = PQnotifies(connection)); PQfreemem(notify))
            atomic_store(&arrived_at, now_ns());
    }
    return NULL;
}

static void send_bare(void *context)
{
    run(context, "SELECT pg_notify('bare', '01890000-0000-7000-8000-000000000001 shown:a')");
}

static void measure_bare(const char *database, int rounds)
{
    pthread_t thread;
    PGconn *sender = connect_to(database), *listener = connect_to(database);
    run(sender, "SET synchronous_commit = off");
    run(listener, "LISTEN bare");
    if (pthread_create(&thread, NULL, listen_to, listener))
        fail("no thread");
    measure("bare", rounds, send_bare, sender);
    atomic_store(&is_over, true);
    pthread_join(thread, NULL);
    PQfinish(sender);
    PQfinish(listener);
}

/* --- notices --- */

static void receive(void *context, const char *kind, const char *id)
{
    (void)context, (void)id;
    if (kind)
        atomic_store(&arrived_at, now_ns());
    else
        atomic_store(&is_there, true);
}

static void ignore(void *context, const char *kind, const char *id)
{
    (void)context, (void)kind, (void)id;
}

static void send_notice(void *context)
{
    notices_send(context, "shown", "01890000-0000-7000-8000-000000000001");
}

static void measure_notices(const char *database, int rounds)
{
    struct error err;
    struct notices *one, *two;
    const struct notices_options of_one = {database, "01890000-0000-7000-8000-00000000000a", ignore, NULL};
    const struct notices_options of_two = {database, "01890000-0000-7000-8000-00000000000b", receive, NULL};
    if (notices_new(&of_one, &one, &err) || notices_new(&of_two, &two, &err) || notices_start(one, &err) ||
        notices_start(two, &err))
        fail(err.message);
    while (!atomic_load(&is_there) || !notices_come(one))
        rest();
    measure("notices", rounds, send_notice, one);
    notices_free(one);
    notices_free(two);
}

int main(int count, char **arguments)
{
    if (count != 3)
        fail("say DATABASE ROUNDS");
    measure_bare(arguments[1], atoi(arguments[2]));
    measure_notices(arguments[1], atoi(arguments[2]));
    return 0;
}
