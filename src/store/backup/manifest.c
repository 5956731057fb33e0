#include "base/system/system.h"
#include "net/upstream/upstream.h"
#include "store/backup/backup.h"
#include "store/store.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

/* --- the files of a data folder --- */

/* A name that ends in "*" stands for all that begin with the rest, followed by letters, digits, "-", "_" and ".". */
static const struct kept_row {
    const char *name;
    enum kept_kind kind;
} ROWS[] = {
    {KEPT_DATABASE, KEPT_DATABASE_FILE},
    {"key", KEPT_DATA},
    {"key.*", KEPT_DATA},
    {"secret.key", KEPT_DATA},
    {"copydesk.db-*", KEPT_MADE_ANEW},
    {"secret.key.*", KEPT_MADE_ANEW},
    {"endpoint", KEPT_MADE_ANEW},
    {"endpoint.new", KEPT_MADE_ANEW},
    {"node", KEPT_MADE_ANEW},
    {"node.new", KEPT_MADE_ANEW},
    {"socket", KEPT_MADE_ANEW},
    {"indexes", KEPT_MADE_ANEW},
    {FOLDER_MOVING, KEPT_MADE_ANEW},
    {FOLDER_MOVED, KEPT_MADE_ANEW},
    {"library-*", KEPT_NEUTRAL}, /* what was read of a folder of documents, whatever the data is */
    {FOLDER_LOCK, KEPT_NEUTRAL},
    {FOLDER_CLAIM, KEPT_NEUTRAL},
    {FOLDER_RESTORING, KEPT_NEUTRAL},
    {"restore.part", KEPT_NEUTRAL},
    {"before-restore-*", KEPT_NEUTRAL},
    {"lost+found", KEPT_NEUTRAL},
};

static bool kept_matches(const char *name, const char *pattern)
{
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    size_t length = strlen(pattern);
    if (pattern[length - 1] != '*')
        return strcmp(name, pattern) == 0;
    const char *rest = name + length - 1;
    return strncmp(name, pattern, length - 1) == 0 && *rest && rest[strspn(rest, PLAIN)] == '\0';
}

/* Of an entry of a data folder. */
static enum kept_kind kept_kind_of(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(ROWS); i++)
        if (kept_matches(name, ROWS[i].name))
            return ROWS[i].kind;
    return KEPT_FOREIGN;
}

static int kept_compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool kept_is_wanted(const char *name, unsigned kinds)
{
    bool is_entry = strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
    return is_entry && (kinds & 1U << kept_kind_of(name));
}

/* errno stays 0 when memory ran out. */
static bool kept_collect(DIR *entries, unsigned kinds, struct arena *arena, const char ***names, size_t *count)
{
    size_t capacity = 0;
    for (;;) {
        errno = 0;
        struct dirent *entry = readdir(entries);
        if (!entry)
            return errno == 0;
        errno = 0;
        if (!kept_is_wanted(entry->d_name, kinds))
            continue;
        const char **name = VEC_PUSH(arena, *names, *count, capacity);
        if (!name || !(*name = arena_copy(arena, entry->d_name)))
            return false;
    }
}

enum status kept_list(const char *folder, unsigned kinds, struct arena *arena, const char ***names, size_t *count,
                      struct error *err)
{
    *names = NULL;
    *count = 0;
    DIR *entries = opendir(folder);
    bool is_read = entries && kept_collect(entries, kinds, arena, names, count);
    int code = errno;
    if (entries)
        closedir(entries);
    if (is_read && *count)
        qsort(*names, *count, sizeof **names, kept_compare);
    if (is_read)
        return OK;
    errno = code;
    return entries && code == 0 ? error_memory(err) : file_failed("cannot read the folder", folder, err);
}

/* --- the manifest --- */

enum {
    FORMAT = 1,
    MANIFEST_MAX = 16 << 20 /* bytes that are read: a file of keys takes about 130 */
};

/* --- writing --- */

