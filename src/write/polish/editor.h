/* The article given to a language model to edit. */
#ifndef COPYDESK_WRITE_POLISH_EDITOR_H
#define COPYDESK_WRITE_POLISH_EDITOR_H

#include "write/polish/rules.h"

/* Shows the article to a language model as numbered sentences, in as few pieces as it can take, and puts its changes
 * into the parts; one that loses or brings anything but words is refused (model/check/edit.h). E_MEMORY, E_CANCELLED.
 */
enum status editor_run(struct parts *parts, const struct polish_settings *settings, const struct polish_editor *editor,
                       struct polish_report *report);

#endif
