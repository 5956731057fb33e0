/*
 * Any JSON as a picture in Openverse's answer: what is taken has a key, a licence for everybody and an address, and all
 * its texts are one line of UTF-8 in their lengths.
 */
#include "check.h"
#include "media/images/images_openverse.h"

static void check_text(const char *text, size_t most)
{
    if (!text)
        return;
    struct str all = str_from(text);
    check(all.len > 0 && utf8_is_valid(all) && utf8_length(all) <= most, "a text is empty, broken or too long");
    check(!memchr(text, '\n', all.len) && !memchr(text, '\r', all.len), "a text has lines");
}

static void check_address(const char *text, bool is_needed)
{
    check(text || !is_needed, "there is no address");
    check(!text || strncmp(text, "http://", 7) == 0 || strncmp(text, "https://", 8) == 0, "an address is none");
}

static void check_result(const json_t *result, struct arena *arena)
{
    struct openverse_picture picture;
    bool is_fit = false;
    check(openverse_read(result, arena, &picture, &is_fit, NULL) == OK, "memory ran out");
    if (!is_fit)
        return;
    check(picture.facts.key && picture.facts.license, "a picture without key or licence");
    check(strncmp(picture.facts.license, "CC", 2) == 0 || strncmp(picture.facts.license, "Public", 6) == 0,
          "a licence");
    check_text(picture.facts.key, 200);
    check_text(picture.facts.alt, IMAGE_LINE);
    check_text(picture.facts.credit, 3 * IMAGE_LINE);
    check_text(picture.facts.license, IMAGE_LINE);
    check_address(picture.url ? picture.url : picture.thumbnail, true);
    check_address(picture.facts.source_url, false);
    check_address(picture.facts.license_url, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *result = json_loadb((const char *)data, size, JSON_ALLOW_NUL, NULL);
    struct arena *arena = arena_new();
    check(arena, "no memory");
    if (result)
        check_result(result, arena);
    json_decref(result);
    arena_free(arena);
    return 0;
}
