/*
 * Any bytes as a key file, and as something sealed. What is taken as keys is written as the same keys again; nothing
 * opens that was not sealed.
 */
#include "deliver/sealed.h"
#include "check.h"
#include "deliver/deliver.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define ID "0190a0a0-0000-7000-8000-000000000001"

/* One file for the whole run, in the memory of the kernel. */
static const char *key_path(void)
{
    static char path[64];
    if (!path[0])
        snprintf(path, sizeof path, "/dev/shm/copydesk-fuzz-%ld.key", (long)getpid());
    return path;
}

static void check_keys(struct str text)
{
    struct secret_keys keys, again;
    if (key_file_parse(text, &keys, NULL) != OK)
        return;
    check(keys.count > 0 && keys.count <= SECRET_KEYS_MAX, "a number of keys that there cannot be");
    for (size_t i = 0; i < keys.count; i++)
        check(key_file_find(&keys, keys.list[i].name) == &keys.list[i], "two keys have one name");
    check(key_file_write(key_path(), &keys, true, NULL) == OK, "the file cannot be written");
    check(key_file_read(key_path(), &again, NULL) == OK, "what was written makes no sense");
    unlink(key_path());
    check(memcmp(&keys, &again, sizeof keys) == 0, "other keys than were written");
}

/* The input stands behind a head that names the key, so that it comes as far as the cipher. */
static void check_sealed(struct arena *arena, struct str bytes)
{
    static struct seal *seal;
    struct str genuine, text;
    if (!seal)
        check(seal_open_file(key_path(), true, &seal, NULL) == OK && !seal_problem(seal), "no seal");
    check(seal_close(seal, arena, ID, bytes, &genuine, NULL) == OK, "it cannot be sealed");
    unlink(key_path());
    check(seal_open(seal, arena, ID, genuine, &text, NULL) == OK && str_eq(text, bytes), "it opens as something else");
    check(seal_open(seal, arena, ID, bytes, &text, NULL) != OK, "what was never sealed opens");
    char *forged = arena_copy_n(arena, genuine.data, 5 + bytes.len);
    memcpy(forged + 5, bytes.data ? bytes.data : "", bytes.len);
    check(seal_open(seal, arena, ID, (struct str){forged, 5 + bytes.len}, &text, NULL) == E_CORRUPT, "a forgery opens");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    check(arena, "no memory");
    struct str bytes = {(const char *)data, size};
    check_keys(bytes);
    check_sealed(arena, bytes);
    arena_free(arena);
    return 0;
}
