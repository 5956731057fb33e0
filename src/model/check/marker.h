/* The numbers by which a model cites excerpts, in the forms that models give them. */
#ifndef COPYDESK_MODEL_CHECK_MARKER_H
#define COPYDESK_MODEL_CHECK_MARKER_H

#include "model/check/wording/wording.h"

enum { MARKER_NUMBERS = 8 };

struct marker {
    long numbers[MARKER_NUMBERS];
    size_t count; /* 0: a placeholder such as "[Insert reference]" */
    size_t end;   /* byte behind it */
};

/* Is there a marker at `at`: "[3]", "[3, 7]", "[^3]", "[Source 3]", "[2-4]", "【3†source】", "[citation needed]"?
 * own: the wording of the answer's language, beside which English is always understood; NULL: nothing is known of it.
 */
bool marker_at(struct str text, size_t at, const struct wording *own, struct marker *marker);

/* Is there "(3)", used as a marker: numbers up to `most`, a blank or the end of a sentence before it, the end of a
 * sentence or of a clause behind it? */
bool marker_in_parentheses(struct str text, size_t at, long most, struct marker *marker);

/* Does the text have markers in square brackets? Then "(3)" is none. */
bool marker_any_brackets(struct str text, const struct wording *own);

#endif
