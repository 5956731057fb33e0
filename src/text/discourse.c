#include "text/discourse.h"

#include "text/unicode.h"

static const struct discourse {
    const char *tag;     /* BCP 47 */
    const char *sources; /* headings, folded, between bars */
    const char *words;   /* folded, between bars */
    const char *labels;  /* the same; NULL: none are known */
} discourses[] = {
#include "text/discourse.inc"
};

/* Cuts the first entry off a list between bars; false when there is none left. */
static bool next_entry(struct str *list, struct str *entry)
{
    if (!list->len)
        return false;
    size_t end = str_find(*list, STR("|"), 0);
    *entry = (struct str){list->data, end};
    end += end < list->len;
    *list = (struct str){list->data + end, list->len - end};
    return true;
}

static bool is_entry(const char *entries, struct str text)
{
    struct str list = str_from(entries);
    for (size_t at = 0; text.len && (at = str_find(list, text, at)) < list.len; at++) {
        size_t end = at + text.len;
        if ((at == 0 || list.data[at - 1] == '|') && (end == list.len || list.data[end] == '|'))
            return true;
    }
    return false;
}

/* Without the number before a heading and the signs behind it: "7. Sources:". */
static struct str bare_heading(struct str text)
{
    while (text.len &&
           (ascii_is_digit(text.data[0]) || ascii_is_space(text.data[0]) || text.data[0] == '.' || text.data[0] == ')'))
        text = (struct str){text.data + 1, text.len - 1};
    while (text.len && (text.data[text.len - 1] == ':' || ascii_is_space(text.data[text.len - 1])))
        text.len--;
    return text;
}

static const struct discourse *find_discourse(const char *tag)
{
    for (size_t i = 0; i < COUNT_OF(discourses); i++)
        if (strcmp(discourses[i].tag, tag) == 0)
            return &discourses[i];
    return NULL;
}

bool discourse_heads_sources(const struct language *language, struct str folded)
{
    struct str heading = bare_heading(folded);
    const struct discourse *own = language ? find_discourse(language->tag) : NULL;
    for (size_t i = 0; i < COUNT_OF(discourses); i++) {
        bool is_asked = !own || own == &discourses[i] || strcmp(discourses[i].tag, "en") == 0;
        if (is_asked && is_entry(discourses[i].sources, heading))
            return true;
    }
    return false;
}

/* --- anchors that name nothing --- */

/* Bytes of the letters, digits and apostrophes that the text begins with. */
static size_t word_length(struct str text, bool *has_letter)
{
    size_t at = 0;
    *has_letter = false;
    while (at < text.len) {
        uint32_t codepoint;
        size_t length = utf8_decode(text, at, &codepoint);
        bool is_letter = unicode_is_letter(codepoint), is_apostrophe = codepoint == '\'' || codepoint == 0x2019;
        if (!is_letter && !unicode_is_digit(codepoint) && !(at && is_apostrophe))
            break;
        *has_letter |= is_letter;
        at += length;
    }
    return at;
}

static bool are_empty_words(const struct language *language, const struct discourse *discourse, struct str text)
{
    bool any = false;
    for (size_t at = 0; at < text.len;) {
        bool has_letter;
        struct str rest = {text.data + at, text.len - at};
        struct str word = {rest.data, word_length(rest, &has_letter)};
        if (has_letter && !language_is_stop_word(language, word) && !is_entry(discourse->words, word))
            return false;
        any |= has_letter;
        uint32_t sign;
        at += word.len ? word.len : utf8_decode(text, at, &sign);
    }
    return any;
}

/* Bytes of the longest entry that the text begins with. */
static size_t longest_entry(const char *entries, struct str text)
{
    struct str list = str_from(entries), entry;
    size_t longest = 0;
    while (next_entry(&list, &entry))
        if (entry.len > longest && str_starts(text, entry))
            longest = entry.len;
    return longest;
}

/* Of a language without blanks: is the text made of entries, digits and signs of ASCII, the longest taken first? */
static bool is_empty_run(const struct discourse *discourse, struct str text)
{
    bool any = false;
    for (size_t at = 0; at < text.len;) {
        struct str rest = {text.data + at, text.len - at};
        size_t length = longest_entry(discourse->words, rest);
        if (!length &&
            ((unsigned char)*rest.data >= 0x80 || (ascii_is_alnum(*rest.data) && !ascii_is_digit(*rest.data))))
            return false;
        any |= length > 0;
        at += length ? length : 1;
    }
    return any;
}

bool discourse_is_label(const struct language *language, struct str folded)
{
    const struct discourse *discourse = language ? find_discourse(language->tag) : NULL;
    if (!discourse)
        discourse = find_discourse("en");
    return is_entry(discourse->words, folded) || (discourse->labels && is_entry(discourse->labels, folded));
}

bool discourse_names_nothing(const struct language *language, struct str folded)
{
    const struct discourse *discourse = language ? find_discourse(language->tag) : NULL;
    if (!discourse) {
        language = language_find(STR("en"));
        discourse = find_discourse("en");
    }
    return language->is_unspaced ? is_empty_run(discourse, folded) : are_empty_words(language, discourse, folded);
}
