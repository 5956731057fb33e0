/* What the files of site share: forms while pages are read, the parts of titles, and pages in the spool. */
#ifndef COPYDESK_LINK_SITE_SITE_PARTS_H
#define COPYDESK_LINK_SITE_SITE_PARTS_H

#include "link/site/site.h"

/* --- forms: words as they are written --- */

/* The number of a form plus one, and notes that a page of the language has it; 0: it is new. */
uint32_t forms_find(struct forms *forms, uint64_t hash, unsigned language);

/* Adds one that is new; 0: memory ran out, or numbers have. */
uint32_t forms_add(struct forms *forms, uint64_t hash, struct str text, bool is_sign, unsigned language);

/* Notes that the three forms are written for each other; false: memory ran out. */
bool forms_join(struct forms *forms, struct joint joint);

/*
 * Finds the terms of all forms. A form that pages of the main language (number 0) have is one of that, any other of the
 * language that was met first. languages[n] may be NULL: a language without stems. E_MEMORY.
 */
enum status forms_find_terms(struct forms *forms, const struct language *const *languages, size_t language_count,
                             struct site *site, struct error *err);

/* --- the phrases in a title that name its page --- */

/*
 * Skips the number of a section in front of a title or a link: "12.3. ", "12.3 ", "Chapter 12. ", "Section 12.3, ",
 * "Appendix B: ". Returns the first lexeme of the name, or `first` when there is no number.
 */
size_t title_skip_number(const struct lexed *title, size_t first, size_t last);

struct title_variant {
    size_t first, last; /* lexemes of the title, last exclusive */
    enum title_kind kind;
};

enum { MAX_TITLE_VARIANTS = 12 };

/*
 * The whole title, its parts between separators such as ":", "|" and " - ", and each of these without a number or an
 * elided article in front or a parenthesis behind. What stands behind a number is the whole title, too. Returns how
 * many.
 */
size_t title_variants(const struct lexed *title, struct title_variant variants[MAX_TITLE_VARIANTS]);

/* --- a page in the spool, as numbers of forms --- */

struct spooled_page {
    const struct link_page *page;
    const char *url; /* absolute */
    uint32_t number;
    unsigned language;
};

/* Puts the page together in the spool, from spool_begin to before spool_end. E_MEMORY. */
enum status page_text_put(struct site_store *store, const struct spooled_page *page, struct arena *scratch,
                          struct error *err);

/* Room for what a page decodes to, used for one page after the other. Starts with .site set, the rest zeros. */
struct text_reader {
    const struct site *site;
    const unsigned char *at, *end;
    struct arena *arena; /* of the page */
    struct site_item *items;
    struct site_text text;
};

/* Reads a page into reader->text. E_IO; E_MEMORY. */
enum status text_read(struct text_reader *reader, struct spool_reader *spool, uint32_t number, enum site_extent extent,
                      struct error *err);
void text_reader_free(struct text_reader *reader);

#endif
