#include "link/site/pages.h"

#include "base/rows.h"
#include "link/index/url_key.h"
#include "link/site/page_text.h"
#include "text/html/html_head.h"
#include "text/unicode.h"
#include "text/url.h"

/* --- languages --- */

/* The number of the language, which is added when it is new. */
static unsigned number_of(struct site_store *store, const struct language *language)
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
    unsigned named = number_of(store, language);
    if (!named && !store->pages_name_languages && is_sample(number))
        store->votes[number_of(store, language_detect(page->html))]++;
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

/* Bytes of a URL or title: coded, they have at most twice as many (index/symbols.h), which 16 bits can number. */
enum { LONGEST_TEXT = UINT16_MAX / 2 };

/* The number of the page with that key, which is made when it is new; SITE_NO_PAGE: memory ran out. */
static uint32_t find_place(struct site *site, struct str key)
{
    struct site_store *store = site->store;
    uint64_t hash = word_hash(key);
    uint32_t *number = numbers_put(&store->page_numbers, hash);
    if (!number)
        return SITE_NO_PAGE;
    if (*number)
        return *number - 1;
    if (site->page_count == SITE_NO_PAGE - 1 ||
        !rows_room(&site->pages, site->page_count, 1, &store->page_cap, sizeof *site->pages))
        return SITE_NO_PAGE;
    site->pages[site->page_count] = (struct site_page){.key = hash};
    *number = ++site->page_count;
    return *number - 1;
}

/* The hash of a page's folder: its key up to the last slash. */
static uint32_t folder_of(struct str key)
{
    while (key.len && key.data[key.len - 1] != '/')
        key.len--;
    return (uint32_t)word_hash(key);
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
static enum status read_head(struct link_page *page, struct arena *scratch, struct error *err)
{
    struct html_head head;
    if (page->title.len && page->language.len)
        return OK;
    enum status status = html_head_read(page->html, scratch, &head, err);
    if (status == OK && !page->title.len)
        page->title = head.title;
    if (status == OK && !page->language.len)
        page->language = head.language;
    return status;
}

static enum status read_page(struct site *site, struct link_page given, struct arena *scratch, struct error *err)
{
    struct site_store *store = site->store;
    char *url = given.url.len <= LONGEST_TEXT ? page_url_resolve(scratch, given.url) : NULL;
    if (!url)
        return refuse_url(given.url, err);
    enum status status = read_head(&given, scratch, err);
    if (status != OK)
        return status;
    given.title = cut_title(given.title);
    uint32_t number = find_place(site, url_key(url));
    if (number == SITE_NO_PAGE)
        return error_memory(err);
    struct page_text text = {.page = &given, .url = url, .number = number};
    text.language = find_language(store, &given, number);
    spool_begin(&store->spool);
    status = page_text_put(store, &text, scratch, err);
    struct site_page *page = &site->pages[number];
    page->folder = folder_of(url_key(url));
    page->language = (uint8_t)text.language;
    if (status == OK)
        status = spool_end(&store->spool, &page->place, &page->size, err);
    if (!store->options->skip_lessons &&
        !sample_add(&store->lesson_pages, number, page->key, str_from(url), given.html))
        return error_memory(err);
    return status == OK ? audit_add_page(store->audit, number, url, given.html, err) : status;
}

/* Not a page, but what is known of an address. */
static enum status read_address(struct site *site, const struct link_page *given, struct arena *scratch,
                                struct error *err)
{
    struct audit_address address = {.url = page_url_resolve(scratch, given->url), .status = given->status};
    if (!address.url)
        return refuse_url(given->url, err);
    if (given->leads_to.len)
        address.leads_to = url_resolve(scratch, address.url, given->leads_to);
    return audit_add_address(site->store->audit, &address, err);
}

enum status pages_add(struct site *site, const struct link_page *page, struct error *err)
{
    struct arena *scratch = arena_new();
    enum status status = !scratch           ? error_memory(err)
                         : page->is_address ? read_address(site, page, scratch, err)
                                            : read_page(site, *page, scratch, err);
    arena_free(scratch);
    return status;
}

enum status pages_finish(struct site *site, struct error *err)
{
    struct site_store *store = site->store;
    choose_language(store);
    enum status status = spool_flush(&store->spool, err);
    return status == OK ? forms_find_terms(&store->forms, store->languages, store->language_count, site, err) : status;
}
