/*
 * document: an article as a typed tree, and its HTML. Whatever text goes in, what comes out is a valid fragment: this
 * folder is the one place where text becomes markup.
 *
 *   document.c        what is appended; sentences as HTML: spans, links, citations
 *   document_html.c   the HTML of the nodes: headings, blocks, tables, pictures, films, the list of sources
 */
#ifndef COPYDESK_WRITE_DOCUMENT_DOCUMENT_H
#define COPYDESK_WRITE_DOCUMENT_DOCUMENT_H

#include "model/model.h"

enum node_kind {
    NODE_HEADING, /* level, text */
    NODE_LABEL,   /* text: names what follows without being a heading of the article */
    NODE_BLOCK,   /* a paragraph, a list, or a paragraph and its list; code; a table; a subheading of level 3 */
    NODE_SOURCES, /* the list of the sources cited before it, named by text; nothing when none is shown */
    NODE_FACTS,   /* names with values */
    NODE_FIGURE,  /* a picture or a film */
    NODE_BUTTON   /* url, text: a link that stands by itself */
};

/* A name with its value; the value may be a link. */
struct document_fact {
    struct str name, value;
    struct str url; /* empty: no link */
};

enum figure_kind { FIGURE_PICTURE, FIGURE_FILM };

/* A picture or a film with what stands below it. Texts that are not given are empty. */
struct document_figure {
    enum figure_kind kind;
    struct str url;         /* of the picture, which may be a path of the service's own; of the film's player */
    struct str alternative; /* what a picture shows, for those who do not see it; the title of a film */
    struct str page;        /* where the picture is from; what a reader without frames gets of a film */
    struct str caption, credit, license, license_url; /* of a picture */
    int width, height;                                /* of a picture, in pixels; 0: not known */
};

struct document_node {
    enum node_kind kind;
    int level;
    struct str text, url;
    struct model_block block;
    const struct document_figure *figure;
    const struct document_fact *facts;
    size_t fact_count;
    bool is_sponsored; /* a button that earns money: rel="sponsored nofollow" */
};

struct document {
    struct document_node *nodes;
    size_t count, cap;
    struct arena *arena; /* notes that memory ran out; appends do nothing then */
};

/* All that is appended is plain text, and outlives the document. Addresses come from data or from the customer, never
 * from a model; one that is not http or https is left out with its element. */
void document_heading(struct document *document, int level, struct str text);
void document_label(struct document *document, const char *text);
void document_text(struct document *document, const struct model_text *text);
void document_sources(struct document *document, const char *label);
void document_facts(struct document *document, const struct document_fact *facts, size_t count);
void document_figure(struct document *document, const struct document_figure *figure);
void document_image(struct document *document, struct str url, struct str alternative);
void document_button(struct document *document, struct str url, struct str text, bool is_sponsored);
void document_embed(struct document *document, struct str player, struct str page, struct str title);

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
    const char *colon; /* between a term and what is said of it, as the language writes it; NULL: ": " */
};

/* Appends the HTML of nodes [from, to); numbers the citations in order of first use, also when they are not shown. */
void document_html(const struct document *document, size_t from, size_t to, struct citations *citations,
                   struct buf *html);

/* --- sentences as HTML: their spans and links, what they cite, the code that an item ends with --- */

/* Sentences [from, to) of one paragraph or item, with their citations. */
void document_add_sentences(const struct model_block *block, size_t from, size_t to, struct citations *citations,
                            struct buf *html);

/* One sentence without its citation. colon: as in struct citations. */
void document_add_sentence(const struct model_sentence *sentence, const char *colon, struct buf *html);

/* Cites the sources of the sentence. */
void document_cite(const struct model_sentence *sentence, struct citations *citations, struct buf *html);

bool document_same_sources(const struct model_sentence *a, const struct model_sentence *b);

void document_add_code(struct str code, struct str language, struct buf *html);

#endif
