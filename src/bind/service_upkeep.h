/* copydesk.service: the data folder saved, put back and moved away, and what is wrong with it and all that it needs. */
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
 * service.move(folder, database, again, progress) -> report, or nil and an error. See move_run. progress(phase, table,
 * rows, of_rows, bytes) is called from time to time, with "copy" or "compare"; an error that it throws stops the move
 * and is thrown on. A report is a table { database =, rows =, bytes =, copied =, resumed =, copyMs =, compareMs =,
 * sealed =, files = { name, ... }, tables = { { name =, rows =, bytes =, sha256 = }, ... } }.
 */
int service_move(lua_State *L);

/*
 * service.doctor(config, problem) -> a list of { check =, level =, found =, advice = }, or nil and an error (the table
 * is none that JSON can hold). See doctor_examine.
 */
int service_doctor(lua_State *L);

#endif
