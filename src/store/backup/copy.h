/* copy: files copied onto the disk for their owner alone, with their checksums. */
#ifndef COPYDESK_STORE_BACKUP_COPY_H
#define COPYDESK_STORE_BACKUP_COPY_H

#include "base/base.h"

#include <sys/stat.h>

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

/* Removes a folder of plain files, as far as that can be done. */
void copy_remove_folder(const char *folder);

#endif
