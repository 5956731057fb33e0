/*
 * data: what the backends of media share.
 *
 *   kind.c        a kind of media: its backends as a table, one of them opened from an entry
 *   watched.c     files that are read again when they have changed, for any number of threads
 *   word_index.c  entries found by the stems of their words
 *   at_once.c     several questions to one service at once
 *   facts.c       members of JSON: those of files, checked, and those of services, of which any may be missing or wrong
 */
#ifndef COPYDESK_MEDIA_DATA_DATA_H
#define COPYDESK_MEDIA_DATA_DATA_H

#include "base/base.h"
#include "net/upstream/upstream.h"
#include "text/text.h"

#include <jansson.h>

/* --- kinds --- */

/* The first member of each kind's row of a backend. */
struct media_backend {
    const char *api; /* as the configuration names it */

    /* Makes the state of an entry. Statuses: media.h. */
    enum status (*open)(const json_t *entry, void **state, struct error *err);
    void (*close)(void *state);
};

/* What an entry opened. */
struct media_source {
    const struct media_backend *backend;
    void *state;
};

/* Opens an entry with the backend that its api names. name: of the kind, "products". */
enum status media_open(const json_t *entry, const char *name, const struct media_backend *const *backends, size_t count,
                       struct media_source **source, struct error *err);
void media_close(struct media_source *source); /* NULL is allowed */

/* --- files --- */

/* Reads a regular file of at most so many bytes into the arena, NUL-terminated. E_NOT_FOUND, E_IO, E_LIMIT,
 * E_MEMORY. */
enum status file_text(struct arena *arena, const char *path, size_t most, struct str *text, struct error *err);

/*
 * What is read again when it has changed. Each use checks times and sizes, not contents. Whoever still uses a former
 * reading keeps it. When the new content is wrong or gone, the former one stays, and the log says so once for each
 * change.
 */

/* How a file, or a folder, is read. */
struct watched_kind {
    const char *ending; /* of the files in a folder that count: ".json"; NULL: the path is a file */

    /*
     * Makes *data of what is there, in the arena. E_NOT_FOUND, E_IO, E_LIMIT, E_CORRUPT: it cannot be used, and the
     * message says why; E_MEMORY. drop is called for *data unless that is NULL, also after a failure.
     */
    enum status (*read)(const char *path, struct arena *arena, void **data, struct error *err);

    /* Lets go of what the data hold outside of their arena. Cannot fail. */
    void (*drop)(void *data);
};

/* The data of one reading; it does not change. */
struct file_reading {
    void *data;
};

struct watched;

/*
 * Reads for the first time what `path` names, which is all that the entry of the configuration may say beside its api.
 * name: of the entry, "videos". *state is a struct watched, as backends hand it round. E_INVALID; statuses of `read`.
 */
enum status watched_open(const json_t *entry, const char *name, const struct watched_kind *kind, void **state,
                         struct error *err);
/* state: a struct watched, of which every reading must have been released. NULL is allowed. */
void watched_close(void *state);

/* Where it is; a folder's path ends without a slash. */
const char *watched_path(const struct watched *watched);

/* The reading of what is there now, or the last good one; to be released. Blocks while it is read. */
const struct file_reading *watched_use(struct watched *watched);
void watched_release(struct watched *watched, const struct file_reading *reading);

/* --- entries found by words --- */

/*
 * Entries found by the stems of their words, whatever their language: it is told from a sample of the texts, English
 * where it cannot be told. Entries are numbers from 0. The index lives in an arena and does not change once it is
 * filled.
 */

struct word_index;

struct word_hit {
    size_t entry;
    size_t matched; /* different words of the query that it has */
    int weight;     /* of the fields that have them, summed */
    int heaviest;   /* the largest of these weights */
    bool has_all;   /* of the query's words */
    double tie;     /* 0; the caller's: what decides between equals, the larger first */
};

/* The arena notes where memory runs out, here and below: the caller asks it (arena_failed) once the index is filled, or
 * the words are found. NULL: it did already. */
struct word_index *word_index_new(struct arena *arena, struct str sample);

/* The same, of a language that is known; NULL: words are found as they are, without stems. */
struct word_index *word_index_in(struct arena *arena, const struct language *language);

/* Adds the words of a field; index and text may be NULL. Entries come in ascending order. A word counts once for an
 * entry, with the largest weight among its fields. */
void word_index_add(struct word_index *index, size_t entry, const char *text, int weight);

/* The words of a query, function words among them. Gives how many. */
size_t word_index_split(const struct word_index *index, struct arena *arena, struct str query, struct word **words);

/* Has an entry this word? */
bool word_index_has(const struct word_index *index, const struct word *word);

