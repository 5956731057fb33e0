/* The section about the brand: its own sentences, which no source says. */
#include "write/compose/compose.h"
#include "write/writing/brand.h"

enum { MOST_WORDS = 140, PARAGRAPH = 4 };

static enum status write_sentences(struct writing *writing, const struct str *list, size_t count,
                                   struct model_sentence *sentences, size_t *written)
{
    size_t words = 0;
    bool is_named = false;
    *written = 0;
    for (size_t i = 0; i < count; i++)
        is_named |= brand_find(writing, list[i], 0) < list[i].len;
    for (size_t i = 0; i < count && words < MOST_WORDS; i++) {
        /* The heading says whose words these are; where no sentence does, the first is put so. */
        struct str text = i == 0 && !is_named ? brand_attributed(writing, list[i]) : list[i];
        if (!text.data)
            return error_memory(writing->err);
        sentences[(*written)++] = (struct model_sentence){.text = text, .source = OWN_WORDS, .id = -1};
        words += words_count(text);
    }
    return OK;
}

enum status compose_brand(struct composer *composer, struct drafted *drafted)
{
    struct writing *writing = composer->writing;
    struct str *list;
    size_t count, written;
    enum status status = brand_sentences(writing, &list, &count);
    if (status || !count)
        return status;
    struct model_sentence *sentences = ARENA_ARRAY(writing->arena, count, struct model_sentence);
    struct model_block *blocks = ARENA_ARRAY(writing->arena, count / PARAGRAPH + 1, struct model_block);
    if (!sentences || !blocks)
        return error_memory(writing->err);
    status = write_sentences(writing, list, count, sentences, &written);
    drafted->text = (struct model_text){.blocks = blocks};
    for (size_t i = 0; i < written && !status; i += PARAGRAPH)
        blocks[drafted->text.count++] = (struct model_block){
            .sentences = sentences + i, .count = written - i < PARAGRAPH ? written - i : PARAGRAPH};
    return status;
}
