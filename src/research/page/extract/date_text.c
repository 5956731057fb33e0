#include "research/page/extract/date_text.h"

#include <time.h>

enum { FIRST_YEAR = 1990, LAST_YEAR = 2099, MS_OF_MINUTE = 60 * 1000 };

/* Takes so many digits off the text; -1: there are fewer. */
static int take_digits(struct str *text, size_t count)
{
    int number = 0;
    if (text->len < count)
        return -1;
    for (size_t i = 0; i < count; i++) {
        if (!ascii_is_digit(text->data[i]))
            return -1;
        number = number * 10 + (text->data[i] - '0');
    }
    *text = (struct str){text->data + count, text->len - count};
    return number;
}

static bool take_sign(struct str *text, char sign)
{
    if (!text->len || text->data[0] != sign)
        return false;
    *text = (struct str){text->data + 1, text->len - 1};
    return true;
}

static bool is_day(int year, int month, int day)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12)
        return false;
    bool is_leap = month == 2 && year % 4 == 0; /* no other century year in that range than 2000 */
    return day >= 1 && day <= lengths[month - 1] + is_leap;
}

/* Year, month and day, which all stand apart by the sign, or run on when it is 0. */
static bool take_day(struct str *text, char sign, struct tm *tm)
{
    struct str rest = *text;
    int year = take_digits(&rest, 4);
    bool is_parted = !sign || take_sign(&rest, sign);
    int month = take_digits(&rest, 2);
    is_parted = is_parted && (!sign || take_sign(&rest, sign));
    int day = take_digits(&rest, 2);
    if (!is_parted || !is_day(year, month, day) || (rest.len && ascii_is_digit(rest.data[0])))
        return false;
    *tm = (struct tm){.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
    *text = rest;
    return true;
}

/* "T10:30:05.25" or " 10:30"; what is no time counts as midnight. */
static void take_time(struct str *text, struct tm *tm)
{
    struct str rest = *text;
    if (!take_sign(&rest, 'T') && !take_sign(&rest, 't') && !take_sign(&rest, ' '))
        return;
    int hour = take_digits(&rest, 2);
    int minute = take_sign(&rest, ':') ? take_digits(&rest, 2) : -1;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59)
        return;
    tm->tm_hour = hour;
    tm->tm_min = minute;
    *text = rest;
    int second = take_sign(&rest, ':') ? take_digits(&rest, 2) : -1;
    if (second < 0 || second > 60)
        return;
    tm->tm_sec = second;
    if (take_sign(&rest, '.'))
        while (take_digits(&rest, 1) >= 0)
            ;
    *text = rest;
}

/* "+02:00", "-0530": in minutes; 0 for UTC and for what is no zone. */
static int take_zone(struct str text)
{
    text = str_trim(text);
    int sign = take_sign(&text, '+') ? 1 : take_sign(&text, '-') ? -1 : 0;
    int hours = sign ? take_digits(&text, 2) : -1;
    take_sign(&text, ':');
    int minutes = hours >= 0 ? take_digits(&text, 2) : -1;
    return hours < 0 || hours > 14 ? 0 : sign * (hours * 60 + (minutes > 0 && minutes < 60 ? minutes : 0));
}

static bool read_http(struct str text, int64_t *ms)
{
    char date[40];
    if (text.len < 20 || text.len >= sizeof date)
        return false;
    memcpy(date, text.data, text.len);
    date[text.len] = '\0';
    return clock_parse_http_date(date, ms) && is_day((int)(*ms / 86400000 / 365.2425) + 1970, 1, 1);
}

bool date_text_read(struct str text, int64_t *ms)
{
    static const char signs[] = {'-', '/', '.', 0};
    struct tm tm;
    text = str_trim(text);
    for (size_t i = 0; i < COUNT_OF(signs); i++) {
        if (!take_day(&text, signs[i], &tm))
            continue;
        take_time(&text, &tm);
        *ms = (int64_t)timegm(&tm) * 1000 - (int64_t)take_zone(text) * MS_OF_MINUTE;
        return true;
    }
    return read_http(text, ms);
}

bool date_text_of_address(struct str address, int64_t *ms)
{
    static const char signs[] = {'/', '-', '_'};
    struct tm tm;
    for (size_t at = 1; at < address.len && address.data[at] != '?' && address.data[at] != '#'; at++) {
        struct str rest = {address.data + at, address.len - at};
        if (ascii_is_alnum(address.data[at - 1]) || !ascii_is_digit(address.data[at]))
            continue;
        for (size_t i = 0; i < COUNT_OF(signs); i++) {
            if (!take_day(&rest, signs[i], &tm) || (rest.len && ascii_is_alnum(rest.data[0])))
                continue;
            *ms = (int64_t)timegm(&tm) * 1000;
            return true;
        }
    }
    return false;
}
