#include "service/web/manage/usage_chart.h"

#include "service/web/frame/ask.h"
#include "service/web/frame/markup.h"

#include <stdio.h>
#include <time.h>

/* In units of the drawing, which is scaled to the page. */
enum { WIDTH = 720, HEIGHT = 160, BASE = 140, TOP = 20, BAR_MOST = 40 };

/* Days since 1970 of "YYYY-MM-DD". */
static long day_number(const char *date)
{
    struct tm day = {0};
    if (!strptime(date, "%Y-%m-%d", &day))
        return 0;
    return (long)(timegm(&day) / 86400);
}

static long long largest(const json_t *days)
{
    size_t i;
    json_t *day;
    long long most = 1;
    json_array_foreach (days, i, day) {
        if (integer_of(day, "words") > most)
            most = integer_of(day, "words");
    }
    return most;
}

static long edge(const json_t *days, bool is_last)
{
    size_t i;
    json_t *day;
    long found = 0;
    json_array_foreach (days, i, day) {
        long number = day_number(text_of(day, "date"));
        if (i == 0 || (is_last ? number > found : number < found))
            found = number;
    }
    return found;
}

void usage_chart(struct buf *out, const json_t *days)
{
    size_t i;
    json_t *day;
    long first = edge(days, false), count = edge(days, true) - first + 1;
    long long most = largest(days);
    if (json_array_size(days) == 0 || count < 1)
        return;
    int step = (int)(WIDTH / count);
    int width = step > BAR_MOST ? BAR_MOST : step > 2 ? step - 1 : 1;
    markup(out,
           "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Words by day; the table below has "
           "the same figures\">",
           WIDTH, HEIGHT);
    markup(out, "<text x=\"0\" y=\"12\">%lld words</text><line x1=\"0\" y1=\"%d\" x2=\"%d\" y2=\"%d\"></line>", most,
           BASE, WIDTH, BASE);
    json_array_foreach (days, i, day) {
        long long words = integer_of(day, "words");
        int height = (int)((BASE - TOP) * words / most);
        long x = (day_number(text_of(day, "date")) - first) * WIDTH / count;
        markup(out, "<rect x=\"%ld\" y=\"%d\" width=\"%d\" height=\"%d\"><title>%s: %lld words</title></rect>", x,
               BASE - height, width, height, text_of(day, "date"), words);
    }
    buf_str(out, "</svg>");
}
