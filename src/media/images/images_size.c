#include "media/images/images_size.h"

#include "net/upstream/entry.h"

#include <math.h>

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
