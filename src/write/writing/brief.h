/* What is true of the whole article: keyword, language, point of view, the caller's wishes, the brand. */
#ifndef COPYDESK_WRITE_WRITING_BRIEF_H
#define COPYDESK_WRITE_WRITING_BRIEF_H

#include "write/writing/writing.h"

/* What the request itself says: keyword, language, point of view, labels, wishes. All that polishing needs. */
void brief_request(struct writing *writing);

/* Reads writing->brief, labels, wishes and brand from the config. Fails with model_unavailable when the built-in
 * writer is to write and cannot write the language. */
enum status brief_read(struct writing *writing);

/* Once the sources are there: the keyword as they spell it, and as they use it in running text. */
enum status brief_phrase(struct writing *writing);

/* For articles in which the built-in writer says nothing in words of its own: notes that pointOfView shows nowhere,
 * where it was to be another than the third person. E_MEMORY. */
enum status brief_note_person(struct writing *writing);

#endif
