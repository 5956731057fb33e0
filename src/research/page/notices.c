#include "research/page/notices.h"

enum {
    LONGEST_NOTICE = 90, /* bytes, as the next two; a longer line is a sentence */
    LONGEST_LABEL = 60,
    LONGEST_REQUEST = 160,
    LARGEST_SHARE = 4, /* a section that is announced is at most one in so many of the text of a page */
};

static const char *const announcements[] = {
#include "research/page/notices_announcements.inc"
};

static const char *const requests[] = {
#include "research/page/notices_requests.inc"
};

static bool notices_is_listed(struct str line, const char *const *starts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_istarts(line, str_from(starts[i])))
            return true;
    return false;
}

/* A line that ends like a sentence is part of the text. */
static bool is_announcement(const struct block *block)
{
    bool is_line = block->kind == BLOCK_HEADING || block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_LIST_ITEM;
    return is_line && block->text.len <= LONGEST_NOTICE &&
           notices_is_listed(block->text, announcements, COUNT_OF(announcements));
}

static bool is_request(const struct block *block)
{
    return block->kind == BLOCK_PARAGRAPH && !block->marks && block->text.len <= LONGEST_REQUEST &&
           notices_is_listed(block->text, requests, COUNT_OF(requests));
}

/* The first block behind the section of the heading. */
static size_t notices_section_end(const struct page *page, size_t heading)
{
    size_t end = heading + 1;
    while (end < page->count &&
           (page->blocks[end].kind != BLOCK_HEADING || page->blocks[end].level > page->blocks[heading].level))
        end++;
    return end;
}

static size_t text_bytes(const struct page *page, size_t from, size_t to)
{
    size_t bytes = 0;
    for (size_t i = from; i < to; i++)
        bytes += page->blocks[i].text.len;
    return bytes;
}

/* What other pages are called, and a sentence of each: no text of this one. */
static bool is_of_teasers(const struct page *page, size_t from, size_t to)
{
    enum { LONGEST_TEASER = 250 };
    for (size_t i = from; i < to; i++)
        if (page->blocks[i].text.len > LONGEST_TEASER || page->blocks[i].kind == BLOCK_CODE)
            return false;
    return true;
}

/* Where what the line announces ends; `at`: it announces nothing. */
static size_t announced_end(const struct page *page, size_t at, size_t all)
{
    if (!is_announcement(&page->blocks[at]))
        return at;
    if (page->blocks[at].kind != BLOCK_HEADING)
        return at + 1;
    size_t end = notices_section_end(page, at);
    bool is_small = text_bytes(page, at, end) * LARGEST_SHARE <= all;
    return is_small && is_of_teasers(page, at + 1, end) ? end : at;
}

static void drop_announced(struct page *page)
{
    size_t kept = 0, all = text_bytes(page, 0, page->count);
    for (size_t i = 0; i < page->count;) {
        size_t end = is_request(&page->blocks[i]) ? i + 1 : announced_end(page, i, all);
        if (end == i)
            page->blocks[kept++] = page->blocks[i++];
        else
            i = end;
    }
    page->count = kept;
}

/* Blocks from the last to the first, and the section that is looked at. */
struct backwards {
    const struct block *blocks;
    size_t heading; /* number of its heading; SIZE_MAX: not known */
    int level;      /* of that; 0: there is none */
};

/* The level of the section that block `at` stands in. Each block is looked at once. */
static int section_level(struct backwards *walk, size_t at)
{
    if (walk->heading < at)
        return walk->level;
    size_t heading = at;
    while (heading > 0 && walk->blocks[heading - 1].kind != BLOCK_HEADING)
        heading--;
    walk->level = heading > 0 ? walk->blocks[heading - 1].level : 0;
    walk->heading = heading > 0 ? heading - 1 : 0;
    return walk->level;
}

/* Is it a heading with nothing behind it, or a line that announces a list which was left out? next: what stands behind
 * it; NULL: nothing. */
