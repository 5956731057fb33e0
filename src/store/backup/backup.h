/*
 * backup: a data folder saved while a service runs on it, and put back.
 *
 *   backup.h      this file: a backup is made
 *   restore.h     a backup is put into a data folder
 *   kept.h        which files of a data folder are saved, and which are made anew
 *   manifest.h    what a backup says of itself, and whether that is so
 *   copy.h        files copied onto the disk, with their checksums
 *
 * A backup is a folder (0700) of plain files (0600):
 *
 *   copydesk.db       the database: everything that was accepted before the backup began, as one SQLite file
 *   key, key.NAME     the first keys of the configured accounts
 *   secret.key        with what secrets of integrations are sealed, where the data folder has it
 *   manifest.json     {"format": 1, "copydesk": "0.1.0", "schema": 9, "createdAt": ms, "files": [{"name", "bytes",
 *                     "sha256"}]}; written last
 *
 * It appears under its name when all of it is on the disk; before, and when it was broken off, there is only a folder
 * NAME.part-XXXXXX. Linking indexes, the socket and the like are not in it: a service makes them anew. Everybody who
 * can read a backup can use the keys in it.
 */
#ifndef COPYDESK_STORE_BACKUP_H
#define COPYDESK_STORE_BACKUP_H

#include "base/base.h"

struct backup_report {
    const char *path;    /* of the backup */
    const char *folder;  /* the data folder */
    const char *aside;   /* restored: where the files are that were in the data folder before; NULL: there were none */
    const char *version; /* of the copydesk that made the backup */
    int64_t schema, created_at;
    size_t files;
    int64_t bytes; /* of all files */
};

/*
 * Saves a data folder, whether a service runs on it or not. `target`: the name of the backup; where that is a folder
 * that is no backup, the backup gets a name by the time in it. The report's texts live in the arena.
 *
 * E_NOT_FOUND: the data folder holds no database; E_CONFLICT: there is something of that name, or the keys were changed
 * all the time; E_INVALID: the database is a newer program's, none of ours, or "moved" away; E_CORRUPT: it is damaged;
 * E_IO, with the code "disk_full" where that is the reason; E_MEMORY. Nothing is left of a backup that failed.
 */
enum status backup_make(const char *folder, const char *target, struct arena *arena, struct backup_report *report,
                        struct error *err);

#endif
