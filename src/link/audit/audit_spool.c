#include "link/audit/audit_spool.h"

#include "base/system/unnamed.h"

#include <errno.h>
#include <unistd.h>

/* How records stand in the file; the texts follow. */
struct page_record {
    uint32_t number, reading, link_count, url_length;
};

struct link_record {
    uint32_t url_length; /* with its NUL */
    uint16_t text_length;
    uint16_t is_listed;
};

static enum status fail(struct error *err)
{
    return error_set(err, E_IO, NULL, "the temporary file of the links: %s", strerror(errno));
}

enum status audit_spool_open(struct audit_spool *spool, const char *path, struct error *err)
{
    int file;
    enum status status = unnamed_open(path, &file, err);
    if (status != OK)
        return status;
    spool->file = fdopen(file, "w+b");
    if (spool->file)
        return OK;
    close(file);
    return fail(err);
}

void audit_spool_close(struct audit_spool *spool)
{
    if (spool->file)
        fclose(spool->file);
    buf_free(&spool->piece);
}

static void write_all(struct audit_spool *spool, const void *data, size_t size)
{
    if (size)
        fwrite(data, 1, size, spool->file);
}

void audit_spool_add_page(struct audit_spool *spool, const struct audit_spool_page *page)
{
    struct page_record record = {page->number, page->reading, page->link_count, (uint32_t)page->url.len};
    write_all(spool, &record, sizeof record);
    write_all(spool, page->url.data, page->url.len);
}

void audit_spool_add_link(struct audit_spool *spool, const struct audit_spool_link *link)
{
    struct link_record record = {(uint32_t)link->url.len + 1, (uint16_t)link->text.len, link->is_listed};
    write_all(spool, &record, sizeof record);
    write_all(spool, link->url.data, record.url_length);
    write_all(spool, link->text.data, link->text.len);
}

enum status audit_spool_rewind(struct audit_spool *spool, struct error *err)
{
    bool good = fflush(spool->file) == 0 && !ferror(spool->file) && fseek(spool->file, 0, SEEK_SET) == 0;
    return good ? OK : fail(err);
}

/* Reads into spool->piece. */
static enum status read_texts(struct audit_spool *spool, size_t length, struct error *err)
{
    char part[4096];
    buf_clear(&spool->piece);
    while (length) {
        size_t wanted = length < sizeof part ? length : sizeof part;
        if (fread(part, 1, wanted, spool->file) != wanted)
            return fail(err);
        buf_add(&spool->piece, part, wanted);
        length -= wanted;
    }
    return spool->piece.failed ? error_memory(err) : OK;
}

enum status audit_spool_next_page(struct audit_spool *spool, struct audit_spool_page *page, bool *done,
                                  struct error *err)
{
    struct page_record record;
    *done = fread(&record, sizeof record, 1, spool->file) != 1;
    if (*done)
        return ferror(spool->file) ? fail(err) : OK;
    enum status status = read_texts(spool, record.url_length, err);
    struct str url = {buf_text(&spool->piece), spool->piece.len};
    *page = (struct audit_spool_page){record.number, record.reading, record.link_count, url};
    return status;
}

enum status audit_spool_next_link(struct audit_spool *spool, struct audit_spool_link *link, struct error *err)
{
    struct link_record record;
    if (fread(&record, sizeof record, 1, spool->file) != 1 || !record.url_length)
        return fail(err);
    enum status status = read_texts(spool, (size_t)record.url_length + record.text_length, err);
    if (status != OK)
        return status;
    const char *text = buf_text(&spool->piece);
    *link = (struct audit_spool_link){
        {text, record.url_length - 1}, {text + record.url_length, record.text_length}, record.is_listed != 0};
    return OK;
}
