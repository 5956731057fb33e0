#include "research/page/page.h"

#include "research/page/document/encoding.h"
#include "research/page/page_read.h"
#include "research/page/page_tidy.h"
#include "research/page/page_title.h"

static const struct {
    const char *media_type;
    enum page_format format;
} media_types[] = {
    {"text/html", PAGE_HTML},         {"application/xhtml+xml", PAGE_HTML},
    {"text/markdown", PAGE_MARKDOWN}, {"text/x-markdown", PAGE_MARKDOWN},
    {"text/plain", PAGE_TEXT},
};

static const struct {
    const char *ending;
    enum page_format format;
} endings[] = {
    {".html", PAGE_HTML},   {".htm", PAGE_HTML},          {".xhtml", PAGE_HTML},
    {".md", PAGE_MARKDOWN}, {".markdown", PAGE_MARKDOWN}, {".txt", PAGE_TEXT},
};

bool page_format_of_type(const char *media_type, enum page_format *format)
{
    struct str type = {media_type, strcspn(media_type, ";")};
    for (size_t i = 0; i < COUNT_OF(media_types); i++) {
        if (str_ieq(str_trim(type), str_from(media_types[i].media_type))) {
            *format = media_types[i].format;
            return true;
        }
    }
    return false;
}

static bool ends_with(struct str name, const char *with)
{
    struct str ending = str_from(with);
    return name.len > ending.len && str_ieq((struct str){name.data + name.len - ending.len, ending.len}, ending);
}

bool page_format_of_name(const char *file_name, enum page_format *format)
{
    struct str name = str_from(file_name);
    if (ends_with(name, ".rst.txt")) /* what a page of a manual was made of, in a markup that is not read */
        return false;
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        if (ends_with(name, endings[i].ending)) {
            *format = endings[i].format;
            return true;
        }
    }
    return false;
}

/* The title of a page that does not name itself: its first h1, its first heading, or its file name. */
static const char *title_of(struct arena *arena, const struct page *page)
{
    const struct block *best = NULL;
    for (size_t i = 0; i < page->count; i++)
        if (page->blocks[i].kind == BLOCK_HEADING && (!best || page->blocks[i].level < best->level))
            best = &page->blocks[i];
    return best ? arena_copy_n(arena, best->text.data, best->text.len) : title_from_path(arena, page->url);
}

/* Tells the language by the words of the prose, since headings and code say little. */
static const struct language *detect(const struct page *page)
{
    enum { ENOUGH_BYTES = 4 * 1024 }; /* some seven hundred words */
    struct buf text = {0};
    for (size_t i = 0; i < page->count && text.len < ENOUGH_BYTES; i++) {
        if (page->blocks[i].kind != BLOCK_PARAGRAPH && page->blocks[i].kind != BLOCK_LIST_ITEM)
            continue;
        buf_add(&text, page->blocks[i].text.data, page->blocks[i].text.len);
        buf_char(&text, ' ');
    }
    const struct language *language = language_detect((struct str){buf_text(&text), text.len});
    buf_free(&text);
    return language;
}

/* The language, other than English, of at least two fifths of the prose, paragraph by paragraph. What of a page was not
 * translated yet is in English; it may be more than was. NULL: there is none. */
static const struct language *detect_translation(const struct page *page)
{
    enum { ENOUGH_BYTES = 16 * 1024, LEAST_BYTES = 80, LEAST_PARAGRAPHS = 3 };
    const struct language *english = language_find(STR("en")), *other = NULL;
    size_t all = 0, translated = 0, paragraphs = 0;
    for (size_t i = 0; i < page->count && all < ENOUGH_BYTES; i++) {
        struct str text = page->blocks[i].text;
        bool is_prose = page->blocks[i].kind == BLOCK_PARAGRAPH || page->blocks[i].kind == BLOCK_LIST_ITEM;
        if (!is_prose || text.len < LEAST_BYTES)
            continue;
        const struct language *language = language_detect(text);
        all += text.len;
        if (!language || language == english || (other && language != other))
            continue;
        other = language;
        translated += text.len;
        paragraphs++;
    }
    return paragraphs >= LEAST_PARAGRAPHS && translated * 5 >= all * 2 ? other : NULL;
}

/* Templates say "en" whatever is written into them: does all of a long text say otherwise? */
static bool is_mislabelled(const struct page *page)
{
    enum { ENOUGH_WORDS = 150 };
    size_t words = 0;
    for (size_t i = 0; i < page->count; i++)
        words += page->blocks[i].kind == BLOCK_PARAGRAPH ? words_count(page->blocks[i].text) : 0;
    if (words < ENOUGH_WORDS || page->language != language_find(STR("en")))
        return false;
    const struct language *language = detect(page);
    return language && language != page->language;
}

static enum status read_format(struct arena *arena, struct str document, enum page_format format, const char *charset,
                               struct page *page, struct error *err)
{
    if (format == PAGE_HTML)
        return page_read_html(arena, document, charset, page->url, page, err);
    if (document.len > UINT32_MAX / 4) /* each wrong byte becomes three */
        return error_set(err, E_LIMIT, NULL, "the document is too large");
    struct buf text = {0};
    enum status status = E_MEMORY;
    if (!text_to_utf8(&text, document, charset))
        error_memory(err);
    else if (format == PAGE_MARKDOWN)
        status = page_read_markdown(arena, (struct str){buf_text(&text), text.len}, page, err);
    else
        status = page_read_text(arena, (struct str){buf_text(&text), text.len}, page, err);
    buf_free(&text);
    return status;
}

size_t page_block_at(const struct page *page, size_t place)
{
    size_t first = 0, end = page->count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (page->blocks[middle].place < place)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

size_t page_block_of(const struct page *page, const struct block_link *link)
{
    size_t at = page_block_at(page, link->place);
    bool is_there = at < page->count && page->blocks[at].place == link->place && link->end <= page->blocks[at].text.len;
    return is_there ? at : page->count;
}

bool page_is_chapter(const struct page *page)
{
    enum { LEAST_PARTS = 2, MOST_TEXT = 2500 /* bytes */ };
    size_t text = 0;
    for (size_t i = 0; i < page->count; i++)
        text += page->blocks[i].kind == BLOCK_PARAGRAPH ? page->blocks[i].text.len : 0;
    return page->part_count >= LEAST_PARTS && text <= MOST_TEXT;
}

enum status page_read(struct arena *arena, struct str document, enum page_format format, const char *charset,
                      const char *url, struct page *page, struct error *err)
{
    struct url parts;
    *page = (struct page){.url = arena_copy(arena, url), .description = ""};
    if (!page->url)
        return error_memory(err);
    enum status status = read_format(arena, document, format, charset, page, err);
    if (status != OK)
        return status;
    if (!page->title || !page->title[0])
        page->title = title_of(arena, page);
    if (page->title)
        page->title = text_cut(arena, str_from(page->title), PAGE_TITLE_MAX);
    page->description = text_cut(arena, str_from(page->description), PAGE_DESCRIPTION_MAX);
    bool has_own = page->language != NULL && !is_mislabelled(page);
    if (!has_own)
        page->language = detect(page);
    const struct language *translation =
        has_own || page->language != language_find(STR("en")) ? NULL : detect_translation(page);
    page->language = translation ? translation : page->language;
    if (!page->title || !page->description)
        return error_memory(err);
    page->is_link = strlen(page->url) <= PAGE_URL_MAX && url_parse(str_from(page->url), &parts, NULL) == OK;
    return page_tidy(arena, page, err);
}
