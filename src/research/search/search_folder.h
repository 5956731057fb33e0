/* The backend "folder" of search: a folder of documents, searched as the library is. */
#ifndef COPYDESK_RESEARCH_SEARCH_FOLDER_H
#define COPYDESK_RESEARCH_SEARCH_FOLDER_H

#include "research/search/search.h"

extern const struct search_backend search_folder_backend;

#endif
