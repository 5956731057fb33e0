/*
 * backup: a data folder saved while a service runs on it, and put back.
 *
 *   backup.c      a backup is made
 *   restore.c     a backup is put into a data folder
 *   manifest.c    which files of a data folder are saved; what a backup says of itself, and whether that is so
 *   copy.c        files copied onto the disk, with their checksums
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
#ifndef COPYDESK_STORE_BACKUP_BACKUP_H
#define COPYDESK_STORE_BACKUP_BACKUP_H

#include "base/base.h"

#include <sys/stat.h>

/* --- saved, and put back --- */

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

/*
 * A restore puts a backup into a data folder, all of it or nothing:
 *
 *   1. The backup is checked: every file by its checksum, and the database's version.
 *   2. The data folder is locked, so that no service runs on it meanwhile, and must be empty.
 *   3. The files are copied into restore.part/ in it, and checked again.
 *   4. An empty folder restoring/ is made: from now on no service starts (folder_check). What was there is moved into
 *      before-restore-TIME/, the new files are moved into their places, and restoring/ is removed.
 *
 * Whatever fails before step 4 leaves the data folder as it was; what fails in step 4 is taken back. Only where the
 * process dies in step 4, restoring/ stays: nothing is lost, and the backup is to be restored again.
 *
 * The schema of an older backup is migrated when the next service starts.
 *
 * Puts the backup into the data folder, which is made when there is none. may_replace: one that holds data is taken,
 * too, and what it held is moved aside. The report's texts live in the arena.
 *
 * E_NOT_FOUND: there is no backup of that name; E_CORRUPT names the damaged file; E_INVALID "newer_backup",
 * "newer_schema"; E_CONFLICT "in_use": somebody uses the data folder, "not_empty"; E_IO, with the code "disk_full"
 * where that is the reason; E_MEMORY.
 */
enum status backup_restore(const char *backup, const char *folder, bool may_replace, struct arena *arena,
                           struct backup_report *report, struct error *err);

/* --- the files of a data folder, by what a backup does with them --- */

#define KEPT_DATABASE "copydesk.db"

enum kept_kind {
    KEPT_FOREIGN,       /* none of ours */
    KEPT_DATA,          /* saved */
    KEPT_DATABASE_FILE, /* the database itself: saved as a copy of its content */
    KEPT_MADE_ANEW,     /* belongs to the data beside it, and is not saved */
    KEPT_NEUTRAL        /* in an empty data folder, too: locks, what earlier restores put aside */
};

/* The names in a folder whose kind is one of `kinds` (bits 1 << kind), in byte order, in the arena. E_IO; E_MEMORY. */
enum status kept_list(const char *folder, unsigned kinds, struct arena *arena, const char ***names, size_t *count,
                      struct error *err);

/* --- files copied onto the disk for their owner alone, with their checksums --- */

enum { COPY_SUM_LENGTH = 64 };

struct copy_sum {
    int64_t bytes;
    char sha256[COPY_SUM_LENGTH + 1]; /* lower-case hexadecimal */
};

/* "cannot WHAT PATH: why", by errno: E_IO, with the code "disk_full" where that is the reason. */
enum status copy_failed(const char *what, const char *path, struct error *err);

bool copy_sum_is(const struct copy_sum *a, const struct copy_sum *b);

/* Reads a file for its sum. E_NOT_FOUND: there is none; E_INVALID: it is no plain file; E_IO; E_MEMORY. */
enum status copy_read_sum(const char *path, struct copy_sum *sum, struct error *err);

/*
 * Copies a file into a new one (0600), which is on the disk afterwards. The statuses of copy_read_sum; E_IO also:
 * there is a file at `to`; with the code "disk_full" where that is the reason. What was begun stays there.
 */
enum status copy_file(const char *from, const char *to, struct copy_sum *sum, struct error *err);

/* Writes a new file (0600), which is on the disk afterwards. */
enum status copy_write(const char *path, const char *text, struct error *err);

/* Brings a file or the entries of a folder onto the disk. E_IO. */
enum status copy_flush(const char *path, struct error *err);

/* Gives a file to whom `owner` belongs when this process is the administrator's; does nothing otherwise. E_IO. */
enum status copy_give_to(const char *path, const struct stat *owner, struct error *err);

/* "FOLDER/NAME" in the arena; NULL: memory ran out. */
char *copy_path(struct arena *arena, const char *folder, const char *name);

/* Removes a folder of plain files, as far as that can be done. */
void copy_remove_folder(const char *folder);

/* --- what a backup says of itself, and whether that is so --- */

#define MANIFEST_NAME "manifest.json"

struct manifest_file {
    const char *name;
    struct copy_sum sum;
};

struct manifest {
    const char *version; /* of the copydesk that made it */
    int64_t schema, created_at;
    struct manifest_file *files;
    size_t count;
};

/* Writes it into the folder of a backup, as its last file. E_IO; E_MEMORY. */
enum status manifest_write(const char *folder, const struct manifest *manifest, struct error *err);

/*
 * Reads it and holds each file against it; all in the arena. E_NOT_FOUND: the folder holds no backup; E_CORRUPT names
 * the file that is missing or damaged; E_INVALID "newer_backup", "newer_schema": a newer program made it; E_IO;
 * E_MEMORY.
 */
enum status manifest_check(const char *folder, struct arena *arena, struct manifest *manifest, struct error *err);

#endif
