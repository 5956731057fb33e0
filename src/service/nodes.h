/*
 * nodes: this process among those that serve the database (store.h). It registers itself before it takes over
 * what dead ones have left, says every NODE_BEAT_MS that it is alive, notices when others come, fall silent and go, and
 * takes its name off at the end. A node that was killed and is started again on its folder takes its predecessor's name
 * off too (below), so that nobody waits for what that one held.
 *
 * Whoever could not say so itself for a while judges nobody until it has beaten BEATS_TO_JUDGE times in a row: when the
 * database was away, it is away for all, and the others need a moment to come back too.
 *
 * A store that is not shared has this node alone: it is written when it joins and when it leaves, and no thread is
 * needed.
 */
#ifndef COPYDESK_SERVICE_NODES_H
#define COPYDESK_SERVICE_NODES_H

#include "base/base.h"

struct nodes;
struct store;
struct workers;

enum { BEATS_TO_JUDGE = 4 };

struct nodes_options {
    struct store *store;
    const char *id;               /* of this run of the service, a UUID */
    const char *folder;           /* the data folder, locked; NULL: there is none */
    const char *name;             /* NULL: that of the machine */
    const char *address;          /* where it is going to answer requests; "": that is not known yet */
    int workers;                  /* articles that it writes side by side */
    bool is_shared;               /* store_is_shared: other nodes may be there */
    int64_t beat_ms;              /* NODE_BEAT_MS; a test is in a hurry */
    void (*freed)(void *context); /* after deliveries of dead nodes became due; in the thread of the beat */
    void *context;                /* for freed */
};

/* Registers this node and recovers what dead ones have left (store_recover). What the options name outlives the nodes.
 * Statuses of store_write; *nodes may have been set nevertheless: nodes_leave them. */
enum status nodes_join(const struct nodes_options *options, struct nodes **nodes, struct error *err);

/* What people call this node. Lives as long as the nodes. */
const char *nodes_name(const struct nodes *nodes);

/* From now on it beats, on a store that is shared. address: where it answers requests. E_MEMORY, also when no more
 * threads can be made. */
enum status nodes_start(struct nodes *nodes, const char *address, struct workers *workers, struct error *err);

/* Says no more that it is alive, for the workers are about to end. NULL is allowed. */
void nodes_stop(struct nodes *nodes);

/* Takes its row away; the node holds nothing any more. NULL is allowed. */
void nodes_leave(struct nodes *nodes);

/*
 * --- the file `node` of a data folder ---
 *
 * It says whose run of the service used it last, so that the next one
 * on the same folder need not wait until its predecessor, killed, is taken for dead.
 *
 * Whoever has the folder's lock knows that whoever had it before has ended, if it is that very lock. A folder that was
 * copied (an image of a machine, rsync, a backup that was put back) holds the id of a node that may be alive elsewhere.
 * So beside the id stands what proves the same folder: the device and inode of the lock file, which a copy does not
 * share, and the id that the kernel gave itself when the machine was booted, which tells machines with equal file
 * systems apart. Containers of one machine share it, and their volumes keep their inodes. Where that differs, after a
 * reboot too, or cannot be read, nothing is proven: the leases run out.
 *
 * What could still deceive it, such as a machine that was copied while it ran, costs little: the work of a living node
 * is done twice, but what it writes after it has lost its leases is refused, as after a pause.
 */

#define NODE_FILE "node"

/* The id of the node that used the folder before, which has ended. The caller has the folder's lock (store_connect).
 * E_NOT_FOUND: nothing is known of it, or it may be alive; E_MEMORY. */
enum status node_file_predecessor(const char *folder, struct arena *arena, const char **id, struct error *err);

/* From now on it is this node that uses the folder; to be called once its predecessor's row is gone. E_IO, E_MEMORY,
 * E_NOT_FOUND (nothing tells the folder from others): the next one waits for its leases. */
enum status node_file_write(const char *folder, const char *id, struct error *err);

#endif
