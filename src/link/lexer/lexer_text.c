#include "link/lexer/lexer_text.h"

#include "base/vec.h"

void lexer_init(struct lexer *lexer, struct arena *arena, struct str content, size_t max_words, struct lexed *lexed)
{
    *lexed = (struct lexed){0};
    *lexer = (struct lexer){
        .arena = arena,
        .content = content.data ? content : STR(""),
        .lexed = lexed,
        .max_half_words = max_words && max_words < SIZE_MAX / 2 ? max_words * 2 : SIZE_MAX,
        .at_block_start = true,
        .after_blank = true,
    };
}

enum status lexer_finish(struct lexer *lexer, struct error *err)
{
    lexer->failed |= lexer->scratch.failed;
    buf_free(&lexer->scratch);
    lexer->lexed->words = (lexer->half_words + 1) / 2;
    lexer->lexed->is_full = lexer->is_full;
    return lexer->failed ? error_memory(err) : OK;
}

/* vec_room in the lexer's arena; a failure is noted. */
static void *room(struct lexer *lexer, void *items, size_t count, size_t *cap, size_t size)
{
    void *roomy = vec_room(lexer->arena, items, count, cap, size);
    lexer->failed |= !roomy;
    return roomy;
}

/* --- characters --- */

enum glyph_class { GLYPH_SPACE, GLYPH_WORD, GLYPH_IDEOGRAPH, GLYPH_KATAKANA, GLYPH_SIGN };

struct glyph {
    enum glyph_class class;
    size_t length;
    bool is_reference;
    bool is_upper;
};

static bool is_katakana(uint32_t codepoint)
{
    return (codepoint >= 0x30A1 && codepoint <= 0x30FF && codepoint != 0x30FB) ||
           (codepoint >= 0xFF66 && codepoint <= 0xFF9F);
}

static void classify_wide(struct glyph *glyph, uint32_t codepoint)
{
    if (unicode_is_space(codepoint))
        glyph->class = GLYPH_SPACE;
    else if (is_katakana(codepoint))
        glyph->class = GLYPH_KATAKANA;
    else if (unicode_is_cjk(codepoint))
        glyph->class = GLYPH_IDEOGRAPH;
    else if (unicode_is_letter(codepoint) || unicode_is_digit(codepoint))
        glyph->class = GLYPH_WORD;
    else
        glyph->class = GLYPH_SIGN;
    glyph->is_upper = glyph->class == GLYPH_WORD && unicode_is_upper(codepoint);
}

static void classify_ascii(struct glyph *glyph, char character)
{
    if (ascii_is_alnum(character) || character == '_')
        glyph->class = GLYPH_WORD;
    else
        glyph->class = ascii_is_space(character) || character == '\0' ? GLYPH_SPACE : GLYPH_SIGN;
    glyph->is_upper = character >= 'A' && character <= 'Z';
}

static void classify(struct glyph *glyph, struct str text, size_t at)
{
    uint32_t codepoint;
    glyph->length = 1;
    if ((unsigned char)text.data[at] < 0x80) {
        classify_ascii(glyph, text.data[at]);
        return;
    }
    glyph->length = utf8_decode(text, at, &codepoint);
    classify_wide(glyph, codepoint);
}

static struct glyph next_glyph(struct lexer *lexer, size_t at, size_t to, bool references)
{
    struct glyph glyph = {0};
    struct str rest = {lexer->content.data + at, to - at};
    if (references && rest.data[0] == '&') {
        buf_clear(&lexer->scratch);
        size_t length = html_decode_reference(&lexer->scratch, rest, false);
        if (length && lexer->scratch.len) {
            classify(&glyph, (struct str){lexer->scratch.data, lexer->scratch.len}, 0);
            glyph.length = length;
            glyph.is_reference = true;
            return glyph;
        }
    }
    classify(&glyph, rest, 0);
    return glyph;
}

/* --- lexemes --- */

static bool is_folded_ascii(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.data[i] >= 0x80 || (text.data[i] >= 'A' && text.data[i] <= 'Z'))
            return false;
    return true;
}

static bool is_ascii(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.data[i] >= 0x80)
            return false;
    return true;
}

static struct str keep(struct lexer *lexer, struct str text)
{
    char *copy = arena_copy_n(lexer->arena, text.data, text.len);
    lexer->failed |= !copy;
    return (struct str){copy, copy ? text.len : 0};
}

/* The caseless form of content [start, end). Most words are lower-case ASCII already and need no copy. */
static struct str fold(struct lexer *lexer, size_t start, size_t end, bool has_reference)
{
    struct str text = {lexer->content.data + start, end - start};
    struct buf decoded = {0};
    if (has_reference) {
        html_decode(&decoded, text, false);
        text = (struct str){buf_text(&decoded), decoded.len};
    } else if (is_folded_ascii(text)) {
        return text;
    }
    struct str folded;
    if (is_ascii(text)) {
        folded = keep(lexer, text);
        for (size_t i = 0; i < folded.len; i++)
            ((char *)folded.data)[i] = ascii_lower(folded.data[i]);
    } else {
        buf_clear(&lexer->scratch);
        text_fold(&lexer->scratch, text);
        lexer->failed |= lexer->scratch.failed;
        folded = keep(lexer, (struct str){buf_text(&lexer->scratch), lexer->scratch.len});
    }
    lexer->failed |= decoded.failed;
    buf_free(&decoded);
    return folded;
}

