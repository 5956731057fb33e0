#include "link/site/titles.h"

static bool is_sign(const struct lexed *title, size_t at, const char *signs)
{
    return lexeme_is_sign(&title->lexemes[at], signs);
}

static bool is_dash(const struct lexed *title, size_t at)
{
    const struct lexeme *lexeme = &title->lexemes[at];
    return lexeme_is_sign(lexeme, "-") || lexeme->hash == word_hash(STR("\u2013")) ||
           lexeme->hash == word_hash(STR("\u2014"));
}

static bool follows_closely(const struct lexed *title, size_t at)
{
    return title->lexemes[at].marks & MARK_FOLLOWS_CLOSELY;
}

/* Is there white space on both sides of the lexeme? */
static bool stands_free(const struct lexed *title, size_t at)
{
    return !follows_closely(title, at) && at + 1 < title->count && !follows_closely(title, at + 1);
}

/*
 * Lexemes of the separator at `at`, 0: none is there. Separators are "|", a dash with blanks around it, a colon with
 * a blank behind it, and any sign that is repeated.
 */
static size_t separator_length(const struct lexed *title, size_t at)
{
    if (title->lexemes[at].kind != LEXEME_SIGN)
        return 0;
    if (is_sign(title, at, "|") || (is_dash(title, at) && stands_free(title, at)))
        return 1;
    if (is_sign(title, at, ":") && at + 1 < title->count && !follows_closely(title, at + 1))
        return 1;
    size_t same = 1;
    while (at + same < title->count && follows_closely(title, at + same) &&
           title->lexemes[at + same].hash == title->lexemes[at].hash)
        same++;
    return same > 1 && !is_sign(title, at, "+.()") ? same : 0;
}

struct variants {
    struct title_variant *list;
    size_t count;
};

static void titles_add(struct variants *variants, size_t first, size_t last, enum title_kind kind)
{
    if (first >= last || variants->count == MAX_TITLE_VARIANTS)
        return;
    for (size_t i = 0; i < variants->count; i++)
        if (variants->list[i].first == first && variants->list[i].last == last)
            return;
    variants->list[variants->count++] = (struct title_variant){first, last, kind};
}

static size_t length_of(const struct lexed *title, size_t at)
{
    return title->lexemes[at].end - title->lexemes[at].start;
}

static bool begins_with_digit(const struct lexed *title, size_t at)
{
    return ascii_is_digit(title->content.data[title->lexemes[at].start]);
}

static bool is_one_of(const struct lexed *title, size_t at, const char *const *folded, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (title->lexemes[at].hash == word_hash(str_from(folded[i])))
            return true;
    return false;
}

/*
 * Skips what may stand between a number and the name behind it, one of the signs or a dash with blanks around it.
 * Returns `at` when there is none. Wide signs have no blank behind them.
 */
static size_t skip_end(const struct lexed *title, size_t at, size_t last, const char *signs)
{
    static const char *const wide[] = {"\uFF0E", "\uFF1A", "\u3001", "\uFF09"};
    if (at + 1 >= last || title->lexemes[at].kind != LEXEME_SIGN)
        return at;
    bool ends = is_sign(title, at, signs)
                    ? !follows_closely(title, at + 1)
                    : is_one_of(title, at, wide, COUNT_OF(wide)) || (is_dash(title, at) && stands_free(title, at));
    return at + ends;
}

/* Skips "12.3. " or "Chapter 12. " in front: everything up to a dot after digits, within the first few lexemes. */
static size_t skip_to_dot(const struct lexed *title, size_t first, size_t last)
{
    enum { NUMBER_LEXEMES = 8 };
    for (size_t at = first + 1; at + 1 < last && at < first + NUMBER_LEXEMES; at++)
        if (begins_with_digit(title, at - 1) && is_sign(title, at, ".)") && !follows_closely(title, at + 1))
            return at + 1;
    return first;
}

/* What parts of books and courses are called, where their number follows: "Appendix B. Dates", "Lesson 3: Pointers". */
static const char *const labels[] = {
    "chapter",   "section",    "part",     "appendix", "annex",    "lesson",   "unit",     "module",  "lecture",
    "step",      "episode",    "volume",   "book",     "exercise", "tutorial", "session",  "week",    "day",
    "kapitel",   "abschnitt",  "teil",     "anhang",   "lektion",  "schritt",  "folge",    "band",    "modul",
    "einheit",   "hoofdstuk",  "sectie",   "deel",     "bijlage",  "les",      "stap",     "avsnitt", "del",
    "bilaga",    "steg",       "afsnit",   "bilag",    "trin",     "kapittel", "vedlegg",  "leksjon", "luku",
    "osa",       "liite",      "chapitre", "partie",   "annexe",   "leçon",    "étape",    "tome",    "séance",
    "capítulo",  "sección",    "parte",    "apéndice", "anexo",    "lección",  "paso",     "módulo",  "unidad",
    "tema",      "seção",      "secção",   "apêndice", "lição",    "aula",     "passo",    "unidade", "capitolo",
    "sezione",   "appendice",  "allegato", "lezione",  "modulo",   "capítol",  "secció",   "apèndix", "lliçó",
    "capitolul", "secțiunea",  "partea",   "anexa",    "lecția",   "pasul",    "rozdział", "część",   "dodatek",
    "załącznik", "lekcja",     "krok",     "kapitola", "část",     "příloha",  "lekce",    "глава",   "раздел",
    "часть",     "приложение", "урок",     "лекция",   "шаг",      "том",      "модуль",   "тема",    "розділ",
    "частина",   "додаток",    "лекція",   "крок",     "част",     "κεφάλαιο", "ενότητα",  "μέρος",   "παράρτημα",
    "μάθημα",    "bölüm",      "kısım",    "ek",       "ders",     "adım",     "bab",      "bagian",  "lampiran",
    "chương",    "phần",       "bài"};

