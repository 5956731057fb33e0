/*
 * check: what a language model wrote, read and checked before it may stand in an article. Nothing here asks a model:
 * it is text in, text out, and the same answer always gives the same result.
 *
 *   check.h          this file: material is cleaned before a call, prose is read and checked after it
 *   material.c       what a page may not bring into a prompt
 *   answer.h         an answer in Markdown taken apart into paragraphs, items, rows and code
 *   inline.h         markup inside a line
 *   draft.h          blocks of sentences with what they cite, and their repair after some went
 *   prose.c          the whole way of an answer, and what is wrong with it in the end
 *   prose_style.c    talk, stock phrases, closing paragraphs
 *   prose_support.c  each sentence against what it cites
 *   support.h        how much of a sentence a passage says: words, figures, names, code
 *   copied.h         runs of words that two texts share
 *   phrases.h        stock phrases among words
 *   settle.c         doubts, verdicts, and the text as an article takes it
 *   line.h           short texts
 *   wording/         what is known of words, before any answer is looked at
 *
 * The thresholds are those of notes on citation checks: the share of a sentence's stemmed content words that stand in
 * its passage or in the passage's heading keeps 93-95 % of true pairs at 0.35; below 0.25 a citation goes, up to 0.5
 * the pair is doubtful. Code moves and removes citations and never adds one.
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

/* --- after the call: prose --- */

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

/* What the call asked for. */
struct check_wanted {
    size_t min_words, max_words; /* of the answer; 0: any length. Accepted from 0.6 of the least to 1.4 of the most */
    struct str heading;          /* of the section: the answer must neither repeat nor paraphrase it; empty: none */
    const struct str *subheads;  /* "### ..." lines that the answer must have, in this order; others are dropped */
    size_t subhead_count;
    bool may_copy;        /* the excerpts are notes, whose words are free */
    bool needs_citations; /* an answer without any is not usable */
    bool allows_lists;    /* bullets, steps, tables and code; otherwise they become paragraphs */
    bool is_last;         /* a conclusion: may sum up */
    /* Nothing is known about the subject but what the customer says: a sentence with any other figure goes. */
    bool is_unsourced;
    enum { CHECK_THIRD_PERSON, CHECK_ANY_PERSON } person; /* third: I, we, you outside quotations are counted */
};

/* One sentence with the excerpts that it cites. */
struct checked_sentence {
    struct str text;  /* without markers */
    int cites[3];     /* numbers of excerpts, from 1; 0: no more */
    int item;         /* 0: running text; n: part of the n-th item of a list */
    struct str term;  /* a bold lead of an item, "Term:"; empty: none */
    double support;   /* 0-1, by the best excerpt that it cites; without a citation by the best of all */
    bool is_doubtful; /* a second look by a model is worth it (verify) */
};

struct checked_block {
    enum model_block_kind kind;
    bool is_ordered;
    size_t columns; /* of a table: the sentences are its cells */
    struct checked_sentence *sentences;
    size_t count;
    struct str code;    /* of TEXT_CODE */
    struct str heading; /* of TEXT_SUBHEADING */
};

struct checked {
    struct checked_block *blocks;
    size_t count;
    size_t words;
    /* Cited numbers that are left; numbers dropped (of no excerpt, or of one that does not say it) but not those moved;
     * sentences and rows of tables that went. */
    size_t citations, removed_citations, removed_sentences;
    size_t pronouns; /* I, we, you outside quotations, in third person */
    /* Why the answer cannot be used as it is, for the model that is asked once more: "it has no passage numbers".
     * Empty: it can. The blocks are the best that could be made of it all the same. */
    struct str fault;
    bool is_unusable; /* with a fault: the blocks had better not be used, unless nothing else can be had */
};

/*
 * Reads an answer in Markdown and checks it. In this order: prose or a fence around the answer is taken off; other
 * forms of markers ("【3】", "(3)", after the full stop) become "[3]"; a repeated heading, a list of sources, bold,
 * links and HTML go; stock phrases go where the sentence stands without them; numbers of no excerpt are dropped
 * exactly; a closing paragraph that sums up goes; code blocks that no excerpt holds byte for byte go; then each
 * sentence is compared with what it cites. A figure or command that stands in no excerpt and not in `allowed` takes its
 * sentence with it, so material without excerpts (and not is_unsourced) lets through only the customer's own figures.
 * E_MEMORY.
 */
enum status check_prose(struct arena *arena, const struct check_material *material, const struct check_wanted *wanted,
                        struct str answer, struct checked *checked, struct error *err);

/* The doubtful sentences, as a verifying call gets them: number, sentence, first excerpt cited. Numbers are positions
 * in the list, from 1. */
struct doubt {
    const struct checked_sentence *sentence;
    size_t block, place;
};
enum status check_doubts(struct arena *arena, const struct checked *checked, struct doubt **doubts, size_t *count,
                         struct error *err);

/* What a verifying call says of one doubt. */
struct verdict {
    size_t number;  /* of the doubt, from 1 */
    struct str fix; /* the sentence corrected, with its markers; empty: it goes */
};

/*
 * Applies verdicts. A fix must pass the lexical checks itself, else the sentence goes. When verdicts name more than
 * 40 % of the doubts (and more than two), they are ignored: weak models condemn everything. Uncited doubtful sentences
 * that were not verified (is_verified false: there was no verifying call) go; cited ones stay.
 */
enum status check_settle(struct arena *arena, const struct check_material *material, struct checked *checked,
                         const struct verdict *verdicts, size_t count, bool is_verified, struct error *err);

/* The text as an article takes it: numbers of excerpts become sources. shows_sources false (a rewritten page): without.
 */
enum status checked_text(struct arena *arena, const struct check_material *material, const struct checked *checked,
                         bool shows_sources, struct model_text *text, struct error *err);

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
