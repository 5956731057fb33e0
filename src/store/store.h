/*
 * store: everything that must survive a restart. A file for each kind of thing, one set of SQL, over the small database
 * interface in db/ (db/db.h), which has a driver for each database.
 *
 *   store.c           a store is opened, reads and writes are run
 *   folder.c          the data folder: made, locked, marked
 *   node.c            the processes that serve the database
 *   recover.c         what is done about the work of those that are gone
 *   article.c         articles: queued, read, listed, cancelled, deleted, polished; their steps and pictures
 *   article_claim.c   articles in the hands of a worker: claimed, renewed, given back, ended
 *   article_grams.c   by what articles are found
 *   article.h         what these files share
 *   idempotency.c     answers to requests that may be repeated
 *   domain.c          customers' sites, the pages of each, and its crawls
 *   index_file.c      linking index files that one node builds and the others fetch
 *   brand.c           whom customers write for
 *   account/          accounts, what they were given and charged, their keys, and how often they may ask
 *   delivery/         finished articles on their way, and where they go
 *   notices/          what nodes on one database tell each other
 *   backup/           the data folder saved, and put back
 *   move/             everything of a data folder copied into a PostgreSQL database
 *
 * Writing: one thread owns the only writing connection and commits in groups; a write that was answered OK is on the
 * disk. Reading: any thread, on a connection of its own from a small pool.
 *
 * Strings in rows live in the arena that was passed. Times are Unix milliseconds. Identifiers are UUIDs (version 7).
 *
 * Functions that take a struct db run inside a transaction, as a store_work or from one. Besides the statuses that
 * they name, all of them may return E_MEMORY, E_LIMIT (a value too large), E_IO, E_CORRUPT and E_INTERNAL, which mean
 * the same everywhere (see db/db.h).
 */
#ifndef COPYDESK_STORE_STORE_H
#define COPYDESK_STORE_STORE_H

#include "store/account/account.h"
#include "store/db/db.h"
#include "store/delivery/delivery.h"

/* --- a store --- */

struct store;

/*
 * Opens the database in `folder`, folder/copydesk.db, readable by its owner alone; makes it when there is none, and
 * migrates an older one. E_CONFLICT: another process has it open; E_INVALID: a newer program wrote it, the folder
 * has no name, or "moved" (folder_check_moved) or "move_unfinished": a move of the data is under way; E_IO, also of a
 * restore that was broken off (folder_check); E_CORRUPT; E_MEMORY.
 */
enum status store_open(const char *folder, struct store **store, struct error *err);

/*
 * Opens the database at an address, "postgresql://..." as libpq takes it, which other nodes may use at the same time.
 * The folder is this node's own, and is locked for this process. NULL: store_open.
 */
enum status store_connect(const char *folder, const char *database, struct store **store, struct error *err);

/* Is this the address of a database, for store_connect? */
bool store_is_address(const char *text);

/* May other nodes be on the database? */
bool store_is_shared(const struct store *store);

/* How often this process had to connect to a database again, with any of its stores; on a data folder it never has to.
 */
unsigned long store_reconnections(void);

/* Finishes what was submitted, checkpoints and closes. NULL is allowed. No other call may begin from here on. */
void store_close(struct store *store);

/* --- transactions --- */

/*
 * Work inside a transaction. OK keeps what it wrote; any other status undoes that, and nothing else, and is what the
 * caller gets. It may run in another thread. It must not call store_write (refused: E_INTERNAL) or store_read.
 */
typedef enum status (*store_work)(struct db *db, void *argument, struct error *err);

/*
 * Can the store be written? OK while no write has failed on the disk; after one has failed, another is tried here.
 * E_IO says why not, with the code "disk_full" or "data_gone" (the database file was removed: nothing is written any
 * more) where that is known.
 */
enum status store_check(struct store *store, struct error *err);

/*
 * Runs work in the writer's thread and waits until it is durable. Work runs, and is answered, in the order in which
 * it was submitted. When the group of writes that it belongs to could not be committed (E_IO: see store_check,
 * E_MEMORY), nothing of it was saved. E_CANCELLED: the store is closing.
 */
enum status store_write(struct store *store, store_work work, void *argument, struct error *err);

