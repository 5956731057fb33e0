#include "link/lexer/lexeme.h"

#include "text/html/html.h"
#include "text/word_forms.h"

#include <string.h>

/* --- hash --- */

/*
 * Eight bytes a step: each is multiplied apart from the state, so that only one multiplication of the state waits for
 * the one before. The constants and the finalizer are those of SplitMix64 (Steele, Lea, Flood: Fast Splittable
 * Pseudorandom Number Generators, 2014). Words of up to eight bytes cannot collide with others of their length.
 */
#define HASH_SEED 0x9e3779b97f4a7c15u
#define HASH_STEP 0xbf58476d1ce4e5b9u
#define HASH_LAST 0x94d049bb133111ebu

static uint64_t hash_step(uint64_t hash, uint64_t bytes)
{
    bytes *= HASH_LAST;
    bytes ^= bytes >> 32;
    return (hash ^ bytes) * HASH_STEP;
}

static uint64_t hash_finish(uint64_t hash)
{
    hash ^= hash >> 31;
    hash *= HASH_LAST;
    return hash ^ hash >> 32;
}

/* Up to eight bytes, zeros behind them. */
static uint64_t load_bytes(const char *data, size_t length)
{
    uint64_t bytes = 0;
    memcpy(&bytes, data, length);
    return bytes;
}

uint64_t word_hash(struct str folded)
{
    uint64_t hash = HASH_SEED * (folded.len + 1);
    size_t at = 0;
    for (; folded.len - at > 8; at += 8)
        hash = hash_step(hash, load_bytes(folded.data + at, 8));
    return hash_finish(hash_step(hash, load_bytes(folded.data + at, folded.len - at)));
}

/* The bytes "A" to "Z" in lower case; all eight are ASCII. */
static uint64_t lower_eight(uint64_t bytes)
{
    const uint64_t each = 0x0101010101010101u;
    uint64_t from_a = bytes + each * (0x80 - 'A');       /* bit 7: "A" or behind */
    uint64_t behind_z = bytes + each * (0x80 - 'Z' - 1); /* bit 7: behind "Z" */
    return bytes | ((from_a & ~behind_z & each * 0x80) >> 2);
}

uint64_t word_hash_ascii(struct str text, size_t readable)
{
    uint64_t hash = HASH_SEED * (text.len + 1);
    size_t at = 0;
    for (; text.len - at > 8; at += 8)
        hash = hash_step(hash, lower_eight(load_bytes(text.data + at, 8)));
    size_t left = text.len - at;
    uint64_t last = 0;
    if (readable - at >= 8 && left) {
        unsigned unused = (unsigned)(8 - left) * 8;
        last = load_bytes(text.data + at, 8);
        last = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? last << unused >> unused : last >> unused << unused;
    } else {
        last = load_bytes(text.data + at, left);
    }
    return hash_finish(hash_step(hash, lower_eight(last)));
}

/* --- folded form --- */

static bool is_ascii(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.data[i] >= 0x80)
            return false;
    return true;
}

struct str fold_text(struct str text, bool references, struct buf *out, struct buf *room)
{
    struct buf decoded = {0};
    if (references && text.len > 1 && memchr(text.data, '&', text.len)) {
        html_decode(&decoded, text, false);
        text = (struct str){buf_text(&decoded), decoded.len};
    }
    buf_clear(out);
    if (text.len <= LONGEST_FOLDED || is_ascii(text))
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

bool lexed_is_hyphen(const struct lexed *lexed, size_t at)
{
    const struct lexeme *lexeme = &lexed->lexemes[at];
    return lexeme->sign == '-' && (lexeme->marks & MARK_FOLLOWS_CLOSELY) && at > 0 && at + 1 < lexed->count &&
           (lexeme[1].marks & MARK_FOLLOWS_CLOSELY) && lexeme[1].kind == LEXEME_WORD && lexeme[-1].kind == LEXEME_WORD;
}