/* Names of files are plain (kept_kind_of): nothing has to be escaped. */
enum status manifest_write(const char *folder, const struct manifest *manifest, struct error *err)
{
    struct buf text = {0}, path = {0};
    buf_printf(&path, "%s/%s", folder, MANIFEST_NAME);
    buf_printf(&text,
               "{\n  \"format\": %d,\n  \"copydesk\": \"%s\",\n  \"schema\": %lld,\n  \"createdAt\": %lld,\n  "
               "\"files\": [",
               FORMAT, COPYDESK_VERSION, (long long)manifest->schema, (long long)manifest->created_at);
    for (size_t i = 0; i < manifest->count; i++)
        buf_printf(&text, "%s\n    { \"name\": \"%s\", \"bytes\": %lld, \"sha256\": \"%s\" }", i ? "," : "",
                   manifest->files[i].name, (long long)manifest->files[i].sum.bytes, manifest->files[i].sum.sha256);
    buf_str(&text, "\n  ]\n}\n");
    enum status status = text.failed || path.failed ? error_memory(err) : copy_write(path.data, text.data, err);
    buf_free(&text);
    buf_free(&path);
    return status;
}

/* --- reading --- */

static enum status damaged(const char *folder, const char *name, const char *how, struct error *err)
{
    return error_set(err, E_CORRUPT, NULL, "the backup %s is damaged: %s %s", folder, name, how);
}

static enum status no_manifest(const char *folder, struct error *err)
{
    return damaged(folder, MANIFEST_NAME, "is not what copydesk writes", err);
}

static enum status manifest_read_file(const char *folder, const json_t *value, struct arena *arena,
                                      struct manifest_file *file, struct error *err)
{
    const char *name = json_string_value(json_object_get(value, "name"));
    const char *sum = json_string_value(json_object_get(value, "sha256"));
    const json_t *bytes = json_object_get(value, "bytes");
    enum kept_kind kind = name ? kept_kind_of(name) : KEPT_FOREIGN;
    bool is_ours = (kind == KEPT_DATA || kind == KEPT_DATABASE_FILE) && json_is_integer(bytes) && sum &&
                   strlen(sum) == COPY_SUM_LENGTH;
    if (!is_ours)
        return no_manifest(folder, err);
    file->sum.bytes = (int64_t)json_integer_value(bytes);
    memcpy(file->sum.sha256, sum, COPY_SUM_LENGTH);
    file->name = arena_copy(arena, name);
    return file->name ? OK : error_memory(err);
}

static bool has_database(const struct manifest *manifest)
{
    for (size_t i = 0; i < manifest->count; i++)
        if (strcmp(manifest->files[i].name, KEPT_DATABASE) == 0)
            return true;
    return false;
}

static enum status read_files(const char *folder, const json_t *list, struct arena *arena, struct manifest *manifest,
                              struct error *err)
{
    size_t count = json_array_size(list);
    manifest->files = ARENA_ARRAY(arena, count + 1, struct manifest_file);
    enum status status = manifest->files ? OK : error_memory(err);
    for (size_t i = 0; i < count && !status; i++) {
        status = manifest_read_file(folder, json_array_get(list, i), arena, &manifest->files[i], err);
        manifest->count = i + 1;
    }
    return !status && !has_database(manifest) ? no_manifest(folder, err) : status;
}

static enum status manifest_read_head(const char *folder, const json_t *root, struct arena *arena,
                                      struct manifest *manifest, struct error *err)
{
    const json_t *format = json_object_get(root, "format"), *schema = json_object_get(root, "schema");
    const char *version = json_string_value(json_object_get(root, "copydesk"));
    if (!json_is_integer(format) || !json_is_integer(schema) || !version)
        return no_manifest(folder, err);
    if (json_integer_value(format) > FORMAT)
        return error_set(err, E_INVALID, "newer_backup",
                         "the backup %s was made by a newer copydesk (%.40s, format %lld; this one knows %d): use that "
                         "version",
                         folder, version, (long long)json_integer_value(format), FORMAT);
    if (json_integer_value(schema) > schema_newest())
        return error_set(err, E_INVALID, "newer_schema",
                         "the backup %s was made by a newer copydesk (%.40s, schema version %lld; this one knows "
                         "%lld): use that version",
                         folder, version, (long long)json_integer_value(schema), (long long)schema_newest());
    manifest->schema = (int64_t)json_integer_value(schema);
    manifest->created_at = (int64_t)json_integer_value(json_object_get(root, "createdAt"));
    manifest->version = arena_copy(arena, version);
    return manifest->version ? OK : error_memory(err);
}

