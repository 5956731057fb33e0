/* Large and small first letters; "a" or "an". */
#include "model/builtin/builtin.h"

static void add_with_first(struct buf *out, struct str text, uint32_t (*change)(uint32_t))
{
    if (!text.len)
        return;
    uint32_t first;
    size_t length = utf8_decode(text, 0, &first);
    utf8_append(out, change(first));
    buf_add(out, text.data + length, text.len - length);
}

void add_large(struct buf *out, struct str text)
{
    add_with_first(out, text, unicode_to_upper);
}

void add_large_in(struct buf *out, struct str text, const struct language *language)
{
    if (!language || strcmp(language->tag, "tr") != 0 || !str_starts(text, STR("i"))) {
        add_large(out, text);
        return;
    }
    buf_str(out, "\u0130");
    buf_add(out, text.data + 1, text.len - 1);
}

void add_uncapitalised(struct buf *out, struct str text)
{
    add_with_first(out, text, unicode_to_lower);
}

/* --- articles --- */

/* A vowel is heard although a consonant is written. */
static const char *const vowel_sounds[] = {"hour", "honest", "honor", "honour", "heir", NULL};

/* Spelled letter by letter, or read so, and the first letter's name begins with a vowel. Whole words. */
static const char *const spelled[] = {"html", "http", "https", "ssl", "ssh",  "xml", "svg",   "sql",  "ftp", "lvm",
                                      "mp3",  "nfs",  "rss",   "sms", "smtp", "mta", "mx",    "ldap", "led", "lcd",
                                      "rpm",  "rfc",  "f",     "x",   "11",   "18",  "xhtml", "xslt", NULL};

/* A consonant is heard although a vowel is written. */
static const char *const consonant_sounds[] = {"use",   "usu",  "eu",  "ewe", "once", "ufo",
                                               "utili", "ubiq", "url", "usb", "u-",   NULL};
static const char *const whole_consonant_sounds[] = {"one", "uk", "us", NULL};

static bool begins_with_any(struct str word, const char *const *list)
{
    for (; *list; list++)
        if (str_istarts(word, str_from(*list)))
            return true;
    return false;
}

/* In capitals without a vowel it is spelled: "an MVC framework". */
static bool is_spelled(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (word.data[i] < 'A' || word.data[i] > 'Z' || strchr("AEIOU", word.data[i]))
            return false;
    return word.len > 1;
}

/* "Union", "Unix", "unit", but "uninteresting", "unimportant". */
static bool is_uni(struct str word)
{
    if (!str_istarts(word, STR("uni")))
        return false;
    char next = word.len > 3 ? ascii_lower(word.data[3]) : '\0';
    return next != 'n' && next != 'm';
}

const char *sound_article(struct str phrase)
{
    struct str word = {phrase.data, 0};
    while (word.len < phrase.len && ascii_is_alnum(phrase.data[word.len]))
        word.len++;
    if (!word.len)
        return "a";
    if (begins_with_any(word, vowel_sounds) || word_list_ihas(spelled, word) || phrase.data[0] == '8')
        return "an";
    if (begins_with_any(phrase, consonant_sounds) || word_list_ihas(whole_consonant_sounds, word) || is_uni(word))
        return "a";
    if (is_spelled(word))
        return strchr("AEFHILMNORSX", word.data[0]) ? "an" : "a";
    return strchr("aeiouAEIOU", word.data[0]) ? "an" : "a";
}
