#include "link/build/write.h"

#include "link/audit/audit.h"
#include "link/build/write_pages.h"
#include "link/build/write_phrases.h"
#include "link/site/store.h"

/* The sections are empty in the indexes that lessons are learned from: what they hold has not been found then. */
static enum status write_audit(struct site *site, struct index_writer *writer, struct error *err)
{
    struct audit_records *records = &site->store->audit_records;
    if (site->store->suggestions)
        suggestions_write(site->store->suggestions, records);
    struct audit_pages pages = {&site->store->symbols, site->store->titles};
    enum status status = audit_check_records(records, err);
    return status == OK ? audit_write(records, &pages, writer, err) : status;
}

static enum status write_sections(struct site *site, struct index_writer *writer, struct error *err)
{
    enum status status = write_pages(site, writer, err);
    if (status == OK)
        status = write_phrases(site, writer, err);
    if (status != OK)
        return status;
    write_links(site, writer);
    write_languages(site, writer);
    index_writer_begin(writer, SECTION_CONTEXTS);
    index_writer_add(writer, site->contexts, site->context_count * sizeof *site->contexts);
    index_writer_begin(writer, SECTION_LESSONS);
    index_writer_add(writer, site->lessons.data, site->lessons.len);
    index_writer_begin(writer, SECTION_FRAME);
    index_writer_add(writer, site->frame, site->frame_count * sizeof *site->frame);
    return site->store->suggestions ? write_audit(site, writer, err) : OK;
}

static enum status write_all(struct site *site, const char *path, struct index_writer *writer, struct error *err)
{
    enum status status = index_writer_open(writer, path, err);
    writer->header.link_count = site->link_count;
    writer->header.linking_pages = site->linking_pages;
    return status == OK ? write_sections(site, writer, err) : status;
}

enum status write_temporary(struct site *site, const char *path, struct link_index **index, struct error *err)
{
    struct index_writer writer;
    *index = NULL;
    enum status status = write_all(site, path, &writer, err);
    if (status == OK)
        status = index_writer_finish(&writer, err);
    if (status == OK)
        status = link_open(writer.temporary, index, err);
    index_writer_close(&writer);
    return status;
}

enum status write_index(struct site *site, const char *path, struct error *err)
{
    struct index_writer writer;
    enum status status = write_all(site, path, &writer, err);
    if (status == OK)
        status = index_writer_save(&writer, err);
    index_writer_close(&writer);
    return status;
}
