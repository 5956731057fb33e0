/* The members of an entry, read and checked. */
#ifndef COPYDESK_MODEL_SETTINGS_H
#define COPYDESK_MODEL_SETTINGS_H

#include "model/entry.h"

/*
 * Reads an entry of a language model into the model's settings, key and is_local; api is its backend's. Texts are
 * copied into the arena. Defaults: context 32768, max_output 4096 or half of a smaller context, seconds 120, parallel
 * 8, article_tokens 400000, structured "schema", effort "plain" where the context is below 16384, else "full",
 * fallback "builtin".
 * E_INVALID: the message begins with the entry and the member, ["alpha-*"].context, and says what is allowed. E_MEMORY.
 */
enum status settings_read(const char *name, const json_t *entry, struct arena *arena, struct model *model,
                          struct error *err);

#endif