/*
 * The same for work that is done at once for all callers who wait for the same: `arguments` are theirs, 1 to 64. When
 * it fails it is undone, and run again for each of them alone.
 */
typedef enum status (*store_joint_work)(struct db *db, void *const *arguments, size_t count, struct error *err);
enum status store_write_joint(struct store *store, store_joint_work work, void *argument, struct error *err);

/*
 * As store_write, without waiting: `done` is called in the writer's thread once the work is durable or has failed. It
 * must be quick and must not call store_write. E_MEMORY, E_CANCELLED (closing) or E_IO ("data_gone") when the work
 * could not be queued; `done` is not called then.
 */
typedef void (*store_done)(void *argument, enum status status, const struct error *err);
enum status store_submit(struct store *store, store_work work, void *argument, store_done done, struct error *err);

/*
 * Runs work in a read transaction on a pooled connection, in this thread. What work returns; E_IO, E_MEMORY,
 * E_CORRUPT.
 */
enum status store_read(struct store *store, store_work work, void *argument, struct error *err);

/* The same for work that may take more than some milliseconds: it waits while three such are under way. */
enum status store_read_long(struct store *store, store_work work, void *argument, struct error *err);

/* --- the data folder: made and kept for its owner alone, used by one process at a time --- */

/* Makes the folder and those that lead to it (mode 0700). E_INVALID: it has no name; E_IO; E_MEMORY. */
enum status folder_make(const char *folder, struct error *err);

/*
 * Locks of a folder: each is a file of that name in it. FOLDER_LOCK is held by the process that has the folder's
 * database open. FOLDER_CLAIM is held by a process that wants the folder for itself: a process that has it open for
 * others gives it up then.
 */
#define FOLDER_LOCK  "lock"
#define FOLDER_CLAIM "claim"

/*
 * Takes a lock of an existing folder; *lock is a descriptor. E_CONFLICT "in_use" when somebody has it; E_IO;
 * E_MEMORY. The lock ends with folder_unlock or the process; a forked child does not have it.
 */
enum status folder_lock(const char *folder, const char *name, int *lock, struct error *err);
void folder_unlock(int lock); /* negative: nothing is done */

/* Does somebody have this lock? False also when there is no such folder or file. */
bool folder_is_locked(const char *folder, const char *name);

/*
 * A folder of this name in the data folder: a restore of a backup was broken off while it put the files into their
 * places. Nobody uses the data folder until it is restored again.
 */
#define FOLDER_RESTORING "restoring"

/* E_IO "restore_unfinished": there is such a folder. */
enum status folder_check(const char *folder, struct error *err);

/*
 * Files in a data folder: its database is being moved to a server, which is to be gone on with; and it was moved, and
 * is used there. The first line of each says which move it is, and where to (store/move).
 */
#define FOLDER_MOVING "moving"
#define FOLDER_MOVED  "moved"

/* E_INVALID "moved": the folder's database was moved away; E_IO. Nothing is changed. */
enum status folder_check_moved(const char *folder, struct error *err);

/*
 * The same, to be called by who is about to change the folder's database, other than by a move: one that was broken
 * off cannot be gone on with.
 */
enum status folder_use_database(const char *folder, struct error *err);

/* Makes an empty file, or takes an existing one, and lets only its owner read it. E_IO. */
enum status folder_file(const char *path, struct error *err);

/* --- nodes: the processes that serve the database --- */

/*
 * Each has a row, which says with every beat that it is alive.
 *
 * A node that has not been seen for NODE_DEAD_MS is taken for dead: its webhooks are due again, and its requests may be
 * made at another one. Whoever notices removes its row after NODE_FORGET_MS, as long as the longest lease. Leases are
 * what keeps two nodes from the same work, and need no rows: that a node is known to be gone only makes its work free
 * sooner. Times are the database's (db_now).
 */

enum { NODE_BEAT_MS = 5 * 1000, NODE_DEAD_MS = 30 * 1000, NODE_FORGET_MS = 60 * 1000 };

struct node {
    const char *id;      /* of this run of the process: a UUID. Its workers' names begin with it */
    const char *name;    /* for people; of the machine */
    const char *address; /* where it answers requests; "": it does not yet */
    const char *version; /* of copydesk */
    int64_t schema;      /* the newest version that it knows */
    int64_t workers;     /* articles that it writes side by side */
    int64_t busy;        /* articles under way */
    int64_t started_at;
    int64_t seen_at;
    int64_t silent_ms; /* since it was seen, as the list is read */
};

