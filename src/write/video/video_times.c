/* Times behind sentences: a reader may hear what is said there. */
#include "write/video/video.h"
#include "write/video/video_link.h"

enum { NEAR = 1 }; /* segments: what is said so soon after needs no time of its own */

/* Adds the time to the sentence's text, and the link on it. */
static enum status put_time(struct writing *writing, size_t segment, struct model_sentence *sentence)
{
    const struct film *film = film_of(writing);
    struct buf out = {0};
    buf_printf(&out, "%.*s%s(", STR_ARG(sentence->text), sentence->text.len ? " " : "");
    size_t start = out.len;
    video_time_add(&out, film->segments[segment].start_ms);
    size_t length = out.len - start;
    buf_char(&out, ')');
    sentence->text = writing_keep(writing, &out);
    struct str link = video_link_at(writing->arena, film->url, film->segments[segment].start_ms);
    if (!sentence->text.data || !link.data)
        return error_memory(writing->err);
    if (link.len)
        sentence->link = (struct model_link){link, start, length};
    return OK;
}

static enum status make_time(struct writing *writing, const struct model_sentence *behind, size_t segment,
                             struct model_sentence *made)
{
    *made = (struct model_sentence){.text = STR(""), .source = OWN_WORDS, .id = -1, .item = behind->item};
    return put_time(writing, segment, made);
}

/* Does a time stand behind the sentence: is it the last of its paragraph or item, or the last on its part of the film?
 */
static bool ends_run(const struct model_block *block, size_t place, size_t from)
{
    if (place + 1 == block->count || block->sentences[place + 1].item != block->sentences[place].item)
        return true;
    int next = block->sentences[place + 1].source;
    return next >= 0 && ((size_t)next > from + NEAR || (size_t)next < from);
}

static enum status add_times(struct writing *writing, struct model_block *block)
{
    size_t segments = film_of(writing)->count, count = 0, from = segments;
    struct model_sentence *list = ARENA_ARRAY(writing->arena, 3 * block->count + 1, struct model_sentence);
    enum status status = list ? OK : error_memory(writing->err);
    for (size_t i = 0; i < block->count && !status; i++) {
        struct model_sentence *sentence = &block->sentences[i];
        bool has_segment = sentence->source >= 0 && (size_t)sentence->source < segments;
        size_t segment = has_segment ? (size_t)sentence->source : from;
        list[count] = *sentence;
        list[count].also = 0;
        list[count++].source = has_segment ? 0 : OWN_WORDS;
        from = from == segments ? segment : from;
        if (segment == segments || !ends_run(block, i, from))
            continue;
        status = make_time(writing, sentence, from, &list[count++]);
        from = segments;
        size_t also = sentence->also ? (size_t)sentence->also - 1 : segment;
        bool is_apart = also > segment + NEAR || also + NEAR < segment;
        if (!status && is_apart && also < segments)
            status = make_time(writing, sentence, also, &list[count++]);
    }
    block->sentences = list;
    block->count = count;
    return status;
}

/* In tables the last cell of a row has the time. */
static enum status add_row_times(struct writing *writing, struct model_block *block)
{
    size_t segments = film_of(writing)->count;
    enum status status = OK;
    for (size_t i = 0; i < block->count && !status; i++) {
        struct model_sentence *cell = &block->sentences[i];
        size_t segment = cell->source >= 0 ? (size_t)cell->source : segments;
        cell->source = cell->source >= 0 ? 0 : OWN_WORDS;
        cell->also = 0;
        if (segment < segments && block->columns && (i + 1) % block->columns == 0 && !cell->link.length)
            status = put_time(writing, segment, cell);
    }
    return status;
}

enum status video_times(struct writing *writing, struct model_text *text)
{
    enum status status = OK;
    for (size_t i = 0; i < text->count && !status; i++) {
        struct model_block *block = &text->blocks[i];
        status = block->kind == TEXT_RUNNING ? add_times(writing, block) : add_row_times(writing, block);
    }
    return status;
}
