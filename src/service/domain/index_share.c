#include "base/system/system.h"
#include "service/domain/domain.h"
#include "service/domain/index_build.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WAIT_FIRST_MS = 20, WAIT_MOST_MS = 1000, WAIT_STEP_MS = 20 };

/* A build of this node. */
struct shared_building {
    struct index_lease lease;
    struct shared_building *next;
};

struct index_share {
    struct store *store;
    const char *node;
    int64_t lease_ms;
    struct background background; /* renews leases; its lock guards the list */
    struct shared_building *first;
};

/* What one call is about. */
struct wish {
    struct index_share *share;
    const char *folder;
    const struct domain *domain;
    const atomic_bool *cancel;
    struct index_file file;
    struct shared_building building;
    char *path; /* of the finished file */
    /* The part that is stored or fetched. */
    struct arena *arena;
    int64_t number;
    struct str bytes;
};

/* --- renewing --- */

/* The leases of one moment. */
struct held_leases {
    int64_t lease_ms;
    struct arena *arena;
    struct index_lease *leases;
    size_t count;
};

static struct index_lease copy_lease(struct arena *arena, const struct index_lease *lease)
{
    return (struct index_lease){arena_copy(arena, lease->domain_id), arena_copy(arena, lease->format),
                                arena_copy(arena, lease->node), lease->number};
}

/* Builders come and go under the lock, which is not held while the database is asked. */
static enum status copy_leases(struct index_share *share, struct held_leases *held, struct error *err)
{
    enum status status = OK;
    pthread_mutex_lock(&share->background.lock);
    for (const struct shared_building *building = share->first; building; building = building->next)
        held->count++;
    held->leases = ARENA_ARRAY(held->arena, held->count + 1, struct index_lease);
    struct index_lease *lease = held->leases;
    for (const struct shared_building *building = share->first; lease && building; building = building->next, lease++) {
        *lease = copy_lease(held->arena, &building->lease);
        if (!lease->domain_id || !lease->format || !lease->node)
            status = E_MEMORY;
    }
    pthread_mutex_unlock(&share->background.lock);
    return held->leases && !status ? OK : error_memory(err);
}

/* A lease that is lost stays lost: what its build stores is refused. */
static enum status renew_held_leases(struct db *db, void *argument, struct error *err)
{
    const struct held_leases *held = argument;
    enum status status = OK;
    for (size_t i = 0; i < held->count && !status; i++) {
        status = index_build_renew(db, &held->leases[i], db_now(db) + held->lease_ms, err);
        status = status == E_CONFLICT ? OK : status;
    }
    return status;
}

static enum status renew_all(struct index_share *share, bool *is_busy, struct error *err)
{
    struct held_leases held = {.lease_ms = share->lease_ms, .arena = arena_new()};
    enum status status = held.arena ? copy_leases(share, &held, err) : error_memory(err);
    *is_busy = held.count > 0 || status;
    if (!status && *is_busy)
        status = store_write(share->store, renew_held_leases, &held, err);
    arena_free(held.arena);
    return status;
}

static int64_t keep_leases(void *argument)
{
    struct error err;
    bool is_busy;
    struct index_share *share = argument;
    enum status status = renew_all(share, &is_busy, &err);
    if (status && status != E_CANCELLED)
        log_line(LOG_ERROR, "the leases of index builds cannot be renewed: %s", err.message);
    return is_busy ? share->lease_ms / 3 : BACKGROUND_UNTIL_WOKEN;
}

enum status index_share_new(struct store *store, const char *node, int64_t lease_ms, struct index_share **out,
                            struct error *err)
{
    struct index_share *share = calloc(1, sizeof *share);
    if (!share)
        return error_memory(err);
    share->store = store;
    share->node = node;
    share->lease_ms = lease_ms;
    enum status status = background_start(&share->background, keep_leases, share, err);
    if (!status)
        *out = share;
    else
        index_share_free(share);
    return status;
}

void index_share_free(struct index_share *share)
{
    if (!share)
        return;
    background_stop(&share->background);
    free(share);
}

static void index_share_enter(struct index_share *share, struct shared_building *building)
{
    pthread_mutex_lock(&share->background.lock);
    building->next = share->first;
    share->first = building;
    pthread_mutex_unlock(&share->background.lock);
    background_wake(&share->background);
}

