/*
 * base: what every other folder stands on. No I/O but the log, no global state but the log level.
 *
 *   version.h   which version this is
 *   error.h     a status and a message for each function that can fail
 *   faults.h    what is wrong with a request
 *   codes.h     why an article failed: the words that its record shows
 *   arena.h     memory that is freed all at once
 *   buf.h       a growing string that remembers a failed allocation
 *   str.h       slices of text that somebody else owns
 *   utf8.h      is it UTF-8?
 *   vec.h       arrays that grow in an arena; those that are allocations of their own:
 *               system/rows.h
 *   search.h    where a number is among records in its order
 *   map.h       hash map from text to pointer; from hashes to numbers:
 *               system/numbers.h
 *   hash.h      hashes that are the same on every run, and sets of them
 *   varint.h    numbers in as many bytes as they need
 *   lookup.h    what a question to a source is given: arena, error, cancel flag, deadline
 *   clock.h     wall and monotonic time, HTTP dates and waits
 *   address.h   is it this machine?
 *   random.h    random bytes, UUIDs, hexadecimal
 *   log.h       lines on standard error
 *   log_event.h a line about an event, with values
 *   system/     threads, forks, files: what the operating system gives
 */
#ifndef COPYDESK_BASE_BASE_H
#define COPYDESK_BASE_BASE_H

#include "base/address.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "base/lookup.h"
#include "base/map.h"
#include "base/random.h"
#include "base/str.h"
#include "base/version.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
