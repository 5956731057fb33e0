/* Used only inside this folder: a audit while its pages are read. */
#ifndef COPYDESK_LINK_AUDIT_AUDIT_INNER_H
#define COPYDESK_LINK_AUDIT_AUDIT_INNER_H

#include "link/audit/audit.h"
#include "link/audit/audit_spool.h"

struct audit {
    struct arena *arena; /* of all below */
    const char *path;
    struct audit_spool spool; /* opened for the first page */
    struct map hosts;         /* of the pages */
    struct map addresses;     /* struct audit_address by url_key */
    uint32_t *readings;       /* per page: which reading of it counts */
    size_t reading_cap;
    size_t page_count; /* numbers that were met */
    uint32_t reading_count;
};

/* The host of a url_key. */
static inline struct str audit_host(struct str key)
{
    return (struct str){key.data, str_find(key, STR("/"), 0)};
}

#endif
