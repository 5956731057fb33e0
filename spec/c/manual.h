/* Pages that nobody here wrote: the manual of PostgreSQL as Debian's package postgresql-doc-N has it. */
#ifndef COPYDESK_SPEC_MANUAL_H
#define COPYDESK_SPEC_MANUAL_H

#include <glob.h>
#include <stdio.h>
#include <string.h>

/* The folder with its pages; NULL: the package is not installed. */
static inline const char *manual_folder(void)
{
    static char folder[64];
    glob_t found;
    if (!folder[0] && glob("/usr/share/doc/postgresql-doc-*/html/ddl-partitioning.html", 0, NULL, &found) == 0) {
        const char *page = found.gl_pathv[found.gl_pathc - 1];
        snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(page, '/') - page), page);
        globfree(&found);
    }
    return folder[0] ? folder : NULL;
}

#endif
