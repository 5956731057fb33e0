/* The data folder on the disk: made and kept for its owner alone, used by one process at a time. */
#ifndef COPYDESK_STORE_FOLDER_H
#define COPYDESK_STORE_FOLDER_H

#include "base/base.h"

/* Makes the folder and those that lead to it (mode 0700). E_INVALID: it has no name; E_IO; E_MEMORY. */
enum status folder_make(const char *folder, struct error *err);

/*
 * Locks of a folder: each is a file of that name in it. FOLDER_LOCK is held by the process that has the folder's
 * database open. FOLDER_CLAIM is held by a process that wants the folder for itself: a process that has it open for
 * others gives it up then.
 */
#define FOLDER_LOCK  "lock"
#define FOLDER_CLAIM "claim"

/*
 * Takes a lock of an existing folder; *lock is a descriptor. E_CONFLICT "in_use" when somebody has it; E_IO;
 * E_MEMORY. The lock ends with folder_unlock or the process; a forked child does not have it.
 */
enum status folder_lock(const char *folder, const char *name, int *lock, struct error *err);
void folder_unlock(int lock); /* negative: nothing is done */

/* Does somebody have this lock? False also when there is no such folder or file. */
bool folder_is_locked(const char *folder, const char *name);

/*
 * A folder of this name in the data folder: a restore of a backup was broken off while it put the files into their
 * places. Nobody uses the data folder until it is restored again.
 */
#define FOLDER_RESTORING "restoring"

/* E_IO "restore_unfinished": there is such a folder. */
enum status folder_check(const char *folder, struct error *err);

/*
 * Files in a data folder: its database is being moved to a server, which is to be gone on with; and it was moved, and
 * is used there. The first line of each says which move it is, and where to (store/move).
 */
#define FOLDER_MOVING "moving"
#define FOLDER_MOVED  "moved"

/* E_INVALID "moved": the folder's database was moved away; E_IO. Nothing is changed. */
enum status folder_check_moved(const char *folder, struct error *err);

/*
 * The same, to be called by who is about to change the folder's database, other than by a move: one that was broken
 * off cannot be gone on with.
 */
enum status folder_use_database(const char *folder, struct error *err);

/* Makes an empty file, or takes an existing one, and lets only its owner read it. E_IO. */
enum status folder_file(const char *path, struct error *err);

#endif
