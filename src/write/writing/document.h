/* An article as a typed tree, and its HTML. Whatever text goes in, what comes out is a valid fragment. */
#ifndef COPYDESK_WRITE_WRITING_DOCUMENT_H
#define COPYDESK_WRITE_WRITING_DOCUMENT_H

#include "model/texts.h"

enum node_kind {
    NODE_HEADING, /* level, text */
    NODE_LABEL,   /* text: names what follows without being a heading of the article */
    NODE_BLOCK,   /* a paragraph, a list, or a paragraph and its list */
    NODE_SOURCES  /* the list of the sources cited before it, named by text; nothing when none is shown */
};

struct node {
    enum node_kind kind;
    int level;
    struct str text;
    struct model_block block;
};

struct document {
    struct node *nodes;
    size_t count, cap;
    struct arena *arena;
    bool failed; /* memory ran out; appends do nothing */
};

void document_heading(struct document *document, int level, struct str text);
void document_label(struct document *document, const char *text);
void document_text(struct document *document, const struct model_text *text);
void document_sources(struct document *document, const char *label);

/* Number of the first node of the list of sources; count when there is none. */
size_t document_tail(const struct document *document);

/* What a source is cited as. */
struct citation {
    struct str url, title;
    bool is_link;
    int number; /* 1, 2, ... in order of first use; 0: not used */
};

struct citations {
    struct citation *list; /* by number of the source */
    size_t count;
    int used; /* highest number given */
    bool is_shown;
};

/* Appends the HTML of nodes [from, to); numbers the citations in order of first use, also when they are not shown. */
void document_html(const struct document *document, size_t from, size_t to, struct citations *citations,
                   struct buf *html);

#endif
