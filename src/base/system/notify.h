/* notify: tells the service manager how this process is doing (NOTIFY_SOCKET, as sd_notify(3) has it). */
#ifndef COPYDESK_BASE_SYSTEM_NOTIFY_H
#define COPYDESK_BASE_SYSTEM_NOTIFY_H

#include "base/error.h"

/*
 * Sends lines such as "READY=1\nSTATUS=..." as one datagram. OK without sending when no manager asks for it. E_INVALID:
 * NOTIFY_SOCKET is neither a path nor an abstract name ("@..."); E_IO: it could not be sent.
 */
enum status notify_manager(const char *state, struct error *err);

#endif
