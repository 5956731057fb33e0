/*
 * Prints what the reader of pages takes for the main text of HTML files, for `make extraction-report`.
 *
 *   main_text < names
 *
 * Of each file named on a line of the standard input, compressed with gzip or not: a line with the number of bytes of
 * its text, and the text, a block on a line. The headline is left out of it. A file
 * that cannot be read ends the program.
 */
#include "research/page/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

static bool read_file(const char *name, struct buf *out)
{
    char piece[64 * 1024];
    int length;
    gzFile file = gzopen(name, "rb");
    if (!file)
        return false;
    while ((length = gzread(file, piece, sizeof piece)) > 0)
        buf_add(out, piece, (size_t)length);
    return gzclose(file) == Z_OK && length == 0 && !out->failed;
}

/* The headline: the headings before all text, and any heading that repeats the title. */
static bool is_headline(const struct page *page, size_t at)
{
    const struct block *block = &page->blocks[at];
    if (block->kind != BLOCK_HEADING)
        return false;
    bool is_first = true;
    for (size_t i = 0; i < at && is_first; i++)
        is_first = page->blocks[i].kind == BLOCK_HEADING;
    return (is_first && block->level == 1) || str_ieq(block->text, str_from(page->title));
}

static void add_text(const struct page *page, struct buf *out)
{
    for (size_t i = 0; i < page->count; i++) {
        if (is_headline(page, i))
            continue;
        buf_add(out, page->blocks[i].text.data, page->blocks[i].text.len);
        buf_char(out, '\n');
    }
}

/* What is wrong, or NULL. */
static const char *print_text(struct arena *arena, const char *name)
{
    struct buf html = {0}, text = {0};
    struct page page;
    struct error err = {0};
    const char *fault = NULL;
    if (!read_file(name, &html))
        fault = "it cannot be read";
    else if (page_read(arena, (struct str){buf_text(&html), html.len}, PAGE_HTML, "", name, &page, &err))
        fault = err.message;
    else
        add_text(&page, &text);
    if (!fault)
        printf("%zu\n%s", text.len, buf_text(&text));
    buf_free(&html);
    buf_free(&text);
    return fault;
}

int main(void)
{
    char name[4096];
    while (fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = '\0';
        struct arena *arena = arena_new();
        const char *fault = arena ? print_text(arena, name) : "no memory is left";
        if (fault)
            fprintf(stderr, "main_text: %s: %s\n", name, fault);
        arena_free(arena);
        if (fault)
            return 1;
    }
    return 0;
}
