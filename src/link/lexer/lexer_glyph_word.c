#include "link/lexer/lexer_glyph.h"

#include "text/word_forms.h"

#include <string.h>

_Static_assert(sizeof(struct lexeme) == 32, "two lexemes to a cache line");

/* Up to eight bytes, zeros behind them. */
static uint64_t load_bytes(const char *data, size_t length)
{
    uint64_t bytes = 0;
    memcpy(&bytes, data, length);
    return bytes;
}

uint64_t word_hash(struct str folded)
{
    uint64_t hash = HASH_SEED;
    size_t at = 0;
    for (; folded.len - at >= 8; at += 8)
        hash = hash_step(hash, load_bytes(folded.data + at, 8));
    if (at < folded.len)
        hash = hash_step(hash, load_bytes(folded.data + at, folded.len - at));
    return hash_finish(hash, folded.len);
}

/* --- folded form --- */

struct str fold_text(struct str text, bool references, struct buf *out, struct buf *room)
{
    struct buf decoded = {0};
    if (references && text.len > 1 && memchr(text.data, '&', text.len)) {
        html_decode(&decoded, text, false);
        text = (struct str){buf_text(&decoded), decoded.len};
    }
    buf_clear(out);
    if (text.len <= LONGEST_FOLDED || str_is_ascii(text))
        word_fold(out, room, text, NULL);
    else
        buf_add(out, text.data, text.len);
    out->failed |= decoded.failed || room->failed;
    buf_free(&decoded);
    return (struct str){buf_text(out), out->len};
}

struct str lexeme_fold(const struct lexed *lexed, const struct lexeme *lexeme, struct buf *out, struct buf *room)
{
    struct str text = {lexed->content.data + lexeme->start, lexeme->end - lexeme->start};
    return fold_text(text, lexeme->marks & MARK_REFERENCE, out, room);
}

struct str lexer_tag_name(const struct lexed *lexed, const struct lexer_tag *tag)
{
    return (struct str){lexed->content.data + tag->start + 1 + tag->closes, tag->name_length};
}
