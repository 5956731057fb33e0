/* Times behind sentences: a reader may hear what is said there. */
#include "write/video/video.h"
#include "write/video/video_link.h"

enum { NEAR = 1 }; /* segments: what is said so soon after needs no time of its own */

static enum status make_time(struct writing *writing, const struct model_sentence *behind, size_t segment,
                             struct model_sentence *made)
{
    const struct film *film = film_of(writing);
    struct buf out = {0};
    buf_char(&out, '(');
    video_time_add(&out, film->segments[segment].start_ms);
    buf_char(&out, ')');
    struct str text = writing_keep(writing, &out);
    struct str link = video_link_at(writing->arena, film->url, film->segments[segment].start_ms);
    if (!text.data || !link.data)
        return error_memory(writing->err);
    *made = (struct model_sentence){.text = text, .source = OWN_WORDS, .id = -1, .item = behind->item};
    if (link.len)
        made->link = (struct model_link){link, 1, text.len - 2};
    return OK;
}

/* Does a time stand behind the sentence: is it the last of its paragraph or item, or the last on its part of the film?
 */
static bool ends_run(const struct model_block *block, size_t place, size_t segment)
{
    if (place + 1 == block->count || block->sentences[place + 1].item != block->sentences[place].item)
        return true;
    int next = block->sentences[place + 1].source;
    return next >= 0 && ((size_t)next > segment + NEAR || (size_t)next < segment);
}

static enum status add_times(struct writing *writing, struct model_block *block)
{
    size_t segments = film_of(writing)->count, count = 0, from = segments;
    struct model_sentence *list = ARENA_ARRAY(writing->arena, 2 * block->count + 1, struct model_sentence);
    enum status status = list ? OK : error_memory(writing->err);
    for (size_t i = 0; i < block->count && !status; i++) {
        struct model_sentence *sentence = &block->sentences[i];
        bool has_segment = sentence->source >= 0 && (size_t)sentence->source < segments;
        size_t segment = has_segment ? (size_t)sentence->source : from;
        list[count] = *sentence;
        list[count].also = 0;
        list[count++].source = has_segment ? 0 : OWN_WORDS;
        from = from == segments ? segment : from;
        if (segment == segments || !ends_run(block, i, segment))
            continue;
        status = make_time(writing, sentence, from, &list[count++]);
        from = segments;
    }
    block->sentences = list;
    block->count = count;
    return status;
}

enum status video_times(struct writing *writing, struct model_text *text)
{
    enum status status = OK;
    for (size_t i = 0; i < text->count && !status; i++) {
        struct model_block *block = &text->blocks[i];
        if (block->kind == TEXT_RUNNING)
            status = add_times(writing, block);
        for (size_t j = 0; j < block->count && block->kind != TEXT_RUNNING; j++)
            block->sentences[j].source = block->sentences[j].source >= 0 ? 0 : OWN_WORDS;
    }
    return status;
}
