#include "service/web/frame/labels.h"

#include <ctype.h>
#include <stdlib.h>

/* Words of names that are not written as others. */
static const struct {
    const char *word, *written;
} spellings[] = {
    {"api", "API"},   {"asin", "ASIN"}, {"cta", "CTA"}, {"faq", "FAQ"}, {"faqs", "FAQs"},
    {"html", "HTML"}, {"id", "ID"},     {"seo", "SEO"}, {"url", "URL"}, {"urls", "URLs"},
};

static void write_word(struct buf *out, struct str word, bool is_first)
{
    if (!is_first)
        buf_char(out, ' ');
    for (size_t i = 0; i < COUNT_OF(spellings); i++) {
        if (str_ieq(word, str_from(spellings[i].word))) {
            buf_str(out, spellings[i].written);
            return;
        }
    }
    for (size_t i = 0; i < word.len; i++) {
        unsigned char c = (unsigned char)word.data[i];
        buf_char(out, (char)(is_first && i == 0 ? toupper(c) : tolower(c)));
    }
}

void label_write(struct buf *out, const char *name)
{
    for (const char *at = name, *next; *at; at = next) {
        next = at + 1;
        while (*next && !isupper((unsigned char)*next))
            next++;
        write_word(out, (struct str){at, (size_t)(next - at)}, at == name);
    }
}

/* --- sentences --- */

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]))
        length++;
    return length;
}

/* "brandId" */
static bool is_compound(const char *word, size_t length)
{
    for (size_t i = 1; i < length; i++)
        if (islower((unsigned char)word[0]) && isupper((unsigned char)word[i]))
            return true;
    return false;
}

/* What may stand behind the first word: "[2]" or "[2].". Gives its length. */
static size_t labels_write_entry(struct web_page *page, const char *text)
{
    char *end;
    if (text[0] != '[' || !isdigit((unsigned char)text[1]))
        return 0;
    unsigned long number = strtoul(text + 1, &end, 10);
    if (*end != ']')
        return 0;
    markup(page->out, end[1] == '.' ? " (entry %zu): " : " (entry %zu)", (size_t)number + 1);
    return (size_t)(end - text) + (end[1] == '.' ? 2 : 1);
}

/* In quotation marks, unless the sentence begins with it. Gives the length of what was written of `behind`, too. */
static size_t labels_write_name(struct web_page *page, const char *name, bool is_first, const char *behind)
{
    if (!is_first)
        buf_str(page->out, "“");
    label_write(page->out, name);
    if (is_first)
        return labels_write_entry(page, behind);
    buf_str(page->out, "”");
    return 0;
}

/* Of which field a word is the name; NULL: of none. */
static const char *find_name(struct web_page *page, const struct form_labels *labels, const char *word, size_t length,
                             bool is_first)
{
    bool may_be_name = length && (is_first || is_compound(word, length));
    return may_be_name ? labels->shown(page, labels->of, page_printf(page, "%.*s", (int)length, word)) : NULL;
}

void label_sentence(struct web_page *page, const struct form_labels *labels, const char *text)
{
    const char *at = text, *plain = text; /* what is not written yet */
    while (*at) {
        size_t length = word_length(at);
        bool is_first = at == text;
        const char *name = find_name(page, labels, at, length, is_first);
        if (name)
            markup(page->out, "%s", page_printf(page, "%.*s", (int)(at - plain), plain));
        at += length ? length : 1;
        if (name)
            plain = at += labels_write_name(page, name, is_first, at);
    }
    markup(page->out, "%s", plain);
}
