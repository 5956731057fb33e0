#include "text/word_list.h"

bool word_list_has(const char *const *list, struct str word)
{
    for (; list && *list; list++)
        if (word.len && **list == word.data[0] && str_eq(word, str_from(*list)))
            return true;
    return false;
}

bool word_list_ihas(const char *const *list, struct str word)
{
    for (; list && *list; list++)
        if (word.len && ascii_lower(**list) == ascii_lower(word.data[0]) && str_ieq(word, str_from(*list)))
            return true;
    return false;
}
