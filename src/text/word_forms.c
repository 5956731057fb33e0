#include "text/word_forms.h"

#include "text/unicode.h"

#include <libstemmer.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* --- folding --- */

/* Copies the word with I and İ (C4 B0) as the small letters of Turkish, ı (C4 B1) and i. */
static struct str with_small_i(struct buf *out, struct str word)
{
    buf_clear(out);
    for (size_t i = 0; i < word.len; i++) {
        if (word.data[i] == 'I')
            buf_str(out, "\xC4\xB1");
        else if (word.data[i] == '\xC4' && i + 1 < word.len && word.data[i + 1] == '\xB0')
            buf_char(out, 'i'), i++;
        else
            buf_char(out, word.data[i]);
    }
    return (struct str){out->data, out->len};
}

/* Puts ș and ț (C8 99, C8 9B) for ş and ţ (C5 9F, C5 A3), by which older Romanian text writes them. */
static void put_commas(struct buf *folded)
{
    for (size_t i = 0; i + 1 < folded->len; i++) {
        if (folded->data[i] != '\xC5' || (folded->data[i + 1] != '\x9F' && folded->data[i + 1] != '\xA3'))
            continue;
        folded->data[i] = '\xC8';
        folded->data[i + 1] = folded->data[i + 1] == '\x9F' ? '\x99' : '\x9B';
    }
}

/* Puts a bare alef (D8 A7) for one with a madda or hamza (D8 A2, A3, A5), which many Arabic writers leave out. */
static void put_alefs(struct buf *folded)
{
    for (size_t i = 0; i + 1 < folded->len; i++)
        if (folded->data[i] == '\xD8' && memchr("\xA2\xA3\xA5", folded->data[i + 1], 3))
            folded->data[i + 1] = '\xA7';
}

/* Of Devanagari: the dot below makes other letters of two, and of the rest sounds of foreign words, for which many
 * leave it out. */
enum { NUKTA = 0x93C, DDA = 0x921, DDHA = 0x922, CHANDRABINDU = 0x901, ANUSVARA = 0x902 };

/* The soft hyphen, the marks that join or part letters, Arabic vowel signs, and the stroke that lengthens a word. */
static bool is_left_out(uint32_t before, uint32_t codepoint)
{
    if (codepoint == NUKTA)
        return before != DDA && before != DDHA;
    return codepoint == 0xAD || codepoint == 0x200C || codepoint == 0x200D || codepoint == 0x640 ||
           codepoint == 0x670 || (codepoint >= 0x64B && codepoint <= 0x65F && codepoint != 0x654 && codepoint != 0x655);
}

/* The ASCII character that is meant; 0: another. */
static char plain_of(uint32_t codepoint)
{
    static const uint32_t zeros[] = {0x660, 0x6F0, 0x966}; /* Arabic, Persian, Devanagari */
    if (codepoint == 0x2019)
        return '\'';
    if (codepoint == 0x2010 || codepoint == 0x2011)
        return '-';
    for (size_t i = 0; i < COUNT_OF(zeros); i++)
        if (codepoint >= zeros[i] && codepoint <= zeros[i] + 9)
            return (char)('0' + (codepoint - zeros[i]));
    return 0;
}

/* The nasal of a row of five letters, before one of the other four; 0: another letter. */
static uint32_t nasal_before(uint32_t stop)
{
    enum { KA = 0x915, BHA = 0x92D, ROW = 5, NNNA = 0x929 };
    if (stop < KA || stop > BHA || stop == NNNA)
        return 0;
    uint32_t place = stop - KA - (stop > NNNA); /* among 25: NNNA is of no row */
    return place % ROW == ROW - 1 ? 0 : KA + place / ROW * ROW + ROW - 1 + (place / ROW == 4);
}

