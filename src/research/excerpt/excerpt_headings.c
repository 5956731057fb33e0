#include "research/excerpt/excerpt_headings.h"

/* The heading without signs of a link to itself and colons at its end. */
static struct str heading_trim(struct str heading)
{
    static const char *const marks[] = {":", "#", "\xC2\xB6"};
    struct str text = str_trim(heading);
    for (size_t i = 0; i < COUNT_OF(marks);) {
        struct str mark = str_from(marks[i++]);
        if (!str_ends(text, mark))
            continue;
        text = str_trim((struct str){text.data, text.len - mark.len});
        i = 0;
    }
    return text;
}

/* The character at *at in lower case, typographic apostrophes as plain ones. */
static uint32_t next_folded(struct str text, size_t *at)
{
    uint32_t codepoint;
    *at += utf8_decode(text, *at, &codepoint);
    return codepoint == 0x2019 ? '\'' : unicode_to_lower(codepoint);
}

static bool same_heading(struct str heading, struct str lower)
{
    size_t i = 0, j = 0;
    while (i < heading.len && j < lower.len)
        if (next_folded(heading, &i) != next_folded(lower, &j))
            return false;
    return i == heading.len && j == lower.len;
}

static bool is_one_of(struct str heading, const char *const *headings)
{
    for (; *headings; headings++)
        if (same_heading(heading, str_from(*headings)))
            return true;
    return false;
}

/* The heading of any language: pages do not always say theirs. */
static bool leads_elsewhere(struct str heading)
{
    size_t count;
    const struct language *languages = language_list(&count);
    struct buf folded = {0};
    bool leads = false;
    text_fold(&folded, heading);
    for (size_t i = 0; i < count && !leads; i++)
        leads = languages[i].cues && languages[i].cues->elsewhere &&
                is_one_of(str_from(buf_text(&folded)), languages[i].cues->elsewhere);
    buf_free(&folded);
    return leads;
}

static bool is_letter(struct str heading)
{
    uint32_t codepoint;
    return heading.len && utf8_decode(heading, 0, &codepoint) == heading.len && unicode_is_letter(codepoint);
}

void heading_path_open(struct heading_path *path, const struct page *page)
{
    enum { REGISTER_LETTERS = 5 };
    size_t letters = 0;
    *path = (struct heading_path){0};
    for (size_t i = 0; i < page->count; i++)
        letters += page->blocks[i].kind == BLOCK_HEADING && is_letter(heading_trim(page->blocks[i].text));
    path->is_register = letters >= REGISTER_LETTERS;
}

static bool path_enter(struct heading_path *path, int level, struct str text)
{
    while (path->depth && path->headings[path->depth - 1].level >= level)
        path->depth--;
    if (path->depth == HEADING_DEPTH)
        path->depth--;
    path->headings[path->depth].level = level;
    path->headings[path->depth].text = text;
    path->headings[path->depth++].is_boilerplate = leads_elsewhere(text) || (path->is_register && is_letter(text));
    return true;
}

bool heading_path_enter(struct heading_path *path, const struct page *page, const struct block *heading,
                        const struct cues *cues)
{
    struct str text = heading_trim(heading->text);
    if (!text.len || is_one_of(text, cues->asides))
        return false;
    bool is_title = same_heading(text, heading_trim(str_from(page->title))) || heading->level == 1;
    if (!path->has_root && !path->depth && is_title) {
        path->has_root = true;
        return false;
    }
    return path_enter(path, heading->level, text);
}

char *heading_path_text(const struct heading_path *path, struct arena *arena, struct str term)
{
    struct buf text = {0};
    for (size_t i = 0; i < path->depth; i++)
        buf_printf(&text, "%s%.*s", i ? " > " : "", STR_ARG(path->headings[i].text));
    if (term.len)
        buf_printf(&text, "%s%.*s", text.len ? " > " : "", STR_ARG(term));
    char *copy = text.failed ? NULL : arena_copy(arena, buf_text(&text));
    buf_free(&text);
    return copy;
}

bool heading_path_is_boilerplate(const struct heading_path *path)
{
    for (size_t i = 0; i < path->depth; i++)
        if (path->headings[i].is_boilerplate)
            return true;
    return false;
}
