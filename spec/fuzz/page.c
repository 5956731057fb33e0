/*
 * Any bytes as documents, robots.txt and sitemaps. The first byte chooses. Pages come out as clean text: valid UTF-8,
 * no empty blocks, white space squeezed, levels in range, spans in the text, whole letters, nested or apart; a page is
 * itself, lists files that stand beside it, and is of a year that pages are of; URLs of sitemaps and links are in their
 * normal form.
 */
#include "research/page/page.h"
#include "base/base.h"
#include "research/crawl/robots.h"
#include "research/crawl/sitemap.h"
#include "text/html/html.h"

#include <stdint.h>

#define REQUIRE(condition) ((condition) ? (void)0 : __builtin_trap())

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const charsets[] = {"",        "utf-8",  "iso-8859-1",  "shift_jis",
                                       "gb18030", "utf-16", "iso-2022-jp", "nonsense"};

static bool is_squeezed(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (ascii_is_space(text.data[i]) &&
            (text.data[i] != ' ' || i == 0 || i + 1 == text.len || text.data[i + 1] == ' '))
            return false;
    return true;
}

static bool is_boundary(struct str text, size_t at)
{
    return at == text.len || ((unsigned char)text.data[at] & 0xC0) != 0x80;
}

static void check_spans(const struct block *block)
{
    const struct spans *spans = &block->spans;
    for (size_t i = 0; i < spans->count; i++) {
        const struct span *span = &spans->list[i];
        REQUIRE(span->start <= span->end && span->end <= block->text.len);
        REQUIRE(span->start < span->end || span->kind == SPAN_CELL);
        REQUIRE(is_boundary(block->text, span->start) && is_boundary(block->text, span->end));
        REQUIRE(span->kind != SPAN_SUPERSCRIPT || block->text.data[span->start] == '^');
        for (size_t j = i > 20 ? i - 20 : 0; j < i; j++) {
            const struct span *before = &spans->list[j];
            REQUIRE(before->start <= span->start);
            REQUIRE(before->end <= span->start || before->end >= span->end);
        }
    }
}

static void check_block(const struct block *block)
{
    check_spans(block);
    REQUIRE(block->marks < 2 * BLOCK_QUOTE_OPENS);
    REQUIRE(utf8_is_valid(block->aside));
    REQUIRE(block->kind != BLOCK_TABLE_ROW || block->group);
    REQUIRE(block->text.len > 0 && utf8_is_valid(block->text));
    REQUIRE(block->kind == BLOCK_CODE || is_squeezed(block->text));
    REQUIRE(block->kind != BLOCK_HEADING || (block->level >= 1 && block->level <= 6));
    REQUIRE(block->kind != BLOCK_LIST_ITEM || block->level >= 1);
}

static void check_url(struct arena *arena, const char *url)
{
    const char *again = url_normalise(arena, str_from(url));
    REQUIRE(again && strcmp(again, url) == 0);
}

static bool is_web(const char *url)
{
    return str_starts(str_from(url), STR("http://")) || str_starts(str_from(url), STR("https://"));
}

static void check_media(const struct page *page)
{
    REQUIRE(page->link_count <= BLOCK_LINKS_MAX && page->picture_count <= PAGE_PICTURES_MAX);
    for (size_t i = 0; i < page->link_count; i++) {
        const struct block_link *link = &page->links[i];
        REQUIRE(is_web(link->url) && strlen(link->url) <= PAGE_URL_MAX);
        size_t block = page_block_of(page, link);
        if (block == page->count)
            continue;
        struct str text = page->blocks[block].text;
        REQUIRE(link->start < link->end && link->end <= text.len);
        REQUIRE(span_may_begin(text, link->start) && span_may_begin(text, link->end));
    }
    for (size_t i = 0; i < page->picture_count; i++) {
        const struct page_picture *picture = &page->pictures[i];
        REQUIRE(page_block_at(page, picture->place) <= page->count && is_web(picture->url) &&
                strlen(picture->url) <= PAGE_URL_MAX);
        REQUIRE(utf8_is_valid(str_from(picture->alternative)) && utf8_is_valid(str_from(picture->caption)));
    }
}

