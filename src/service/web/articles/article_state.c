#include "service/web/articles/article_state.h"

#include "service/web/frame/ask.h"

#include <strings.h>

static const struct {
    const char *status, *label;
} labels[] = {
    {"queued", "Queued"},
    {"processing", "Writing"},
    {"finished", "Finished"},
    {"failed", "Failed"},
};

const char *article_state_label(const char *status)
{
    for (size_t i = 0; i < COUNT_OF(labels); i++)
        if (strcmp(labels[i].status, status) == 0)
            return labels[i].label;
    return status;
}

bool article_state_is_open(const json_t *record)
{
    const char *status = text_of(record, "status");
    return strcmp(status, "queued") == 0 || strcmp(status, "processing") == 0;
}

void article_state_write(struct web_page *page, const json_t *record, const char *detail)
{
    const char *status = text_of(record, "status");
    bool is_open = article_state_is_open(record), is_cancelled = strcmp(text_of(record, "errorCode"), "cancelled") == 0;
    const char *label = is_cancelled ? "Cancelled" : article_state_label(status);
    markup(page->out, "<span class=\"state %s%s\">%s</span>", status, is_cancelled ? " cancelled" : "", label);
    if (is_open) {
        markup(page->out, "<progress max=\"100\" value=\"%d\" aria-label=\"Progress\"></progress>",
               (int)(100 * number_of(record, "progress")));
        detail = text_of(record, "statusDetail");
    }
    if (strcasecmp(detail, label) == 0 || is_cancelled)
        detail = "";
    if (is_open || detail[0])
        markup(page->out, "<span class=\"detail\">%s</span>", detail);
}
