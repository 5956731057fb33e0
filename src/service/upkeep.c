#include "service/upkeep.h"

#include "service/config.h"
#include "service/paths.h"
#include "store/backup/kept.h"
#include "store/backup/restore.h"
#include "store/db/pg_url.h"

/* The files that belong to a database elsewhere, as far as they are in the folder: "key, secret.key". */
static const char *name_files(const char *folder, struct arena *arena)
{
    const char **names, *list = NULL;
    size_t count;
    if (kept_list(folder, 1U << KEPT_DATA, arena, &names, &count, NULL))
        count = 0;
    for (size_t i = 0; i < count; i++)
        list = list ? arena_printf(arena, "%s, %s", list, names[i]) : names[i];
    return list ? list : "key, secret.key";
}

static enum status refuse_database(const struct config *config, struct arena *arena, struct error *err)
{
    const char *folder = NULL, *address = pg_url_shown(config->database, arena);
    enum status status = address ? path_of_data(config->data, arena, &folder, err) : error_memory(err);
    if (status)
        return status;
    return error_set(err, E_INVALID, "database",
                     "the data is in a PostgreSQL database, %s: save that with pg_dump -Fc, and restore it with "
                     "pg_restore; what belongs to it beside that are these files of %s: %s%s",
                     address, folder, name_files(folder, arena), config->secret_key ? ", and secret_key" : "");
}

static enum status find_folder(const json_t *json, struct arena *arena, const char **folder,
                               struct upkeep_report *report, struct error *err)
{
    struct config config;
    *report = (struct upkeep_report){0};
    enum status status = config_read(json, arena, &config, err);
    if (status == OK && config.database)
        status = refuse_database(&config, arena, err);
    if (status == OK)
        status = path_of_data(config.data, arena, folder, err);
    if (status == OK && config.secret_key)
        status = path_make_absolute(config.secret_key, arena, &report->secret_key, err);
    config_free(&config);
    if (status != OK || !report->secret_key)
        return status;
    const char *inside = arena_printf(arena, "%s/secret.key", *folder);
    if (inside && strcmp(inside, report->secret_key) == 0)
        report->secret_key = NULL;
    return inside ? OK : error_memory(err);
}

enum status upkeep_backup(const json_t *config, const char *target, struct arena *arena, struct upkeep_report *report,
                          struct error *err)
{
    const char *folder = NULL;
    enum status status = find_folder(config, arena, &folder, report, err);
    return status == OK ? backup_make(folder, target, arena, &report->backup, err) : status;
}

enum status upkeep_restore(const json_t *config, const char *backup, bool may_replace, struct arena *arena,
                           struct upkeep_report *report, struct error *err)
{
    const char *folder = NULL;
    enum status status = find_folder(config, arena, &folder, report, err);
    return status == OK ? backup_restore(backup, folder, may_replace, arena, &report->backup, err) : status;
}
