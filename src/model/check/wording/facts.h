/*
 * What a sentence states that can be looked up exactly: figures, names, code, words of others.
 */
#ifndef COPYDESK_MODEL_CHECK_WORDING_FACTS_H
#define COPYDESK_MODEL_CHECK_WORDING_FACTS_H

#include "text/pattern.h"

enum fact_kind {
    FACT_FIGURE,   /* digits in one form: "30,000" and "30.000" give "30000", "1,5" gives "1.5" */
    FACT_NAME,     /* a folded word that people write with capitals, digits or dots: "postgresql", "md1" */
    FACT_CODE,     /* between backticks */
    FACT_QUOTATION /* at least three words between marks of quotation */
};

struct fact {
    enum fact_kind kind;
    struct str text;
    size_t word; /* of a figure or name: the word that it is or begins with */
    size_t at;   /* byte */
};

struct wording_facts {
    struct fact *list;
    size_t count, cap;
};

/* The facts of a text. In the arena. E_MEMORY. */
enum status facts_find(struct arena *arena, const struct worded *worded, const struct language *language,
                       struct wording_facts *facts, struct error *err);

#endif
