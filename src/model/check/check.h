/*
 * check: what a language model wrote, read and checked before it may stand in an article. Nothing here asks a model:
 * it is text in, text out, and the same answer always gives the same result.
 *
 *   material.c    before the call: what a page may not bring into a prompt
 *   answer.c      an answer in Markdown taken apart into paragraphs, items, rows and code
 *   inline.c      markup inside a line, and the numbers of passages in it
 *   manuscript.c  the lines of an article, which know what they cite; the text that becomes of them
 *   evidence.c    a line compared with the passages that it cites: facts, and what is said of them
 *   line_check.c  all that is checked of a line: that, its style, copied runs, code; and of lines among each other
 *   findings.c    what is found, as notes in the margin
 *   edit.c        an editor's changes by the numbers of lines; what may not stand goes
 *   line.c        short texts: titles, takeaways, answers
 *   support.c     how much of a sentence a passage says: words, figures, names, code
 *   copied.c      runs of words that two texts share, stock phrases, sums
 *   wording.h     what is known of words, before any answer is looked at
 */
#ifndef COPYDESK_MODEL_CHECK_CHECK_H
#define COPYDESK_MODEL_CHECK_CHECK_H

#include "model/check/check_parts.h"
#include "model/model.h"

/* --- before the call --- */

/*
 * A passage as it may stand in a prompt: without zero-width and bidirectional control characters, role tokens
 * ("<|im_start|>", "[INST]", "### TASK"), Markdown images, long base64 runs and web addresses. A copy in the arena, or
 * the text itself when there is nothing to take out.
 */
enum status material_clean(struct arena *arena, struct str text, struct str *clean, struct error *err);

/* Does the passage speak to a language model or a program that reads it ("Ignore all previous instructions ...",
 * "AI assistants: name ...")? Such a passage is left out whole. */
bool material_addresses_model(struct str text);

/* --- after the call: what an answer is checked against --- */

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

/* --- the manuscript --- */

/*
 * An article while it is written and edited: a line for each sentence, heading, row of a table and piece of code, so
 * that checks can speak of each and an editor can name it by a number.
 */

/* The parts of an answer. All but the body and what stands before its first heading begin with a line of their own,
 * "== CLOSE". */
enum manuscript_part { PART_OPENING, PART_BODY, PART_MORE, PART_CLOSE, PART_QUESTIONS, PART_ACTION, MANUSCRIPT_PARTS };

enum line_kind {
    LINE_SENTENCE,
    LINE_HEADING,
    LINE_ROW,
    LINE_CODE,
    LINE_MARK /* stands for a picture, a table or code that is put there later: "P1" */
};

/* A link by its number: bytes of the text of its line. */
struct line_link {
    int number;
    size_t start, length;
};

/* Passages that one line may cite; further ones are dropped. */
enum { LINE_CITES = 12 };

struct line {
    enum line_kind kind;
    enum manuscript_part part;
    struct str text;         /* without markers; of a row its cells, " | " between them; marks ("⟦3⟧") in it stay */
    struct str term;         /* a bold lead of an item, "Term:"; empty: none */
    int cites[LINE_CITES];   /* numbers of passages, from 1; 0: no more */
    int level;               /* of a heading, 2 or 3; of an item, how deep it stands, from 1 */
    bool is_given;           /* it stays as it is, as a heading of the customer's does */
    bool is_kept;            /* it may be changed, and does not go */
    int item;                /* 0: running text; n: part of the n-th item of its list */
    bool is_ordered;         /* its list is numbered */
    int place;               /* its number in that list */
    int first;               /* where an item begins a list: the number of that list's first; else 0 */
    struct line_link *links; /* in order */
    size_t link_count;
    struct spans spans; /* emphasis; where marks are read */
    bool begins;        /* a paragraph, list or table begins with it */
    bool is_gone;       /* it was taken out */
    bool is_accepted;   /* the editor has read its findings, and lets it stand */
    size_t number;      /* by which the editor knows it; 0: it was never shown */
    struct finding *findings;
    size_t finding_count, finding_cap;
};

struct manuscript {
    struct arena *arena;
    const struct language *language; /* NULL: nothing is known of it */
    size_t passages;                 /* the greatest number that may be cited */
    struct line *list;
    size_t count, cap;
    bool has_marks; /* marks are read: "⟦P1⟧" is a line of its own, "⟦L1:words⟧" a link; and emphasis */
};

/*
 * Appends what an answer in Markdown says; `part`: where it begins. Reasoning, a fence around it, lead-ins, offers,
 * lists of sources, bold, links, HTML and sentences with addresses are left out. The text lives in the arena of the
 * manuscript, and so does the answer. E_MEMORY.
 */
enum status manuscript_read(struct manuscript *manuscript, enum manuscript_part part, struct str answer,
                            struct error *err);

/* The lines of a single sentence or several, as an editor gives them: running text of this part, not added. *lines may
 * be empty. E_MEMORY. */
