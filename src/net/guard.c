#include "net/guard.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * An address. An IPv4 address has four bytes, also when it came as ::ffff:a.b.c.d: the kernel connects both to the
 * same host.
 */
struct ip {
    unsigned char bytes[16];
    unsigned bits; /* 32 or 128 */
};

struct network {
    unsigned char bytes[16];
    unsigned prefix;
};

struct allow_rule {
    struct ip network;
    unsigned prefix;
    unsigned port; /* 0: every port */
};

static const unsigned web_ports[] = {80, 443, 8080, 8443};

static const struct network closed_ipv4[] = {
    {{0}, 8},             /* this network */
    {{10}, 8},            /* private use */
    {{100, 64}, 10},      /* shared address space, carrier-grade NAT */
    {{127}, 8},           /* loopback */
    {{169, 254}, 16},     /* link-local, where clouds keep their metadata */
    {{172, 16}, 12},      /* private use */
    {{192, 0, 0}, 24},    /* IETF protocol assignments */
    {{192, 0, 2}, 24},    /* documentation */
    {{192, 88, 99}, 24},  /* 6to4 relay anycast */
    {{192, 168}, 16},     /* private use */
    {{198, 18}, 15},      /* benchmarking */
    {{198, 51, 100}, 24}, /* documentation */
    {{203, 0, 113}, 24},  /* documentation */
    {{224}, 4},           /* multicast */
    {{240}, 4},           /* reserved, and limited broadcast */
};

/*
 * Nothing outside of global unicast is public: not ::, ::1, fc00::/7, fe80::/10, fec0::/10, ff00::/8, 100::/64 nor
 * the rest.
 */
static const struct network global_unicast = {{0x20}, 3};

static const struct network closed_ipv6[] = {
    {{0x20, 0x01, 0x00}, 23},       /* IETF protocol assignments: Teredo, benchmarking, ORCHID */
    {{0x20, 0x01, 0x0d, 0xb8}, 32}, /* documentation */
    {{0x3f, 0xff, 0x00}, 20},       /* documentation */
};

static const struct network ipv4_mapped = {{[10] = 0xff, 0xff}, 96};
static const struct network nat64 = {{0x00, 0x64, 0xff, 0x9b}, 96};
static const struct network six_to_four = {{0x20, 0x02}, 16};

static bool has_prefix(const unsigned char *bytes, const unsigned char *network, unsigned prefix)
{
    unsigned whole = prefix / 8, rest = prefix % 8;
    if (memcmp(bytes, network, whole) != 0)
        return false;
    return rest == 0 || ((bytes[whole] ^ network[whole]) >> (8 - rest)) == 0;
}

static bool guard_is_in(const struct ip *ip, const struct network *network)
{
    return has_prefix(ip->bytes, network->bytes, network->prefix);
}

static bool is_in_any(const struct ip *ip, const struct network *networks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (guard_is_in(ip, &networks[i]))
            return true;
    return false;
}

static struct ip ip_from_ipv4(const void *bytes)
{
    struct ip ip = {.bits = 32};
    memcpy(ip.bytes, bytes, 4);
    return ip;
}

static struct ip ip_from_ipv6(const void *bytes)
{
    struct ip ip = {.bits = 128};
    memcpy(ip.bytes, bytes, 16);
    return guard_is_in(&ip, &ipv4_mapped) ? ip_from_ipv4(ip.bytes + 12) : ip;
}

static bool ip_from_text(const char *text, struct ip *ip)
{
    unsigned char bytes[16];
    if (inet_pton(AF_INET, text, bytes) == 1)
        *ip = ip_from_ipv4(bytes);
    else if (inet_pton(AF_INET6, text, bytes) == 1)
        *ip = ip_from_ipv6(bytes);
    else
        return false;
    return true;
}

static bool ipv4_is_public(const struct ip *ip)
{
    return !is_in_any(ip, closed_ipv4, COUNT_OF(closed_ipv4));
}

static bool ip_is_public(const struct ip *ip)
{
    if (ip->bits == 32)
        return ipv4_is_public(ip);
    size_t wrapped_at = guard_is_in(ip, &nat64) ? 12 : guard_is_in(ip, &six_to_four) ? 2 : 0;
    if (wrapped_at) {
        struct ip inner = ip_from_ipv4(ip->bytes + wrapped_at);
        return ipv4_is_public(&inner);
    }
    return guard_is_in(ip, &global_unicast) && !is_in_any(ip, closed_ipv6, COUNT_OF(closed_ipv6));
}

static bool is_web_port(unsigned port)
{
    for (size_t i = 0; i < COUNT_OF(web_ports); i++)
        if (web_ports[i] == port)
            return true;
    return false;
}

static bool rule_matches(const struct allow_rule *rule, const struct ip *ip, unsigned port)
{
    return rule->network.bits == ip->bits && (rule->port == 0 || rule->port == port) &&
           has_prefix(ip->bytes, rule->network.bytes, rule->prefix);
}

