#include "service/check_data.h"

#include "deliver/deliver.h"
#include "service/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { FOUND_MAX = 1024, SIZE_MAX_TEXT = 24, SIZES = 4 };

static const char *level_name(enum level level)
{
    static const char *const names[] = {[FINE] = "ok", [WARNING] = "warning", [FAULT] = "fault"};
    return names[level];
}

/* Names of files may be any bytes, and a text may have been cut within a character. */
static void make_plain(char *text)
{
    if (utf8_is_valid((struct str){text, strlen(text)}))
        return;
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            *text = '?';
}

/* What its messages begin with says nothing here. */
static const char *without_prefix(const char *text)
{
    static const char PREFIX[] = "configuration: ";
    return strncmp(text, PREFIX, sizeof PREFIX - 1) == 0 ? text + sizeof PREFIX - 1 : text;
}

void found(struct examination *examination, const char *check, enum level level, const char *advice, const char *format,
           ...)
{
    char text[FOUND_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    make_plain(text);
    json_t *finding =
        json_pack("{ss ss ss}", "check", check, "level", level_name(level), "found", without_prefix(text));
    if (finding && advice && json_object_set_new(finding, "advice", json_string(advice)) != 0) {
        json_decref(finding);
        finding = NULL;
    }
    if (json_array_append_new(examination->findings, finding) != 0)
        examination->has_failed = true;
}

const char *size_text(int64_t bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    static _Thread_local char texts[SIZES][SIZE_MAX_TEXT];
    static _Thread_local unsigned next;
    char *text = texts[next++ % SIZES];
    double size = (double)bytes;
    size_t unit = 0;
    while (size >= 1024 && unit + 1 < COUNT_OF(units)) {
        size /= 1024;
        unit++;
    }
    snprintf(text, SIZE_MAX_TEXT, unit ? "%.1f %s" : "%.0f %s", size, units[unit]);
    return text;
}

enum { CLOCK_APART_MS = 2000 }; /* more is told of */

static void tell_clock(struct examination *examination, int64_t ahead)
{
    long long apart = llabs(ahead);
    if (apart <= CLOCK_APART_MS)
        found(examination, "database clock", FINE, NULL, "%lld ms from that of this machine", apart);
    else
        found(examination, "database clock", WARNING,
              "let both machines keep their time (chrony, systemd-timesyncd): leases go by the database's, what people "
              "see by either",
              "it is %lld.%03lld s %s that of this machine", apart / 1000, apart % 1000,
              ahead > 0 ? "before" : "behind");
}

static bool is_another_version(const struct node *list, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(list[k].version, list[i].version) == 0)
            return false;
    return true;
}

static void write_node(struct buf *out, const struct node *node)
{
    buf_printf(out, "%s%s", out->len ? ", " : "", node->name);
    if (node->address[0])
        buf_printf(out, " at %s", node->address);
    buf_printf(out, " (%s, %lld of %lld articles", node->version, (long long)node->busy, (long long)node->workers);
    if (node_is_silent(node))
        buf_printf(out, ", silent for %lld s", (long long)node->silent_ms / 1000);
    buf_char(out, ')');
}

static void tell_nodes(struct examination *examination, const struct node *list, size_t count)
{
    struct buf names = {0};
    size_t silent = 0, versions = 0;
    for (size_t i = 0; i < count; i++) {
        silent += node_is_silent(&list[i]);
        versions += is_another_version(list, i);
        write_node(&names, &list[i]);
    }
    examination->has_failed = examination->has_failed || names.failed;
    if (!count)
        found(examination, "nodes", FINE, NULL, "none serves the database now");
    else if (silent)
        found(examination, "nodes", WARNING,
              "look at the machine of the silent one: it ended without a word, hangs, or does not reach the database",
              "%s", buf_text(&names));
    else if (versions > 1)
        found(examination, "nodes", WARNING, "go on with the upgrade: they work side by side, but not for good", "%s",
              buf_text(&names));
    else
        found(examination, "nodes", FINE, NULL, "%s", buf_text(&names));
    buf_free(&names);
}

enum status check_nodes(struct examination *examination, struct db *db, int64_t clock_ahead, struct error *err)
{
    struct node *list;
    size_t count;
    enum status status = node_list(db, examination->arena, &list, &count, err);
    if (status)
        return status;
    tell_nodes(examination, list, count);
    tell_clock(examination, clock_ahead);
    return OK;
}

#define MIB (1LL << 20)
#define GIB (1LL << 30)

enum { OTHERS = 077 }; /* rights of whoever is not the owner */

enum { NODES_SINCE = 10 }; /* the version of the schema */

