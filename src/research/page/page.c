#include "research/page/page.h"

#include "research/page/page_head.h"
#include "research/page/page_read.h"

/* --- notes that are set as tables --- */

/* Cells of a row. first: the first of them. */
static size_t count_cells(const struct block *row, struct span *first)
{
    size_t count = 0;
    for (size_t i = 0; i < row->spans.count; i++)
        if (row->spans.list[i].kind == SPAN_CELL && !count++)
            *first = row->spans.list[i];
    return count;
}

/* Is it the name of a box, "Note" or "Tip:", in the page's language or in English? */
static bool is_box_name(const struct page *page, struct str cell)
{
    static const char signs[] = " :!.";
    const struct language *const languages[] = {page->language, language_find(STR("en"))};
    while (cell.len && strchr(signs, cell.data[cell.len - 1]))
        cell.len--;
    for (size_t i = 0; i < COUNT_OF(languages); i++)
        if (languages[i] && languages[i]->cues && word_list_ihas(languages[i]->cues->asides, str_trim(cell)))
            return true;
    return false;
}

/* The first block behind the table that begins at the block. */
static size_t table_end(const struct page *page, size_t at)
{
    size_t end = at + 1;
    while (end < page->count && page->blocks[end].kind == BLOCK_TABLE_ROW &&
           page->blocks[end].group == page->blocks[at].group)
        end++;
    return end;
}

/* At most three rows of at most two cells, the first of them the name of a box; below it stands nothing. */
static bool is_note(const struct page *page, size_t at, size_t end)
{
    enum { MOST_ROWS = 3, MOST_CELLS = 2 };
    struct span cell = {.start = 0}, first = {.start = 0};
    size_t cells = count_cells(&page->blocks[at], &first);
    if (end - at > MOST_ROWS || !cells || (cells == 1 && end - at == 1))
        return false;
    for (size_t i = at; i < end; i++) {
        size_t count = count_cells(&page->blocks[i], &cell);
        if (count > MOST_CELLS || (i > at && count > 1 && cell.start < cell.end))
            return false;
    }
    struct str text = page->blocks[at].text;
    return first.end <= text.len && is_box_name(page, (struct str){text.data + first.start, first.end - first.start});
}

/* Cuts the block to bytes [start, end) of its text, and takes marks of this kind off it. */
static void narrow(struct arena *arena, struct block *block, size_t start, size_t end, enum span_kind without)
{
    struct spans part;
    spans_within(arena, block->spans, start, end, &part, NULL);
    struct span *kept = ARENA_ARRAY(arena, part.count + 1, struct span);
    size_t count = 0;
    for (size_t i = 0; kept && i < part.count; i++)
        if (part.list[i].kind != without)
            kept[count++] = part.list[i];
    block->spans = (struct spans){kept, count};
    block->text = (struct str){block->text.data + start, end - start};
}

/* The row as a paragraph, without its first `cut` bytes. */
static void row_to_paragraph(struct arena *arena, struct block *row, size_t cut)
{
    row->kind = BLOCK_PARAGRAPH;
    row->marks = (row->marks & (BLOCK_QUOTED | BLOCK_WARNING)) | BLOCK_NOTE;
    row->group = 0;
    narrow(arena, row, cut, row->text.len, SPAN_CELL);
}

/* Bytes of the name, or of the empty cell below it, and of what stands between it and the text. */
static size_t name_length(const struct block *row, bool has_name)
{
    struct span first = {.start = 0};
    count_cells(row, &first);
    size_t at = has_name ? first.end : first.start;
    while (at < row->text.len && strchr(" |", row->text.data[at]))
        at++;
    return at;
}

static void read_notes(struct arena *arena, struct page *page)
{
    size_t kept = 0;
    for (size_t at = 0, end; at < page->count; at = end) {
        end = at + 1;
        bool is_row = page->blocks[at].kind == BLOCK_TABLE_ROW;
        end = is_row ? table_end(page, at) : end;
        bool notes = is_row && is_note(page, at, end);
        for (size_t i = at; i < end; i++) {
            struct block block = page->blocks[i];
            if (notes)
                row_to_paragraph(arena, &block, name_length(&block, i == at));
            if (block.text.len)
                page->blocks[kept++] = block;
        }
    }
    page->count = kept;
}

/* --- headings that somebody made by hand --- */

static bool is_all_strong(const struct block *block)
{
    for (size_t i = 0; i < block->spans.count; i++) {
        const struct span *span = &block->spans.list[i];
        if (span->kind == SPAN_STRONG && span->start == 0 && span->end == block->text.len)
            return true;
    }
    return false;
}

