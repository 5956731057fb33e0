#include "media/hours/hours_rule.h"

static const char *const day_names[] = {"mo", "tu", "we", "th", "fr", "sa", "su", "ph", "sh"};
static const char *const month_names[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                          "jul", "aug", "sep", "oct", "nov", "dec"};

enum { DAY_MINUTES = 24 * 60, WEEK_DAYS = 7 };

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
    if (times->start < 0 || times->start > DAY_MINUTES)
        return false;
    if (take_dash(text)) {
        times->end = rule_take_time(text);
        times->has_end = true;
        if (times->end < 0 || times->end > 2 * DAY_MINUTES)
            return false;
        if (times->end > DAY_MINUTES)
            times->end -= DAY_MINUTES;
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
    rule->times[0] = (struct hours_times){.start = 0, .end = DAY_MINUTES, .has_end = true};
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

bool hours_rule_next(struct str *rest, struct hours_rule *rule)
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
