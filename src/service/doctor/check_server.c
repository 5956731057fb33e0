#include "service/doctor/check_server.h"

#include "store/db/db_postgresql.h"
#include "store/db/pg_url.h"

/* Connections of a node: the writer's, the readers' (readers.h), and that on which it hears of other nodes. */
enum { NODE_CONNECTIONS = 1 + 8 + 1 };

struct check_server_server {
    const char *address; /* without its password */
    struct db_postgresql_link link;
    const char *version;
    int64_t bytes;             /* of the database */
    const char *fsync, *pages; /* settings: fsync, full_page_writes */
    int64_t most, used;        /* connections: see ROOM */
    bool is_readable_alone;
};

static void read_server(struct db_row *row, void *out)
{
    struct check_server_server *server = out;
    server->version = row_text(row);
    server->bytes = row_int(row);
    server->fsync = row_text(row);
    server->pages = row_text(row);
    server->is_readable_alone = row_bool(row);
}

static const char QUESTION[] =
    "SELECT current_setting('server_version'), pg_database_size(current_database()), current_setting('fsync'), "
    "current_setting('full_page_writes'), "
    "pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on'";

static void read_room(struct db_row *row, void *out)
{
    struct check_server_server *server = out;
    server->most = row_int(row);
    server->used = row_int(row);
}

/* The server has a limit, and the database and the user may have one each: that which leaves the least. */
static const char ROOM[] =
    "WITH used AS (SELECT datname, usename FROM pg_catalog.pg_stat_activity WHERE backend_type = 'client backend'), "
    "room (most, used) AS ("
    "SELECT CAST(current_setting('max_connections') AS bigint) - "
    "CAST(current_setting('superuser_reserved_connections') AS bigint), (SELECT COUNT(*) FROM used) "
    "UNION ALL SELECT datconnlimit, (SELECT COUNT(*) FROM used u WHERE u.datname = d.datname) "
    "FROM pg_catalog.pg_database d WHERE datname = current_database() AND datconnlimit >= 0 "
    "UNION ALL SELECT rolconnlimit, (SELECT COUNT(*) FROM used u WHERE u.usename = r.rolname) "
    "FROM pg_catalog.pg_roles r WHERE rolname = current_user AND rolconnlimit >= 0) "
    "SELECT most, used FROM room ORDER BY most - used LIMIT 1";

static enum status check_server_look(struct examination *examination, struct check_server_server *server,
                                     struct error *err)
{
    struct db *db = NULL;
    enum status status = db_open(&db_postgresql, examination->config.database, DB_READER, &db, err);
    if (!status)
        status = db_begin(db, DB_READER, err);
    if (!status)
        status = db_postgresql_look(db, &server->link, err);
    if (!status)
        status = db_one(db, QUESTION, DB_NOTHING, examination->arena, read_server, server, err);
    if (!status)
        status = db_one(db, ROOM, DB_NOTHING, NULL, read_room, server, err);
    if (db)
        db_rollback(db);
    db_close(db);
    return status;
}

/* --- what is told --- */

static void tell_server(struct examination *examination, const struct check_server_server *server)
{
    if (server->is_readable_alone)
        found(examination, "database server", FAULT,
              "name the primary server: with several, target_session_attrs=read-write in the address finds it",
              "PostgreSQL %s at %s can only be read", server->version, server->address);
    else
        found(examination, "database server", FINE, NULL, "PostgreSQL %s at %s; the database takes %s", server->version,
              server->address, size_text(server->bytes));
}

static void tell_link(struct examination *examination, const struct check_server_server *server)
{
    const struct db_postgresql_link *link = &server->link;
    static const char CHECK[] = "add sslmode=verify-full to the address, and sslrootcert=FILE or sslrootcert=system";
    if (link->is_near)
        found(examination, "database link", FINE, NULL, "on this machine%s", link->is_encrypted ? ", by TLS" : "");
    else if (!link->is_encrypted)
        found(examination, "database link", WARNING, CHECK,
              "to another machine without TLS: whoever is in between can read everything");
    else if (!link->is_checked)
        found(examination, "database link", WARNING, CHECK,
              "by TLS, but whether it is the right server is not checked");
    else
        found(examination, "database link", FINE, NULL, "by TLS, and the server's certificate is checked");
    if (link->is_pooled)
        found(examination, "database pooler", FINE, NULL,
              "there is one that hands out connections by transaction: statements are not kept prepared on them, and "
              "what other nodes do is noticed a little later");
}

/* synchronous_commit does not matter: where it is off, the driver does not go by it. */
static void tell_durability(struct examination *examination, const struct check_server_server *server)
{
    static const char *const OFF = "off";
    bool no_fsync = strcmp(server->fsync, OFF) == 0, no_pages = strcmp(server->pages, OFF) == 0;
    if (no_fsync || no_pages)
        found(examination, "database durability", WARNING,
              "turn it on, unless nothing in the database matters: an accepted article may be lost",
              "what is committed may be gone after a power cut:%s%s", no_fsync ? " fsync = off" : "",
              no_pages ? " full_page_writes = off" : "");
    else
        found(examination, "database durability", FINE, NULL, "what is committed is on the disk");
}

/* Behind a pooler the server's connections are the pooler's. */
static void tell_room(struct examination *examination, const struct check_server_server *server)
{
    long long left = server->most - server->used;
    if (server->link.is_pooled)
        return;
    if (left < NODE_CONNECTIONS)
        found(examination, "database connections", WARNING,
              "raise max_connections, or put a pooler such as PgBouncer in front",
              "of %lld, %lld are in use; a node takes up to %d", (long long)server->most, (long long)server->used,
              NODE_CONNECTIONS);
    else
        found(examination, "database connections", FINE, NULL, "of %lld, %lld are in use; a node takes up to %d",
              (long long)server->most, (long long)server->used, NODE_CONNECTIONS);
}

void check_server(struct examination *examination)
{
    struct error err;
    struct check_server_server server = {0};
    if (!examination->config.database)
        return;
    server.address = pg_url_shown(examination->config.database, examination->arena);
    enum status status = server.address ? check_server_look(examination, &server, &err) : E_MEMORY;
    if (status == E_MEMORY)
        examination->has_failed = true;
    if (status)
        return;
    tell_server(examination, &server);
    tell_link(examination, &server);
    tell_durability(examination, &server);
    tell_room(examination, &server);
}
