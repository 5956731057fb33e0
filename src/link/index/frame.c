#include "link/index/index.h"

bool frame_has(const uint32_t *keys, size_t count, uint32_t key)
{
    size_t first = search_first(keys, count, sizeof *keys, 0, key);
    return first < count && keys[first] == key;
}

/* Headings and code are no part of a text: they are the same on pages that say different things. */
uint32_t frame_text(const struct lexed *lexed, const struct frame_block *block)
{
    uint64_t hash = 0;
    for (size_t i = block->first; i < block->last; i++) {
        const struct lexeme *lexeme = &lexed->lexemes[i];
        if (!(lexeme->blocked & ~BLOCK_ANCHOR) && !lexed_is_hyphen(lexed, i))
            hash = index_hash_edge((uint32_t)(hash ^ hash >> 32), (uint32_t)lexeme->hash) + 1;
    }
    return hash ? 1 + (uint32_t)(hash >> 32) % (FRAME_TEXTS - 1) : 0;
}

bool frame_next(const struct lexed *lexed, struct frame_block *block)
{
    size_t first = block->last, last = first + 1;
    if (first >= lexed->count)
        return false;
    while (last < lexed->count && !(lexed->lexemes[last].marks & MARK_STARTS_BLOCK))
        last++;
    *block = (struct frame_block){first, last, lexed->places ? lexed->places[lexed->lexemes[first].paragraph] : 0};
    return true;
}

static bool has_frame(const struct link_index *index, uint32_t place, enum frame_kind kind)
{
    return place && frame_has(index->frame, index_count(index, SECTION_FRAME), frame_key(place, kind));
}

size_t frame_close(const struct link_index *index, struct lexed *lexed)
{
    size_t words = 0;
    struct frame_block block = {0};
    while (index_count(index, SECTION_FRAME) && frame_next(lexed, &block)) {
        if (!has_frame(index, block.place, FRAME_PLACE))
            continue;
        for (size_t i = block.first; i < block.last; i++) {
            lexed->lexemes[i].blocked |= BLOCK_FRAME;
            words += lexed->lexemes[i].kind != LEXEME_SIGN;
        }
    }
    return words;
}

bool frame_is_list(const struct link_index *index, const struct lexed *lexed, size_t lexeme)
{
    return lexed->places && has_frame(index, lexed->places[lexed->lexemes[lexeme].paragraph], FRAME_LIST);
}
