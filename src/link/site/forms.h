/*
 * Words as they are written, folded ("forms"), and the terms that they are forms of. Forms are numbered as they are
 * met; what terms they are is only known when all pages are read and the site's main language with them.
 */
#ifndef COPYDESK_LINK_SITE_FORMS_H
#define COPYDESK_LINK_SITE_FORMS_H

#include "link/site/numbers.h"
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
struct form {
    uint32_t term;
    uint16_t code; /* the lowest bits of its hash: site_item.form */
};

struct forms {
    struct numbers numbers;  /* hash of the form -> number plus one */
    struct form_text *texts; /* while pages are read */
    size_t text_cap;
    struct form *list; /* afterwards */
    uint32_t count;
    struct word_room room;
    struct numbers terms; /* hash of the stem -> term plus one */
};

/* Starts as zeros, with room.arena and room.size set. */
void forms_free(struct forms *forms);

/* The number of a form plus one, and notes that a page of the language has it; 0: it is new. */
uint32_t forms_find(struct forms *forms, uint64_t hash, unsigned language);

/* Adds one that is new; 0: memory ran out, or numbers have. */
uint32_t forms_add(struct forms *forms, uint64_t hash, struct str text, bool is_sign, unsigned language);

/*
 * Finds the terms of all forms. A form that pages of the main language (number 0) have is one of that, any other of the
 * language that was met first. languages[n] may be NULL: a language without stems. E_MEMORY.
 */
enum status forms_find_terms(struct forms *forms, const struct language *const *languages, size_t language_count,
                             struct site *site, struct error *err);

#endif
