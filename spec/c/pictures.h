/* Small pictures for tests. Include it behind media_files.h. */
#ifndef COPYDESK_SPEC_PICTURES_H
#define COPYDESK_SPEC_PICTURES_H

#include <stdint.h>

static inline void put_big(char *data, uint32_t number, size_t bytes)
{
    for (size_t i = bytes; i-- > 0; number >>= 8)
        data[i] = (char)number;
}

/* Signature and IHDR, and an end. The bytes live in the test's arena. */
static inline struct str png(uint32_t width, uint32_t height)
{
    static const char whole[] = "\x89PNG\r\n\x1A\n\0\0\0\rIHDRwwwwhhhh\x08\x02\0\0\0CRC!\0\0\0\0IEND\xAE\x42\x60\x82";
    char *data = arena_copy_n(arena, whole, sizeof whole - 1);
    assert_non_null(data);
    put_big(data + 16, width, 4);
    put_big(data + 20, height, 4);
    return (struct str){data, sizeof whole - 1};
}

static inline struct str jpeg(uint32_t width, uint32_t height)
{
    static const char whole[] = "\xFF\xD8\xFF\xE0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0"
                                "\xFF\xC0\0\x0B\x08hhww\x01\x01\x11\0\xFF\xDA\0\x08\x01\x01\0\0\x3F\0\0\xFF\xD9";
    char *data = arena_copy_n(arena, whole, sizeof whole - 1);
    assert_non_null(data);
    put_big(data + 25, height, 2);
    put_big(data + 27, width, 2);
    return (struct str){data, sizeof whole - 1};
}

static inline void write_picture(const char *name, struct str data)
{
    const char *fresh = path_of("fresh");
    FILE *file = fopen(fresh, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(data.data, 1, data.len, file), data.len);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(rename(fresh, path_of(name)), 0);
}

#endif
