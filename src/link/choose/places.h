/*
 * Where a further link may stand: links do not overlap, keep their distance, and are only so many in a sentence and in
 * a paragraph. The links that the content has already count like those that are made, so that linking a linked content
 * finds every place as the first time left it.
 */
#ifndef COPYDESK_LINK_CHOOSE_PLACES_H
#define COPYDESK_LINK_CHOOSE_PLACES_H

#include "link/choose/choose.h"

struct link_places {
    const struct lexed *lexed;
    const struct link_options *options;
    bool *taken;                         /* per lexeme: part of a link */
    uint8_t *in_paragraph, *in_sentence; /* by number: links, LINK_MAX_LINKS stands for more too */
};

/* False: memory ran out. The arena keeps all of it. */
bool places_init(struct link_places *places, const struct lexed *lexed, const struct link_options *options,
                 struct arena *arena);

/* Why no link may stand on the lexemes [first, last). */
enum link_refusal places_refuse(const struct link_places *places, size_t first, size_t last);

/* Notes that one does. */
void places_take(struct link_places *places, size_t first, size_t last);

/* --- stretches of content: the bytes around a run of lexemes in which every element is whole --- */

struct stretch {
    size_t start, end;         /* bytes of the content, end exclusive */
    size_t first_tag, end_tag; /* tags inside, exclusive at the end */
};

/*
 * The stretch of the lexemes [first, last), extended over tags at its edges until every element inside is whole. False
 * when that cannot be done, or when elements nest too deep.
 */
bool stretch_of(const struct lexed *lexed, size_t first, size_t last, struct stretch *span);

#endif
