#include "link/site/intake.h"

#include "base/rows.h"
#include "base/system/thread.h"
#include "link/site/pages.h"
#include "link/site/relay.h"
#include "link/site/store.h"

#include <stdlib.h>

/* After so many pages a thread is worth it; what is handed over at once; what a slot may keep for the next pages. */
enum { ALONE_PAGES = 256, SLOT_PAGES = 16, SLOT_BYTES = 1 << 18, KEPT_BYTES = 1 << 20 };

/* Copies of pages: the caller's own live only until he is asked for the next. */
struct page_slot {
    struct link_page pages[SLOT_PAGES]; /* the texts stand one behind the other in bytes */
    size_t count, used, cap;
    char *bytes;
};

struct intake {
    struct site *site;
    struct relay relay;
    struct page_slot slots[RELAY_SLOTS];
    uint64_t taken; /* pages */
    /* Of the thread that adds them. */
    enum status status;
    struct error err;
};

/* --- copies --- */

static void copy(struct page_slot *slot, struct str text)
{
    if (text.len)
        memcpy(slot->bytes + slot->used, text.data, text.len);
    slot->used += text.len;
}

static bool add_copy(struct page_slot *slot, const struct link_page *page)
{
    size_t size = page->url.len + page->title.len + page->html.len + page->language.len + page->leads_to.len;
    if (!rows_room(&slot->bytes, slot->used, size, &slot->cap, 1))
        return false;
    slot->pages[slot->count++] = *page;
    copy(slot, page->url);
    copy(slot, page->title);
    copy(slot, page->html);
    copy(slot, page->language);
    copy(slot, page->leads_to);
    return true;
}

static struct str take(const struct page_slot *slot, size_t *at, struct str text)
{
    struct str found = {slot->bytes + *at, text.len};
    *at += text.len;
    return found;
}

/* The next page of a slot; its texts begin at *at. */
static struct link_page get_copy(const struct page_slot *slot, size_t number, size_t *at)
{
    struct link_page page = slot->pages[number];
    page.url = take(slot, at, page.url);
    page.title = take(slot, at, page.title);
    page.html = take(slot, at, page.html);
    page.language = take(slot, at, page.language);
    page.leads_to = take(slot, at, page.leads_to);
    return page;
}

static void empty(struct page_slot *slot)
{
    slot->count = slot->used = 0;
    if (slot->cap <= KEPT_BYTES)
        return;
    free(slot->bytes);
    slot->bytes = NULL;
    slot->cap = 0;
}

/* --- two threads --- */

static void *add_pages(void *argument)
{
    struct intake *intake = argument;
    for (int number; (number = relay_take(&intake->relay)) != RELAY_END; relay_give_back(&intake->relay)) {
        const struct page_slot *slot = &intake->slots[number];
        size_t at = 0;
        for (size_t i = 0; i < slot->count && intake->status == OK; i++) {
            struct link_page page = get_copy(slot, i, &at);
            intake->status = pages_add(intake->site, &page, &intake->err);
        }
        if (intake->status != OK)
            relay_stop(&intake->relay);
    }
    return NULL;
}

/* Asks the caller for a page. */
static enum status ask(struct intake *intake, struct link_page *page, bool *done, struct error *err)
{
    const struct link_build_options *options = intake->site->store->options;
    *page = (struct link_page){0};
    *done = false;
    enum status status = options->next(options->context, page, done, err);
    intake->taken += status == OK && !*done;
    return status == OK && !*done ? store_progress(intake->site->store, intake->taken, 0, err) : status;
}

/* Takes the pages that are left, until the other thread stops. */
static enum status take_pages(struct intake *intake, struct error *err)
{
    bool done = false;
    for (int number; !done && (number = relay_room(&intake->relay)) != RELAY_END;) {
        struct page_slot *slot = &intake->slots[number];
        empty(slot);
        while (slot->count < SLOT_PAGES && slot->used < SLOT_BYTES) {
            struct link_page page;
            enum status status = ask(intake, &page, &done, err);
            if (status == OK && !done && !add_copy(slot, &page))
                status = error_memory(err);
            if (status != OK)
                return status;
            if (done)
                break;
        }
        relay_put(&intake->relay);
    }
    return OK;
}

static enum status take_with_thread(struct intake *intake, pthread_t thread, struct error *err)
{
    enum status status = take_pages(intake, err);
    if (status == OK)
        relay_end(&intake->relay);
    else
        relay_stop(&intake->relay);
    pthread_join(thread, NULL);
    if (status == OK && intake->status != OK)
        return error_set(err, intake->status, intake->err.code, "%s", intake->err.message);
    return status;
}

/* Takes and adds pages in this thread, up to `most` of them. */
static enum status take_alone(struct intake *intake, uint64_t most, bool *done, struct error *err)
{
    enum status status = OK;
    while (status == OK && !*done && intake->taken < most) {
        struct link_page page;
        status = ask(intake, &page, done, err);
        if (status == OK && !*done)
            status = pages_add(intake->site, &page, err);
    }
    return status;
}

static enum status run(struct intake *intake, struct error *err)
{
    bool done = false;
    pthread_t thread;
    enum status status = take_alone(intake, ALONE_PAGES, &done, err);
    if (status != OK || done)
        return status;
    if (thread_start(&thread, add_pages, intake, NULL) == OK)
        return take_with_thread(intake, thread, err);
    return take_alone(intake, UINT64_MAX, &done, err);
}

enum status intake_run(struct site *site, struct error *err)
{
    struct intake *intake = calloc(1, sizeof *intake);
    if (!intake)
        return error_memory(err);
    intake->site = site;
    relay_init(&intake->relay);
    enum status status = run(intake, err);
    if (status == OK)
        status = store_progress(site->store, intake->taken, intake->taken, err);
    relay_free(&intake->relay);
    for (size_t i = 0; i < RELAY_SLOTS; i++)
        free(intake->slots[i].bytes);
    free(intake);
    return status == OK ? pages_finish(site, err) : status;
}
