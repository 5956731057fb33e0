#include "model/builtin/cases_words.h"

size_t case_quote_length(struct str text)
{
    static const char *const quotes[] = {"“", "”", "„", "‘", "’", "«", "»", NULL};
    if (!text.len || !(text.data[0] & 0x80)) /* asked of every word of the sources */
        return 0;
    for (const char *const *quote = quotes; *quote; quote++)
        if (str_starts(text, str_from(*quote)))
            return strlen(*quote);
    return 0;
}

/* Bytes of the mark that the word ends with; 0: it ends with a letter, a digit or a bracket. */
static size_t end_length(struct str word)
{
    enum { LONGEST_QUOTE = 3 };
    char last = word.data[word.len - 1];
    if (ascii_is_alnum(last))
        return 0;
    if (strchr(",;:.!?\"']", last))
        return 1;
    if (!(last & 0x80))
        return 0;
    for (size_t length = 2; length <= LONGEST_QUOTE && length < word.len; length++)
        if (case_quote_length((struct str){word.data + word.len - length, length}) == length)
            return length;
    return 0;
}

size_t case_word_length(struct str text)
{
    struct str word = {text.data, 0};
    if (!text.len || case_quote_length(text) || (!ascii_is_alnum(text.data[0]) && !(text.data[0] & 0x80)))
        return 0;
    while (word.len < text.len && !ascii_is_space(text.data[word.len]))
        word.len++;
    for (size_t end = end_length(word); end; end = end_length(word))
        word.len -= end;
    bool has_bracket = memchr(text.data, '(', word.len);
    return word.len - (text.data[word.len - 1] == ')' && !has_bracket);
}

bool case_is_plain(struct str word)
{
    bool begins = true;
    for (size_t i = 0; i < word.len; i++) {
        bool is_hyphen = word.data[i] == '-' && !begins;
        if (!is_hyphen && !case_is_small(word.data[i]) && (!begins || !case_is_large(word.data[i])))
            return false;
        begins = is_hyphen;
    }
    return word.len > 0 && !begins;
}

bool case_is_mid_sentence(struct str text, size_t at)
{
    return at > 1 && text.data[at - 1] == ' ' && (case_is_small(text.data[at - 2]) || text.data[at - 2] == ',');
}
