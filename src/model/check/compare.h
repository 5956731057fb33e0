/* What the checks compare: a sentence with passages (support.c), a line with what it may come from (evidence.c), two
 * texts word for word, figures (copied.c). */
#ifndef COPYDESK_MODEL_CHECK_COMPARE_H
#define COPYDESK_MODEL_CHECK_COMPARE_H

#include "model/check/check.h"

/* --- how much of a sentence a passage says --- */

/* The arena notes where memory ran out, here and below. */
void pack_read(struct arena *arena, const struct check_material *material, struct pack *pack);

void claim_read(struct arena *arena, const struct pack *pack, struct str text, struct claim *claim);

/* What a word counts as: its stem; of Chinese and Japanese the character with its neighbour, since single characters
 * are shared by chance. 0: it does not count. */
uint64_t content_hash(const struct worded *worded, size_t number);

/* The content words of a text, added to a set. */
void content_add(struct arena *arena, struct hashes *hashes, const struct worded *worded);

/* Does the passage hold the fact? A figure also as its plain word. */
bool passage_states(const struct pack *pack, const struct pack_passage *passage, const struct fact *fact);

/* Does the claim keep what the passage says of this figure: "more than 25 %" is not "25 %"? */
bool support_keeps_limit(const struct pack *pack, const struct claim *claim, const struct fact *figure,
                         const struct pack_passage *passage);

/* Does the fact stand anywhere: in a passage, or in the customer's words? Of code also: do all of its pieces? */
bool pack_has_fact(const struct pack *pack, const struct fact *fact);
bool pack_has_code_pieces(const struct pack *pack, struct str code);

/* --- what a line may come from, and whether it does (evidence.c) --- */

struct evidence {
    const struct pack_passage **list;
    size_t count;
    size_t cited; /* the first of them are cited by the line itself */
};

/* The words of a line of a manuscript, in its arena. False: memory ran out. */
bool line_split(const struct manuscript *manuscript, size_t at, struct worded *worded);

/* The passages that the line at this place cites, with those around them on their page; of one that cites nothing those
 * of its section. */
void evidence_find(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                   const struct line *line, struct evidence *evidence);

/* Does the line belong to an example of the writer's own, which a line of its paragraph opens: "Say a site has 400
 * visits."? */
bool evidence_is_example(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                         const struct line *line, const struct claim *claim);

/* Findings at the line: figures, names, code and quotations that do not come from there. is_own: of an example. */
void evidence_check_facts(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                          const struct evidence *evidence, const struct claim *claim, struct line *line, bool is_own);

/* Numbers in words, from two on. */
void evidence_check_counts(const struct line_check *check, struct arena *arena, const struct evidence *evidence,
                           const struct claim *claim, struct line *line, bool is_own);

/* What is said more strongly than there, or not said there at all. */
void evidence_check_support(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                            const struct evidence *evidence, const struct claim *claim, struct line *line);

/* Values of data are compared by number and unit. */
void evidence_check_units(const struct line_check *check, struct arena *arena, const struct evidence *evidence,
                          const struct claim *claim, struct line *line);

/* --- runs of words that two texts share --- */

/* The first run of so many words of the text that stands in `source` too; length 0: there is none. */
void copied_find(struct arena *arena, struct str text, struct str source, size_t run, struct str *found);

/* --- words taken out of a sentence that goes on standing --- */

/*
 * The text without the bytes from `first` to `end`: no two blanks, no comma at its start or before its stop, its first
 * letter a capital when it was one and the start was cut. data NULL: memory ran out.
 */
struct str cut_out(struct arena *arena, struct str text, size_t first, size_t end);

/* --- figures that a writer reckoned out of others: "10 in 210, about 4.8 %" --- */

enum { SUM_OPERANDS = 12 };

/* The value of a figure in the form of a fact; negative: it is none. */
double sum_value(struct str figure);

/* Is the figure what two of the values give, one of them among the first `own`, rounded as it is written: their sum,
 * difference, product or ratio, or the share of one in the other or in both, in per cent? A single digit is not looked
 * into: too much gives it by chance. */
bool sum_gives(const double *values, size_t own, size_t count, struct str figure);

/* --- stock phrases found among words --- */

/* The first stock phrase at or after the word `from` that stands neither in a quotation nor in code nor in a name. */
bool phrases_find(const struct language *language, const struct worded *worded, bool is_hard, size_t from,
                  struct pattern_place *place);

#endif
