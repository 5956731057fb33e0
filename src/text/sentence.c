#include "text/sentence.h"

#include "text/unicode.h"
#include "text/words.h"

/* Bytes of the longest word beside a mark that is looked at. */
enum { LOOK_BACK = 40 };

static enum sentence_terminator sentence_terminator(uint32_t codepoint)
{
    switch (codepoint) {
    case '.':
        return DOT;
    case '!':
    case '?':
    case 0x2026: /* … */
    case 0x203C: /* ‼ */
    case 0x2047:
    case 0x2048:
    case 0x2049:
    case 0x061F: /* Arabic question mark */
    case 0x06D4: /* Urdu full stop */
    case 0x0964: /* danda */
    case 0x0965:
    case 0x0589: /* Armenian full stop */
        return STRONG;
    case 0x3002: /* 。 */
    case 0xFF01:
    case 0xFF0E:
    case 0xFF1F:
    case 0xFF61:
        return FULL_WIDTH;
    default:
        return NO_TERMINATOR;
    }
}

/* Is it a quotation mark or a bracket that may stand behind the end of a sentence? */
static bool sentence_is_closer(uint32_t codepoint)
{
    return codepoint == '"' || codepoint == '\'' || codepoint == ')' || codepoint == ']' || codepoint == 0xBB ||
           codepoint == 0x2019 || codepoint == 0x201C || codepoint == 0x201D || codepoint == 0x203A ||
           (codepoint >= 0x3009 && codepoint <= 0x3011 && codepoint % 2) || codepoint == 0x3015 ||
           codepoint == 0xFF09 || codepoint == 0xFF3D || codepoint == 0xFF63;
}

static bool is_opener(uint32_t codepoint)
{
    return codepoint == '"' || codepoint == '\'' || codepoint == '(' || codepoint == '[' || codepoint == 0xAB ||
           codepoint == 0x2018 || codepoint == 0x201C || codepoint == 0x201E || codepoint == 0x2039 ||
           codepoint == 0xBF || codepoint == 0xA1 || codepoint == '*' || codepoint == '`';
}

/* The word before the dot at `dot`, with the dots inside it: "e.g" of "(e.g. this". Empty when it is longer than any
 * that says whether the dot ends a sentence. */
static struct str sentence_word_before(struct str text, size_t from, size_t dot)
{
    size_t start = dot;
    while (start > from && dot - start <= LOOK_BACK) {
        char character = text.data[start - 1];
        if (ascii_is_space(character) || memchr("()[]\"'/,;:*", character, 11))
            break;
        if (start >= from + 2 && str_eq((struct str){text.data + start - 2, 2}, STR("\xC2\xA0")))
            break;
        start--;
    }
    return dot - start > LOOK_BACK ? (struct str){text.data + dot, 0} : (struct str){text.data + start, dot - start};
}

static struct sentence_next sentence_next(struct str text, size_t at)
{
    struct sentence_next next = {0, {text.data + at, 0}};
    uint32_t codepoint = 0;
    size_t length = 0;
    for (; at < text.len; at += length) {
        length = utf8_decode(text, at, &codepoint);
        if (!unicode_is_space(codepoint) && !is_opener(codepoint))
            break;
    }
    if (at >= text.len)
        return next;
    next.first = codepoint;
    next.word.data = text.data + at;
    for (; at < text.len && next.word.len < LOOK_BACK; at += length, next.word.len += length) {
        length = utf8_decode(text, at, &codepoint);
        if (!unicode_is_letter(codepoint) && !unicode_is_digit(codepoint) && codepoint != '_' && codepoint != '-')
            break;
    }
    return next;
}

/* A sentence ends at a terminator that white space or the end of the text follows, unless the word before a dot or the
 * word after the white space says otherwise. */

/* Is it a name such as "pg_dump" or "utf8", with which manuals begin a sentence in lower case? */
static bool is_identifier(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (word.data[i] == '_' || ascii_is_digit(word.data[i]))
            return true;
    return false;
}

static bool sentence_is_number(struct str word)
{
    size_t digits = 0;
    while (digits < word.len && ascii_is_digit(word.data[digits]))
        digits++;
    return word.len && digits == word.len;
}

