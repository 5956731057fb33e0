/* The checks of a draft, in the order in which check_prose runs them. */
#ifndef COPYDESK_MODEL_CHECK_PROSE_H
#define COPYDESK_MODEL_CHECK_PROSE_H

#include "model/check/draft.h"

/* Sentences about the model, its task or its material, those that repeat its system text, and those that were said
 * before go. E_MEMORY. */
enum status prose_drop_talk(struct draft *draft, struct error *err);

/* Stock phrases and clauses that only evaluate are cut where the sentence stands without them; an uncited sentence that
 * does not goes with a hard one. A closing paragraph that sums up goes. E_MEMORY. */
enum status prose_drop_phrases(struct draft *draft, struct error *err);
enum status prose_drop_closing(struct draft *draft, struct error *err);

/* Compares each sentence with what it cites: citations are moved and removed, sentences marked as doubtful or removed.
 * Code that no excerpt holds goes. E_MEMORY. */
enum status prose_check_support(struct draft *draft, struct error *err);

/* The same of one sentence, which is not in a table. False: it must go. */
enum status prose_check_sentence(struct draft *draft, struct checked_block *block, size_t place, bool *stays,
                                 struct error *err);

#endif
