#include "base/address.h"

static bool is_numeric(struct str host)
{
    for (size_t i = 0; i < host.len; i++)
        if (!ascii_is_digit(host.data[i]) && host.data[i] != '.')
            return false;
    return true;
}

bool address_is_loopback(struct str host)
{
    return str_ieq(host, STR("localhost")) || str_eq(host, STR("::1")) || str_eq(host, STR("[::1]")) ||
           (str_starts(host, STR("127.")) && is_numeric(host));
}
