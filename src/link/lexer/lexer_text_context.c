#include "link/lexer/lexer_text.h"

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

void context_init(struct lexer_context *context)
{
    *context = (struct lexer_context){.sentence = UINT32_MAX};
    context_break(context);
}

void context_break(struct lexer_context *context)
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

void context_start_word(struct lexer_context *context, struct lexeme *word)
{
    start_sentence(context, word);
    if (context->at_start)
        word->marks |= MARK_STARTS_SENTENCE;
    context->at_start = false;
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

void context_sign(struct lexer_context *context, uint32_t codepoint, const struct lexeme *before, struct lexeme *sign)
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
