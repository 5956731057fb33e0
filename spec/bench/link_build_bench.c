/*
 * Building the index of a site, at several sizes: seconds (those of making the pages apart), megabytes of text a
 * second, the most memory, bytes of the file for each phrase and page, and how long opening it takes. Each size runs
 * in a process of its own, since the most memory a process had is never given back. Beside it, a memcpy of the same
 * text.
 *
 *     link_build_bench FOLDER [PAGES...]      (1,000 to 100,000 pages unless given; the service's build is the same)
 *
 * The indexes stay in the folder, where link_bench finds them.
 */
#include "link/index/index.h"
#include "site/big_site.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Of this process, which other work on the machine does not change. */
static double processor_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The pages, and what making them took: no part of the build. */
struct pages {
    struct big_site *site;
    double seconds, copying;
    size_t bytes;
    char *copy;
    size_t cap;
    const char *step;
    double step_began;
};

static void copy_text(struct pages *pages, struct str text)
{
    if (text.len > pages->cap) {
        pages->cap = text.len * 2;
        pages->copy = realloc(pages->copy, pages->cap);
    }
    memcpy(pages->copy, text.data, text.len);
    __asm__ volatile("" : : "r"(pages->copy) : "memory");
}

static enum status next_page(void *context, struct link_page *page, bool *done, struct error *err)
{
    struct pages *pages = context;
    double began = now();
    enum status status = big_site_next(pages->site, page, done, err);
    double made = now();
    if (status == OK && !*done) {
        pages->bytes += page->html.len + page->title.len + page->url.len;
        copy_text(pages, page->html);
    }
    pages->copying += now() - made;
    pages->seconds += now() - began;
    return status;
}

static bool tell(void *context, uint64_t done, uint64_t total, const char *step)
{
    struct pages *pages = context;
    if (total && done == total) {
        fprintf(stderr, "  %s %.1f", step, processor_seconds() - pages->step_began);
        pages->step_began = processor_seconds();
    }
    return true;
}

static double opening(const char *path, struct link_index **index)
{
    enum { TIMES = 20 };
    double best = 1;
    for (int i = 0; i < TIMES; i++) {
        double began = now();
        if (link_open(path, index, NULL) != OK)
            exit(1);
        best = now() - began < best ? now() - began : best;
        if (i + 1 < TIMES)
            link_close(*index);
    }
    return best;
}

static void print_sections(const struct link_index *index)
{
    static const char *const names[SECTION_COUNT] = {
        [SECTION_PAGES] = "pages",
        [SECTION_TEXT] = "text",
        [SECTION_PAGE_TEXTS] = "page texts",
        [SECTION_PAGE_SLOTS] = "page slots",
        [SECTION_WORD_SLOTS] = "word slots",
        [SECTION_TERMS] = "terms",
        [SECTION_EDGES] = "edges",
        [SECTION_PHRASES] = "phrases",
        [SECTION_TARGETS] = "targets",
        [SECTION_CONTEXTS] = "contexts",
        [SECTION_LINKS] = "links to pages",
        [SECTION_AUDIT_LINKS] = "of the audit: links",
        [SECTION_AUDIT_CHARS] = "chars",
        [SECTION_AUDIT_BROKEN] = "broken",
        [SECTION_AUDIT_SUGGESTIONS] = "suggestions",
    };
    for (int i = 0; i < SECTION_COUNT; i++)
        if (names[i])
            printf("%s%s %.1f MB (%zu)", i ? ", " : "    ", names[i],
                   (double)(index_count(index, i) * index_record_size(i)) / 1e6, index_count(index, i));
    printf("\n");
}

static void run(const char *folder, size_t size)
{
    struct pages pages = {.step_began = processor_seconds()};
    struct error err;
    struct big_site_options site = {.pages = size};
    char path[4096];
    snprintf(path, sizeof path, "%s/%zu.cdx", folder, size);
    if (big_site_new(&site, &pages.site, &err) != OK) {
        printf("%s\n", err.message);
        exit(1);
    }
    double began = now(), worked = processor_seconds();
    struct link_build_options options = {
        .path = path, .next = next_page, .context = &pages, .progress = tell, .progress_context = &pages};
    if (link_build_with(&options, &err) != OK) {
        printf("%s\n", err.message);
        exit(1);
    }
    double seconds = now() - began;
    worked = processor_seconds() - worked;
    struct rusage usage;
    struct stat status;
    struct link_index *index;
    getrusage(RUSAGE_SELF, &usage);
    stat(path, &status);
    double open_seconds = opening(path, &index), phrases = (double)index_count(index, SECTION_PHRASES);
    fprintf(stderr, "\n");
    printf("%8zu pages, %7.1f MB: %6.1f s, %6.1f s of processor time, of them %5.1f s making pages; %5.1f MB/s (memcpy "
           "%.0f); at most %5.0f MB; "
           "%.0f phrases, %.0f bytes each (%.0f a page); opened in %.2f ms\n",
           size, (double)pages.bytes / 1e6, seconds, worked, pages.seconds,
           (double)pages.bytes / 1e6 / (seconds - pages.seconds), (double)pages.bytes / 1e6 / pages.copying,
           (double)usage.ru_maxrss / 1024, phrases, (double)status.st_size / phrases,
           (double)status.st_size / (double)size, open_seconds * 1e3);
    print_sections(index);
    link_close(index);
    big_site_free(pages.site);
    free(pages.copy);
}

int main(int count, char **arguments)
{
    static const char *const usual[] = {"1000", "10000", "100000"};
    const char *folder = count > 1 ? arguments[1] : "/tmp";
    size_t sizes = count > 2 ? (size_t)count - 2 : COUNT_OF(usual);
    for (size_t i = 0; i < sizes; i++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            run(folder, strtoul(count > 2 ? arguments[i + 2] : usual[i], NULL, 10));
            exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        if (status != 0)
            return 1;
    }
    return 0;
}
