#include "service/node_file.h"

#include "base/system/file.h"
#include "store/folder.h"

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

static enum status unknown(const char *folder, struct error *err)
{
    return error_set(err, E_NOT_FOUND, NULL, "nothing proves which process used the data folder %s before", folder);
}

/* What tells this folder, on this machine since it was booted, from all others. E_NOT_FOUND: it cannot be read. */
static enum status read_mark(const char *folder, struct arena *arena, const char **mark, struct error *err)
{
    struct stat info;
    char path[PATH_MAX];
    const char *boot;
    if (snprintf(path, sizeof path, "%s/" FOLDER_LOCK, folder) >= (int)sizeof path || stat(path, &info) < 0)
        return unknown(folder, err);
    enum status status = files_read("/proc/sys/kernel/random", "boot_id", arena, &boot, err);
    if (status)
        return status == E_MEMORY ? status : unknown(folder, err);
    *mark = arena_printf(arena, "%s %llu %llu", boot, (unsigned long long)info.st_dev, (unsigned long long)info.st_ino);
    return *mark ? OK : error_memory(err);
}

enum status node_file_predecessor(const char *folder, struct arena *arena, const char **id, struct error *err)
{
    const char *mark, *text;
    enum status status = read_mark(folder, arena, &mark, err);
    if (status)
        return status;
    status = files_read(folder, NODE_FILE, arena, &text, err);
    if (status)
        return status == E_MEMORY ? status : unknown(folder, err);
    if (strlen(text) <= UUID_LENGTH || text[UUID_LENGTH] != ' ' || strcmp(text + UUID_LENGTH + 1, mark) != 0)
        return unknown(folder, err);
    *id = arena_copy_n(arena, text, UUID_LENGTH);
    if (!*id)
        return error_memory(err);
    return uuid_is_valid(*id) ? OK : unknown(folder, err);
}

enum status node_file_write(const char *folder, const char *id, struct error *err)
{
    const char *mark;
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    enum status status = read_mark(folder, arena, &mark, err);
    if (!status) {
        const char *text = arena_printf(arena, "%s %s\n", id, mark);
        status = text ? files_write(folder, NODE_FILE, text, err) : error_memory(err);
    }
    arena_free(arena);
    return status;
}
