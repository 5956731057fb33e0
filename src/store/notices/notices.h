/*
 * notices: what the nodes on one PostgreSQL database tell each other, so that nobody has to ask for it all the time.
 *
 * Beside the thread that tells and hears (notices_...) stand what has collected to be told, and the text as which it
 * goes (batch_...), and what a node looks at now and then all the same (glance_...).
 *
 * A notice is a kind and an id: "something about this is new; look". It says nothing that is not stored, so one that is
 * lost, comes twice or comes late does no harm but a delay. It is sent after the change is stored.
 *
 * One thread with a connection of its own listens on the channel of the schema (several copydesks may share a
 * database), and tells what has collected by one statement: a few at once, then one each eight milliseconds, so that a
 * notice which is sent a hundred times in between goes once. What a node told itself it does not hear.
 *
 * Never within a transaction that writes: PostgreSQL takes a lock of all databases of the server for each one that
 * tells, and holds it until that is committed, on the disk: of what sixteen clients commit that each insert a row and
 * wait for the disk (6000 to 14000 a second), 15 to 40 % is left with NOTIFY in it (spec/bench/wake_bench.lua). A
 * transaction that only tells has nothing to wait for.
 *
 * What is told while a node is not connected it does not hear. So it is told "anything may have changed" with each new
 * connection, and until there is one (notices_come is false) nothing is left but to look: that is for whoever opened
 * it. So it is, too, behind a pooler which lends a connection for one transaction (PgBouncer): there the node tells,
 * and hears nothing.
 *
 * A connection without traffic is asked every twenty seconds whether it is alive, which is three statements a minute.
 */
#ifndef COPYDESK_STORE_NOTICES_NOTICES_H
#define COPYDESK_STORE_NOTICES_NOTICES_H

#include "base/base.h"

struct db;

/* --- the thread --- */

struct notices;

struct notices_options {
    const char *database; /* "postgresql://..."; copied */
    const char *node;     /* of this run of the process: a UUID; copied */
    /*
     * Called in the thread for what another node told, with texts that live as long as the call. It must be quick.
     * kind NULL: anything may have changed.
     */
    void (*receive)(void *context, const char *kind, const char *id);
    void *context;
};

/* Collects what is to be told from now on. Connects nowhere. E_INVALID: it is no address; E_IO: no descriptor is
 * left; E_MEMORY. */
enum status notices_new(const struct notices_options *options, struct notices **notices, struct error *err);

/* Starts the thread, which connects by itself, again and again. E_MEMORY, also when no more threads can be made. */
enum status notices_start(struct notices *notices, struct error *err);

/* Tells the other nodes soon. kind: a word; id: "" where it has none. Any thread; never waits. NULL is allowed. */
void notices_send(struct notices *notices, const char *kind, const char *id);

/* Does this node hear what others tell? Any thread. NULL: it does not. */
bool notices_come(const struct notices *notices);

/* Ends the thread: nothing is received any more. What is sent from now on is told at the end. NULL is allowed. */
void notices_stop(struct notices *notices);

/* Tells what is left, if that is possible at once, and closes. NULL is allowed. */
void notices_free(struct notices *notices);

/* --- a batch --- */

/*
 * What has collected to be told to other nodes, each notice once, and the text as which it goes: the sender's id, then
 * "kind:id" for each, with blanks between them. A single "*" stands for "anything may have changed". Ids are
 * percent-encoded (RFC 3986, section 2.1), so that any text can be one.
 */

/* A payload of PostgreSQL's has less than 8000 bytes. What takes more than so many payloads is told as "*". */
enum { BATCH_TEXT_MAX = 7900, BATCH_TEXTS_MAX = 8 };

struct batch {
    struct arena *arena; /* NULL: nothing was added yet */
    struct map entries;
    size_t bytes;
    bool is_everything;
};

bool batch_is_empty(const struct batch *batch);

/* Without memory it becomes "anything". False: it was there already. */
bool batch_add(struct batch *batch, const char *kind, const char *id);
void batch_clear(struct batch *batch);

/* Appends each text of the batch to out, as pg_notify calls that "SELECT " stands before. channel: quoted for SQL. */
void batch_write(const struct batch *batch, const char *channel, const char *node, struct buf *out);

typedef void (*batch_receive)(void *context, const char *kind, const char *id);

/* Calls back for each notice of a text that another node sent; kind NULL: anything may have changed, as for a text that
 * cannot be read. */
void batch_read(const char *text, const char *node, batch_receive receive, void *context);

/* --- looking --- */

/*
 * What a node looks at now and then, whether notices come or not: statements that read little, and take no lock that
 * another node could wait for.
 */

/* Is there an article that could be claimed now, to be written or polished? */
enum status glance_work(struct db *db, bool *is_due, struct error *err);

/* Something that requests wait for: text of which no two versions are the same. */
struct glance_version {
    const char *id, *version;
};

/* Those of the ids, UUIDs, that are articles or domains, in any order. */
enum status glance_versions(struct db *db, struct arena *arena, const char *const *ids, size_t count,
                            struct glance_version **versions, size_t *found, struct error *err);

#endif
