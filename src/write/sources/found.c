#include "write/sources/found.h"

#include "research/read/orders.h"
#include "research/read/shorten.h"

enum { MAX_TEXT = 4 * 1024 * 1024 }; /* bytes of all sources together; each gets an equal share */

enum status found_report(struct writing *writing, const char *url, const char *title, enum source_reason reason,
                         const char *detail)
{
    const struct source_fate fate = {url, title, reason, detail};
    return source_report_add(writing->run, &fate, writing->err);
}

/* The page before it that is the same as the last one; NULL: there is none. */
static const struct page *same_as(const struct found *found, const struct page_identity *identity)
{
    for (size_t i = 0; i < found->count; i++)
        if (page_is_same(&found->identities[i], identity))
            return &found->pages[i];
    return NULL;
}

enum status found_take(struct writing *writing, struct found *found, const char *url)
{
    struct page_identity *identity = &found->identities[found->count];
    struct page *page = &found->pages[found->count];
    size_t orders = 0;
    enum status status = page_leave_out_orders(found->arena, page, &orders, writing->err);
    if (!status)
        status = page_identify(found->arena, page, identity, writing->err);
    if (status)
        return status;
    const struct page *same = same_as(found, identity);
    found->count += !same;
    if (!same)
        return orders ? found_report(writing, url ? url : page->url, page->title, SOURCE_ADDRESSES, NULL) : OK;
    status = found_report(writing, url ? url : page->url, page->title, SOURCE_SAME, same->url);
    if (status || !url)
        return status;
    return writing_note(writing, "The source %s is the same as %s and was used once.", url, same->url);
}

/* An article needs little of a book. A bound for each source bounds the time and the memory of an article too. */
enum status found_shorten(struct writing *writing, struct found *found)
{
    enum status status = OK;
    for (size_t i = 0; i < found->count && !status; i++) {
        struct page *page = &found->pages[i];
        status = page_shorten(found->arena, page, MAX_TEXT / found->count, writing->err);
        if (!status && page->is_cut && i < found->named)
            status = writing_note(writing, "Of the source %s only the beginning was read: it is too long.", page->url);
        if (!status && page->is_cut)
            status = found_report(writing, page->url, page->title, SOURCE_CUT, NULL);
    }
    return status;
}