static void index_share_leave(struct index_share *share, struct shared_building *building)
{
    pthread_mutex_lock(&share->background.lock);
    struct shared_building **place = &share->first;
    while (*place != building)
        place = &(*place)->next;
    *place = building->next;
    pthread_mutex_unlock(&share->background.lock);
}

/* --- a part --- */

/* The bytes of a part are gone with the next one. */
static enum status next_arena(struct wish *wish, struct error *err)
{
    arena_free(wish->arena);
    wish->arena = arena_new();
    if (wish->arena && !atomic_load(wish->cancel))
        return OK;
    return wish->arena ? error_set(err, E_CANCELLED, NULL, "the building of the index was called off")
                       : error_memory(err);
}

static int64_t part_count(const struct index_file *file)
{
    return (file->size + INDEX_PART_BYTES - 1) / INDEX_PART_BYTES;
}

static enum status add_to_sum(EVP_MD_CTX *sum, struct str bytes, struct error *err)
{
    return EVP_DigestUpdate(sum, bytes.data, bytes.len) == 1 ? OK : error_memory(err);
}

/* *sum is to be freed, whatever the status. */
static enum status begin_sum(EVP_MD_CTX **sum, struct error *err)
{
    *sum = EVP_MD_CTX_new();
    return *sum && EVP_DigestInit_ex(*sum, EVP_sha256(), NULL) == 1 ? OK : error_memory(err);
}

static enum status end_sum(EVP_MD_CTX *sum, unsigned char hash[INDEX_HASH_SIZE], struct error *err)
{
    return EVP_DigestFinal_ex(sum, hash, NULL) == 1 ? OK : error_memory(err);
}

/* --- fetching --- */

static enum status index_share_read_file(struct db *db, void *argument, struct error *err)
{
    struct wish *wish = argument;
    return index_file_get(db, wish->domain->id, link_format(), &wish->file, err);
}

static enum status index_share_read_part(struct db *db, void *argument, struct error *err)
{
    struct wish *wish = argument;
    return index_file_part(db, wish->arena, wish->domain->id, link_format(), wish->file.version, wish->number,
                           &wish->bytes, err);
}

struct refused {
    const char *domain_id;
    const struct index_file *file;
};

static enum status discard(struct db *db, void *argument, struct error *err)
{
    const struct refused *refused = argument;
    return index_file_discard(db, refused->domain_id, link_format(), refused->file, err);
}

enum status index_share_discard(struct index_share *share, const char *domain_id, const struct index_file *file,
                                struct error *err)
{
    struct refused refused = {domain_id, file};
    return store_write(share->store, discard, &refused, err);
}

static enum status damaged(const struct wish *wish, struct error *err)
{
    return error_set(err, E_CORRUPT, NULL, "the stored index of domain %s is damaged", wish->domain->id);
}

static enum status cannot_write(const char *path, struct error *err)
{
    return error_set(err, E_IO, errno == ENOSPC ? "disk_full" : NULL, "the index file %s cannot be written", path);
}

/* E_CORRUPT also for one that is not there: it is lost, or was removed for a newer file, which a discard leaves
 * alone. */
static enum status fetch_part(struct wish *wish, int file, const char *path, EVP_MD_CTX *sum, struct error *err)
{
    enum status status = next_arena(wish, err);
    if (!status)
        status = store_read(wish->share->store, index_share_read_part, wish, err);
    if (status == E_NOT_FOUND)
        return damaged(wish, err);
    if (!status && !write_all(file, wish->bytes.data, wish->bytes.len))
        status = cannot_write(path, err);
    return status ? status : add_to_sum(sum, wish->bytes, err);
}

static enum status fetch_parts(struct wish *wish, int file, const char *path, EVP_MD_CTX *sum, struct error *err)
{
    int64_t size = 0;
    unsigned char hash[INDEX_HASH_SIZE] = {0};
    enum status status = OK;
    for (wish->number = 0; wish->number < part_count(&wish->file) && !status; wish->number++) {
        status = fetch_part(wish, file, path, sum, err);
        size += (int64_t)wish->bytes.len;
    }
    if (!status)
        status = end_sum(sum, hash, err);
    bool is_whole = !status && size == wish->file.size && memcmp(hash, wish->file.hash, sizeof hash) == 0;
    return !status && !is_whole ? damaged(wish, err) : status;
}

