#include "link/lexer/lexer_elements.h"

#include "link/lexer/lexer_parts.h"

static struct str apostrophe_text(const struct lexed *lexed, const struct lexeme *lexeme)
{
    return (struct str){lexed->content.data + lexeme->start, lexeme->end - lexeme->start};
}

/* A letter of two bytes that begins so is Cyrillic. */
static bool is_cyrillic(struct str text)
{
    return text.len && (unsigned char)text.data[0] >= 0xD0 && (unsigned char)text.data[0] <= 0xD4;
}

/*
 * A letter in front that is no elided article or pronoun ("O'Reilly", "K'iche'"), and words that no longer fall apart.
 * All articles and pronouns of one letter: French, Italian, Catalan.
 */
static bool begins_word(struct str before)
{
    static const char *const elided[] = {"c", "d", "j", "l", "m", "n", "s", "t", NULL};
    static const char *const words[] = {"aujourd", "prud", "entr", NULL};
    if (before.len == 1)
        return !word_list_ihas(elided, before);
    return word_list_ihas(words, before);
}

/* What English contracts: "don't", "we're", "rock'n'roll". A possessive "s", and the endings that Turkish joins to
 * names, leave the word before them what it is. */
static bool ends_contraction(struct str after)
{
    static const char *const ends[] = {"t", "d", "ll", "m", "n", "re", "ve", NULL};
    return word_list_ihas(ends, after);
}

/* "chez L'Oréal": inside a sentence an article is written small, unless it is part of a name. */
static bool is_apostrophe_name(const struct lexed *lexed, const struct lexeme *before, const struct lexeme *after)
{
    return before->end - before->start == 1 && before->letter_case == CASE_CAPITAL &&
           after->letter_case == CASE_CAPITAL && !(before->marks & (MARK_STARTS_SENTENCE | MARK_STARTS_PHRASE)) &&
           before > lexed->lexemes && before[-1].kind == LEXEME_WORD;
}

/*
 * Called with the word that was read last, which stands right behind an apostrophe: marks both if they continue the
 * word before them. "Queen's" and "l'eau" are a word and what is joined to it, "O'Reilly" and "don't" are one word.
 */
static void lexer_join_apostrophe(const struct lexed *lexed)
{
    struct lexeme *word = &lexed->lexemes[lexed->count - 1], *sign = word - 1, *before = word - 2;
    if (before->kind != LEXEME_WORD || !(sign->marks & MARK_FOLLOWS_CLOSELY) ||
        ((sign->marks | word->marks) & MARK_STARTS_PHRASE))
        return;
    struct str start = apostrophe_text(lexed, before), end = apostrophe_text(lexed, word);
    bool is_inner = (before->marks & MARK_CONTINUES_WORD) && start.len == 1; /* "rock'n'roll", not "O'Reilly's" */
    if (!is_inner && !begins_word(start) && !ends_contraction(end) && !(is_cyrillic(start) && is_cyrillic(end)) &&
        !is_apostrophe_name(lexed, before, word))
        return;
    sign->marks |= MARK_CONTINUES_WORD;
    word->marks |= MARK_CONTINUES_WORD;
}

size_t lexed_skip_article(const struct lexed *lexed, size_t first, size_t last)
{
    static const char *const articles[] = {"all", "d", "dall", "dell", "l", "nell", "qu", "sull", "un", NULL};
    if (first + 2 >= last || lexed->lexemes[first + 1].sign != '\'')
        return first;
    const struct lexeme *sign = &lexed->lexemes[first + 1];
    bool is_joined = (sign->marks & sign[1].marks & MARK_FOLLOWS_CLOSELY) && !(sign->marks & MARK_CONTINUES_WORD);
    bool is_article = is_joined && word_list_ihas(articles, apostrophe_text(lexed, sign - 1));
    return is_article ? first + 2 : first;
}

/* --- signs --- */

enum sign_role {
    ROLE_NONE,
    ROLE_END,      /* ends a sentence when a blank follows */
    ROLE_WIDE_END, /* ends a sentence */
    ROLE_OPEN,     /* a bracket */
    ROLE_CLOSE,
};

