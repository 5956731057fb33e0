/* What the class or id of an element says of it: the words that web sites and the tools of manuals use. */
#ifndef COPYDESK_RESEARCH_PAGE_DOCUMENT_HTML_CLASS_H
#define COPYDESK_RESEARCH_PAGE_DOCUMENT_HTML_CLASS_H

#include "text/text.h"

/* As bits. */
enum class_mark {
    CLASS_SUSPECT = 1,    /* navigation, advertising, comments, captions: content only where most of the prose is */
    CLASS_HIDDEN = 2,     /* not shown, or read aloud only */
    CLASS_NOTE = 4,       /* a box: a note, a tip */
    CLASS_WARNING = 8,    /* a box that warns */
    CLASS_APPARATUS = 16, /* the heading of a box, the mark of a footnote, its way back */
    CLASS_VERSION = 32,   /* since which version something is so */
    CLASS_NUMBERS = 64,   /* numbers of the lines of a listing */
    CLASS_LISTING = 128   /* a table of line numbers and a listing */
};

/* Sphinx, DocBook, Asciidoctor, MkDocs, Docusaurus, GitHub, Bootstrap and their like. */
unsigned html_class_marks(struct str names);

/* Is it a table of contents, as DocBook, Sphinx, Texinfo and Asciidoctor mark it? */
bool html_class_is_contents(struct str names);

/* Of an id: CLASS_SUSPECT or nothing. */
unsigned html_id_marks(struct str id);

#endif
