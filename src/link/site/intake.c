/* The pages: as they come, cut into words and put into the spool; and from there given to visitors. */
#include "link/site/site_parts.h"
#include "text/html/html.h"

#include <stdlib.h>

/* --- languages --- */

/* The number of the language, which is added when it is new. */
static unsigned number_of_language(struct site_store *store, const struct language *language)
{
    for (size_t i = 1; i < store->language_count; i++)
        if (store->languages[i] == language)
            return (unsigned)i;
    if (!language || store->language_count == SITE_LANGUAGES)
        return 0;
    store->languages[store->language_count] = language;
    return (unsigned)store->language_count++;
}

/* Is this page among those whose language is looked for? Some of the first, and fewer of the later ones. */
static bool is_sample(uint32_t page)
{
    enum { FIRST_PAGES = 32, EACH = 1024 };
    return page < FIRST_PAGES || page % EACH == 0;
}

/* The number of the language of a page: 0 where it is not named, and is then what most pages turn out to be. */
static unsigned find_language(struct site_store *store, const struct link_page *page, uint32_t number)
{
    const struct language *language = page->language.len ? language_find(page->language) : NULL;
    store->pages_name_languages |= language != NULL;
    unsigned named = number_of_language(store, language);
    if (!named && !store->pages_name_languages && is_sample(number))
        store->votes[number_of_language(store, language_detect(page->html))]++;
    store->votes[named] += named != 0;
    return named;
}

/* The language with the most votes becomes number 0. */
static void choose_language(struct site_store *store)
{
    size_t best = 0;
    store->votes[0] = 0;
    for (size_t i = 1; i < store->language_count; i++)
        if (store->votes[i] > store->votes[best])
            best = i;
    store->languages[0] = best ? store->languages[best] : NULL;
}

/* --- pages --- */

/* Bytes of a URL or title: coded, they have at most twice as many (index/index.h), which 16 bits can number. */
enum { LONGEST_TEXT = UINT16_MAX / 2 };

/* The number of the page with that key, which is made when it is new; SITE_NO_PAGE: memory ran out. */
static uint32_t place_of_page(struct site *site, struct str key)
{
    struct site_store *store = site->store;
    uint64_t hash = word_hash(key);
    uint32_t *number = numbers_put(&store->page_numbers, hash);
    if (!number)
        return SITE_NO_PAGE;
    if (*number)
        return *number - 1;
    struct site_page *page =
        site->page_count < SITE_NO_PAGE - 1 ? ROWS_PUSH(site->pages, site->page_count, store->page_cap) : NULL;
    if (!page)
        return SITE_NO_PAGE;
    *page = (struct site_page){.key = hash};
    *number = site->page_count;
    return *number - 1;
}

static enum status refuse_url(struct str url, struct error *err)
{
    if (page_url_is_good(url) && url.len <= LONGEST_TEXT)
        return error_memory(err);
    return error_set(err, E_INVALID, NULL, "page without a usable url: \"%.*s\"", (int)(url.len < 200 ? url.len : 200),
                     url.len ? url.data : "");
}

/* The title, cut where the index has no room for more. */
static struct str cut_title(struct str title)
{
    if (title.len <= LONGEST_TEXT)
        return title;
    title.len = LONGEST_TEXT;
    while (title.len && ((unsigned char)title.data[title.len] & 0xC0) == 0x80)
        title.len--;
    return title;
}

/* A title and a language that are not given are those that the document names itself. */
static enum status intake_read_head(struct link_page *page, struct arena *scratch, struct error *err)
{
    struct html_head head;
    if (page->title.len && page->language.len)
        return OK;
    enum status status = html_head_read(page->html, scratch, &head, err);
    if (!status && !page->title.len)
        page->title = head.title;
    if (!status && !page->language.len)
        page->language = head.language;
    return status;
}

static enum status intake_read_page(struct site *site, struct link_page given, struct arena *scratch, struct error *err)
{
    struct site_store *store = site->store;
    char *url = given.url.len <= LONGEST_TEXT ? page_url_resolve(scratch, given.url) : NULL;
    if (!url)
        return refuse_url(given.url, err);
    enum status status = intake_read_head(&given, scratch, err);
    if (status)
        return status;
    given.title = cut_title(given.title);
    uint32_t number = place_of_page(site, url_key(url));
    if (number == SITE_NO_PAGE)
        return error_memory(err);
    struct spooled_page text = {.page = &given, .url = url, .number = number};
    text.language = find_language(store, &given, number);
    spool_begin(&store->spool);
    status = page_text_put(store, &text, scratch, err);
    struct site_page *page = &site->pages[number];
    page->stands = url_key_place(url_key(url));
    page->language = (uint8_t)text.language;
    if (!status)
        status = spool_end(&store->spool, &page->place, &page->size, err);
    if (!store->options->skip_lessons &&
        !sample_add(&store->lesson_pages, number, page->key, str_from(url), given.html))
        return error_memory(err);
    return status ? status : audit_add_page(store->audit, number, url, given.html, err);
}

