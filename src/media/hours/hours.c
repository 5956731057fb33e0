#include "media/hours/hours_rule.h"

#include "base/vec.h"
#include "text/text.h"

enum { MOST_SEASONS = 16, DAY_MINUTES = 24 * 60 };

/* What the rules say of one day. */
struct day {
    bool is_told, is_closed, is_all_day;
    const char *text, *comment; /* NULL: none yet */
};

/* The days of the months that some rules name. */
struct season {
    unsigned months;
    struct day days[HOURS_DAYS];
};

struct hours_table {
    struct arena *arena;
    struct season seasons[MOST_SEASONS];
    size_t season_count;
    struct hours_line *lines;
    size_t count, cap;
    bool failed; /* memory ran out */
};

/* --- lines --- */

static void hours_add_line(struct hours_table *table, struct hours_line line)
{
    struct hours_line *lines = vec_room(table->arena, table->lines, table->count, &table->cap, sizeof *lines);
    if (!lines || !line.text) {
        table->failed = true;
        return;
    }
    table->lines = lines;
    lines[table->count++] = line;
}

static void add_as_given(struct hours_table *table, struct str rule)
{
    const char *text = text_squeeze(table->arena, rule);
    if (!text || *text) /* blanks that are no ASCII may be all of it */
        hours_add_line(table, (struct hours_line){.kind = HOURS_AS_GIVEN, .text = text});
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool hours_is_same(const struct day *a, const struct day *b)
{
    return a->is_told == b->is_told && a->is_closed == b->is_closed && a->is_all_day == b->is_all_day &&
           same_text(a->text, b->text) && same_text(a->comment, b->comment);
}

static void hours_add_run(struct hours_table *table, const struct season *season, int first, int length, int cycle)
{
    const struct day *day = &season->days[first];
    struct hours_line line = {.kind = day->is_closed    ? HOURS_CLOSED
                                      : day->is_all_day ? HOURS_ALL_DAY
                                                        : HOURS_OPEN,
                              .first = (enum hours_day)first,
                              .last = (enum hours_day)((first + length - 1) % cycle),
                              .months = season->months,
                              .text = day->text ? day->text : "",
                              .comment = day->comment};
    for (int i = 0; i < length; i++)
        line.days |= 1u << ((first + i) % cycle);
    hours_add_line(table, line);
}

/* A line for each run of equal days. A run that goes on from Sunday to Monday begins before the week's end, unless all
 * of the week is the same. */
static void add_season(struct hours_table *table, const struct season *season)
{
    const struct day *days = season->days;
    int start = 0;
    while (start < HOURS_SUNDAY && hours_is_same(&days[start], &days[HOURS_SUNDAY]))
        start++;
    if (start == HOURS_SUNDAY || !days[HOURS_SUNDAY].is_told)
        start = 0;
    for (int at = start, length; at < start + 7; at += length) {
        for (length = 1; at + length < start + 7 && hours_is_same(&days[at % 7], &days[(at + length) % 7]);)
            length++;
        if (days[at % 7].is_told)
            hours_add_run(table, season, at % 7, length, 7);
    }
    for (int day = HOURS_PUBLIC_HOLIDAYS; day < HOURS_DAYS; day++)
        if (days[day].is_told)
            hours_add_run(table, season, day, 1, HOURS_DAYS);
}

/* --- rules --- */

/* NULL: there are too many. */
static struct season *season_of(struct hours_table *table, unsigned months)
{
    for (size_t i = 0; i < table->season_count; i++)
        if (table->seasons[i].months == months)
            return &table->seasons[i];
    if (table->season_count == MOST_SEASONS)
        return NULL;
    struct season *season = &table->seasons[table->season_count++];
    season->months = months;
    return season;
}

static void add_time(struct buf *out, int minutes)
{
    buf_printf(out, "%02d:%02d", minutes / 60, minutes % 60);
}

static bool is_all_day(const struct hours_rule *rule)
{
    return rule->time_count == 1 && rule->times[0].start == 0 && rule->times[0].end == DAY_MINUTES;
}

/* "08:00–12:00, 13:00–18:00" behind what the day has already. */
static const char *times_text(struct hours_table *table, const struct hours_rule *rule, const char *before)
{
    struct buf text = {0};
    if (before)
        buf_str(&text, before);
    for (size_t i = 0; i < rule->time_count; i++) {
        const struct hours_times *times = &rule->times[i];
        if (text.len)
            buf_str(&text, ", ");
        add_time(&text, times->start);
        if (times->has_end) {
            buf_str(&text, "\xE2\x80\x93");
            add_time(&text, times->end);
        }
        if (times->is_open_ended)
            buf_char(&text, '+');
    }
    const char *copy = text.failed ? NULL : arena_copy(table->arena, buf_text(&text));
    buf_free(&text);
    table->failed |= !copy;
    return copy;
}

static void set_day(struct hours_table *table, const struct hours_rule *rule, const char *comment, struct day *day)
{
    bool adds = rule->is_addition && day->is_told && !day->is_closed && !day->is_all_day && rule->time_count &&
                !is_all_day(rule);
    const char *before = adds ? day->text : NULL, *remark = adds ? day->comment : NULL;
    *day = (struct day){.is_told = true,
                        .is_closed = rule->is_closed,
                        .is_all_day = is_all_day(rule),
                        .comment = comment ? comment : remark};
    if (!rule->is_closed && !day->is_all_day)
        day->text = times_text(table, rule, before);
}

static void apply(struct hours_table *table, const struct hours_rule *rule)
{
    struct season *season = rule->is_understood ? season_of(table, rule->months) : NULL;
    if (!season)
        return;
    const char *comment = rule->comment.len ? text_squeeze(table->arena, rule->comment) : NULL;
    table->failed |= rule->comment.len && !comment;
    comment = comment && *comment ? comment : NULL;
    for (int day = 0; day < HOURS_DAYS; day++)
        if (rule->days & (1u << day))
            set_day(table, rule, comment, &season->days[day]);
}

/* Can the table take the rule? */
static bool is_shown_as_given(struct hours_table *table, const struct hours_rule *rule)
{
    return !rule->is_understood || !season_of(table, rule->months);
}

enum status hours_read(struct arena *arena, struct str text, struct hours_line **lines, size_t *count,
                       struct error *err)
{
    struct hours_rule rule;
    struct hours_table table = {.arena = arena};
    text.len = text.len > HOURS_LONGEST ? HOURS_LONGEST : text.len;
    text.len = str_find(text, (struct str){"", 1}, 0); /* a line is a C string */
    text.len = utf8_valid_length(text);
    season_of(&table, HOURS_YEAR);
    for (struct str rest = text; !table.failed && hours_rule_next(&rest, &rule);)
        apply(&table, &rule);
    for (size_t i = 0; i < table.season_count; i++)
        add_season(&table, &table.seasons[i]);
    for (struct str rest = text; !table.failed && hours_rule_next(&rest, &rule);)
        if (is_shown_as_given(&table, &rule))
            add_as_given(&table, rule.text);
    *lines = table.lines;
    *count = table.count;
    return table.failed ? error_memory(err) : OK;
}
