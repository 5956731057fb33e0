/* A small site to link against, for the tests and fuzz targets of the linking engine. */
#ifndef COPYDESK_SPEC_LINK_FIXTURE_H
#define COPYDESK_SPEC_LINK_FIXTURE_H

#include "link/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct fixture_pages {
    const struct link_page *list;
    size_t count, next;
};

static inline enum status fixture_next(void *context, struct link_page *page, bool *done, struct error *err)
{
    (void)err;
    struct fixture_pages *pages = context;
    *done = pages->next == pages->count;
    if (!*done)
        *page = pages->list[pages->next++];
    return OK;
}

/* Builds and opens an index in a temporary file that is gone at once. NULL on failure. */
static inline struct link_index *fixture_index(const struct link_page *list, size_t count)
{
    /* In memory where there is such a folder: a test may build thousands. */
    char path[] = "/dev/shm/copydesk-link.XXXXXX";
    if (access("/dev/shm", W_OK) != 0)
        strcpy(path, "/tmp/copydesk-link.XXXXXX");
    struct fixture_pages pages = {list, count, 0};
    struct link_index *index = NULL;
    int file = mkstemp(path);
    if (file < 0)
        return NULL;
    close(file);
    struct error err = {0};
    if (link_build(path, fixture_next, &pages, &err) != OK || link_open(path, &index, &err) != OK)
        fprintf(stderr, "%s\n", err.message);
    unlink(path);
    return index;
}

/* A site with several pages for each of these titles, so that every occurrence can become a link. */
static inline struct link_index *fixture_index_of(const char *const *titles, size_t count, size_t pages_each)
{
    struct arena *arena = arena_new();
    struct link_page *pages = ARENA_ARRAY(arena, count * pages_each, struct link_page);
    for (size_t i = 0; i < count * pages_each; i++) {
        pages[i].url = str_from(arena_printf(arena, "/page/%zu_(%zu)?a=1&b=\"2\"", i / pages_each, i % pages_each));
        pages[i].title = str_from(titles[i / pages_each]);
    }
    struct link_index *index = fixture_index(pages, count * pages_each);
    arena_free(arena);
    return index;
}

#endif
