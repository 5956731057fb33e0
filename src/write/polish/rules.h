/*
 * What is edited by rule alone: one file for each setting. Each rule goes over the whole article, marks what it edits
 * and counts it. A rule that cannot be sure leaves the sentence as it is.
 */
#ifndef COPYDESK_WRITE_POLISH_RULES_H
#define COPYDESK_WRITE_POLISH_RULES_H

#include "write/polish/phrasing.h"
#include "write/polish/polish.h"

enum { LONGEST_PARAGRAPH = 4, LONG_SENTENCE = 20 };

enum status rule_split(struct parts *parts, struct polish_report *report);
enum status rule_conclusions(struct parts *parts, struct polish_report *report);
enum status rule_repetitive(struct parts *parts, struct polish_report *report);
enum status rule_passive(struct parts *parts, struct polish_report *report);
enum status rule_simplify(struct parts *parts, struct polish_report *report);
enum status rule_humanize(struct parts *parts, struct polish_report *report);

/* The active sentence for a passive one. data NULL: it is none that can be turned. E_MEMORY. */
enum status passive_turned(const struct parts *parts, struct str text, struct str *active);

#endif