static enum sign_role role_of(uint32_t codepoint)
{
    switch (codepoint) {
    case '.':
    case '!':
    case '?':
    case 0x2026: /* ellipsis */
    case 0x61F:  /* Arabic question mark */
    case 0x6D4:  /* Urdu full stop */
    case 0x964:  /* danda */
        return ROLE_END;
    case 0x3002: /* ideographic full stop, its half-width form, wide "!", "?" and "." */
    case 0xFF61:
    case 0xFF01:
    case 0xFF1F:
    case 0xFF0E:
        return ROLE_WIDE_END;
    case '(':
    case '[':
    case '{':
    case 0xFF08: /* wide "(", and the brackets of Chinese and Japanese */
    case 0x3010:
    case 0x3014:
        return ROLE_OPEN;
    case ')':
    case ']':
    case '}':
    case 0xFF09:
    case 0x3011:
    case 0x3015:
        return ROLE_CLOSE;
    default:
        return ROLE_NONE;
    }
}

/*
 * The sign that closes the quotation that this one opens, 0: it opens none. Single ones are left out: they are
 * apostrophes too.
 */
static uint32_t end_of_quote(uint32_t codepoint, bool follows_closely)
{
    static const struct {
        uint32_t open, close;
    } quotes[] = {
        {'"', '"'},   {0x201C, 0x201D}, {0x201E, 0x201C}, {0xAB, 0xBB},
        {0xBB, 0xAB}, {0x300C, 0x300D}, {0x300E, 0x300F}, {0x2039, 0x203A},
    };
    for (size_t i = 0; i < COUNT_OF(quotes); i++)
        if (quotes[i].open == codepoint)
            return follows_closely && (codepoint == 0xBB || codepoint == '"') ? 0 : quotes[i].close;
    return 0;
}

/* --- sentences --- */

static void context_break(struct lexer_context *context);

static void context_init(struct lexer_context *context)
{
    *context = (struct lexer_context){.sentence = UINT32_MAX};
    context_break(context);
}

/* The edge of a block stands before what comes next: a sentence begins, and quotations and brackets end. */
static void context_break(struct lexer_context *context)
{
    context->after_end = true;
    context->after_wide = true;
    context->brackets = 0;
    context->end_quote = 0;
    context->marks = 0;
}

/* Begins a sentence if one has ended and this lexeme can begin another. */
static void start_sentence(struct lexer_context *context, struct lexeme *lexeme)
{
    bool is_new = lexeme->marks & MARK_STARTS_BLOCK;
    if (context->after_end && !is_new)
        is_new = (context->after_wide || !(lexeme->marks & MARK_FOLLOWS_CLOSELY)) && lexeme->letter_case != CASE_LOWER;
    context->after_end = false;
    context->after_wide = false;
    if (!is_new)
        return;
    context->sentence++;
    context->at_start = true;
}

/* The slow part of context_word. */
static void context_start_word(struct lexer_context *context, struct lexeme *word)
{
    start_sentence(context, word);
    if (context->at_start)
        word->marks |= MARK_STARTS_SENTENCE;
    context->at_start = false;
}

/* Sets sentence and marks of a word or ideograph whose other fields are set. */
static void context_word(struct lexer_context *context, struct lexeme *word)
{
    if (context->after_end || context->at_start)
        context_start_word(context, word);
    word->marks |= context->marks;
    word->sentence = context->sentence;
}

/* A single letter with a dot is an initial or an abbreviation. */
static bool is_letter_before(const struct lexeme *before, const struct lexeme *sign)
{
    return before && before->kind == LEXEME_WORD && before->letter_case != CASE_NONE &&
           (sign->marks & MARK_FOLLOWS_CLOSELY) && before->end - before->start == 1;
}

static void note_end(struct lexer_context *context, uint32_t codepoint, enum sign_role role,
                     const struct lexeme *before, const struct lexeme *sign)
{
    if (codepoint == '.' && is_letter_before(before, sign))
        return;
    context->after_end = true;
    context->after_wide = role == ROLE_WIDE_END;
}

/* Sets sentence and marks of a sign. codepoint: the sign. before: the lexeme before it in the block, or NULL. */
static void context_sign(struct lexer_context *context, uint32_t codepoint, const struct lexeme *before,
                         struct lexeme *sign)
{
    enum sign_role role = role_of(codepoint);
    bool closes_quote = context->end_quote && context->end_quote == codepoint;
    bool starts_block = sign->marks & MARK_STARTS_BLOCK;
    bool may_trail = role == ROLE_CLOSE || role == ROLE_END || role == ROLE_WIDE_END || closes_quote;
    if (starts_block || (context->after_end && !may_trail))
        start_sentence(context, sign);
    if (context->at_start)
        sign->marks |= MARK_STARTS_SENTENCE;
    if (role == ROLE_CLOSE && context->brackets)
        context->brackets--;
    if (closes_quote)
        context->end_quote = 0;
    context->marks = (uint16_t)((context->brackets ? MARK_BRACKETED : 0) | (context->end_quote ? MARK_QUOTED : 0));
    sign->marks |= context->marks;
    sign->sentence = context->sentence;
    if (role == ROLE_END || role == ROLE_WIDE_END)
        note_end(context, codepoint, role, before, sign);
    if (role == ROLE_OPEN)
        context->brackets++;
    if (!closes_quote && !context->end_quote)
        context->end_quote = end_of_quote(codepoint, sign->marks & MARK_FOLLOWS_CLOSELY);
    context->marks = (uint16_t)((context->brackets ? MARK_BRACKETED : 0) | (context->end_quote ? MARK_QUOTED : 0));
}

