/* usage: what the account used, day by day, what is left, and the ledger. */
#include "service/web/web_parts.h"

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

/* Appends a drawing of the days from `first` to `last` (midnights, Unix ms) with a scale and both dates. days: as GET
 * /api/usage lists them; those without any use are not in the list, and get a place all the same. The table beside it
 * says the same in text. */
static void usage_chart(struct buf *out, const json_t *days, int64_t first, int64_t last)
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

/* --- what is left --- */

static void write_left_of(struct web_page *page, const json_t *account, const char *kind, const char *name)
{
    const json_t *amount = json_object_get(account, kind);
    markup(page->out, "<li><span class=\"figure\">");
    if (json_is_null(json_object_get(amount, "left")))
        buf_str(page->out, "unlimited");
    else
        markup_number(page->out, integer_of(amount, "left"));
    markup(page->out, "</span> %s left, ", name);
    markup_number(page->out, integer_of(amount, "used"));
    buf_str(page->out, " used</li>");
}

static void write_left(struct web_page *page, const json_t *account)
{
    markup(page->out, "<p>The plan is <strong>%s</strong>.</p><ul class=\"figures\">", text_of(account, "plan"));
    write_left_of(page, account, "words", "words");
    write_left_of(page, account, "credits", "credits");
    buf_str(page->out, "</ul>");
}

/* --- by day --- */

static void write_period(struct web_page *page)
{
    static const char *const names[] = {"from", "to"};
    buf_str(page->out, "<h2>By day</h2><form method=\"get\" action=\"/usage\" class=\"line\">");
    for (size_t i = 0; i < COUNT_OF(names); i++)
        markup(page->out, "<label for=\"%s\">%s</label> <input type=\"date\" id=\"%s\" name=\"%s\" value=\"%s\"> ",
               names[i], i ? "To" : "From", names[i], names[i], form_value(&page->query, names[i]));
    buf_str(page->out, "<button>Show</button></form>");
}

static void write_number(struct web_page *page, const char *label, long long number)
{
    markup(page->out, "<td class=\"number\" data-label=\"%s\">", label);
    markup_number(page->out, number);
    buf_str(page->out, "</td>");
}

/* Of the days that were asked for, which the interface has found good. */
static void write_chart(struct web_page *page, const json_t *days)
{
    const char *from = form_value(&page->query, "from"), *to = form_value(&page->query, "to");
    int64_t today = clock_now_ms() / DATE_DAY_MS * DATE_DAY_MS;
    int64_t last = to[0] ? date_read(str_from(to), 0) : today;
    int64_t first = from[0] ? date_read(str_from(from), 0) : last - (USAGE_DAYS - 1) * (int64_t)DATE_DAY_MS;
    usage_chart(page->out, days, first, last);
}

static void write_days(struct web_page *page, const json_t *days)
{
    static const struct {
        const char *name, *label;
    } columns[] = {{"articles", "Articles"}, {"words", "Words"}, {"links", "Links"}, {"credits", "Credits"}};
    if (json_array_size(days) == 0) {
        buf_str(page->out, "<p>Nothing was used in these days.</p>");
        return;
    }
    write_chart(page, days);
    buf_str(page->out, "<table class=\"stacked\"><thead><tr><th scope=\"col\">Day</th>");
    for (size_t c = 0; c < COUNT_OF(columns); c++)
        markup(page->out, "<th scope=\"col\" class=\"number\">%s</th>", columns[c].label);
    buf_str(page->out, "</tr></thead><tbody>\n");
    for (size_t i = json_array_size(days); i-- > 0;) { /* the newest first */
        const json_t *day = json_array_get(days, i);
        markup(page->out, "<tr><th scope=\"row\">%s</th>", text_of(day, "date"));
        for (size_t c = 0; c < COUNT_OF(columns); c++)
            write_number(page, columns[c].label, integer_of(day, columns[c].name));
        buf_str(page->out, "</tr>\n");
    }
    buf_str(page->out, "</tbody></table><p class=\"help\">Days without use are left out.</p>");
}

/* --- the ledger --- */

static void usage_write_entry(struct web_page *page, const json_t *entry)
{
    const char *article = text_of(entry, "articleId");
    buf_str(page->out, "<tr><th scope=\"row\">");
    const char *title = text_of(entry, "articleTitle");
    if (title[0])
        markup(page->out, "<a dir=\"auto\" href=\"/articles/%s\">%s</a></th>", article, title);
    else
        markup(page->out, "%s</th>", article[0] ? "an article that was deleted" : text_of(entry, "kind"));
    write_number(page, "Words", integer_of(entry, "words"));
    write_number(page, "Credits", integer_of(entry, "credits"));
    buf_str(page->out, "<td data-label=\"When\">");
    markup_time(page->out, integer_of(entry, "createdAt"), clock_now_ms());
    buf_str(page->out, "</td></tr>\n");
}

static void write_ledger(struct web_page *page, const json_t *ledger)
{
    size_t i;
    json_t *entry;
    const char *next = text_of(ledger, "nextCursor");
    buf_str(page->out,
            "<h2>Ledger</h2><p>What was given is above zero, what was charged below.</p>"
            "<table class=\"stacked\"><thead><tr><th scope=\"col\">For</th><th scope=\"col\" class=\"number\">"
            "Words</th><th scope=\"col\" class=\"number\">Credits</th><th scope=\"col\">When</th></tr>"
            "</thead><tbody>\n");
    json_array_foreach (json_object_get(ledger, "data"), i, entry) {
        usage_write_entry(page, entry);
    }
    buf_str(page->out, "</tbody></table>");
    if (next[0])
        markup(page->out, "<p><a rel=\"next\" href=\"/usage?cursor=%s\">Older rows</a></p>", next);
}

/* --- the page --- */

void usage_page_show(struct request *request)
{
    static const char *const period[] = {"from", "to", NULL}, *const place[] = {"cursor", NULL};
    struct api_reply account, usage, ledger;
    struct web_page *page = page_enter(request);
    if (!page)
        return;
    if (!ask(page, &account, "GET", NULL, "/api/account") ||
        !ask(page, &usage, "GET", NULL, "/api/usage%s", page_query(page, period)) ||
        !ask(page, &ledger, "GET", NULL, "/api/ledger%s", page_query(page, place))) {
        page_problem(page);
        return;
    }
    page_begin(page, "Usage", "/usage");
    write_left(page, account.json);
    write_period(page);
    write_days(page, json_object_get(usage.json, "data"));
    write_ledger(page, ledger.json);
    page_end(page, 200);
}
