/* Tells by its form and its words how a sentence may be used. */
#include "research/corpus/corpus.h"

/* Closing marks that may stand behind the end of a sentence, and the ends themselves. */
static const char *const closers[] = {"\"", "'",  ")",  "]", "\xE2\x80\x9D", "\xE2\x80\x99", "\xC2\xBB", "\xE2\x80\x9C",
                                      "」", "』", "）", "】"};
static const char *const colons[] = {":", "：", " e.g.", " i.e."};
static const char *const full_stops[] = {".", "!", "\xE2\x80\xA6", "\xE3\x80\x82", "\xEF\xBC\x81", "\u0964", "\u06D4"};
static const char *const wide_stops[] = {"。", "！", "？", "："};
static const char *const question_marks[] = {"?", "\xEF\xBC\x9F", "\u061F"};

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

/* Without what is marked as code, which may hold any mark. */
static struct str without_code(struct str text, struct spans spans, char *room, size_t size)
{
    size_t used = 0;
    bool has_code = false;
    for (size_t i = 0; i < spans.count; i++)
        has_code |= spans.list[i].kind == SPAN_CODE;
    if (!has_code || text.len > size)
        return text;
    for (size_t at = 0, next = 0; at < text.len; at++) {
        while (next < spans.count && (spans.list[next].kind != SPAN_CODE || spans.list[next].end <= at))
            next++;
        if (next == spans.count || at < spans.list[next].start)
            room[used++] = text.data[at];
        else if (at == spans.list[next].start)
            room[used++] = 'x';
    }
    return (struct str){room, used};
}

