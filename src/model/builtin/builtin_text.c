/* Running text from passages: neighbouring passages stay together, and those of one source keep its order. */
#include "model/builtin/builtin.h"
#include "model/builtin/letters.h"

#include <stdlib.h>

enum {
    PARAGRAPH_SENTENCES = 5, /* most that passages of one paragraph are joined to */
    JOINED_SENTENCES = 4,    /* most that a lone sentence is joined to */
    LONE_SENTENCES = 1,
    LEAD_BLOCKS = 2, /* paragraphs of an introduction */
    CLOSING_BLOCKS = 1,
    CLOSING_SENTENCES = 3 /* the writer's own, and two of a source */
};

/* A passage on its way into the text. */
struct piece {
    const struct builtin_passage *passage;
    size_t rank; /* of the best passage of its source */
};

static int in_reading_order(const void *left, const void *right)
{
    const struct piece *a = left, *b = right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return (a->passage->place > b->passage->place) - (a->passage->place < b->passage->place);
}

static struct piece *order_pieces(const struct builtin_text_request *request, struct arena *arena)
{
    struct piece *pieces = ARENA_ARRAY(arena, request->count + 1, struct piece);
    if (!pieces)
        return NULL;
    for (size_t i = 0; i < request->count; i++) {
        size_t first = 0;
        while (request->passages[first].source != request->passages[i].source)
            first++;
        pieces[i] = (struct piece){&request->passages[i], first};
    }
    qsort(pieces, request->count, sizeof *pieces, in_reading_order);
    return pieces;
}

static bool is_list(const struct builtin_passage *passage)
{
    return passage->count && passage->sentences[passage->count - 1].item > 0;
}

/* Does `next` continue the paragraph that ends with `last` and has this many sentences? */
static bool joins(const struct builtin_passage *last, const struct builtin_passage *next, size_t sentences)
{
    if (is_list(last) || is_list(next) || last->source != next->source)
        return false;
    size_t together = sentences + next->count;
    if (last->paragraph == next->paragraph)
        return together <= PARAGRAPH_SENTENCES;
    bool is_lone = sentences <= LONE_SENTENCES || next->count <= LONE_SENTENCES;
    return is_lone && last->section == next->section && together <= JOINED_SENTENCES;
}

/* Blocks from pieces; `opening`, when not NULL, begins the first one. */
static enum status compose(const struct piece *pieces, size_t count, const struct model_sentence *opening,
                           struct arena *arena, struct model_text *text, struct error *err)
{
    size_t total = opening ? 1 : 0, at = 0;
    for (size_t i = 0; i < count; i++)
        total += pieces[i].passage->count;
    struct model_sentence *sentences = ARENA_ARRAY(arena, total + 1, struct model_sentence);
    text->blocks = ARENA_ARRAY(arena, count + 1, struct model_block);
    if (!sentences || !text->blocks)
        return error_memory(err);
    if (opening) {
        sentences[at++] = *opening;
        text->blocks[text->count++] = (struct model_block){sentences, 1};
    }
    for (size_t i = 0; i < count; i++) {
        const struct builtin_passage *passage = pieces[i].passage;
        struct model_block *last = text->count ? &text->blocks[text->count - 1] : NULL;
        bool goes_on = i == 0 ? opening && !is_list(passage) : joins(pieces[i - 1].passage, passage, last->count);
        if (!goes_on) {
            last = &text->blocks[text->count++];
            last->sentences = sentences + at;
        }
        memcpy(sentences + at, passage->sentences, passage->count * sizeof *sentences);
        at += passage->count;
        last->count += passage->count;
    }
    return OK;
}

static bool is_explanation(const struct builtin_brief *brief, const struct phrases *phrases, struct arena *arena)
{
    struct word *words;
    size_t count;
    if (words_split(arena, brief->keyword, brief->language, &words, &count, NULL) || !count)
        return false;
    return word_list_has(phrases->question_words, words[0].folded);
}

static const char *opening_of(const struct builtin_brief *brief, const struct phrases *phrases, struct arena *arena)
{
    if (brief->is_list)
        return phrases->list[brief->point_of_view];
    return is_explanation(brief, phrases, arena) ? phrases->explanation[brief->point_of_view][0]
                                                 : phrases->introduction[brief->point_of_view][0];
}

static enum status write_framed(const struct builtin_brief *brief, const struct builtin_text_request *request,
                                struct arena *arena, struct model_text *text, struct error *err)
{
    const struct phrases *phrases;
    enum status status = phrases_for(brief->language, &phrases, err);
    if (status)
        return status;
    const char *template = phrases->conclusion[brief->point_of_view][0];
    if (request->part == PART_INTRODUCTION)
        template = opening_of(brief, phrases, arena);
    struct str keyword = brief->keyword_phrase.len ? brief->keyword_phrase : brief->keyword;
    struct model_sentence opening = {.source = OWN_WORDS, .id = -1};
    status = phrases_fill(template, keyword, arena, &opening.text, NULL, err);
    struct piece *pieces = order_pieces(request, arena);
    if (status || !pieces)
        return status ? status : error_memory(err);
    status = compose(pieces, request->count, &opening, arena, text, err);
    if (request->part == PART_CONCLUSION && text->count && text->blocks[0].count > CLOSING_SENTENCES)
        text->blocks[0].count = CLOSING_SENTENCES;
    size_t most = request->part == PART_CONCLUSION ? CLOSING_BLOCKS : LEAD_BLOCKS;
    if (text->count > most)
        text->count = most;
    return status;
}

/* One item from the first sentence of each passage. */
static enum status write_takeaways(const struct builtin_text_request *request, struct arena *arena,
                                   struct model_text *text, struct error *err)
{
    struct model_sentence *items = ARENA_ARRAY(arena, request->count + 1, struct model_sentence);
    text->blocks = ARENA_ARRAY(arena, 1, struct model_block);
    if (!items || !text->blocks)
        return error_memory(err);
    for (size_t i = 0; i < request->count; i++) {
        items[i] = request->passages[i].sentences[0];
        items[i].item = (int)i + 1;
    }
    text->blocks[0] = (struct model_block){items, request->count};
    text->count = 1;
    return OK;
}

enum status builtin_text(const struct builtin_brief *brief, const struct builtin_text_request *request,
                         struct arena *arena, struct model_text *text, struct error *err)
{
    *text = (struct model_text){0};
    if (request->part == PART_INTRODUCTION)
        return write_framed(brief, request, arena, text, err);
    if (!request->count)
        return OK;
    if (request->part == PART_CONCLUSION)
        return write_framed(brief, request, arena, text, err);
    if (request->part == PART_TAKEAWAYS)
        return write_takeaways(request, arena, text, err);
    struct piece *pieces = order_pieces(request, arena);
    return pieces ? compose(pieces, request->count, NULL, arena, text, err) : error_memory(err);
}