/* The folder, or what there is of the path that leads to it. */
static const char *nearest(struct examination *examination)
{
    char *path = arena_copy(examination->arena, examination->folder);
    while (path && path[0] && access(path, F_OK) < 0) {
        char *slash = strrchr(path, '/');
        if (!slash || slash == path)
            return "/";
        *slash = '\0';
    }
    if (!path)
        examination->has_failed = true;
    return path;
}

static char *inside(struct examination *examination, const char *name)
{
    char *path = arena_printf(examination->arena, "%s/%s", examination->folder, name);
    if (!path)
        examination->has_failed = true;
    return path;
}

/* --- the folder --- */

static void check_missing(struct examination *examination)
{
    const char *there = nearest(examination);
    if (!there)
        return;
    if (access(there, W_OK | X_OK) == 0)
        found(examination, "data folder", FINE, NULL, "there is none yet: %s is made at the first start",
              examination->folder);
    else
        found(examination, "data folder", FAULT, "make the folder, and give it to the user who runs the service",
              "%s cannot be made: %s cannot be written", examination->folder, there);
}

/* Writes a file and removes it: rights alone do not say whether the disk can be written. 0, or why not. */
static int try_to_write(struct examination *examination)
{
    char *path = inside(examination, "doctor.XXXXXX");
    int file = path ? mkostemp(path, O_CLOEXEC) : -1;
    if (file < 0)
        return errno;
    int reason = write(file, "x", 1) == 1 && fsync(file) == 0 ? 0 : errno;
    close(file);
    unlink(path);
    return reason;
}

static void check_existing(struct examination *examination, const struct stat *info)
{
    char reason[128];
    struct error err;
    const char *folder = examination->folder;
    int code = try_to_write(examination);
    if (code)
        found(examination, "data folder", FAULT, "give it to the user who runs the service, and make room on its disk",
              "%s cannot be written: %s", folder, strerror_r(code, reason, sizeof reason));
    else if (folder_check(folder, &err))
        found(examination, "data folder", FAULT, "run `copydesk restore --force` with the backup once more", "%s",
              err.message);
    else if (!examination->config.database && folder_check_moved(folder, &err))
        found(examination, "data folder", FAULT, "name that database as data, and this folder as `folder`", "%s",
              err.message);
    else if (info->st_mode & OTHERS)
        found(examination, "data folder", WARNING, "chmod 700: whoever can read it can use its keys",
              "%s can be written, and others may look into it (mode %04o)", folder, info->st_mode & 07777);
    else
        found(examination, "data folder", FINE, NULL, "%s can be written", folder);
}

void check_folder(struct examination *examination)
{
    struct stat info;
    if (stat(examination->folder, &info) < 0 && errno == ENOENT)
        check_missing(examination);
    else if (stat(examination->folder, &info) < 0 || !S_ISDIR(info.st_mode))
        found(examination, "data folder", FAULT, "name another folder as data, or move that away",
              "%s is no folder that can be used", examination->folder);
    else
        check_existing(examination, &info);
}

