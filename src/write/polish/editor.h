/* An article shown to a language model as numbered sentences, and what it changes of them put back. A change that loses
 * or brings anything but words is refused (model/check/edit.h). */
#ifndef COPYDESK_WRITE_POLISH_EDITOR_H
#define COPYDESK_WRITE_POLISH_EDITOR_H

#include "write/polish/polish.h"
#include "write/polish/rules.h"

/*
 * Asks the editor about the article, in as few pieces as it can take, and puts its changes into the parts. is_held:
 * parts->sections flags; set for those in which nothing is left open, whose style the rules leave alone. E_MEMORY,
 * E_CANCELLED.
 */
enum status editor_run(struct parts *parts, const struct polish_settings *settings, const struct polish_editor *editor,
                       bool *is_held, struct polish_report *report);

#endif
