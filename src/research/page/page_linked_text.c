#include "research/page/page_linked_text.h"

#include "research/page/page_builder.h"
#include "text/html/html.h"

/* The blocks are most often somewhat shorter: a body may have captions and what else a site puts into it. */
static bool is_missing(const struct page *page, struct str body)
{
    enum { SMALL_PART = 3, SHORTEST_BODY = 400 };
    size_t bytes = 0;
    for (size_t i = 0; i < page->count; i++)
        bytes += page->blocks[i].kind == BLOCK_HEADING ? 0 : page->blocks[i].text.len;
    return body.len >= SHORTEST_BODY && bytes * SMALL_PART < body.len;
}

enum status page_linked_text_use(struct arena *arena, struct str body, struct page *page, struct error *err)
{
    struct page_builder builder;
    struct buf text = {0};
    struct str line, rest = body;
    if (!is_missing(page, body) || str_find(body, STR("</"), 0) < body.len)
        return OK;
    builder_init(&builder, arena);
    while (str_split(&rest, '\n', &line)) {
        buf_clear(&text);
        html_decode(&text, line, false);
        builder.failed = builder.failed || text.failed;
        builder_text(&builder, (struct str){buf_text(&text), text.len});
        builder_flush(&builder, BLOCK_PARAGRAPH);
    }
    enum status status = builder_finish(&builder, page, err);
    builder_free(&builder);
    buf_free(&text);
    return status;
}
