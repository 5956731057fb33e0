#include "base/system/spool.h"

#include "base/system/file.h"
#include "base/system/rows.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { WAIT_BYTES = 1 << 20, READ_BYTES = 1 << 20 };

static enum status spool_fail(struct error *err, const char *what)
{
    return error_set(err, E_IO, NULL, "cannot %s the temporary file: %s", what, strerror(errno));
}

enum status spool_open(struct spool *spool, const char *path, struct error *err)
{
    *spool = (struct spool){.file = -1};
    spool->wait = malloc(WAIT_BYTES);
    if (!spool->wait)
        return error_memory(err);
    return unnamed_open(path, &spool->file, err);
}

void spool_close(struct spool *spool)
{
    if (spool->file >= 0)
        close(spool->file);
    free(spool->wait);
    free(spool->page);
    *spool = (struct spool){.file = -1};
}

/* --- writing --- */

void spool_begin(struct spool *spool)
{
    spool->length = 0;
    spool->failed = false;
}

static unsigned char *room(struct spool *spool, size_t size)
{
    spool->failed = spool->failed || !rows_room(&spool->page, spool->length, size, &spool->cap, 1);
    return spool->failed ? NULL : spool->page + spool->length;
}

void spool_number(struct spool *spool, uint64_t number)
{
    enum { LONGEST = 10 };
    unsigned char *at = room(spool, LONGEST);
    if (!at)
        return;
    for (; number >= 0x80; number >>= 7)
        *at++ = (unsigned char)(number | 0x80);
    *at++ = (unsigned char)number;
    spool->length = (size_t)(at - spool->page);
}

void spool_bytes(struct spool *spool, const void *data, size_t size)
{
    unsigned char *at = room(spool, size);
    if (at && size)
        memcpy(at, data, size);
    spool->length += at ? size : 0;
}

void spool_text(struct spool *spool, struct str text)
{
    spool_number(spool, text.len);
    spool_bytes(spool, text.data, text.len);
}

enum status spool_flush(struct spool *spool, struct error *err)
{
    bool good = write_all(spool->file, spool->wait, spool->waiting);
    spool->waiting = 0;
    return good ? OK : spool_fail(err, "write");
}

enum status spool_end(struct spool *spool, uint64_t *place, uint32_t *size, struct error *err)
{
    if (spool->failed)
        return error_memory(err);
    if (spool->length > UINT32_MAX)
        return error_set(err, E_LIMIT, NULL, "a page is too large for the index");
    *place = spool->size;
    *size = (uint32_t)spool->length;
    if (spool->length > WAIT_BYTES - spool->waiting) {
        enum status status = spool_flush(spool, err);
        if (status)
            return status;
    }
    spool->size += spool->length;
    if (spool->length > WAIT_BYTES)
        return write_all(spool->file, spool->page, spool->length) ? OK : spool_fail(err, "write");
    if (spool->length)
        memcpy(spool->wait + spool->waiting, spool->page, spool->length);
    spool->waiting += spool->length;
    return OK;
}

/* --- reading --- */

static bool spool_read_all(int file, unsigned char *data, size_t size, uint64_t place)
{
    while (size) {
        ssize_t count = pread(file, data, size, (off_t)place);
        if (count < 0 && errno == EINTR)
            continue;
        if (count == 0)
            errno = EIO;
        if (count <= 0)
            return false;
        data += count;
        place += (uint64_t)count;
        size -= (size_t)count;
    }
    return true;
}

enum status spool_read(struct spool_reader *reader, uint64_t place, uint32_t size, const unsigned char **data,
                       struct error *err)
{
    if (place < reader->start || place + size > reader->start + reader->count) {
        uint64_t rest = reader->spool->size - place;
        size_t wanted = size > READ_BYTES ? size : rest < READ_BYTES ? (size_t)rest : READ_BYTES;
        reader->count = 0;
        if (!rows_room(&reader->data, 0, wanted, &reader->cap, 1))
            return error_memory(err);
        if (!spool_read_all(reader->spool->file, reader->data, wanted, place))
            return spool_fail(err, "read");
        reader->start = place;
        reader->count = wanted;
    }
    *data = reader->data + (place - reader->start);
    return OK;
}

void spool_reader_free(struct spool_reader *reader)
{
    free(reader->data);
    reader->data = NULL;
}
