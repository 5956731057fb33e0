/* Names of several words, each with a capital: "Sender Policy Framework". */
#ifndef COPYDESK_MODEL_BUILTIN_CASES_NAMES_H
#define COPYDESK_MODEL_BUILTIN_CASES_NAMES_H

#include "model/builtin/cases.h"

void cases_names_init(struct cases *cases);

/* Makes known whatever in the text may be a name. E_MEMORY. */
enum status cases_names_know(struct cases *cases, struct str text, struct error *err);

/* Counts how what is known is written in a text. */
void cases_names_count(struct cases *cases, struct str text);

/* Bytes of the longest name at the start of the text: the sources write it with its capitals in mid-sentence, and more
 * often than without, or its initials stand behind it in brackets; 0: there is none. */
size_t cases_names_length(const struct cases *cases, struct str text);

#endif
