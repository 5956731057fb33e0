/* Entries of the configuration such as products = { api = "file", path = "products.json" }. */
#ifndef COPYDESK_NET_UPSTREAM_ENTRY_H
#define COPYDESK_NET_UPSTREAM_ENTRY_H

#include "base/base.h"

#include <jansson.h>

/* name: of the entry in messages: "products". names: the apis that there are; *number: which of them it is.
 * E_INVALID. */
enum status entry_api(const json_t *entry, const char *name, const char *const *names, size_t count, size_t *number,
                      struct error *err);

/* Has the entry no members but these (NULL-terminated) and api? E_INVALID names the first other one. */
enum status entry_check(const json_t *entry, const char *name, const char *const *members, struct error *err);

/* A member that must be a text and not empty; it lives as long as the entry. E_INVALID. */
enum status entry_text(const json_t *entry, const char *name, const char *member, const char **text, struct error *err);

/* The same, where it may be absent: then *text stays. */
enum status entry_optional(const json_t *entry, const char *name, const char *member, const char **text,
                           struct error *err);

/* A member that must be an http or https address without user, query and fragment; where it is absent *address stays,
 * and must be there already. E_INVALID, E_MEMORY. */
enum status entry_address(const json_t *entry, const char *name, const char *member, const char **address,
                          struct error *err);

/* The key: `api_key`, or what the environment variable holds that `api_key_env` names; *key stays where there is
 * neither. A key of the environment lives until that changes. is_needed: there must be one. E_INVALID. */
enum status entry_key(const json_t *entry, const char *name, bool is_needed, const char **key, struct error *err);

/* A whole number; *number stays where it is absent. E_INVALID. */
enum status entry_whole(const json_t *entry, const char *name, const char *member, long least, long most, long *number,
                        struct error *err);

/* Names of entries for several things: a name, or the beginning of names and a star ("alpha-*", "*"). */
bool entry_is_pattern(const char *pattern);
/* How well a name fits, more for longer patterns and most for the whole name; 0: not at all. */
size_t entry_match(const char *pattern, const char *name);

/* Is it an http or https address without user, query and fragment? E_MEMORY. */
enum status entry_address_check(const char *address, bool *is_good);

/* Is the host of the address this machine? False when memory ran out. */
bool entry_is_local(const char *address);

/* May the text stand in a header: printable, without blanks? */
bool entry_is_plain(const char *text);

#endif
