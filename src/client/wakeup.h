/*
 * wakeup: a byte on a unix socket when a descriptor becomes readable, for a host that can only wait for connections
 * that it made.
 *
 * nginx's Lua waits for cosockets, and a cosocket connects to an address. So a thread waits for the descriptors and
 * writes a byte to the one connection that was made to its unix socket; it does nothing else, and sleeps while nothing
 * happens:
 *
 *     wakeup_open(&wakeup, &err);
 *     wakeup_listen(wakeup, &path, &err);      the host connects to unix:path
 *     wakeup_accept(wakeup, &err);
 *     wakeup_watch(wakeup, descriptor, &err);  one byte once it is readable; watch it again after having dealt with it
 *
 * All functions are for one thread of the host's. A wakeup does not survive a fork: a child may only free its copy.
 */
#ifndef COPYDESK_CLIENT_WAKEUP_H
#define COPYDESK_CLIENT_WAKEUP_H

#include "base/base.h"

struct wakeup;

/* Starts the thread, with all signals blocked. E_IO or E_MEMORY when the system has no thread or descriptor for it. */
enum status wakeup_open(struct wakeup **wakeup, struct error *err);

/* Ends the thread and the connection. NULL is allowed. In a forked child only the descriptors are closed. */
void wakeup_free(struct wakeup *wakeup);

/*
 * Listens on a unix socket in a fresh folder below TMPDIR (/tmp); *path lives until wakeup_accept or wakeup_free, which
 * remove the folder. E_IO when no folder can be written or the path is too long for a socket's address.
 */
enum status wakeup_listen(struct wakeup *wakeup, const char **path, struct error *err);

/* Takes the connection that was made to the path, in place of an earlier one. E_IO when there is none. */
enum status wakeup_accept(struct wakeup *wakeup, struct error *err);

/* Writes one byte when the descriptor is readable, at once if it is already. Closing the descriptor ends the watch. */
enum status wakeup_watch(struct wakeup *wakeup, int descriptor, struct error *err);

/* Writes a byte now; where there is no connection, when the next one is accepted. Never blocks. */
void wakeup_notify(struct wakeup *wakeup);

#endif
