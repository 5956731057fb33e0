#include "media/images/picture.h"

/* Where a number stands; the caller has seen that it is there. */
static uint32_t big(struct str data, size_t at, size_t bytes)
{
    uint32_t number = 0;
    for (size_t i = 0; i < bytes; i++)
        number = number << 8 | (unsigned char)data.data[at + i];
    return number;
}

static uint32_t little(struct str data, size_t at, size_t bytes)
{
    uint32_t number = 0;
    for (size_t i = bytes; i-- > 0;)
        number = number << 8 | (unsigned char)data.data[at + i];
    return number;
}

static bool picture_has(struct str data, size_t at, struct str mark)
{
    return data.len >= at + mark.len && memcmp(data.data + at, mark.data, mark.len) == 0;
}

static bool set_size(struct picture *picture, uint32_t width, uint32_t height)
{
    if (!width || !height || width > PICTURE_SIDE || height > PICTURE_SIDE || width * height > PICTURE_AREA)
        return false;
    picture->width = (int)width;
    picture->height = (int)height;
    return true;
}

/* --- the formats: each knows its signature, and has the size read behind it --- */

static bool read_png(struct str data, struct picture *picture)
{
    enum { WIDTH = 16, HEIGHT = 20, END = 24 };
    if (data.len < END)
        return true;
    return picture_has(data, 8, STR("\0\0\0\rIHDR")) && set_size(picture, big(data, WIDTH, 4), big(data, HEIGHT, 4));
}

static bool read_gif(struct str data, struct picture *picture)
{
    enum { WIDTH = 6, HEIGHT = 8, END = 10 };
    return data.len < END || set_size(picture, little(data, WIDTH, 2), little(data, HEIGHT, 2));
}

/* Does a frame begin here? SOF0 to SOF15, but for DHT, JPG and DAC, which stand among them. */
static bool is_frame(unsigned char marker)
{
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

/* Markers that no length follows: TEM and RST0 to RST7. */
static bool stands_alone(unsigned char marker)
{
    return marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7);
}

/* From segment to segment until the frame; its length counts itself. */
static bool read_jpeg(struct str data, struct picture *picture)
{
    enum { END_OF_IMAGE = 0xD9, SCAN = 0xDA, FRAME = 7 };
    size_t at = 2;
    while (at + 4 <= data.len) {
        unsigned char marker = (unsigned char)data.data[at + 1];
        if ((unsigned char)data.data[at] != 0xFF)
            return false;
        if (marker == 0xFF || stands_alone(marker)) {
            at += marker == 0xFF ? 1 : 2;
            continue;
        }
        size_t length = big(data, at + 2, 2);
        if (marker < 0xC0 || marker == END_OF_IMAGE || marker == SCAN || length < 2)
            return false;
        if (!is_frame(marker)) {
            at += 2 + length;
            continue;
        }
        if (length < FRAME)
            return false;
        return at + 2 + FRAME > data.len || set_size(picture, big(data, at + 7, 2), big(data, at + 5, 2));
    }
    return true;
}

static bool read_lossy(struct str data, struct picture *picture)
{
    enum { START = 23, SIDE = 0x3FFF };
    return picture_has(data, START, STR("\x9D\x01\x2A")) &&
           set_size(picture, little(data, START + 3, 2) & SIDE, little(data, START + 5, 2) & SIDE);
}

static bool read_lossless(struct str data, struct picture *picture)
{
    enum { SIDE = 0x3FFF };
    uint32_t bits = little(data, 21, 4);
    return data.data[20] == 0x2F && set_size(picture, (bits & SIDE) + 1, (bits >> 14 & SIDE) + 1);
}

static bool read_extended(struct str data, struct picture *picture)
{
    return set_size(picture, little(data, 24, 3) + 1, little(data, 27, 3) + 1);
}

static bool read_webp(struct str data, struct picture *picture)
{
    static const struct {
        struct str chunk;
        size_t end; /* of what is read */
        bool (*read)(struct str data, struct picture *picture);
    } kinds[] = {{{"VP8 ", 4}, 30, read_lossy}, {{"VP8L", 4}, 25, read_lossless}, {{"VP8X", 4}, 30, read_extended}};
    enum { MARK = 8, CHUNK = 12 };
    if (!picture_has(data, MARK, STR("WEBP")))
        return false;
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (picture_has(data, CHUNK, kinds[i].chunk))
            return data.len < kinds[i].end || kinds[i].read(data, picture);
    return false;
}

bool picture_read(struct str data, struct picture *picture)
{
    static const struct {
        struct str signature;
        const char *type;
        bool (*read)(struct str data, struct picture *picture);
    } formats[] = {
        {{"\x89PNG\r\n\x1A\n", 8}, "image/png", read_png},
        {{"\xFF\xD8\xFF", 3}, "image/jpeg", read_jpeg},
        {{"RIFF", 4}, "image/webp", read_webp},
        {{"GIF87a", 6}, "image/gif", read_gif},
        {{"GIF89a", 6}, "image/gif", read_gif},
    };
    *picture = (struct picture){0};
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        if (picture_has(data, 0, formats[i].signature)) {
            picture->type = formats[i].type;
            return formats[i].read(data, picture);
        }
    return false;
}
