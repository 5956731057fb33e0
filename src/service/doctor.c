#include "service/http/http.h"
#include "service/paths.h"
#include "service/service.h"
#include "service/service_parts.h"
#include "store/db/postgresql.h"

#include <curl/curl.h>
#include <errno.h>
#include <netdb.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timex.h>
#include <unistd.h>

#define BUILT_AFTER 1767225600000LL /* 2026-01-01, Unix ms */

enum { OLDEST_SQLITE = 3037000, FEW_FILES = 1024, FILES_APART = 128 /* that are no connections */ };

static void check_clock(struct examination *examination)
{
    struct timex state = {0};
    int answer = adjtimex(&state);
    static const char ADVICE[] =
        "let the machine keep its time (chrony, systemd-timesyncd): leases, deliveries and TLS "
        "go by it";
    if (clock_now_ms() < BUILT_AFTER)
        found(examination, "clock", FAULT, ADVICE, "it shows a time before this program was made");
    else if (answer == TIME_ERROR || (answer >= 0 && (state.status & STA_UNSYNC)))
        found(examination, "clock", WARNING, ADVICE, "the system says that it is not synchronised");
    else
        found(examination, "clock", FINE, NULL,
              answer < 0 ? "the system does not say whether it is synchronised" : "synchronised");
}

/* A service serves fewer connections where it may not open as many files (http/http.h), and raises the limit itself for
 * a number that is configured. */
static void check_files(struct examination *examination)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    long connections = (long)examination->config.connections;
    rlim_t most = connections ? files.rlim_max : files.rlim_cur;
    if (connections && most < (rlim_t)connections + FILES_APART)
        found(examination, "open files", WARNING, "raise the limit (LimitNOFILE, ulimit -Hn), or lower that number",
              "at most %llu, which is too few for limits.connections = %ld: there will be fewer",
              (unsigned long long)most, connections);
    else if (most < FEW_FILES)
        found(examination, "open files", WARNING, "raise the limit (LimitNOFILE, ulimit -n): each connection takes one",
              "at most %llu", (unsigned long long)most);
    else
        found(examination, "open files", FINE, NULL, "at most %llu", (unsigned long long)most);
}

/* Each adds what it finds, one finding or more; none where there is nothing to look at. */
static void check_libraries(struct examination *examination)
{
    const curl_version_info_data *curl = curl_version_info(CURLVERSION_NOW);
    if (sqlite3_libversion_number() < OLDEST_SQLITE || !sqlite3_threadsafe())
        found(examination, "libraries", FAULT, "install SQLite 3.37 or newer, built with threads", "SQLite %s",
              sqlite3_libversion());
    else if (!(curl->features & CURL_VERSION_SSL))
        found(examination, "libraries", FAULT, "install a libcurl with TLS", "libcurl %s speaks no TLS", curl->version);
    else
        found(examination, "libraries", FINE, NULL, "copydesk %s, SQLite %s, libcurl %s (%s)", COPYDESK_VERSION,
              sqlite3_libversion(), curl->version, curl->ssl_version);
}

/* The service on the data folder, or the address at which one would listen. */

/* Each adds what it finds, one finding or more; none where there is nothing to look at. */
void check_address(struct examination *examination);

static bool is_running(const struct examination *examination)
{
    return folder_is_locked(examination->folder, FOLDER_LOCK);
}

static void check_running(struct examination *examination)
{
    struct error err;
    struct endpoint running = {0};
    if (!is_running(examination)) {
        found(examination, "service", FINE, NULL, "none runs on this data folder");
        return;
    }
    enum status status = endpoint_find(examination->folder, examination->socket, examination->arena, &running, &err);
    if (status == E_MEMORY)
        examination->has_failed = true;
    else if (status)
        found(examination, "service", FAULT, "look what it waits for, or end it",
              "a process holds the lock of the data folder, but no service answers on it");
    else
        found(examination, "service", FINE, NULL, "one runs at %s (process %d)", running.url, (int)running.pid);
    json_decref(running.shared);
}

/* 0, or why nothing can listen there. */
static int try_to_listen(const struct addrinfo *address)
{
    const int on = 1;
    int fd = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return errno;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    bool can = bind(fd, address->ai_addr, address->ai_addrlen) == 0 && listen(fd, 1) == 0;
    int reason = can ? 0 : errno;
    close(fd);
    return reason;
}

