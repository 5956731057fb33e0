/* The markup inside a piece of an answer taken off, its markers taken out. */
#ifndef COPYDESK_MODEL_CHECK_INLINE_H
#define COPYDESK_MODEL_CHECK_INLINE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/str.h"
#include "model/check/wording/wording.h"
#include "text/span.h"

/* Stands in the text where a web address was: U+FFFC, the object replacement character. */
#define INLINE_ADDRESS "\xEF\xBF\xBC"

/* A number that stood in the text at this byte and was taken out of it. */
struct inline_mark {
    size_t at;
    long number; /* of an excerpt, as the model gave it */
};

struct inline_text {
    struct str text; /* white space squeezed, valid UTF-8, `backticks` in pairs around code */
    struct inline_mark *marks;
    size_t count, cap;
    struct span *spans; /* emphasis of the text, in order of their starts, the outer one first */
    size_t span_count, span_cap;
};

/* most: the greatest number of an excerpt; reads_parentheses: "(3)" may be a marker; own: as in marker_at. E_MEMORY. */
enum status inline_read(struct arena *arena, struct str piece, bool reads_parentheses, long most,
                        const struct wording *own, struct inline_text *text, struct error *err);

#endif
