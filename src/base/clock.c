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

static const char DAYS[] = "SunMonTueWedThuFriSat";
static const char MONTHS[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

/* strptime and strftime follow the host program's locale; HTTP dates are always English. */
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

void clock_format_http_date(int64_t ms, char *out, size_t size)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm tm;
    gmtime_r(&seconds, &tm);
    snprintf(out, size, "%.3s, %02d %.3s %04d %02d:%02d:%02d GMT", DAYS + 3 * tm.tm_wday, tm.tm_mday,
             MONTHS + 3 * tm.tm_mon, tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
}
