/*
 * agreement: what the programs on one data folder must agree on. The service runs in one of them for all, and in
 * another one later: entries of the configuration that shape the service itself cannot differ. The library is none of
 * them: it is stored with each article.
 */
#ifndef COPYDESK_SERVICE_AGREEMENT_H
#define COPYDESK_SERVICE_AGREEMENT_H

#include "service/paths.h"

/* Those entries with their values in force, by name; of a key only a digest. New reference; NULL: no memory. */
json_t *agreement_entries(const struct config *config);

/*
 * Does the running service do what this program's configuration asks for? What is not configured asks for nothing.
 * E_CONFLICT names the first entry that differs, both values and the process.
 */
enum status agreement_check(const struct config *config, const struct endpoint *running, const char *folder,
                            struct error *err);

/*
 * The configuration with which this program goes on with the service: its own, and for what that leaves open the values
 * that were in force; but for `listen`, since an address belongs to the program that asked for it, and for keys, which
 * are in the data folder. New reference; NULL: no memory.
 */
json_t *agreement_succeed(const json_t *own, const json_t *in_force);

#endif
