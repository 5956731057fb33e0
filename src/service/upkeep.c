#include "service/upkeep.h"

#include "service/config.h"
#include "service/paths.h"
#include "store/backup/restore.h"

static enum status find_folder(const json_t *json, struct arena *arena, const char **folder,
                               struct upkeep_report *report, struct error *err)
{
    struct config config;
    *report = (struct upkeep_report){0};
    enum status status = config_read(json, arena, &config, err);
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