static bool continues_word(const struct lexed *lexed, const struct lexeme *next)
{
    if (!lexed->count || !next->follows_closely || next->starts_block)
        return false;
    enum lexeme_kind before = lexed->lexemes[lexed->count - 1].kind;
    return before == next->kind && (next->kind == LEXEME_WORD || next->kind == LEXEME_KATAKANA);
}

static void push(struct lexer *lexer, struct lexeme lexeme, bool has_reference)
{
    struct lexed *lexed = lexer->lexed;
    lexeme.text = fold(lexer, lexeme.start, lexeme.end, has_reference);
    if (!lexeme.text.len)
        return;
    struct lexeme *lexemes = room(lexer, lexed->lexemes, lexed->count, &lexer->lexeme_cap, sizeof *lexemes);
    if (!lexemes)
        return;
    lexeme.blocked = lexer->blocked;
    lexeme.starts_block = lexer->at_block_start;
    lexeme.starts_phrase = lexer->at_block_start || lexer->at_phrase_start;
    lexeme.follows_closely = !lexer->after_blank;
    lexeme.continues_word = continues_word(lexed, &lexeme);
    lexed->lexemes = lexemes;
    lexed->lexemes[lexed->count++] = lexeme;
    lexer->at_block_start = false;
    lexer->at_phrase_start = false;
    lexer->after_blank = false;
}

/*
 * Counts words as their limit is defined: a piece between white space that holds a letter or digit is one word, an
 * ideograph half of one. A reference is taken for a letter: "&amp;" is a word to whoever counts in the source. False
 * when the limit is reached.
 */
static bool count_glyph(struct lexer *lexer, const struct glyph *glyph)
{
    if (glyph->class == GLYPH_SPACE) {
        lexer->in_word = false;
        return true;
    }
    bool is_half = glyph->class == GLYPH_IDEOGRAPH || glyph->class == GLYPH_KATAKANA;
    if (!is_half && (lexer->in_word || (glyph->class == GLYPH_SIGN && !glyph->is_reference)))
        return true;
    if (lexer->half_words >= lexer->max_half_words) {
        lexer->is_full = true;
        return false;
    }
    lexer->half_words += is_half ? 1 : 2;
    lexer->in_word = !is_half;
    return true;
}

/* Adds the word whose first character, at `from`, is `glyph`; returns where the word ends. */
static size_t add_word(struct lexer *lexer, size_t from, size_t to, bool references, struct glyph glyph)
{
    struct lexeme word = {.start = from, .kind = LEXEME_WORD, .is_capital = glyph.is_upper};
    bool has_reference = false;
    size_t at = from;
    while (glyph.class == GLYPH_WORD) {
        has_reference |= glyph.is_reference;
        at += glyph.length;
        if (at >= to)
            break;
        glyph = next_glyph(lexer, at, to, references);
    }
    word.end = at;
    push(lexer, word, has_reference);
    return at;
}

void lexer_add_text(struct lexer *lexer, size_t from, size_t to, bool references)
{
    static const enum lexeme_kind kinds[] = {
        [GLYPH_IDEOGRAPH] = LEXEME_IDEOGRAPH, [GLYPH_KATAKANA] = LEXEME_KATAKANA, [GLYPH_SIGN] = LEXEME_SIGN};
    for (size_t at = from; at < to && !lexer->failed;) {
        struct glyph glyph = next_glyph(lexer, at, to, references);
        if (!count_glyph(lexer, &glyph))
            return;
        if (glyph.class == GLYPH_WORD) {
            at = add_word(lexer, at, to, references, glyph);
            continue;
        }
        if (glyph.class == GLYPH_SPACE)
            lexer->after_blank = true;
        else
            push(lexer, (struct lexeme){.start = at, .end = at + glyph.length, .kind = kinds[glyph.class]},
                 glyph.is_reference);
        at += glyph.length;
    }
}

void lexer_break(struct lexer *lexer)
{
    lexer->in_word = false;
    lexer->after_blank = true;
    lexer->at_block_start = true;
}

void lexer_break_phrase(struct lexer *lexer)
{
    lexer->at_phrase_start = true;
}

void lexer_add_tag(struct lexer *lexer, struct lexer_tag tag)
{
    struct lexed *lexed = lexer->lexed;
    struct lexer_tag *tags = room(lexer, lexed->tags, lexed->tag_count, &lexer->tag_cap, sizeof *tags);
    if (!tags)
        return;
    lexed->tags = tags;
    lexed->tags[lexed->tag_count++] = tag;
}

void lexer_open_anchor(struct lexer *lexer, struct str href)
{
    struct lexed *lexed = lexer->lexed;
    struct lexer_anchor *anchors =
        room(lexer, lexed->anchors, lexed->anchor_count, &lexer->anchor_cap, sizeof *anchors);
    if (!anchors)
        return;
    lexed->anchors = anchors;
    lexed->anchors[lexed->anchor_count++] =
        (struct lexer_anchor){.first = lexed->count, .last = SIZE_MAX, .href = href};
}

void lexer_close_anchor(struct lexer *lexer)
{
    struct lexed *lexed = lexer->lexed;
    if (lexed->anchor_count && lexed->anchors[lexed->anchor_count - 1].last == SIZE_MAX)
        lexed->anchors[lexed->anchor_count - 1].last = lexed->count;
}

enum status lex_plain(struct arena *arena, struct str text, struct lexed *lexed, struct error *err)
{
    struct lexer lexer;
    lexer_init(&lexer, arena, text, 0, lexed);
    lexer_add_text(&lexer, 0, lexer.content.len, false);
    return lexer_finish(&lexer, err);
}
