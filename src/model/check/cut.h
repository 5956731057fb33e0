/* Words taken out of a sentence that goes on standing. */
#ifndef COPYDESK_MODEL_CHECK_CUT_H
#define COPYDESK_MODEL_CHECK_CUT_H

#include "base/arena.h"
#include "base/str.h"

/*
 * The text without the bytes from `first` to `end`: no two blanks, no comma at its start or before its stop, its first
 * letter a capital when it was one and the start was cut. data NULL: memory ran out.
 */
struct str cut_out(struct arena *arena, struct str text, size_t first, size_t end);

#endif
