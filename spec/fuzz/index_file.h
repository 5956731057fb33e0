/*
 * A good index file in memory for the targets that change one, and what makes the reader go on after a change: the
 * beginning and the sums are put back.
 */
#ifndef COPYDESK_FUZZ_INDEX_FILE_H
#define COPYDESK_FUZZ_INDEX_FILE_H

#include "../c/link_fixture.h"
#include "check.h"
#include "link/index/index.h"

#include <sys/mman.h>

/* A page of a table that is written as literals. */
#define TEXT(literal)                                                                                                  \
    {                                                                                                                  \
        "" literal, sizeof(literal) - 1                                                                                \
    }

static inline struct buf make_index_file(const struct link_page *site, size_t count)
{
    char path[] = "/tmp/copydesk-fuzz.XXXXXX", piece[4096];
    struct fixture_pages pages = {site, count, 0};
    struct buf good = {0};
    int file = mkstemp(path);
    check(file >= 0 && link_build(path, fixture_next, &pages, NULL) == OK, "building the index");
    close(file);
    FILE *made = fopen(path, "rb");
    check(made, "reading the index");
    for (size_t length; (length = fread(piece, 1, sizeof piece, made)) > 0;)
        buf_add(&good, piece, length);
    fclose(made);
    unlink(path);
    return good;
}

/* The sum of a section as far as the file has it. */
static inline uint64_t sum_of(const struct buf *bytes, const struct index_section *section, size_t record)
{
    if (!section->count || section->offset > bytes->len || section->count > (bytes->len - section->offset) / record)
        return 0;
    size_t size = (section->count * record + INDEX_ALIGNMENT - 1) / INDEX_ALIGNMENT * INDEX_ALIGNMENT;
    size_t room = bytes->len - section->offset;
    return index_checksum(0, bytes->data + section->offset, size < room ? size : room);
}

static inline void mend_index_file(struct buf *bytes)
{
    struct index_header *header = (struct index_header *)bytes->data;
    if (bytes->len < sizeof *header)
        return;
    memcpy(header->magic, INDEX_MAGIC, sizeof header->magic);
    header->version = INDEX_VERSION;
    header->byte_order = INDEX_BYTE_ORDER;
    header->file_size = bytes->len;
    for (int i = 0; i < SECTION_COUNT; i++)
        header->sections[i].sum = sum_of(bytes, &header->sections[i], index_record_size(i));
    header->sum = index_checksum(0, header, offsetof(struct index_header, sum));
}

/* Opens these bytes as the file of an index. NULL: they are refused. */
static inline struct link_index *open_index_file(const struct buf *bytes)
{
    int file = memfd_create("index", MFD_CLOEXEC);
    char path[40];
    struct link_index *index;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    check(file >= 0 && ftruncate(file, 0) == 0 && pwrite(file, bytes->data, bytes->len, 0) == (ssize_t)bytes->len,
          "making a file");
    bool is_open = link_open(path, &index, NULL) == OK;
    close(file);
    return is_open ? index : NULL;
}

#endif