static enum status fetch_into(struct wish *wish, const char *path, struct error *err)
{
    EVP_MD_CTX *sum = NULL;
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return cannot_write(path, err);
    enum status status = begin_sum(&sum, err);
    if (!status)
        status = fetch_parts(wish, file, path, sum, err);
    if (close(file) != 0 && !status)
        status = cannot_write(path, err);
    EVP_MD_CTX_free(sum);
    return status;
}

/* The name begins with the domain's identifier: what is left of it is removed at the next start (index_builds.h). */
static enum status fetch(struct wish *wish, struct error *err)
{
    char *part;
    wish->path = index_file_path(wish->folder, wish->domain->id, wish->file.version);
    if (!wish->path || asprintf(&part, "%s.part", wish->path) < 0)
        return error_memory(err);
    enum status status = fetch_into(wish, part, err);
    if (!status && rename(part, wish->path) != 0)
        status = cannot_write(wish->path, err);
    if (status)
        unlink(part);
    free(part);
    return status;
}

/* --- storing --- */

static enum status store_part(struct db *db, void *argument, struct error *err)
{
    const struct wish *wish = argument;
    return index_file_store(db, &wish->building.lease, wish->file.version, wish->number, wish->bytes, err);
}

static enum status publish(struct db *db, void *argument, struct error *err)
{
    const struct wish *wish = argument;
    return index_file_publish(db, &wish->building.lease, &wish->file, err);
}

static enum status cannot_read(const struct wish *wish, struct error *err)
{
    return error_set(err, E_IO, NULL, "the index file %s cannot be read", wish->path);
}

static enum status index_share_read_whole(const struct wish *wish, int file, char *bytes, size_t length,
                                          struct error *err)
{
    for (size_t have = 0; have < length;) {
        ssize_t count = read(file, bytes + have, length - have);
        if (count <= 0 && !(count < 0 && errno == EINTR))
            return cannot_read(wish, err);
        have += count > 0 ? (size_t)count : 0;
    }
    return OK;
}

static enum status offer_part(struct wish *wish, int file, EVP_MD_CTX *sum, struct error *err)
{
    int64_t left = wish->file.size - wish->number * INDEX_PART_BYTES;
    size_t length = left < INDEX_PART_BYTES ? (size_t)left : INDEX_PART_BYTES;
    enum status status = next_arena(wish, err);
    char *bytes = status ? NULL : arena_alloc(wish->arena, length);
    if (!status)
        status = bytes ? index_share_read_whole(wish, file, bytes, length, err) : error_memory(err);
    if (status)
        return status;
    wish->bytes = (struct str){bytes, length};
    status = add_to_sum(sum, wish->bytes, err);
    return status ? status : store_write(wish->share->store, store_part, wish, err);
}

static enum status offer_parts(struct wish *wish, int file, struct error *err)
{
    EVP_MD_CTX *sum = NULL;
    enum status status = begin_sum(&sum, err);
    for (wish->number = 0; !status && wish->number < part_count(&wish->file); wish->number++)
        status = offer_part(wish, file, sum, err);
    if (!status)
        status = end_sum(sum, wish->file.hash, err);
    EVP_MD_CTX_free(sum);
    return status ? status : store_write(wish->share->store, publish, wish, err);
}

