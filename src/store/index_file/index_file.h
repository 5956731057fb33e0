/*
 * index_file: the linking index files of domains, in a database that several nodes share: one node builds the file of
 * a version of a domain's pages and stores it, the others fetch it.
 *
 * A domain has a row for each format of the file, so that programs of two versions side by side keep their own. It
 * names the newest file, and who builds a newer one: a lease with a fencing number, by the database's clock. A file
 * lies in parts of INDEX_PART_BYTES. The parts of a new one are stored beside those of the old, in transactions of
 * their own, and are seen by nobody until index_file_publish names them, which removes all others.
 *
 * Whoever fetches reads the row, then part by part. When a newer file was published meanwhile, a part is not there any
 * more (E_NOT_FOUND): the row is to be read again. All of it goes with the domain.
 */
#ifndef COPYDESK_STORE_INDEX_FILE_H
#define COPYDESK_STORE_INDEX_FILE_H

#include "base/base.h"

struct db;

enum { INDEX_PART_BYTES = 1 << 20, INDEX_HASH_SIZE = 32 };

struct index_file {
    int64_t version; /* of the domain's pages; -1: there is no file yet */
    int64_t size;
    unsigned char hash[INDEX_HASH_SIZE]; /* SHA-256 */
    int64_t built_at;                    /* set when it is published */
};

/* What identifies a build. E_CONFLICT "lease_lost" of what it stores: another node builds, or the domain was deleted.
 */
struct index_lease {
    const char *domain_id, *format, *node;
    int64_t number; /* fencing number */
};

/* The newest file. E_NOT_FOUND: there is none. */
enum status index_file_get(struct db *db, const char *domain_id, const char *format, struct index_file *file,
                           struct error *err);

/* A part of that version's file, the first is 0. E_NOT_FOUND. */
enum status index_file_part(struct db *db, struct arena *arena, const char *domain_id, const char *format,
                            int64_t version, int64_t number, struct str *bytes, struct error *err);

/* This file, as index_file_get found it, is damaged: it is removed, unless another has taken its place. */
enum status index_file_discard(struct db *db, const char *domain_id, const char *format, const struct index_file *file,
                               struct error *err);

/*
 * Takes the build of a file newer than `have` (-1: of any) until then: reads all but number of the lease, and sets
 * that. E_CONFLICT: another node builds, or such a file is here; E_NOT_FOUND: there is no such domain.
 */
enum status index_build_claim(struct db *db, struct index_lease *lease, int64_t have, int64_t until, struct error *err);

/* E_CONFLICT. */
enum status index_build_renew(struct db *db, const struct index_lease *lease, int64_t until, struct error *err);

/* Ends a build; nothing happens when the lease is held no longer. */
enum status index_build_release(struct db *db, const struct index_lease *lease, struct error *err);

/* Stores a part, in place of one that an earlier build left. E_CONFLICT. */
enum status index_file_store(struct db *db, const struct index_lease *lease, int64_t version, int64_t number,
                             struct str bytes, struct error *err);

/* Makes the file the newest and ends the build; all other parts are removed. E_CONFLICT. */
enum status index_file_publish(struct db *db, const struct index_lease *lease, const struct index_file *file,
                               struct error *err);

#endif