/* Not a page, but what is known of an address. */
static enum status intake_read_address(struct site *site, const struct link_page *given, struct arena *scratch,
                                       struct error *err)
{
    struct audit_address address = {.url = page_url_resolve(scratch, given->url), .status = given->status};
    if (!address.url)
        return refuse_url(given->url, err);
    if (given->leads_to.len)
        address.leads_to = url_resolve(scratch, address.url, given->leads_to);
    return audit_add_address(site->store->audit, &address, err);
}

static enum status add_page(struct site *site, const struct link_page *page, struct error *err)
{
    struct arena *scratch = arena_new();
    enum status status = !scratch           ? error_memory(err)
                         : page->is_address ? intake_read_address(site, page, scratch, err)
                                            : intake_read_page(site, *page, scratch, err);
    arena_free(scratch);
    return status;
}

static enum status intake_finish(struct site *site, struct error *err)
{
    struct site_store *store = site->store;
    choose_language(store);
    enum status status = spool_flush(&store->spool, err);
    return status ? status : forms_find_terms(&store->forms, store->languages, store->language_count, site, err);
}

/* --- from the caller --- */

/* What is handed from thread to thread at once, both here and where the pages are gone over. */
enum { SLOT_PAGES = 16, SLOT_BYTES = 1 << 18 };

/* After so many pages a thread is worth it; what a slot may keep for the next pages. */
enum { ALONE_PAGES = 256, KEPT_BYTES = 1 << 20 };

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

static struct str *page_text_at(struct link_page *page, size_t i)
{
    static const size_t texts[] = {offsetof(struct link_page, url), offsetof(struct link_page, title),
                                   offsetof(struct link_page, html), offsetof(struct link_page, language),
                                   offsetof(struct link_page, leads_to)};
    return i < COUNT_OF(texts) ? (struct str *)((char *)page + texts[i]) : NULL;
}

static bool add_copy(struct page_slot *slot, struct link_page page)
{
    size_t size = 0;
    for (size_t i = 0; page_text_at(&page, i); i++)
        size += page_text_at(&page, i)->len;
    if (!rows_room(&slot->bytes, slot->used, size, &slot->cap, 1))
        return false;
    for (size_t i = 0; page_text_at(&page, i); i++) {
        struct str text = *page_text_at(&page, i);
        if (text.len)
            memcpy(slot->bytes + slot->used, text.data, text.len);
        slot->used += text.len;
    }
    slot->pages[slot->count++] = page;
    return true;
}

/* The next page of a slot; its texts begin at *at. */
static struct link_page get_copy(const struct page_slot *slot, size_t number, size_t *at)
{
    struct link_page page = slot->pages[number];
    for (size_t i = 0; page_text_at(&page, i); i++) {
        page_text_at(&page, i)->data = slot->bytes + *at;
        *at += page_text_at(&page, i)->len;
    }
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
    for (int number; (number = relay_take(&intake->relay)) != RELAY_END; relay_tell(&intake->relay, RELAY_EMPTIED)) {
        const struct page_slot *slot = &intake->slots[number];
        size_t at = 0;
        for (size_t i = 0; i < slot->count && !intake->status; i++) {
            struct link_page page = get_copy(slot, i, &at);
            intake->status = add_page(intake->site, &page, &intake->err);
        }
        if (intake->status)
            relay_tell(&intake->relay, RELAY_STOPPED);
    }
    return NULL;
}

/* Asks the caller for a page. */
static enum status intake_ask(struct intake *intake, struct link_page *page, bool *done, struct error *err)
{
    const struct link_build_options *options = intake->site->store->options;
    *page = (struct link_page){0};
    *done = false;
    enum status status = options->next(options->context, page, done, err);
    intake->taken += !status && !*done;
    return !status && !*done ? store_progress(intake->site->store, intake->taken, 0, err) : status;
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
            enum status status = intake_ask(intake, &page, &done, err);
            if (!status && !done && !add_copy(slot, page))
                status = error_memory(err);
            if (status)
                return status;
            if (done)
                break;
        }
        relay_tell(&intake->relay, RELAY_FILLED);
    }
    return OK;
}

