/* The words of a sentence with its marks, and what rules ask of them. */
#ifndef COPYDESK_WRITE_POLISH_PHRASING_H
#define COPYDESK_WRITE_POLISH_PHRASING_H

#include "write/polish/parts.h"

struct phrasing {
    struct str text;  /* marked */
    struct str plain; /* as long: no marks, but a word in the place of an atom (text_blotted) */
    struct word *words;
    size_t count;
};

enum status phrasing_of(const struct parts *parts, struct str text, struct phrasing *phrasing);

bool word_is(const struct word *word, const char *folded);

/* Do words like these, with a blank between them, begin at the word? *end: the word behind them. A comma at the end of
 * the phrase stands for a comma or colon behind the last word. */
bool phrasing_says(const struct phrasing *phrasing, size_t at, const char *phrase, size_t *end);

/* The byte behind the word; 0 at the end of the text. */
char phrasing_mark(const struct phrasing *phrasing, size_t word);

/* Does the word begin with a capital, a digit? */
bool phrasing_is_capital(const struct phrasing *phrasing, size_t word);
bool phrasing_is_figure(const struct phrasing *phrasing, size_t word);

/* Does one of the words [from, to) be a finite verb that is one in every sentence: "is", "has", "kann"? */
bool phrasing_has_verb(const struct phrasing *phrasing, const struct language *language, size_t from, size_t to);
bool word_is_verb(const struct word *word, const struct language *language);

/* Does the sentence point back to the one before it ("This", "However")? */
bool phrasing_points_back(const struct phrasing *phrasing, const struct language *language);

/* Are the bytes [from, to) inside quotation marks or parentheses, or do they cut a pair? */
bool phrasing_is_enclosed(const struct phrasing *phrasing, size_t at);

struct str bytes_between(struct str text, size_t from, size_t to);

/* Pieces joined into one text of the arena. data NULL: memory ran out. */
struct str text_join(struct arena *arena, const struct str *pieces, size_t count);
#define TEXT_JOIN(arena, ...)                                                                                          \
    text_join((arena), (const struct str[]){__VA_ARGS__},                                                              \
              sizeof((const struct str[]){__VA_ARGS__}) / sizeof(struct str))

#endif