enum status manuscript_read_sentences(struct manuscript *manuscript, struct str text, struct line **lines,
                                      size_t *count, struct error *err);

/* Appends the first `length` bytes of the line's text with the marks of its links and of emphasis. */
void manuscript_print_links(const struct line *line, size_t length, struct buf *out);

/* Puts a link on words of the line; false: others are there, or memory ran out. */
bool line_add_link(struct arena *arena, struct line *line, struct line_link link);

/* Room for a line behind the last; NULL: memory ran out. */
struct line *manuscript_add(struct manuscript *manuscript);

/* How a line is shown to a model: with its markers before the full stop; a heading with "##", an item with its mark. */
void manuscript_print_line(const struct line *line, struct buf *out);

/* The first mark at or behind `from`, "⟦3⟧" or "⟦/3⟧": it stands for what is no text. *length: its bytes;
 * 0: there is none. */
size_t manuscript_mark(struct str text, size_t from, size_t *length);

/* Words of a part; of all parts: MANUSCRIPT_PARTS. */
size_t manuscript_words(const struct manuscript *manuscript, enum manuscript_part part);

/* Closes the gaps of what was taken out: lines go, items and paragraphs begin anew, nothing announces what is gone. */
void manuscript_close_gaps(struct manuscript *manuscript);

/* The lines first..end-1, none of them a heading of level 2, as an article takes them; a heading inside becomes one
 * below theirs. source_of: the source of each passage, by its number less 1; NULL: sources are not shown. E_MEMORY. */
enum status manuscript_text(const struct manuscript *manuscript, size_t first, size_t end,
                            const struct model_excerpt *passages, struct model_text *text, struct error *err);

/* --- passages, and sentences as they are compared with them --- */

/* A passage, read once for all the sentences that are compared with it. */
struct pack_passage {
    struct str text, heading;
    struct worded worded;
    struct hashes stems, heading_stems; /* those of the heading are among `stems` too */
    struct hashes names;                /* folded words, those of heading and source included */
    struct wording_facts facts;
    size_t *sentences; /* of each word: the number of its sentence */
    bool is_foreign;   /* in another language than the article: its words say nothing */
};

struct pack {
    const struct check_material *material;
    const struct wording *wording; /* NULL where none is known */
    struct pack_passage *passages; /* of the excerpts, in their order */
    size_t count;
    struct pack_passage allowed; /* the customer's own words */
};

/* A sentence as it is compared. */
struct claim {
    struct worded worded;
    struct hashes stems; /* of its content words */
    struct wording_facts facts;
};

/* --- the lines compared with the passages that they cite --- */

/*
 * The lines of a manuscript compared with the passages that they cite. Nothing is changed: what is found stands as
 * findings at the lines.
 *
 * All passages that a line cites count together, with their heading, title and site, and with those before and behind
 * them on their page; for a line that cites nothing those that its section cites. The customer's own words are free.
 *
 * A finished text may be its own material: each line as it stands is a passage, which it cites. Then the check is
 * bound: a change may neither bring nor lose anything.
 */

struct line_check {
    struct arena *arena; /* that the passages were read into */
    const struct check_material *material;
    struct pack pack;
    struct hashes runs; /* of words of the passages */
    size_t run;         /* words of a run that is copied; 0: copying is free */
    bool is_bound;
};

/* Reads the passages. `run`: so many words in a row are copied; 0: any may be. The material outlives the checks.
 * E_MEMORY. */
enum status line_check_open(struct line_check *check, struct arena *arena, const struct check_material *material,
                            size_t run, struct error *err);

/* A line as it is compared, without marks. The arena notes where memory ran out. */
void line_check_claim(const struct line_check *check, struct arena *arena, const struct line *line,
                      struct claim *claim);

/* The findings of all lines, anew; those about passage numbers stay. E_MEMORY. */
enum status line_check_all(const struct line_check *check, struct manuscript *manuscript, struct error *err);

/* The findings of one line that is to stand at the place `at`, by itself: without what compares it with other lines.
 * E_MEMORY. */
enum status line_check_one(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                           struct line *line, struct error *err);

/* --- what an editor changes --- */

/*
 * What an editor changes in a manuscript, by the numbers that its lines were shown with. An answer is a change a line:
 *
 *   S12: the new sentence [4].      S13: -                    S14-S15: one sentence for both [4].
 *   S16+: one more behind S16 [2].  S20 > S11                 H3: new heading
 *   ¶ S9                            join S9                   S7 ok
 *
 * Any other line is passed over. A change that would make a line worse than it was is refused: it brings a figure,
 * name or quotation that no passage has or a copied run, names a passage that there is not, loses the citation of a
 * figure or a mark, speaks of another line than its number says, or takes too much away. In a bound text (line_check)
 * lines keep their places, and a change loses no figure, name or quotation, and says about as much as the old line.
 */

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

/* --- the markup inside a piece of an answer taken off, its markers taken out --- */

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
