/* upkeep: the data folder that a configuration names, saved and put back (store/backup). No service is started. */
#ifndef COPYDESK_SERVICE_UPKEEP_H
#define COPYDESK_SERVICE_UPKEEP_H

#include "store/backup/backup.h"

#include <jansson.h>

struct upkeep_report {
    struct backup_report backup;
    const char *secret_key; /* a key file that is not in backups, since the configuration keeps it elsewhere; or NULL */
};

/*
 * config: as for service_start. E_INVALID names the entry that is wrong, or says that the data is in a database
 * elsewhere, and what to save instead; those of backup_make.
 */
enum status upkeep_backup(const json_t *config, const char *target, struct arena *arena, struct upkeep_report *report,
                          struct error *err);

/* The same; those of backup_restore. */
enum status upkeep_restore(const json_t *config, const char *backup, bool may_replace, struct arena *arena,
                           struct upkeep_report *report, struct error *err);

#endif
