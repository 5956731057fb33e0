#include "link/index/index_write.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void index_writer_add(struct index_writer *writer, enum index_section_id section, const void *record)
{
    buf_add(&writer->sections[section], record, index_record_size(section));
}

struct index_text index_writer_text(struct index_writer *writer, struct str text)
{
    struct buf *section = &writer->sections[SECTION_TEXT];
    section->failed |= section->len > UINT32_MAX || text.len > UINT32_MAX - section->len;
    struct index_text place = {(uint32_t)section->len, (uint32_t)text.len};
    buf_add(section, text.data, text.len);
    return place;
}

uint32_t index_writer_count(const struct index_writer *writer, enum index_section_id section)
{
    return (uint32_t)(writer->sections[section].len / index_record_size(section));
}

void index_writer_free(struct index_writer *writer)
{
    for (int i = 0; i < SECTION_COUNT; i++)
        buf_free(&writer->sections[i]);
}

static size_t aligned(size_t offset)
{
    return (offset + 7) & ~(size_t)7;
}

static struct index_header make_header(const struct index_writer *writer)
{
    struct index_header header = {
        .version = INDEX_VERSION, .byte_order = INDEX_BYTE_ORDER, .anchor_count = writer->anchor_count};
    memcpy(header.magic, INDEX_MAGIC, sizeof header.magic);
    size_t offset = aligned(sizeof header);
    for (int i = 0; i < SECTION_COUNT; i++) {
        header.sections[i] = (struct index_section){offset, writer->sections[i].len / index_record_size(i)};
        offset = aligned(offset + writer->sections[i].len);
    }
    header.file_size = offset;
    return header;
}

static bool write_padded(FILE *file, const void *data, size_t size)
{
    static const char zeros[8];
    size_t padding = aligned(size) - size;
    return (size == 0 || fwrite(data, 1, size, file) == size) && fwrite(zeros, 1, padding, file) == padding;
}

static bool write_sections(const struct index_writer *writer, FILE *file)
{
    struct index_header header = make_header(writer);
    bool good = write_padded(file, &header, sizeof header);
    for (int i = 0; good && i < SECTION_COUNT; i++)
        good = write_padded(file, writer->sections[i].data, writer->sections[i].len);
    return good && fflush(file) == 0 && fsync(fileno(file)) == 0;
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

static enum status save(const struct index_writer *writer, const char *path, char *temporary, struct error *err)
{
    int descriptor = mkostemp(temporary, O_CLOEXEC);
    if (descriptor < 0)
        return error_set(err, E_IO, NULL, "cannot write %s: %s", path, strerror(errno));
    fchmod(descriptor, 0644);
    FILE *file = fdopen(descriptor, "wb");
    if (!file)
        close(descriptor);
    bool good = file && write_sections(writer, file);
    int failure = errno;
    if (file && fclose(file) != 0 && good) {
        good = false;
        failure = errno;
    }
    if (good && rename(temporary, path) == 0) {
        flush_folder(temporary);
        return OK;
    }
    failure = good ? errno : failure;
    unlink(temporary);
    return error_set(err, E_IO, NULL, "cannot write %s: %s", path, strerror(failure));
}

enum status index_writer_save(const struct index_writer *writer, const char *path, struct error *err)
{
    for (int i = 0; i < SECTION_COUNT; i++) {
        if (writer->sections[i].failed && writer->sections[i].len < UINT32_MAX)
            return error_memory(err);
        if (writer->sections[i].failed || writer->sections[i].len / index_record_size(i) >= UINT32_MAX)
            return error_set(err, E_LIMIT, NULL, "the site is too large for one index");
    }
    struct buf temporary = {0};
    buf_printf(&temporary, "%s.XXXXXX", path);
    char *name = buf_take(&temporary);
    enum status status = name ? save(writer, path, name, err) : error_memory(err);
    free(name);
    return status;
}
