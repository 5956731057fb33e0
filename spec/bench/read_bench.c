/*
 * Pages read from many hosts, half of which misbehave.
 *
 *     read_bench
 *
 * 1. 300 good pages of 30 hosts: fetches a second of the reader (with robots.txt, and each page read into a struct
 *    page), beside `xargs -P 6 curl` over the same list: one curl for each page, as that is what it starts.
 * 2. A research run: 60 pages, half of them from hosts that are slow, broken, looping or lying about their length. When
 *    it ends beside its deadline, what was used, what was named and why, and the most memory that it took. Beside it
 *    xargs over the same list, where curl gives a page ten seconds.
 *
 * 3. How long after it was called off a reading of silent hosts returns.
 * 4. Choosing among the good pages: processor time beside that of reading them into pages.
 *
 * nginx is the 30 good hosts, as 127.0.0.1 to 127.0.0.30; the bad ones are a process of their own.
 */
#include "research/read/read.h"

#include "../c/faulty_host.h"
#include "../c/manual.h"
#include "../c/nginx.h"

#include <stdarg.h>
#include <sys/resource.h>
#include <sys/stat.h>

enum { GOOD = 30, BAD = 30, PAGES_EACH = 10, ROUNDS = 5, DEADLINE_MS = 20 * 1000, PARALLEL = 6 };

static const char *const pages[] = {
    "ddl-partitioning", "ddl-inherit", "ddl-schemas",      "ddl-alter",     "ddl-constraints",
    "tutorial-join",    "mvcc-intro",  "functions-string", "indexes-types", "backup-dump",
};

static const enum host_fault faults[BAD] = {
    HOST_SILENT,  HOST_TRICKLES,  HOST_REFUSES, HOST_HANGS_UP, HOST_BREAKS, HOST_TOO_LONG,  HOST_SILENT,  HOST_TRICKLES,
    HOST_LOOPS,   HOST_TOO_SHORT, HOST_ENDLESS, HOST_BOMB,     HOST_SILENT, HOST_TRICKLES,  HOST_REFUSES, HOST_HANGS_UP,
    HOST_BREAKS,  HOST_TOO_LONG,  HOST_SILENT,  HOST_TRICKLES, HOST_LOOPS,  HOST_TOO_SHORT, HOST_ENDLESS, HOST_HEADERS,
    HOST_NO_HTTP, HOST_NO_GZIP,   HOST_MISSING, HOST_BROKEN,   HOST_BUSY,   HOST_PICTURE,
};

struct bench {
    char folder[64];
    unsigned port;
    pid_t nginx, bad;
    int to_bad; /* closed: the bad hosts end */
    char bad_urls[BAD][40];
};

static void fail(const char *what)
{
    fprintf(stderr, "read_bench: %s\n", what);
    exit(1);
}

/* --- the hosts --- */

static FILE *create(const struct bench *bench, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", bench->folder, name);
    FILE *file = fopen(path, "w");
    if (!file)
        fail(path);
    return file;
}

static void write_configuration(const struct bench *bench)
{
    FILE *file = create(bench, "nginx.conf");
    fprintf(file,
            "daemon off;\nmaster_process off;\npid pid;\nerror_log stderr emerg;\n"
            "events { worker_connections 256; }\nhttp {\n  access_log off;\n  types { text/html html; }\n"
            "  client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f;\n"
            "  uwsgi_temp_path u; scgi_temp_path s;\n  server {\n    charset utf-8;\n    root %s;\n",
            manual_folder());
    for (int i = 1; i <= GOOD; i++)
        fprintf(file, "    listen 127.0.0.%d:%u;\n", i, bench->port);
    fprintf(file, "  }\n}\n");
    fclose(file);
}

static void serve_badly(int to_parent, int from_parent)
{
    struct faulty_host *hosts = calloc(BAD, sizeof *hosts);
    char byte;
    for (size_t i = 0; i < BAD; i++) {
        host_start(&hosts[i], faults[i], "<p>A page of a host that lies about the length of what it has to say.</p>");
        if (write(to_parent, hosts[i].url, sizeof hosts[i].url) < 0)
            _exit(1);
    }
    while (read(from_parent, &byte, 1) > 0)
        ;
    _exit(0);
}

static void start_hosts(struct bench *bench)
{
    int up[2], down[2];
    strcpy(bench->folder, "/tmp/read-bench-XXXXXX");
    if (!mkdtemp(bench->folder) || chmod(bench->folder, 0755) != 0)
        fail("no folder can be made");
    for (int attempt = 0; attempt < NGINX_ATTEMPTS && !bench->nginx; attempt++) {
        bench->port = nginx_free_port();
        write_configuration(bench);
        bench->nginx = nginx_start(bench->folder, bench->port);
    }
    bool has_pipes = pipe(up) == 0 && pipe(down) == 0; /* behind nginx, which would hold them open */
    bench->bad = bench->nginx && has_pipes ? fork() : -1;
    if (bench->bad < 0)
        fail("the hosts cannot be started");
    if (bench->bad == 0) {
        close(down[1]);
        serve_badly(up[1], down[0]);
    }
    close(up[1]);
    close(down[0]);
    bench->to_bad = down[1];
    FILE *urls = fdopen(up[0], "r");
    if (!urls || fread(bench->bad_urls, sizeof bench->bad_urls[0], BAD, urls) != BAD)
        fail("the bad hosts cannot be started");
    fclose(urls);
}

