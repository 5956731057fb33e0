/* Sections that say next to nothing. */
#include "write/compose/sections/sections.h"

enum {
    LEAST_WORDS = 40,   /* of a section with all that is inside it */
    LEAST_SENTENCES = 2 /* of one without a list, a listing or a table */
};

static size_t thin_words_of(const struct model_text *text)
{
    size_t words = 0;
    for (size_t i = 0; i < text->count; i++) {
        words += text->blocks[i].kind == TEXT_RUNNING ? 0 : LEAST_WORDS; /* code or a table is enough */
        for (size_t j = 0; j < text->blocks[i].count; j++)
            words += words_count(text->blocks[i].sentences[j].text);
    }
    return words;
}

static size_t sentences_of(const struct model_text *text)
{
    size_t sentences = 0;
    for (size_t i = 0; i < text->count; i++)
        sentences += text->blocks[i].count;
    return sentences;
}

/* A sentence or two that show and list nothing are no section. */
static bool is_thin(const struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++) {
        const struct model_block *block = &text->blocks[i];
        if (block->kind != TEXT_RUNNING || (block->count && block->sentences[block->count - 1].item))
            return false;
    }
    return sentences_of(text) < LEAST_SENTENCES || thin_words_of(text) < LEAST_WORDS;
}

static enum status thin_append(struct writing *writing, const struct model_text *from, struct model_text *to)
{
    struct model_block *blocks = ARENA_ARRAY(writing->arena, to->count + from->count + 1, struct model_block);
    if (!blocks)
        return error_memory(writing->err);
    if (to->count)
        memcpy(blocks, to->blocks, to->count * sizeof *blocks);
    memcpy(blocks + to->count, from->blocks, from->count * sizeof *blocks);
    *to = (struct model_text){blocks, to->count + from->count};
    return OK;
}

/* Where one heading inside has all the text, it says the same as the one above it, which gets its text. */
static void raise_only(struct draft_part *part, size_t first, size_t end)
{
    size_t with_text = 0, only = first;
    for (size_t i = first; i < end; i++) {
        with_text += part->headings[i].text.count > 0;
        only = part->headings[i].text.count ? i : only;
    }
    if (with_text != 1 || only == first)
        return;
    part->headings[first].text = part->headings[only].text;
    part->headings[only].text = (struct model_text){0};
}

enum status thin_out(struct writing *writing, const struct article_plan *plan, struct draft_part *part, size_t first)
{
    size_t end = plan_section_end(plan, first);
    struct model_text *above = &part->headings[first].text;
    bool has_inside = false;
    enum status status = OK;
    for (size_t i = first + 1; i < end && !status; i++) {
        struct model_text *text = &part->headings[i].text;
        has_inside |= text->count && !is_thin(text);
        if (!text->count || !is_thin(text))
            continue;
        status = thin_append(writing, text, above);
        *text = (struct model_text){0};
    }
    raise_only(part, first, end);
    if (!has_inside && above->count && is_thin(above))
        *above = (struct model_text){0};
    return status;
}

static bool stands(const struct drafted *drafted)
{
    return drafted->role != ROLE_SECTION || (drafted->text.count && !is_thin(&drafted->text));
}

bool thin_stays(struct writing *writing, const struct article_plan *plan, const struct draft_part *part)
{
    size_t least, most, left = 0;
    plan_bounds(writing->config, &least, &most);
    for (size_t first = 0, end; first < part->count; first = end) {
        bool any = false;
        end = plan_section_end(plan, first);
        for (size_t i = first; i < end; i++)
            any |= stands(&part->headings[i]);
        left += any;
    }
    return !left || left < least;
}