void check_space(struct examination *examination)
{
    struct statvfs disk;
    const char *path = nearest(examination);
    if (!path || statvfs(path, &disk) < 0)
        return;
    int64_t left = (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
    bool has_files = disk.f_files == 0 || disk.f_favail > 100;
    enum level level = left < 64 * MIB || !has_files ? FAULT : left < GIB ? WARNING : FINE;
    found(examination, "free space", level,
          level == FINE ? NULL : "make room: without it no article is accepted, and backups fail",
          has_files ? "%s are left at %s" : "%s are left at %s, but no more files can be made", size_text(left), path);
}

/* --- the database --- */

struct database {
    int64_t version, migrated_at, now, articles, open;
    const char *check;
};

enum status examination_open(struct examination *examination, struct db **db, struct error *err)
{
    const char *address = examination->config.database, *path = address ? address : inside(examination, "copydesk.db");
    bool is_there = true;
    if (!path)
        return error_memory(err);
    if (!address && access(path, F_OK) < 0)
        return error_set(err, E_NOT_FOUND, NULL, "there is none yet");
    enum status status = db_open(db_driver_of(path), path, DB_READER, db, err);
    if (!status)
        status = db_begin(*db, DB_READER, err);
    if (!status && address)
        status = db_exists(*db,
                           "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND "
                           "table_name = 'schema_version'",
                           DB_NOTHING, &is_there, err);
    return status || is_there ? status : error_set(err, E_NOT_FOUND, NULL, "there is none yet");
}

void examination_close(struct db *db)
{
    if (db)
        db_rollback(db);
    db_close(db);
}

static void check_data_read_text(struct db_row *row, void *out)
{
    *(const char **)out = row_text(row);
}

static void read_numbers(struct db_row *row, void *out)
{
    int64_t *numbers = out;
    numbers[0] = row_int(row);
    numbers[1] = row_int(row);
}

static enum status check_data_look(struct examination *examination, struct db *db, struct database *database,
                                   struct error *err)
{
    int64_t numbers[2] = {0};
    enum status status = OK;
    database->now = db_now(db);
    if (!examination->config.database)
        status = db_one(db, "PRAGMA quick_check(1)", DB_NOTHING, examination->arena, check_data_read_text,
                        &database->check, err);
    if (!status)
        status = schema_version(db, &database->version, err);
    if (!status)
        status =
            db_one(db, "SELECT MAX(migrated_at), 0 FROM schema_version", DB_NOTHING, NULL, read_numbers, numbers, err);
    database->migrated_at = numbers[0];
    if (!status && database->version <= schema_newest())
        status = db_one(db,
                        "SELECT (SELECT COUNT(*) FROM article), (SELECT COUNT(*) FROM article WHERE state IN "
                        "('queued', 'processing'))",
                        DB_NOTHING, NULL, read_numbers, numbers, err);
    database->articles = numbers[0];
    database->open = numbers[1];
    if (!status && db->driver->is_shared && database->version >= NODES_SINCE)
        status = check_nodes(examination, db, database->now - clock_now_ms(), err);
    return status;
}

static void check_data_tell(struct examination *examination, const struct database *database)
{
    const char *health = examination->config.database ? "it answers" : "sound";
    static const char RESTORE[] = "stop the service and restore the newest backup: `copydesk restore --force BACKUP`";
    if (strcmp(database->check, "ok") != 0)
        found(examination, "database", FAULT, RESTORE, "it is damaged: %s", database->check);
    else if (database->version > schema_newest())
        found(examination, "database", FAULT, "use the copydesk that wrote it, or a newer one",
              "its schema version is %lld, and this copydesk knows %lld", (long long)database->version,
              (long long)schema_newest());
    else if (database->migrated_at > database->now)
        found(examination, "database", WARNING, "set the clock of this machine",
              "it was made in the future: the clock went back");
    else
        found(examination, "database", FINE, NULL, "%s, schema version %lld%s; %lld articles, %lld of them in line",
              health, (long long)database->version,
              database->version < schema_newest() ? " (an older one: it is migrated at the next start)" : "",
              (long long)database->articles, (long long)database->open);
}

static const char *remedy(const struct examination *examination, enum status status)
{
    if (status == E_CORRUPT)
        return "stop the service and restore the newest backup";
    return examination->config.database ? "see that it runs, and that its address and password are right"
                                        : "let its owner run this";
}

void check_database(struct examination *examination)
{
    struct db *db = NULL;
    struct error err;
    struct database database = {.check = "ok"};
    enum status status = examination_open(examination, &db, &err);
    bool is_there = status != E_NOT_FOUND;
    if (!status)
        status = check_data_look(examination, db, &database, &err);
    examination_close(db);
    if (!is_there)
        found(examination, "database", FINE, NULL, "there is none yet: it is made at the first start");
    else if (status == E_MEMORY)
        examination->has_failed = true;
    else if (status && examination->config.database)
        found(examination, "database", FAULT, remedy(examination, status), "%s", err.message);
    else if (status)
        found(examination, "database", FAULT, remedy(examination, status), "%s/copydesk.db: %s", examination->folder,
              err.message);
    else
        check_data_tell(examination, &database);
}

/* --- keys --- */

static void check_secret_key(struct examination *examination)
{
    struct error err;
    struct secret_keys keys = {0};
    const char *path = NULL;
    enum status status = OK;
    if (examination->config.secret_key)
        status = path_make_absolute(examination->config.secret_key, examination->arena, &path, &err);
    else if (!(path = inside(examination, "secret.key")))
        return;
    if (!status)
        status = key_file_read(path, &keys, &err);
    OPENSSL_cleanse(&keys, sizeof keys);
    if (!status)
        found(examination, "secret key", FINE, NULL, "%s can be read", path);
    else if (status == E_NOT_FOUND)
        found(examination, "secret key", FINE, NULL, "there is none: it is made when the first secret is stored");
    else
        found(examination, "secret key", FAULT, "see to the file: without it integrations cannot deliver", "%s",
              err.message);
}

void check_keys(struct examination *examination)
{
    struct stat info;
    const char *path = inside(examination, "key");
    if (!path)
        return;
    if (stat(path, &info) < 0)
        found(examination, "key", FINE, NULL, "there is none yet: it is made at the first start");
    else if (info.st_mode & OTHERS)
        found(examination, "key", WARNING, "chmod 600", "others may read %s (mode %04o)", path, info.st_mode & 07777);
    else
        found(examination, "key", FINE, NULL, "%s can be read by its owner alone", path);
    check_secret_key(examination);
}
