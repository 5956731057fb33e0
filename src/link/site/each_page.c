/* Going over the pages. On a large site a second thread reads ahead of the visitor. */
#include "base/system/relay.h"
#include "base/system/thread.h"
#include "link/site/text.h"

#include <stdlib.h>

/* From so many pages on a thread is worth it; what is handed over at once. */
enum { THREAD_PAGES = 512, SLOT_PAGES = 16, SLOT_BYTES = 1 << 18 };

/* Pages that are handed over together, or what went wrong with the one behind them. */
struct text_slot {
    struct text_reader pages[SLOT_PAGES];
    size_t count;
    enum status status;
    struct error err;
};

struct each_page_pass {
    struct site *site;
    enum site_extent extent;
    uint64_t each, next; /* next: page to read */
    site_page_visitor visit;
    void *context;
    struct spool_reader spool;
    struct relay relay;
    struct text_slot *slots;
};

/* Fills a slot with the next pages; false: there are none. */
static bool each_page_fill(struct each_page_pass *pass, struct text_slot *slot)
{
    size_t bytes = 0;
    slot->count = 0;
    slot->status = OK;
    for (; slot->count < SLOT_PAGES && bytes < SLOT_BYTES && pass->next < pass->site->page_count;
         pass->next += pass->each) {
        if (pass->site->pages[pass->next].hidden == HIDE_PAGE)
            continue;
        struct text_reader *reader = &slot->pages[slot->count];
        reader->site = pass->site;
        slot->status = text_read(reader, &pass->spool, (uint32_t)pass->next, pass->extent, &slot->err);
        if (slot->status != OK)
            return true;
        bytes += pass->site->pages[pass->next].size;
        slot->count++;
    }
    return slot->count > 0;
}

static enum status each_page_visit(struct each_page_pass *pass, const struct text_slot *slot, struct error *err)
{
    struct site *site = pass->site;
    for (size_t i = 0; i < slot->count; i++) {
        const struct site_text *text = &slot->pages[i].text;
        pass->visit(site, text, pass->context);
        if (site->store->failed)
            return error_memory(err);
        enum status status = store_progress(site->store, text->page, site->page_count, err);
        if (status != OK)
            return status;
    }
    return slot->status == OK ? OK : error_set(err, slot->status, slot->err.code, "%s", slot->err.message);
}

static void *read_ahead(void *argument)
{
    struct each_page_pass *pass = argument;
    for (int slot; (slot = relay_room(&pass->relay)) != RELAY_END && each_page_fill(pass, &pass->slots[slot]);)
        relay_tell(&pass->relay, RELAY_FILLED);
    relay_tell(&pass->relay, RELAY_ENDED);
    return NULL;
}

static enum status visit_behind(struct each_page_pass *pass, struct error *err)
{
    enum status status = OK;
    for (int slot; status == OK && (slot = relay_take(&pass->relay)) != RELAY_END;) {
        status = each_page_visit(pass, &pass->slots[slot], err);
        relay_tell(&pass->relay, RELAY_EMPTIED);
    }
    relay_tell(&pass->relay, RELAY_STOPPED);
    return status;
}

static enum status each_page_run(struct each_page_pass *pass, struct error *err)
{
    pthread_t thread;
    enum status status = OK;
    bool is_large = pass->site->page_count / pass->each >= THREAD_PAGES;
    if (is_large && thread_start(&thread, read_ahead, pass, NULL) == OK) {
        status = visit_behind(pass, err);
        pthread_join(thread, NULL);
        return status;
    }
    while (status == OK && each_page_fill(pass, &pass->slots[0]))
        status = each_page_visit(pass, &pass->slots[0], err);
    return status;
}

enum status site_each_page(struct site *site, enum site_extent extent, uint32_t each, site_page_visitor visitor,
                           void *context, struct error *err)
{
    struct each_page_pass pass = {.site = site, .extent = extent, .each = each, .visit = visitor, .context = context};
    pass.spool.spool = &site->store->spool;
    pass.slots = calloc(RELAY_SLOTS, sizeof *pass.slots);
    if (!pass.slots || site->store->failed) {
        free(pass.slots);
        return error_memory(err);
    }
    relay_init(&pass.relay);
    enum status status = each_page_run(&pass, err);
    relay_free(&pass.relay);
    for (size_t i = 0; i < RELAY_SLOTS; i++)
        for (size_t j = 0; j < SLOT_PAGES; j++)
            text_reader_free(&pass.slots[i].pages[j]);
    free(pass.slots);
    spool_reader_free(&pass.spool);
    return status == OK ? store_progress(site->store, site->page_count, site->page_count, err) : status;
}
