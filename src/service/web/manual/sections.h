/* sections: what stands under each heading of the chapters, and which sections have the words of a search. */
#ifndef COPYDESK_SERVICE_WEB_MANUAL_SECTIONS_H
#define COPYDESK_SERVICE_WEB_MANUAL_SECTIONS_H

#include "service/web/manual/chapters.h"

struct section {
    const struct chapter *chapter;
    struct str heading; /* of the section; the chapter's title for what stands before the first heading below it */
    struct str body;    /* up to the next heading, of whatever level */
    bool is_first;      /* it is what stands under the title */
};

/* Takes the next section off *rest, which is the chapter's text before the first call. False: there is no more. */
bool section_next(const struct chapter *chapter, struct str *rest, struct section *section);

/* Words of a search, separated by blanks; at most so many count. */
enum { SECTION_WORDS = 8 };

/*
 * How well the section fits: 0, unless each word (is_any: one of them) stands in its heading, its body or the chapter's
 * title, in upper or lower case; more for words in headings.
 */
int section_score(const struct section *section, struct str words, bool is_any);

/* The words around the first one of the search in its body, of at most so many bytes; not cut inside a word. */
struct str section_excerpt(const struct section *section, struct str words, size_t most);

#endif
