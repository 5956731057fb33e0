#include "model/check/marker.h"

#include "text/word_list.h"

enum { LONGEST = 60, MOST_DIGITS = 6 };

static const struct {
    const char *open, *close;
} brackets[] = {
    {"[[", "]]"},
    {"[", "]"},
    {"\xE3\x80\x90", "\xE3\x80\x91"}, /* 【】 */
    {"\xEF\xBC\xBB", "\xEF\xBC\xBD"}, /* ［］ */
    {"\xE3\x80\x94", "\xE3\x80\x95"}, /* 〔〕 */
};

/* Models fall back into English. own: NULL where nothing is known of the language. */
static bool may_accompany(const struct wording *own, struct str word)
{
    return word_list_ihas(wording_english()->marker_words, word) || (own && word_list_ihas(own->marker_words, word));
}

static bool holds_place(const struct wording *own, struct str word)
{
    return word_list_ihas(wording_english()->placeholders, word) || (own && word_list_ihas(own->placeholders, word));
}

static size_t letters_at(struct str text, size_t at)
{
    size_t count = 0;
    while (at + count < text.len && ascii_is_alnum(text.data[at + count]) && !ascii_is_digit(text.data[at + count]))
        count++;
    return count;
}

static void marker_add_number(struct marker *marker, long number)
{
    if (marker->count < MARKER_NUMBERS)
        marker->numbers[marker->count++] = number;
}

/* A dash between two numbers means those between them too. */
static void add_range(struct marker *marker, long last)
{
    long first = marker->count ? marker->numbers[marker->count - 1] : last;
    for (long number = first + 1; number <= last && number < first + MARKER_NUMBERS; number++)
        marker_add_number(marker, number);
}

/* Bytes of a dash at `at`; 0: none. */
static size_t dash_at(struct str text, size_t at)
{
    struct str rest = {text.data + at, text.len - at};
    return rest.data[0] == '-' ? 1 : str_starts(rest, STR("\xE2\x80\x93")) ? strlen("\xE2\x80\x93") : 0;
}

/* Reads the inside of brackets; false when it is something else. */
static bool read_numbers(struct str inner, const struct wording *own, struct marker *marker)
{
    bool after_dash = false, only_companions = true;
    for (size_t at = 0, length; at < inner.len; at += length) {
        char character = inner.data[at];
        length = 1;
        if (ascii_is_digit(character)) {
            long number = 0;
            for (length = 0; at + length < inner.len && ascii_is_digit(inner.data[at + length]); length++)
                number = length < MOST_DIGITS ? number * 10 + (inner.data[at + length] - '0') : number;
            if (after_dash)
                add_range(marker, number);
            else
                marker_add_number(marker, number);
            after_dash = false;
        } else if ((length = letters_at(inner, at)) > 0) {
            only_companions &= may_accompany(own, (struct str){inner.data + at, length});
        } else if ((length = dash_at(inner, at)) > 0) {
            after_dash = marker->count > 0;
        } else if (str_starts((struct str){inner.data + at, inner.len - at}, STR("\xE2\x80\xA0"))) {
            return marker->count > 0; /* 【3†source】: what follows the dagger is a name */
        } else if (memchr(" ,;&^#:.", character, 8)) {
            length = 1;
        } else {
            return false;
        }
    }
    return marker->count && only_companions;
}

static bool is_placeholder(struct str inner, const struct wording *own)
{
    size_t words = 0, known = 0;
    for (size_t at = 0; at < inner.len;) {
        size_t length = letters_at(inner, at);
        if (length) {
            words++;
            known += holds_place(own, (struct str){inner.data + at, length});
        } else if (inner.data[at] != ' ') {
            return false;
        }
        at += length ? length : 1;
    }
    return words && words == known;
}

bool marker_at(struct str text, size_t at, const struct wording *own, struct marker *marker)
{
    struct str rest = {text.data + at, text.len - at < LONGEST ? text.len - at : LONGEST};
    for (size_t i = 0; i < sizeof brackets / sizeof *brackets; i++) {
        struct str open = str_from(brackets[i].open), close = str_from(brackets[i].close);
        if (!str_starts(rest, open))
            continue;
        size_t end = str_find(rest, close, open.len);
        if (end == rest.len)
            continue;
        struct str inner = {rest.data + open.len, end - open.len};
        *marker = (struct marker){.end = at + end + close.len};
        if (read_numbers(inner, own, marker))
            return true;
        marker->count = 0;
        if (is_placeholder(inner, own))
            return true;
    }
    return false;
}

bool marker_in_parentheses(struct str text, size_t at, long most, struct marker *marker)
{
    struct str rest = {text.data + at, text.len - at < LONGEST ? text.len - at : LONGEST};
    size_t end = str_find(rest, STR(")"), 0);
    bool is_apart = at > 0 && memchr(" \n.!?)", text.data[at - 1], 6);
    if (rest.data[0] != '(' || end == rest.len || !is_apart)
        return false;
    struct str inner = {rest.data + 1, end - 1};
    *marker = (struct marker){.end = at + end + 1};
    for (size_t i = 0; i < inner.len; i++)
        if (!ascii_is_digit(inner.data[i]) && !memchr(", ", inner.data[i], 2))
            return false;
    if (!read_numbers(inner, NULL, marker))
        return false;
    for (size_t i = 0; i < marker->count; i++)
        if (marker->numbers[i] < 1 || marker->numbers[i] > most)
            return false;
    size_t next = marker->end;
    bool after_stop = memchr(".!?", text.data[text.data[at - 1] == ' ' && at > 1 ? at - 2 : at - 1], 3) != NULL;
    return next == text.len || memchr(".,;:!?(\n", text.data[next], 8) || after_stop;
}

bool marker_any_brackets(struct str text, const struct wording *own)
{
    struct marker marker;
    for (size_t at = 0; at < text.len; at++)
        if ((text.data[at] == '[' || (unsigned char)text.data[at] >= 0xE3) && marker_at(text, at, own, &marker) &&
            marker.count)
            return true;
    return false;
}
