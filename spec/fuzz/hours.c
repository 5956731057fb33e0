/*
 * Any bytes as opening hours. Lines are bounded, every line has a text that is UTF-8, days fit their names, each day
 * stands in one line of its months, and what is read of a line's times is the same again.
 */
#include "check.h"
#include "media/places/places.h"

static void check_days(const struct hours_line *line)
{
    if (line->kind == HOURS_AS_GIVEN) {
        check(line->days == 0 && *line->text, "a rule as given has days, or no text");
        return;
    }
    check(line->days != 0 && line->days < 1u << HOURS_DAYS, "days are out of range");
    check(line->days & (1u << line->first) && line->days & (1u << line->last), "a run does not hold its ends");
    check(line->months != 0 && line->months <= HOURS_YEAR, "months are out of range");
}

/* No day is said twice, unless for other months. */
static void check_once(const struct hours_line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            check(lines[i].months != lines[k].months || !(lines[i].days & lines[k].days), "a day is said twice");
}

/* What a line says of its times is understood itself, and says the same. */
static void check_again(struct arena *arena, const struct hours_line *line)
{
    struct hours_line *lines;
    size_t count;
    if (line->kind != HOURS_OPEN || !*line->text || strlen(line->text) > 90)
        return;
    check(hours_read(arena, str_from(line->text), &lines, &count, NULL) == OK, "no memory");
    check(count == 1 && lines[0].days == HOURS_WEEK && strcmp(lines[0].text, line->text) == 0, "times read otherwise");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hours_line *lines;
    size_t count;
    struct arena *arena = arena_new();
    check(arena, "no memory");
    check(hours_read(arena, (struct str){(const char *)data, size}, &lines, &count, NULL) == OK, "no memory");
    check(count <= HOURS_LONGEST, "too many lines");
    check_once(lines, count);
    for (size_t i = 0; i < count; i++) {
        check(utf8_is_valid(str_from(lines[i].text)), "a text is no UTF-8");
        check(!lines[i].comment || utf8_is_valid(str_from(lines[i].comment)), "a comment is no UTF-8");
        check_days(&lines[i]);
        check_again(arena, &lines[i]);
    }
    arena_free(arena);
    return 0;
}
