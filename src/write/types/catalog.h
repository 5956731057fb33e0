/*
 * What articles made of data have in common, products and places: numbers, prices and templates in the article's
 * language, texts put together sentence by sentence, data as numbered passages for a language model, headings, title
 * and introduction. Memory that runs out is noted by the arena of the writing; a text that could not be made is empty.
 */
#ifndef COPYDESK_WRITE_TYPES_CATALOG_H
#define COPYDESK_WRITE_TYPES_CATALOG_H

#include "write/prompted/prompted.h"

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
};

/* A sentence of running text behind the last; term: what it describes, may be empty. */
void catalog_sentence(struct catalog_text *text, struct str term, struct str sentence);

/* The next item of a list. */
void catalog_item(struct catalog_text *text, struct str term, struct str item);

/* Cells row by row, the first row is the head. */
void catalog_table(struct catalog_text *text, const struct str *cells, size_t count, size_t columns);

/* The first sentences of a text as they stand, up to so many words; in easy reading without the long ones. */
void catalog_verbatim(struct catalog_text *text, struct str term, struct str source, size_t most_words);

/* The heading of an item: "3. Name", with what it is for "3. Name: purpose". */
void catalog_numbered(struct document *document, size_t number, struct str name, struct str purpose);

/* --- for a language model --- */

struct catalog_fields {
    struct model_excerpt *list;
    size_t count, cap;
    struct str name; /* of the product or place whose fields are added, */
    int number;      /* and its number from 0 */
};

/* Adds a field: what it is ("feature"), its value, cleaned; voices as of struct model_excerpt. One that is empty or
 * speaks to a model is left out. */
void catalog_field(struct writing *writing, struct catalog_fields *fields, const char *name, struct str value,
                   size_t voices);

/* `mark` of types: data are no pages, and get no marks. */
enum status catalog_unmarked(struct writing *writing, struct model_text *text);

/* --- around the text --- */

/* A plan for so many headings, with the caller's title; with a language model they are the ones that it gets. items:
 * how many products or places. */
void catalog_plan(struct writing *writing, size_t most, size_t items, struct article_plan *plan);

/* Adds a heading: what is to stand under it, for a language model; section as of struct planned. */
void catalog_heading(struct article_plan *plan, int level, struct str title, size_t section, const char *instructions);

/* Asks a language model for the text under the plan's headings, for title, introduction and description. *sections: the
 * headings with their text, in the order of the plan; NULL: nothing could be used, which a note says. subject: what the
 * type's hooks are given, as writing->subject. */
enum status catalog_write(struct writing *writing, const void *subject, struct article_plan *plan, struct draft *draft,
                          const struct drafted **sections);

/* Title and introduction where there are none yet. */
enum status catalog_frame(struct writing *writing, struct article_plan *plan, struct str title,
                          const struct catalog_text *introduction, struct draft *draft);

#endif
