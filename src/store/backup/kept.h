/* kept: the files of a data folder, by what a backup does with them. */
#ifndef COPYDESK_STORE_BACKUP_KEPT_H
#define COPYDESK_STORE_BACKUP_KEPT_H

#include "base/base.h"

#define KEPT_DATABASE "copydesk.db"

enum kept_kind {
    KEPT_FOREIGN,       /* none of ours */
    KEPT_DATA,          /* saved */
    KEPT_DATABASE_FILE, /* the database itself: saved as a copy of its content */
    KEPT_MADE_ANEW,     /* belongs to the data beside it, and is not saved */
    KEPT_NEUTRAL        /* in an empty data folder, too: locks, what earlier restores put aside */
};

/* Of an entry of a data folder. */
enum kept_kind kept_kind_of(const char *name);

/* The names in a folder whose kind is one of `kinds` (bits 1 << kind), in byte order, in the arena. E_IO; E_MEMORY. */
enum status kept_list(const char *folder, unsigned kinds, struct arena *arena, const char ***names, size_t *count,
                      struct error *err);

#endif
