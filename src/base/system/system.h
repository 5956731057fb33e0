/*
 * system: what the operating system gives, with its corners rounded off.
 *
 *   thread.h    conditions on the monotonic clock, background threads
 *   fair_pool.h threads that take work fairly by whose it is
 *   turns.h     so many threads at once, the others in line
 *   tally.h     counts by labels, to which any thread adds
 *   fork.h      descriptors that a forked child does not keep
 *   priority.h  threads that leave the cores to others
 *   sigpipe.h   writing to a closed connection without a signal for the program around
 *   file.h      small files that only their owner can read
 *   output.h    files that are written under a name which somebody gave
 *   relay.h     two threads that work one behind the other
 *   unnamed.h   temporary files without a name
 *   write_all.h bytes into a file
 *   spool.h     records in a temporary file
 *   huge.h      large pages for large arrays
 *   rows.h      arrays that grow on them, numbers.h a hash table from hashes to numbers
 *   listener.h  a listening socket that the process was started with, and how one is closed
 *   notify.h    what a service manager is told
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
