#include "link/lexer/lexer_text.h"

#include "text/word_list.h"

static struct str text_apostrophe_text_of(const struct lexed *lexed, const struct lexeme *lexeme)
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
static bool text_apostrophe_is_name(const struct lexed *lexed, const struct lexeme *before, const struct lexeme *after)
{
    return before->end - before->start == 1 && before->letter_case == CASE_CAPITAL &&
           after->letter_case == CASE_CAPITAL && !(before->marks & (MARK_STARTS_SENTENCE | MARK_STARTS_PHRASE)) &&
           before > lexed->lexemes && before[-1].kind == LEXEME_WORD;
}

void lexer_join_apostrophe(const struct lexed *lexed)
{
    struct lexeme *word = &lexed->lexemes[lexed->count - 1], *sign = word - 1, *before = word - 2;
    if (before->kind != LEXEME_WORD || !(sign->marks & MARK_FOLLOWS_CLOSELY) ||
        ((sign->marks | word->marks) & MARK_STARTS_PHRASE))
        return;
    struct str start = text_apostrophe_text_of(lexed, before), end = text_apostrophe_text_of(lexed, word);
    bool is_inner = (before->marks & MARK_CONTINUES_WORD) && start.len == 1; /* "rock'n'roll", not "O'Reilly's" */
    if (!is_inner && !begins_word(start) && !ends_contraction(end) && !(is_cyrillic(start) && is_cyrillic(end)) &&
        !text_apostrophe_is_name(lexed, before, word))
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
    bool is_article = is_joined && word_list_ihas(articles, text_apostrophe_text_of(lexed, sign - 1));
    return is_article ? first + 2 : first;
}