static enum status take_with_thread(struct intake *intake, pthread_t thread, struct error *err)
{
    enum status status = take_pages(intake, err);
    relay_tell(&intake->relay, status ? RELAY_STOPPED : RELAY_ENDED);
    pthread_join(thread, NULL);
    if (!status && intake->status)
        return error_set(err, intake->status, intake->err.code, "%s", intake->err.message);
    return status;
}

/* Takes and adds pages in this thread, up to `most` of them. */
static enum status take_alone(struct intake *intake, uint64_t most, bool *done, struct error *err)
{
    enum status status = OK;
    while (!status && !*done && intake->taken < most) {
        struct link_page page;
        status = intake_ask(intake, &page, done, err);
        if (!status && !*done)
            status = add_page(intake->site, &page, err);
    }
    return status;
}

static enum status run_intake(struct intake *intake, struct error *err)
{
    bool done = false;
    pthread_t thread;
    enum status status = take_alone(intake, ALONE_PAGES, &done, err);
    if (status || done)
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
    enum status status = run_intake(intake, err);
    if (!status)
        status = store_progress(site->store, intake->taken, intake->taken, err);
    relay_free(&intake->relay);
    for (size_t i = 0; i < RELAY_SLOTS; i++)
        free(intake->slots[i].bytes);
    free(intake);
    return status ? status : intake_finish(site, err);
}

/* --- going over the pages: on a large site a second thread reads ahead of the visitor --- */

/* From so many pages on a thread is worth it. */
enum { THREAD_PAGES = 512 };

/* Pages that are handed over together, or what went wrong with the one behind them. */
struct text_slot {
    struct text_reader pages[SLOT_PAGES];
    size_t count;
    enum status status;
    struct error err;
};

struct page_pass {
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
static bool each_page_fill(struct page_pass *pass, struct text_slot *slot)
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
        if (slot->status)
            return true;
        bytes += pass->site->pages[pass->next].size;
        slot->count++;
    }
    return slot->count > 0;
}

static enum status each_page_visit(struct page_pass *pass, const struct text_slot *slot, struct error *err)
{
    struct site *site = pass->site;
    for (size_t i = 0; i < slot->count; i++) {
        const struct site_text *text = &slot->pages[i].text;
        pass->visit(site, text, pass->context);
        if (site->store->failed)
            return error_memory(err);
        enum status status = store_progress(site->store, text->page, site->page_count, err);
        if (status)
            return status;
    }
    return slot->status ? error_set(err, slot->status, slot->err.code, "%s", slot->err.message) : OK;
}

static void *read_ahead(void *argument)
{
    struct page_pass *pass = argument;
    for (int slot; (slot = relay_room(&pass->relay)) != RELAY_END && each_page_fill(pass, &pass->slots[slot]);)
        relay_tell(&pass->relay, RELAY_FILLED);
    relay_tell(&pass->relay, RELAY_ENDED);
    return NULL;
}

static enum status visit_behind(struct page_pass *pass, struct error *err)
{
    enum status status = OK;
    for (int slot; !status && (slot = relay_take(&pass->relay)) != RELAY_END;) {
        status = each_page_visit(pass, &pass->slots[slot], err);
        relay_tell(&pass->relay, RELAY_EMPTIED);
    }
    relay_tell(&pass->relay, RELAY_STOPPED);
    return status;
}

static enum status each_page_run(struct page_pass *pass, struct error *err)
{
    pthread_t thread;
    enum status status = OK;
    bool is_large = pass->site->page_count / pass->each >= THREAD_PAGES;
    if (is_large && thread_start(&thread, read_ahead, pass, NULL) == OK) {
        status = visit_behind(pass, err);
        pthread_join(thread, NULL);
        return status;
    }
    while (!status && each_page_fill(pass, &pass->slots[0]))
        status = each_page_visit(pass, &pass->slots[0], err);
    return status;
}

enum status site_each_page(struct site *site, enum site_extent extent, uint32_t each, site_page_visitor visitor,
                           void *context, struct error *err)
{
    struct page_pass pass = {.site = site, .extent = extent, .each = each, .visit = visitor, .context = context};
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
    return status ? status : store_progress(site->store, site->page_count, site->page_count, err);
}