/* --- blocks --- */

static bool is_edge(const struct lexed *lexed, size_t at)
{
    return at == 0 || at >= lexed->count || (lexed->lexemes[at].marks & MARK_STARTS_BLOCK);
}

static bool is_sign_or_number(const struct lexed *lexed, size_t at)
{
    const struct lexeme *lexeme = &lexed->lexemes[at];
    return lexeme->kind == LEXEME_SIGN || ascii_is_digit(lexed->content.data[lexeme->start]);
}

bool lexed_fills_block(const struct lexed *lexed, size_t first, size_t last)
{
    while (!is_edge(lexed, first) && is_sign_or_number(lexed, first - 1))
        first--;
    while (!is_edge(lexed, last) && is_sign_or_number(lexed, last))
        last++;
    return is_edge(lexed, first) && is_edge(lexed, last);
}

/* What the lexers say about the places between lexemes: breaks, tags, links, headings. */

void lexer_break_line(struct lexer *lexer)
{
    lexer->in_word = false;
    lexer->after_blank = true;
    lexer->at_block_start = true;
}

void lexer_break(struct lexer *lexer)
{
    lexer_break_line(lexer);
    lexer->at_paragraph_start = true;
}

void lexer_break_phrase(struct lexer *lexer)
{
    lexer->at_phrase_start = true;
}

void lexer_break_anchor(struct lexer *lexer)
{
    lexer->at_anchor = true;
}

/* Tags in a row that are kept. No link reaches across more. */
enum { MAX_TAGS_IN_ROW = 64 };

void lexer_add_tag(struct lexer *lexer, struct lexer_tag tag)
{
    struct lexed *lexed = lexer->lexed;
    if (lexer->lexemes_before_tag != lexed->count)
        lexer->tags_in_row = 0;
    lexer->lexemes_before_tag = lexed->count;
    if (lexer->tags_in_row++ >= MAX_TAGS_IN_ROW) {
        lexer->at_phrase_start = true;
        return;
    }
    struct lexer_tag *added = VEC_PUSH(lexer->arena, lexed->tags, lexed->tag_count, lexer->tag_cap);
    if (added)
        *added = tag;
}

void lexer_open_anchor(struct lexer *lexer, struct str href)
{
    struct lexed *lexed = lexer->lexed;
    lexer_close_anchor(lexer);
    struct lexer_anchor *anchor = VEC_PUSH(lexer->arena, lexed->anchors, lexed->anchor_count, lexer->anchor_cap);
    if (anchor)
        *anchor = (struct lexer_anchor){.first = (uint32_t)lexed->count, .href = href};
    lexer->in_anchor = anchor != NULL;
}

void lexer_close_anchor(struct lexer *lexer)
{
    struct lexed *lexed = lexer->lexed;
    if (!lexer->in_anchor)
        return;
    struct lexer_anchor *anchor = &lexed->anchors[lexed->anchor_count - 1];
    anchor->last = (uint32_t)lexed->count;
    if (anchor->first == anchor->last)
        lexed->anchor_count--;
    lexer->in_anchor = false;
}

void lexer_open_heading(struct lexer *lexer, unsigned level)
{
    struct lexed *lexed = lexer->lexed;
    lexer_close_heading(lexer);
    struct lexer_heading *heading = VEC_PUSH(lexer->arena, lexed->headings, lexed->heading_count, lexer->heading_cap);
    if (heading)
        *heading = (struct lexer_heading){.first = (uint32_t)lexed->count, .level = level};
    lexer->in_heading = heading != NULL;
}

