#include "base/clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

int64_t clock_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t clock_mono_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_mono_ms(void)
{
    return clock_mono_us() / 1000;
}

static const char MONTHS[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

/* strptime follows the host program's locale; HTTP dates are always English. */
static int month_number(const char *name)
{
    for (int month = 0; month < 12; month++)
        if (memcmp(MONTHS + 3 * month, name, 3) == 0)
            return month;
    return -1;
}

bool clock_parse_http_date(const char *text, int64_t *ms)
{
    struct tm tm = {0};
    char month[4] = "";
    const char *comma = strchr(text, ',');
    const char *date = comma ? comma + 1 : text;
    bool two_digit_year = false;
    if (comma && sscanf(date, " %2d %3s %4d %2d:%2d:%2d GMT", &tm.tm_mday, month, &tm.tm_year, &tm.tm_hour, &tm.tm_min,
                        &tm.tm_sec) == 6) {
        /* the preferred form */
    } else if (comma && sscanf(date, " %2d-%3s-%2d %2d:%2d:%2d GMT", &tm.tm_mday, month, &tm.tm_year, &tm.tm_hour,
                               &tm.tm_min, &tm.tm_sec) == 6) {
        two_digit_year = true;
    } else if (comma || sscanf(text, "%*3s %3s %2d %2d:%2d:%2d %4d", month, &tm.tm_mday, &tm.tm_hour, &tm.tm_min,
                               &tm.tm_sec, &tm.tm_year) != 6) {
        return false;
    }
    if (two_digit_year)
        tm.tm_year += tm.tm_year < 70 ? 2000 : 1900;
    tm.tm_mon = strlen(month) == 3 ? month_number(month) : -1;
    if (tm.tm_mon < 0 || tm.tm_year < 1970 || tm.tm_mday < 1 || tm.tm_mday > 31)
        return false;
    tm.tm_year -= 1900;
    *ms = (int64_t)timegm(&tm) * 1000;
    return true;
}

int64_t clock_parse_duration(struct str text, int64_t unit_ms)
{
    enum { TOO_LARGE = 1000 * 1000 * 1000 };
    int64_t value = 0;
    size_t i = 0;
    for (; i < text.len && ascii_is_digit(text.data[i]); i++)
        if (value < TOO_LARGE)
            value = value * 10 + (text.data[i] - '0');
    if (i == 0)
        return -1;
    value *= unit_ms;
    if (i == text.len)
        return value;
    if (text.data[i++] != '.')
        return -1;
    for (int64_t weight = unit_ms / 10; i < text.len && ascii_is_digit(text.data[i]); i++, weight /= 10)
        value += weight * (text.data[i] - '0');
    return i == text.len ? value : -1;
}

int64_t clock_parse_retry_after(struct str value, int64_t now_ms)
{
    char date[64];
    int64_t when, wait = clock_parse_duration(value, 1000);
    if (wait >= 0)
        return wait;
    if (value.len == 0 || value.len >= sizeof date)
        return -1;
    memcpy(date, value.data, value.len);
    date[value.len] = '\0';
    if (!clock_parse_http_date(date, &when))
        return -1;
    return when > now_ms ? when - now_ms : 0;
}
