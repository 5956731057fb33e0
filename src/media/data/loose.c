#include "media/data/loose.h"

#include "text/html/plain_text.h"
#include "text/url.h"

#include <stdlib.h>

enum { LONGEST_URL = 4096, LONGEST_NAME = 60, LONGEST_NUMBER = 25 };

static const json_t *step(const json_t *value, const char *name)
{
    if (json_is_array(value) && ascii_is_digit(*name))
        return json_array_get(value, (size_t)strtoul(name, NULL, 10));
    return json_object_get(value, name);
}

const json_t *loose_at(const json_t *value, const char *path)
{
    struct str rest = str_from(path), piece;
    while (value && str_split(&rest, '.', &piece)) {
        char name[LONGEST_NAME];
        snprintf(name, sizeof name, "%.*s", STR_ARG(piece));
        value = step(value, name);
    }
    return json_is_null(value) ? NULL : value;
}

static const char *loose_kept(struct loose *loose, const char *text)
{
    loose->failed |= !text;
    return text && *text ? text : NULL;
}

static const char *plain(struct loose *loose, const json_t *value, size_t most)
{
    if (loose->failed)
        return NULL;
    if (json_is_string(value))
        return loose_kept(
            loose, plain_text(loose->arena, (struct str){json_string_value(value), json_string_length(value)}, most));
    if (json_is_integer(value))
        return loose_kept(loose, arena_printf(loose->arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value)));
    return json_is_real(value) ? loose_kept(loose, arena_printf(loose->arena, "%.10g", json_real_value(value))) : NULL;
}

const char *loose_text(struct loose *loose, const json_t *value, const char *path, size_t most)
{
    return plain(loose, loose_at(value, path), most);
}

const char *loose_url(struct loose *loose, const json_t *value, const char *path)
{
    struct url url;
    const json_t *member = loose_at(value, path);
    struct str text = str_trim((struct str){json_string_value(member), json_string_length(member)});
    if (loose->failed || !text.len || text.len > LONGEST_URL || url_parse(text, &url, NULL) != OK)
        return NULL;
    return loose_kept(loose, url_normalise(loose->arena, text));
}

size_t loose_texts(struct loose *loose, const json_t *value, const char *path, size_t most, size_t longest,
                   const char *const **list)
{
    const json_t *array = loose_at(value, path);
    size_t all = json_array_size(array), count = 0;
    const char **texts = ARENA_ARRAY(loose->arena, (all < most ? all : most) + 1, const char *);
    loose->failed |= !texts;
    for (size_t i = 0; i < all && count < most && !loose->failed; i++) {
        const char *text = plain(loose, json_array_get(array, i), longest);
        if (text)
            texts[count++] = text;
    }
    *list = texts;
    return loose->failed ? 0 : count;
}

/* "-8.61": a decimal number with a dot, whatever the locale of the program. */
static bool parse(struct str text, double *number)
{
    double value = 0, scale = 1;
    size_t at = text.len && text.data[0] == '-', digits = 0;
    bool is_fraction = false;
    for (; at < text.len; at++) {
        if (text.data[at] == '.' && !is_fraction) {
            is_fraction = true;
            continue;
        }
        if (!ascii_is_digit(text.data[at]) || ++digits > LONGEST_NUMBER)
            return false;
        value = value * 10 + (text.data[at] - '0');
        scale *= is_fraction ? 10 : 1;
    }
    *number = (text.len && text.data[0] == '-' ? -value : value) / scale;
    return digits > 0;
}

bool loose_number(const json_t *value, const char *path, double least, double most, double *number)
{
    const json_t *member = loose_at(value, path);
    double given = json_number_value(member);
    bool is_number =
        json_is_number(member) || parse((struct str){json_string_value(member), json_string_length(member)}, &given);
    if (!is_number || !(given >= least && given <= most))
        return false;
    *number = given;
    return true;
}

bool loose_flag(const json_t *value, const char *path)
{
    return json_is_true(loose_at(value, path));
}
