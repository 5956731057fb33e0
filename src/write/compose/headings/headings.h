/*
 * headings: what stands over a section whose own heading says nothing of it. The front header of the folder.
 *
 *   heading_weak.c    does a heading say anything of its section?
 *   heading_phrase.c  the noun phrase that a section's text speaks of most
 */
#ifndef COPYDESK_WRITE_COMPOSE_HEADINGS_H
#define COPYDESK_WRITE_COMPOSE_HEADINGS_H

#include "write/writing/draft.h"

/* Does the word bear no subject: "configuration"? */
bool heading_is_light(const struct language *language, const struct word *word);

/* Does the heading name nothing: only words that bear no subject ("Installation and upgrade"), or a single one that the
 * section does not speak of ("API")? E_MEMORY. */
enum status heading_is_weak(struct writing *writing, size_t section, bool *is_weak);

/*
 * A noun phrase of the section's own text that may stand over it, as the text writes it but for a large first letter:
 * two to four words that come up often there and seldom elsewhere; in a language that writes nouns with capitals one
 * such word too. Ranked by C-value (Frantzi, Ananiadou, Mima 2000) times the share of the phrase's places that are in
 * the section. Empty: there is none that is surely one. E_MEMORY.
 */
enum status heading_phrase(struct writing *writing, size_t section, struct str *phrase);

#endif
