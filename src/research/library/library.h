/*
 * library: a folder of documents that the writer may draw from, and its full-text index.
 *
 *   library.c          which files they are, reading one of them, what an index keeps of it
 *   library_index.c    the index: made, opened, kept up to date by the files
 *   library_indexes.c  the indexes of all folders, shared by all threads
 *   library_search.h   the documents of an index that speak of a subject
 *   library_ask.c      what an article asks of a library
 */
#ifndef COPYDESK_RESEARCH_LIBRARY_LIBRARY_H
#define COPYDESK_RESEARCH_LIBRARY_LIBRARY_H

#include "research/topic/topic.h"
#include "store/db/db.h"

#include <stdatomic.h>

/* --- the documents --- */

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

/*
 * --- the index ---
 *
 * A database of its own with what each document says, kept up to date by the paths, times and sizes of the files.
 *
 * The database is SQLite's, through store/db, which keeps forks apart; its full-text index (FTS5) holds the stems. The
 * file is no more than a memory of the folder: one that is damaged, or of another version, is removed and made anew.
 * What was indexed before an interruption stays. Several processes may use one file.
 *
 * An index is used by one thread at a time: struct library_indexes sees to that.
 */
struct library_index {
    struct db *db;
    char *root; /* resolved path of the library's folder */
    char *path; /* of the database; NULL: it has no name, and goes when it is closed */
};

/* Told while documents are read, about twice a second. `done` of `all` files that had to be read. */
struct library_progress {
    void (*report)(void *context, size_t done, size_t all);
    void *context;
};

/*
 * Opens the index of a folder, by its resolved path, in the data folder; makes it when there is none. data NULL: in a
 * file without a name. E_IO: it cannot be made or written; E_CORRUPT: it is damaged, and cannot be made anew;
 * E_MEMORY; E_INTERNAL: this SQLite has no FTS5.
 */
enum status library_index_open(const char *data, const char *root, struct library_index **index, struct error *err);
void library_index_close(struct library_index *index); /* NULL is allowed */

/* Removes what the index holds and makes it anew. Statuses of library_index_open. */
enum status library_index_clear(struct library_index *index, struct error *err);

/*
 * Brings the index up to date with the folder. A file that cannot be read is remembered with the reason, which the log
 * tells, and tried again when it has changed. progress and cancel may be NULL. E_NOT_FOUND, E_IO: the folder cannot be
 * read; E_IO "disk_full"; E_CANCELLED: what was read until then stays; E_CORRUPT: the index is damaged; E_MEMORY.
 */
enum status library_index_update(struct library_index *index, const struct library_progress *progress,
                                 const atomic_bool *cancel, struct error *err);

/*
 * The indexes of library folders, shared by all threads: each is opened when it is first needed, brought up to date for
 * each use, and used by one thread at a time. At most four stay open, besides those in use.
 */
struct library_indexes;

/* data: the folder in which the indexes are kept, copied; NULL: they are kept in files without a name, and go when they
 * are closed. E_MEMORY. */
enum status library_indexes_new(const char *data, struct library_indexes **indexes, struct error *err);
/* Every index must have been released. A child after a fork leaves them to its parent. NULL is allowed. */
void library_indexes_free(struct library_indexes *indexes);

/*
 * The index of a folder as it is now; to be released. Blocks while another thread uses it. A damaged one is made anew.
 * Statuses of library_index_open and library_index_update; E_CANCELLED also soon after *cancel became true while
 * waiting. progress and cancel may be NULL.
 */
enum status library_indexes_use(struct library_indexes *indexes, const char *folder,
                                const struct library_progress *progress, const atomic_bool *cancel,
                                struct library_index **index, struct error *err);
void library_indexes_release(struct library_indexes *indexes, struct library_index *index);

/* --- what an article asks: the documents that speak of its keyword --- */

/* Most pages beyond those that are asked for: the parts of chapters that are among them. */
enum { LIBRARY_PARTS = 16 };

struct library_place {
    const char *path;
    struct library_indexes *libraries; /* NULL: the folder is indexed for each request */
};

struct library_request {
    struct str keyword;              /* with its frame: "how to tune autovacuum" */
    const struct language *language; /* pages in another language are no answer */
    size_t max_pages;
    bool is_wide; /* for a list: pages on a part of the subject are wanted too, behind those on all of it */
    const atomic_bool *cancel; /* E_CANCELLED soon after it became true; may be NULL */
    /* Told from time to time that `done` of `all` documents were read which the search needs; may be NULL. */
    void (*progress)(void *context, size_t done, size_t all);
    void *context;
};

/* What was found, in the arena of the call. */
struct library_answer {
    /* Best first; when none speaks of the keyword, a few that come nearest. Behind them what the chapters among the
     * best list: a page that holds little more than a table of contents has its text there. */
    const struct page *pages;
    size_t count;
    struct topic_collection collection; /* what the library knows of the keyword's stems; pages 0: nothing */
};

/*
 * Fills *answer, which is zeroed. The same request over the same documents gives the same pages in the same order.
 * E_NOT_FOUND, E_IO: the folder cannot be searched now, and the message says why; E_CORRUPT, E_INTERNAL: nor later,
 * without help; E_CANCELLED; E_MEMORY.
 */
enum status library_ask(const struct library_place *place, const struct library_request *request, struct arena *arena,
                        struct library_answer *answer, struct error *err);

/*
 * --- what an index keeps of a document ---
 *
 * Texts are stems without function words, a blank between two, as the corpus has them: a search compares them as the
 * writer will compare the document. Of a document in a language that cannot be told they are those of English.
 */
struct library_entry {
    struct str title;
    struct str headings; /* a line for each section inside the page */
    struct str body;     /* a line for each sentence; LIBRARY_SECTION_END behind each section, that of the page first */
    struct str names;    /* stems that the document writes as names: with a capital in the middle of sentences */
    struct str outline;  /* a line for each section: depth, words below its heading, "1" where that says nothing, and
                            the heading, with tabs between */
    struct hashes sketch; /* the smallest of its shingles of stems, at most LIBRARY_SKETCH */
};

#define LIBRARY_SECTION_END '\f'

enum { LIBRARY_SKETCH = 64 /* the likeness is right to about 0.06 */ };

/* All lives in the arena. E_MEMORY. */
enum status library_entry_make(struct arena *arena, const struct page *page, struct library_entry *entry,
                               struct error *err);

#endif