/* A line in bold, no sentence, and no formula: that stays what it is. Of 14 words, since questions are as long as
 * that, and what is longer was stressed. */
static bool is_bold_line(const struct block *block)
{
    enum { MOST_WORDS = 14 };
    struct str text = block->text;
    return block->kind == BLOCK_PARAGRAPH && !block->marks && !block->group && is_all_strong(block) &&
           text.len <= PAGE_TITLE_MAX && !strchr(".,;:!", text.data[text.len - 1]) &&
           !memchr(text.data, '=', text.len) && words_count(text) <= MOST_WORDS && words_count(text);
}

/* What a heading by hand stands over is text: two lines in bold after each other are none. */
static bool heads_text(const struct page *page, size_t at)
{
    const struct block *next = at + 1 < page->count ? &page->blocks[at + 1] : NULL;
    return next && next->kind != BLOCK_HEADING && !is_bold_line(next);
}

/* As other headings it has its number beside it, and is not in bold. */
static void name_heading(struct arena *arena, struct block *block)
{
    struct str text = title_without_number(title_without_marks(block->text));
    size_t start = (size_t)(text.data - block->text.data);
    block->aside = (struct str){block->text.data, start};
    narrow(arena, block, start, start + text.len, SPAN_STRONG);
}

/* The level of the page's sections: the highest below its title. 7: it has none. */
static int section_level(const struct page *page)
{
    int level = 7;
    for (size_t i = 0; i < page->count; i++)
        if (page->blocks[i].kind == BLOCK_HEADING && page->blocks[i].level > 1 && page->blocks[i].level < level)
            level = page->blocks[i].level;
    return level;
}

/* One below the heading around it. Below a section of a section, behind text of it, it is the next of its kind: whoever
 * makes headings by hand is not so exact. */
static int level_by_hand(int around, bool follows_text, int section)
{
    enum { DEEPEST = 6 };
    bool is_next = follows_text && around > section;
    return is_next || around == DEEPEST ? around : around + 1;
}

static void read_headings(struct arena *arena, struct page *page)
{
    int section = section_level(page), around = 1, level = 0; /* of those by hand below the last heading; 0: none yet */
    bool follows_text = false;
    for (size_t i = 0; i < page->count; i++) {
        struct block *block = &page->blocks[i];
        if (block->kind == BLOCK_HEADING) {
            around = block->level;
            level = 0;
            follows_text = false;
            continue;
        }
        if (!is_bold_line(block) || !heads_text(page, i)) {
            follows_text = true;
            continue;
        }
        name_heading(arena, block);
        level = level ? level : level_by_hand(around, follows_text, section);
        block->kind = BLOCK_HEADING;
        block->level = level;
    }
}

/*
 * Of a page that is read, whatever its format, language known. Tables that set a note ("Note | Keep it dry") become
 * paragraphs in a box. Lines in bold that head a passage become headings, below the one that they stand under.
 */
static void page_tidy(struct arena *arena, struct page *page)
{
    read_notes(arena, page);
    read_headings(arena, page);
}

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
    if (status)
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
    page->is_link = strlen(page->url) <= PAGE_URL_MAX && !url_parse(str_from(page->url), &parts, NULL);
    page_tidy(arena, page);
    return arena_failed(arena) ? error_memory(err) : OK;
}

enum status page_identify(struct arena *arena, const struct page *page, struct page_identity *identity,
                          struct error *err)
{
    struct url parts;
    bool has_address = !url_parse(str_from(page->url), &parts, NULL);
    char *address = has_address ? url_normalise(arena, str_from(page->url)) : arena_copy(arena, page->url);
    if (!address)
        return error_memory(err);
    *identity = (struct page_identity){page, address};
    return OK;
}

static bool same_text(const struct page *a, const struct page *b)
{
    if (a->count != b->count || !a->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->blocks[i].kind != b->blocks[i].kind || !str_eq(a->blocks[i].text, b->blocks[i].text))
            return false;
    return true;
}

/* The home page of its site names no other page: sites that give it for all their pages are not one page. */
static bool is_home(const char *address)
{
    struct url parts;
    return !url_parse(str_from(address), &parts, NULL) && parts.path.len <= 1 && !parts.query.len;
}

static bool same_address(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

/* One of the two addresses is what a page says of itself. */
static bool same_claim(const char *a, const char *b)
{
    return same_address(a, b) && !is_home(a);
}

bool page_is_same(const struct page_identity *a, const struct page_identity *b)
{
    return same_address(a->address, b->address) || same_claim(a->page->canonical, b->page->canonical) ||
           same_claim(a->page->canonical, b->address) || same_claim(a->address, b->page->canonical) ||
           same_text(a->page, b->page);
}
