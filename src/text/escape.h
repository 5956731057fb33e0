/* Text made fit for where it goes: HTML, attributes, slugs, single lines. */
#ifndef COPYDESK_TEXT_ESCAPE_H
#define COPYDESK_TEXT_ESCAPE_H

#include "text/language.h"

/*
 * Base64 (RFC 4648): pictures in JSON, user:password in a header, a secret that a site quotes.
 *
 * The bytes of a text in base64, also in the alphabet for addresses; white space between its characters and missing
 * padding are borne, and so is "data:image/png;base64," before it. E_CORRUPT: it is none, or empty; E_MEMORY.
 */
enum status base64_decode(struct arena *arena, struct str text, struct str *bytes, struct error *err);

/* Padded, on one line. NULL when memory ran out. */
char *base64_encode(struct arena *arena, struct str bytes);

/* Appends text as HTML character data: & < > escaped. */
void escape_html(struct buf *out, struct str text);

/* Appends text as the value of a double-quoted attribute: & < > " escaped. */
void escape_attribute(struct buf *out, struct str text);

/* "Indoor Herb Garden: Über uns" -> "indoor-herb-garden-ueber-uns": lower case, letters written as the language does
 * where only a to z can be (transcriptions; NULL: it is not known), other accents dropped, letters of other scripts
 * kept, at most 80 bytes, cut at a word. "" when the title has no letter or digit. NULL when memory ran out. */
char *slug_from(struct arena *arena, struct str title, const struct language *language);

/* White space squeezed to single blanks, none at the ends. NULL when memory ran out. */
char *text_squeeze(struct arena *arena, struct str text);

/* The same in place. Returns the new length. */
size_t text_squeeze_in_place(char *text, size_t length);

/* At most so many characters: what is longer is cut at a blank, or within a word that has none, and ends in an
 * ellipsis. NULL when memory ran out. */
char *text_cut(struct arena *arena, struct str text, size_t most);

#endif
