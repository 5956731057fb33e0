/*
 * Writes an index file: section after section, each record after record, to a temporary file beside it, which takes
 * the file's place when it is whole. Little of it is in memory.
 */
#ifndef COPYDESK_LINK_INDEX_INDEX_WRITE_H
#define COPYDESK_LINK_INDEX_INDEX_WRITE_H

#include "base/base.h"
#include "link/index/index_format.h"

struct index_writer {
    char *path, *temporary;
    int file, failure;   /* failure: errno of the first call that failed, 0: none has */
    unsigned char *wait; /* bytes not yet in the file */
    size_t waiting;
    uint64_t place; /* in the file, of the next byte */
    uint64_t bytes[SECTION_COUNT];
    int section;                /* the present one */
    struct index_header header; /* the caller sets what is counted there */
    bool is_finished;
};

/* Makes the temporary file. Ends with index_writer_close, also after a failure. E_IO; E_MEMORY. */
enum status index_writer_open(struct index_writer *writer, const char *path, struct error *err);

/*
 * Begins a section, with what comes after it: they are written in the order of enum index_section_id, but may be left
 * out, and are then empty. Failures of this and the next are told by index_writer_save.
 */
void index_writer_begin(struct index_writer *writer, enum index_section_id section);

/* Appends records of the section, or bytes of them: their size together must be that of whole records. */
void index_writer_add(struct index_writer *writer, const void *data, size_t size);

/* A whole section. */
void index_writer_put(struct index_writer *writer, enum index_section_id section, const void *data, size_t size);

/*
 * Writes what is still to be written, and the header: from then on the temporary file is a whole index, which can be
 * opened to learn something from it. Further sections may follow, and then this again. E_LIMIT: more records than 32
 * bits can number; E_IO.
 */
enum status index_writer_finish(struct index_writer *writer, struct error *err);

/*
 * Finishes the file unless that is done, flushes it to the disk and renames it. E_IO. After a failure the file at
 * `path` is what it was.
 */
enum status index_writer_save(struct index_writer *writer, struct error *err);

/* Removes the temporary file, if it has not taken its place. */
void index_writer_close(struct index_writer *writer);

#endif
