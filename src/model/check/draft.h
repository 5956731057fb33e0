/* An answer as blocks of sentences with what they cite: read, and put together again after sentences were taken out. */
#ifndef COPYDESK_MODEL_CHECK_DRAFT_H
#define COPYDESK_MODEL_CHECK_DRAFT_H

#include "model/check/check.h"
#include "model/check/support.h"

/* What the checks work on. A sentence that goes keeps its place with an empty text until draft_repair; a row of a table
 * goes whole. */
struct draft {
    struct arena *arena;
    const struct check_material *material;
    const struct check_wanted *wanted; /* NULL while verdicts are settled */
    const struct wording *wording;     /* NULL where none is known */
    struct str answer;
    struct pack pack;
    struct checked *checked;
    size_t cap;         /* of the blocks */
    struct str removed; /* the first sentence that states what no excerpt says; empty: none */
    bool repeats_system, refuses;
    bool failed; /* memory ran out where a function only says yes or no */
};

/* Reads draft->answer into draft->checked. Headings but the wanted ones are dropped, and addresses with their
 * sentences. E_MEMORY. */
enum status draft_read(struct draft *draft, struct error *err);

/* Takes a sentence out; of a table its row. Counts it. */
void draft_remove(struct draft *draft, struct checked_block *block, size_t place);

/* Closes the gaps: empty blocks go, items are numbered again, nothing begins with "However" any more because the
 * sentence before it went, and a colon announces nothing that is gone. E_MEMORY. */
enum status draft_repair(struct draft *draft, struct error *err);

/* The text that a sentence is compared by: with its term, or the whole row of a table. Data NULL: memory ran out. */
struct str draft_claim(const struct draft *draft, const struct checked_block *block, size_t place);

/* Copies the blocks and the fault into the arena: what they were made with may go then. E_MEMORY. */
enum status draft_keep(struct arena *arena, struct checked *checked, struct error *err);

static inline bool draft_is_gone(const struct checked_sentence *sentence)
{
    return sentence->text.len == 0;
}

#endif
