/* Runs of words that two texts share. The public face of it is check_copied of check.h. */
#ifndef COPYDESK_MODEL_CHECK_COPIED_H
#define COPYDESK_MODEL_CHECK_COPIED_H

#include "base/arena.h"
#include "base/error.h"
#include "base/str.h"

/* The first run of so many words of the text that stands in `source` too; length 0: there is none. E_MEMORY. */
enum status copied_find(struct arena *arena, struct str text, struct str source, size_t run, struct str *found,
                        struct error *err);

#endif
