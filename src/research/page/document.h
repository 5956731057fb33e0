/*
 * Bytes become UTF-8, and HTML a tree, parsed by libxml2: nothing is ever fetched, errors are not printed, sizes and
 * depth are bounded.
 */
#ifndef COPYDESK_RESEARCH_PAGE_DOCUMENT_H
#define COPYDESK_RESEARCH_PAGE_DOCUMENT_H

#include "research/page/html_element.h"
#include "text/text.h"

#include <libxml/HTMLtree.h>

/* What the class or id of an element says of it: the words that web sites and the tools of manuals use; as
 * bits. */
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

#define HTML_STYLE_HIDDEN "display:none"

/*
 * Appends the document as the tokenizer of the HTML standard reads it, character references decoded, without scripts,
 * styles, comments and the attributes that nobody here looks at; what its styles hide has the
 * style HTML_STYLE_HIDDEN and nothing else one; with_links: somebody looks at where all links lead,
 * and not only those of a table of contents. linked_data gets the scripts that are JSON-LD, each ended by a NUL byte;
 * NULL: nobody wants them. libxml2 knows HTML 4 only and takes quadratic time over many attributes:
 * what it gets now is what a browser would see, and bounded. html: valid UTF-8. False when memory ran out.
 */
bool html_simplify(struct buf *out, struct str html, bool with_links, struct buf *linked_data);

/* Larger documents are refused: no page that a person reads comes near. */
enum { HTML_DOCUMENT_LIMIT = 8 * 1024 * 1024 };

/*
 * charset: of the transport, "" when unknown; text_to_utf8 (page.h) says what counts then. with_links: keep where all
 * links lead, not only those of tables of contents. linked_data: as html_simplify fills it; NULL: not wanted. Free with
 * xmlFreeDoc. OK with *document NULL: there was nothing in it. E_LIMIT: it is too large; E_MEMORY.
 */
enum status html_document_parse(struct str html, const char *charset, bool with_links, struct buf *linked_data,
                                xmlDoc **document, struct error *err);

/*
 * Walks root and the tree below it in document order, without recursion, since pages nest to any depth. `enter` is
 * called for each node and says whether to walk its children; `leave` is called after the children of each element so
 * walked.
 */
struct html_visitor {
    bool (*enter)(void *context, xmlNode *node);
    void (*leave)(void *context, xmlNode *node);
    void *context;
};
void html_walk(xmlNode *root, const struct html_visitor *visitor);

/* Which element a node is; ELEMENT_OTHER when it is none. */
enum html_element html_node_element(const xmlNode *node);

/* The value of an attribute, whose name is given in lower case; data NULL: absent. */
struct str html_node_attribute(const xmlNode *node, const char *name);

/* Is the token, in any letter case, one of the words of an attribute's value, such as that of rel or content? */
bool html_value_has(struct str value, struct str token);

#endif
