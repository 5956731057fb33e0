/*
 * doctor: whether a service can do its work with a configuration on this machine, and what to do where it cannot.
 * Nothing is changed, no article is written, and nothing that is paid for is asked.
 *
 *   doctor.h          this file: all checks, in order
 *   examination.h     what is looked at, and what was found
 *   check_data.h      the data folder, its room, its database, its keys
 *   check_nodes.h     the nodes of a database that several share, and its clock
 *   check_server.h    the PostgreSQL server, where the data is on one
 *   check_service.h   the service that runs, or the address at which one would listen
 *   check_backends.h  models, search, media, documents: do they answer?
 *   check_machine.h   clock, libraries, limits
 *
 * To add a check, write it beside those and give it a row in doctor.c.
 */
#ifndef COPYDESK_SERVICE_DOCTOR_H
#define COPYDESK_SERVICE_DOCTOR_H

#include "base/base.h"

#include <jansson.h>

/*
 * config: as for service_start. problem: why it could not even be read (then config is not looked at); NULL: it was.
 * A new array of { "check", "level": "ok", "warning" or "fault", "found", "advice" (absent: nothing is to be done) };
 * NULL when memory ran out. No secret is in it. Takes some seconds for each backend that does not answer.
 */
json_t *doctor_examine(const json_t *config, const char *problem);

#endif
