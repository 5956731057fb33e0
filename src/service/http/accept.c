#include "service/http/accept.h"

#include "base/base.h"

/* How closely a range of the header names the type: 3 exactly, 2 by the main type, 1 as anything, 0 not. */
static int closeness(struct str range, struct str type)
{
    size_t main_type = str_find(type, STR("/"), 0) + 1;
    if (str_ieq(range, type))
        return 3;
    if (range.len == main_type + 1 && range.data[main_type] == '*' &&
        str_ieq((struct str){range.data, main_type}, (struct str){type.data, main_type}))
        return 2;
    return str_eq(range, STR("*/*")) ? 1 : 0;
}

/* "0.5" in thousandths; 1000 when it makes no sense. */
static int thousandths(struct str text)
{
    int value = 0, unit = 1000;
    bool is_fraction = false;
    for (size_t i = 0; i < text.len && unit; i++) {
        if (i == 1 && text.data[i] == '.')
            is_fraction = true;
        else if (ascii_is_digit(text.data[i]) && (i == 0 || is_fraction))
            value += (text.data[i] - '0') * unit, unit /= 10;
        else
            return 1000;
    }
    return text.len && value < 1000 ? value : 1000;
}

static int quality_of(struct str parameters)
{
    struct str parameter;
    while (str_split(&parameters, ';', &parameter)) {
        parameter = str_trim(parameter);
        if (str_istarts(parameter, STR("q=")))
            return thousandths((struct str){parameter.data + 2, parameter.len - 2});
    }
    return 1000;
}

/* How much the header likes the type, by the range that names it most closely. */
static int liking(struct str header, struct str type)
{
    struct str entry, range;
    int closest = 0, quality = 0;
    while (str_split(&header, ',', &entry)) {
        if (!str_split(&entry, ';', &range))
            continue;
        int close = closeness(str_trim(range), type);
        if (close > closest) {
            closest = close;
            quality = quality_of(entry);
        }
    }
    return quality;
}

int accept_choose(const char *header, const char *const *types, size_t count)
{
    int best = -1, most = 0;
    if (!header || !str_trim(str_from(header)).len)
        return 0;
    for (size_t i = 0; i < count; i++) {
        int likes = liking(str_from(header), str_from(types[i]));
        if (likes > most) {
            most = likes;
            best = (int)i;
        }
    }
    return best;
}
