/* The data folder on the disk: made and kept for its owner alone, used by one process at a time. */
#ifndef COPYDESK_STORE_FOLDER_H
#define COPYDESK_STORE_FOLDER_H

#include "base/base.h"

/* Makes the folder and what leads to it (mode 0700), and takes its lock. *lock is a descriptor: closing it gives the lock back,
 * and so does the end of the process. E_CONFLICT when somebody has it. */
enum status folder_lock(const char *folder, int *lock, struct error *err);

/* Makes an empty file, or takes an existing one, and lets only its owner read it. */
enum status folder_file(const char *path, struct error *err);

#endif
