/*
 * A folder of documents that the writer may draw from: which files they are (library.c), how often each says its words
 * (library_words.c), which of them speak of a keyword (library_pick.c).
 */
#ifndef COPYDESK_RESEARCH_SEARCH_LIBRARY_H
#define COPYDESK_RESEARCH_SEARCH_LIBRARY_H

#include "research/page/page.h"

#include <stdatomic.h>

/* How often a document says each of its words. */
struct word_use {
    uint32_t word; /* number of the word in the library */
    uint32_t times;
};

struct library_document {
    struct page page;
    struct word_use *uses; /* of the title and all blocks, ascending words */
    size_t use_count;
};

/* A file as it was when the library was read; another time or size means that it has changed since. */
struct library_file {
    const char *path; /* relative to the folder */
    uint64_t device, inode, size;
    int64_t modified_ns, changed_ns;
};

/* All of it lives in the arena that it was read into, and does not change afterwards. */
struct library {
    const char *root;           /* resolved path of the folder */
    struct library_file *files; /* in byte order of their paths */
    size_t file_count;
    struct library_document *documents;
    size_t count;
    struct str words; /* the folded form of each word that occurs, one a line, in the order of their numbers */
    size_t word_count;
};

/*
 * Finds every .md, .markdown, .html, .htm and .txt below folder, in byte order of their paths, and fills root and
 * files. Hidden files, links that lead out of the folder and folders that are links are left out. E_NOT_FOUND when the
 * folder does not exist, E_IO when it cannot be read, E_CANCELLED soon after *cancel (may be NULL) became true.
 */
enum status library_find(struct arena *arena, const char *folder, const atomic_bool *cancel, struct library *library,
                         struct error *err);

/*
 * Reads the files of a library that was found. Files over 4 MiB, those after the 2,000th and what is beyond 128 MiB of
 * memory are skipped, and the log says so. A Markdown document may begin with front matter: `title:`, `url:` (then it
 * can be cited with a link) and `language:`; an HTML document names its URL with <link rel="canonical">. E_CANCELLED as
 * above.
 */
enum status library_read(struct arena *arena, const atomic_bool *cancel, struct library *library, struct error *err);

/* Counts the words of the documents into uses and words, as a part of library_read. E_CANCELLED as above. */
enum status library_count_words(struct arena *arena, struct library *library, const atomic_bool *cancel,
                                struct error *err);

/*
 * Picks the documents that speak of a keyword, at most so many: those that name enough of it and are not far behind the
 * best. A document in another language is none of them. picked gets their numbers, ascending, and has room for `most`.
 * E_MEMORY.
 */
enum status library_pick(const struct library *library, struct str keyword, const struct language *language,
                         size_t most, size_t *picked, size_t *count, struct error *err);

#endif
