#include "service/doctor/examination.h"

#include <stdarg.h>
#include <stdio.h>

enum { FOUND_MAX = 1024, SIZE_MAX_TEXT = 24, SIZES = 4 };

static const char *level_name(enum level level)
{
    static const char *const names[] = {[FINE] = "ok", [WARNING] = "warning", [FAULT] = "fault"};
    return names[level];
}

/* Names of files may be any bytes, and a text may have been cut within a character. */
static void make_plain(char *text)
{
    if (utf8_is_valid((struct str){text, strlen(text)}))
        return;
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            *text = '?';
}

/* What its messages begin with says nothing here. */
static const char *without_prefix(const char *text)
{
    static const char PREFIX[] = "configuration: ";
    return strncmp(text, PREFIX, sizeof PREFIX - 1) == 0 ? text + sizeof PREFIX - 1 : text;
}

void found(struct examination *examination, const char *check, enum level level, const char *advice, const char *format,
           ...)
{
    char text[FOUND_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    make_plain(text);
    json_t *finding =
        json_pack("{ss ss ss}", "check", check, "level", level_name(level), "found", without_prefix(text));
    if (finding && advice && json_object_set_new(finding, "advice", json_string(advice)) != 0) {
        json_decref(finding);
        finding = NULL;
    }
    if (json_array_append_new(examination->findings, finding) != 0)
        examination->has_failed = true;
}

const char *size_text(int64_t bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    static _Thread_local char texts[SIZES][SIZE_MAX_TEXT];
    static _Thread_local unsigned next;
    char *text = texts[next++ % SIZES];
    double size = (double)bytes;
    size_t unit = 0;
    while (size >= 1024 && unit + 1 < COUNT_OF(units)) {
        size /= 1024;
        unit++;
    }
    snprintf(text, SIZE_MAX_TEXT, unit ? "%.1f %s" : "%.0f %s", size, units[unit]);
    return text;
}
