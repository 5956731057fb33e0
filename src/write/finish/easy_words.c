#include "write/finish/easy.h"

#include "write/finish/easy_words.inc"

/* Is it part of a term that must stay? */
static bool is_kept(const struct easy *easy, struct str phrase)
{
    for (size_t i = 0; i < easy->kept_count; i++)
        if (str_ifind(easy->kept[i], phrase, 0) < easy->kept[i].len)
            return true;
    return false;
}

static bool is_vowel(char character)
{
    return strchr("aeiou", ascii_lower(character)) != NULL;
}

/* Would "a" or "an" before the word be wrong of the new one? */
static bool breaks_article(const struct phrasing *phrasing, size_t at, const char *learned, const char *plain)
{
    if (!at || (!word_is(&phrasing->words[at - 1], "a") && !word_is(&phrasing->words[at - 1], "an")))
        return false;
    return !plain[0] || is_vowel(learned[0]) != is_vowel(plain[0]);
}

/* "several" for "a number of" stands neither before "the files" nor behind "a". */
static bool breaks_amount(const struct easy *easy, const struct phrasing *phrasing, size_t at, size_t end,
                          const char *plain)
{
    if (strcmp(plain, "many") != 0 && strcmp(plain, "several") != 0)
        return false;
    bool has_next = end < phrasing->count;
    return (at && (word_is(&phrasing->words[at - 1], "a") || word_is(&phrasing->words[at - 1], "an"))) ||
           (has_next && (word_is(&phrasing->words[end], "of") ||
                         word_list_has(easy->grammar->articles, phrasing->words[end].folded)));
}

/* The everyday word for what begins at the word; NULL: there is none. *end: the word behind it. */
static const char *everyday_word(const struct easy *easy, const struct phrasing *phrasing, size_t at, size_t *end)
{
    for (size_t i = 0; easy->grammar && i < COUNT_OF(everyday_words); i++) {
        const struct everyday_word *word = &everyday_words[i];
        struct str learned = str_from(word->learned);
        if (strcmp(word->tag, easy->grammar->tag) != 0 || !phrasing_says(phrasing, at, word->learned, end))
            continue;
        if (is_kept(easy, learned) || breaks_article(phrasing, at, word->learned, word->plain) ||
            breaks_amount(easy, phrasing, at, *end, word->plain))
            return NULL;
        bool drops = !word->plain[0] || str_ends(learned, STR(","));
        return drops && at ? NULL : word->plain; /* these only open a sentence */
    }
    return NULL;
}

/* What the words stand in: plain text without marks and quotation. */
static bool is_plain(const struct phrasing *phrasing, size_t at, size_t end)
{
    size_t from = phrasing->words[at].start, to = phrasing->words[end - 1].end;
    bool is_compound = (from > 0 && phrasing->plain.data[from - 1] == '-') ||
                       (to < phrasing->plain.len && strchr("-_/.", phrasing->plain.data[to]) &&
                        to + 1 < phrasing->plain.len && !ascii_is_space(phrasing->plain.data[to + 1]));
    return !is_compound && memcmp(phrasing->text.data + from, phrasing->plain.data + from, to - from) == 0 &&
           !phrasing_is_enclosed(phrasing, from);
}

static void append_word(struct buf *out, const char *plain, bool is_capital)
{
    if (!plain[0])
        return;
    buf_char(out, is_capital ? (char)(plain[0] - (plain[0] >= 'a' && plain[0] <= 'z' ? 'a' - 'A' : 0)) : plain[0]);
    buf_str(out, plain + 1);
}

static enum status keep(struct easy *easy, struct buf *out, struct str *text)
{
    char *copy = out->failed ? NULL : arena_copy_n(easy->parts->arena, buf_text(out), out->len);
    *text = (struct str){copy, out->len};
    buf_free(out);
    return copy ? OK : error_memory(easy->parts->err);
}

static enum status put_everyday_words(struct easy *easy, struct str *text)
{
    struct phrasing phrasing;
    struct buf out = {0};
    size_t from = 0, end;
    bool opens = false;
    enum status status = phrasing_of(easy->parts, *text, &phrasing);
    for (size_t at = 0; !status && at < phrasing.count; at++) {
        const char *plain = everyday_word(easy, &phrasing, at, &end);
        if (!plain || !is_plain(&phrasing, at, end))
            continue;
        size_t to = phrasing.words[end - 1].end;
        buf_add(&out, text->data + from, phrasing.words[at].start - from);
        append_word(&out, plain, phrasing_is_capital(&phrasing, at));
        opens = opens || !plain[0];
        bool has_comma = to < text->len && text->data[to] == ',';
        to +=
            has_comma && (!plain[0] || plain[strlen(plain) - 1] == ',' || word_is(&phrasing.words[at], "consequently"));
        to += !plain[0] && to < text->len && text->data[to] == ' ';
        from = to;
        at = end - 1;
    }
    if (status || !from) {
        buf_free(&out);
        return status;
    }
    buf_add(&out, text->data + from, text->len - from);
    status = keep(easy, &out, text);
    if (!status && opens)
        *text = text_capitalised(easy->parts, *text);
    return status || text->data ? status : error_memory(easy->parts->err);
}

/* --- glosses --- */

static bool is_gloss(const struct easy *easy, const struct phrasing *phrasing, size_t from, size_t to)
{
    size_t end;
    bool begins = false;
    for (size_t i = 0; i < COUNT_OF(glosses) && !begins; i++)
        begins = strcmp(glosses[i].tag, easy->grammar->tag) == 0 &&
                 phrasing_says(phrasing, from, glosses[i].opening, &end) && end <= to;
    for (size_t i = from; i < to && begins; i++)
        begins = !word_list_has(easy->grammar->conditions, phrasing->words[i].folded);
    return begins;
}

/* Takes the first gloss in parentheses out, unless elements stand in it. */
static enum status drop_gloss(struct easy *easy, struct str *text, bool *dropped)
{
    struct phrasing phrasing;
    *dropped = false;
    enum status status = phrasing_of(easy->parts, *text, &phrasing);
    if (status || phrasing.count <= EASY_WORDS)
        return status;
    for (size_t at = 1; at < phrasing.count; at++) {
        size_t open = phrasing.words[at].start - 1, close = str_find(phrasing.plain, STR(")"), open), to = at;
        if (open < 2 || phrasing.plain.data[open] != '(' || phrasing.plain.data[open - 1] != ' ' ||
            close == phrasing.plain.len || memchr(phrasing.plain.data + open + 1, '(', close - open - 1))
            continue;
        while (to < phrasing.count && phrasing.words[to].end <= close)
            to++;
        bool is_plain_text = memcmp(text->data + open, phrasing.plain.data + open, close - open) == 0;
        if (!is_plain_text || phrasing_is_enclosed(&phrasing, open) || !is_gloss(easy, &phrasing, at, to))
            continue;
        *text = TEXT_JOIN(easy->parts->arena, bytes_between(*text, 0, open - 1),
                          bytes_between(*text, close + 1, text->len));
        *dropped = true;
        return text->data ? OK : error_memory(easy->parts->err);
    }
    return OK;
}

enum status easy_words(struct easy *easy, struct str *text)
{
    bool dropped = true;
    enum status status = easy->grammar ? put_everyday_words(easy, text) : OK;
    while (!status && easy->grammar && dropped)
        status = drop_gloss(easy, text, &dropped);
    return status;
}
