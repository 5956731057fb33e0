/* Writes what was collected of the links into the index file, as index/index_audit.h says. */
#ifndef COPYDESK_LINK_AUDIT_AUDIT_WRITE_H
#define COPYDESK_LINK_AUDIT_AUDIT_WRITE_H

#include "link/audit/audit.h"
#include "link/index/index_write.h"

/* What the index has of all pages. */
struct audit_pages {
    const struct symbols *symbols; /* those of SECTION_SYMBOLS */
    const uint64_t *titles;        /* word_hash of the title of each page */
};

/* E_LIMIT: more text than one index can hold; E_MEMORY. */
enum status audit_write(const struct audit_records *records, const struct audit_pages *pages,
                        struct index_writer *writer, struct error *err);

#endif