/* Has it been silent for so long that it is taken for dead? */
static inline bool node_is_silent(const struct node *node)
{
    return node->silent_ms >= NODE_DEAD_MS;
}

/* Writes the row of a node that is alive now: reads all but schema, seen_at and silent_ms of it. */
enum status node_beat(struct db *db, const struct node *node, struct error *err);

/* At a clean stop. One that is not there is removed already. */
enum status node_remove(struct db *db, const char *id, struct error *err);

/* All nodes, in the order in which they were started. */
enum status node_list(struct db *db, struct arena *arena, struct node **nodes, size_t *count, struct error *err);

/* Those but `id` that are not silent, in the same order. */
enum status node_list_others(struct db *db, struct arena *arena, const char *id, struct node **nodes, size_t *count,
                             struct error *err);

/*
 * Removes the rows of other nodes that have been dead for long, or, when nobody else can be on the database
 * (is_alone), of all others. *count gets how many.
 */
enum status nodes_forget_dead(struct db *db, const char *id, bool is_alone, int64_t *count, struct error *err);

/* --- nodes that are gone --- */

/*
 * To be run once after store_open, when this node has its row (node_beat). Nodes that are dead are forgotten, which are
 * all others when nobody else can be on the database (is_alone: !store_is_shared). What articles' workers of nodes that
 * have no row hold runs out at once (attempt stays), as do their crawls and builds of indexes, and idempotency keys of
 * their requests that are still running are forgotten. Their webhooks are due again, and those of nodes that are silent
 * (node_is_silent); nothing else of a node that has its row is touched. Who is alone also counts again what the rows of
 * accounts say about their articles.
 */
enum status store_recover(struct db *db, const char *node, bool is_alone, struct error *err);

/* The same for nodes that have died since: to be run on a store that is shared while one is silent. *count: how many
 * deliveries are due again. */
enum status store_sweep(struct db *db, const char *node, int64_t *count, struct error *err);

/* --- articles --- */

enum article_state { ARTICLE_QUEUED, ARTICLE_PROCESSING, ARTICLE_FINISHED, ARTICLE_FAILED };

const char *article_state_name(enum article_state state); /* "queued", "processing", "finished", "failed" */
bool article_state_parse(const char *name, enum article_state *state);

struct article {
    const char *id, *account_id;
    int engine;          /* 1 or 2 */
    const char *config;  /* JSON object: the accepted parameters */
    const char *library; /* absolute path of the folder that it may draw from; NULL: none. Not in lists */
    enum article_state state;
    const char *detail;                          /* statusDetail, "" at least */
    double progress;                             /* 0-1, never decreases */
    const char *error, *error_code;              /* NULL when none */
    const char *title, *slug, *meta_description; /* NULL until known */
    const char *html, *polished_html;            /* NULL until finished. Not in lists */
    const char *sources;                         /* JSON array of {url,title} */
    const char *notes;                           /* JSON array of strings */
    int64_t words_charged;
    int64_t created_at, updated_at;
    int64_t version; /* grows with each change; for ETag and waiting */
    int attempt;     /* fencing number of the present lease, 0 before the first */
    bool cancel_requested;
    bool taken_over; /* set by the claims: the worker before did not give it back */
    /* JSON object: sources: [{url,title,used,why}] that were looked at, searches: [{query,source,results,seconds,
     * status}] for them; an older record is the array of sources alone. NULL until it has ended. Not in lists */
    const char *run;
    /* JSON object: how the finished article is to be polished; NULL: it is not, or it was done. Not in lists */
    const char *polish;
    int polish_attempts; /* claims since that was asked for */
    const char *seo;     /* JSON object: terms and their coverage; NULL: none were asked for. Not in lists */
};

/*
 * Queues an article: reads id, account_id, engine, config, library, detail, sources, notes (NULL: empty) and
 * created_at of it. E_NOT_FOUND: no such account; E_CONFLICT: the id is taken.
 */
enum status article_insert(struct db *db, const struct article *article, struct error *err);

/* Its version alone. E_NOT_FOUND as below. */
enum status article_version(struct db *db, const char *account_id, const char *id, int64_t *version, struct error *err);

