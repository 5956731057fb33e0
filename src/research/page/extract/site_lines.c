#include "research/page/extract/site_lines.h"

enum {
    LONGEST_LINE = 48,   /* bytes, of a line that is one as a whole */
    LONGEST_BEGUN = 320, /* bytes: two sentences; what is longer is text about it */
};

/* Whole lines, without signs at their ends; "#" stands for a number. */
static const char *const lines[] = {
#include "research/page/extract/site_lines_whole.inc"
};

/* How lines begin that say what the site earns by the page, or where it files it. */
static const char *const beginnings[] = {
#include "research/page/extract/site_lines_beginnings.inc"
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