/* Puts an anusvara for a nasal that is joined to a stop of its row, as the two are written for each other. */
static void put_anusvaras(struct buf *folded)
{
    enum { VIRAMA = 0x94D };
    uint32_t letters[3];
    size_t used = 0, length;
    struct str text = {folded->data, folded->len};
    for (size_t at = 0; at < text.len; at += length) {
        length = utf8_decode(text, at, &letters[0]);
        size_t next = at + length, count = 1;
        while (count < 3 && next < text.len)
            next += utf8_decode(text, next, &letters[count++]);
        memmove(folded->data + used, text.data + at, length);
        used += length;
        if (count < 3 || letters[1] != VIRAMA || letters[0] != nasal_before(letters[2]))
            continue;
        memcpy(folded->data + used - length, "\xE0\xA4\x82", length); /* all three are of three bytes */
        length *= 2;
    }
    folded->data[folded->len = used] = '\0';
}

void word_fold(struct buf *out, struct buf *room, struct str word, const struct language *language)
{
    buf_clear(out);
    if (language && language->dotless_i)
        word = with_small_i(room, word);
    text_fold(out, word);
    if (out->failed || room->failed)
        return;
    size_t used = 0, length;
    uint32_t codepoint = 0, before;
    struct str text = {out->data, out->len};
    for (size_t at = 0; at < text.len; at += length) {
        before = codepoint;
        length = utf8_decode(text, at, &codepoint);
        char plain = plain_of(codepoint);
        if (plain) {
            out->data[used++] = plain;
        } else if (!is_left_out(before, codepoint)) {
            memmove(out->data + used, out->data + at, length);
            used += length;
            if (codepoint == CHANDRABINDU) /* of the same length, and different in the last byte */
                out->data[used - 1] = (char)(out->data[used - 1] + ANUSVARA - CHANDRABINDU);
        }
    }
    if (used) /* a vowel sign alone stays */
        out->data[out->len = used] = '\0';
    if (out->data && strstr(out->data, "\xE0\xA5\x8D"))
        put_anusvaras(out);
    if (language && language->comma_below)
        put_commas(out);
    if (language && language->bare_alef)
        put_alefs(out);
}

/* Letters that are not made of a letter and a mark, and those that are written for them. */
static const struct {
    uint32_t codepoint;
    const char *plain;
} plain_letters[] = {{0xE6, "ae"}, {0xF0, "d"},  {0xF8, "o"},   {0xFE, "th"}, {0x111, "d"},     {0x127, "h"},
                     {0x131, "i"}, {0x142, "l"}, {0x153, "oe"}, {0x167, "t"}, {0x451, "\u0435"}};

static bool is_latin_or_greek(uint32_t codepoint)
{
    return codepoint < 0x250 || (codepoint >= 0x1E00 && codepoint <= 0x1FFF) ||
           (codepoint >= 0x370 && codepoint <= 0x3FF);
}

static void word_forms_add_plain(struct buf *out, uint32_t codepoint)
{
    enum { PARTS = 8 };
    const utf8proc_option_t options = UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK;
    utf8proc_int32_t parts[PARTS];
    for (size_t i = 0; i < COUNT_OF(plain_letters); i++)
        if (plain_letters[i].codepoint == codepoint) {
            buf_str(out, plain_letters[i].plain);
            return;
        }
    utf8proc_ssize_t count = utf8proc_decompose_char((utf8proc_int32_t)codepoint, parts, PARTS, options, NULL);
    for (utf8proc_ssize_t i = 0; i < count && i < PARTS; i++)
        utf8_append(out, (uint32_t)parts[i]);
}

bool word_strip_accents(struct buf *out, struct str folded)
{
    enum { FIRST_MARK = 0x300, LAST_MARK = 0x36F };
    size_t length;
    uint32_t codepoint;
    buf_clear(out);
    for (size_t at = 0; at < folded.len; at += length) {
        length = utf8_decode(folded, at, &codepoint);
        bool is_mark = codepoint >= FIRST_MARK && codepoint <= LAST_MARK;
        if (codepoint >= 0x80 && (is_latin_or_greek(codepoint) || codepoint == 0x451))
            word_forms_add_plain(out, codepoint);
        else if (!is_mark)
            buf_add(out, folded.data + at, length);
    }
    return out->len != folded.len || (folded.len && memcmp(out->data, folded.data, folded.len) != 0);
}