/* account_id NULL: of any account. E_NOT_FOUND, also for the article of another account. */
enum status article_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                        struct article *article, struct error *err);

/*
 * The newest first. state -1: all. before: id of the last article of the page before, NULL for the first page.
 * Without what is "not in lists".
 */
enum status article_list(struct db *db, struct arena *arena, const char *account_id, int state, const char *before,
                         size_t limit, struct article **articles, size_t *count, struct error *err);

/*
 * Cancels an article: whether queued or processing, it fails with the code "cancelled" at once, its pictures go, and
 * its worker loses the lease. Cancelling it again does nothing. E_CONFLICT: it has ended in another way; E_NOT_FOUND.
 */
enum status article_cancel(struct db *db, const char *account_id, const char *id, int64_t now, struct error *err);

/* Removes an article with its steps, pictures and deliveries; the ledger keeps its row. E_NOT_FOUND. */
enum status article_delete(struct db *db, const char *account_id, const char *id, struct error *err);

/* Whose articles may be claimed. */
enum claim_from {
    CLAIM_FROM_ANY,
    CLAIM_FROM_IDLE /* of accounts that hold no lease: nothing of theirs is under way */
};

/* A worker that claims an article, and where that goes. It is named "<id of its node>/<number>": recovery goes by that.
 */
struct claimant {
    const char *worker;
    struct arena *arena;
    struct article *article;
};

/*
 * Claims articles that are queued, or processing with a lease that ran out, until now + lease_ms, as if one claimant
 * had come after the other; attempt grows by one. The account that holds the fewest leases comes first, among those the
 * one whose article has waited longest; within an account the oldest. *claimed: so many, the first ones, got one; those
 * behind them found none.
 *
 * Nodes compare leases by the clock of the database: now is db_now(db), here and below.
 */
enum status articles_claim(struct db *db, const struct claimant *claimants, size_t count, int64_t now, int64_t lease_ms,
                           enum claim_from from, size_t *claimed, struct error *err);

/*
 * What identifies a lease. Every write of a worker has it as its condition: E_CONFLICT "lease_lost" means that the
 * lease has been lost, and nothing was changed.
 */
struct lease {
    const char *article_id, *worker;
    int attempt;
};

/*
 * Renews leases until then, all in one statement; held[i]: the lease is still held, and was renewed. A lease is told by
 * article and attempt.
 */
enum status leases_renew(struct db *db, struct arena *arena, const struct lease *leases, size_t count, int64_t until,
                         bool *held, struct error *err);

/* Gives back an article that is not done with, for a worker that shuts down: it can be claimed at once. E_CONFLICT. */
enum status article_release(struct db *db, const struct lease *lease, int64_t now, struct error *err);

/*
 * Gives a claimed article back in the transaction that claimed it, when something that it needs is not there at the
 * time. Only its detail has changed then; it can be claimed from `until` on. E_CONFLICT.
 */
enum status article_postpone(struct db *db, const struct lease *lease, const char *detail, int64_t until,
                             struct error *err);

/* Sets progress, unless it would decrease, and detail. E_CONFLICT. */
enum status article_progress(struct db *db, const struct lease *lease, double progress, const char *detail, int64_t now,
                             struct error *err);

/*
 * Ends an article as finished or failed, with the results that are set in `article`. The ledger row (kind "article",
 * amount words_charged) and the account's words are written in the same transaction, the outputs of its steps are
 * dropped, and the pictures of one that failed. Its account is looked up when account_id is NULL. E_CONFLICT.
 */
enum status article_end(struct db *db, const struct lease *lease, const struct article *article, int64_t now,
                        struct error *err);

/* --- polishing a finished article --- */

/*
 * Asks for a finished article to be polished; settings: a JSON object, for whoever polishes. The state stays
 * "finished". Asking for the same again before it is done changes nothing. E_CONFLICT: it is not finished, or is to be
 * polished in another way just now; E_NOT_FOUND.
 */
enum status article_polish(struct db *db, const char *account_id, const char *id, const char *settings, int64_t now,
                           struct error *err);

/* Claims articles that are to be polished, as articles_claim does: within an account, the one whose polishing was asked
 * for first; polish and polish_attempts are set. */
