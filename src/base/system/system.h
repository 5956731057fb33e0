/*
 * system: what the operating system gives, with its corners rounded off.
 *
 *   thread.h     conditions on the monotonic clock, background threads
 *   pool.h       threads that take work fairly by whose it is; so many threads at once, the others in line
 *   tally.h      counts by labels, to which any thread adds
 *   fork.h       descriptors that a forked child does not keep; writing to a closed connection without a signal for the
 *                program around; threads that leave the cores to others
 *   file.h       small files that only their owner can read, temporary files without a name, bytes into a file, large
 *                pages for large arrays
 *   output.h     files that are written under a name which somebody gave
 *   spool.h      records in a temporary file
 *   rows.h       arrays that are allocations of their own, and a hash table from hashes to numbers
 *   listener.h   a listening socket that the process was started with, and how one is closed
 *   notify.h     what a service manager is told; two threads that work one behind the other
 *   curl_head.h  libcurl's limits of the head of an answer
 *
 * Each is for any thread, but listener_passed. fork.h alone has global state: the list of those descriptors.
 */
#ifndef COPYDESK_BASE_SYSTEM_SYSTEM_H
#define COPYDESK_BASE_SYSTEM_SYSTEM_H

#include "base/system/file.h"
#include "base/system/fork.h"
#include "base/system/listener.h"
#include "base/system/notify.h"
#include "base/system/output.h"
#include "base/system/pool.h"
#include "base/system/rows.h"
#include "base/system/spool.h"
#include "base/system/tally.h"
#include "base/system/thread.h"

#endif
