/*
 * easy: an article made easier to read by rule: learned phrases become everyday words, glosses in parentheses go, and a
 * long sentence becomes two where the grammar is certain. What a sentence says, its citation, its links and its code
 * stay; a sentence about which a rule cannot be sure stays as it is.
 *
 *   easy.c         goes over the sentences of an article
 *   easy_words.c   everyday words, and glosses
 *   easy_split.c   long sentences cut in two; easy_split.h: the places where that may be
 *   easy_clause.c  what clauses are told by
 */
#ifndef COPYDESK_WRITE_FINISH_EASY_H
#define COPYDESK_WRITE_FINISH_EASY_H

#include "write/polish/phrasing.h"

enum {
    EASY_WORDS = 14,       /* sentences up to so many words stay whole */
    EASY_CLAUSE_WORDS = 4, /* fewest of a half */
};

struct clause_grammar;

struct easy {
    struct parts *parts;
    const struct clause_grammar *grammar; /* of the language; NULL: none, only its semicolons are looked at */
    const struct str *kept;               /* terms that stay as they are: the keyword */
    size_t kept_count;
};

/* The HTML of an article (write_article's body) made easier. The same text when there is nothing to do. E_MEMORY;
 * E_INVALID: it is no article. */
enum status easy_html(struct arena *arena, struct str html, const struct language *language, const struct str *kept,
                      size_t kept_count, struct str *out, struct error *err);

/* --- between the files --- */

/* Puts everyday words into a sentence and takes glosses out. E_MEMORY. */
enum status easy_words(struct easy *easy, struct str *text);

/* Cuts a sentence of over EASY_WORDS words in two. second->data NULL: it stays whole. E_MEMORY. */
enum status easy_split(struct easy *easy, struct str text, struct str *first, struct str *second);

/* The words by which clauses are told, lists of folded words that end with NULL. */
struct clause_grammar {
    const char *tag;
    const char *const *conjunctions; /* join main clauses behind a comma */
    const char *const *dropped;      /* of these: say nothing at the beginning of a sentence */
    const char *const *pronouns;     /* subjects only, right before their verb */
    const char *const *pointers;     /* the same, but stand before nouns too: "this" */
    const char *const *articles;     /* begin a subject of several words */
    const char *const *conditions;   /* begin clauses on which others depend, wherever they stand */
    const char *const *openers;      /* the same at the beginning of a sentence */
    const char *const *verbs;        /* finite forms besides those of word_is_verb */
    const char *const *contractions; /* of these: hold their subject, as "it's" */
    const char *const *bases;        /* verbs of many, which are infinitives too */
};

const struct clause_grammar *clause_grammar_of(const struct language *language);

bool clause_is_verb(const struct easy *easy, const struct word *word);

/* The same, and forms that may be infinitives: "contain", but not "to contain". */
bool clause_has_verb(const struct easy *easy, const struct phrasing *phrasing, size_t word);

/* Do a subject and its finite verb begin at the word? */
bool clause_begins(const struct easy *easy, const struct phrasing *phrasing, size_t word);

/* May words [0, to) be a sentence by themselves: is there a finite verb, and nothing that what follows depends on?
 * is_joined: what follows, a clause behind a comma and a conjunction, shows that they are one. */
bool clause_is_whole(const struct easy *easy, const struct phrasing *phrasing, size_t to, bool is_joined);

/* Does a condition behind a comma stand in the words from `from` on, which could be meant of all before it? */
bool clause_is_limited(const struct easy *easy, const struct phrasing *phrasing, size_t from);

#endif