enum status polishing_claim(struct db *db, const struct claimant *claimants, size_t count, int64_t now,
                            int64_t lease_ms, enum claim_from from, size_t *claimed, struct error *err);

/* Ends the polishing. polished: the HTML, NULL when it failed, which leaves what there was; notes: all of the
 * article's. E_CONFLICT. */
enum status polish_end(struct db *db, const struct lease *lease, const char *polished, const char *notes, int64_t now,
                       struct error *err);

/* --- steps --- */

/* A piece of work on an article: one that was done, or a call that failed. */
struct article_step {
    const char *name;  /* "sources", "section-3", "section-3/verify" */
    int version;       /* of what its output means */
    const char *model; /* the model's upstream name; NULL: none was asked */
    int64_t started_at;
    double seconds;
    int64_t input_tokens, output_tokens;
    bool is_done;
    const char *status; /* for people: "done", or why it failed */
    struct str output;  /* of one that was done; not in lists */
};

/*
 * Keeps a step: its record as long as the article is there, and its output until it ends, so that a resumed article
 * does not pay for a step twice. Steps of the same name are kept beside each other. E_CONFLICT.
 */
enum status step_put(struct db *db, const struct lease *lease, const struct article_step *step, struct error *err);

/* The output of the last step of that name and version that was done. E_NOT_FOUND: there is none. */
enum status step_get(struct db *db, struct arena *arena, const char *article_id, const char *name, int version,
                     struct str *output, struct error *err);

/* All steps of an article in the order in which they ended, without outputs. */
enum status step_list(struct db *db, struct arena *arena, const char *article_id, struct article_step **steps,
                      size_t *count, struct error *err);

/* --- pictures --- */

/* Most bytes of a picture, and of all of an article. */
enum { PICTURE_BYTES = 12 << 20, PICTURES_BYTES = 96 << 20 };

struct stored_picture {
    const char *id;   /* cannot be guessed: whoever knows it may see the picture */
    const char *type; /* "image/png" */
    struct str bytes;
};

/* Keeps a picture as long as its article is there and has not failed. E_LIMIT: it is too large, or there are too many;
 * E_CONFLICT: the lease is lost, or the id is taken. */
enum status picture_put(struct db *db, const struct lease *lease, const struct stored_picture *picture,
                        struct error *err);

/* E_NOT_FOUND. */
enum status picture_get(struct db *db, struct arena *arena, const char *id, struct stored_picture *picture,
                        struct error *err);

/* --- articles that have ended, removed when they are older than they are kept for --- */

/* How articles end, and the words for it in the configuration. */
enum article_end { END_FINISHED, END_FAILED, END_CANCELLED, ARTICLE_ENDS };
extern const char *const article_end_words[ARTICLE_ENDS];

/* An article that was removed. */
struct forgotten {
    const char *id, *account_id;
};

/*
 * Removes, as article_delete does, those that ended in this way before a time, the oldest first and `most` at most,
 * unless they are being polished. Their rows in the ledger stay. *removed: which they were, in the arena.
 */
enum status articles_forget(struct db *db, struct arena *arena, enum article_end end, int64_t before, size_t most,
                            struct forgotten **removed, size_t *count, struct error *err);

/* --- by what articles are found --- */

/*
 * Of the keyword and the title of each, folded (text_fold), the
 * trigrams are kept: whoever looks for a text of three characters and more reads the rows of its rarest trigram that
 * have the others too, instead of all articles.
 *
 * A row is 18 bytes: a hash of account and trigram, and the time and first random bits of the article's id. It names
 * few articles where it should name one, and some that do not contain the text: whoever finds one compares.
 */

enum {
    GRAMS_ASKED = 6,  /* of the trigrams of a text that is looked for, spread over it */
    GRAM_PREFIX = 18, /* characters of an id that its `at` is made of */
    GRAMS_STEP = 4000 /* rows that one step of a walk reads: some milliseconds */
};

struct article_grams {
    int64_t gram[GRAMS_ASKED]; /* the rarest first */
    size_t count;              /* 0: the text has fewer than three characters */
};

/* The article is found by this text, too: its keyword or its title. NULL: nothing is done. */
enum status article_grams_put(struct db *db, const char *account_id, const char *id, const char *text,
                              struct error *err);

