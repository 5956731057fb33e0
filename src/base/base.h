/*
 * base: what every other folder stands on. No I/O but the log, no global state but the log level.
 *
 *   arena.h     memory that is freed all at once, and arrays that grow in it
 *   buf.h       a growing string that remembers a failed allocation; numbers in as many bytes as they need
 *   str.h       slices of text that somebody else owns; is it UTF-8?
 *   map.h       a hash map from text to pointer; hashes that are the same on every run, and sets of them; where a
 *               number is among records in its order
 *   error.h     a status and a message for each function that can fail; why an article failed, in the words that its
 *               record shows; what is wrong with a request
 *   lookup.h    what a question to a source is given: arena, error, cancel flag, deadline
 *   clock.h     wall and monotonic time, HTTP dates and waits
 *   address.h   is it this machine? who asks behind proxies?
 *   random.h    random bytes, UUIDs, hexadecimal
 *   log.h       lines on standard error, and such about an event, with values
 *   version.h   which version this is
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
