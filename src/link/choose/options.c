#include "link/choose/options.h"

#include "link/index/url_key.h"
#include "text/text.h"

#include <stdio.h>

const struct link_options link_default_options = {
#define ABSENT_CHOICE(absent)  absent
#define ABSENT_INTEGER(absent) absent
#define ABSENT_NUMBER(absent)  absent
#define ABSENT_FLAG(absent)    absent
#define ABSENT_TEXT(absent)                                                                                            \
    {                                                                                                                  \
        NULL, absent                                                                                                   \
    }
#define ABSENT_TEXTS(absent) ABSENT_TEXT(absent)
#define LINK_OPTION(option_name, wire_name, kind, least, most, absent, form, summary)                                  \
    .option_name = ABSENT_##kind(absent),
#include "link/choose/options.inc"
#undef LINK_OPTION
};

static const struct link_option options_of_links[] = {
#define LINK_OPTION(name, wire_name, kind, least, most, absent, form, summary)                                         \
    {#name, wire_name, OPTION_##kind, FORM_##form, offsetof(struct link_options, name), least, most, absent, summary},
#include "link/choose/options.inc"
#undef LINK_OPTION
};

const struct link_option *link_option_list(size_t *count)
{
    *count = COUNT_OF(options_of_links);
    return options_of_links;
}

const struct link_option *link_option_find(struct str name)
{
    for (size_t i = 0; i < COUNT_OF(options_of_links); i++)
        if (str_eq(name, str_from(options_of_links[i].name)))
            return &options_of_links[i];
    return NULL;
}

/* --- forms of texts --- */

static bool is_any(struct str text)
{
    (void)text;
    return true;
}

/* Letters and digits, and behind the first of them these signs. */
static bool is_of(struct str text, const char *signs)
{
    for (size_t i = 0; i < text.len; i++)
        if (!ascii_is_alnum(text.data[i]) && !(i && strchr(signs, text.data[i])))
            return false;
    return true;
}

/* A name of an element: "blockquote", "my-box". */
static bool options_is_name(struct str text)
{
    return text.len > 0 && is_of(text, "-_:.");
}

/* Of letters (of any script), digits and signs that mean nothing in markup, without blanks. */
static bool is_token(struct str text)
{
    for (size_t at = 0; at < text.len;) {
        uint32_t codepoint;
        at += utf8_decode(text, at, &codepoint);
        bool is_plain = codepoint < 0x80 ? ascii_is_alnum((char)codepoint) || strchr("-_:./@[]!%", (int)codepoint)
                                         : unicode_is_letter(codepoint) || unicode_is_digit(codepoint);
        if (!is_plain || !codepoint)
            return false;
    }
    return text.len > 0;
}

/* Tokens with single blanks between them; or nothing. */
static bool are_tokens(struct str text)
{
    for (size_t at = 0, end; at < text.len; at = end + 1) {
        end = str_find(text, STR(" "), at);
        if (!is_token((struct str){text.data + at, end - at}) || end + 1 == text.len)
            return false;
    }
    return true;
}

static bool is_language(struct str text)
{
    return is_of(text, "-_ ()");
}

/* An address that a page may have, with or without "*" behind it; "*" alone stands for every page. */
static bool is_url(struct str text)
{
    text = str_trim(text);
    if (str_ends(text, STR("*")) && --text.len == 0)
        return true;
    return page_url_is_good(text);
}

static bool options_is_phrase(struct str text)
{
    return str_trim(text).len > 0;
}

enum { MOST_WORDS = 4 };

static const struct options_form {
    bool (*is_good)(struct str text);
    const char *allowed;               /* behind "must be" */
    const char *words[MOST_WORDS + 1]; /* of a choice, which has nothing else */
} forms[] = {
    [FORM_ANY] = {is_any, "text"},
    [FORM_NAME] = {options_is_name, "the name of an element, such as blockquote"},
    [FORM_TOKEN] = {is_token, "of letters, digits and -_:./@[]!%"},
    [FORM_TOKENS] = {are_tokens, "words of letters, digits and -_:./@[]!%, with single blanks between them"},
    [FORM_LANGUAGE] = {is_language, "the English name or BCP 47 tag of a language"},
    [FORM_URL] = {is_url, "an http(s) address or a path, with or without * behind it"},
    [FORM_PHRASE] = {options_is_phrase, "a phrase"},
    [FORM_FORMAT] = {.words = {"html", "markdown", "json", "text"}},
    [FORM_DENSITY] = {.words = {"few", "usual", "many"}},
};

const char *link_choice_word(enum link_text_form form, size_t i)
{
    return i < MOST_WORDS ? forms[form].words[i] : NULL;
}

bool link_choice_read(const struct link_option *option, struct str word, int *value)
{
    for (size_t i = 0; link_choice_word(option->form, i); i++) {
        if (!str_ieq(word, str_from(link_choice_word(option->form, i))))
            continue;
        *value = (int)option->least + (int)i;
        return true;
    }
    return false;
}

/* --- what is allowed --- */

static void list_words(enum link_text_form form, char *buffer, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; link_choice_word(form, i) && used < size; i++) {
        const char *before = !i ? "" : link_choice_word(form, i + 1) ? ", " : " or ";
        used += (size_t)snprintf(buffer + used, size - used, "%s\"%s\"", before, link_choice_word(form, i));
    }
}

