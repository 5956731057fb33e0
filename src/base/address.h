/* Addresses of hosts. */
#ifndef COPYDESK_BASE_ADDRESS_H
#define COPYDESK_BASE_ADDRESS_H

#include "base/str.h"

#include <stdbool.h>

/*
 * Does the host mean this machine: "localhost" in any case, an IPv4 address that begins with "127.", or ::1, with or
 * without brackets? Decided by the text alone; no name is looked up.
 */
bool address_is_loopback(struct str host);

#endif
