#include "text/date.h"

#include <time.h>

enum { FIRST_YEAR = 1971, MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS };

/* --- the calendar --- */

static bool is_leap(long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static long days_of(long year, long month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Leap days before the year, counted from year 0. */
static int64_t leaps_before(int64_t year)
{
    return (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
}

int64_t date_day(long year, long month, long day)
{
    if (year < FIRST_YEAR || year > 9999 || month < 1 || month > 12 || day < 1 || day > days_of(year, month))
        return 0;
    int64_t days = (int64_t)365 * (year - 1970) + leaps_before(year) - leaps_before(1970) + day - 1;
    for (long earlier = 1; earlier < month; earlier++)
        days += days_of(year, earlier);
    return days * DATE_DAY_MS;
}

const char *date_day_text(int64_t ms, char *out)
{
    struct tm tm;
    time_t seconds = (time_t)(ms / 1000);
    if (ms < 0 || !gmtime_r(&seconds, &tm) || !strftime(out, sizeof "2026-01-31", "%Y-%m-%d", &tm))
        strcpy(out, "1970-01-01");
    return out;
}

/* --- reading --- */

struct date_reader {
    struct str text;
    size_t at;
};

static char peek(const struct date_reader *reader)
{
    return reader->at < reader->text.len ? reader->text.data[reader->at] : '\0';
}

static bool date_take(struct date_reader *reader, char character)
{
    bool is_there = character && ascii_lower(peek(reader)) == character;
    reader->at += is_there;
    return is_there;
}

/* White space and commas, which all of these dates may have anywhere between two words. */
static void date_skip_blanks(struct date_reader *reader)
{
    while (ascii_is_space(peek(reader)) || peek(reader) == ',')
        reader->at++;
}

/* So many digits at most; false when there is none. */
static bool take_number(struct date_reader *reader, size_t most, long *number)
{
    size_t start = reader->at;
    *number = 0;
    while (ascii_is_digit(peek(reader)) && reader->at - start < most)
        *number = *number * 10 + (reader->text.data[reader->at++] - '0');
    return reader->at > start;
}

static struct str take_word(struct date_reader *reader)
{
    size_t start = reader->at;
    while (ascii_is_alnum(peek(reader)) && !ascii_is_digit(peek(reader)))
        reader->at++;
    return (struct str){reader->text.data + start, reader->at - start};
}

/* "z", "+02:00", "+0200", "gmt", "est": minutes east of Greenwich. What has no zone, or one that nobody knows, is UTC
 * (RFC 2822 section 4.3). */
static long take_zone(struct date_reader *reader)
{
    static const struct {
        const char *name;
        long hours;
    } zones[] = {{"est", -5}, {"edt", -4}, {"cst", -6}, {"cdt", -5},
                 {"mst", -7}, {"mdt", -6}, {"pst", -8}, {"pdt", -7}};
    date_skip_blanks(reader);
    long sign = date_take(reader, '+') ? 1 : date_take(reader, '-') ? -1 : 0, hours = 0, minutes = 0;
    if (sign) {
        take_number(reader, 2, &hours);
        date_take(reader, ':');
        take_number(reader, 2, &minutes);
        return sign * (hours * 60 + minutes);
    }
    struct str name = take_word(reader);
    for (size_t i = 0; i < COUNT_OF(zones); i++)
        if (str_ieq(name, str_from(zones[i].name)))
            return zones[i].hours * 60;
    return 0;
}

/* "12:00", "12:00:00.5", "120000" and its zone, as ms of the day in UTC; 0 where there is none. */
static int64_t take_clock(struct date_reader *reader)
{
    long hours = 0, minutes = 0, seconds = 0, ignored;
    if (!take_number(reader, 2, &hours) || (!date_take(reader, ':') && !ascii_is_digit(peek(reader))))
        return 0;
    take_number(reader, 2, &minutes);
    date_take(reader, ':');
    take_number(reader, 2, &seconds);
    if (date_take(reader, '.'))
        take_number(reader, 9, &ignored);
    if (hours > 24 || minutes > 59 || seconds > 60)
        return 0;
    return (hours * 60 + minutes - take_zone(reader)) * MINUTE_MS + seconds * 1000;
}

static int64_t sum(int64_t day, int64_t clock)
{
    return day <= 0 || day + clock < 0 ? 0 : day + clock;
}

/* Between the parts of a day. */
static void take_separator(struct date_reader *reader)
{
    if (!date_take(reader, '-') && !date_take(reader, '/'))
        date_take(reader, '.');
}

/* "2026-01-31T12:00:00Z" behind its year; "0131T120000Z" */
static int64_t read_numbers(struct date_reader *reader, long year)
{
    long month = 1, day = 1, number;
    bool runs_on = ascii_is_digit(peek(reader));
    take_separator(reader);
    if (take_number(reader, 2, &number)) {
        month = number;
        take_separator(reader);
        if (take_number(reader, 2, &number))
            day = number;
    }
    if (ascii_is_digit(peek(reader)) && !runs_on)
        return 0;
    if (month == 0 && day == 0) /* as some services write what they do not know */
        month = day = 1;
    if (!date_take(reader, 't'))
        date_skip_blanks(reader);
    return sum(date_day(year, month, day), take_clock(reader));
}

/* "jan", "January": 1 to 12; 0: no month. */
static long month_number(struct str name)
{
    static const char names[] = "janfebmaraprmayjunjulaugsepoctnovdec";
    for (size_t i = 0; name.len >= 3 && i < sizeof names - 1; i += 3)
        if (str_ieq((struct str){name.data, 3}, (struct str){names + i, 3}))
            return (long)i / 3 + 1;
    return 0;
}

/* A year of two digits is one of 1950 to 2049 (RFC 2822 section 4.3). */
static bool take_year(struct date_reader *reader, long *year)
{
    size_t start = reader->at;
    if (!take_number(reader, 4, year))
        return false;
    if (reader->at - start < 4)
        *year += *year < 50 ? 2000 : 1900;
    return true;
}

/* "Jan 2026 12:00:00 GMT", behind its day */
static int64_t read_named(struct date_reader *reader, long day)
{
    long year, month = month_number(take_word(reader));
    date_take(reader, '.');
    date_skip_blanks(reader);
    if (!month || !take_year(reader, &year))
        return 0;
    date_skip_blanks(reader);
    return sum(date_day(year, month, day), take_clock(reader));
}

/* "hours ago" behind its number */
static int64_t read_age(struct date_reader *reader, long number, int64_t now_ms)
{
    static const struct {
        const char *name;
        int64_t ms;
    } units[] = {
        {"second", 1000},
        {"sec", 1000},
        {"minute", MINUTE_MS},
        {"min", MINUTE_MS},
        {"hour", HOUR_MS},
        {"day", DATE_DAY_MS},
        {"week", (int64_t)7 * DATE_DAY_MS},
        {"month", (int64_t)30 * DATE_DAY_MS},
        {"year", (int64_t)365 * DATE_DAY_MS},
    };
    struct str unit = take_word(reader);
    date_skip_blanks(reader);
    if (!str_ieq(take_word(reader), STR("ago")))
        return 0;
    if (unit.len > 1 && ascii_lower(unit.data[unit.len - 1]) == 's')
        unit.len--;
    for (size_t i = 0; i < COUNT_OF(units); i++)
        if (str_ieq(unit, str_from(units[i].name)))
            return sum(now_ms, -number * units[i].ms);
    return 0;
}

/* It begins with a number: a year, a day, or how long ago it was. */
static int64_t read_from_number(struct date_reader *reader, int64_t now_ms)
{
    size_t digits = 0;
    long number;
    while (reader->at + digits < reader->text.len && ascii_is_digit(reader->text.data[reader->at + digits]))
        digits++;
    bool is_known = digits <= 2 || digits == 4 || digits == 8 || digits == 12 || digits == 14;
    if (!is_known || !take_number(reader, 4, &number))
        return 0;
    if (digits >= 4)
        return read_numbers(reader, number);
    date_skip_blanks(reader);
    struct date_reader again = *reader;
    int64_t named = read_named(reader, number);
    return named ? named : read_age(&again, number, now_ms);
}

int64_t date_read(struct str text, int64_t now_ms)
{
    struct date_reader reader = {.text = str_trim(text)};
    struct date_reader behind = reader;
    struct str word = take_word(&behind);
    long day, year;
    if (!word.len)
        return read_from_number(&reader, now_ms);
    date_take(&behind, '.');
    date_skip_blanks(&behind);
    if (!month_number(word)) /* the day of the week */
        return read_from_number(&behind, now_ms);
    if (!take_number(&behind, 2, &day))
        return 0;
    date_skip_blanks(&behind);
    return take_year(&behind, &year) ? date_day(year, month_number(word), day) : 0;
}
