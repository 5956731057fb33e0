#include "store/db/pg_url.h"

#include <libpq-fe.h>
#include <stdlib.h>

/* --- writing --- */

/* What stands for itself everywhere in an address. */
static bool is_plain(char c)
{
    return ascii_is_alnum(c) || (c && strchr("-._~", c));
}

static void add_escaped(struct buf *out, const char *text, const char *also_plain)
{
    for (; *text; text++)
        if (is_plain(*text) || strchr(also_plain, *text))
            buf_char(out, *text);
        else
            buf_printf(out, "%%%02X", (unsigned char)*text);
}

/* The parts of an address that are shown; "" where it has none. */
struct shown {
    const char *user, *host, *port, *name, *service;
};

/* Hosts and ports are lists, separated by commas, of the same length; one port is that of all hosts. */
static void add_hosts(struct buf *out, const struct shown *shown)
{
    struct str hosts = str_from(shown->host), ports = str_from(shown->port), host, port = {0};
    for (int i = 0; str_split(&hosts, ',', &host); i++) {
        str_split(&ports, ',', &port);
        bool is_ipv6 = memchr(host.data, ':', host.len);
        buf_printf(out, is_ipv6 ? "%s[%.*s]" : "%s%.*s", i ? "," : "", STR_ARG(host));
        if (port.len)
            buf_printf(out, ":%.*s", STR_ARG(port));
    }
}

static void add_query(struct buf *out, char *mark, const char *name, const char *value)
{
    if (!*value)
        return;
    buf_printf(out, "%c%s=", *mark, name);
    add_escaped(out, value, "/,");
    *mark = '&';
}

static void add_all(struct buf *out, const struct shown *shown)
{
    bool is_socket = strchr(shown->host, '/') || strchr(shown->host, '@');
    char mark = '?';
    buf_str(out, "postgresql://");
    if (*shown->user) {
        add_escaped(out, shown->user, "");
        buf_char(out, '@');
    }
    if (*shown->host && !is_socket)
        add_hosts(out, shown);
    buf_char(out, '/');
    add_escaped(out, shown->name, "");
    if (is_socket || !*shown->host) {
        add_query(out, &mark, "host", shown->host);
        add_query(out, &mark, "port", shown->port);
    }
    add_query(out, &mark, "service", shown->service);
}

/* --- reading --- */

static const char *value_of(const PQconninfoOption *options, const char *name)
{
    for (; options->keyword; options++)
        if (strcmp(options->keyword, name) == 0)
            return options->val ? options->val : "";
    return "";
}

const char *pg_url_shown(const char *url, struct arena *arena)
{
    struct buf out = {0};
    char *complaint = NULL;
    PQconninfoOption *options = PQconninfoParse(url, &complaint);
    if (options)
        add_all(&out, &(struct shown){.user = value_of(options, "user"),
                                      .host = value_of(options, "host"),
                                      .port = value_of(options, "port"),
                                      .name = value_of(options, "dbname"),
                                      .service = value_of(options, "service")});
    else
        buf_str(&out, "postgresql://");
    const char *text = out.failed ? NULL : arena_copy_n(arena, out.data, out.len);
    buf_free(&out);
    PQfreemem(complaint);
    PQconninfoFree(options);
    return text;
}

enum status pg_url_check(const char *url, struct error *err)
{
    char *complaint = NULL;
    PQconninfoOption *options = PQconninfoParse(url, &complaint);
    bool is_good = options != NULL, no_memory = !options && (!complaint || strstr(complaint, "memory"));
    PQfreemem(complaint);
    PQconninfoFree(options);
    if (is_good)
        return OK;
    return no_memory ? error_memory(err)
                     : error_set(err, E_INVALID, "database",
                                 "the address of the database is not well formed: it has to be like "
                                 "\"postgresql://user@host:5432/name?sslmode=verify-full\", with %%40 for an @ in a "
                                 "password, and the like");
}
