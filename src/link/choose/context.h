/* The words around a link, for people who judge it. */
#ifndef COPYDESK_LINK_CHOOSE_CONTEXT_H
#define COPYDESK_LINK_CHOOSE_CONTEXT_H

#include "link/choose/choose.h"

/*
 * The visible text before and behind a choice: up to a dozen words of its paragraph at each side, in the arena. False:
 * memory ran out.
 */
bool context_of(const struct choosing *choosing, const struct choice *choice, struct arena *arena, struct str *before,
                struct str *after);

#endif
