/* The words of a subject as the full-text index is asked for them. */
#ifndef COPYDESK_RESEARCH_LIBRARY_WORDS_H
#define COPYDESK_RESEARCH_LIBRARY_WORDS_H

#include "research/sought/sought.h"

struct library_words {
    struct str *stems; /* single stems that the subject may be made of, also of joined words; each once */
    size_t count, cap;
    /* The expression that finds documents in the language with any of them, as FTS5 has it: nothing in it comes from
     * outside unquoted. Empty: the subject has no content word. */
    const char *expression;
};

/* sought: the subject again, of which all forms are asked for. All lives in the arena. E_MEMORY. */
enum status library_words_read(struct arena *arena, struct str subject, const struct language *language,
                               const struct sought *sought, struct library_words *words, struct error *err);

/* Appends the expression that finds documents in the language, or in none that is known, with the one stem in their
 * text, or in the column of that name. A stem with "*" behind it stands for all that begin with it. */
void library_words_one(struct buf *out, struct str stem, const struct language *language, const char *column);

#endif
