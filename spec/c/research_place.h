/* A folder to search, for tests of research: cmocka_run_group_tests(tests, open_place, close_place). */
#ifndef COPYDESK_SPEC_RESEARCH_PLACE_H
#define COPYDESK_SPEC_RESEARCH_PLACE_H

#include "test_write.h"

static struct write_services services;

static int open_place(void **state)
{
    (void)state;
    struct error err;
    json_t *entry = json_pack("{s:s,s:s}", "api", "folder", "path", LIBRARY);
    enum status status = search_open(SEARCH_WEB, entry, &services.search[SEARCH_WEB], &err);
    json_decref(entry);
    return status ? -1 : 0;
}

static int close_place(void **state)
{
    (void)state;
    search_close(services.search[SEARCH_WEB]);
    return 0;
}

#endif