static enum status manifest_read_text(const char *path, struct buf *text, struct error *err)
{
    char piece[4096];
    size_t size;
    FILE *file = fopen(path, "re");
    bool is_read = file != NULL;
    while (is_read && text->len <= MANIFEST_MAX && (size = fread(piece, 1, sizeof piece, file)) > 0)
        buf_add(text, piece, size);
    is_read = is_read && !ferror(file);
    int code = errno;
    if (file)
        fclose(file);
    errno = code;
    if (!is_read)
        return file_failed("cannot read", path, err);
    return text->failed ? error_memory(err) : OK;
}

static enum status manifest_load(const char *folder, const char *path, json_t **root, struct error *err)
{
    json_error_t fault;
    struct stat info;
    struct buf text = {0};
    bool no_memory = false;
    if (stat(path, &info) < 0 && (errno == ENOENT || errno == ENOTDIR))
        return error_set(err, E_NOT_FOUND, NULL, "%s is no backup: there is no %s in it", folder, MANIFEST_NAME);
    enum status status = manifest_read_text(path, &text, err);
    if (!status && text.len > 0 && text.len <= MANIFEST_MAX)
        *root = json_text_load((struct str){text.data, text.len}, 0, &no_memory, &fault);
    buf_free(&text);
    if (status || *root)
        return status;
    return no_memory ? error_memory(err) : no_manifest(folder, err);
}

/* --- checking --- */

static enum status check_file(const char *folder, const struct manifest_file *file, struct arena *arena,
                              struct error *err)
{
    struct copy_sum found;
    const char *path = copy_path(arena, folder, file->name);
    enum status status = path ? copy_read_sum(path, &found, err) : error_memory(err);
    if (status == E_NOT_FOUND)
        return damaged(folder, file->name, "is missing", err);
    if (!status && found.bytes != file->sum.bytes)
        return damaged(folder, file->name, found.bytes < file->sum.bytes ? "is cut short" : "is too long", err);
    if (!status && !copy_sum_is(&found, &file->sum))
        return damaged(folder, file->name, "is not what was saved (its checksum is another)", err);
    return status;
}

static enum status manifest_check_database(const char *folder, const struct manifest *manifest, struct arena *arena,
                                           struct error *err)
{
    struct db *db = NULL;
    int64_t version = 0;
    const char *path = copy_path(arena, folder, KEPT_DATABASE);
    enum status status = path ? db_open(&db_sqlite, path, DB_READER, &db, err) : error_memory(err);
    if (!status)
        status = schema_version(db, &version, err);
    db_close(db);
    if (status == E_INVALID)
        return damaged(folder, KEPT_DATABASE, "was not written by copydesk", err);
    return !status && version != manifest->schema ? no_manifest(folder, err) : status;
}

enum status manifest_check(const char *folder, struct arena *arena, struct manifest *manifest, struct error *err)
{
    json_t *root = NULL;
    *manifest = (struct manifest){0};
    const char *path = copy_path(arena, folder, MANIFEST_NAME);
    enum status status = path ? manifest_load(folder, path, &root, err) : error_memory(err);
    if (!status)
        status = manifest_read_head(folder, root, arena, manifest, err);
    if (!status)
        status = read_files(folder, json_object_get(root, "files"), arena, manifest, err);
    json_decref(root);
    for (size_t i = 0; i < manifest->count && !status; i++)
        status = check_file(folder, &manifest->files[i], arena, err);
    return status ? status : manifest_check_database(folder, manifest, arena, err);
}
