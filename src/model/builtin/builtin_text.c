/* Running text from passages: neighbouring passages stay together, and those of one source keep its order. */
#include "model/builtin/builtin.h"

#include <stdlib.h>

enum {
    PARAGRAPH_SENTENCES = 5, /* most that passages of one paragraph are joined to */
    JOINED_SENTENCES = 4,    /* most that a lone sentence is joined to */
    LONE_SENTENCES = 1,
    BLOCKS_PER_PASSAGE = 3 /* its text, code, a table */
};

/* A passage on its way into the text. */
struct text_piece {
    const struct builtin_passage *passage;
    size_t rank; /* of the best passage of its source */
};

static int in_reading_order(const void *left, const void *right)
{
    const struct text_piece *a = left, *b = right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return (a->passage->place > b->passage->place) - (a->passage->place < b->passage->place);
}

static struct text_piece *order_pieces(const struct builtin_passage *passages, size_t count, struct arena *arena)
{
    struct text_piece *pieces = ARENA_ARRAY(arena, count + 1, struct text_piece);
    if (!pieces)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (passages[first].source != passages[i].source)
            first++;
        pieces[i] = (struct text_piece){&passages[i], first};
    }
    qsort(pieces, count, sizeof *pieces, in_reading_order);
    return pieces;
}

static bool text_is_list(const struct builtin_passage *passage)
{
    return passage->count && passage->sentences[passage->count - 1].item > 0;
}

/* What stands behind a passage belongs to it, and nothing comes between. */
static bool is_closed(const struct builtin_passage *passage)
{
    return text_is_list(passage) || passage->code.len || passage->cell_count;
}

static bool describes_term(const struct builtin_passage *passage)
{
    return passage->count && passage->sentences[0].term.len;
}

/* Does `next` continue the paragraph that ends with `last` and has this many sentences? What describes a term begins a
 * paragraph, which only that description goes on with. */
static bool joins(const struct builtin_passage *last, const struct builtin_passage *next, size_t sentences)
{
    if (is_closed(last) || text_is_list(next) || last->source != next->source || describes_term(next))
        return false;
    if (describes_term(last) && last->paragraph != next->paragraph)
        return false;
    size_t together = sentences + next->count;
    if (last->paragraph == next->paragraph)
        return together <= PARAGRAPH_SENTENCES;
    bool is_lone = sentences <= LONE_SENTENCES || next->count <= LONE_SENTENCES;
    return is_lone && last->section == next->section && together <= JOINED_SENTENCES;
}

static void add_behind(const struct builtin_passage *passage, struct model_text *text)
{
    if (passage->code.len)
        text->blocks[text->count++] = (struct model_block){.kind = TEXT_CODE, .code = passage->code};
    if (passage->cell_count)
        text->blocks[text->count++] =
            (struct model_block){passage->cells, passage->cell_count, .kind = TEXT_TABLE, .columns = passage->columns};
}

static enum status compose(const struct text_piece *pieces, size_t count, struct arena *arena, struct model_text *text,
                           struct error *err)
{
    size_t total = 0, at = 0;
    for (size_t i = 0; i < count; i++)
        total += pieces[i].passage->count;
    struct model_sentence *sentences = ARENA_ARRAY(arena, total + 1, struct model_sentence);
    text->blocks = ARENA_ARRAY(arena, count * BLOCKS_PER_PASSAGE + 1, struct model_block);
    if (!sentences || !text->blocks)
        return error_memory(err);
    for (size_t i = 0; i < count; i++) {
        const struct builtin_passage *passage = pieces[i].passage;
        struct model_block *last = text->count ? &text->blocks[text->count - 1] : NULL;
        if (!i || !joins(pieces[i - 1].passage, passage, last->count)) {
            last = &text->blocks[text->count++];
            last->sentences = sentences + at;
            last->is_ordered = passage->is_ordered;
        }
        memcpy(sentences + at, passage->sentences, passage->count * sizeof *sentences);
        at += passage->count;
        last->count += passage->count;
        add_behind(passage, text);
    }
    return OK;
}

enum status builtin_text(const struct builtin_passage *passages, size_t count, struct arena *arena,
                         struct model_text *text, struct error *err)
{
    *text = (struct model_text){0};
    if (!count)
        return OK;
    struct text_piece *pieces = order_pieces(passages, count, arena);
    return pieces ? compose(pieces, count, arena, text, err) : error_memory(err);
}

enum status builtin_list(const struct model_sentence *sentences, size_t count, struct arena *arena,
                         struct model_text *text, struct error *err)
{
    struct model_sentence *items = ARENA_ARRAY(arena, count + 1, struct model_sentence);
    *text = (struct model_text){.blocks = ARENA_ARRAY(arena, 1, struct model_block)};
    if (!items || !text->blocks)
        return error_memory(err);
    for (size_t i = 0; i < count; i++) {
        items[i] = sentences[i];
        items[i].item = (int)i + 1;
    }
    text->blocks[0] = (struct model_block){items, count};
    text->count = count > 0;
    return OK;
}
