/* A single line checked, with a status. The public face is check_line of check.h. */
#ifndef COPYDESK_MODEL_CHECK_LINE_H
#define COPYDESK_MODEL_CHECK_LINE_H

#include "model/check/check.h"

/* *reason: why the line cannot stand in an article; NULL: it can. E_MEMORY. */
enum status line_judge(struct arena *arena, const struct check_material *material, struct str source, struct str line,
                       const char **reason, struct error *err);

#endif
