#include "deliver/deliver.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NAME_LENGTH = 2 * SECRET_KEY_NAME,
    KEY_LENGTH = (SECRET_KEY_BYTES + 2) / 3 * 4, /* in base64 */
    LINE_LENGTH = NAME_LENGTH + 1 + KEY_LENGTH,
    FILE_SIZE = SECRET_KEYS_MAX * (LINE_LENGTH + 8), /* most that is read */
    PATH_SIZE = 4096
};

/* --- its text --- */

static int hex_digit(char character)
{
    char lower = ascii_lower(character);
    if (ascii_is_digit(lower))
        return lower - '0';
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

static bool read_name(const char *text, unsigned char name[SECRET_KEY_NAME])
{
    for (size_t i = 0; i < SECRET_KEY_NAME; i++) {
        int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        name[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}

/* 44 characters, of which the last alone is padding: what else base64 may look like is none of ours. */
static bool read_bytes(const char *text, unsigned char bytes[SECRET_KEY_BYTES])
{
    unsigned char decoded[SECRET_KEY_BYTES + 1], again[KEY_LENGTH + 1];
    int size = EVP_DecodeBlock(decoded, (const unsigned char *)text, KEY_LENGTH);
    bool is_valid = size == SECRET_KEY_BYTES + 1 && EVP_EncodeBlock(again, decoded, SECRET_KEY_BYTES) == KEY_LENGTH &&
                    CRYPTO_memcmp(again, text, KEY_LENGTH) == 0;
    if (is_valid)
        memcpy(bytes, decoded, SECRET_KEY_BYTES);
    OPENSSL_cleanse(decoded, sizeof decoded);
    OPENSSL_cleanse(again, sizeof again);
    return is_valid;
}

static bool key_file_read_line(struct str line, struct secret_key *key)
{
    return line.len == LINE_LENGTH && read_name(line.data, key->name) && line.data[NAME_LENGTH] == ' ' &&
           read_bytes(line.data + NAME_LENGTH + 1, key->bytes);
}

enum status key_file_parse(struct str text, struct secret_keys *keys, struct error *err)
{
    struct str rest = text, line;
    *keys = (struct secret_keys){0};
    for (size_t number = 1; str_split(&rest, '\n', &line); number++) {
        struct secret_key key;
        line = str_trim(line);
        if (!line.len)
            continue;
        if (keys->count == SECRET_KEYS_MAX)
            return error_set(err, E_INVALID, NULL, "it holds more than %d keys", SECRET_KEYS_MAX);
        bool is_valid = key_file_read_line(line, &key) && !key_file_find(keys, key.name);
        if (is_valid)
            keys->list[keys->count++] = key;
        OPENSSL_cleanse(&key, sizeof key);
        if (!is_valid)
            return error_set(err, E_INVALID, NULL, "line %zu is no key, or has the name of another one", number);
    }
    return keys->count ? OK : error_set(err, E_INVALID, NULL, "it holds no key");
}

const struct secret_key *key_file_find(const struct secret_keys *keys, const unsigned char name[SECRET_KEY_NAME])
{
    for (size_t i = 0; i < keys->count; i++)
        if (memcmp(keys->list[i].name, name, SECRET_KEY_NAME) == 0)
            return &keys->list[i];
    return NULL;
}

void key_file_add(struct secret_keys *keys)
{
    struct secret_key key = {0};
    do
        random_bytes(key.name, sizeof key.name);
    while (key_file_find(keys, key.name));
    random_bytes(key.bytes, sizeof key.bytes);
    memmove(keys->list + 1, keys->list, keys->count * sizeof *keys->list);
    keys->list[0] = key;
    keys->count++;
    OPENSSL_cleanse(&key, sizeof key);
}

/* --- reading --- */

static enum status key_file_failed(const char *what, const char *path, struct error *err)
{
    char reason[128];
    int code = errno;
    return error_set(err, E_IO, NULL, "%s the key file %s: %s", what, path, strerror_r(code, reason, sizeof reason));
}

/* Nobody but the owner, who is the one that runs the service, may have seen the keys or put them there. */
static enum status check_owner(const char *path, const struct stat *file, struct error *err)
{
    if (!S_ISREG(file->st_mode))
        return error_set(err, E_IO, NULL, "the key file %s is no regular file", path);
    if (file->st_uid != geteuid())
        return error_set(err, E_IO, NULL, "the key file %s belongs to another user: chown %lu %s", path,
                         (unsigned long)geteuid(), path);
    if (file->st_mode & 077)
        return error_set(err, E_IO, NULL, "the key file %s may be read or written by others: chmod 600 %s", path, path);
    return OK;
}

static enum status key_file_read_text(int fd, const char *path, char *text, size_t *length, struct error *err)
{
    for (*length = 0; *length < FILE_SIZE;) {
        ssize_t got = read(fd, text + *length, FILE_SIZE - *length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return key_file_failed("cannot read", path, err);
        if (got == 0)
            return OK;
        *length += (size_t)got;
    }
    return error_set(err, E_IO, NULL, "the key file %s makes no sense: it is too large", path);
}

static enum status read_keys(int fd, const char *path, struct secret_keys *keys, struct error *err)
{
    struct stat file;
    char text[FILE_SIZE];
    size_t length = 0;
    enum status status =
        fstat(fd, &file) == 0 ? check_owner(path, &file, err) : key_file_failed("cannot read", path, err);
    if (!status)
        status = key_file_read_text(fd, path, text, &length, err);
    struct error why;
    if (!status && key_file_parse((struct str){text, length}, keys, &why) != OK)
        status = error_set(err, E_IO, NULL, "the key file %s makes no sense: %s", path, why.message);
    OPENSSL_cleanse(text, sizeof text);
    if (status)
        OPENSSL_cleanse(keys, sizeof *keys);
    return status;
}

enum status key_file_read(const char *path, struct secret_keys *keys, struct error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 && errno == ENOENT)
        return error_set(err, E_NOT_FOUND, NULL, "there is no key file %s", path);
    if (fd < 0)
        return key_file_failed("cannot read", path, err);
    enum status status = read_keys(fd, path, keys, err);
    close(fd);
    return status;
}

/* --- writing --- */

/* So that a file of a new name is there after a power cut, too. */
static bool sync_folder(const char *path)
{
    char folder[PATH_SIZE];
    const char *slash = strrchr(path, '/');
    int length = slash ? (int)(slash - path) : 1;
    snprintf(folder, sizeof folder, "%.*s%s", length, slash ? path : ".", length ? "" : "/");
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool done = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return done;
}

static bool write_keys(int fd, const struct secret_keys *keys)
{
    char text[FILE_SIZE];
    size_t length = 0;
    for (size_t i = 0; i < keys->count; i++) {
        char *line = text + length;
        hex_encode(keys->list[i].name, SECRET_KEY_NAME, line);
        line[NAME_LENGTH] = ' ';
        EVP_EncodeBlock((unsigned char *)line + NAME_LENGTH + 1, keys->list[i].bytes, SECRET_KEY_BYTES);
        line[LINE_LENGTH] = '\n';
        length += LINE_LENGTH + 1;
    }
    bool done = write(fd, text, length) == (ssize_t)length && fsync(fd) == 0;
    OPENSSL_cleanse(text, sizeof text);
    return done;
}

/* link fails where there is a file already, rename takes its place. */
static enum status put_in_place(const char *fresh, const char *path, bool may_replace, struct error *err)
{
    if ((may_replace ? rename(fresh, path) : link(fresh, path)) != 0)
        return errno == EEXIST && !may_replace
                   ? error_set(err, E_CONFLICT, NULL, "there is a key file %s already", path)
                   : key_file_failed("cannot write", path, err);
    return sync_folder(path) ? OK : key_file_failed("cannot write", path, err);
}

enum status key_file_write(const char *path, const struct secret_keys *keys, bool may_replace, struct error *err)
{
    char fresh[PATH_SIZE], led_to[PATH_SIZE];
    if (may_replace && realpath(path, led_to)) /* a link stays one */
        path = led_to;
    if (snprintf(fresh, sizeof fresh, "%s.new", path) >= (int)sizeof fresh)
        return error_set(err, E_IO, NULL, "the name of the key file is too long");
    unlink(fresh); /* left over from a process that was killed; its mode may be wrong */
    int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return key_file_failed("cannot write", path, err);
    enum status status = write_keys(fd, keys) ? OK : key_file_failed("cannot write", path, err);
    close(fd);
    if (!status)
        status = put_in_place(fresh, path, may_replace, err);
    unlink(fresh);
    return status;
}
