/*
 * Words as they are written, folded ("forms"), and the terms that they are forms of. Forms are numbered as they are
 * met; what terms they are is only known when all pages are read and the site's main language with them.
 */
#ifndef COPYDESK_LINK_SITE_FORMS_H
#define COPYDESK_LINK_SITE_FORMS_H

#include "base/system/numbers.h"
#include "link/site/site.h"
#include "text/language.h"
#include "text/word_room.h"

struct form_text {
    const char *data;
    uint32_t length;
    bool is_sign;
    uint64_t languages; /* bits: the numbers of the languages (forms_language) of the pages that have it */
};

/* What a form is, once that is known. */
struct forms_form {
    uint32_t term;
    uint16_t code; /* the lowest bits of its hash: site_item.form */
};

/* A word with accents may be written without them: what its stem is then. The site has no such word. */
struct plain_form {
    uint64_t hash; /* index_hash_stem */
    uint32_t term; /* of the word with accents */
};

/* Two words with a hyphen between them, "e-mail", and the word that is written for them, "email". */
struct joint {
    uint32_t first, second, whole; /* forms */
};

struct forms {
    struct numbers numbers;  /* hash of the form -> number plus one */
    struct form_text *texts; /* while pages are read */
    size_t text_cap;
    struct forms_form *list; /* afterwards */
    uint32_t count;
    struct word_room room;
    struct numbers terms;     /* hash of the stem -> term plus one */
    struct plain_form *plain; /* in the order of their words; a stem may come several times */
    size_t plain_count, plain_cap;
    struct joint *joints;
    size_t joint_count, joint_cap;
    struct numbers joint_numbers; /* index_hash_edge of both forms -> joint plus one; afterwards, of both terms */
};

/* Starts as zeros, with room.arena and room.size set. */
void forms_free(struct forms *forms);

/* The number of a form plus one, and notes that a page of the language has it; 0: it is new. */
uint32_t forms_find(struct forms *forms, uint64_t hash, unsigned language);

/* Adds one that is new; 0: memory ran out, or numbers have. */
uint32_t forms_add(struct forms *forms, uint64_t hash, struct str text, bool is_sign, unsigned language);

/* Notes that the three forms are written for each other; false: memory ran out. */
bool forms_join(struct forms *forms, struct joint joint);

/*
 * Puts the items into `joined`, with each two that are a joint as one. Returns how many these are; 0: there is no joint
 * among them, or they are more than LONGEST_PHRASE.
 */
size_t forms_join_items(const struct forms *forms, const struct site_item *items, size_t length,
                        struct site_item joined[LONGEST_PHRASE]);

/*
 * Finds the terms of all forms. A form that pages of the main language (number 0) have is one of that, any other of the
 * language that was met first. languages[n] may be NULL: a language without stems. E_MEMORY.
 */
enum status forms_find_terms(struct forms *forms, const struct language *const *languages, size_t language_count,
                             struct site *site, struct error *err);

#endif
