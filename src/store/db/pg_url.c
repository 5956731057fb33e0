#include "store/db/postgresql.h"

#include <libpq-fe.h>
#include <stdlib.h>

/* --- writing --- */

/* What stands for itself everywhere in an address. */
static bool pg_url_is_plain(char c)
{
    return ascii_is_alnum(c) || (c && strchr("-._~", c));
}

static void pg_url_add_escaped(struct buf *out, struct str text, const char *also_plain)
{
    for (size_t i = 0; i < text.len; i++)
        if (pg_url_is_plain(text.data[i]) || strchr(also_plain, text.data[i]))
            buf_char(out, text.data[i]);
        else
            buf_printf(out, "%%%02X", (unsigned char)text.data[i]);
}

/* The parts of an address that are shown; "" where it has none. */
struct db_shown {
    const char *user, *host, *port, *name, *service;
};

/* Hosts and ports are lists, separated by commas, of the same length; one port is that of all hosts. */
static void add_hosts(struct buf *out, const struct db_shown *shown)
{
    struct str hosts = str_from(shown->host), ports = str_from(shown->port), host, port = {0};
    for (int i = 0; str_split(&hosts, ',', &host); i++) {
        str_split(&ports, ',', &port);
        bool is_ipv6 = memchr(host.data, ':', host.len);
        buf_printf(out, "%s%s", i ? "," : "", is_ipv6 ? "[" : "");
        pg_url_add_escaped(out, host, ":");
        buf_str(out, is_ipv6 ? "]" : "");
        if (port.len)
            buf_printf(out, ":%.*s", STR_ARG(port));
    }
}

static void add_query(struct buf *out, char *mark, const char *name, const char *value)
{
    if (!*value)
        return;
    buf_printf(out, "%c%s=", *mark, name);
    pg_url_add_escaped(out, str_from(value), "/,");
    *mark = '&';
}

static void add_all(struct buf *out, const struct db_shown *shown)
{
    bool is_socket = strchr(shown->host, '/') || strchr(shown->host, '@');
    char mark = '?';
    buf_str(out, "postgresql://");
    if (*shown->user) {
        pg_url_add_escaped(out, str_from(shown->user), "");
        buf_char(out, '@');
    }
    if (*shown->host && !is_socket)
        add_hosts(out, shown);
    buf_char(out, '/');
    pg_url_add_escaped(out, str_from(shown->name), "");
    if (is_socket || !*shown->host) {
        add_query(out, &mark, "host", shown->host);
        add_query(out, &mark, "port", shown->port);
    }
    add_query(out, &mark, "service", shown->service);
}

/* --- reading --- */

static const char *pg_url_value_of(const PQconninfoOption *options, const char *name)
{
    for (; options->keyword; options++)
        if (strcmp(options->keyword, name) == 0)
            return options->val ? options->val : "";
    return "";
}

/*
 * Of "postgresql://user:password/name", whose host was forgotten, libpq takes the password for a port, and says so when
 * it connects.
 */
static bool has_good_ports(const PQconninfoOption *options)
{
    const char *ports = pg_url_value_of(options, "port");
    return ports[strspn(ports, "0123456789,")] == '\0';
}

/* NULL: it is not well formed, or memory ran out, which *no_memory tells. */
static PQconninfoOption *read_url(const char *url, bool *no_memory)
{
    char *complaint = NULL;
    PQconninfoOption *options = PQconninfoParse(url, &complaint);
    *no_memory = !options && (!complaint || strstr(complaint, "memory"));
    PQfreemem(complaint);
    if (!options || has_good_ports(options))
        return options;
    PQconninfoFree(options);
    return NULL;
}

const char *pg_url_shown(const char *url, struct arena *arena)
{
    bool no_memory;
    struct buf out = {0};
    PQconninfoOption *options = read_url(url, &no_memory);
    if (options)
        add_all(&out, &(struct db_shown){.user = pg_url_value_of(options, "user"),
                                         .host = pg_url_value_of(options, "host"),
                                         .port = pg_url_value_of(options, "port"),
                                         .name = pg_url_value_of(options, "dbname"),
                                         .service = pg_url_value_of(options, "service")});
    else
        buf_str(&out, "postgresql://");
    const char *text = out.failed ? NULL : arena_copy_n(arena, out.data, out.len);
    buf_free(&out);
    PQconninfoFree(options);
    return text;
}

enum status pg_url_check(const char *url, struct error *err)
{
    bool no_memory;
    PQconninfoOption *options = read_url(url, &no_memory);
    PQconninfoFree(options);
    if (options)
        return OK;
    return no_memory ? error_memory(err)
                     : error_set(err, E_INVALID, "database",
                                 "the address of the database is not well formed: it has to be like "
                                 "\"postgresql://user@host:5432/name?sslmode=verify-full\", with %%40 for an @ in a "
                                 "password, and the like");
}
