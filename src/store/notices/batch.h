/*
 * What has collected to be told to other nodes, each notice once, and the text as which it goes: the sender's id, then
 * "kind:id" for each, with blanks between them. A single "*" stands for "anything may have changed". Ids are
 * percent-encoded (RFC 3986, section 2.1), so that any text can be one.
 */
#ifndef COPYDESK_STORE_BATCH_H
#define COPYDESK_STORE_BATCH_H

#include "base/base.h"

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
void batch_add_everything(struct batch *batch);
void batch_clear(struct batch *batch);

/* Appends each text of the batch to out, as pg_notify calls that "SELECT " stands before. channel: quoted for SQL. */
void batch_write(const struct batch *batch, const char *channel, const char *node, struct buf *out);

typedef void (*batch_receive)(void *context, const char *kind, const char *id);

/* Calls back for each notice of a text that another node sent; kind NULL: anything may have changed, as for a text that
 * cannot be read. */
void batch_read(const char *text, const char *node, batch_receive receive, void *context);

#endif
