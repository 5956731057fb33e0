/* Writes an index file: sections are collected in memory, then the file appears whole or not at all. */
#ifndef COPYDESK_LINK_INDEX_INDEX_WRITE_H
#define COPYDESK_LINK_INDEX_INDEX_WRITE_H

#include "base/base.h"
#include "link/index/index_format.h"

struct index_writer {
    struct buf sections[SECTION_COUNT];
    uint64_t anchor_count;
};

/*
 * Appends one record of the section's type. Want of memory is noted in the section and reported by index_writer_save.
 */
void index_writer_add(struct index_writer *writer, enum index_section_id section, const void *record);

/* Appends text to SECTION_TEXT. */
struct index_text index_writer_text(struct index_writer *writer, struct str text);

/* Records in the section so far. */
uint32_t index_writer_count(const struct index_writer *writer, enum index_section_id section);

/*
 * Writes a temporary file beside path, flushes it to the disk and renames it. E_LIMIT: more text or records than 32
 * bits can number; E_IO; E_MEMORY.
 */
enum status index_writer_save(const struct index_writer *writer, const char *path, struct error *err);

void index_writer_free(struct index_writer *writer);

#endif