/* Letters, digits and what is not ASCII: no mark. */
static inline bool is_letter_byte(char byte)
{
    unsigned char lower = (unsigned char)byte | 0x20u;
    return (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || (unsigned char)byte >= 0x80;
}

/* Does one of the runs of marks stand in the text? Each is at least two bytes long and begins with a blank or a mark.
 */
static bool has_any(struct str text, const char *const *runs, size_t count)
{
    for (size_t at = 0; at + 1 < text.len; at++) {
        if (is_letter_byte(text.data[at]) || is_letter_byte(text.data[at + 1]))
            continue;
        for (size_t i = 0; i < count; i++)
            if (runs[i][0] == text.data[at] && runs[i][1] == text.data[at + 1] &&
                str_starts((struct str){text.data + at, text.len - at}, str_from(runs[i])))
                return true;
    }
    return false;
}

/* Does it hold a name that is to be replaced, as in reStructuredText: "|version|"? */
static bool has_substitution(struct str text)
{
    for (size_t at = 0; (at = str_find(text, STR("|"), at)) < text.len; at++) {
        size_t end = at + 1;
        while (end < text.len && (is_letter_byte(text.data[end]) || memchr("_-", text.data[end], 2)))
            end++;
        if (end > at + 1 && end < text.len && text.data[end] == '|')
            return true;
    }
    return false;
}

/* Some marks are never prose. Of the others a few may be ("a < b"), many for the length of the text are not. */
static bool looks_like_code(struct str text)
{
    static const char *const sure[] = {"://", "::", "==", "!=", "();", "->", "=>", "&&", "||", "/*", "${", "``", ":`"};
    size_t marks = 0, powers = 0;
    for (size_t i = 0; i < text.len; i++) {
        char mark = text.data[i];
        if (is_letter_byte(mark) || mark == ' ')
            continue;
        if (mark == '\\')
            return true;
        marks += mark && strchr("{}<>=|~;`@#$*", mark) ? 1 : 0;
        powers += mark == '^'; /* of raised figures */
    }
    return marks > 2 || marks * 40 > text.len || powers > 4 || has_any(text, sure, COUNT_OF(sure)) ||
           has_substitution(text);
}

/* Has something been struck out of it, as links or figures are? White space stands before a stop, a mark stands twice,
 * a bracket holds nothing. */
static bool is_broken(struct str text)
{
    static const char *const gaps[] = {" ,", ",,",  ", ,", ",.", ", .", ";.",   ":.",
                                       "(,", "( )", " ()", "[]", "(.",  " .\"", " .)"};
    return has_any(text, gaps, COUNT_OF(gaps)) || str_ends(text, STR(" .")) || str_find(text, STR(" . "), 0) < text.len;
}

static size_t sentence_classifier_count_of(struct str text, const char *mark)
{
    size_t count = 0;
    for (size_t at = 0; (at = str_find(text, str_from(mark), at)) < text.len; at++)
        count++;
    return count;
}

static const char *const wide_brackets[][2] = {{"「", "」"}, {"『", "』"}, {"（", "）"}, {"【", "】"}, {"《", "》"}};

static bool is_balanced(struct str text)
{
    int round = 0, square = 0, quotes = 0, open_quotes = 0;
    bool is_ascii = true;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        is_ascii &= (unsigned char)c < 0x80;
        round += c == '(' ? 1 : c == ')' ? -1 : 0;
        square += c == '[' ? 1 : c == ']' ? -1 : 0;
        quotes += c == '"';
        if (round < 0 || square < 0)
            return false;
    }
    if (is_ascii)
        return !round && !square && quotes % 2 == 0;
    for (size_t at = 0; (at = str_find(text, STR("\xE2\x80\x9C"), at)) < text.len; at++)
        open_quotes++;
    for (size_t at = 0; (at = str_find(text, STR("\xE2\x80\x9D"), at)) < text.len; at++)
        open_quotes--;
    for (size_t i = 0; i < COUNT_OF(wide_brackets); i++)
        if (sentence_classifier_count_of(text, wide_brackets[i][0]) !=
            sentence_classifier_count_of(text, wide_brackets[i][1]))
            return false;
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

/* Is the word at the start a name that is never written with a capital: code, one that is set off ("reverse is a
 * boolean value"), the one that its page is about ("dropdb"), or one with a mark inside ("pg_dump")? */
static bool begins_with_name(const struct sentence_view *view)
{
    struct str text = view->text;
    struct spans spans = view->spans;
    if (spans.count && spans.list[0].start == 0 && spans.list[0].kind <= SPAN_STRONG)
        return true;
    size_t end = 0;
    while (end < text.len && text.data[end] != ' ')
        end++;
    if (view->name.len && str_eq((struct str){text.data, end}, view->name))
        return true;
    return end > 2 && memchr(text.data + 1, '_', end - 2) && is_letter_byte(text.data[0]);
}

/* Is it written in letters that are neither small nor large, as those of Arabic and Hindi are? The last one says it, as
 * a name in Latin letters may stand first. */
static bool is_without_case(struct str text)
{
    uint32_t last = 0, c;
    for (size_t at = 0; at < text.len;) {
        at += utf8_decode(text, at, &c);
        last = unicode_is_letter(c) ? c : last;
    }
    return last && !unicode_is_lower(last) && !unicode_is_upper(last);
}

static bool begins_like_sentence(const struct sentence_view *view)
{
    struct str text = view->text;
    if (begins_with_name(view))
        return true;
    for (size_t at = 0; at < text.len;) {
        uint32_t c;
        at += utf8_decode(text, at, &c);
        if (unicode_is_letter(c) && !unicode_is_lower(c))
            return true;
        if (unicode_is_letter(c)) /* "apt は" begins a sentence in small letters */
            return ends_with_any(&(struct str){text.data, text.len}, wide_stops, COUNT_OF(wide_stops), false) ||
                   is_without_case(text);
        if (unicode_is_digit(c))
            return true;
    }
    return false;
}

/* Is it built like a sentence, rather than like a headline or a list of names? Prose is held together by function
 * words, or else by endings: then most of its words are in small letters. */
static bool is_prose(const struct sentence_view *view)
{
    enum { FEWEST_INFLECTED = 6 };
    const struct word *words = view->worded.words;
    size_t stops = 0, capitals = 0, count = view->worded.count;
    for (size_t i = 0; i < count; i++) {
        uint32_t first;
        utf8_decode(view->worded.text, words[i].start, &first);
        capitals += i > 0 && (unicode_is_upper(first) || unicode_is_digit(first));
        stops += words[i].is_stop;
    }
    if (view->is_inflected && stops * 12 < count)
        return count >= FEWEST_INFLECTED && capitals * 10 <= (count - 1) * 4;
    return (stops && stops * 12 >= count && capitals * 10 <= count * 7) || cues_spell_out(&view->worded);
}

/* Cues by which a sentence goes, wherever it stands. */
static const uint32_t dropping = CUE_BIT(CUE_TALK) | CUE_BIT(CUE_VERSION) | CUE_BIT(CUE_CAPTION) | CUE_BIT(CUE_BYLINE) |
                                 CUE_BIT(CUE_EVENT) | CUE_BIT(CUE_PROMOTION) | CUE_BIT(CUE_INSTRUCTION);

static const uint32_t leaning = CUE_BIT(CUE_OPENING) | CUE_BIT(CUE_PRONOUN) | CUE_BIT(CUE_POINTER);

static unsigned signs_of(uint32_t found)
{
    static const struct {
        enum cue cue;
        enum sentence_sign sign;
    } pairs[] = {
        {CUE_ANNOUNCEMENT, SIGN_ANNOUNCES},
        {CUE_REFERENCE, SIGN_REFERS},
        {CUE_ATTRIBUTION, SIGN_ATTRIBUTES},
        {CUE_ATTACK, SIGN_ATTACKS},
        {CUE_DENIAL, SIGN_DENIES},
        {CUE_HYPOTHESIS, SIGN_SUPPOSES},
        {CUE_SELF, SIGN_IS_OWN},
        {CUE_IMPERATIVE, SIGN_ORDERS},
        {CUE_STEPS, SIGN_STEPS},
    };
    unsigned signs = found & dropping ? SIGN_BESIDE : 0;
    for (size_t i = 0; i < COUNT_OF(pairs); i++)
        signs |= found & CUE_BIT(pairs[i].cue) ? (unsigned)pairs[i].sign : 0;
    return signs;
}

/* How a part of a list may be used: it may be a phrase, and what it points back to is there. */
static enum sentence_use use_of_item(const struct sentence_view *view, bool stops, bool leans)
{
    bool is_sentence = stops && view->length >= SENTENCE_MIN_WORDS && is_prose(view) && begins_like_sentence(view);
    return !is_sentence ? USE_PHRASE : leans ? USE_FOLLOWS : USE_OPENS;
}

static enum sentence_use use_of(struct str core, const struct sentence_view *view, bool leads, bool leans)
{
    size_t length = view->length;
    bool asks = ends_with_any(&core, question_marks, COUNT_OF(question_marks), false);
    bool stops = ends_with_any(&core, full_stops, COUNT_OF(full_stops), false);
    if (view->is_item && !asks && !leads)
        return use_of_item(view, stops, leans);
    if (!begins_like_sentence(view))
        return USE_NONE;
    if (asks)
        return leans || length < 3 ? USE_NONE : USE_QUESTION;
    if (leads && length < SENTENCE_MIN_WORDS)
        return leans || view->is_item ? USE_FOLLOWS : USE_NONE; /* "For example:" */
    if (!leads && !stops)
        return leans ? USE_NONE : USE_PHRASE;
    if (length < SENTENCE_MIN_WORDS || !is_prose(view))
        return stops && length < SENTENCE_MIN_WORDS ? USE_PHRASE : USE_NONE;
    return leans ? USE_FOLLOWS : USE_OPENS;
}

struct sentence_judgment classify_sentence(const struct sentence_view *view, uint32_t found, size_t max_words)
{
    char room[SENTENCE_MAX_CHARACTERS * 4];
    struct str text = view->text, core = without_closers(str_trim(text));
    struct sentence_judgment judgment = {USE_NONE, signs_of(found)};
    bool leads = ends_with_any(&core, colons, COUNT_OF(colons), false);
    judgment.signs |= leads ? SIGN_LEADS : 0;
    if (!core.len || !view->worded.count || view->length > max_words || utf8_length(text) > SENTENCE_MAX_CHARACTERS)
        return judgment;
    struct str prose = without_code(core, view->spans, room, sizeof room);
    if (looks_like_code(prose) || is_broken(prose) ||
        !is_balanced(without_code(text, view->spans, room, sizeof room)) || has_inner_stop(core))
        return judgment;
    bool announces = leads || (found & (CUE_BIT(CUE_ANNOUNCEMENT) | CUE_BIT(CUE_STEPS)));
    if (found & (dropping | CUE_BIT(CUE_ELSEWHERE)) || (!announces && found & CUE_BIT(CUE_REFERENCE)))
        return judgment;
    judgment.use = use_of(core, view, leads, found & leaning);
    return judgment;
}
