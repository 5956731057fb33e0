/*
 * sqlite_fork: lets the child of a fork open a database that its parent had open.
 *
 * SQLite keeps the locks of the whole process in one table for each file, which it finds by the file's device and
 * inode (os_unix.c, unixInodeInfo and unixShmNode). A child inherits that table, but none of the locks: POSIX locks
 * belong to a process. A connection that the child opens would join its parent's:
 *
 *   - a lock that the parent held at the fork, that is of a transaction in any of its threads, stays in the child's
 *     table for ever: "database is locked";
 *   - the shared locks that every open connection holds are taken to be there, so no others are asked for. Another
 *     process that closes the database then believes that it is the last one, and removes the write-ahead log while
 *     the child writes to it: what the child commits afterwards is lost. This needs no transaction at the fork.
 *
 * So in a child the files of databases seem to lie on other devices than in the parent. SQLite makes a table of its
 * own for them, with locks of its own; the parent's connections are left alone, whatever they were doing. The numbers
 * of devices are changed for the files that are opened here only, not for other users of the library in the process, by
 * way of the library's table of system calls.
 */
#ifndef COPYDESK_STORE_DB_SQLITE_FORK_H
#define COPYDESK_STORE_DB_SQLITE_FORK_H

#include "base/error.h"

#include <sqlite3.h>

/*
 * To be called before the first sqlite_fork_open. Any thread, any number of times. E_INTERNAL: this SQLite has no table
 * of system calls. E_MEMORY.
 */
enum status sqlite_fork_set_up(struct error *err);

/* As sqlite3_open_v2 with the default file system. Returns SQLite's code. */
int sqlite_fork_open(const char *path, int flags, sqlite3 **handle);

#endif
