/*
 * What polishing does to an article by rule: one file for each. Each rule goes over the whole article, marks what it
 * edits and counts it. No rule puts a word for another, or changes their order: where a sentence would have to be
 * reworded it stays as it is.
 */
#ifndef COPYDESK_WRITE_POLISH_RULES_H
#define COPYDESK_WRITE_POLISH_RULES_H

#include "write/polish/parts.h"
#include "write/polish/polish.h"

enum { LONGEST_PARAGRAPH = 4, LONG_SENTENCE = 20 };

enum status rule_paragraphs(struct parts *parts, struct polish_report *report);
enum status rule_conclusions(struct parts *parts, struct polish_report *report);
enum status rule_repetitive(struct parts *parts, struct polish_report *report);

/* Cuts sentences of over `most` words in two. */
enum status rule_sentences(struct parts *parts, size_t most, struct polish_report *report);

#endif
