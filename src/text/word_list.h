/* Words looked up in short NULL-terminated lists. A list that is NULL holds no word. */
#ifndef COPYDESK_TEXT_WORD_LIST_H
#define COPYDESK_TEXT_WORD_LIST_H

#include "base/str.h"

/* Is exactly this word in the list? */
bool word_list_has(const char *const *list, struct str word);

/* The same, whatever the letter case of ASCII letters. */
bool word_list_ihas(const char *const *list, struct str word);

#endif
