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

/* Numeric addresses without brackets, as inet_ntop writes them. */
struct address_list {
    const char **list;
    size_t count;
};

/* Is it an IPv4 or IPv6 address, without brackets and port? */
bool address_is_numeric(struct str host);

/*
 * Who asks, when proxies pass it on: the peer where it is none of the trusted proxies; else the last address of the
 * chain ("client, proxy", as X-Forwarded-For has it) that is none of them. What stands before that in the chain the
 * client may have made up. Where the chain ends, or holds something that is no address, the last that was found. A part
 * of peer or chain.
 */
struct str address_through(struct str peer, struct str chain, const struct address_list *trusted);

#endif
