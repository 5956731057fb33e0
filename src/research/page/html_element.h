/* The elements of HTML that a reader of pages treats unlike the rest, and what is true of each. */
#ifndef COPYDESK_RESEARCH_PAGE_HTML_ELEMENT_H
#define COPYDESK_RESEARCH_PAGE_HTML_ELEMENT_H

#include "text/text.h"

/* In the order of the alphabet, as the table of names in html_element.c. */
enum html_element {
    ELEMENT_A,
    ELEMENT_ADDRESS,
    ELEMENT_APPLET,
    ELEMENT_AREA,
    ELEMENT_ARTICLE,
    ELEMENT_ASIDE,
    ELEMENT_AUDIO,
    ELEMENT_B,
    ELEMENT_BASE,
    ELEMENT_BLOCKQUOTE,
    ELEMENT_BODY,
    ELEMENT_BR,
    ELEMENT_BUTTON,
    ELEMENT_CANVAS,
    ELEMENT_CAPTION,
    ELEMENT_CENTER,
    ELEMENT_CODE,
    ELEMENT_COLGROUP,
    ELEMENT_DATALIST,
    ELEMENT_DD,
    ELEMENT_DEL,
    ELEMENT_DETAILS,
    ELEMENT_DFN,
    ELEMENT_DIALOG,
    ELEMENT_DIR,
    ELEMENT_DIV,
    ELEMENT_DL,
    ELEMENT_DT,
    ELEMENT_EM,
    ELEMENT_EMBED,
    ELEMENT_FIELDSET,
    ELEMENT_FIGCAPTION,
    ELEMENT_FIGURE,
    ELEMENT_FOOTER,
    ELEMENT_FORM,
    ELEMENT_FRAMESET,
    ELEMENT_H1,
    ELEMENT_H2,
    ELEMENT_H3,
    ELEMENT_H4,
    ELEMENT_H5,
    ELEMENT_H6,
    ELEMENT_HEAD,
    ELEMENT_HEADER,
    ELEMENT_HGROUP,
    ELEMENT_HR,
    ELEMENT_HTML,
    ELEMENT_I,
    ELEMENT_IFRAME,
    ELEMENT_IMG,
    ELEMENT_INPUT,
    ELEMENT_KBD,
    ELEMENT_LI,
    ELEMENT_LINK,
    ELEMENT_MAIN,
    ELEMENT_MAP,
    ELEMENT_MATH,
    ELEMENT_MENU,
    ELEMENT_META,
    ELEMENT_METER,
    ELEMENT_NAV,
    ELEMENT_NOEMBED,
    ELEMENT_NOFRAMES,
    ELEMENT_NOSCRIPT,
    ELEMENT_OBJECT,
    ELEMENT_OL,
    ELEMENT_OPTION,
    ELEMENT_OUTPUT,
    ELEMENT_P,
    ELEMENT_PARAM,
    ELEMENT_PICTURE,
    ELEMENT_PRE,
    ELEMENT_PROGRESS,
    ELEMENT_Q,
    ELEMENT_S,
    ELEMENT_SAMP,
    ELEMENT_SCRIPT,
    ELEMENT_SECTION,
    ELEMENT_SELECT,
    ELEMENT_SOURCE,
    ELEMENT_SPAN,
    ELEMENT_STRIKE,
    ELEMENT_STRONG,
    ELEMENT_STYLE,
    ELEMENT_SUB,
    ELEMENT_SUMMARY,
    ELEMENT_SUP,
    ELEMENT_SVG,
    ELEMENT_TABLE,
    ELEMENT_TBODY,
    ELEMENT_TD,
    ELEMENT_TEMPLATE,
    ELEMENT_TEXTAREA,
    ELEMENT_TFOOT,
    ELEMENT_TH,
    ELEMENT_THEAD,
    ELEMENT_TIME,
    ELEMENT_TITLE,
    ELEMENT_TR,
    ELEMENT_TRACK,
    ELEMENT_TT,
    ELEMENT_UL,
    ELEMENT_VAR,
    ELEMENT_VIDEO,
    ELEMENT_XMP,
    ELEMENT_OTHER /* any other */
};

/* What is true of an element, as bits. */
enum element_trait {
    IS_BLOCK = 1,      /* it begins and ends a block of text; all others run on in the line */
    IS_NO_CONTENT = 2, /* never part of what a page says */
    IS_SUSPECT = 4,    /* no part either, unless most of the prose stands in it: some pages are one form */
    IS_INVISIBLE = 8,  /* its text is not shown */
    IS_STRUCTURE = 16, /* more than a line of text: heading, list, table, paragraph, preformatted text, main element */
    IS_PAGE_PART = 32, /* stands in no table but one that lays out a page */
    IS_RAW = 64,       /* its text is none of the page's, and may hold what looks like tags */
    IS_OF_HEAD = 128,  /* may stand before <body>; any other begins it */
    IS_JUDGED_BY_NAME = 256 /* not judged by its class: part of the text whatever that says */
};

/* In any letter case. */
enum html_element html_element_find(struct str name);
unsigned html_element_traits(enum html_element element);

/* 1 to 6 for h1 to h6, else 0. */
int html_element_heading(enum html_element element);

/* The mark that the element sets on its text: code, emphasis, ...; false when it sets none. */
bool html_element_span(enum html_element element, enum span_kind *kind);

#endif
