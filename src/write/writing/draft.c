#include "write/writing/draft.h"

struct draft_part *draft_find(const struct draft *draft, enum article_part kind)
{
    static struct draft_part nothing; /* has no parts, and nobody writes to it */
    for (size_t i = 0; i < draft->count; i++)
        if (draft->parts[i].kind == kind)
            return &draft->parts[i];
    return &nothing;
}

bool draft_has_text(const struct draft_part *part, size_t heading)
{
    if (part->headings[heading].text.count)
        return true;
    for (size_t i = heading + 1; i < part->count && part->headings[i].level > part->headings[heading].level; i++)
        if (part->headings[i].text.count)
            return true;
    return false;
}

enum status draft_headings(struct writing *writing, const struct article_plan *plan, struct draft_part *part)
{
    part->headings = ARENA_ARRAY(writing->arena, plan->count + 1, struct drafted);
    if (!part->headings)
        return error_memory(writing->err);
    part->count = plan->count;
    for (size_t i = 0; i < plan->count; i++)
        part->headings[i] = (struct drafted){
            .title = plan->headings[i].title, .level = plan->headings[i].level, .role = plan->headings[i].role};
    return OK;
}

struct str draft_plain(struct arena *arena, const struct model_text *text)
{
    struct buf plain = {0};
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            const struct model_block *block = &text->blocks[i];
            bool is_cell = block->kind == TEXT_TABLE && block->columns;
            if (plain.len && (is_cell || !sentence_needs_no_blank((struct str){plain.data, plain.len})))
                buf_str(&plain, !is_cell ? " " : j % block->columns ? " | " : "\n");
            if (block->sentences[j].term.len)
                buf_printf(&plain, "%.*s: ", STR_ARG(block->sentences[j].term));
            buf_add(&plain, text->blocks[i].sentences[j].text.data, text->blocks[i].sentences[j].text.len);
        }
    char *copy = plain.failed ? NULL : arena_copy_n(arena, buf_text(&plain), plain.len);
    size_t length = plain.len;
    buf_free(&plain);
    return (struct str){copy, length};
}