static void stop_hosts(struct bench *bench)
{
    char command[100];
    close(bench->to_bad);
    waitpid(bench->bad, NULL, 0);
    nginx_stop(bench->nginx);
    snprintf(command, sizeof command, "rm -rf '%s'", bench->folder);
    if (system(command) != 0)
        fail("the folder cannot be removed");
}

/* --- what is measured --- */

static struct reading *list_good(const struct bench *bench, struct arena *arena)
{
    struct reading *list = ARENA_ARRAY(arena, GOOD * PAGES_EACH, struct reading);
    for (int i = 0; i < GOOD * PAGES_EACH; i++)
        list[i].url = arena_printf(arena, "http://127.0.0.%d:%u/%s.html", i % GOOD + 1, bench->port, pages[i / GOOD]);
    return list;
}

/* Good and bad ones by turns. */
static struct reading *list_mixed(const struct bench *bench, struct arena *arena)
{
    struct reading *list = ARENA_ARRAY(arena, GOOD + BAD, struct reading);
    for (int i = 0; i < GOOD; i++) {
        list[2 * i].url = bench->bad_urls[i];
        list[2 * i + 1].url =
            arena_printf(arena, "http://127.0.0.%d:%u/%s.html", i + 1, bench->port, pages[i % PAGES_EACH]);
    }
    return list;
}

static struct reader *open_reader(struct net **net)
{
    static const char *const allowed[] = {"127.0.0.0/8"};
    struct reader *reader = NULL;
    struct error err = {0};
    if (net_new(&(struct net_options){.allow_addresses = allowed, .allow_count = 1}, net, &err) ||
        reader_new(&(struct reader_options){.net = *net, .pause_ms = -1}, &reader, &err))
        fail(err.message);
    return reader;
}

/* Seconds of the reader, with nothing known of the hosts. */
static double read_by_reader(struct arena *arena, struct reading *list, size_t count, int64_t most_ms)
{
    struct net *net = NULL;
    struct reader *reader = open_reader(&net);
    struct error err = {0};
    int64_t start = clock_mono_us();
    const struct lookup lookup = {.arena = arena, .err = &err, .deadline = most_ms ? clock_mono_ms() + most_ms : 0};
    if (reader_read(reader, list, count, &(struct read_options){.parallel = PARALLEL}, &lookup))
        fail(err.message);
    double seconds = (double)(clock_mono_us() - start) / 1e6;
    reader_free(reader);
    net_free(net);
    return seconds;
}

/* Seconds of xargs with curl over the same list. */
static double read_by_curl(const struct bench *bench, const struct reading *list, size_t count, const char *options)
{
    char command[300];
    FILE *file = create(bench, "list");
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s\n", list[i].url);
    fclose(file);
    snprintf(command, sizeof command,
             "xargs -P %d -n 1 curl -s -L --max-redirs 5 --compressed -o /dev/null %s < %s/list", PARALLEL, options,
             bench->folder);
    int64_t start = clock_mono_us();
    if (system(command) < 0)
        fail("xargs cannot be started");
    return (double)(clock_mono_us() - start) / 1e6;
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *list)
{
    qsort(list, ROUNDS, sizeof *list, ascending);
    return list[ROUNDS / 2];
}

static void measure_good(const struct bench *bench)
{
    enum { ALL = GOOD * PAGES_EACH };
    double ours[ROUNDS], theirs[ROUNDS], ratios[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        struct arena *arena = arena_new();
        struct reading *list = list_good(bench, arena);
        ours[round] = ALL / read_by_reader(arena, list, ALL, 0);
        for (int i = 0; i < ALL; i++)
            if (list[i].status)
                fail(list[i].problem);
        theirs[round] = ALL / read_by_curl(bench, list, ALL, "");
        ratios[round] = ours[round] / theirs[round];
        arena_free(arena);
    }
    double ratio = median(ratios);
    printf("%d good pages of %d hosts: %.0f fetches/s, `xargs -P %d curl` %.0f: %.2f times as many (%.2f to %.2f)\n",
           ALL, GOOD, median(ours), PARALLEL, median(theirs), ratio, ratios[0], ratios[ROUNDS - 1]);
}

static double peak_mib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

static void print_reasons(const struct reading *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].status)
            printf("  %-12s %s: %s\n", status_name(list[i].status), list[i].url, list[i].problem);
}

