/*
 * What raised text is: a power, the mark of a footnote, or text that is merely set higher. A power has a base: a digit,
 * a short name, a bracket, a unit; behind a full stop or another sign there is none, so a number that stands there is
 * the mark of a note. A number behind a longer word may be either ("methods<sup>3</sup>", "sec<sup>2</sup>"): it is a
 * mark when the page has notes and the word is no unit and no function.
 */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_RAISED_H
#define COPYDESK_RESEARCH_PAGE_PAGE_RAISED_H

#include "research/page/document.h"

/* What is known of the page. */
struct raised_page {
    bool has_notes;    /* it lists footnotes, or its marks count up from 1 */
    bool has_ordinals; /* its language raises endings: 2<sup>e</sup>, n<sup>o</sup> */
};

enum raised {
    RAISED_POWER,    /* written with "^" */
    RAISED_PLAIN,    /* "1st", "Windows™": runs on */
    RAISED_MARK,     /* of a footnote: left out */
    RAISED_NOTE_TEXT /* begins the text of a footnote, which is left out */
};

/* before: the text of the block in front of it, with the blank if there is one. */
enum raised raised_kind(const struct raised_page *page, struct str before, struct str text);

/* The same of <sup>, which may be or hold a link. The arena notes where memory runs out. */
enum raised raised_kind_of_node(const struct raised_page *page, struct str before, xmlNode *sup, struct arena *arena);

/* Looks for notes in the content of a page that was measured (prune_measure). language: of <html>; may be NULL. */
struct raised_page raised_page_read(xmlNode *main, const struct language *language, struct arena *arena);

#endif
