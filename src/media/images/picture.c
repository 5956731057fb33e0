#include "media/images/picture.h"

#include "net/upstream/upstream.h"

#include <math.h>

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

/* Shapes that differ by less look the same: 1792x1024 is a 16:9. */
static const double same_shape = 0.02;

enum { LEAST_SIDE = 64, MOST_SIDE = 4096 };

/* The interface's words for sizes. */
static const struct {
    const char *word;
    struct image_size size;
    bool is_loose; /* any shape of that orientation will do */
} words[] = {
    {"1:1", {1024, 1024}},
    {"16:9", {1792, 1008}},
    {"9:16", {1008, 1792}},
    {"square", {1024, 1024}},
    {"landscape", {1536, 1024}, true},
    {"portrait", {1024, 1536}, true},
};

/* What the models of an api make; the first row that fits the model's name counts. */
static const struct {
    const char *api, *model;
    struct image_sizes sizes;
} makers[] = {
    {"openai", "dall-e-2", {.list = {{256, 256}, {512, 512}, {1024, 1024}}, .count = 3}},
    {"openai", "dall-e-3", {.list = {{1024, 1024}, {1792, 1024}, {1024, 1792}}, .count = 3}},
    {"openai", "gpt-image-2*", {.step = 16, .least = 512, .most = 3840}},
    {"openai", "*", {.list = {{1024, 1024}, {1536, 1024}, {1024, 1536}}, .count = 3}},
    {"automatic1111", "*", {.step = 8, .least = LEAST_SIDE, .most = 2048}},
};

/* --- what is asked --- */

/* "1024x768", with sides in the range. */
static bool read_pixels(const char *text, struct image_size *size)
{
    int end = 0;
    bool is_read = strspn(text, "0123456789x") == strlen(text) && strlen(text) < 12 &&
                   sscanf(text, "%dx%d%n", &size->width, &size->height, &end) == 2 && !text[end];
    return is_read && size->width >= LEAST_SIDE && size->width <= MOST_SIDE && size->height >= LEAST_SIDE &&
           size->height <= MOST_SIDE;
}

struct image_size image_size_read(const char *text)
{
    struct image_size size;
    for (size_t i = 0; text && i < COUNT_OF(words); i++)
        if (strcmp(words[i].word, text) == 0)
            return words[i].size;
    return text && read_pixels(text, &size) ? size : words[0].size;
}

static double shape_of(struct image_size size)
{
    return log((double)size.width / size.height);
}

double image_size_distance(const char *asked, int width, int height)
{
    enum { UNKNOWN = 100 };
    if (width <= 0 || height <= 0)
        return UNKNOWN;
    return fabs(shape_of(image_size_read(asked)) - shape_of((struct image_size){width, height}));
}

/* --- what is made --- */

static enum status size_read_list(const json_t *list, const char *name, struct image_sizes *sizes, struct error *err)
{
    size_t count = json_array_size(list);
    bool is_good = count > 0 && count <= IMAGE_SIZES;
    *sizes = (struct image_sizes){.count = count};
    for (size_t i = 0; is_good && i < count; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        is_good = text && read_pixels(text, &sizes->list[i]);
    }
    if (is_good)
        return OK;
    return error_set(err, E_INVALID, "config",
                     "configuration: %s.sizes must be a list of 1 to %d sizes with sides from %d to %d, such as "
                     "{ \"1024x1024\", \"1536x1024\" }",
                     name, IMAGE_SIZES, LEAST_SIDE, MOST_SIDE);
}

enum status image_sizes_read(const json_t *entry, const char *name, const char *api, const char *model,
                             struct image_sizes *sizes, struct error *err)
{
    const json_t *list = json_object_get(entry, "sizes");
    if (list)
        return size_read_list(list, name, sizes, err);
    for (size_t i = 0; i < COUNT_OF(makers); i++)
        if (strcmp(makers[i].api, api) == 0 && entry_match(makers[i].model, model ? model : "")) {
            *sizes = makers[i].sizes;
            return OK;
        }
    return error_set(err, E_INTERNAL, NULL, "no sizes of %s are known", api);
}

static int fit_side(const struct image_sizes *sizes, int side)
{
    side = (side + sizes->step / 2) / sizes->step * sizes->step;
    return side < sizes->least ? sizes->least : side > sizes->most ? sizes->most : side;
}

/* Is a nearer to what is asked than b? */
static bool is_nearer(struct image_size asked, struct image_size a, struct image_size b)
{
    double shape_a = fabs(shape_of(a) - shape_of(asked)), shape_b = fabs(shape_of(b) - shape_of(asked));
    double area = log((double)asked.width * asked.height);
    if (fabs(shape_a - shape_b) > 1e-9)
        return shape_a < shape_b;
    return fabs(log((double)a.width * a.height) - area) < fabs(log((double)b.width * b.height) - area);
}

static struct image_size nearest(const struct image_sizes *sizes, struct image_size asked)
{
    if (!sizes->count)
        return (struct image_size){fit_side(sizes, asked.width), fit_side(sizes, asked.height)};
    struct image_size best = sizes->list[0];
    for (size_t i = 1; i < sizes->count; i++)
        if (is_nearer(asked, sizes->list[i], best))
            best = sizes->list[i];
    return best;
}

static int orientation(struct image_size size)
{
    return (size.width > size.height) - (size.width < size.height);
}

/* Is it what was asked for: the pixels, or the shape that a word means? */
static bool is_asked(const char *text, struct image_size size)
{
    struct image_size asked = image_size_read(text);
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strcmp(words[i].word, text) == 0)
            return words[i].is_loose ? orientation(asked) == orientation(size)
                                     : fabs(shape_of(asked) - shape_of(size)) < same_shape;
    return asked.width == size.width && asked.height == size.height;
}

enum status image_size_choose(const struct image_sizes *sizes, const char *asked, const struct lookup *lookup,
                              struct image_size *size, const char **note)
{
    *note = NULL;
    *size = nearest(sizes, image_size_read(asked));
    if (!asked || is_asked(asked, *size))
        return OK;
    *note = arena_printf(lookup->arena, "%s was asked for, %dx%d is the nearest", asked, size->width, size->height);
    return *note ? OK : error_memory(lookup->err);
}

enum status image_size_compare(const char *asked, struct image *image, const struct lookup *lookup)
{
    struct image_size size = {image->width, image->height};
    const char *before = image->note;
    if (!asked || (image->is_made && before))
        return OK;
    if (image->is_made ? is_asked(asked, size) : orientation(image_size_read(asked)) == orientation(size))
        return OK;
    image->note = arena_printf(lookup->arena, "%s%s%s was asked for, %dx%d came", before ? before : "",
                               before ? "; " : "", asked, image->width, image->height);
    return image->note ? OK : error_memory(lookup->err);
}
