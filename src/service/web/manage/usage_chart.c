#include "service/web/manage/usage_chart.h"

#include "service/web/frame/ask.h"
#include "service/web/frame/markup.h"
#include "text/values/date.h"

/* In units of the drawing, which is stretched to the page; so what is written stands beside it. */
enum { DAY_WIDTH = 10, BAR_WIDTH = 8, HEIGHT = 100 };

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

static void write_bar(struct buf *out, const json_t *day, int64_t first, long long most)
{
    long long words = integer_of(day, "words");
    int64_t number = (date_read(str_from(text_of(day, "date")), 0) - first) / DATE_DAY_MS;
    int height = (int)(HEIGHT * words / most);
    if (words && !height)
        height = 1;
    markup(out, "<rect x=\"%lld\" y=\"%d\" width=\"%d\" height=\"%d\"><title>%s: ",
           (long long)number * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2, HEIGHT - height, BAR_WIDTH, height,
           text_of(day, "date"));
    markup_number(out, words);
    buf_str(out, " words</title></rect>");
}

void usage_chart(struct buf *out, const json_t *days, int64_t first, int64_t last)
{
    size_t i;
    json_t *day;
    char from[DATE_TEXT_SIZE], to[DATE_TEXT_SIZE];
    long long most = largest(days), count = (last - first) / DATE_DAY_MS + 1;
    buf_str(out, "<figure class=\"chart\"><figcaption>Words by day</figcaption><div class=\"scale\"><span>");
    markup_number(out, most);
    markup(out,
           "</span><span>0</span></div><svg viewBox=\"0 0 %lld %d\" preserveAspectRatio=\"none\" role=\"img\" "
           "aria-label=\"Words by day; the table below has the same figures\">",
           count * DAY_WIDTH, HEIGHT);
    json_array_foreach (days, i, day) {
        write_bar(out, day, first, most);
    }
    markup(out, "</svg><div class=\"days\"><span>%s</span><span>%s</span></div></figure>", date_day_text(first, from),
           date_day_text(last, to));
}