/* It is found by these no longer. To be called when its row is gone. */
enum status article_grams_forget(struct db *db, const char *account_id, const char *id, const char *const *texts,
                                 size_t count, struct error *err);

/* What to look for. folded: the text, folded. */
enum status article_grams_ask(struct db *db, const char *account_id, struct str folded, struct article_grams *asked,
                              struct error *err);

/* A walk from the newest article on. */
struct gram_walk {
    const struct article_grams *asked;
    int64_t before; /* only what is older: article_gram_at of the last id, or INT64_MAX; moves on with each step */
    int64_t *found; /* of this step, the newest first; in the arena */
    size_t count;
    bool is_end; /* there is nothing older */
};
enum status article_grams_step(struct db *db, struct arena *arena, struct gram_walk *walk, struct error *err);

/* When an article was made, by its id; -1: the id is no UUID. */
int64_t article_gram_at(const char *id);

/* The beginning that the ids have which were made then. */
void article_gram_prefix(int64_t at, char prefix[GRAM_PREFIX + 1]);

/* Do all articles have theirs? Not, while those of an older program are given theirs. */
enum status article_grams_complete(struct db *db, bool *is_complete, struct error *err);

enum grams_left {
    GRAMS_NONE_LEFT,
    GRAMS_SOME_LEFT,
    GRAMS_NOT_YET /* a node of an older program, which gives its articles none, is there: nothing was done */
};

/* Gives the next `count` articles theirs. */
enum status article_grams_fill(struct db *db, size_t count, enum grams_left *left, struct error *err);

/* --- idempotency --- */

struct idempotent {
    unsigned char body_hash[KEY_HASH_SIZE];
    int status; /* of the stored answer; 0: still running */
    const char *content_type, *location;
    struct str body; /* without data: it is not kept */
    /* An account keeps the bodies of its newest IDEMPOTENT_BODIES bounded answers, and none of more than
     * IDEMPOTENT_BODY bytes. */
    bool is_bounded;
};

enum { IDEMPOTENT_BODY = 64 << 10, IDEMPOTENT_BODIES = 512 };

/* The key of one request, and who runs that. */
struct idempotent_key {
    const char *account_id, *key;
    const char *node; /* its id; "": unknown, and nobody can say whether that is dead */
    int64_t taken_at; /* set when it is taken: by node and time the request knows the key for its own */
};

/*
 * E_NOT_FOUND when the key is new, or older than 24 h, or its request has not ended for five minutes or runs on another
 * node that is dead: this transaction has taken it, as still running. OK: the key was taken before, *found says how.
 * now: db_now(db).
 */
enum status idempotent_begin(struct db *db, struct arena *arena, struct idempotent_key *key,
                             const unsigned char body_hash[KEY_HASH_SIZE], int64_t now, struct idempotent *found,
                             struct error *err);

/* Keeps the answer for a key that was taken. E_CONFLICT "key_lost": it is no longer this request's; it took too long,
 * or its node was taken for dead, and another request has the key now, or may have it. */
enum status idempotent_finish(struct db *db, const struct idempotent_key *key, const struct idempotent *answer,
                              struct error *err);

/* Forgets a key whose request failed, so that it can be tried again; one that is no longer this request's stays. */
enum status idempotent_abandon(struct db *db, const struct idempotent_key *key, struct error *err);

/* --- domains and their pages --- */

enum domain_state { DOMAIN_EMPTY, DOMAIN_CRAWLING, DOMAIN_READY, DOMAIN_FAILED };

const char *domain_state_name(enum domain_state state); /* "empty", ... */

struct domain {
    const char *id, *account_id, *name, *start_url, *sitemap_url; /* URLs NULL when absent */
    enum domain_state state;
    const char *problem; /* what was left out or went wrong, NULL when nothing */
    int64_t page_count, pages_version, created_at, updated_at;
};

struct domain_page {
    const char *url, *title, *language; /* title and language "" when unknown */
    struct str html;
    bool pushed;               /* sent by the account, not found by a crawl; stays so once it was */
    int64_t bytes, touched_at; /* of domain_page_list: size of the HTML; when it was last sent or read */
};

/* E_CONFLICT: the id is taken; E_NOT_FOUND: no such account. */
enum status domain_insert(struct db *db, const struct domain *domain, struct error *err);