void lexer_close_heading(struct lexer *lexer)
{
    struct lexed *lexed = lexer->lexed;
    if (!lexer->in_heading)
        return;
    struct lexer_heading *heading = &lexed->headings[lexed->heading_count - 1];
    heading->last = (uint32_t)lexed->count;
    if (heading->first == heading->last)
        lexed->heading_count--;
    lexer->in_heading = false;
}

/* Lexemes read for each word that the limit allows; text has about 1.3 of them. */
enum { LEXEMES_PER_WORD = 8 };

/* Signs in a row that are kept. Of the others no link knows more than that it cannot reach across them. */
enum { MAX_SIGNS_IN_ROW = 32 };

/* Room for lexemes to begin with: one for so many bytes of content, as in usual HTML. */
enum { BYTES_PER_LEXEME = 8, MIN_LEXEMES = 16, MAX_FIRST_LEXEMES = 4096 };

static size_t first_room(size_t length)
{
    size_t count = length / BYTES_PER_LEXEME;
    return count < MIN_LEXEMES ? MIN_LEXEMES : count > MAX_FIRST_LEXEMES ? MAX_FIRST_LEXEMES : count;
}

void lexer_init(struct lexer *lexer, struct arena *arena, struct str content, size_t max_words, struct lexed *lexed)
{
    bool is_limited = max_words && max_words < UINT32_MAX / LEXEMES_PER_WORD;
    *lexer = (struct lexer){
        .arena = arena,
        .content = content.data && content.len < UINT32_MAX ? content : STR(""),
        .lexed = lexed,
        .max_half_words = is_limited ? max_words * 2 : SIZE_MAX,
        .max_lexemes = is_limited ? max_words * LEXEMES_PER_WORD : UINT32_MAX,
        .paragraph = UINT32_MAX,
        .at_block_start = true,
        .at_paragraph_start = true,
        .after_blank = true,
        .is_large = content.len >= UINT32_MAX,
    };
    *lexed = (struct lexed){.content = lexer->content};
    context_init(&lexer->context);
    lexer->lexeme_cap = first_room(lexer->content.len);
    lexed->lexemes = ARENA_ARRAY(arena, lexer->lexeme_cap, struct lexeme);
    lexer->failed = !lexed->lexemes;
}

enum status lexer_finish(struct lexer *lexer, struct error *err)
{
    lexer_close_anchor(lexer);
    lexer_close_heading(lexer);
    lexer->failed |= lexer->scratch.failed || lexer->room.failed || arena_failed(lexer->arena);
    buf_free(&lexer->scratch);
    buf_free(&lexer->room);
    lexer->lexed->words = (lexer->half_words + 1) / 2;
    lexer->lexed->is_full = lexer->is_full;
    if (lexer->is_large)
        return error_set(err, E_LIMIT, NULL, "the content has 4 GiB or more");
    return lexer->failed ? error_memory(err) : OK;
}

/* --- lexemes --- */

/* Room for the next lexeme; NULL when memory ran out or the limit is reached. */
static struct lexeme *next_lexeme(struct lexer *lexer)
{
    struct lexed *lexed = lexer->lexed;
    if (lexed->count < lexer->lexeme_cap && lexed->count < lexer->max_lexemes)
        return &lexed->lexemes[lexed->count];
    if (lexed->count >= lexer->max_lexemes) {
        lexer->is_full = true;
        return NULL;
    }
    lexer->failed |= !vec_grow(lexer->arena, &lexed->lexemes, lexed->count, &lexer->lexeme_cap, sizeof *lexed->lexemes);
    return lexer->failed ? NULL : &lexed->lexemes[lexed->count];
}

static void start_paragraph(struct lexer *lexer)
{
    struct lexed *lexed = lexer->lexed;
    lexer->paragraph++;
    if (vec_grow(lexer->arena, &lexed->places, lexer->paragraph, &lexer->place_cap, sizeof *lexed->places))
        lexed->places[lexer->paragraph] = lexer->place;
}

/* What stands before the first lexeme of a block, and before one that no phrase may run into. */
static unsigned start_marks(struct lexer *lexer)
{
    unsigned marks = MARK_STARTS_PHRASE;
    if (lexer->at_block_start) {
        marks |= MARK_STARTS_BLOCK;
        context_break(&lexer->context);
        if (lexer->at_paragraph_start)
            start_paragraph(lexer);
    }
    if (!lexer->at_block_start && !lexer->at_phrase_start)
        marks |= MARK_AT_ANCHOR;
    lexer->at_block_start = lexer->at_paragraph_start = lexer->at_phrase_start = lexer->at_anchor = false;
    return marks;
}

