/*
 * What is known of words before any answer is looked at: how machines write in each language, quotations and code in
 * running text, what a sentence states.
 *
 * How machines write is kept as lists of patterns (text/pattern.h). A new language is one file <name>.inc, included in
 * wording.c: copy that of a related language. A list that it lacks is NULL.
 *
 * The stock phrases were counted in texts of people: 0.36 in 1,000 words of English manuals, 2.1 of a government's
 * blog, 0.9 of German manuals; in unguided answers of models 31-46.
 */
#ifndef COPYDESK_MODEL_CHECK_WORDING_H
#define COPYDESK_MODEL_CHECK_WORDING_H

#include "text/text.h"

enum qualifier { QUALIFIER_MORE, QUALIFIER_LESS, QUALIFIER_ABOUT, QUALIFIERS };

struct wording {
    const char *tag;                           /* of the language */
    const char *const *hard;                   /* stock phrases that always go */
    const char *const *soft;                   /* stock phrases that people use too, though less often */
    const char *const *remarks;                /* the writer about itself, its task or its material */
    const char *const *refusals;               /* begin an answer that is none */
    const char *const *lead_ins;               /* begin what stands before the answer proper */
    const char *const *offers;                 /* begin what stands behind it */
    const char *const *qualifiers[QUALIFIERS]; /* "more than", "at most", "about" */
    const char *const *superlatives;           /* and what admits no exception: "in all cases", "never" */
    const char *const *worn_headings;          /* say nothing of what the section says */
    const char *const *persons;                /* I, we, you */
    const char *const *numbers;                /* plain words for 1, 2, ... */
    const char *const *others;                 /* one more of those named before: "another" */
    const char *const *examples;               /* begin an example of the writer's own: "say you", "suppose" */
    const char *const *source_lists;           /* headings of a list of sources */
    /* Words, no patterns, in any letter case. */
    const char *const *marker_words; /* beside the numbers of a marker: "source", "and" */
    const char *const *placeholders; /* of a place that was to be filled: "insert", "citation" */
    const char *const *attributions; /* before a marker, they make it the speaker: "according to" */
    const char *const *pointers;     /* before a marker, they point at it: "see", "shown in" */
};

/* NULL where nothing is known of the language, and for NULL. */
const struct wording *wording_of(const struct language *language);

/* Models fall back into English: what they say around an answer may be in it. */
const struct wording *wording_english(void);

/* --- quotations and `code` in running text: what stands there is not the writer's own wording --- */

/* Does a quotation or code open at `at` and close in the same paragraph? *end: behind the closing mark; *inner: what
 * stands between the marks. */
bool quotation_opens(struct str text, size_t at, struct str *inner, size_t *end);

/* The quotations of a text that is asked of one byte after another. Begin with the text alone. */
struct quotations {
    struct str text;
    size_t next; /* what was not looked at yet */
    size_t end;  /* behind the last that opened before it */
};

/* Does this byte, which is not before the one asked last, stand in a quotation or in code? */
bool quotations_hold(struct quotations *quotations, size_t at);

/* The same of a single byte. */
bool quotation_holds(struct str text, size_t at);

/* --- what a sentence states that can be looked up exactly --- */

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

/* The facts of a text. In the arena, which notes where memory ran out. */
void facts_find(struct arena *arena, const struct worded *worded, const struct language *language,
                struct wording_facts *facts);

#endif
