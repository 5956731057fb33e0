#include "service/domain/index_files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

char *index_file_path(const char *folder, const struct domain *domain)
{
    char *path;
    int length = asprintf(&path, "%s/%s-%lld.cdx", folder, domain->id, (long long)domain->pages_version);
    return length < 0 ? NULL : path;
}

void index_files_remove(const char *folder, const char *domain_id, const char *keep)
{
    DIR *files = opendir(folder);
    if (!files)
        return;
    struct dirent *entry;
    while ((entry = readdir(files))) {
        bool is_kept = keep && str_ends(str_from(keep), str_from(entry->d_name));
        if (str_starts(str_from(entry->d_name), str_from(domain_id)) && !is_kept)
            unlinkat(dirfd(files), entry->d_name, 0);
    }
    closedir(files);
}

/* --- what earlier processes left --- */

/* E_NOT_FOUND: the file is of no use any more. */
static enum status check_file(struct db *db, const char *name, struct error *err)
{
    char id[UUID_LENGTH + 1], newest[UUID_LENGTH + 32];
    struct domain domain;
    snprintf(id, sizeof id, "%.*s", UUID_LENGTH, name);
    if (!uuid_is_valid(id))
        return OK; /* not one of ours */
    struct arena *arena = arena_new();
    enum status status = arena ? domain_get(db, arena, NULL, id, &domain, err) : error_memory(err);
    if (status == OK) {
        snprintf(newest, sizeof newest, "%s-%lld.cdx", id, (long long)domain.pages_version);
        status = strcmp(newest, name) == 0 ? OK : error_set(err, E_NOT_FOUND, NULL, "%s is of no use", name);
    }
    arena_free(arena);
    return status;
}

static enum status sweep(struct db *db, void *argument, struct error *err)
{
    const char *folder = argument;
    DIR *files = opendir(folder);
    if (!files)
        return error_set(err, E_IO, NULL, "the folder %s cannot be read", folder);
    enum status status = OK;
    struct dirent *entry;
    while ((status == OK || status == E_NOT_FOUND) && (entry = readdir(files))) {
        status = check_file(db, entry->d_name, err);
        if (status == E_NOT_FOUND)
            unlinkat(dirfd(files), entry->d_name, 0);
    }
    closedir(files);
    return status == E_NOT_FOUND ? OK : status;
}

enum status index_files_sweep(const char *folder, struct store *store, struct error *err)
{
    return store_read(store, sweep, (void *)folder, err);
}
