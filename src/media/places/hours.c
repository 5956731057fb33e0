#include "media/places/places.h"

/* --- one rule of opening hours: "Mo-Fr 08:00-12:00,13:00-18:00" --- */

enum { RULE_TIMES = 8 };

/* Minutes since midnight; end is at most 24:00, and not after start when it is on the next day. */
struct hours_times {
    int start, end;
    bool is_open_ended; /* "17:00+", "17:00-22:00+" */
    bool has_end;
};

struct hours_rule {
    struct str text;    /* as it stands */
    bool is_understood; /* else only text is set */
    bool is_addition;   /* it stands behind a comma: it adds to the rule before it */
    bool is_closed;
    unsigned months; /* HOURS_YEAR when it names none */
    unsigned days;   /* HOURS_WEEK when it names none */
    struct hours_times times[RULE_TIMES];
    size_t time_count;
    struct str comment; /* empty: none */
};

static const char *const day_names[] = {"mo", "tu", "we", "th", "fr", "sa", "su", "ph", "sh"};
static const char *const month_names[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                          "jul", "aug", "sep", "oct", "nov", "dec"};

enum { RULE_DAY_MINUTES = 24 * 60, WEEK_DAYS = 7 };

static const struct str en_dash = {"\xE2\x80\x93", 3};

static void rule_skip_blanks(struct str *text)
{
    while (text->len && ascii_is_space(*text->data)) {
        text->data++;
        text->len--;
    }
}

static void skip(struct str *text, size_t length)
{
    text->data += length;
    text->len -= length;
    rule_skip_blanks(text);
}

static bool rule_take(struct str *text, struct str what)
{
    if (!str_istarts(*text, what))
        return false;
    skip(text, what.len);
    return true;
}

static bool take_dash(struct str *text)
{
    return rule_take(text, STR("-")) || rule_take(text, en_dash);
}

/* Letters that begin the text. */
static struct str word_of(struct str text)
{
    size_t length = 0;
    while (length < text.len && ascii_is_alnum(text.data[length]) && !ascii_is_digit(text.data[length]))
        length++;
    return (struct str){text.data, length};
}

/* Takes one of the names, -1: none stands here. */
static int take_name(struct str *text, const char *const *names, size_t count)
{
    struct str word = word_of(*text);
    for (size_t i = 0; i < count; i++) {
        if (!str_ieq(word, str_from(names[i])))
            continue;
        skip(text, word.len);
        return (int)i;
    }
    return -1;
}

static bool rule_begins_with(struct str text, const char *const *names, size_t count)
{
    return take_name(&text, names, count) >= 0;
}

/* Bits from first to last, around the end of the cycle. */
static unsigned range_bits(int first, int last, int cycle)
{
    unsigned bits = 1u << first;
    while (first != last) {
        first = (first + 1) % cycle;
        bits |= 1u << first;
    }
    return bits;
}

/* "Mo-Fr,Su": names from `cycle` on have no ranges. False: it is no such list. */
static bool take_names(struct str *text, const char *const *names, size_t count, int cycle, unsigned *bits)
{
    int first = take_name(text, names, count);
    *bits = 0;
    while (first >= 0) {
        int last = first;
        if (take_dash(text))
            last = take_name(text, names, (size_t)cycle);
        if (last < 0 || (last != first && first >= cycle))
            return false;
        *bits |= range_bits(first, last, last == first ? first + 1 : cycle);
        struct str rest = *text;
        if (!rule_take(&rest, STR(",")) || (first = take_name(&rest, names, count)) < 0)
            return true;
        *text = rest;
    }
    return false;
}

/* "8:30", "08:30" in minutes; -1: none stands here. */
static int rule_take_time(struct str *text)
{
    size_t at = 0;
    int hours = 0;
    while (at < text->len && at < 2 && ascii_is_digit(text->data[at]))
        hours = hours * 10 + text->data[at++] - '0';
    if (at == 0 || at + 3 > text->len || text->data[at] != ':' || !ascii_is_digit(text->data[at + 1]) ||
        !ascii_is_digit(text->data[at + 2]) || (at + 3 < text->len && ascii_is_digit(text->data[at + 3])))
        return -1;
    int minutes = (text->data[at + 1] - '0') * 10 + text->data[at + 2] - '0';
    if (minutes > 59 || hours > 48)
        return -1;
    skip(text, at + 3);
    return hours * 60 + minutes;
}

