/* copydesk.service: the data folder saved and put back, and what is wrong with it and all that it needs. */
#ifndef COPYDESK_BIND_SERVICE_UPKEEP_H
#define COPYDESK_BIND_SERVICE_UPKEEP_H

#include "bind/lua_compat.h"

/*
 * service.backup(config, target) -> report, or nil and an error. See backup_make. A report is a table { path =, folder
 * =, version =, schema =, createdAt =, files =, bytes = }, with `secretKey` where that file is kept elsewhere.
 */
int service_backup(lua_State *L);

/* service.restore(config, backup, force) -> report, with `aside` where something was moved. See backup_restore. */
int service_restore(lua_State *L);

/*
 * service.doctor(config, problem) -> a list of { check =, level =, found =, advice = }, or nil and an error (the table
 * is none that JSON can hold). See doctor_examine.
 */
int service_doctor(lua_State *L);

#endif
