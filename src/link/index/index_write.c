#include "link/index/index.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WAIT_BYTES = 1 << 16 };

/* --- bytes --- */

static void write_bytes(struct index_writer *writer, const void *from, size_t size, uint64_t place)
{
    const unsigned char *data = from;
    while (size && !writer->failure) {
        ssize_t written = pwrite(writer->file, data, size, (off_t)place);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            writer->failure = written < 0 ? errno : EIO;
            return;
        }
        data += written;
        place += (uint64_t)written;
        size -= (size_t)written;
    }
}

/* Whole pieces of the buffer, and what is left of a section with its padding: the sum of the section covers both. */
static void flush(struct index_writer *writer)
{
    write_bytes(writer, writer->wait, writer->waiting, writer->place - writer->waiting);
    if (writer->section >= 0) {
        uint64_t *sum = &writer->header.sections[writer->section].sum;
        *sum = index_checksum(*sum, writer->wait, writer->waiting);
    }
    writer->waiting = 0;
}

static void write_put(struct index_writer *writer, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    while (size) {
        size_t room = WAIT_BYTES - writer->waiting, piece = size < room ? size : room;
        memcpy(writer->wait + writer->waiting, bytes, piece);
        writer->waiting += piece;
        writer->place += piece;
        bytes += piece;
        size -= piece;
        if (writer->waiting == WAIT_BYTES)
            flush(writer);
    }
}

static void end_section(struct index_writer *writer)
{
    static const char zeros[INDEX_ALIGNMENT];
    size_t over = writer->place % INDEX_ALIGNMENT;
    write_put(writer, zeros, over ? INDEX_ALIGNMENT - over : 0);
    flush(writer);
}

/* --- the file --- */

enum status index_writer_open(struct index_writer *writer, const char *path, struct error *err)
{
    struct buf name = {0};
    buf_printf(&name, "%s.XXXXXX", path);
    *writer = (struct index_writer){.file = -1, .section = -1};
    writer->wait = malloc(WAIT_BYTES);
    writer->path = strdup(path);
    writer->temporary = buf_take(&name);
    if (!writer->wait || !writer->path || !writer->temporary)
        return error_memory(err);
    writer->file = mkostemp(writer->temporary, O_CLOEXEC);
    if (writer->file < 0)
        return error_set(err, E_IO, NULL, "cannot write %s: %s", path, strerror(errno));
    fchmod(writer->file, 0644);
    write_put(writer, &writer->header, sizeof writer->header); /* its place; written again at the end */
    return OK;
}

void index_writer_begin(struct index_writer *writer, enum index_section_id section)
{
    end_section(writer);
    for (int i = writer->section + 1; i <= (int)section; i++)
        writer->header.sections[i].offset = writer->place;
    writer->section = (int)section;
    writer->is_finished = false;
}

void index_writer_add(struct index_writer *writer, const void *data, size_t size)
{
    writer->bytes[writer->section] += size;
    write_put(writer, data, size);
}

void index_writer_put(struct index_writer *writer, enum index_section_id section, const void *data, size_t size)
{
    index_writer_begin(writer, section);
    index_writer_add(writer, data, size);
}

/* False: more records than can be numbered. */
static bool count_records(struct index_writer *writer)
{
    bool good = true;
    for (int i = 0; i < SECTION_COUNT; i++) {
        writer->header.sections[i].count = writer->bytes[i] / index_record_size(i);
        good &= writer->header.sections[i].count < UINT32_MAX;
    }
    return good;
}

static void write_header(struct index_writer *writer)
{
    struct index_header *header = &writer->header;
    memcpy(header->magic, INDEX_MAGIC, sizeof header->magic);
    header->version = INDEX_VERSION;
    header->byte_order = INDEX_BYTE_ORDER;
    header->file_size = writer->place;
    header->sum = index_checksum(0, header, offsetof(struct index_header, sum));
    write_bytes(writer, header, sizeof *header, 0);
}

/*
 * A rename is durable once the folder is on the disk. Not all file systems can flush a folder; on those the file
 * system decides when the rename is durable.
 */
static void flush_folder(char *path)
{
    int folder = open(dirname(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    fsync(folder);
    close(folder);
}

static enum status write_fail(const struct index_writer *writer, struct error *err)
{
    return error_set(err, E_IO, NULL, "cannot write %s: %s", writer->path, strerror(writer->failure));
}

enum status index_writer_finish(struct index_writer *writer, struct error *err)
{
    if (writer->is_finished)
        return OK;
    end_section(writer);
    for (int i = writer->section + 1; i < SECTION_COUNT; i++)
        writer->header.sections[i].offset = writer->place;
    if (!count_records(writer))
        return error_set(err, E_LIMIT, NULL, "the site is too large for one index");
    write_header(writer);
    writer->is_finished = true;
    return writer->failure ? write_fail(writer, err) : OK;
}

enum status index_writer_save(struct index_writer *writer, struct error *err)
{
    enum status status = index_writer_finish(writer, err);
    if (status)
        return status;
    if (fsync(writer->file) != 0)
        writer->failure = errno;
    if (!writer->failure && rename(writer->temporary, writer->path) != 0)
        writer->failure = errno;
    if (writer->failure)
        return write_fail(writer, err);
    close(writer->file);
    writer->file = -1;
    flush_folder(writer->temporary);
    return OK;
}

void index_writer_close(struct index_writer *writer)
{
    if (writer->file >= 0) {
        close(writer->file);
        unlink(writer->temporary);
    }
    free(writer->wait);
    free(writer->path);
    free(writer->temporary);
    *writer = (struct index_writer){.file = -1};
}
