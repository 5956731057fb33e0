/*
 * A folder of documents that the writer may draw from: which files they are, and reading one of them. What they say is
 * kept in an index (library_index.h).
 *
 *   library.h          this file: the documents of a folder
 *   library_ask.h      what an article asks of a library
 *   library_index.h    the index: a database of its own, kept up to date by the files
 *   library_indexes.h  the indexes of all folders, shared by all threads
 *   library_entry.h    what an index keeps of a document
 *   library_words.h    the words of a subject as the index is asked for them
 *   library_search.h   the documents that speak of a subject, judged as pages (library_candidate.h)
 */
#ifndef COPYDESK_RESEARCH_LIBRARY_H
#define COPYDESK_RESEARCH_LIBRARY_H

#include "research/page/page.h"

#include <stdatomic.h>

/* A file as it is now; another time or size means that it has changed since. */
struct library_file {
    const char *path; /* relative to the folder */
    uint64_t device, inode, size;
    int64_t modified_ns, changed_ns;
};

/* All of it lives in the arena that it was found into. */
struct library_files {
    const char *root;          /* resolved path of the folder */
    struct library_file *list; /* in byte order of their paths */
    size_t count;
};

/*
 * Finds every .md, .markdown, .html, .htm and .txt below folder. Hidden files, links that lead out of the folder,
 * folders that are links, and Sphinx's "_sources" and "_static" are left out. E_NOT_FOUND when the folder does not
 * exist, E_IO when it cannot be read, E_CANCELLED soon after *cancel (may be NULL) became true, E_MEMORY.
 */
enum status library_find(struct arena *arena, const char *folder, const atomic_bool *cancel,
                         struct library_files *files, struct error *err);

/*
 * Reads a document of the folder. A Markdown document may begin with front matter: `title:`, `url:` (then it can be
 * cited with a link) and `language:`; an HTML document names its URL with <link rel="canonical">. E_LIMIT: over 4 MiB;
 * E_NOT_FOUND, E_IO: it cannot be opened or read; E_MEMORY.
 */
enum status library_read(struct arena *arena, const char *root, const char *path, struct page *page, struct error *err);

#endif
