/* A folder of files for a test of media, and entries of the configuration that name them. Include it behind cmocka.h.
 */
#ifndef COPYDESK_SPEC_MEDIA_FILES_H
#define COPYDESK_SPEC_MEDIA_FILES_H

#include "media/media.h"

#include "lookup_fixture.h"

#include <sys/stat.h>
#include <unistd.h>

static char folder[40];

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/copydesk-media-XXXXXX");
    arena = arena_new();
    log_set_level(LOG_ERROR);
    return arena && mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    char command[80];
    arena_free(arena);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static inline const char *path_of(const char *name)
{
    const char *path = arena_printf(arena, "%s/%s", folder, name);
    assert_non_null(path);
    return path;
}

/* Puts a file in place at once, as a careful program does: readers find the old one or the new one. */
static inline void write_file(const char *name, const char *text)
{
    const char *path = path_of(name), *fresh = path_of("fresh");
    FILE *file = fopen(fresh, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(rename(fresh, path), 0);
}

static inline json_t *entry_for(const char *api, const char *path)
{
    json_t *entry = json_pack("{s:s, s:s}", "api", api, "path", path);
    assert_non_null(entry);
    return entry;
}

#endif