static bool allows(const struct guard *guard, const struct ip *ip, unsigned port)
{
    for (size_t i = 0; i < guard->count; i++)
        if (rule_matches(&guard->rules[i], ip, port))
            return true;
    return is_web_port(port) && ip_is_public(ip);
}

bool guard_allows(const struct guard *guard, const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in ipv4;
        memcpy(&ipv4, address, sizeof ipv4);
        struct ip ip = ip_from_ipv4(&ipv4.sin_addr);
        return allows(guard, &ip, ntohs(ipv4.sin_port));
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 ipv6;
        memcpy(&ipv6, address, sizeof ipv6);
        struct ip ip = ip_from_ipv6(&ipv6.sin6_addr);
        return allows(guard, &ip, ntohs(ipv6.sin6_port));
    }
    return false;
}

bool guard_allows_text(const struct guard *guard, const char *address, unsigned port)
{
    struct ip ip;
    return ip_from_text(address, &ip) && allows(guard, &ip, port);
}

bool guard_allows_port(const struct guard *guard, unsigned port)
{
    for (size_t i = 0; i < guard->count; i++)
        if (guard->rules[i].port == 0 || guard->rules[i].port == port)
            return true;
    return is_web_port(port);
}

bool guard_is_address(const char *text)
{
    struct ip ip;
    return ip_from_text(text, &ip);
}

/* --- the allow list --- */

/* The whole slice must be decimal digits. */
static bool parse_number(struct str text, unsigned maximum, unsigned *number)
{
    unsigned value = 0;
    if (text.len == 0 || text.len > 5)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (!ascii_is_digit(text.data[i]))
            return false;
        value = value * 10 + (unsigned)(text.data[i] - '0');
    }
    *number = value;
    return value <= maximum;
}

/*
 * Cuts the address off "[address]..." or "address...". An IPv6 address without brackets has no port: its end would be
 * unclear.
 */
static bool cut_address(struct str *rest, struct str *address)
{
    struct str text = *rest;
    size_t end, after;
    if (str_starts(text, STR("["))) {
        end = str_find(text, STR("]"), 0);
        if (end == text.len)
            return false;
        *address = (struct str){text.data + 1, end - 1};
        after = end + 1;
    } else {
        size_t colon = str_find(text, STR(":"), 0);
        bool is_ipv6 = colon < text.len && str_find(text, STR(":"), colon + 1) < text.len;
        end = str_find(text, STR("/"), 0);
        if (!is_ipv6 && colon < end)
            end = colon;
        *address = (struct str){text.data, end};
        after = end;
    }
    *rest = (struct str){text.data + after, text.len - after};
    return true;
}

/* Reads "/prefix" and ":port", both optional, in this order and with nothing behind them. */
static bool parse_suffix(struct str rest, unsigned bits, unsigned *prefix, unsigned *port)
{
    *prefix = bits;
    *port = 0;
    if (str_starts(rest, STR("/"))) {
        size_t end = str_find(rest, STR(":"), 0);
        if (!parse_number((struct str){rest.data + 1, end - 1}, bits, prefix))
            return false;
        rest = (struct str){rest.data + end, rest.len - end};
    }
    if (rest.len == 0)
        return true;
    struct str digits = {rest.data + 1, rest.len - 1};
    return rest.data[0] == ':' && parse_number(digits, 65535, port) && *port > 0;
}

/*
 * Are there bits behind the prefix? Such an entry, 10.1.2.3/16, is more likely a mistake than a wish to open
 * 10.1.0.0/16.
 */
static bool has_host_bits(const struct ip *ip, unsigned prefix)
{
    for (unsigned bit = prefix; bit < ip->bits; bit++)
        if (ip->bytes[bit / 8] & (0x80 >> (bit % 8)))
            return true;
    return false;
}

static bool parse_rule(const char *entry, struct allow_rule *rule)
{
    struct str rest = str_from(entry), address;
    char text[INET6_ADDRSTRLEN];
    if (!cut_address(&rest, &address) || address.len >= sizeof text)
        return false;
    memcpy(text, address.data, address.len);
    text[address.len] = '\0';
    return ip_from_text(text, &rule->network) && parse_suffix(rest, rule->network.bits, &rule->prefix, &rule->port) &&
           !has_host_bits(&rule->network, rule->prefix);
}

enum status guard_init(struct guard *guard, const char *const *entries, size_t count, struct error *err)
{
    *guard = (struct guard){0};
    if (count == 0)
        return OK;
    guard->rules = calloc(count, sizeof *guard->rules);
    if (!guard->rules)
        return error_memory(err);
    for (size_t i = 0; i < count; i++) {
        if (!parse_rule(entries[i], &guard->rules[i]))
            return error_set(
                err, E_INVALID, NULL,
                "allow_addresses: \"%s\" is not an address or network; host names are not accepted here, write "
                "for example \"127.0.0.1:9000\", \"10.1.0.0/16\" or \"[::1]:8080\"",
                entries[i]);
        guard->count++;
    }
    return OK;
}

void guard_free(struct guard *guard)
{
    free(guard->rules);
    *guard = (struct guard){0};
}