static bool notices_is_empty(struct backwards *walk, size_t at, const struct block *next)
{
    const struct block *block = &walk->blocks[at];
    if (next && next->kind != BLOCK_HEADING)
        return false;
    if (block->kind == BLOCK_HEADING)
        return !next || next->level <= block->level;
    bool announces =
        block->kind == BLOCK_PARAGRAPH && block->text.len <= LONGEST_NOTICE && str_ends(block->text, STR(":"));
    return announces && (!next || next->level <= section_level(walk, at));
}

/* The headings before the first text are the titles of the page. */
static void drop_empty(struct page *page)
{
    size_t first = 0, kept = page->count;
    while (first < page->count && page->blocks[first].kind == BLOCK_HEADING)
        first++;
    struct backwards walk = {.blocks = page->blocks, .heading = SIZE_MAX};
    for (size_t i = page->count; i > first; i--) {
        const struct block *next = kept < page->count ? &page->blocks[kept] : NULL;
        if (!notices_is_empty(&walk, i - 1, next))
            page->blocks[--kept] = page->blocks[i - 1];
    }
    if (first < kept)
        memmove(&page->blocks[first], &page->blocks[kept], (page->count - kept) * sizeof *page->blocks);
    page->count -= kept - first;
}

/* A short line that is no sentence: a date, a name, a label. */
static bool is_label(const struct block *block)
{
    static const char *const ends[] = {
        ".",        "!",        "?",           ":", ";", "\"", ")", "]", "\xE2\x80\xA6", "\xE2\x80\x9D", "\xE2\x80\x9C",
        "\xC2\xBB", "\xC2\xAB", "\xE3\x80\x82"};
    if (block->kind != BLOCK_PARAGRAPH || block->text.len > LONGEST_LABEL || block->marks)
        return false;
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (str_ends(block->text, str_from(ends[i])))
            return false;
    return true;
}

/* A date and little else; no sentence. */
static bool is_date(const struct block *block)
{
    enum { LONGEST_DATE = 80, LEAST_DIGITS = 5 };
    size_t digits = 0, letters = 0;
    if (block->kind != BLOCK_PARAGRAPH || block->marks || block->text.len > LONGEST_DATE ||
        str_ends(block->text, STR(".")))
        return false;
    for (size_t i = 0; i < block->text.len; i++) {
        digits += ascii_is_digit(block->text.data[i]);
        letters += ascii_is_alnum(block->text.data[i]) && !ascii_is_digit(block->text.data[i]);
    }
    bool has_year =
        str_find(block->text, STR("20"), 0) < block->text.len || str_find(block->text, STR("19"), 0) < block->text.len;
    return has_year && digits >= LEAST_DIGITS && digits * 3 >= letters;
}

/* Among the first blocks: dates may stand behind the introduction. */
static void drop_dates(struct page *page)
{
    enum { FIRST_BLOCKS = 6 };
    size_t kept = 0;
    for (size_t i = 0; i < page->count; i++)
        if (i >= FIRST_BLOCKS || !is_date(&page->blocks[i]))
            page->blocks[kept++] = page->blocks[i];
    page->count = kept;
}

/* Labels at the end of the text, where they are not all that its last section has. */
static void drop_labels_behind(struct page *page)
{
    size_t end = page->count;
    while (end && is_label(&page->blocks[end - 1]))
        end--;
    if (end && page->blocks[end - 1].kind != BLOCK_HEADING)
        page->count = end;
}

/* Labels between the title and the text. */
static void drop_labels_before(struct page *page)
{
    size_t title = 0, first;
    while (title < page->count && page->blocks[title].kind == BLOCK_HEADING)
        title++;
    for (first = title; first < page->count && is_label(&page->blocks[first]); first++)
        ;
    if (first == page->count || (title && page->blocks[first].kind == BLOCK_HEADING))
        return;
    memmove(&page->blocks[title], &page->blocks[first], (page->count - first) * sizeof *page->blocks);
    page->count -= first - title;
}

void notices_drop(struct page *page, bool is_of_site)
{
    if (is_of_site) {
        drop_announced(page);
        drop_dates(page);
        drop_labels_behind(page);
        drop_labels_before(page);
    }
    drop_empty(page);
}

