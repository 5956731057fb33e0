#include "write/polish/phrasing.h"

enum status phrasing_of(const struct parts *parts, struct str text, struct phrasing *phrasing)
{
    phrasing->text = text;
    phrasing->plain = text_blotted(parts, text);
    if (!phrasing->plain.data)
        return error_memory(parts->err);
    return words_split(parts->arena, phrasing->plain, parts->language, &phrasing->words, &phrasing->count, parts->err);
}

bool word_is(const struct word *word, const char *folded)
{
    return str_eq(word->folded, str_from(folded));
}

bool phrasing_says(const struct phrasing *phrasing, size_t at, const char *phrase, size_t *end)
{
    struct str rest = str_from(phrase), piece;
    while (str_split(&rest, ' ', &piece)) {
        bool needs_comma = str_ends(piece, STR(","));
        piece.len -= needs_comma;
        if (at >= phrasing->count || !str_eq(phrasing->words[at].folded, piece))
            return false;
        char mark = phrasing_mark(phrasing, at++);
        if (needs_comma && mark != ',' && mark != ':')
            return false;
    }
    *end = at;
    return true;
}

char phrasing_mark(const struct phrasing *phrasing, size_t word)
{
    size_t at = phrasing->words[word].end;
    return at < phrasing->plain.len ? phrasing->plain.data[at] : '\0';
}

bool phrasing_is_capital(const struct phrasing *phrasing, size_t word)
{
    uint32_t first;
    utf8_decode(phrasing->plain, phrasing->words[word].start, &first);
    return unicode_is_upper(first);
}

bool phrasing_is_figure(const struct phrasing *phrasing, size_t word)
{
    for (size_t at = phrasing->words[word].start; at < phrasing->words[word].end; at++)
        if (ascii_is_digit(phrasing->plain.data[at]))
            return true;
    return false;
}

/* Forms that are never nouns, adjectives or participles. Folded. */
static const struct finite_verbs {
    const char *tag;
    const char *const *verbs;
} finite_verbs[] = {
#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})
    {"en",
     LIST("is", "are", "was", "were", "has", "have", "had", "can", "could", "will", "would", "may", "might", "must",
          "should", "do", "does", "did", "isn't", "aren't", "wasn't", "weren't", "hasn't", "haven't", "cannot", "can't",
          "won't", "doesn't", "don't", "didn't", "becomes", "became", "remains", "contains", "allows", "requires",
          "provides", "gives", "makes", "keeps", "grows", "depends", "includes", "creates", "begins")},
    {"de", LIST("ist", "sind", "war", "waren", "wird", "werden", "wurde", "wurden", "hat", "haben", "hatte", "hatten",
                "kann", "können", "konnte", "konnten", "muss", "müssen", "musste", "soll", "sollen", "sollte",
                "sollten", "darf", "dürfen", "will", "wollen", "braucht", "brauchen", "gibt", "lässt", "bleibt",
                "bleiben", "steht", "stehen", "liegt", "liegen", "enthält", "benötigt", "benötigen", "wächst")},
    {"fr", LIST("est", "sont", "était", "étaient", "a", "ont", "avait", "peut", "peuvent", "doit", "doivent", "faut",
                "sera", "seront", "fait", "font", "permet", "permettent")},
    {"es", LIST("es", "son", "está", "están", "era", "eran", "fue", "ha", "han", "hay", "tiene", "tienen", "puede",
                "pueden", "debe", "deben", "permite", "permiten")},
    {"it", LIST("è", "sono", "era", "erano", "ha", "hanno", "può", "possono", "deve", "devono", "viene", "vengono")},
    {"nl", LIST("is", "zijn", "was", "waren", "heeft", "hebben", "had", "kan", "kunnen", "moet", "moeten", "wordt",
                "worden", "werd", "mag", "zal", "zou")},
    {"pt", LIST("é", "são", "está", "estão", "era", "eram", "foi", "tem", "têm", "há", "pode", "podem", "deve", "devem",
                "permite")},
    {"da", LIST("er", "var", "har", "havde", "kan", "kunne", "skal", "bliver", "blev", "må", "vil")},
    {"no", LIST("er", "var", "har", "hadde", "kan", "kunne", "skal", "blir", "ble", "må", "vil")},
    {"sv", LIST("är", "var", "har", "hade", "kan", "kunde", "ska", "blir", "blev", "måste", "vill")},
#undef LIST
};

bool word_is_verb(const struct word *word, const struct language *language)
{
    for (size_t i = 0; language && i < COUNT_OF(finite_verbs); i++)
        if (strcmp(finite_verbs[i].tag, language->tag) == 0)
            return word_list_has(finite_verbs[i].verbs, word->folded);
    return false;
}

bool phrasing_has_verb(const struct phrasing *phrasing, const struct language *language, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (word_is_verb(&phrasing->words[i], language))
            return true;
    return false;
}

bool phrasing_points_back(const struct phrasing *phrasing, const struct language *language)
{
    enum { FIRST_WORDS = 3 };
    size_t end;
    if (!language || !language->cues)
        return false;
    for (const char *const *opening = language->cues->openings; *opening; opening++)
        if (phrasing_says(phrasing, 0, *opening, &end))
            return true;
    for (size_t i = 0; i < phrasing->count && i < FIRST_WORDS; i++)
        if (word_list_has(language->cues->pronouns, phrasing->words[i].folded))
            return true;
    return false;
}

/* By quotation marks and parentheses before the place: is one of them open? Straight quotes open and close. */
bool phrasing_is_enclosed(const struct phrasing *phrasing, size_t at)
{
    struct str text = phrasing->plain;
    size_t straight = 0;
    long depth = 0;
    uint32_t codepoint;
    for (size_t i = 0, length; i < at && i < text.len; i += length) {
        length = utf8_decode(text, i, &codepoint);
        straight += codepoint == '"';
        depth += codepoint == '(' || codepoint == '[' || codepoint == 0x201E || codepoint == 0xAB;
        depth -= codepoint == ')' || codepoint == ']' || codepoint == 0x201D || codepoint == 0xBB;
        if (codepoint == 0x201C) /* closes „ and opens otherwise */
            depth += depth > 0 ? -1 : 1;
    }
    return straight % 2 || depth != 0;
}

struct str bytes_between(struct str text, size_t from, size_t to)
{
    return (struct str){text.data + from, to > from ? to - from : 0};
}

struct str text_join(struct arena *arena, const struct str *pieces, size_t count)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length += pieces[i].len;
    char *text = arena_alloc(arena, length + 1), *end = text;
    for (size_t i = 0; text && i < count; i++)
        if (pieces[i].len)
            end = (char *)memcpy(end, pieces[i].data, pieces[i].len) + pieces[i].len;
    return (struct str){text, text ? length : 0};
}
