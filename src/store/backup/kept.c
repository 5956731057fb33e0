#include "store/backup/kept.h"

#include "base/vec.h"
#include "store/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

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

enum kept_kind kept_kind_of(const char *name)
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
        const char **list = vec_room(arena, *names, *count, &capacity, sizeof *list);
        if (!list)
            return false;
        *names = list;
        if (!(list[*count] = arena_copy(arena, entry->d_name)))
            return false;
        ++*count;
    }
}

enum status kept_list(const char *folder, unsigned kinds, struct arena *arena, const char ***names, size_t *count,
                      struct error *err)
{
    char reason[128];
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
    return entries && code == 0 ? error_memory(err)
                                : error_set(err, E_IO, NULL, "cannot read the folder %s: %s", folder,
                                            strerror_r(code, reason, sizeof reason));
}
