#include "service/web/frame/listing.h"

static const char *const cursor_names[] = {"cursor", NULL};

bool listing_ask(struct web_page *page, struct api_reply *reply, const char *path)
{
    return ask(page, reply, "GET", NULL, "%s%s", path, page_query(page, cursor_names));
}

void listing_more(struct web_page *page, const json_t *answer, const char *path, const char *label)
{
    const char *cursor = text_of(answer, "nextCursor");
    if (!cursor[0])
        return;
    markup(page->out, "<p><a rel=\"next\" href=\"%s?cursor=", path);
    markup_query(page->out, cursor);
    markup(page->out, "\">%s</a></p>", label);
}
