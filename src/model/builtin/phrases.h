/* The built-in writer's own words: the few sentences it says itself, in each language that it writes. */
#ifndef COPYDESK_MODEL_BUILTIN_PHRASES_H
#define COPYDESK_MODEL_BUILTIN_PHRASES_H

#include "model/model.h"

enum { POINTS_OF_VIEW = 4, COPULAS = 2 };

/* "%" stands for the keyword. */
struct phrases {
    const char *tag;
    const char *introduction[POINTS_OF_VIEW]; /* the keyword is a thing: "table partitioning" */
    const char *explanation[POINTS_OF_VIEW];  /* the keyword is a question: "how to grow basil" */
    const char *conclusion[POINTS_OF_VIEW];
    const char *and;                     /* between the last two of a row */
    const char *const *question_words;   /* a keyword that begins with one of these is a question */
    const char *const *small_words;      /* stay in lower case in a title */
    const char *const *articles;         /* begin a subject in mid-sentence with a small letter */
    const char *copulas[COPULAS];        /* "is", "are" as they stand behind the subject of a definition */
    const char *what_questions[COPULAS]; /* the question that such a definition answers */
    bool titles_are_capitalised;         /* "Table Partitioning", not "Table partitioning" */
};

/* NULL when the built-in writer does not know the language. */
const struct phrases *phrases_for(const struct language *language);

#endif
