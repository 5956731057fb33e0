/* What the backends of search share. */
#ifndef COPYDESK_RESEARCH_SEARCH_SEARCH_BACKEND_H
#define COPYDESK_RESEARCH_SEARCH_SEARCH_BACKEND_H

#include "net/upstream/upstream.h"
#include "research/search/search.h"

/* --- opening --- */

/*
 * Opens the service of an entry: reads the members of UPSTREAM_MEMBERS over the usual settings, whose name it fills in,
 * and refuses others but `members` (NULL-terminated). How long answers are kept follows from the kind, unless the usual
 * settings say it. E_INVALID, E_MEMORY.
 */
struct search_service {
    struct upstream_settings usual;
    bool needs_key;
    const char *const *members;
};
enum status search_service_open(enum search_kind kind, const char *name, const json_t *entry,
                                const struct search_service *service, struct upstream **upstream, struct error *err);

/* How long answers are kept for the same question, unless the service's rules say otherwise. */
long search_keep_seconds(enum search_kind kind);

/* The members of services that need no more than these. */
extern const char *const search_service_members[];

/* --- asking --- */

/* Asks with GET for the path, and frees that. Statuses of upstream_json. */
enum status search_get(struct upstream *upstream, struct buf *path, const struct lookup *lookup, json_t **value);

/* As search_get, for an answer that is no JSON. accept: as that of upstream_request. Statuses of upstream_ask. */
enum status search_get_text(struct upstream *upstream, struct buf *path, const char *accept,
                            const struct lookup *lookup, struct upstream_answer *answer);

/* Asks with POST for the path, and releases the body, whose NULL is E_MEMORY. Statuses of upstream_json. */
enum status search_post(struct upstream *upstream, const char *path, json_t *body, const struct lookup *lookup,
                        json_t **value);

/* As many results as are wanted, no more than the service gives at once; size of out: 24. */
struct str search_most(const struct search_query *query, size_t most, char *out);

/* The tag of the language in lower case letters: "de"; empty: none. */
struct str search_language(const struct search_query *query);

/* "de-AT" where country and language are known, else "de", else empty; size of out: 16. */
struct str search_locale(const struct search_query *query, char *out);

/* The country in lower case letters; empty: none; size of out: 3. */
struct str search_country(const struct search_query *query, char *out);

/* The words of the query that say something; all of its words where none does. E_MEMORY. */
enum status search_words(const struct search_query *query, const struct lookup *lookup, struct str **words,
                         size_t *count);

/* --- what was found --- */

/* Results while they are collected, in an arena, which notes where memory ran out. */
struct search_list {
    struct arena *arena;
    struct search_result *list;
    size_t count, cap;
    const char **questions;
    size_t question_count, question_cap;
};

/* Adds a result with copies of its texts, each of which may be NULL. One without an address is left out. */
void search_add(struct search_list *list, const struct search_result *result);

/* Frees a text of which a copy was added; that it had no memory is noted. */
void search_free(struct search_list *list, struct buf *text);

/* Adds what people also ask: {"question": "..."}. */
void search_add_question(const json_t *entry, struct search_list *list);

/* Gives what was collected. E_MEMORY. */
enum status search_give(const struct search_list *list, struct search_results *results, struct error *err);

/* The entries of an array, one by one. */
void search_each(const json_t *array, void (*read)(const json_t *entry, struct search_list *list),
                 struct search_list *list);

/* Where an answer has its entries: { inside = { member = [...] } }. */
struct search_entries {
    const char *inside; /* NULL: at its top */
    const char *member;
    const char *total; /* a number that is there where the entries are not, as there are none; NULL: nothing is */
};

/* Asks as search_get, and reads the entries one by one. E_UPSTREAM: the answer has none of that name. */
enum status search_get_each(struct upstream *upstream, struct buf *path, const struct search_entries *where,
                            void (*read)(const json_t *entry, struct search_list *list), const struct lookup *lookup,
                            struct search_list *list);

/* Adds the entries of an array whose members have these names; NULL: there is none such. */
struct search_names {
    const char *url, *title, *text, *time, *other_time; /* other_time: where the first is not said */
};
void search_add_named(const json_t *array, const struct search_names *names, struct search_list *list);

/* The text of a member; NULL: it has none. object may be NULL. */
const char *search_member(const json_t *object, const char *name);

/* The time of a member that holds a date as text; 0: none. */
int64_t search_member_time(const json_t *object, const char *name);

#endif
