/*
 * The outgoing guard: which socket addresses may be connected to. Pure arithmetic on addresses, no DNS, no sockets.
 *
 * The guard allows what the allow list names, and every public address on one of the web's ports. Public means:
 * outside the special-purpose registries of RFC 6890 (https://www.iana.org/assignments/iana-ipv4-special-registry and
 * iana-ipv6-special-registry). An IPv4 address that is wrapped in an IPv6 one is judged as an IPv4 address.
 */
#ifndef COPYDESK_NET_GUARD_H
#define COPYDESK_NET_GUARD_H

#include "base/base.h"

#include <sys/socket.h>

struct guard {
    struct allow_rule *rules;
    size_t count;
};

/*
 * Reads an allow list: addresses or networks, each with or without a port. "127.0.0.1", "127.0.0.1:9000",
 * "10.1.0.0/16", "10.1.0.0/16:8080", "::1", "[::1]:8080", "fd00::/8", "[fd00::]/8:443". E_INVALID names the entry
 * that cannot be read: a host name cannot, since its addresses could change without anybody noticing. E_MEMORY. Call
 * guard_free in the end, also after a failure.
 */
enum status guard_init(struct guard *guard, const char *const *entries, size_t count, struct error *err);
void guard_free(struct guard *guard);

/* May this address and port be connected to? False for any family but IPv4 and IPv6. */
bool guard_allows(const struct guard *guard, const struct sockaddr *address);

/* The same for an address in text form as inet_ntop writes it. False when the text is no address. */
bool guard_allows_text(const struct guard *guard, const char *address, unsigned port);

/* Could any address be allowed on this port? For a host name, whose addresses are not known yet. */
bool guard_allows_port(const struct guard *guard, unsigned port);

/* Is the text an IPv4 or IPv6 address (without brackets)? */
bool guard_is_address(const char *text);

#endif
