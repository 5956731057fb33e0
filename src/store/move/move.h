/*
 * move: everything of a data folder's SQLite database copied into a PostgreSQL database, and the folder given up.
 *
 *   move.c         a move as a whole
 *   plan.c         what there is to copy: tables, columns and keys, read from the database itself
 *   target.c       the new database: that it holds nothing but what this move has put there
 *   copying.c      a table's rows, in the order of its key, in transactions of a few megabytes; and both databases
 *                  compared, row by row and by the sums of the ledger
 *   move_parts.h   what these files share
 *
 *   1. The folder is locked, so that no service runs on it, and its database checked (integrity_check), migrated, and
 *      brought into the state that a service finds at its start: nothing is under way.
 *   2. The new database gets the schema, and in the transaction that finds it empty a row in the table `moving`: no
 *      service works on it from now on. The same id is in the folder's file `moving`, until a service uses the folder.
 *   3. Each table is copied. As rows come in the order of their key, and whole transactions of them, the last key in
 *      the new database says where to go on.
 *   4. Both databases are read and compared.
 *   5. The folder's file `moved` is written: no service starts there any more. Then the row in `moving` is removed.
 *
 * A move may end anywhere and be run again. Up to step 5 the folder can be used as if there had been none.
 */
#ifndef COPYDESK_STORE_MOVE_MOVE_H
#define COPYDESK_STORE_MOVE_MOVE_H

#include "base/base.h"

enum move_phase { MOVE_COPIES, MOVE_COMPARES };

struct move_progress {
    enum move_phase phase;
    const char *table;
    int64_t rows, of_rows; /* of the table, with those of an earlier run */
    int64_t bytes;         /* of all tables in this phase, in this run */
};

struct move_request {
    const char *folder, *database; /* the database: "postgresql://..." */
    bool begins_again;             /* empties what another move has copied, instead of refusing it */
    /* Called from time to time. False: the move is to stop here, and may be gone on with later. May be NULL. */
    bool (*progress)(void *argument, const struct move_progress *progress);
    void *argument;
};

struct moved_table {
    const char *name;
    int64_t rows, bytes; /* bytes: of the rows as PostgreSQL has them */
    char sha256[65];     /* of the rows in the order of their key, as COPY has them in binary form */
};

struct move_report {
    const char *database; /* without a password */
    struct moved_table *tables;
    size_t table_count;
    int64_t rows, bytes, copied; /* copied: rows of this run */
    bool is_resumed;
    int64_t copy_ms, compare_ms;
    const char **files; /* of the folder, which every node needs in its own: keys */
    size_t file_count;
    int64_t sealed; /* integrations with secrets, for which the key file is needed */
};

/*
 * Moves. The report's texts live in the arena.
 *
 * E_NOT_FOUND: the folder holds no database; E_CONFLICT: "in_use" a service runs on the folder, "moved" it was moved
 * already, "not_empty" the new database holds other data, "other_move" that of a move which cannot be gone on with;
 * E_INVALID: the address is none, the folder is a backup, a newer program wrote one of the databases, a value is none
 * that PostgreSQL takes; E_CORRUPT: the old database is damaged, or the two are not the same: the message names the
 * table and the first key; E_IO, with "database_gone" or "disk_full" where that is the reason; E_CANCELLED: by
 * progress; E_MEMORY.
 */
enum status move_run(const struct move_request *request, struct arena *arena, struct move_report *report,
                     struct error *err);

#endif
