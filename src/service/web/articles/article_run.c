#include "service/web/articles/article_run.h"

#include "service/web/frame/ask.h"

enum { COLUMNS_MOST = 6 };

/* A list of the run as a table; the first column is the row's name. */
struct article_run_part {
    const char *list, *title;
    struct {
        const char *name, *label;
        bool is_number;
    } columns[COLUMNS_MOST];
};

static const struct article_run_part parts[] = {
    {"steps",
     "Steps",
     {{"name", "Step"},
      {"seconds", "Seconds", true},
      {"calls", "Calls", true},
      {"inputTokens", "Tokens read", true},
      {"outputTokens", "Tokens written", true}}},
    {"calls",
     "Calls to models",
     {{"step", "For"},
      {"model", "Model"},
      {"seconds", "Seconds", true},
      {"inputTokens", "Tokens read", true},
      {"outputTokens", "Tokens written", true},
      {"status", "Result"}}},
    {"searches",
     "Searches",
     {{"query", "Asked"},
      {"source", "Where"},
      {"results", "Results", true},
      {"seconds", "Seconds", true},
      {"status", "Result"}}},
    {"sources",
     "Sources that were looked at",
     {{"title", "Source"}, {"url", "Address"}, {"used", "Used"}, {"why", "Why"}}},
};

static void article_run_write_value(struct buf *out, const json_t *value)
{
    if (json_is_string(value))
        markup(out, "%s", json_string_value(value));
    else if (json_is_integer(value))
        markup_number(out, (long long)json_integer_value(value));
    else if (json_is_real(value))
        buf_printf(out, "%.2f", json_real_value(value));
    else if (json_is_boolean(value))
        buf_str(out, json_is_true(value) ? "yes" : "no");
}

static void article_run_write_row(struct buf *out, const struct article_run_part *part, const json_t *entry)
{
    buf_str(out, "<tr>");
    for (size_t c = 0; c < COLUMNS_MOST && part->columns[c].name; c++) {
        const json_t *value = json_object_get(entry, part->columns[c].name);
        if (c == 0)
            buf_str(out, "<th scope=\"row\">");
        else
            markup(out,
                   part->columns[c].is_number ? "<td class=\"number\" data-label=\"%s\">" : "<td data-label=\"%s\">",
                   part->columns[c].label);
        article_run_write_value(out, value);
        buf_str(out, c == 0 ? "</th>" : "</td>");
    }
    buf_str(out, "</tr>\n");
}

static void write_part(struct buf *out, const struct article_run_part *part, const json_t *list)
{
    size_t i;
    json_t *entry;
    markup(out, "<details><summary>%s (%zu)</summary><table class=\"stacked\"><thead><tr>", part->title,
           json_array_size(list));
    for (size_t c = 0; c < COLUMNS_MOST && part->columns[c].name; c++)
        markup(out,
               part->columns[c].is_number ? "<th scope=\"col\" class=\"number\">%s</th>" : "<th scope=\"col\">%s</th>",
               part->columns[c].label);
    buf_str(out, "</tr></thead><tbody>\n");
    json_array_foreach (list, i, entry) {
        article_run_write_row(out, part, entry);
    }
    buf_str(out, "</tbody></table></details>");
}

/* What has not begun has come about in no way yet. */
static bool has_parts(const json_t *run)
{
    size_t entries = 0;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        entries += json_array_size(json_object_get(run, parts[i].list));
    return entries > 0;
}

void article_run_write(struct web_page *page, const json_t *run)
{
    const json_t *cost = json_object_get(run, "cost");
    if (!has_parts(run))
        return;
    buf_str(page->out, "<h2>How it came about</h2>");
    if (json_is_number(cost))
        buf_printf(page->out, "<p>The calls to models cost %.4f, in the currency of the configured prices.</p>",
                   json_number_value(cost));
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        const json_t *list = json_object_get(run, parts[i].list);
        if (json_array_size(list))
            write_part(page->out, &parts[i], list);
    }
}
