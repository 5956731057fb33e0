/* How the sources spell what was typed in small letters: "ssl for apache" as "SSL for Apache". */
#ifndef COPYDESK_MODEL_BUILTIN_SPELLING_H
#define COPYDESK_MODEL_BUILTIN_SPELLING_H

#include "text/span.h"
#include "text/text.h"

enum { SPELLING_WORDS = 12, SPELLING_FORMS = 3 };

/* One spelling with capitals, and where in the text that was counted it stood. */
struct spelling_form {
    const char *letters; /* as many bytes as the word has */
    size_t count;
};

struct spelling_word {
    size_t start, length; /* bytes of the text that was typed */
    size_t small, all;    /* how often the sources write it small, and how often at all */
    struct spelling_form forms[SPELLING_FORMS];
};

/* Words beyond the limit stay as they were typed. */
struct spelling {
    struct str typed;
    struct spelling_word words[SPELLING_WORDS];
    size_t count;
};

/* The words of a text that are typed in small letters of ASCII; those of other letters stay as they are. */
struct spelling spelling_begin(struct str typed);

/* Counts how a text of the sources spells them; code says nothing. What it counted points into the text. */
void spelling_count(struct spelling *spelling, struct str text, const struct spans *spans);

/* The typed text with the capitals that the sources nearly always use, of the same length; in the arena. data NULL:
 * memory ran out. */
struct str spelling_apply(const struct spelling *spelling, struct arena *arena);

#endif
