#ifndef COPYDESK_WRITE_POLISH_POLISH_PARTS_H
#define COPYDESK_WRITE_POLISH_POLISH_PARTS_H

#include "write/polish/parts.h"
#include "write/polish/polish.h"

/*
 * What polishing does to an article by rule: one file for each. Each rule goes over the whole article, marks what it
 * edits and counts it. No rule puts a word for another, or changes their order: where a sentence would have to be
 * reworded it stays as it is.
 */

enum { LONGEST_PARAGRAPH = 4, LONG_SENTENCE = 20 };

enum status rule_paragraphs(struct parts *parts, struct polish_report *report);
enum status rule_conclusions(struct parts *parts, struct polish_report *report);
enum status rule_repetitive(struct parts *parts, struct polish_report *report);

/* Cuts sentences of over `most` words in two. */
enum status rule_sentences(struct parts *parts, size_t most, struct polish_report *report);

/* Shows the article to a language model as numbered sentences, in as few pieces as it can take, and puts its changes
 * into the parts; one that loses or brings anything but words is refused (model/check/edit.h). E_MEMORY, E_CANCELLED.
 */
enum status editor_run(struct parts *parts, const struct polish_settings *settings, const struct polish_editor *editor,
                       struct polish_report *report);

#endif
