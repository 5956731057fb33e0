/*
 * catalog: what articles made of data have in common: products and places. The front header of the folder.
 *
 *   catalog.h         this file
 *   catalog_format.c  numbers, prices and templates in the article's language
 *   catalog_text.c    texts put together sentence by sentence
 *   catalog_fields.c  data as numbered excerpts for a language model
 *   catalog_claims.c  what a model says of them, checked against the fields that it names
 *   catalog_frame.c   title, introduction, description, style
 *
 * A struct str whose data is NULL means that memory ran out; texts and the frame report it.
 */
#ifndef COPYDESK_WRITE_CATALOG_H
#define COPYDESK_WRITE_CATALOG_H

#include "write/prompted/prompted.h"
#include "write/writing/document/document.h"

/* --- in the article's language --- */

/* The labels of the article's language, those of English where it has none. */
const struct data_labels *catalog_labels(const struct writing *writing);

/* "1,234.50". */
struct str catalog_number(struct writing *writing, double value, int decimals);

/* "USD 49.95"; currency is ISO 4217, which says how many decimals it has. */
struct str catalog_price(struct writing *writing, double amount, const char *currency);

/* "4.6 out of 5". */
struct str catalog_rating(struct writing *writing, double rating);

/* A template with "%1" and "%2" filled in. */
struct str catalog_fill(struct writing *writing, const char *template, struct str first, struct str second);

/* A text in the quotation marks of the article's language. */
struct str catalog_quote(struct writing *writing, struct str text);

/* Is the text in another language than the article, as far as can be told? */
bool catalog_is_foreign(const struct writing *writing, struct str text);

/* Notes, once, that such texts are not in the article. */
enum status catalog_note_foreign(struct writing *writing);

/* What a failed look-up means for the article: out of memory, cancelled, or `code` with what the data's backend said.
 * kinds: "products"; sought: what was looked for,
 * in words. */
enum status catalog_not_found(struct writing *writing, enum status status, enum code code, const char *kinds,
                              const char *sought);

/* --- texts --- */

struct catalog_text {
    struct writing *writing;
    struct model_text text;
    size_t cap, sentence_cap;
    bool is_open; /* the last block goes on */
    bool failed;  /* memory ran out; appends do nothing */
};

/* What follows begins a new paragraph. */
void catalog_paragraph(struct catalog_text *text);

/* A sentence of running text behind the last; term: what it describes, may be empty. */
void catalog_sentence(struct catalog_text *text, struct str term, struct str sentence);

/* The next item of a list. */
void catalog_item(struct catalog_text *text, struct str term, struct str item);

/* Cells row by row, the first row is the head. */
void catalog_table(struct catalog_text *text, const struct str *cells, size_t count, size_t columns);

/* The first sentences of a text as they stand, up to so many words; in easy reading without the long ones. */
void catalog_verbatim(struct catalog_text *text, struct str term, struct str source, size_t most_words);

/* The heading of an item: "3. Name". */
void catalog_numbered(struct document *document, size_t number, struct str name);

/* --- for a language model --- */

/* What kind of field it is; the name of its excerpt. */
extern const char *const fact_data, *const fact_review, *const fact_review_count;

struct catalog_fields {
    struct model_excerpt *list;
    size_t count, cap;
    size_t reviews; /* of them */
};

/* Adds a field: kind, its name ("feature"), its value, cleaned. One that is empty or speaks to a model is left out. */
enum status catalog_field(struct writing *writing, struct catalog_fields *fields, const char *kind, const char *name,
                          struct str value);

/* Does the text claim a test or an experience of the author's own, outside quotations? */
enum status catalog_claims_test(struct writing *writing, struct str text, bool *claims);

struct catalog_answer {
    const struct catalog_fields *fields;
    size_t shown;       /* fields in the prompt */
    struct str system;  /* of the prompt */
    bool is_list;       /* items, not sentences */
    bool is_of_reviews; /* what reviewers report may be told */
    size_t reviews;     /* that are known of it, in all */
};

/*
 * An answer of which every sentence ends with the numbers of the fields that say it. What names none, is not said by
 * them, claims a test, or tells of buyers without saying that it is theirs and how many, goes; the numbers too.
 * *cites_reviews: a sentence that is left tells of reviews. An answer of which nothing is left gives an empty text.
 */
enum status catalog_claims(struct writing *writing, const struct catalog_answer *answer, struct str said,
                           struct model_text *text, bool *cites_reviews);

/* --- around the text --- */

/* What the writer without a model says, and what a model is shown for the introduction. */
struct catalog_frame {
    struct str title;
    const struct model_text *introduction;
    const struct catalog_fields *lead;
    bool is_unasked; /* a language model is not asked for title, introduction and description */
};

/* The plan with the caller's title and these headings. E_MEMORY. */
enum status catalog_plan(struct writing *writing, const struct str *headings, size_t count, struct article_plan *plan);

/* The style of toneOfVoiceProfile "automatic", and the title, by a model. The title is empty when it gave none. */
enum status catalog_style(struct writing *writing, const struct article_plan *plan);
enum status catalog_title(struct writing *writing, struct article_plan *plan);

/* Makes the draft of an introduction and of sections whose texts are there, in the order of the plan's headings; then
 * the title where there is none, the introduction and the description. */
enum status catalog_draft(struct writing *writing, struct article_plan *plan, const struct model_text *sections,
                          const struct catalog_frame *frame, struct draft *draft);

#endif
