/*
 * Content of about 2,500 words linked against sites of 1,000 to a million pages (site/big_site.h), one thread: the time
 * of a call at the median and at the 99th percentile, beside a copy of the same bytes and a scan that only hashes their
 * words. Between two calls nothing is warmed up: each content is another one.
 *
 * `make bench` runs it: link_bench FOLDER [PAGES...]. The indexes are kept in the folder and not built again.
 */
#include "link/link.h"
#include "site/big_site.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

enum { CONTENTS = 300, ROUNDS = 5, WORDS = 2500 };

struct content {
    struct str text;
    size_t number;
};

struct times {
    double list[CONTENTS * ROUNDS]; /* ms */
    size_t count;
};

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "link_bench: %s\n", what);
    exit(1);
}

static void must(enum status status, const struct error *err)
{
    if (status != OK)
        die(err->message);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static int compare(const void *a, const void *b)
{
    const double *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

static double percentile(struct times *times, double share)
{
    qsort(times->list, times->count, sizeof *times->list, compare);
    return times->list[(size_t)((double)(times->count - 1) * share)];
}

static void add(struct times *times, double start)
{
    times->list[times->count++] = now() - start;
}

/* --- the site --- */

static struct big_site *open_site(size_t pages)
{
    struct big_site *site;
    struct error err;
    struct big_site_options options = {.pages = pages};
    must(big_site_new(&options, &site, &err), &err);
    return site;
}

/* Builds the index, unless it is there; *megabytes: how large it is. */
static struct link_index *open_index(struct big_site *site, const char *folder, size_t pages, double *megabytes)
{
    char path[512];
    struct error err;
    struct link_index *index;
    struct stat status;
    snprintf(path, sizeof path, "%s/%zu.cdx", folder, pages);
    if (stat(path, &status) != 0)
        must(link_build(path, big_site_next, site, &err), &err);
    must(link_open(path, &index, &err), &err);
    if (stat(path, &status) != 0)
        die(path);
    *megabytes = (double)status.st_size / 1e6;
    return index;
}

static struct content *make_contents(struct big_site *site, size_t *bytes)
{
    struct content *contents = calloc(CONTENTS, sizeof *contents);
    *bytes = 0;
    for (size_t i = 0; contents && i < CONTENTS; i++) {
        struct str text = big_site_content(site, WORDS, i);
        char *copy = malloc(text.len + 1);
        if (!copy)
            die("no memory");
        memcpy(copy, text.data, text.len);
        contents[i] = (struct content){{copy, text.len}, i};
        *bytes += text.len;
    }
    return contents ? contents : (die("no memory"), NULL);
}

static void free_contents(struct content *contents)
{
    for (size_t i = 0; i < CONTENTS; i++)
        free((char *)(uintptr_t)contents[i].text.data);
    free(contents);
}

/* --- what is measured --- */

static double time_copy(const struct content *contents)
{
    static struct times times;
    times.count = 0;
    for (size_t i = 0; i < CONTENTS; i++) {
        double start = now();
        char *copy = malloc(contents[i].text.len);
        if (copy)
            memcpy(copy, contents[i].text.data, contents[i].text.len);
        __asm__ volatile("" : : "r"(copy) : "memory"); /* it is to be made, though nobody reads it */
        add(&times, start);
        free(copy);
    }
    return percentile(&times, 0.5);
}

/* The least that any linker must do: a hash for each word. */
static double time_scan(const struct content *contents)
{
    static struct times times;
    times.count = 0;
    for (size_t i = 0; i < CONTENTS; i++) {
        double start = now();
        uint32_t hash = 0, sum = 0;
        for (size_t at = 0; at < contents[i].text.len; at++) {
            char letter = ascii_lower(contents[i].text.data[at]);
            bool is_word = ascii_is_alnum(letter);
            sum += is_word ? 0 : hash;
            hash = is_word ? hash * 31 + (unsigned char)letter : 0;
        }
        __asm__ volatile("" : : "r"(sum));
        add(&times, start);
    }
    return percentile(&times, 0.5);
}

static void time_links(const struct link_index *index, const struct content *contents, struct times *times,
                       size_t *links)
{
    struct error err;
    *links = 0;
    for (size_t i = 0; i < CONTENTS * ROUNDS; i++) {
        struct link_options options = {.format = LINK_HTML, .min_score = -1};
        struct link_result result;
        double start = now();
        struct arena *arena = arena_new();
        must(link_content(index, contents[i % CONTENTS].text, &options, arena, &result, &err), &err);
        *links += result.count;
        arena_free(arena);
        add(times, start);
    }
}

static void bench(const char *folder, size_t pages)
{
    static struct times times;
    double megabytes;
    size_t bytes, links;
    struct big_site *site = open_site(pages);
    struct link_index *index = open_index(site, folder, pages, &megabytes);
    struct content *contents = make_contents(site, &bytes);
    times.count = 0;
    time_links(index, contents, &times, &links); /* the memory of the file is mapped page by page as it is touched */
    double copy = time_copy(contents), scan = time_scan(contents);
    times.count = 0;
    time_links(index, contents, &times, &links);
    double middle = percentile(&times, 0.5);
    printf("%8zu pages, index of %6.1f MB: p50 %.3f ms, p99 %.3f ms, %5.1f MB/s, %.1f links; %.0f copies, %.1f scans\n",
           link_page_count(index), megabytes, middle, percentile(&times, 0.99), (double)bytes / CONTENTS / 1e3 / middle,
           (double)links / (CONTENTS * ROUNDS), middle / copy, middle / scan);
    fflush(stdout);
    free_contents(contents);
    link_close(index);
    big_site_free(site);
}

int main(int count, char **arguments)
{
    static const size_t usual[] = {1000, 10000, 100000, 1000000};
    if (count < 2)
        die("link_bench FOLDER [PAGES...]");
    for (int i = 2; i < count; i++)
        bench(arguments[1], strtoul(arguments[i], NULL, 10));
    for (size_t i = 0; count == 2 && i < COUNT_OF(usual); i++)
        bench(arguments[1], usual[i]);
    return 0;
}
