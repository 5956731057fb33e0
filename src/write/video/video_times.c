/* Times behind sentences: a reader may hear what is said there. */
#include "write/video/video.h"
#include "write/video/video_link.h"
#include "write/writing/document/document_sentences.h"

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

/* The segments that a sentence cites; `count` with room for 1 + ALSO_SOURCES. */
static size_t cited_segments(const struct writing *writing, const struct model_sentence *sentence, size_t *segments)
{
    size_t count = 0, most = film_of(writing)->count;
    if (sentence->source >= 0 && (size_t)sentence->source < most)
        segments[count++] = (size_t)sentence->source;
    for (size_t i = 0; count && i < ALSO_SOURCES && sentence->also[i]; i++)
        if ((size_t)sentence->also[i] <= most)
            segments[count++] = (size_t)sentence->also[i] - 1;
    return count;
}

/* The next sentence of the paragraph or item is of the same segments: their times stand behind it. */
static bool times_goes_on(const struct model_block *block, size_t place)
{
    const struct model_sentence *own = &block->sentences[place], *next = own + 1;
    return place + 1 < block->count && next->item == own->item && document_same_sources(own, next);
}

static void forget_sources(struct model_sentence *sentence)
{
    sentence->source = sentence->source >= 0 ? 0 : OWN_WORDS;
    memset(sentence->also, 0, sizeof sentence->also);
}

static enum status add_times(struct writing *writing, struct model_block *block)
{
    enum { MOST = 1 + ALSO_SOURCES };
    size_t count = 0, segments[MOST];
    struct model_sentence *list = ARENA_ARRAY(writing->arena, (1 + MOST) * block->count + 1, struct model_sentence);
    enum status status = list ? OK : error_memory(writing->err);
    for (size_t i = 0; i < block->count && !status; i++) {
        const struct model_sentence *sentence = &block->sentences[i];
        size_t cited = times_goes_on(block, i) ? 0 : cited_segments(writing, sentence, segments);
        list[count] = *sentence;
        forget_sources(&list[count++]);
        for (size_t k = 0; k < cited && !status; k++) {
            list[count] = (struct model_sentence){.source = OWN_WORDS, .id = -1, .item = sentence->item};
            status = put_time(writing, segments[k], &list[count++]);
        }
    }
    block->sentences = list;
    block->count = count;
    return status;
}

/* In tables the last cell of a row has the time of the first. */
static enum status add_row_times(struct writing *writing, struct model_block *block)
{
    enum status status = OK;
    for (size_t i = 0; i < block->count && !status; i++) {
        struct model_sentence *cell = &block->sentences[i];
        size_t segments[1 + ALSO_SOURCES], cited = cited_segments(writing, cell, segments);
        forget_sources(cell);
        if (cited && block->columns && (i + 1) % block->columns == 0 && !cell->link.length)
            status = put_time(writing, segments[0], cell);
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
