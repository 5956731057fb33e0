/*
 * chapters: the manual's chapters as Markdown. They are compiled in, as prompts and assets are: so they are there, and
 * of this version, however copydesk was installed, also where no Lua file of it lies beside the module.
 */
#ifndef COPYDESK_SERVICE_WEB_MANUAL_CHAPTERS_H
#define COPYDESK_SERVICE_WEB_MANUAL_CHAPTERS_H

#include "base/base.h"

struct chapter {
    const char *name; /* "linking" */
    struct str text;  /* Markdown; it begins with "# " and the title */
};

/* In the order of their names; NULL behind the last. */
const struct chapter *chapter_at(size_t i);

/* NULL: there is none of this name. */
const struct chapter *chapter_find(const char *name);

/* The list of the chapters, which is none of them: a line for each, in an order for readers. */
struct str chapter_contents(void);

struct str chapter_title(const struct chapter *chapter);

#endif
