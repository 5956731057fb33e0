/*
 * Any bytes as a picture: its sides are in the range, and the beginning of a picture is told as one too, of the same
 * type and size as far as it tells them. Any text as base64: what is decoded is found again in what it is encoded to.
 */
#include "media/images/picture.h"

#include "check.h"
#include "text/text.h"

static void check_picture(struct str data)
{
    struct picture picture, shorter;
    bool is_picture = picture_read(data, &picture);
    if (is_picture)
        check(picture.type && !picture.width == !picture.height, "a picture without a type, or with half a size");
    if (is_picture && picture.width)
        check(picture.width > 0 && picture.width <= PICTURE_SIDE && picture.height > 0 &&
                  picture.height <= PICTURE_SIDE && picture.width <= PICTURE_AREA / picture.height,
              "a picture out of the range");
    for (size_t length = 12; is_picture && length < data.len && length < 64; length++)
        if (picture_read((struct str){data.data, length}, &shorter))
            check(shorter.type == picture.type && (!shorter.width || shorter.width == picture.width),
                  "the beginning is another picture");
        else
            check(length < 16, "the beginning of a picture is none");
}

static void check_base64(struct arena *arena, struct str text)
{
    struct str bytes, again = {0};
    enum status status = base64_decode(arena, text, &bytes, NULL);
    check(status == OK || status == E_CORRUPT, "base64 is neither read nor refused");
    if (status)
        return;
    check(bytes.len > 0 && bytes.len <= text.len / 4 * 3 + 3, "more bytes than the text has");
    const char *coded = base64_encode(arena, bytes);
    check(coded && base64_decode(arena, str_from(coded), &again, NULL) == OK, "the same bytes cannot be read again");
    check(str_eq(bytes, again), "other bytes are read again");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct str input = {(const char *)data, size};
    check(arena, "no memory");
    check_picture(input);
    check_base64(arena, input);
    arena_free(arena);
    return 0;
}
