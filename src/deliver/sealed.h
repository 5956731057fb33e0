/*
 * sealed: secrets of integrations at rest. AES-256-GCM with a key from a file that only its owner may read; each secret
 * has a nonce of its own, and is bound to its integration, so that a row that is copied to another one does not open.
 *
 * The key file (0600, `secret.key` in the data folder unless configured otherwise) has a key on each line,
 * the one that seals first. The others only open what was sealed with them before the key was changed. Services of
 * several nodes may share the file: it is read again before something is sealed, and when a key is not known.
 *
 * A sealed secret: a byte 1, the four bytes that name the key, a nonce of 12 bytes, the ciphertext, a tag of 16 bytes.
 */
#ifndef COPYDESK_DELIVER_SEALED_H
#define COPYDESK_DELIVER_SEALED_H

#include "base/base.h"

struct seal;

/*
 * Reads the key file. There being none is no error: seal_problem says so, and a file is made by the first seal_close,
 * unless `may_make` is false because secrets are stored that nothing could open. Neither is a file that others may read
 * or that makes no sense; it is never overwritten. E_MEMORY. Any thread may use it from then on.
 */
enum status seal_open_file(const char *path, bool may_make, struct seal **seal, struct error *err);
void seal_free(struct seal *seal);

/* A sentence: why there is no key; NULL when there is one, or one can be made. */
const char *seal_problem(const struct seal *seal);

/* Seals a text for an integration. E_IO "no_secret_key" with the sentence of seal_problem, or since no file can be
 * made; E_LIMIT: it is longer than 1 MiB; E_MEMORY. */
enum status seal_close(struct seal *seal, struct arena *arena, const char *integration_id, struct str text,
                       struct str *sealed, struct error *err);

/* The text ends in a NUL. E_CORRUPT: it was changed, or is another integration's; E_NOT_FOUND: the key is not in the
 * file; E_IO "no_secret_key" with the sentence of seal_problem; E_MEMORY. */
enum status seal_open(struct seal *seal, struct arena *arena, const char *integration_id, struct str sealed,
                      struct str *text, struct error *err);

/* Was it sealed with the key that seals now? */
bool seal_is_current(struct seal *seal, struct str sealed);

/* Is the key that it was sealed with in the file? */
bool seal_knows(struct seal *seal, struct str sealed);

/* Is there a key? When not, the first seal_close makes one. */
bool seal_has_key(struct seal *seal);

/* Of the key file. */
const char *seal_path(const struct seal *seal);

/* Changes of the key, of several steps each, take turns: the first waits until no other one is under way. */
void seal_begin_change(struct seal *seal);
void seal_end_change(struct seal *seal);

/* Puts a new key before the others in the file; everything is sealed with it from then on. E_IO: also when the file
 * holds 32 keys, since none was ever dropped. */
enum status seal_rotate(struct seal *seal, struct error *err);

/* Drops the keys behind the first, once nothing is sealed with them any more. E_IO. */
enum status seal_drop_old(struct seal *seal, struct error *err);

/* --- the key file: a line for each key, "1f0c9a2e BASE64-OF-32-BYTES" (key_file.c) --- */

enum { SECRET_KEY_NAME = 4, SECRET_KEY_BYTES = 32, SECRET_KEYS_MAX = 32 };

struct secret_key {
    unsigned char name[SECRET_KEY_NAME];
    unsigned char bytes[SECRET_KEY_BYTES];
};

struct secret_keys {
    struct secret_key list[SECRET_KEYS_MAX];
    size_t count; /* at least one after reading */
};

/* Reads the text of a file. E_INVALID with a sentence that names the line and never quotes it: it may hold a key. */
enum status key_file_parse(struct str text, struct secret_keys *keys, struct error *err);

/* E_NOT_FOUND: there is no file. E_IO with a sentence that says what to do: it cannot be read, others may read it, it
 * is somebody else's, it makes no sense. */
enum status key_file_read(const char *path, struct secret_keys *keys, struct error *err);

/* Writes the file at once or not at all; it is on the disk afterwards. E_CONFLICT: there is one, and may_replace is
 * false; E_IO. */
enum status key_file_write(const char *path, const struct secret_keys *keys, bool may_replace, struct error *err);

/* A new key before the others; there is room for it. */
void key_file_add(struct secret_keys *keys);

/* The key of that name; NULL: there is none. */
const struct secret_key *key_file_find(const struct secret_keys *keys, const unsigned char name[SECRET_KEY_NAME]);

#endif
