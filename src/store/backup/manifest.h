/* manifest: what a backup says of itself (backup.h), and whether that is so. */
#ifndef COPYDESK_STORE_BACKUP_MANIFEST_H
#define COPYDESK_STORE_BACKUP_MANIFEST_H

#include "store/backup/copy.h"

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
