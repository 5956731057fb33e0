/* What a keyword asks for: its frame ("how to ...", "best ...", "... vs ...") and its subject. */
#ifndef COPYDESK_RESEARCH_TOPIC_KEYWORD_H
#define COPYDESK_RESEARCH_TOPIC_KEYWORD_H

#include "text/text.h"

enum keyword_shape {
    KEYWORD_NOUN,    /* "table partitioning" */
    KEYWORD_WHAT_IS, /* "what is a firewall" */
    KEYWORD_HOW_TO,  /* "how to back up a database" */
    KEYWORD_COUNTED, /* "10 tips for secure passwords" */
    KEYWORD_BEST,    /* "best text editors" */
    KEYWORD_VERSUS   /* "btrees vs hash indexes" */
};

struct keyword {
    struct str text; /* as the caller spells it */
    enum keyword_shape shape;
    /* A slice of the text without its frame and without marks at its ends; never without a word that bears meaning,
     * unless the text has none. Of KEYWORD_HOW_TO it begins with what is done: "back up a database". */
    struct str subject;
    struct str other;   /* of KEYWORD_VERSUS: what it is compared with; else empty */
    size_t announced;   /* of KEYWORD_COUNTED, and of "top 5 ...": how many; 0: it says no number */
    struct str counted; /* of KEYWORD_COUNTED: what is counted, "tips"; else empty */
};

/* language may be NULL: then the keyword is a noun. The slices point into the text. E_MEMORY. */
enum status keyword_read(struct arena *arena, struct str text, const struct language *language, struct keyword *keyword,
                         struct error *err);

#endif
