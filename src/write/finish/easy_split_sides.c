/* What both sides of a place must be. */
#include "write/finish/easy_split.h"

size_t split_start(const struct easy_splitter *splitter, size_t word)
{
    size_t at = split_word(splitter, word)->start;
    while (at > 0 && !ascii_is_space(splitter->text.data[at - 1]))
        at--;
    return at;
}

bool split_can_part(const struct easy_splitter *splitter, size_t word, size_t left_end)
{
    size_t right = split_word(splitter, word)->start;
    return word >= EASY_CLAUSE_WORDS && splitter->phrasing.count - word >= EASY_CLAUSE_WORDS &&
           !phrasing_is_enclosed(&splitter->phrasing, left_end) &&
           text_is_balanced(splitter->easy->parts, bytes_between(splitter->text, 0, left_end)) &&
           text_is_balanced(splitter->easy->parts, bytes_between(splitter->text, right, splitter->text.len));
}

size_t split_mark_before(const struct easy_splitter *splitter, size_t word, char mark)
{
    size_t at = split_word(splitter, word)->start;
    const char *plain = splitter->phrasing.plain.data;
    while (at > 0 && (ascii_is_space(plain[at - 1]) || plain[at - 1] == '\1'))
        at--;
    return at > 1 && plain[at - 1] == mark ? at - 1 : 0;
}

/* "In this case, ...": a comma that sets a few words off opens a sentence; any other may part a list, an insertion or
 * clauses. */
bool split_has_inner_comma(const struct easy_splitter *splitter, size_t end)
{
    enum { OPENING_WORDS = 4 };
    bool has_verb = false;
    for (size_t i = 0; i < splitter->phrasing.count && split_word(splitter, i)->end < end; i++) {
        has_verb = has_verb || clause_is_verb(splitter->easy, split_word(splitter, i));
        if ((has_verb || i >= OPENING_WORDS) && phrasing_mark(&splitter->phrasing, i) == ',')
            return true;
    }
    return false;
}

bool split_left_is_whole(const struct easy_splitter *splitter, size_t word, size_t end, bool is_joined)
{
    return clause_is_whole(splitter->easy, &splitter->phrasing, word, is_joined) &&
           !split_has_inner_comma(splitter, end) && split_can_part(splitter, word, end);
}
