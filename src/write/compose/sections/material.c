/* What is left of a passage where the article says some of it already. */
#include "write/compose/sections/sections.h"

/* The cells of a table's rows, each a sentence of its own. */
static enum status read_rows(struct writing *writing, const struct passage *passage, struct builtin_passage *made)
{
    size_t cells = 0;
    for (size_t i = 0; i < passage->row_count; i++)
        for (size_t j = 0; j < passage->rows[i].spans.count; j++)
            cells += passage->rows[i].spans.list[j].kind == SPAN_CELL;
    made->cells = ARENA_ARRAY(writing->arena, cells + 1, struct model_sentence);
    if (!made->cells)
        return error_memory(writing->err);
    for (size_t i = 0; i < passage->row_count; i++)
        for (size_t j = 0; j < passage->rows[i].spans.count; j++) {
            const struct span *span = &passage->rows[i].spans.list[j];
            if (span->kind == SPAN_CELL)
                made->cells[made->cell_count++] =
                    (struct model_sentence){.text = {passage->rows[i].text.data + span->start, span->end - span->start},
                                            .source = made->source,
                                            .id = -1};
        }
    made->columns = cells / passage->row_count;
    if (made->columns * passage->row_count != cells)
        made->cell_count = 0; /* rows of different lengths are no table */
    return OK;
}

/* A list is whole or not there. What stands before the sentence that announces it may go. */
static size_t rest_of_list(const struct writing *writing, const struct passage *passage, size_t *kept)
{
    const struct source_sentence *sentences = &writing->corpus.sentences[passage->first];
    size_t from = 0, count = 0;
    while (from + 1 < passage->count && writing->used.flags[passage->first + from] && !sentences[from].item &&
           !sentences[from + 1].item && sentences[from + 1].stands_alone)
        from++;
    for (size_t i = from; i < passage->count; i++) {
        if (writing->used.flags[passage->first + i])
            return 0;
        kept[count++] = passage->first + i;
    }
    return count;
}

size_t compose_rest(const struct writing *writing, const struct passage *passage, size_t *kept)
{
    bool is_gap = false;
    size_t count = 0;
    if (passage->is_list)
        return rest_of_list(writing, passage, kept);
    for (size_t i = passage->first; i < passage->first + passage->count; i++) {
        is_gap = writing->used.flags[i] || (is_gap && !writing->corpus.sentences[i].stands_alone);
        if (!is_gap)
            kept[count++] = i;
    }
    return count;
}

struct builtin_passage compose_passage(struct writing *writing, const struct passage *passage)
{
    size_t *kept = ARENA_ARRAY(writing->arena, passage->count + 1, size_t);
    size_t count = kept ? compose_rest(writing, passage, kept) : 0;
    struct builtin_passage made = {.source = (int)passage->page,
                                   .section = passage->section,
                                   .place = passage->first,
                                   .paragraph = passage->block,
                                   .is_ordered = passage->is_ordered,
                                   .count = count};
    made.sentences = kept ? ARENA_ARRAY(writing->arena, count + 1, struct model_sentence) : NULL;
    for (size_t i = 0; made.sentences && i < count; i++) {
        const struct source_sentence *sentence = &writing->corpus.sentences[kept[i]];
        made.sentences[i] = (struct model_sentence){.text = sentence->text,
                                                    .source = made.source,
                                                    .id = (long)kept[i],
                                                    .item = sentence->item,
                                                    .term = sentence->term,
                                                    .spans = sentence->spans,
                                                    .code = sentence->code};
    }
    if (!count || kept[count - 1] + 1 != passage->first + passage->count)
        return made; /* what stands behind belongs to the last sentence */
    made.code = passage->code;
    if (made.sentences && passage->row_count && read_rows(writing, passage, &made))
        made.sentences = NULL;
    return made;
}

bool compose_says(const struct writing *writing, size_t sentence)
{
    const struct source_sentence *list = writing->corpus.sentences;
    if (writing->used.flags[sentence])
        return true;
    for (size_t i = 0; i < writing->used.count; i++)
        if (shingles_overlap(&list[sentence].shingles, &list[writing->used.list[i]].shingles, SENTENCE_SAID))
            return true;
    return false;
}

bool compose_is_said(const struct writing *writing, const struct passage *passage)
{
    for (size_t i = 0; i < passage->count; i++)
        if (compose_says(writing, passage->first + i))
            return true;
    return false;
}