/* Is it "B" or "IV"? */
static bool is_letter_number(const struct lexed *title, size_t at)
{
    enum { LONGEST = 6 };
    const struct lexeme *lexeme = &title->lexemes[at];
    if (lexeme->letter_case != CASE_CAPITAL && lexeme->letter_case != CASE_UPPER)
        return false;
    for (size_t i = lexeme->start; i < lexeme->end; i++)
        if (!strchr("IVXLC", title->content.data[i]))
            return length_of(title, at) == 1;
    return length_of(title, at) <= LONGEST;
}

/*
 * Skips the digits that begin at `at`, with one of the signs between them. No part may have more digits than that.
 * Returns `at` when there are none.
 */
static size_t skip_digits(const struct lexed *title, size_t at, size_t last, const char *signs, size_t most_digits)
{
    size_t end = at;
    while (end < last && begins_with_digit(title, end) && length_of(title, end) <= most_digits &&
           (end == at || follows_closely(title, end))) {
        at = end + 1;
        if (at >= last || !is_sign(title, at, signs) || !follows_closely(title, at))
            break;
        end = at + 1;
    }
    return at;
}

/* Skips "Appendix B. " and the like. */
static size_t skip_label(const struct lexed *title, size_t first, size_t last)
{
    enum { LABEL_DIGITS = 3 };
    if (first >= last)
        return first;
    size_t number = first + 1, end = skip_digits(title, number, last, ".-", LABEL_DIGITS);
    if (end == number && end < last)
        end += is_letter_number(title, end);
    size_t after = end > number ? skip_end(title, end, last, ".:),") : end;
    return after > end && is_one_of(title, first, labels, COUNT_OF(labels)) ? after : first;
}

/* Skips the number of a chapter in Chinese or Japanese, in digits or characters. */
static size_t skip_east_asian(const struct lexed *title, size_t first, size_t last)
{
    static const char *const numerals[] = {"\u4E00", "\u4E8C", "\u4E09", "\u56DB", "\u4E94", "\u516D",
                                           "\u4E03", "\u516B", "\u4E5D", "\u5341", "\u767E"};
    static const char *const units[] = {"\u7AE0", "\u8282", "\u7BC0", "\u8BFE", "\u8AB2", "\u8BDD", "\u8A71",
                                        "\u56DE", "\u8BB2", "\u8B1B", "\u90E8", "\u7BC7", "\u5377", "\u6B65"};
    enum { MOST_NUMERALS = 4 };
    if (first >= last || title->lexemes[first].hash != word_hash(STR("\u7B2C")))
        return first;
    size_t at = first + 1;
    while (at < last && at <= first + MOST_NUMERALS &&
           (begins_with_digit(title, at) || is_one_of(title, at, numerals, COUNT_OF(numerals))))
        at++;
    if (at == first + 1 || at + 1 >= last || !is_one_of(title, at, units, COUNT_OF(units)))
        return first;
    return skip_end(title, at + 1, last, ".:");
}

size_t title_skip_number(const struct lexed *title, size_t first, size_t last)
{
    static size_t (*const skips[])(const struct lexed *, size_t, size_t) = {skip_to_dot, skip_label, skip_east_asian};
    for (size_t i = 0; i < COUNT_OF(skips); i++) {
        size_t after = skips[i](title, first, last);
        if (after > first)
            return after;
    }
    if (first >= last)
        return first;
    enum { SECTION_DIGITS = 2 }; /* sections are numbered with no more, years are */
    bool is_labelled = !begins_with_digit(title, first);
    size_t number = first + is_labelled, end = skip_digits(title, number, last, ".", SECTION_DIGITS);
    if (end == number || end + 1 >= last)
        return first;
    if (is_sign(title, end, ",") && !follows_closely(title, end + 1) && !begins_with_digit(title, end + 1))
        return end + 1;
    bool is_section = !is_labelled && end > number + 1 && !follows_closely(title, end);
    return is_section && (title->lexemes[end].marks & MARK_CAPITAL) ? end
                                                                    : first; /* "1.4 release" is about a version */
}

/* Where the title ends without the parenthesis at its end. */
static size_t drop_parenthesis(const struct lexed *title, size_t first, size_t last)
{
    if (last - first < 3 || !is_sign(title, last - 1, ")"))
        return last;
    for (size_t at = last - 1; at > first; at--)
        if (is_sign(title, at, "("))
            return follows_closely(title, at) ? last : at;
    return last;
}

static void titles_add_part(struct variants *variants, const struct lexed *title, size_t first, size_t last,
                            enum title_kind kind)
{
    titles_add(variants, first, last, kind);
    size_t after_number = title_skip_number(title, first, last);
    size_t before_parenthesis = drop_parenthesis(title, after_number, last);
    titles_add(variants, after_number, last, kind);
    titles_add(variants, after_number, before_parenthesis, kind);
    titles_add(variants, lexed_skip_article(title, after_number, before_parenthesis), before_parenthesis, kind);
}

size_t title_variants(const struct lexed *title, struct title_variant list[MAX_TITLE_VARIANTS])
{
    struct variants variants = {list, 0};
    titles_add_part(&variants, title, 0, title->count, TITLE_WHOLE);
    size_t first = 0, parts = 0;
    for (size_t at = title_skip_number(title, 0, title->count); at < title->count; at++) {
        size_t length = separator_length(title, at);
        if (!length)
            continue;
        titles_add_part(&variants, title, first, at, parts++ == 0 ? TITLE_HEAD : TITLE_PART);
        first = at + length;
        at = first - 1;
    }
    if (parts)
        titles_add_part(&variants, title, first, title->count, TITLE_PART);
    return variants.count;
}
