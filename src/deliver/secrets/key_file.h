/*
 * key_file: the file of the keys with which secrets are sealed (sealed.h). A line for each key, the one that seals
 * first: "1f0c9a2e BASE64-OF-32-BYTES". Only its owner may read it.
 */
#ifndef COPYDESK_DELIVER_SECRETS_KEY_FILE_H
#define COPYDESK_DELIVER_SECRETS_KEY_FILE_H

#include "base/base.h"

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
