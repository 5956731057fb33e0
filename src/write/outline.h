/* The outline and the title: the caller's, or made from the sources. */
#ifndef COPYDESK_WRITE_OUTLINE_H
#define COPYDESK_WRITE_OUTLINE_H

#include "write/steps.h"

struct article_outline {
    struct builtin_outline outline;
    struct str title;
    bool is_given; /* by the caller: headings stay as they are */
};

/* The plan of an article type that has none of its own. Makes it, or loads it. */
enum status outline_make(struct writing *writing, struct article_outline *outline);

/* How many body sections are asked for; 0, 0: the outline decides. */
void outline_bounds(const json_t *config, size_t *min, size_t *max);

#endif
