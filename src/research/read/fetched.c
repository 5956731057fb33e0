#include "research/read/fetched.h"

#include <stdio.h>

bool fetched_format(const struct net_response *response, enum page_format *format)
{
    return page_format_of_type(response->content_type, format) || page_format_of_name(response->url, format);
}

static enum status fetched_leave_out(struct reading *reading, struct arena *arena, enum status status,
                                     const char *problem, struct error *err)
{
    reading->status = status;
    reading->problem = arena_copy(arena, problem);
    return reading->problem ? OK : error_memory(err);
}

/* Binary data that was served as text has no letters. */
static bool has_letter(const struct page *page)
{
    for (size_t i = 0; i < page->count; i++) {
        struct str text = page->blocks[i].text;
        uint32_t codepoint;
        for (size_t at = 0; at < text.len; at += utf8_decode(text, at, &codepoint))
            if (utf8_decode(text, at, &codepoint) && unicode_is_letter(codepoint))
                return true;
    }
    return false;
}

enum status fetched_read(const struct net_response *response, struct arena *arena, struct reading *reading,
                         struct error *err)
{
    enum page_format format;
    struct error problem;
    char what[80];
    snprintf(what, sizeof what, "it answered with status %d", response->status);
    if (response->status != 200)
        return fetched_leave_out(reading, arena, E_NOT_FOUND, what, err);
    if (!fetched_format(response, &format))
        return fetched_leave_out(reading, arena, E_CORRUPT, "it is neither HTML, Markdown nor text", err);
    const char *url = strlen(response->url) <= PAGE_URL_MAX ? response->url : reading->url;
    enum status status = page_read(arena, response->body, format, response->charset, url, &reading->page, &problem);
    if (status == E_MEMORY)
        return error_memory(err);
    if (status)
        return fetched_leave_out(reading, arena, status == E_INVALID ? E_CORRUPT : status, problem.message, err);
    reading->is_empty = !has_letter(&reading->page);
    if (reading->is_empty)
        return fetched_leave_out(reading, arena, E_CORRUPT, "no text was found in it", err);
    reading->status = OK;
    reading->problem = NULL;
    return OK;
}
