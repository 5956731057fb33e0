/* Tells by its form and its words how a sentence may be used. */
#include "research/corpus/sentence_classifier.h"

/* Closing marks that may stand behind the end of a sentence, and the ends themselves. */
static const char *const closers[] = {"\"", "'", ")", "]", "\xE2\x80\x9D", "\xE2\x80\x99", "\xC2\xBB", "\xE2\x80\x9C"};
static const char *const full_stops[] = {".", "!", "\xE2\x80\xA6", "\xE3\x80\x82", "\xEF\xBC\x81"};
static const char *const question_marks[] = {"?", "\xEF\xBC\x9F"};

static bool ends_with_any(struct str *text, const char *const *ends, size_t count, bool cut)
{
    for (size_t i = 0; i < count; i++) {
        struct str end = str_from(ends[i]);
        if (!str_ends(*text, end))
            continue;
        if (cut)
            text->len -= end.len;
        return true;
    }
    return false;
}

static struct str without_closers(struct str text)
{
    while (ends_with_any(&text, closers, COUNT_OF(closers), true))
        text = str_trim(text);
    return text;
}

/* Some marks are never prose. Of the others a few may be ("a < b"), many for the length of the text are not. */
static bool looks_like_code(struct str text)
{
    static const char *const sure[] = {"://", "::", "==", "!=", "();", "->", "=>", "&&", "||", "/*", "${", "\\"};
    for (size_t i = 0; i < COUNT_OF(sure); i++)
        if (str_find(text, str_from(sure[i]), 0) < text.len)
            return true;
    size_t marks = 0;
    for (size_t i = 0; i < text.len; i++)
        marks += strchr("{}<>=|~^;`@#$*", text.data[i]) && text.data[i] ? 1 : 0;
    return marks > 2 || marks * 40 > text.len;
}

static bool is_balanced(struct str text)
{
    int round = 0, square = 0, quotes = 0, open_quotes = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        round += c == '(' ? 1 : c == ')' ? -1 : 0;
        square += c == '[' ? 1 : c == ']' ? -1 : 0;
        quotes += c == '"';
        if (round < 0 || square < 0)
            return false;
    }
    for (size_t at = 0; (at = str_find(text, STR("\xE2\x80\x9C"), at)) < text.len; at++)
        open_quotes++;
    for (size_t at = 0; (at = str_find(text, STR("\xE2\x80\x9D"), at)) < text.len; at++)
        open_quotes--;
    bool low_quotes =
        str_find(text, STR("\xE2\x80\x9E"), 0) < text.len; /* German, which closes a quotation with U+201C */
    return !round && !square && quotes % 2 == 0 && (low_quotes || !open_quotes);
}

/* Does a small letter follow a full stop inside the text? Then a name was cut ("toast. parameter"), unless the stop is
 * that of an abbreviation. */
static bool has_inner_stop(struct str text)
{
    enum { LONGEST_ABBREVIATION = 4 };
    for (size_t at = 0; (at = str_find(text, STR(". "), at)) + 2 < text.len; at++) {
        size_t start = at;
        while (start > 0 && text.data[start - 1] != ' ')
            start--;
        char next = text.data[at + 2];
        if (next >= 'a' && next <= 'z' && at - start > LONGEST_ABBREVIATION &&
            !memchr(text.data + start, '.', at - start))
            return true;
    }
    return false;
}

static bool begins_like_sentence(struct str text)
{
    for (size_t at = 0; at < text.len;) {
        uint32_t c;
        at += utf8_decode(text, at, &c);
        if (unicode_is_letter(c))
            return unicode_is_upper(c) || unicode_is_cjk(c);
        if (unicode_is_digit(c))
            return true;
    }
    return false;
}

/* Is it built like a sentence, rather than like a headline or a list of names? Prose is held together by function
 * words. */
static bool is_prose(struct str text, const struct word *words, size_t count)
{
    size_t stops = 0, capitals = 0;
    bool known = false;
    for (size_t i = 0; i < count; i++) {
        uint32_t first;
        utf8_decode(text, words[i].start, &first);
        capitals += unicode_is_upper(first) || unicode_is_digit(first);
        stops += words[i].is_stop;
        known |= words[i].is_stop;
    }
    return known && stops * 12 >= count && capitals * 10 <= count * 7;
}

/* A pronoun among so many first words points back: what it stands for has no room before it. */
enum { PRONOUN_REACH = 3 };

static bool points_back(const struct word *words, size_t count, const struct cues *cues)
{
    return cues_any_before(words, count, 1, cues->openings) ||
           cues_any_before(words, count, PRONOUN_REACH, cues->pronouns) ||
           cues_any_before(words, count, count, cues->pointers);
}

enum sentence_use classify_sentence(struct str text, const struct word *words, size_t count, size_t max_words,
                                    const struct cues *cues)
{
    struct str core = without_closers(str_trim(text));
    if (!core.len || !count || looks_like_code(core) || !is_balanced(text) || has_inner_stop(core))
        return USE_NONE;
    if (cues_any_before(words, count, count, cues->talk))
        return USE_NONE;
    bool leads = str_ends(core, STR(":"));
    if (!leads && cues_any_before(words, count, count, cues->references))
        return USE_NONE;
    size_t length = words_count(text);
    if (length > max_words || utf8_length(text) > SENTENCE_MAX_CHARACTERS || !begins_like_sentence(text))
        return USE_NONE;
    if (ends_with_any(&core, question_marks, COUNT_OF(question_marks), false))
        return points_back(words, count, cues) || length < 3 ? USE_NONE : USE_QUESTION;
    bool stops = ends_with_any(&core, full_stops, COUNT_OF(full_stops), false);
    if (!leads && !stops)
        return points_back(words, count, cues) ? USE_NONE : USE_PHRASE;
    if (length < SENTENCE_MIN_WORDS || !is_prose(text, words, count))
        return stops && length < SENTENCE_MIN_WORDS ? USE_PHRASE : USE_NONE;
    if (points_back(words, count, cues))
        return leads ? USE_NONE : USE_FOLLOWS;
    return leads ? USE_LEADS : USE_OPENS;
}
