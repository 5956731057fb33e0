/* Headings of the sources as headings of the article. */
#include "write/compose/compose.h"

/* How the sources write what their headings say. */
static enum status count_cases(struct writing *writing)
{
    enum { MOST_TEXT = 1024 * 1024 };
    const struct corpus *corpus = &writing->corpus;
    size_t bytes = 0;
    enum status status = OK;
    if (writing->cases || strcmp(writing->brief.language->tag, "en") != 0)
        return OK;
    struct cases *cases = ARENA_NEW(writing->arena, struct cases);
    if (!cases)
        return error_memory(writing->err);
    cases_init(cases, writing->arena);
    for (size_t i = 0; i < corpus->section_count && !status; i++)
        status = cases_know(cases, corpus->sections[i].title, writing->err);
    for (size_t i = 0; i < corpus->passage_count && !status; i++) {
        struct str text = corpus->sentences[corpus->passages[i].first].text;
        status = cases_know(cases, (struct str){text.data, str_find(text, STR(" "), 0)}, writing->err);
    }
    for (size_t i = 0; i < corpus->page_count && !status; i++)
        for (size_t j = 0; j < corpus->pages[i].count && bytes < MOST_TEXT; j++) {
            const struct block *block = &corpus->pages[i].blocks[j];
            if (block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_LIST_ITEM)
                continue;
            cases_count(cases, block->text);
            bytes += block->text.len;
        }
    writing->cases = cases;
    return status;
}

/* Bytes of a mark for code at the start: "`", ":class:`"; 0: there is none. */
static size_t code_mark(struct str text)
{
    size_t at = 0;
    if (str_starts(text, STR(":")))
        for (at = 1; at < text.len && (ascii_is_alnum(text.data[at]) || text.data[at] == ':'); at++)
            ;
    size_t role = at > 2 && text.data[at - 1] == ':' ? at : 0;
    at = role;
    while (at < text.len && text.data[at] == '`')
        at++;
    return at > role ? at : 0;
}

/* "The :class:`list` type" as readers see it: "The list type"; a row of hyphens is a dash. data NULL: no memory. */
static struct str without_marks(struct writing *writing, struct str heading)
{
    struct buf out = {0};
    for (size_t at = 0, length; at < heading.len; at += length) {
        struct str rest = {heading.data + at, heading.len - at};
        length = code_mark(rest);
        if (length)
            continue;
        if (str_starts(rest, STR(" --- "))) {
            buf_str(&out, " — ");
            length = 5;
            continue;
        }
        buf_char(&out, rest.data[0]);
        length = 1;
    }
    return writing_keep(writing, &out);
}

enum status compose_clean_heading(struct writing *writing, struct str heading, struct str *clean)
{
    enum status status = count_cases(writing);
    *clean = heading_for_readers(heading, writing->brief.keyword);
    *clean = without_marks(writing, *clean);
    if (!clean->data)
        return error_memory(writing->err);
    if (status || !writing->cases)
        return status;
    *clean = cases_sentence(writing->cases, *clean, true);
    return clean->data ? OK : error_memory(writing->err);
}
