/* What is true of the whole article: keyword, language, point of view, the caller's wishes. */
#ifndef COPYDESK_WRITE_BRIEF_H
#define COPYDESK_WRITE_BRIEF_H

#include "write/steps.h"

/* Reads writing->brief and writing->labels from the config. Fails with model_unavailable when the language cannot
 * be written. */
enum status brief_read(struct writing *writing);

/* Once the sources are there: the keyword as they use it in running text. */
enum status brief_phrase(struct writing *writing);

#endif
