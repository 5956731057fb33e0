/*
 * bell: rings when descriptors become readable, for a host that can only wait for connections of its own making.
 *
 * nginx's Lua waits for cosockets, and a cosocket connects to an address. So a thread waits for the descriptors and writes a byte
 * to the one connection that was made to its unix socket; it does nothing else, and sleeps while nothing happens:
 *
 *     bell_open(&bell, &err);
 *     bell_invite(bell, &path, &err);      the host connects to unix:path
 *     bell_admit(bell, &err);
 *     bell_watch(bell, descriptor, &err);  one ring once it is readable; watch it again after having dealt with it
 *
 * All functions are for one thread of the host's. A bell does not survive a fork: the child must leave the parent's alone.
 */
#ifndef COPYDESK_CLIENT_WAKEUP_H
#define COPYDESK_CLIENT_WAKEUP_H

#include "base/base.h"

struct bell;

/* Starts the thread, with all signals blocked. E_IO or E_MEMORY when the system has no thread or descriptor for it. */
enum status bell_open(struct bell **bell, struct error *err);

/* Ends the thread and the connection. NULL is allowed. In a forked child only the descriptors are closed. */
void bell_free(struct bell *bell);

/*
 * Listens on a unix socket in a fresh folder below TMPDIR (/tmp); *path lives until bell_admit or bell_free, which remove it.
 * E_IO when no folder can be written or the path is too long for a socket's address.
 */
enum status bell_invite(struct bell *bell, const char **path, struct error *err);

/* Takes the connection that was made to the path, in place of an earlier one. E_IO when there is none. */
enum status bell_admit(struct bell *bell, struct error *err);

/* Rings once when the descriptor is readable, at once if it is already. A closed descriptor is forgotten. */
enum status bell_watch(struct bell *bell, int descriptor, struct error *err);

/* Rings now. */
void bell_ring(struct bell *bell);

#endif