/* Adds a lexeme but for its hash and what is said of its letters; NULL when memory ran out or the limit is reached. */
static struct lexeme *text_push(struct lexer *lexer, enum lexeme_kind kind, size_t start, size_t end)
{
    struct lexeme *lexeme = next_lexeme(lexer);
    if (!lexeme)
        return NULL;
    unsigned marks = lexer->emphasis;
    if (lexer->at_block_start || lexer->at_phrase_start || lexer->at_anchor)
        marks |= start_marks(lexer);
    if (!lexer->after_blank)
        marks |= MARK_FOLLOWS_CLOSELY;
    bool is_joining = kind == LEXEME_WORD || kind == LEXEME_KATAKANA;
    if (is_joining && !lexer->after_blank && !(marks & MARK_STARTS_BLOCK) && lexer->lexed->count &&
        lexeme[-1].kind == kind)
        marks |= MARK_CONTINUES_WORD;
    lexeme->start = (uint32_t)start;
    lexeme->end = (uint32_t)end;
    lexeme->marks = (uint16_t)marks;
    lexeme->kind = (uint8_t)kind;
    lexeme->blocked = (uint8_t)lexer->blocked;
    lexeme->block = (uint8_t)lexer->block;
    lexeme->paragraph = lexer->paragraph;
    lexer->after_blank = false;
    lexer->lexed->count++;
    return lexeme;
}

static struct str text_slice(const struct lexer *lexer, size_t start, size_t end)
{
    return (struct str){lexer->content.data + start, end - start};
}

/* What is said of the letters of a word that was added, and of what stands before it. */
static void finish_word(struct lexer *lexer, struct lexeme *word, struct letters letters)
{
    const struct lexed *lexed = lexer->lexed;
    word->letter_case = letters_case(letters);
    word->marks |= letters.first & LETTER_UPPER ? MARK_CAPITAL : 0;
    lexer->signs_in_row = 0;
    context_word(&lexer->context, word);
    if ((word->marks & MARK_FOLLOWS_CLOSELY) && lexed->count > 2 && word[-1].sign == '\'')
        lexer_join_apostrophe(lexed);
}

static void add_ascii_word(struct lexer *lexer, size_t start, const struct ascii_word *ascii)
{
    struct lexeme *word = text_push(lexer, LEXEME_WORD, start, start + ascii->length);
    if (!word)
        return;
    word->hash = ascii->hash;
    finish_word(lexer, word, ascii->letters);
}

/* The folded form of content [start, end). */
static struct str lexer_fold(struct lexer *lexer, size_t start, size_t end, bool has_reference,
                             const struct folding *folding)
{
    if (folding->is_known && end - start <= LONGEST_FOLDED)
        return (struct str){folding->text, folding->length};
    struct str folded = fold_text(text_slice(lexer, start, end), has_reference, &lexer->scratch, &lexer->room);
    lexer->failed |= lexer->scratch.failed;
    return folded;
}

/* Any word, ideograph or kana. Nothing is added when the folded form is empty. */
static void text_add_word(struct lexer *lexer, enum lexeme_kind kind, size_t start, size_t end, bool has_reference,
                          struct letters letters, const struct folding *folding)
{
    struct str folded = lexer_fold(lexer, start, end, has_reference, folding);
    if (!folded.len)
        return;
    uint64_t hash = word_hash(folded);
    struct lexeme *word = text_push(lexer, kind, start, end);
    if (!word)
        return;
    word->hash = hash;
    word->marks |= (has_reference ? MARK_REFERENCE : 0) | MARK_NOT_ASCII;
    finish_word(lexer, word, letters);
}

static void add_sign(struct lexer *lexer, size_t start, const struct glyph *glyph)
{
    if (lexer->signs_in_row >= MAX_SIGNS_IN_ROW) {
        lexer->at_phrase_start = true;
        return;
    }
    size_t before = lexer->lexed->count;
    struct lexeme *sign = text_push(lexer, LEXEME_SIGN, start, start + glyph->length);
    if (!sign)
        return;
    lexer->signs_in_row++;
    uint32_t plain = glyph_plain(glyph->codepoint);
    sign->marks |= (plain >= 0x80 ? MARK_NOT_ASCII : 0) | (glyph->is_reference ? MARK_REFERENCE : 0);
    sign->sign = plain < 0x80 ? (uint8_t)plain : 0;
    sign->hash = glyph_hash(lexer, plain);
    context_sign(&lexer->context, glyph->codepoint, before && !(sign->marks & MARK_STARTS_BLOCK) ? sign - 1 : NULL,
                 sign);
}

