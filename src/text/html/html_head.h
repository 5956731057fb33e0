/* What a whole document of HTML says of itself before its body. */
#ifndef COPYDESK_TEXT_HTML_HEAD_H
#define COPYDESK_TEXT_HTML_HEAD_H

#include "base/base.h"

struct html_head {
    struct str title;    /* of <title>: decoded, each run of white space one blank; "" when there is none */
    struct str language; /* of <html lang>: decoded; "" when there is none */
};

/*
 * Reads up to the first element that is none of a head, or the first text: of a fragment nothing. The texts live in the
 * arena. E_MEMORY.
 */
enum status html_head_read(struct str html, struct arena *arena, struct html_head *head, struct error *err);

#endif