/* Files beside the page or below it, each once. */
static void check_parts(const struct page *page)
{
    for (size_t i = 0; i < page->part_count; i++) {
        const char *part = page->parts[i];
        REQUIRE(part[0] && part[0] != '/' && part[0] != '.' && !strstr(part, "..") && !strpbrk(part, ":#?"));
        for (size_t j = i > 20 ? i - 20 : 0; j < i; j++)
            REQUIRE(strcmp(part, page->parts[j]) != 0);
    }
}

static void check_identity(struct arena *arena, const struct page *page)
{
    struct page_identity identity, other;
    struct page nothing = {.url = "b", .title = "b"};
    REQUIRE(page_identify(arena, page, &identity, NULL) == OK && page_is_same(&identity, &identity));
    REQUIRE(page_identify(arena, &nothing, &other, NULL) == OK);
    REQUIRE(page_is_same(&identity, &other) == page_is_same(&other, &identity));
}

static void read_page(struct arena *arena, struct str document, enum page_format format, const char *charset)
{
    struct page page;
    enum status status = page_read(arena, document, format, charset, "https://example.org/a/b.html", &page, NULL);
    REQUIRE(status == OK);
    REQUIRE(page.title && utf8_is_valid(str_from(page.title)) && page.is_link);
    REQUIRE(page.description && utf8_is_valid(str_from(page.description)));
    for (size_t i = 0; i < page.count; i++)
        check_block(&page.blocks[i]);
    REQUIRE(page.published_ms == 0 || (page.published_ms > 630000000000 && page.published_ms < 4200000000000));
    check_media(&page);
    check_parts(&page);
    check_identity(arena, &page);
}

static void read_links(struct arena *arena, struct str html)
{
    struct page_facts facts;
    REQUIRE(page_facts_read(arena, html, "https://example.org/a/b.html", &facts, NULL) == OK);
    for (size_t i = 0; i < facts.link_count; i++)
        check_url(arena, facts.links[i].url);
}

static void read_anchors(struct arena *arena, struct str html)
{
    struct page_anchor *links;
    size_t count;
    REQUIRE(page_links_read(arena, html, "https://example.org/a/b.html", &links, &count, NULL) == OK);
    REQUIRE(count <= PAGE_LINKS_MAX);
    for (size_t i = 0; i < count; i++) {
        struct str text = str_from(links[i].text);
        check_url(arena, links[i].url);
        REQUIRE(text.len <= PAGE_LINK_TEXT_MAX && utf8_is_valid(text));
    }
}

static void read_sitemap(struct arena *arena, struct str body)
{
    struct sitemap sitemap;
    if (sitemap_read(arena, body, "https://example.org/sitemap.xml", &sitemap, NULL) != OK)
        return;
    for (size_t i = 0; i < sitemap.count; i++)
        check_url(arena, sitemap.urls[i]);
}

/* The second half of the input is the path. */
static void read_robots(struct arena *arena, struct str text)
{
    int delay;
    size_t half = text.len / 2;
    const char *path = arena_copy_n(arena, text.data + half, text.len - half);
    REQUIRE(path);
    robots_allows((struct str){text.data, half}, "copydesk", path, &delay);
    REQUIRE(delay >= -1);
    REQUIRE(robots_allows(text, "copydesk", "/robots.txt", NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct arena *arena = arena_new();
    struct str text = {(const char *)data + 1, size - 1};
    REQUIRE(arena);
    switch (data[0] & 7) {
    case 0:
        read_page(arena, text, PAGE_MARKDOWN, charsets[data[0] >> 3 & 7]);
        break;
    case 1:
        read_page(arena, text, PAGE_TEXT, charsets[data[0] >> 3 & 7]);
        break;
    case 2:
        read_robots(arena, text);
        break;
    case 3:
        read_sitemap(arena, text);
        break;
    case 4:
        read_links(arena, text);
        read_anchors(arena, text);
        break;
    default:
        read_page(arena, text, PAGE_HTML, charsets[data[0] >> 3 & 7]);
        break;
    }
    arena_free(arena);
    return 0;
}