/* The entries that have at least one of the words, in their order; function words and repeated words do not count.
 * allowed: by entry, or NULL for all. Gives how many; the array lives in the arena. */
size_t word_index_find(const struct word_index *index, struct arena *arena, const struct word *words, size_t count,
                       const bool *allowed, struct word_hit **hits);

/* Keeps those that match at least half as many words as the best. Gives how many. */
size_t word_hits_prune(struct word_hit *hits, size_t count);
/* The best first: by matched words, weight, tie, entry. */
void word_hits_sort(struct word_hit *hits, size_t count);

/* --- several questions to one service at once --- */

struct at_once {
    const char *path; /* of the request */
    bool is_paid;     /* as in struct upstream_request, and the next */
    bool (*may_keep)(struct str body);
    enum status status; /* of upstream_json */
    json_t *value;      /* a new reference; NULL: it failed */
};

/* Asks all of them, as many side by side as the service's settings allow. OK: each has its status, and the messages of
 * failures are in the log; E_CANCELLED, E_TIMEOUT (of the look-up), E_MEMORY: no values are left behind. */
enum status at_once_ask(struct upstream *upstream, struct at_once *list, size_t count, const struct lookup *call);

/* --- members of JSON that came from a service: what is missing, or of another type, counts as absent --- */

/* The member behind a path such as "price.value"; "offers.0.price": of the first entry of an array. NULL: absent. */
const json_t *loose_at(const json_t *value, const char *path);

/* A text, or a number as it is written, made plain and at most so many characters long, in the arena, which notes where
 * memory ran out; NULL: absent or empty. */
const char *loose_text(struct arena *arena, const json_t *value, const char *path, size_t most);
/* An http(s) address in its normal form; NULL: absent, or none. */
const char *loose_url(struct arena *arena, const json_t *value, const char *path);
/* The first `most` texts of an array; *list lives in the arena. */
size_t loose_texts(struct arena *arena, const json_t *value, const char *path, size_t most, size_t longest,
                   const char *const **list);
/* Is there a number in the range? Digits in a text count. */
bool loose_number(const json_t *value, const char *path, double least, double most, double *number);
/* Is it true? */
bool loose_flag(const json_t *value, const char *path);

/* --- members of JSON files --- */

/*
 * Members of JSON objects, checked. The first fault is remembered and later reads give nothing, so that one
 * call of facts_end covers all. null counts as absent. A fault names file, entry and member:
 *
 *     products.json: entry 7 ("Kettle 2"): price.amount must be a number from 0 to 1000000000
 */

struct media_facts {
    struct arena *arena; /* of what is read; notes where memory ran out, as facts_end tells */
    struct error *err;   /* may be NULL */
    const char *file;    /* for messages */
    size_t number;       /* of the entry, from 1; 0: the file is one entry */
    const char *label;   /* title or name of the entry; NULL: it has none */
    bool is_quiet;       /* it was read before: nothing is logged again */
    enum status status;  /* OK, E_CORRUPT */
    /* The object inside the entry that is being read: "price", or the 3rd of "reviews"; for messages. */
    const char *inside;
    size_t inside_number;
};

/* Reads a JSON file of at most so many bytes; to be released with json_decref. E_CORRUPT names the line. E_NOT_FOUND,
 * E_IO, E_LIMIT, E_MEMORY. */
enum status facts_load(const char *path, size_t most, json_t **value, struct error *err);

/* OK, E_CORRUPT, E_MEMORY. */
enum status facts_end(const struct media_facts *facts);

/* Remembers a fault, unless there is one: "must be ...". */
void facts_fault(struct media_facts *facts, const char *member, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A text, made plain and at most so many characters long; NULL: absent or empty. */
const char *facts_text(struct media_facts *facts, const json_t *object, const char *member, size_t most);
/* The same, but it must be there. */
const char *facts_needed(struct media_facts *facts, const json_t *object, const char *member, size_t most);
/* An http(s) address in its normal form; NULL: absent, or dropped since it is none (logged). */
const char *facts_url(struct media_facts *facts, const json_t *object, const char *member);
/* The first `most` texts of an array; *list lives in the arena. */
size_t facts_texts(struct media_facts *facts, const json_t *object, const char *member, size_t most, size_t longest,
                   const char *const **list);
/* Is there a number? It is in the range then. */
bool facts_number(struct media_facts *facts, const json_t *object, const char *member, double least, double most,
                  double *number);
/* Is it true? */
bool facts_flag(struct media_facts *facts, const json_t *object, const char *member);

/* An object or array; NULL: absent. */
const json_t *facts_object(struct media_facts *facts, const json_t *object, const char *member);
const json_t *facts_array(struct media_facts *facts, const json_t *object, const char *member);

#endif
