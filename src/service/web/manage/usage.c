#include "service/web/manage/usage.h"

#include "service/web/frame/ask.h"
#include "service/web/manage/usage_chart.h"

/* --- what is left --- */

static void write_amount(struct page *page, const json_t *account, const char *kind, const char *name)
{
    const json_t *amount = json_object_get(account, kind);
    markup(page->out, "<li><span class=\"figure\">");
    if (json_is_null(json_object_get(amount, "left")))
        buf_str(page->out, "unlimited");
    else
        markup(page->out, "%lld", integer_of(amount, "left"));
    markup(page->out, "</span> %s left, %lld used</li>", name, integer_of(amount, "used"));
}

static void write_left(struct page *page, const json_t *account)
{
    markup(page->out, "<p>The plan is <strong>%s</strong>.</p><ul class=\"figures\">", text_of(account, "plan"));
    write_amount(page, account, "words", "words");
    write_amount(page, account, "credits", "credits");
    buf_str(page->out, "</ul>");
}

/* --- by day --- */

static void write_period(struct page *page)
{
    static const char *const names[] = {"from", "to"};
    buf_str(page->out, "<h2>By day</h2><form method=\"get\" action=\"/usage\" class=\"line\">");
    for (size_t i = 0; i < COUNT_OF(names); i++)
        markup(page->out, "<label for=\"%s\">%s</label> <input type=\"date\" id=\"%s\" name=\"%s\" value=\"%s\"> ",
               names[i], i ? "To" : "From", names[i], names[i], form_value(&page->query, names[i]));
    buf_str(page->out, "<button>Show</button></form>");
}

static void write_days(struct page *page, const json_t *days)
{
    static const struct {
        const char *name, *label;
    } columns[] = {{"articles", "Articles"}, {"words", "Words"}, {"links", "Links"}, {"credits", "Credits"}};
    size_t i;
    json_t *day;
    if (json_array_size(days) == 0) {
        buf_str(page->out, "<p>Nothing was used in these days.</p>");
        return;
    }
    usage_chart(page->out, days);
    buf_str(page->out, "<table class=\"stacked\"><thead><tr><th scope=\"col\">Day</th>");
    for (size_t c = 0; c < COUNT_OF(columns); c++)
        markup(page->out, "<th scope=\"col\" class=\"number\">%s</th>", columns[c].label);
    buf_str(page->out, "</tr></thead><tbody>\n");
    json_array_foreach (days, i, day) {
        markup(page->out, "<tr><th scope=\"row\">%s</th>", text_of(day, "date"));
        for (size_t c = 0; c < COUNT_OF(columns); c++)
            markup(page->out, "<td class=\"number\" data-label=\"%s\">%lld</td>", columns[c].label,
                   integer_of(day, columns[c].name));
        buf_str(page->out, "</tr>\n");
    }
    buf_str(page->out, "</tbody></table>");
}

/* --- the ledger --- */

static void write_entry(struct page *page, const json_t *entry)
{
    const char *article = text_of(entry, "articleId");
    markup(page->out, "<tr><th scope=\"row\">%s", text_of(entry, "kind"));
    if (article[0])
        markup(page->out, " <a href=\"/articles/%s\">of an article</a>", article);
    markup(page->out, "</th><td class=\"number\" data-label=\"Words\">%lld</td>", integer_of(entry, "words"));
    markup(page->out, "<td class=\"number\" data-label=\"Credits\">%lld</td><td data-label=\"When\">",
           integer_of(entry, "credits"));
    markup_time(page->out, integer_of(entry, "createdAt"), clock_now_ms());
    buf_str(page->out, "</td></tr>\n");
}

static void write_ledger(struct page *page, const json_t *ledger)
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
        write_entry(page, entry);
    }
    buf_str(page->out, "</tbody></table>");
    if (next[0])
        markup(page->out, "<p><a rel=\"next\" href=\"/usage?cursor=%s\">Older rows</a></p>", next);
}

/* --- the page --- */

void usage_page_show(struct request *request)
{
    static const char *const period[] = {"from", "to", NULL}, *const place[] = {"cursor", NULL};
    struct reply account, usage, ledger;
    struct page *page = page_enter(request);
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