/* --- text --- */

/* Counts one word or half of one; false when the limit is reached. */
static bool count_halves(struct lexer *lexer, unsigned halves)
{
    if (lexer->half_words >= lexer->max_half_words) {
        lexer->is_full = true;
        return false;
    }
    lexer->half_words += halves;
    return true;
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
    bool is_word = glyph->class == GLYPH_WORD || glyph->is_reference;
    if (!is_half && (lexer->in_word || !is_word))
        return true;
    lexer->in_word = !is_half;
    return count_halves(lexer, is_half ? 1 : 2);
}

/* Adds the word whose first character, at `from`, is `glyph`; returns where the word ends. */
static size_t read_word(struct lexer *lexer, size_t from, size_t to, bool references, struct glyph glyph)
{
    struct letters letters = {.first = glyph.letter};
    struct folding folding;
    folding.is_known = true;
    folding.length = 0;
    bool has_reference = false;
    size_t at = from, end = from;
    while (glyph.class == GLYPH_WORD || glyph.class == GLYPH_JOINER) {
        has_reference |= glyph.is_reference;
        at += glyph.length;
        if (glyph.class == GLYPH_WORD) {
            folding_add(&folding, &glyph);
            end = at;
        }
        if (at >= to)
            break;
        glyph = next_glyph(lexer, at, to, references);
        letters.rest |= glyph.letter;
    }
    text_add_word(lexer, LEXEME_WORD, from, end, has_reference, letters, &folding);
    return end;
}

static void add_ideograph(struct lexer *lexer, size_t at, const struct glyph *glyph)
{
    struct folding folding;
    folding.is_known = true;
    folding.length = 0;
    folding_add(&folding, glyph);
    text_add_word(lexer, glyph->class == GLYPH_KATAKANA ? LEXEME_KATAKANA : LEXEME_IDEOGRAPH, at, at + glyph->length,
                  glyph->is_reference, (struct letters){0}, &folding);
}

/* Reads one character that needs decoding, or the word that it begins. Returns the place behind it. */
static size_t read_wide(struct lexer *lexer, size_t at, size_t to, bool references)
{
    struct glyph glyph = next_glyph(lexer, at, to, references);
    if (!count_glyph(lexer, &glyph))
        return at;
    switch (glyph.class) {
    case GLYPH_WORD:
        return read_word(lexer, at, to, references, glyph);
    case GLYPH_SPACE:
        lexer->after_blank = true;
        break;
    case GLYPH_SIGN:
        add_sign(lexer, at, &glyph);
        break;
    case GLYPH_IDEOGRAPH:
    case GLYPH_KATAKANA:
        add_ideograph(lexer, at, &glyph);
        break;
    case GLYPH_JOINER:
    case GLYPH_HIDDEN:
        break;
    }
    return at + glyph.length;
}

/* Adds the word that begins at `from` with an ASCII letter or digit; returns where it ends. */
static size_t read_ascii_word(struct lexer *lexer, size_t from, size_t to, bool references)
{
    const unsigned char *data = (const unsigned char *)lexer->content.data;
    struct ascii_word word = ascii_word_read(text_slice(lexer, from, to), lexer->content.len - from);
    size_t end = from + word.length;
    if (!lexer->in_word && !count_halves(lexer, 2))
        return from;
    lexer->in_word = true;
    if (end < to && (data[end] >= 0x80 || (references && data[end] == '&')))
        return read_word(lexer, from, to, references, next_glyph(lexer, from, to, references));
    add_ascii_word(lexer, from, &word);
    return end;
}

void lexer_add_text(struct lexer *lexer, size_t from, size_t to, bool references)
{
    const unsigned char *data = (const unsigned char *)lexer->content.data;
    for (size_t at = from; at < to && !lexer->failed && !lexer->is_full;) {
        unsigned class = ascii_classes[data[at]];
        if (class & ASCII_SPACE) {
            lexer->in_word = false;
            lexer->after_blank = true;
            at++;
        } else if (class & ASCII_WORD) {
            at = read_ascii_word(lexer, at, to, references);
        } else {
            at = read_wide(lexer, at, to, references);
        }
    }
}

enum status lex_plain(struct arena *arena, struct str text, struct lexed *lexed, struct error *err)
{
    struct lexer lexer;
    lexer_init(&lexer, arena, text, 0, lexed);
    lexer_add_text(&lexer, 0, lexer.content.len, false);
    return lexer_finish(&lexer, err);
}