enum {
    LONGEST_LINE = 48,   /* bytes, of a line that is one as a whole */
    LONGEST_BEGUN = 320, /* bytes: two sentences; what is longer is text about it */
};

/* Whole lines, without signs at their ends; "#" stands for a number. */
static const char *const lines[] = {
#include "research/page/site_lines_whole.inc"
};

/* How lines begin that say what the site earns by the page, or where it files it. */
static const char *const beginnings[] = {
#include "research/page/site_lines_beginnings.inc"
};

static bool is_text(struct str line, size_t at, size_t *length)
{
    uint32_t codepoint;
    *length = utf8_decode(line, at, &codepoint);
    return unicode_is_letter(codepoint) || unicode_is_digit(codepoint);
}

/* The line without the arrows, pictures and dots around it, each number in it one "#". Returns its length. */
static size_t plain_line(struct str line, char plain[LONGEST_LINE])
{
    size_t used = 0, end = 0, length;
    for (size_t at = 0; at < line.len; at += length) {
        bool is_kept = is_text(line, at, &length);
        if (!is_kept && !used)
            continue;
        bool is_digit = length == 1 && ascii_is_digit(line.data[at]);
        bool goes_on = is_digit && used && plain[used - 1] == '#';
        if (!goes_on) {
            memcpy(plain + used, is_digit ? "#" : line.data + at, length);
            used += length;
        }
        end = is_kept ? used : end;
    }
    return end;
}

static bool is_site_line(struct str line)
{
    char plain[LONGEST_LINE];
    if (line.len > LONGEST_LINE)
        return false;
    struct str text = {plain, plain_line(line, plain)};
    for (size_t i = 0; i < COUNT_OF(lines); i++)
        if (str_ieq(text, str_from(lines[i])))
            return true;
    return false;
}

static bool begins_so(struct str line)
{
    for (size_t i = 0; i < COUNT_OF(beginnings) && line.len <= LONGEST_BEGUN; i++)
        if (str_istarts(line, str_from(beginnings[i])))
            return true;
    return false;
}

/* "By Anna Miller": the name of a person behind a preposition, and nothing else. */
static bool is_byline(struct str line)
{
    static const char *const starts[] = {"By ",
                                         "Written by ",
                                         "Posted by ",
                                         "Von ",
                                         "Geschrieben von ",
                                         "Par ",
                                         ("\xC3\x89"
                                          "crit par "),
                                         "Por ",
                                         "Escrito por ",
                                         "Scritto da ",
                                         "Geschreven door "};
    enum { LONGEST_NAME = 40, LEAST_WORDS = 2, MOST_WORDS = 4 };
    struct str name = {NULL, 0}, word;
    for (size_t i = 0; i < COUNT_OF(starts) && !name.len; i++)
        if (str_starts(line, str_from(starts[i])))
            name = (struct str){line.data + strlen(starts[i]), line.len - strlen(starts[i])};
    if (!name.len || name.len > LONGEST_NAME)
        return false;
    size_t words = 0;
    while (str_split(&name, ' ', &word)) {
        bool is_capital = word.len && ((word.data[0] >= 'A' && word.data[0] <= 'Z') || word.data[0] & 0x80);
        if (!is_capital || ascii_is_digit(word.data[word.len - 1]))
            return false;
        words++;
    }
    return words >= LEAST_WORDS && words <= MOST_WORDS && !strchr(".:;?!", line.data[line.len - 1]);
}

void site_lines_drop(struct page *page)
{
    enum { FIRST_BLOCKS = 8 }; /* in which a byline stands */
    size_t kept = 0, all = page->count;
    for (size_t i = 0; i < all; i++) {
        const struct block *block = &page->blocks[i];
        bool is_line = block->kind == BLOCK_PARAGRAPH && !block->group && !block->marks;
        bool may_be_named = i < FIRST_BLOCKS || i + 2 >= all;
        bool drops = is_line &&
                     (is_site_line(block->text) || begins_so(block->text) || (may_be_named && is_byline(block->text)));
        if (!drops)
            page->blocks[kept++] = *block;
    }
    page->count = kept;
}