/* account_id NULL: of any account. E_NOT_FOUND. */
enum status domain_get(struct db *db, struct arena *arena, const char *account_id, const char *id,
                       struct domain *domain, struct error *err);

/* All domains of an account, the oldest first. */
enum status domain_list(struct db *db, struct arena *arena, const char *account_id, struct domain **domains,
                        size_t *count, struct error *err);

/* The account's oldest domain of that name. E_NOT_FOUND. */
enum status domain_find(struct db *db, struct arena *arena, const char *account_id, const char *name,
                        struct domain *domain, struct error *err);

/* Writes name, start_url, sitemap_url, state and problem. E_NOT_FOUND. */
enum status domain_update(struct db *db, const struct domain *domain, int64_t now, struct error *err);

/* Removes a domain with its pages. E_NOT_FOUND. */
enum status domain_delete(struct db *db, const char *account_id, const char *id, struct error *err);

/*
 * Adds or replaces pages by URL. page_count is kept; pages_version grows when a page is new or has changed, as it does
 * with visits.
 * E_NOT_FOUND: no such domain.
 */
enum status domain_put_pages(struct db *db, const char *domain_id, const struct domain_page *pages, size_t count,
                             int64_t now, struct error *err);

/* After a complete crawl: removes the pages that no put since `since` has touched, except those that were pushed, and
 * the visits before it. */
enum status domain_drop_older(struct db *db, const char *domain_id, int64_t since, struct error *err);

/* What the last crawl met at an address that is none of the stored pages: a file, a redirect, an error. */
struct domain_visit {
    const char *url;
    int64_t status;       /* of the answer; 0: it was not asked for, since robots.txt closes it */
    const char *leads_to; /* by a redirect, or its canonical address; NULL: nowhere else */
};

/* Adds or replaces visits by URL. Where the answer was 404 or 410, a page of an earlier crawl is removed. */
enum status domain_put_visits(struct db *db, const char *domain_id, const struct domain_visit *visits, size_t count,
                              int64_t now, struct error *err);

/* Visits ordered by URL, at most limit, after the URL `after` (NULL: from the start). */
enum status domain_visits(struct db *db, struct arena *arena, const char *domain_id, const char *after, size_t limit,
                          struct domain_visit **visits, size_t *count, struct error *err);

/* Pages ordered by URL, at most limit, after the URL `after` (NULL: from the start). pushed is not read. */
enum status domain_pages(struct db *db, struct arena *arena, const char *domain_id, const char *after, size_t limit,
                         struct domain_page **pages, size_t *count, struct error *err);

/* The same without their HTML, with all else. */
enum status domain_page_list(struct db *db, struct arena *arena, const char *domain_id, const char *after, size_t limit,
                             struct domain_page **pages, size_t *count, struct error *err);

/* Domains in state "crawling" that nobody is crawling just now, of all accounts, the oldest first. */
enum status domain_crawling(struct db *db, struct arena *arena, struct domain **domains, size_t *count,
                            struct error *err);

/* --- crawls --- */

/*
 * What identifies a crawl under way. Every write of it is behind crawl_check: E_CONFLICT "lease_lost" means that
 * another node crawls the domain now, that it was deleted, or that its crawl was ended.
 */
struct crawl_lease {
    const char *domain_id, *node;
    int64_t number; /* fencing number */
};

/*
 * Takes a domain in state "crawling" for a node until then: reads domain_id and node of the lease, and sets its number.
 * E_CONFLICT: it is not to be crawled, or is being crawled, or another domain of its account is.
 */
enum status crawl_claim(struct db *db, struct crawl_lease *lease, int64_t until, struct error *err);

enum status crawl_check(struct db *db, const struct crawl_lease *lease, struct error *err);

/* Renews all crawls of a node, in one statement; held[i]: this one is still held. */
enum status crawls_renew(struct db *db, struct arena *arena, const char *node, const struct crawl_lease *leases,
                         size_t count, int64_t until, bool *held, struct error *err);

/* Gives the domain back, whatever its state; nothing happens when it is held no longer. */
enum status crawl_release(struct db *db, const struct crawl_lease *lease, struct error *err);

/* --- the linking index files of domains, in a database that several nodes share --- */