static enum status offer(struct wish *wish, struct error *err)
{
    struct stat info;
    int file = open(wish->path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return cannot_read(wish, err);
    enum status status = fstat(file, &info) == 0 ? OK : cannot_read(wish, err);
    wish->file.size = status ? 0 : info.st_size;
    if (!status && wish->file.size > INDEX_SHARE_MAX)
        status = error_set(err, E_LIMIT, NULL, "its file is larger than %lld MiB", (long long)(INDEX_SHARE_MAX >> 20));
    if (!status)
        status = offer_parts(wish, file, err);
    close(file);
    return status;
}

/* --- building --- */

static enum status index_share_release(struct db *db, void *argument, struct error *err)
{
    const struct wish *wish = argument;
    return index_build_release(db, &wish->building.lease, err);
}

/* What cannot be stored is good for this node nevertheless. */
static enum status build(struct wish *wish, struct error *err)
{
    struct error why;
    const struct domain *domain = wish->domain;
    wish->file = (struct index_file){.version = domain->pages_version};
    wish->path = index_file_path(wish->folder, domain->id, domain->pages_version);
    enum status status =
        wish->path ? index_build(wish->share->store, domain->id, wish->path, wish->cancel, err) : error_memory(err);
    enum status offered = status ? OK : offer(wish, &why);
    /* Of a domain that was deleted meanwhile the file is gone. */
    if (offered != OK && offered != E_CANCELLED && offered != E_CONFLICT && !atomic_load(wish->cancel))
        log_line(LOG_ERROR, "the index of domain %s cannot be stored for other nodes: %s", domain->id, why.message);
    return status;
}

static enum status index_share_claim(struct db *db, void *argument, struct error *err)
{
    struct wish *wish = argument;
    bool is_any_good = wish->domain->state == DOMAIN_CRAWLING;
    return index_build_claim(db, &wish->building.lease, is_any_good ? -1 : wish->domain->pages_version - 1,
                             db_now(db) + wish->share->lease_ms, err);
}

/* E_CONFLICT: another node builds it. A lease that cannot be given back runs out. */
static enum status claim_and_build(struct wish *wish, struct error *err)
{
    struct index_share *share = wish->share;
    wish->building.lease = (struct index_lease){wish->domain->id, link_format(), share->node, 0};
    enum status status = store_write(share->store, index_share_claim, wish, err);
    if (status)
        return status;
    index_share_enter(share, &wish->building);
    status = build(wish, err);
    index_share_leave(share, &wish->building);
    store_write(share->store, index_share_release, wish, NULL);
    return status;
}

/* --- either --- */

/* False: called off. */
static bool wait_for_other(const atomic_bool *cancel, int64_t *wait_ms)
{
    int64_t until = clock_mono_ms() + *wait_ms;
    const struct timespec step = {0, WAIT_STEP_MS * 1000000L};
    while (!atomic_load(cancel) && clock_mono_ms() < until)
        nanosleep(&step, NULL);
    *wait_ms = *wait_ms * 2 < WAIT_MOST_MS ? *wait_ms * 2 : WAIT_MOST_MS;
    return !atomic_load(cancel);
}

/* E_CONFLICT: it is to be tried again at once (*is_built_elsewhere: in a while). */
static enum status fetch_or_build(struct wish *wish, bool *is_built_elsewhere, struct error *err)
{
    const struct domain *domain = wish->domain;
    *is_built_elsewhere = false;
    enum status status = store_read(wish->share->store, index_share_read_file, wish, err);
    bool is_good = !status && (wish->file.version >= domain->pages_version || domain->state == DOMAIN_CRAWLING);
    if (is_good) {
        status = fetch(wish, err);
        if (status != E_CORRUPT)
            return status;
        status = index_share_discard(wish->share, domain->id, &wish->file, err);
        return status ? status : error_set(err, E_CONFLICT, NULL, "the stored index was damaged");
    }
    if (status && status != E_NOT_FOUND)
        return status;
    status = claim_and_build(wish, err);
    *is_built_elsewhere = status == E_CONFLICT;
    return status;
}

enum status index_share_obtain(struct index_share *share, const char *folder, const struct domain *domain,
                               const atomic_bool *cancel, struct index_file *file, struct error *err)
{
    enum status status;
    bool is_built_elsewhere;
    int64_t wait_ms = WAIT_FIRST_MS;
    struct wish wish = {.share = share, .folder = folder, .domain = domain, .cancel = cancel};
    do {
        free(wish.path);
        wish.path = NULL;
        status = fetch_or_build(&wish, &is_built_elsewhere, err);
    } while (status == E_CONFLICT && (!is_built_elsewhere || wait_for_other(cancel, &wait_ms)));
    *file = wish.file;
    free(wish.path);
    arena_free(wish.arena);
    return status == E_CONFLICT ? error_set(err, E_CANCELLED, NULL, "the building of the index was called off")
                                : status;
}
