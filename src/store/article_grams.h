/*
 * article_grams: by what articles are found. Of the keyword and the title of each, folded (text/unicode.h), the
 * trigrams are kept: whoever looks for a text of three characters and more reads the rows of its rarest trigram that
 * have the others too, instead of all articles.
 *
 * A row is 18 bytes: a hash of account and trigram, and the time and first random bits of the article's id. It names
 * few articles where it should name one, and some that do not contain the text: whoever finds one compares.
 */
#ifndef COPYDESK_STORE_ARTICLE_GRAMS_H
#define COPYDESK_STORE_ARTICLE_GRAMS_H

#include "store/db/db.h"

enum {
    GRAMS_ASKED = 6,  /* of the trigrams of a text that is looked for, spread over it */
    GRAM_PREFIX = 18, /* characters of an id that its `at` is made of */
    GRAMS_STEP = 4000 /* rows that one step of a walk reads: some milliseconds */
};

struct article_grams {
    int64_t gram[GRAMS_ASKED]; /* the rarest first */
    size_t count;              /* 0: the text has fewer than three characters */
};

/* The article is found by this text, too: its keyword or its title. NULL: nothing is done. */
enum status article_grams_put(struct db *db, const char *account_id, const char *id, const char *text,
                              struct error *err);

/* It is found by these no longer. To be called when its row is gone. */
enum status article_grams_forget(struct db *db, const char *account_id, const char *id, const char *const *texts,
                                 size_t count, struct error *err);

/* What to look for. folded: the text, folded. */
enum status article_grams_ask(struct db *db, const char *account_id, struct str folded, struct article_grams *asked,
                              struct error *err);

/* A walk from the newest article on. */
struct gram_walk {
    const struct article_grams *asked;
    int64_t before; /* only what is older: article_gram_at of the last id, or INT64_MAX; moves on with each step */
    int64_t *found; /* of this step, the newest first; in the arena */
    size_t count;
    bool is_end; /* there is nothing older */
};
enum status article_grams_step(struct db *db, struct arena *arena, struct gram_walk *walk, struct error *err);

/* When an article was made, by its id; -1: the id is no UUID. */
int64_t article_gram_at(const char *id);

/* The beginning that the ids have which were made then. */
void article_gram_prefix(int64_t at, char prefix[GRAM_PREFIX + 1]);

/* Do all articles have theirs? Not, while those of an older program are given theirs. */
enum status article_grams_complete(struct db *db, bool *is_complete, struct error *err);

enum grams_left {
    GRAMS_NONE_LEFT,
    GRAMS_SOME_LEFT,
    GRAMS_NOT_YET /* a node of an older program, which gives its articles none, is there: nothing was done */
};

/* Gives the next `count` articles theirs. */
enum status article_grams_fill(struct db *db, size_t count, enum grams_left *left, struct error *err);

#endif