/* In a process of its own, so that its memory is what this run takes. */
static void run_mixed(const struct bench *bench)
{
    enum { ALL = GOOD + BAD };
    struct arena *arena = arena_new();
    struct reading *list = list_mixed(bench, arena);
    size_t good = 0, others = 0, named = 0;
    double before = peak_mib(), seconds = read_by_reader(arena, list, ALL, DEADLINE_MS);
    for (size_t i = 0; i < ALL; i++) {
        good += i % 2 && !list[i].status;
        others += !(i % 2) && !list[i].status;
        named += list[i].status && list[i].problem && *list[i].problem;
    }
    printf("%d pages, half of bad hosts: ended after %.1f s of %d s; used %zu of %d good pages and %zu that were cut "
           "short, named %zu with a reason, silent about %zu\n",
           ALL, seconds, DEADLINE_MS / 1000, good, GOOD, others, named, ALL - good - others - named);
    printf("peak memory %.1f MiB, of that %.1f before the first fetch\n", peak_mib(), before);
    print_reasons(list, ALL);
    fflush(stdout);
    arena_free(arena);
}

static void measure_mixed(const struct bench *bench)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        run_mixed(bench);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
        fail("the run failed");
    struct arena *arena = arena_new();
    const struct reading *list = list_mixed(bench, arena);
    printf("`xargs -P %d curl --max-time 10` over the same list: %.1f s\n", PARALLEL,
           read_by_curl(bench, list, GOOD + BAD, "--max-time 10 --max-filesize 8388608"));
    arena_free(arena);
}

struct canceller {
    atomic_bool cancel;
    int64_t at_us;
};

static void *cancel_soon(void *argument)
{
    struct canceller *canceller = argument;
    usleep(500 * 1000);
    canceller->at_us = clock_mono_us();
    atomic_store(&canceller->cancel, true);
    return NULL;
}

static void measure_cancel(const struct bench *bench)
{
    double waits[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        struct net *net = NULL;
        struct reader *reader = open_reader(&net);
        struct arena *arena = arena_new();
        struct canceller canceller = {.at_us = 0};
        struct reading list[] = {
            {.url = bench->bad_urls[0]}, {.url = bench->bad_urls[6]}, {.url = bench->bad_urls[12]}};
        const struct lookup lookup = {.arena = arena, .cancel = &canceller.cancel};
        pthread_t thread;
        for (size_t i = 0; i < COUNT_OF(list); i++)
            list[i].is_named = true;
        if (pthread_create(&thread, NULL, cancel_soon, &canceller) != 0 ||
            reader_read(reader, list, COUNT_OF(list), &(struct read_options){0}, &lookup) != E_CANCELLED)
            fail("it was not called off");
        pthread_join(thread, NULL);
        waits[round] = (double)(clock_mono_us() - canceller.at_us) / 1e3;
        arena_free(arena);
        reader_free(reader);
        net_free(net);
    }
    double middle = median(waits);
    printf("called off while hosts are silent: over after %.0f ms (%.0f to %.0f)\n", middle, waits[0],
           waits[ROUNDS - 1]);
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void measure_choosing(const struct bench *bench)
{
    enum { ALL = GOOD * PAGES_EACH };
    static const struct str query = {"table partitioning", 18};
    struct arena *arena = arena_new();
    struct reading *list = list_good(bench, arena);
    double start = cpu_seconds();
    read_by_reader(arena, list, ALL, 0);
    double reading = cpu_seconds() - start;
    struct page_choice *choices = ARENA_ARRAY(arena, ALL, struct page_choice);
    for (int i = 0; i < ALL; i++)
        choices[i].page = &list[i].page;
    const struct lookup lookup = {.arena = arena};
    const struct choose_options options = {
        .queries = &query, .query_count = 1, .language = language_find(STR("en")), .max_bytes = 400 * 1000};
    start = cpu_seconds();
    if (read_choose(choices, ALL, &options, &lookup))
        fail("nothing could be chosen");
    double choosing = cpu_seconds() - start;
    size_t fates[PAGE_FATES] = {0};
    for (int i = 0; i < ALL; i++)
        fates[choices[i].fate]++;
    printf("choosing among %d pages, %d of them different: %.1f ms of processor a page, %.2f times that of reading; "
           "%zu used, %zu repeat another, %zu speak of something else\n",
           ALL, PAGES_EACH, choosing * 1e3 / ALL, choosing / reading, fates[PAGE_USED], fates[PAGE_REPEATS],
           fates[PAGE_OFF_TOPIC]);
    arena_free(arena);
}

int main(void)
{
    struct bench bench = {0};
    if (!manual_folder())
        fail("postgresql-doc is missing");
    start_hosts(&bench);
    measure_mixed(&bench);
    measure_good(&bench);
    measure_cancel(&bench);
    measure_choosing(&bench);
    stop_hosts(&bench);
    return 0;
}
