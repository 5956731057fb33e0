/* outline_lines: an outline as lines of text: a title a line, those that are indented below the one before. */
#ifndef COPYDESK_SERVICE_WEB_ARTICLES_OUTLINE_LINES_H
#define COPYDESK_SERVICE_WEB_ARTICLES_OUTLINE_LINES_H

#include "base/base.h"

#include <jansson.h>

/* As the parameter `outline` takes it: `[{"title": "...", "subsections": [{"title": "..."}]}]`. Empty lines are passed
 * over; a first line that is indented begins a section all the same. NULL: no memory, or the text is no UTF-8. */
json_t *outline_read_lines(const char *text);

#endif
