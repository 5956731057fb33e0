#include "service/domain/index_files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { NAME_MAX_LENGTH = UUID_LENGTH + 32 };

static void index_files_write_name(char *name, const char *domain_id, int64_t version)
{
    snprintf(name, NAME_MAX_LENGTH, "%s-%lld.cdx", domain_id, (long long)version);
}

/* The version of a file's name; -1: it is no name of a finished index of this domain. */
static int64_t version_of(const char *name, const char *domain_id)
{
    char same[NAME_MAX_LENGTH];
    long long version;
    if (!str_starts(str_from(name), str_from(domain_id)) || sscanf(name + strlen(domain_id), "-%lld", &version) != 1)
        return -1;
    index_files_write_name(same, domain_id, version);
    return strcmp(name, same) == 0 ? version : -1;
}

char *index_file_path(const char *folder, const char *domain_id, int64_t version)
{
    char *path, name[NAME_MAX_LENGTH];
    index_files_write_name(name, domain_id, version);
    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

int64_t index_files_newest(const char *folder, const struct domain *domain)
{
    int64_t newest = -1;
    DIR *files = opendir(folder);
    struct dirent *entry;
    while (files && (entry = readdir(files))) {
        int64_t version = version_of(entry->d_name, domain->id);
        if (version > newest && version <= domain->pages_version)
            newest = version;
    }
    if (files)
        closedir(files);
    return newest;
}

void index_files_remove_version(const char *folder, const char *domain_id, int64_t version)
{
    char *path = index_file_path(folder, domain_id, version);
    if (path)
        unlink(path);
    free(path);
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

static bool is_of_use(const struct domain *domain, const char *folder, const char *name)
{
    int64_t version = version_of(name, domain->id);
    if (version == domain->pages_version)
        return true;
    char *present = index_file_path(folder, domain->id, domain->pages_version);
    bool is_newest = present && access(present, F_OK) != 0;
    free(present);
    return is_newest && version >= 0 && version < domain->pages_version;
}

/* E_NOT_FOUND: the file is of no use any more. */
static enum status check_file(struct db *db, const char *folder, const char *name, struct error *err)
{
    char id[UUID_LENGTH + 1];
    struct domain domain;
    snprintf(id, sizeof id, "%.*s", UUID_LENGTH, name);
    if (!uuid_is_valid(id))
        return OK; /* not one of ours */
    struct arena *arena = arena_new();
    enum status status = arena ? domain_get(db, arena, NULL, id, &domain, err) : error_memory(err);
    if (status == OK && !is_of_use(&domain, folder, name))
        status = error_set(err, E_NOT_FOUND, NULL, "%s is of no use", name);
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
        status = check_file(db, folder, entry->d_name, err);
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
