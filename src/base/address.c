#include "base/address.h"

#include <arpa/inet.h>

static bool is_decimal(struct str host)
{
    for (size_t i = 0; i < host.len; i++)
        if (!ascii_is_digit(host.data[i]) && host.data[i] != '.')
            return false;
    return true;
}

bool address_is_loopback(struct str host)
{
    return str_ieq(host, STR("localhost")) || str_eq(host, STR("::1")) || str_eq(host, STR("[::1]")) ||
           (str_starts(host, STR("127.")) && is_decimal(host));
}

bool address_is_numeric(struct str host)
{
    char text[INET6_ADDRSTRLEN];
    unsigned char address[sizeof(struct in6_addr)];
    if (!host.len || host.len >= sizeof text)
        return false;
    memcpy(text, host.data, host.len);
    text[host.len] = '\0';
    return inet_pton(AF_INET, text, address) == 1 || inet_pton(AF_INET6, text, address) == 1;
}

/* A socket for IPv6 shows IPv4 addresses behind "::ffff:". */
static bool is_trusted(struct str host, const struct address_list *trusted)
{
    if (str_istarts(host, STR("::ffff:")))
        host = (struct str){host.data + 7, host.len - 7};
    for (size_t i = 0; i < trusted->count; i++)
        if (str_ieq(host, str_from(trusted->list[i])))
            return true;
    return false;
}

static struct str take_last(struct str *chain)
{
    size_t begin = chain->len;
    while (begin > 0 && chain->data[begin - 1] != ',')
        begin--;
    struct str last = {chain->data + begin, chain->len - begin};
    chain->len = begin > 0 ? begin - 1 : 0;
    return str_trim(last);
}

struct str address_through(struct str peer, struct str chain, const struct address_list *trusted)
{
    struct str found = peer;
    while (chain.len && is_trusted(found, trusted)) {
        struct str before = take_last(&chain);
        if (!address_is_numeric(before))
            break;
        found = before;
    }
    return found;
}
