/* The search backend "folder": the documents of a folder that speak of the keyword. */
#ifndef COPYDESK_RESEARCH_SEARCH_SEARCH_FOLDER_H
#define COPYDESK_RESEARCH_SEARCH_SEARCH_FOLDER_H

#include "research/search/library_indexes.h"
#include "research/search/search.h"

/* Its state. */
struct search_folder {
    const char *path;
    struct library_indexes *libraries; /* NULL: the folder is indexed for each query */
};

extern const struct search_backend search_folder_backend;

#endif
