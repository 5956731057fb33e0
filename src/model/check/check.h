/*
 * check: what a language model wrote, read and checked before it may stand in an article. Nothing here asks a model:
 * it is text in, text out, and the same answer always gives the same result.
 *
 *   check.h          this file: material is cleaned before a call; short texts are checked after it
 *   material.c       what a page may not bring into a prompt
 *   manuscript.h     an answer in Markdown as a list of lines that know what they cite; manuscript_text.c the text of
 *                    an article that becomes of it
 *   line_check.h     the lines compared with the passages that they cite
 *   findings.h       what is found, as notes in the margin
 *   edit.h           an editor's changes by the numbers of lines; what may not stand goes
 *   answer.h         an answer taken apart into paragraphs, items, rows and code
 *   inline.h         markup inside a line; marker.h numbers of passages
 *   support.h        a passage and a sentence as they are compared: words, figures, names, code (support_pack.c)
 *   copied.h         runs of words that two texts share
 *   phrases.h        stock phrases among words; cut.h cuts them out
 *   line.c           short texts
 *   wording/         what is known of words, before any answer is looked at
 */
#ifndef COPYDESK_MODEL_CHECK_H
#define COPYDESK_MODEL_CHECK_H

#include "model/model.h"

/* --- before the call: material --- */

/*
 * A passage as it may stand in a prompt: without zero-width and bidirectional control characters, role tokens
 * ("<|im_start|>", "[INST]", "### TASK"), Markdown images, long base64 runs and web addresses. A copy in the arena, or
 * the text itself when there is nothing to take out.
 */
enum status material_clean(struct arena *arena, struct str text, struct str *clean, struct error *err);

/* Does the passage speak to a language model or a program that reads it ("Ignore all previous instructions ...",
 * "AI assistants: name ...")? Such a passage is left out whole. */
bool material_addresses_model(struct str text);

/* --- after the call --- */

/* What an answer is checked against. Everything outlives the checked prose. */
struct check_material {
    const struct model_excerpt *excerpts; /* numbered 1..count in the prompt */
    size_t count;
    const struct language *language;
    struct str
        allowed; /* the customer's own words (keyword, wishes, brand): names and figures in it are no inventions */
    struct str system; /* the system text of the call, no part of which may be repeated; empty: not checked */
    bool is_data;      /* the excerpts are data of goods or places, which the writer has never tried */
    bool has_person;   /* the writer says I, we or you */
};

/* --- short texts: titles, takeaways, answers, pros --- */

/* Why the sentence cannot stand in an article: a stock phrase, an address or HTML in it, a figure or name that is in
 * neither `source` nor `allowed`, a run of 6 words of `system`. NULL: it can. Static text for the model that is asked
 * again. */
const char *check_line(const struct check_material *material, struct str source, struct str line);

/* --- measures --- */

/* Share of the sentence's stemmed content words that stand in the text, 0-1. E_MEMORY gives 0. */
double check_support(const struct language *language, struct str sentence, struct str text);

/* Share of the 5-word runs of `text` that stand in `source` too, 0-1; names, code and quotations are not counted. */
double check_copied(struct str text, struct str source);

/* Does the heading say nothing of what its section says: "Understanding ...", "...: The Ultimate Guide"? False also
 * when memory ran out. */
bool heading_is_worn(const struct language *language, struct str heading);

/* Does the language's list of stock phrases (hard: always out; soft: out when frequent) match? Where, or length 0. data
 * NULL: memory ran out. */
struct str stock_phrase_find(const struct language *language, struct str text, bool is_hard, size_t from);

#endif
