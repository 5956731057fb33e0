#include "service/web/frame/frame.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

static void add_value(struct buf *out, struct str kind, va_list *values)
{
    if (str_eq(kind, STR("s"))) {
        const char *text = va_arg(*values, const char *);
        escape_attribute(out, str_from(text ? text : ""));
    } else if (str_eq(kind, STR("d"))) {
        buf_printf(out, "%d", va_arg(*values, int));
    } else if (str_eq(kind, STR("ld"))) {
        buf_printf(out, "%ld", va_arg(*values, long));
    } else if (str_eq(kind, STR("lld"))) {
        buf_printf(out, "%lld", va_arg(*values, long long));
    } else if (str_eq(kind, STR("zu"))) {
        buf_printf(out, "%zu", va_arg(*values, size_t));
    } else {
        out->failed = true; /* a format that is not known; no page is shown */
    }
}

void markup(struct buf *out, const char *format, ...)
{
    static const char ends[] = "sdu";
    va_list values;
    va_start(values, format);
    for (const char *at = format; *at;) {
        size_t plain = strcspn(at, "%");
        buf_add(out, at, plain);
        at += plain;
        if (*at == '\0')
            break;
        at++;
        if (*at == '%') {
            buf_char(out, '%');
            at++;
            continue;
        }
        size_t length = strcspn(at, ends) + 1;
        add_value(out, (struct str){at, length}, &values);
        if (out->failed)
            break;
        at += length;
    }
    va_end(values);
}

void markup_number(struct buf *out, long long number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%lld", number), first = number < 0;
    for (int i = 0; i < length; i++) {
        if (i > first && (length - i) % 3 == 0)
            buf_char(out, ',');
        buf_char(out, digits[i]);
    }
}

void markup_time(struct buf *out, int64_t ms, int64_t now)
{
    static const struct {
        int64_t seconds;
        const char *name;
    } units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}};
    char exact[32];
    time_t seconds = (time_t)(ms / 1000);
    struct tm utc;
    if (!gmtime_r(&seconds, &utc) || strftime(exact, sizeof exact, "%Y-%m-%dT%H:%M:%SZ", &utc) == 0)
        return;
    markup(out, "<time datetime=\"%s\" title=\"%s\">", exact, exact);
    int64_t age = (now - ms) / 1000;
    bool is_ahead = age < 0;
    if (is_ahead)
        age = -age;
    size_t unit = 0;
    while (unit < COUNT_OF(units) && age < units[unit].seconds)
        unit++;
    if (unit == COUNT_OF(units)) {
        buf_str(out, is_ahead ? "in a moment" : "just now");
    } else {
        long long count = age / units[unit].seconds;
        markup(out, is_ahead ? "in %lld %s%s" : "%lld %s%s ago", count, units[unit].name, count == 1 ? "" : "s");
    }
    buf_str(out, "</time>");
}

void markup_query(struct buf *out, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
    for (; *text; text++) {
        if (strchr(plain, *text))
            buf_char(out, *text);
        else
            buf_printf(out, "%%%02X", (unsigned char)*text);
    }
}