/* --- stems --- */

/* Bytes. Longer words are not stemmed: they are no words of a language, and some algorithms take long over them. */
enum { LONGEST_STEMMED = 64 };

struct stemmer {
    struct sb_stemmer *algorithm; /* NULL: words are given back as they are */
    bool elides;                  /* French "l'eau": the article is part of the written word */
    const char *const *endings;   /* see language.h; or NULL */
    bool has_conjunctions;        /* Arabic "والنظام": "and" is part of the written word */
};

struct stemmer *stemmer_new(const struct language *language)
{
    struct stemmer *stemmer = calloc(1, sizeof *stemmer);
    if (!stemmer || !language || !language->stemmer)
        return stemmer;
    stemmer->elides = language->elides;
    stemmer->has_conjunctions = strcmp(language->stemmer, "arabic") == 0;
    stemmer->endings = language->endings;
    if (stemmer->endings)
        return stemmer;
    stemmer->algorithm = sb_stemmer_new(language->stemmer, NULL); /* NULL: UTF-8 */
    if (stemmer->algorithm)
        return stemmer;
    free(stemmer);
    return NULL;
}

void stemmer_free(struct stemmer *stemmer)
{
    if (stemmer && stemmer->algorithm)
        sb_stemmer_delete(stemmer->algorithm);
    free(stemmer);
}

/* Without an elided article or pronoun in front: "l'eau" -> "eau", "nell'arte" -> "arte", "qu'il" -> "il". */
static struct str without_elision(struct str word)
{
    enum { LONGEST_ELIDED = 6 };
    for (size_t i = 1; i <= LONGEST_ELIDED && i + 2 < word.len; i++)
        if (word.data[i] == '\'')
            return (struct str){word.data + i + 1, word.len - i - 1};
    return word;
}

/* Without the letter for "and" or "so" in front of an article, which the algorithm leaves there: "والنظام" -> "النظام".
 * What is left has at least three letters behind the article: "والد" is a word of its own. */
static struct str without_conjunction(struct str word)
{
    enum { SHORTEST = 12 }; /* bytes, two of each letter */
    bool has_article = str_starts(word, STR("\u0648\u0627\u0644")) || str_starts(word, STR("\u0641\u0627\u0644"));
    return has_article && word.len >= SHORTEST ? (struct str){word.data + 2, word.len - 2} : word;
}

/* Without its endings: of "orrialdeetan" first "etan", then "e". */
static struct str without_endings(struct str word, const char *const *endings)
{
    enum { SHORTEST_STEM = 3 };
    for (const char *const *ending = endings; *ending;) {
        struct str end = str_from(*ending++);
        if (word.len < end.len + SHORTEST_STEM || !str_ends(word, end))
            continue;
        word.len -= end.len;
        ending = endings;
    }
    return word;
}

struct str stemmer_stem(struct stemmer *stemmer, struct str folded)
{
    if (stemmer->endings && folded.len <= LONGEST_STEMMED)
        return without_endings(folded, stemmer->endings);
    if (!stemmer->algorithm || folded.len > LONGEST_STEMMED)
        return folded;
    struct str word = stemmer->elides ? without_elision(folded) : folded;
    if (stemmer->has_conjunctions)
        word = without_conjunction(word);
    const sb_symbol *stem = sb_stemmer_stem(stemmer->algorithm, (const sb_symbol *)word.data, (int)word.len);
    int length = sb_stemmer_length(stemmer->algorithm);
    if (!stem || length < 1)
        return word;
    return (struct str){(const char *)stem, (size_t)length};
}
