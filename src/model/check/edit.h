/*
 * What an editor changes in a manuscript, by the numbers that its lines were shown with. An answer is a change a line:
 *
 *   S12: the new sentence [4].      S13: -                    S14-S15: one sentence for both [4].
 *   S16+: one more behind S16 [2].  S20 > S11                 H3: new heading
 *   ¶ S9                            join S9                   S7 ok
 *
 * Any other line is passed over. A change that would make a line worse than it was is refused: it brings a figure,
 * name or quotation that no passage has or a copied run, names a passage that there is not, loses the citation of a
 * figure or a mark, speaks of another line than its number says, or takes too much away. In a bound text (line_check.h)
 * lines keep their places, and a change loses no figure, name or quotation, and says about as much as the old line.
 */
#ifndef COPYDESK_MODEL_CHECK_EDIT_H
#define COPYDESK_MODEL_CHECK_EDIT_H

#include "model/check/line_check.h"

struct edit_refusal {
    struct str change;  /* as it was given */
    const char *reason; /* static, or in the arena of the manuscript */
};

struct edit_report {
    size_t changes, applied; /* lines that are changes; those that were made */
    struct edit_refusal *refusals;
    size_t refusal_count, refusal_cap;
};

/* Numbers all sentences, rows and headings, each kind from 1. */
void manuscript_number(struct manuscript *manuscript);

/* The manuscript as an editor sees it, with the notes in the margin: lines from `first` to before `end`. */
void manuscript_print(const struct manuscript *manuscript, size_t first, size_t end, struct buf *out);

/* Is there a change in the answer? */
bool edit_is_any(struct str answer);

/* Makes the changes of an answer. most_removed: the share of the words that may go. E_MEMORY. */
enum status edit_apply(struct manuscript *manuscript, const struct line_check *check, struct str answer,
                       double most_removed, struct edit_report *report, struct error *err);

/* Lines that may not stand go, and what leans on them. removed: called with each, and why. E_MEMORY. */
enum status edit_take_out(struct manuscript *manuscript,
                          enum status (*removed)(void *context, const struct line *line, const struct finding *why),
                          void *context);

#endif