static bool take_times(struct str *text, struct hours_times *times)
{
    *times = (struct hours_times){.start = rule_take_time(text)};
    if (times->start < 0 || times->start > RULE_DAY_MINUTES)
        return false;
    if (take_dash(text)) {
        times->end = rule_take_time(text);
        times->has_end = true;
        if (times->end < 0 || times->end > 2 * RULE_DAY_MINUTES)
            return false;
        if (times->end > RULE_DAY_MINUTES)
            times->end -= RULE_DAY_MINUTES;
    }
    times->is_open_ended = rule_take(text, STR("+"));
    return times->has_end || times->is_open_ended;
}

/* A comma after times begins either more times or another rule. */
static bool take_all_times(struct str *text, struct hours_rule *rule)
{
    for (;;) {
        if (rule->time_count == RULE_TIMES || !take_times(text, &rule->times[rule->time_count]))
            return false;
        rule->time_count++;
        struct str rest = *text;
        if (!rule_take(&rest, STR(",")) || !rest.len || !ascii_is_digit(*rest.data))
            return true;
        *text = rest;
    }
}

static bool take_comment(struct str *text, struct str *comment)
{
    if (!text->len || *text->data != '"')
        return false;
    size_t end = str_find(*text, STR("\""), 1);
    if (end == text->len)
        return false;
    *comment = str_trim((struct str){text->data + 1, end - 1});
    skip(text, end + 1);
    return true;
}

/* What may stand behind the days: times, "off", "open", a comment; *is_told: there is any. False: it is not
 * understood. */
static bool read_state(struct str *text, struct hours_rule *rule, bool *is_told)
{
    static const char *const states[] = {"off", "closed", "open"};
    if (text->len && ascii_is_digit(*text->data) && !take_all_times(text, rule))
        return false;
    int state = take_name(text, states, COUNT_OF(states));
    rule->is_closed = state == 0 || state == 1;
    bool has_comment = take_comment(text, &rule->comment);
    *is_told = rule->time_count || state >= 0 || has_comment;
    return !rule->is_closed || !rule->time_count; /* closed for some hours of a day is for the reader to find out */
}

static bool read_selectors(struct str *text, struct hours_rule *rule)
{
    rule->months = HOURS_YEAR;
    rule->days = HOURS_WEEK;
    if (rule_take(text, STR("24/7")))
        return true;
    if (rule_begins_with(*text, month_names, COUNT_OF(month_names))) {
        if (!take_names(text, month_names, COUNT_OF(month_names), COUNT_OF(month_names), &rule->months))
            return false;
        rule_take(text, STR(":"));
    }
    if (rule_begins_with(*text, day_names, COUNT_OF(day_names))) {
        if (!take_names(text, day_names, COUNT_OF(day_names), WEEK_DAYS, &rule->days))
            return false;
        rule_take(text, STR(":"));
    }
    return true;
}

/* Around the clock, as "24/7" says and so does a rule of months or days alone. */
static void set_all_day(struct hours_rule *rule)
{
    rule->times[0] = (struct hours_times){.start = 0, .end = RULE_DAY_MINUTES, .has_end = true};
    rule->time_count = 1;
}

/* Reads as far as the rule is understood; *text gets what is behind it. */
static bool read_rule(struct str *text, struct hours_rule *rule)
{
    struct str start = *text;
    bool is_always = str_istarts(start, STR("24/7"));
    if (!read_selectors(text, rule))
        return false;
    bool is_told;
    if (!read_state(text, rule, &is_told))
        return false;
    bool ends = !text->len || *text->data == ';' || *text->data == ',';
    if (!ends || (!is_told && text->data == start.data))
        return false;
    if (is_always || !(rule->is_closed || rule->time_count || rule->comment.len))
        set_all_day(rule);
    return true;
}

/* The end of a rule that is not understood: the next semicolon outside quotes. */
static size_t rule_end(struct str text)
{
    bool is_quoted = false;
    for (size_t at = 0; at < text.len; at++) {
        is_quoted ^= text.data[at] == '"';
        if (text.data[at] == ';' && !is_quoted)
            return at;
    }
    return text.len;
}

/* Cuts the first rule off *rest; false when there is no more. */
static bool hours_rule_next(struct str *rest, struct hours_rule *rule)
{
    bool is_addition = false;
    rule_skip_blanks(rest);
    while (rest->len && (*rest->data == ';' || *rest->data == ',')) {
        is_addition = *rest->data == ',';
        skip(rest, 1);
    }
    if (!rest->len)
        return false;
    struct str text = *rest;
    *rule = (struct hours_rule){.is_addition = is_addition};
    if (read_rule(&text, rule)) {
        rule->is_understood = true;
    } else {
        size_t end = rule_end(*rest);
        *rule = (struct hours_rule){.is_addition = is_addition};
        text = (struct str){rest->data + end, rest->len - end};
    }
    rule->text = str_trim((struct str){rest->data, (size_t)(text.data - rest->data)});
    *rest = text;
    return true;
}

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