/* Is it one capital, or letters with dots between: "J", "U.S"? A small letter alone is a name such as "x" and may end a
 * sentence. */
static bool is_initials(struct str word)
{
    uint32_t codepoint;
    if (!word.len)
        return false;
    for (size_t at = 0, length; at < word.len; at += length + 1) {
        length = utf8_decode(word, at, &codepoint);
        bool dot_follows = at + length < word.len && word.data[at + length] == '.';
        if (!unicode_is_letter(codepoint) || unicode_is_cjk(codepoint) || (at + length < word.len && !dot_follows))
            return false;
    }
    utf8_decode(word, 0, &codepoint);
    return memchr(word.data, '.', word.len) || !unicode_is_lower(codepoint);
}

struct sentence_splitter {
    struct str text;
    const struct language *language;
    struct arena *arena;
    struct sentence *sentences;
    size_t count, cap;
    struct buf folded; /* the word that is looked at */
};

static struct str sentence_fold(struct sentence_splitter *splitter, struct str word)
{
    buf_clear(&splitter->folded);
    text_fold(&splitter->folded, word);
    if (splitter->folded.failed)
        arena_fail(splitter->arena);
    return (struct str){splitter->folded.data, splitter->folded.len};
}

/* Does the next word, such as "The" or "Es", begin a sentence rather than go on with one after "U.S." or "3."? */
static bool opens_sentence(struct sentence_splitter *splitter, const struct sentence_next *next)
{
    return unicode_is_upper(next->first) &&
           language_is_stop_word(splitter->language, sentence_fold(splitter, next->word));
}

/* Does the dot at `dot`, white space after it, end the sentence that began at `from`? */
static bool dot_ends(struct sentence_splitter *splitter, size_t from, size_t dot, const struct sentence_next *next)
{
    const struct language *language = splitter->language;
    struct str word = sentence_word_before(splitter->text, from, dot);
    bool number_follows = unicode_is_digit(next->first);
    bool behind_slash = word.data > splitter->text.data + from && word.data[-1] == '/'; /* "disk I/O." */
    bool initials = !behind_slash && is_initials(word);
    bool ordinal = language && language->ordinal_dots && sentence_is_number(word) && word.len <= 2;
    if ((initials || ordinal) && opens_sentence(splitter, next))
        return !(language && word_list_has(language->abbreviations, word));
    if (initials || ordinal)
        return str_eq(word, STR("I")) && !number_follows;
    if (!language)
        return true;
    struct str key = sentence_fold(splitter, word);
    return !word_list_has(language->abbreviations, key) &&
           !(number_follows && word_list_has(language->number_abbreviations, key));
}

/* Past a " »" at `at`, with which French closes a quotation; else `at`. In German a word follows "»" and is quoted by
 * it. */
static size_t after_spaced_guillemet(struct str text, size_t at)
{
    uint32_t space, mark, next = ' ';
    if (at >= text.len)
        return at;
    size_t end = at + utf8_decode(text, at, &space);
    if (end >= text.len || !unicode_is_space(space))
        return at;
    end += utf8_decode(text, end, &mark);
    if (end < text.len)
        utf8_decode(text, end, &next);
    return mark == 0xBB && unicode_is_space(next) ? end : at;
}

struct sentence_run {
    size_t start, end;
    enum sentence_terminator kind; /* the strongest of the run */
    bool is_closed;                /* a closing mark ends it */
};

/* The run of terminators and closing marks that starts at `at`. */
static struct sentence_run run_at(struct str text, size_t at)
{
    struct sentence_run run = {at, at, NO_TERMINATOR, false};
    uint32_t codepoint;
    for (size_t length; run.end < text.len; run.end += length) {
        length = utf8_decode(text, run.end, &codepoint);
        enum sentence_terminator here = sentence_terminator(codepoint);
        if (here == NO_TERMINATOR && (run.kind == NO_TERMINATOR || !sentence_is_closer(codepoint)))
            break;
        if (here > run.kind)
            run.kind = here;
        run.is_closed = here == NO_TERMINATOR;
    }
    if (run.kind != NO_TERMINATOR)
        run.end = after_spaced_guillemet(text, run.end);
    return run;
}

