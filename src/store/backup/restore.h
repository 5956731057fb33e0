/*
 * restore: a backup is put into a data folder, all of it or nothing.
 *
 *   1. The backup is checked: every file by its checksum, and the database's version.
 *   2. The data folder is locked, so that no service runs on it meanwhile, and must be empty.
 *   3. The files are copied into restore.part/ in it, and checked again.
 *   4. An empty folder restoring/ is made: from now on no service starts (folder.h). What was there is moved into
 *      before-restore-TIME/, the new files are moved into their places, and restoring/ is removed.
 *
 * Whatever fails before step 4 leaves the data folder as it was; what fails in step 4 is taken back. Only where the
 * process dies in step 4, restoring/ stays: nothing is lost, and the backup is to be restored again.
 *
 * The schema of an older backup is migrated when the next service starts.
 */
#ifndef COPYDESK_STORE_BACKUP_RESTORE_H
#define COPYDESK_STORE_BACKUP_RESTORE_H

#include "store/backup/backup.h"

/*
 * Puts the backup into the data folder, which is made when there is none. may_replace: one that holds data is taken,
 * too, and what it held is moved aside. The report's texts live in the arena.
 *
 * E_NOT_FOUND: there is no backup of that name; E_CORRUPT names the damaged file; E_INVALID "newer_backup",
 * "newer_schema"; E_CONFLICT "in_use": somebody uses the data folder, "not_empty"; E_IO, with the code "disk_full"
 * where that is the reason; E_MEMORY.
 */
enum status backup_restore(const char *backup, const char *folder, bool may_replace, struct arena *arena,
                           struct backup_report *report, struct error *err);

#endif
