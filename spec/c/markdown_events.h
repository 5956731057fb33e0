/* What a Markdown document means, by md4c: the same text for the same meaning, links left out but counted. */
#ifndef COPYDESK_SPEC_MARKDOWN_EVENTS_H
#define COPYDESK_SPEC_MARKDOWN_EVENTS_H

#include "base/base.h"

#include <md4c.h>

struct markdown_events {
    struct buf text;
    size_t links;
    int last_text; /* type of the text that was added last, -1 after anything else: pieces of one type are one */
};

static inline int events_block(struct markdown_events *events, const char *mark, int type)
{
    buf_printf(&events->text, "\n%s%d ", mark, type);
    events->last_text = -1;
    return events->text.failed;
}

static inline int events_enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    (void)detail;
    return events_block(context, "+", (int)type);
}

static inline int events_leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    (void)detail;
    return events_block(context, "-", (int)type);
}

static inline int events_enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)detail;
    struct markdown_events *events = context;
    if (type != MD_SPAN_A)
        return events_block(events, "<", (int)type);
    events->links++;
    return 0;
}

static inline int events_leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)detail;
    return type == MD_SPAN_A ? 0 : events_block(context, ">", (int)type);
}

static inline int events_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context)
{
    struct markdown_events *events = context;
    if (events->last_text != (int)type)
        buf_printf(&events->text, "\n%d:", (int)type);
    events->last_text = (int)type;
    buf_add(&events->text, text, size);
    return events->text.failed;
}

static inline struct markdown_events markdown_events(struct str content)
{
    struct markdown_events events = {.last_text = -1};
    MD_PARSER parser = {.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH,
                        .enter_block = events_enter_block,
                        .leave_block = events_leave_block,
                        .enter_span = events_enter_span,
                        .leave_span = events_leave_span,
                        .text = events_text};
    md_parse(content.data, (MD_SIZE)content.len, &parser, &events);
    return events;
}

#endif