/*
 * One node builds the file of a version of a domain's pages and stores it, the others fetch it.
 *
 * A domain has a row for each format of the file, so that programs of two versions side by side keep their own. It
 * names the newest file, and who builds a newer one: a lease with a fencing number, by the database's clock. A file
 * lies in parts of INDEX_PART_BYTES. The parts of a new one are stored beside those of the old, in transactions of
 * their own, and are seen by nobody until index_file_publish names them, which removes all others.
 *
 * Whoever fetches reads the row, then part by part. When a newer file was published meanwhile, a part is not there any
 * more (E_NOT_FOUND): the row is to be read again. All of it goes with the domain.
 */

enum { INDEX_PART_BYTES = 1 << 20, INDEX_HASH_SIZE = 32 };

struct index_file {
    int64_t version; /* of the domain's pages; -1: there is no file yet */
    int64_t size;
    unsigned char hash[INDEX_HASH_SIZE]; /* SHA-256 */
    int64_t built_at;                    /* set when it is published */
};

/* What identifies a build. E_CONFLICT "lease_lost" of what it stores: another node builds, or the domain was deleted.
 */
struct index_lease {
    const char *domain_id, *format, *node;
    int64_t number; /* fencing number */
};

/* The newest file. E_NOT_FOUND: there is none. */
enum status index_file_get(struct db *db, const char *domain_id, const char *format, struct index_file *file,
                           struct error *err);

/* A part of that version's file, the first is 0. E_NOT_FOUND. */
enum status index_file_part(struct db *db, struct arena *arena, const char *domain_id, const char *format,
                            int64_t version, int64_t number, struct str *bytes, struct error *err);

/* This file, as index_file_get found it, is damaged: it is removed, unless another has taken its place. */
enum status index_file_discard(struct db *db, const char *domain_id, const char *format, const struct index_file *file,
                               struct error *err);

/*
 * Takes the build of a file newer than `have` (-1: of any) until then: reads all but number of the lease, and sets
 * that. E_CONFLICT: another node builds, or such a file is here; E_NOT_FOUND: there is no such domain.
 */
enum status index_build_claim(struct db *db, struct index_lease *lease, int64_t have, int64_t until, struct error *err);

/* E_CONFLICT. */
enum status index_build_renew(struct db *db, const struct index_lease *lease, int64_t until, struct error *err);

/* Ends a build; nothing happens when the lease is held no longer. */
enum status index_build_release(struct db *db, const struct index_lease *lease, struct error *err);

/* Stores a part, in place of one that an earlier build left. E_CONFLICT. */
enum status index_file_store(struct db *db, const struct index_lease *lease, int64_t version, int64_t number,
                             struct str bytes, struct error *err);

/* Makes the file the newest and ends the build; all other parts are removed. E_CONFLICT. */
enum status index_file_publish(struct db *db, const struct index_lease *lease, const struct index_file *file,
                               struct error *err);

/* --- brands --- */

/* Whom an account writes for. Texts are NULL when absent. */
struct brand {
    const char *id, *account_id, *name, *url, *description, *voice, *knowledge, *audience;
    const char *avoid; /* JSON array of strings */
    const char *links; /* JSON array of {text,url} */
    int64_t created_at, updated_at;
};

/* updated_at becomes created_at. E_CONFLICT: the id is taken; E_NOT_FOUND: no such account. */
enum status brand_insert(struct db *db, const struct brand *brand, struct error *err);

/* E_NOT_FOUND, also for the brand of another account. */
enum status brand_get(struct db *db, struct arena *arena, const char *account_id, const char *id, struct brand *brand,
                      struct error *err);

/* The account's oldest brand of that name. E_NOT_FOUND. */
enum status brand_named(struct db *db, struct arena *arena, const char *account_id, const char *name,
                        struct brand *brand, struct error *err);

/* The oldest first, at most limit. after: id of the last brand of the page before, NULL for the first page. */
enum status brand_list(struct db *db, struct arena *arena, const char *account_id, const char *after, size_t limit,
                       struct brand **brands, size_t *count, struct error *err);

/* Writes all but the times; updated_at becomes `now`. E_NOT_FOUND. */
enum status brand_update(struct db *db, const struct brand *brand, int64_t now, struct error *err);

/* Articles that name it stay as they are. E_NOT_FOUND. */
enum status brand_delete(struct db *db, const char *account_id, const char *id, struct error *err);

#endif
