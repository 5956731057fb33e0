/*
 * secrets: what integrations are connected with, at rest. Each integration keeps its secrets as one JSON object, sealed
 * (store/delivery/integration.h).
 *
 *   secrets.h    this file: secrets of integrations
 *   start.c      the key at the start of the service, and which integrations it opens
 *   settings.c   settings with secrets, as a delivery needs them
 *   rotation.c   another key for all of them
 *   same_key.c   the same key at all nodes of a database
 *   sealed.h     a text, sealed
 *   key_file.h   the file of the keys
 *
 * Everything here is for any thread. Nodes of one database each read a key file, which they may share: its keys have to
 * be the same at all of them. Only one process at a time may change it.
 */
#ifndef COPYDESK_DELIVER_SECRETS_H
#define COPYDESK_DELIVER_SECRETS_H

#include "deliver/secrets/sealed.h"
#include "store/store.h"

#include <jansson.h>

/*
 * Reads the key file, which may be made when nothing is sealed yet, and warns in the log of each integration whose
 * secrets do not open; on a database that nodes share, with how it gets the key. That is no error: the service goes on
 * without them. The statuses of store_read; E_MEMORY.
 */
enum status secrets_start(struct store *store, const char *path, struct seal **seal, struct error *err);

/*
 * The settings of an integration with its secrets among them, as a new object (json_decref), for
 * delivery_call.settings. The statuses of seal_open; E_CORRUPT also when what is stored is no JSON object.
 */
enum status secrets_open(struct seal *seal, const struct integration *integration, struct arena *arena,
                         json_t **settings, struct error *err);

/* The secrets alone; an empty object when there are none. */
enum status secrets_read(struct seal *seal, const struct integration *integration, struct arena *arena,
                         json_t **secrets, struct error *err);

/* An object as JSON, to be freed; NULL: memory ran out. It is read again, since jansson (2.14) may leave out a part of
 * the text when an allocation fails, and what is stored so would be lost. */
char *secrets_text(const json_t *object);

/* Seals an object of secrets; an empty one becomes an empty text. The statuses of seal_close. */
enum status secrets_close(struct seal *seal, struct arena *arena, const char *integration_id, const json_t *secrets,
                          struct str *sealed, struct error *err);

/* Why the secrets of an integration cannot be used, for its owner, who may know nothing of the service's files; NULL:
 * they can, or there are none. */
const char *secrets_problem(struct seal *seal, const struct integration *integration, struct arena *arena);

struct secrets_rotation {
    int64_t sealed;     /* integrations whose secrets are sealed with the new key now */
    int64_t unreadable; /* those whose secrets could not be opened: left as they were */
    bool keeps_old;     /* the old keys stay in the file, since something sealed with them could not be opened */
};

/*
 * To be asked in the write transaction, before something is sealed in it: may this node (its id) seal, on a database
 * that nodes share? E_IO "no_secret_key" with a sentence that says what to do, when secrets are stored of which the key
 * file has the key of none, and it has no key at all, or other nodes are alive: no other could open what is sealed
 * here. Alone on the database, whoever has lost the key goes on with another one. The statuses of db_all.
 */
enum status secrets_check_key(struct seal *seal, struct db *db, const char *node, struct error *err);

/*
 * To be asked before secrets_rotate: E_CONFLICT with a sentence that says what to do, while other nodes than this one
 * are alive: those that have files of their own could open nothing afterwards, and those that share the file could
 * write it at the same time. The statuses of store_read.
 */
enum status secrets_check_alone(struct store *store, struct arena *arena, const char *node, struct error *err);

/*
 * Changes the key: a new one is put into the file, everything is sealed with it, and the old ones are dropped. Whenever
 * this is broken off, all secrets can be opened; doing it again completes it. Those of seal_rotate and store_write.
 */
enum status secrets_rotate(struct seal *seal, struct store *store, struct secrets_rotation *rotation,
                           struct error *err);

/* The step between: seals anew what is not sealed with the present key, of at most `limit` integrations behind `last`
 * ("": from the first one on; UUID_LENGTH + 1 bytes), and counts. *last gets the id of the last one that was looked at,
 * "" when there were none. In a write transaction. */
enum status secrets_seal_anew(struct seal *seal, struct db *db, size_t limit, char *last,
                              struct secrets_rotation *rotation, struct error *err);

#endif