char *link_option_values(const struct link_option *option, char *buffer, size_t size)
{
    switch (option->kind) {
    case OPTION_CHOICE:
        list_words(option->form, buffer, size);
        break;
    case OPTION_TEXT:
        snprintf(buffer, size, "a string");
        break;
    case OPTION_INTEGER:
        snprintf(buffer, size, "a whole number from %.0f to %.0f", option->least, option->most);
        break;
    case OPTION_NUMBER:
        snprintf(buffer, size, "a number from %.0f to %.0f", option->least, option->most);
        break;
    case OPTION_FLAG:
        snprintf(buffer, size, "true or false");
        break;
    case OPTION_TEXTS:
        snprintf(buffer, size, "a list of at most %.0f strings", option->most);
        break;
    }
    return buffer;
}

/* --- checking --- */

static enum status check_number(const struct link_option *option, double number, struct error *err)
{
    char values[80];
    if (number >= option->least && number <= option->most) /* which NaN is not */
        return OK;
    return error_set(err, E_INVALID, NULL, "must be %s, got %g", link_option_values(option, values, sizeof values),
                     number);
}

enum { SHOWN = 40 }; /* bytes of a wrong text that its error shows */

static enum status options_check_text(const struct link_option *option, struct str text, size_t most, struct error *err)
{
    if (text.len > most && utf8_length(text) > most)
        return error_set(err, E_INVALID, NULL, "must have at most %zu characters", most);
    if ((!text.len && option->kind == OPTION_TEXT) || forms[option->form].is_good(text))
        return OK;
    struct str shown = {text.data, text.len < SHOWN ? text.len : SHOWN};
    shown.len = utf8_valid_length(shown);
    return error_set(err, E_INVALID, NULL, "must be %s, got \"%.*s%s\"", forms[option->form].allowed, STR_ARG(shown),
                     shown.len < text.len ? "..." : "");
}

static enum status check_texts(const struct link_option *option, const struct link_texts *texts, size_t *entry,
                               struct error *err)
{
    if (texts->count > (size_t)option->most)
        return error_set(err, E_INVALID, NULL, "must have at most %.0f entries, got %zu", option->most, texts->count);
    for (size_t i = 0; i < texts->count; i++) {
        *entry = i + 1;
        enum status status = options_check_text(option, texts->list[i], LINK_TEXT_MAX, err);
        if (status)
            return status;
    }
    *entry = 0;
    return OK;
}

enum status link_option_check(const struct link_option *option, const struct link_options *options, size_t *entry,
                              struct error *err)
{
    const void *value = (const char *)options + option->at;
    *entry = 0;
    switch (option->kind) {
    case OPTION_TEXT:
        return options_check_text(option, *(const struct str *)value, (size_t)option->most, err);
    case OPTION_INTEGER:
        return check_number(option, (double)*(const size_t *)value, err);
    case OPTION_NUMBER:
        return check_number(option, *(const double *)value, err);
    case OPTION_TEXTS:
        return check_texts(option, value, entry, err);
    case OPTION_CHOICE:
    case OPTION_FLAG:
        break;
    }
    return OK;
}

/* The part of a key behind its host, "" of the home page. */
static struct str url_pattern_path_of(struct str key)
{
    size_t slash = str_find(key, STR("/"), 0);
    return (struct str){key.data + slash, key.len - slash};
}

static struct str without_scheme(const char *url)
{
    struct str text = str_from(url);
    size_t at = str_find(text, STR("://"), 0) + 3;
    return (struct str){text.data + at, text.len - at};
}

static void url_pattern_add(struct arena *arena, struct str text, struct url_patterns *patterns)
{
    struct url_pattern pattern = {.is_prefix = str_ends(text, STR("*"))};
    text.len -= pattern.is_prefix;
    pattern.is_path = !text.len || (str_starts(text, STR("/")) && !str_starts(text, STR("//")));
    char *url = text.len ? page_url_resolve(arena, text) : NULL;
    if (!url && text.len)
        return; /* no page's, or memory ran out, which the arena notes */
    if (url)
        pattern.text = pattern.is_prefix ? without_scheme(url) : url_key(url);
    if (url && pattern.is_path)
        pattern.text = url_pattern_path_of(pattern.text);
    patterns->list[patterns->count++] = pattern;
}

void url_patterns_read(struct arena *arena, struct link_texts texts, struct url_patterns *patterns)
{
    *patterns = (struct url_patterns){.list = ARENA_ARRAY(arena, texts.count, struct url_pattern)};
    for (size_t i = 0; patterns->list && i < texts.count; i++)
        url_pattern_add(arena, str_trim(texts.list[i]), patterns);
}

static bool url_pattern_matches(const struct url_pattern *pattern, struct str key)
{
    if (pattern->is_path)
        key = url_pattern_path_of(key);
    if (str_eq(key, pattern->text))
        return true;
    if (!pattern->is_prefix)
        return false;
    struct str folder = {pattern->text.data, pattern->text.len - (pattern->text.len > 0)};
    return str_starts(key, pattern->text) || (str_ends(pattern->text, STR("/")) && str_eq(key, folder));
}

bool url_patterns_match(const struct url_patterns *patterns, struct str key)
{
    for (size_t i = 0; i < patterns->count; i++)
        if (url_pattern_matches(&patterns->list[i], key))
            return true;
    return false;
}
