/* The modes of the HTML tokenizer, for the tokenizer itself and its conformance test. */
#ifndef COPYDESK_TEXT_HTML_HTML_TOKENIZER_H
#define COPYDESK_TEXT_HTML_HTML_TOKENIZER_H

#include "text/html/html.h"

/* How the text after a start tag is read. */
enum html_mode {
    HTML_DATA,
    HTML_RCDATA,    /* title, textarea: entities, no tags */
    HTML_RAWTEXT,   /* style, xmp, iframe, noembed, noframes */
    HTML_SCRIPT,    /* script, with its escapes */
    HTML_PLAINTEXT, /* to the end */
    HTML_CDATA      /* inside svg and math only */
};

/* Sets the mode, and the name of the end tag that leaves it (RCDATA, RAWTEXT, SCRIPT). */
void html_tokenizer_set_mode(struct html_tokenizer *tokenizer, enum html_mode mode, struct str last_start_tag);

#endif
