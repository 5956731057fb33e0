#include "write/places/places.h"

static const char *day_name(const struct data_labels *labels, enum hours_day day)
{
    if (day == HOURS_PUBLIC_HOLIDAYS)
        return labels->public_holidays;
    return day == HOURS_SCHOOL_HOLIDAYS ? labels->school_holidays : labels->weekdays[day];
}

static void add_days(struct buf *out, const struct data_labels *labels, const struct hours_line *line)
{
    if (!line->days)
        return;
    buf_str(out, day_name(labels, line->first));
    if (line->last != line->first)
        buf_printf(out, "–%s", day_name(labels, line->last));
}

/* "April–October, December". */
static void add_months(struct buf *out, const struct data_labels *labels, unsigned months)
{
    bool is_first = true;
    if (months == HOURS_YEAR || !months)
        return;
    buf_str(out, " (");
    for (size_t i = 0; i < MONTHS; i++) {
        if (!(months & 1u << i))
            continue;
        size_t last = i;
        while (last + 1 < MONTHS && months & 1u << (last + 1))
            last++;
        buf_printf(out, "%s%s", is_first ? "" : ", ", labels->months[i]);
        if (last > i)
            buf_printf(out, "–%s", labels->months[last]);
        is_first = false;
        i = last;
    }
    buf_char(out, ')');
}

static void add_line_hours(struct buf *out, const struct data_labels *labels, const struct hours_line *line)
{
    const char *const words[] = {[HOURS_OPEN] = line->text,
                                 [HOURS_ALL_DAY] = labels->all_day,
                                 [HOURS_CLOSED] = labels->closed,
                                 [HOURS_AS_GIVEN] = line->text};
    buf_str(out, out->len ? "; " : "");
    add_days(out, labels, line);
    add_months(out, labels, line->months);
    if (line->days && *words[line->kind])
        buf_str(out, ": ");
    buf_str(out, words[line->kind]);
    if (line->comment)
        buf_printf(out, " (%s)", line->comment);
}

enum status places_hours(struct writing *writing, struct places_item *item)
{
    struct hours_line *lines;
    size_t count;
    struct buf out = {0};
    const char *text = item->place->opening_hours;
    item->hours = STR("");
    if (!text)
        return OK;
    enum status status = hours_read(writing->arena, str_from(text), &lines, &count, writing->err);
    for (size_t i = 0; !status && i < count; i++) {
        bool is_open = lines[i].kind == HOURS_OPEN || lines[i].kind == HOURS_ALL_DAY;
        item->is_open_on_sunday |= is_open && lines[i].days & 1u << HOURS_SUNDAY;
        add_line_hours(&out, catalog_labels(writing), &lines[i]);
    }
    item->hours = writing_keep(writing, &out);
    return status ? status : item->hours.data ? OK : error_memory(writing->err);
}
