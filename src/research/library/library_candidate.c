#include "research/library/library_candidate.h"

#include "research/library/library_entry.h"

static size_t number_in(struct str text)
{
    size_t number = 0;
    for (size_t i = 0; i < text.len && ascii_is_digit(text.data[i]); i++)
        number = number * 10 + (size_t)(text.data[i] - '0');
    return number;
}

static size_t count_lines(const char *text)
{
    size_t count = 1;
    for (; *text; text++)
        count += *text == '\n' || *text == LIBRARY_SECTION_END;
    return count;
}

/* A line of the outline without depth, words and mark. */
static bool read_heading(struct str line, struct block *block)
{
    struct str depth, words, says_nothing;
    if (!str_split(&line, '\t', &depth) || !str_split(&line, '\t', &words) || !str_split(&line, '\t', &says_nothing))
        return false;
    *block = (struct block){BLOCK_HEADING, (int)number_in(depth) + 1, {line.data ? line.data : "", line.len}};
    return true;
}

static void candidate_add_sentences(struct page *page, struct str part)
{
    struct str line;
    while (str_split(&part, '\n', &line))
        if (line.len)
            page->blocks[page->count++] = (struct block){.kind = BLOCK_PARAGRAPH, .text = line};
}

enum status library_candidate_page(struct arena *arena, const struct library_candidate *one,
                                   const struct language *language, struct page *page, struct error *err)
{
    struct str outline = str_from(one->outline), body = str_from(one->body), line, part;
    *page = (struct page){.url = one->url, .title = "", .language = language};
    page->blocks = ARENA_ARRAY(arena, count_lines(one->outline) + count_lines(one->body), struct block);
    if (!page->blocks)
        return error_memory(err);
    for (bool is_title = true; str_split(&outline, '\n', &line);) {
        struct block heading;
        if (!line.len)
            continue;
        if (!read_heading(line, &heading))
            return error_set(err, E_CORRUPT, NULL, "an outline in the index is damaged");
        if (!is_title)
            page->blocks[page->count++] = heading;
        else if (!(page->title = arena_copy_n(arena, heading.text.data, heading.text.len)))
            return error_memory(err);
        is_title = false;
        if (str_split(&body, LIBRARY_SECTION_END, &part))
            candidate_add_sentences(page, part);
    }
    return OK;
}