static const char *advice_for(int reason)
{
    if (reason == EADDRINUSE)
        return "end the program that listens there, or name another port as `listen`";
    if (reason == EACCES)
        return "name a port above 1023 as `listen`, or let the system start the service";
    return "name an address of this machine as `listen`";
}

void check_address(struct examination *examination)
{
    char port[16], reason[128];
    const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *address = NULL;
    const struct config *config = &examination->config;
    if (is_running(examination))
        return; /* it listens there */
    if (config->port == 0) {
        found(examination, "address", FINE, NULL, "%s, any free port", config->host);
        return;
    }
    snprintf(port, sizeof port, "%d", config->port);
    int problem = getaddrinfo(config->host, port, &hints, &address);
    int code = problem ? 0 : try_to_listen(address);
    if (problem)
        found(examination, "address", FAULT, "name an address of this machine as `listen`", "%s is no address: %s",
              config->host, gai_strerror(problem));
    else if (code)
        found(examination, "address", FAULT, advice_for(code), "nothing can listen at %s, port %s: %s", config->host,
              port, strerror_r(code, reason, sizeof reason));
    else
        found(examination, "address", FINE, NULL, "%s, port %s is free", config->host, port);
    if (!problem)
        freeaddrinfo(address);
}

/* Connections of a node: the writer's, the readers' (store_read), and that on which it hears of other nodes. */
enum { NODE_CONNECTIONS = 1 + 8 + 1 };

struct server_state {
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
    struct server_state *server = out;
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
    struct server_state *server = out;
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

static enum status check_server_look(struct examination *examination, struct server_state *server, struct error *err)
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

static void tell_server(struct examination *examination, const struct server_state *server)
{
    if (server->is_readable_alone)
        found(examination, "database server", FAULT,
              "name the primary server: with several, target_session_attrs=read-write in the address finds it",
              "PostgreSQL %s at %s can only be read", server->version, server->address);
    else
        found(examination, "database server", FINE, NULL, "PostgreSQL %s at %s; the database takes %s", server->version,
              server->address, size_text(server->bytes));
}

static void tell_link(struct examination *examination, const struct server_state *server)
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
static void tell_durability(struct examination *examination, const struct server_state *server)
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
static void tell_room(struct examination *examination, const struct server_state *server)
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

/* Adds what it finds; nothing when there is no server, or none that answers (check_data.h says so then). */
static void check_server(struct examination *examination)
{
    struct error err;
    struct server_state server = {0};
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

/* In the order in which somebody would look for a fault. */
static const struct {
    bool needs_config;
    void (*look)(struct examination *examination);
} CHECKS[] = {
    {true, check_folder}, {true, check_space},   {true, check_database},   {true, check_server},
    {true, check_keys},   {true, check_running}, {true, check_address},    {true, check_models},
    {true, check_search}, {true, check_media},   {true, check_documents},  {true, check_integrations},
    {false, check_clock}, {false, check_files},  {false, check_libraries},
};

static enum status read_config(struct examination *examination, const json_t *json, struct error *err)
{
    enum status status = config_read(json, examination->arena, &examination->config, err);
    if (!status)
        status = path_of_data(examination->config.data, examination->arena, &examination->folder, err);
    if (!status && !(examination->socket = local_path(examination->folder, examination->arena)))
        status = error_memory(err);
    return status;
}

/* A folder of documents that is not there is found by check_documents. */
static bool check_config(struct examination *examination, const json_t *json, const char *problem)
{
    static const char ADVICE[] = "correct that entry; `copydesk help configuration` says what each may be";
    struct error err;
    enum status status = problem ? E_INVALID : read_config(examination, json, &err);
    if (status == E_MEMORY)
        examination->has_failed = true;
    else if (status)
        found(examination, "configuration", FAULT, ADVICE, "%s", problem ? problem : err.message);
    else
        found(examination, "configuration", FINE, NULL, "every entry can be used");
    return !status;
}

json_t *doctor_examine(const json_t *config, const char *problem)
{
    struct examination examination = {.findings = json_array(), .arena = arena_new()};
    examination.has_failed = !examination.findings || !examination.arena;
    bool is_configured = !examination.has_failed && check_config(&examination, config, problem);
    for (size_t i = 0; i < COUNT_OF(CHECKS) && !examination.has_failed; i++)
        if (is_configured || !CHECKS[i].needs_config)
            CHECKS[i].look(&examination);
    config_free(&examination.config);
    arena_free(examination.arena);
    if (!examination.has_failed)
        return examination.findings;
    json_decref(examination.findings);
    return NULL;
}
