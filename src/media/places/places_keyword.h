/* What the words of a keyword are: the name of a city, praise, or what is sought. */
#ifndef COPYDESK_MEDIA_PLACES_KEYWORD_H
#define COPYDESK_MEDIA_PLACES_KEYWORD_H

#include "text/words.h"

/* Names of cities, or of countries, each once. */
struct place_names {
    const char **list;
    size_t count, cap;
};

/* The form of a name that is the same whatever the letter case. NULL when memory ran out. */
char *place_name_fold(struct arena *arena, const char *name);

/*
 * The longest of the names that the words of a keyword have in a row; NULL: none. The words are taken out of the
 * list. span: the part of the keyword.
 */
enum status place_name_take(const struct place_names *names, struct str keyword, struct word *words, size_t *count,
                            const char **name, struct str *span, struct error *err);

/* Does the word stand before the name of a town in that language: "in", "near"? language: a tag, NULL: English. */
bool place_word_leads(const struct word *word, const char *language);

/* Does the word only praise, or say no more than that a place is sought: "best", "places", "10"? */
bool place_word_is_idle(const struct word *word);

/* Takes such words, and function words, out of the list. */
void place_words_clean(struct word *words, size_t *count);

#endif
