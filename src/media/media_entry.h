/* Entries of the configuration such as products = { api = "file", path = "products.json" }. */
#ifndef COPYDESK_MEDIA_MEDIA_ENTRY_H
#define COPYDESK_MEDIA_MEDIA_ENTRY_H

#include "base/base.h"

#include <jansson.h>

/* name: of the entry in messages: "products". names: the apis that there are; *number: which of them it is.
 * E_INVALID. */
enum status media_entry_api(const json_t *entry, const char *name, const char *const *names, size_t count,
                            size_t *number, struct error *err);

/* Has the entry no members but these (NULL-terminated) and api? E_INVALID names the first other one. */
enum status media_entry_check(const json_t *entry, const char *name, const char *const *members, struct error *err);

/* A member that must be a text and not empty; it lives as long as the entry. E_INVALID. */
enum status media_entry_text(const json_t *entry, const char *name, const char *member, const char **text,
                             struct error *err);

#endif
