/*
 * node_file: the file `node` of a data folder, which says whose run of the service used it last, so that the next one
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
#ifndef COPYDESK_SERVICE_NODE_FILE_H
#define COPYDESK_SERVICE_NODE_FILE_H

#include "base/base.h"

#define NODE_FILE "node"

/* The id of the node that used the folder before, which has ended. The caller has the folder's lock (store/folder.h).
 * E_NOT_FOUND: nothing is known of it, or it may be alive; E_MEMORY. */
enum status node_file_predecessor(const char *folder, struct arena *arena, const char **id, struct error *err);

/* From now on it is this node that uses the folder; to be called once its predecessor's row is gone. E_IO, E_MEMORY,
 * E_NOT_FOUND (nothing tells the folder from others): the next one waits for its leases. */
enum status node_file_write(const char *folder, const char *id, struct error *err);

#endif