/* Does a sentence end with a full-width run that this character follows? Not in "１．５", nor where Japanese goes on
 * behind a quotation: "「はい。」と答える". */
static bool full_width_ends(struct str text, struct sentence_run run, uint32_t next)
{
    bool is_point = str_eq((struct str){text.data + run.start, run.end - run.start}, STR("．"));
    bool is_hiragana = next >= 0x3041 && next <= 0x3096;
    return !(is_point && unicode_is_digit(next)) && !(run.is_closed && is_hiragana);
}

/* Is the mark spoken of, as in "the operators & (AND) and ! (NOT)"? White space and a bracket stand behind it, or the
 * word for "and" or "or", a comma or a mark alone before it. */
static bool is_operator(struct sentence_splitter *splitter, size_t from, struct sentence_run run)
{
    struct str text = splitter->text;
    if (run.end != run.start + 1)
        return false;
    if (run.end + 1 < text.len && text.data[run.end + 1] == '(')
        return true;
    size_t end = run.start;
    if (end == from || text.data[end - 1] != ' ')
        return false;
    end--;
    struct str before = sentence_word_before(text, from, end);
    const struct definition_words *words = splitter->language ? splitter->language->definition_words : NULL;
    return (end > from && text.data[end - 1] == ',') ||
           (words && word_list_has(words->either, sentence_fold(splitter, before)));
}

/* Does the sentence that began at `from` end with the run? */
static bool sentence_ends(struct sentence_splitter *splitter, size_t from, struct sentence_run run)
{
    struct str text = splitter->text;
    if (run.end >= text.len)
        return true;
    uint32_t codepoint;
    utf8_decode(text, run.end, &codepoint);
    if (run.kind == FULL_WIDTH)
        return full_width_ends(text, run, codepoint);
    if (!unicode_is_space(codepoint)) /* behind a danda many leave the blank out */
        return unicode_is_letter(codepoint) &&
               str_eq((struct str){text.data + run.start, run.end - run.start}, STR("\u0964"));
    struct sentence_next next = sentence_next(text, run.end);
    if (!next.first)
        return true;
    if (unicode_is_lower(next.first) && !is_identifier(next.word))
        return false;
    if (run.kind == STRONG && is_operator(splitter, from, run))
        return false;
    bool single_dot = run.kind == DOT && run.end == run.start + 1;
    return !single_dot || dot_ends(splitter, from, run.start, &next);
}

static void sentence_add_sentence(struct sentence_splitter *splitter, size_t start, size_t end)
{
    struct sentence *added = VEC_PUSH(splitter->arena, splitter->sentences, splitter->count, splitter->cap);
    if (added)
        *added = (struct sentence){start, end};
}

static void sentence_split(struct sentence_splitter *splitter)
{
    struct str text = splitter->text;
    size_t start = text.len, last = 0; /* of the sentence: its first byte, the end of its last character */
    for (size_t at = 0, length; at < text.len; at += length) {
        uint32_t codepoint;
        length = utf8_decode(text, at, &codepoint);
        if (unicode_is_space(codepoint))
            continue;
        if (start == text.len)
            start = at;
        struct sentence_run run = run_at(text, at);
        if (run.kind != NO_TERMINATOR)
            length = run.end - at;
        last = at + length;
        if (run.kind == NO_TERMINATOR || !sentence_ends(splitter, start, run))
            continue;
        sentence_add_sentence(splitter, start, last);
        start = text.len;
    }
    if (start < text.len)
        sentence_add_sentence(splitter, start, last);
}

enum status sentences_split(struct arena *arena, struct str text, const struct language *language,
                            struct sentence **sentences, size_t *count, struct error *err)
{
    struct sentence_splitter splitter = {.text = text, .language = language, .arena = arena};
    sentence_split(&splitter);
    buf_free(&splitter.folded);
    *sentences = splitter.sentences;
    *count = splitter.count;
    return arena_failed(arena) ? error_memory(err) : OK;
}

bool sentence_needs_no_blank(struct str sentence)
{
    uint32_t last = 0;
    for (size_t at = 0; at < sentence.len;)
        at += utf8_decode(sentence, at, &last);
    return sentence_terminator(last) == FULL_WIDTH || (last > 0x3000 && sentence_is_closer(last));
}
