#include "service/nodes.h"

#include "service/jobs/jobs.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status unknown(const char *folder, struct error *err)
{
    return error_set(err, E_NOT_FOUND, NULL, "nothing proves which process used the data folder %s before", folder);
}

/* What tells this folder, on this machine since it was booted, from all others. E_NOT_FOUND: it cannot be read. */
static enum status read_mark(const char *folder, struct arena *arena, const char **mark, struct error *err)
{
    struct stat info;
    char path[PATH_MAX];
    const char *boot;
    if (snprintf(path, sizeof path, "%s/" FOLDER_LOCK, folder) >= (int)sizeof path || stat(path, &info) < 0)
        return unknown(folder, err);
    enum status status = files_read("/proc/sys/kernel/random", "boot_id", arena, &boot, err);
    if (status)
        return status == E_MEMORY ? status : unknown(folder, err);
    *mark = arena_printf(arena, "%s %llu %llu", boot, (unsigned long long)info.st_dev, (unsigned long long)info.st_ino);
    return *mark ? OK : error_memory(err);
}

enum status node_file_predecessor(const char *folder, struct arena *arena, const char **id, struct error *err)
{
    const char *mark, *text;
    enum status status = read_mark(folder, arena, &mark, err);
    if (status)
        return status;
    status = files_read(folder, NODE_FILE, arena, &text, err);
    if (status)
        return status == E_MEMORY ? status : unknown(folder, err);
    if (strlen(text) <= UUID_LENGTH || text[UUID_LENGTH] != ' ' || strcmp(text + UUID_LENGTH + 1, mark) != 0)
        return unknown(folder, err);
    *id = arena_copy_n(arena, text, UUID_LENGTH);
    if (!*id)
        return error_memory(err);
    return uuid_is_valid(*id) ? OK : unknown(folder, err);
}

enum status node_file_write(const char *folder, const char *id, struct error *err)
{
    const char *mark;
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    enum status status = read_mark(folder, arena, &mark, err);
    if (!status) {
        const char *text = arena_printf(arena, "%s %s\n", id, mark);
        status = text ? files_write(folder, NODE_FILE, text, err) : error_memory(err);
    }
    arena_free(arena);
    return status;
}

/* The nodes as a beat found them. */
struct sight {
    struct arena *arena;
    struct node *list;
    size_t count;
};

struct nodes {
    struct store *store;
    struct node self;
    char *name;
    bool has_joined, is_shared;
    int64_t beat_ms;
    int64_t beaten_at; /* the last time, by the database's clock */
    int beats;         /* since there was a gap */
    void (*freed)(void *context);
    void *context;
    struct workers *workers;
    struct sight last; /* that was told already */
    struct background background;
};

/* --- transactions --- */

struct joining {
    struct nodes *nodes;
    const char *predecessor; /* its id; NULL: there was none, or it may be alive */
};

static enum status service_join(struct db *db, void *argument, struct error *err)
{
    const struct joining *joining = argument;
    struct nodes *nodes = joining->nodes;
    nodes->self.started_at = db_now(db);
    enum status status = joining->predecessor ? node_remove(db, joining->predecessor, err) : OK;
    if (!status)
        status = node_beat(db, &nodes->self, err);
    return status ? status : store_recover(db, nodes->self.id, !nodes->is_shared, err);
}

static enum status leave_nodes(struct db *db, void *argument, struct error *err)
{
    const struct nodes *nodes = argument;
    return node_remove(db, nodes->self.id, err);
}

struct nodes_beat {
    struct nodes *nodes;
    struct sight sight;
    int64_t at;    /* by the database's clock */
    int64_t freed; /* deliveries that are due again */
};

static bool some_are_silent(const struct sight *sight)
{
    for (size_t i = 0; i < sight->count; i++)
        if (node_is_silent(&sight->list[i]))
            return true;
    return false;
}

/* How many beats without a gap, with this one. */
static int beats_until(const struct nodes *nodes, int64_t now)
{
    return now - nodes->beaten_at < NODE_DEAD_MS / 2 ? nodes->beats + 1 : 1;
}

/* What is seen is what there was before those that are gone are forgotten. */
static enum status beat_and_look(struct db *db, void *argument, struct error *err)
{
    struct nodes_beat *beat = argument;
    struct sight *sight = &beat->sight;
    const struct node *self = &beat->nodes->self;
    beat->at = db_now(db);
    enum status status = node_beat(db, self, err);
    if (!status)
        status = node_list(db, sight->arena, &sight->list, &sight->count, err);
    bool judges = !status && beats_until(beat->nodes, beat->at) >= BEATS_TO_JUDGE;
    return judges && some_are_silent(sight) ? store_sweep(db, self->id, &beat->freed, err) : status;
}

/* --- what is told --- */

static const struct node *nodes_find(const struct sight *sight, const char *id)
{
    for (size_t i = 0; i < sight->count; i++)
        if (strcmp(sight->list[i].id, id) == 0)
            return &sight->list[i];
    return NULL;
}

static void nodes_tell(const char *what, const struct node *node, enum log_level level)
{
    struct log_event event = log_event_begin(what);
    log_event_id(&event, "node", node->id);
    log_event_text(&event, "name", node->name);
    log_event_text(&event, "address", node->address[0] ? node->address : NULL);
    log_event_text(&event, "version", node->version);
    if (node_is_silent(node))
        log_event_seconds(&event, "silent", node->silent_ms);
    log_event_end(&event, level);
}

static void tell_of(const struct node *node, const struct node *before)
{
    bool is_silent = node_is_silent(node), was_silent = before && node_is_silent(before);
    if (is_silent && !was_silent)
        nodes_tell("node is taken for dead", node, LOG_WARN);
    else if (!is_silent && was_silent)
        nodes_tell("node is back", node, LOG_INFO);
    else if (!before)
        nodes_tell("node seen", node, LOG_INFO);
}

static void tell_changes(const struct nodes *nodes, const struct sight *now)
{
    for (size_t i = 0; i < now->count; i++)
        if (strcmp(now->list[i].id, nodes->self.id) != 0)
            tell_of(&now->list[i], nodes_find(&nodes->last, now->list[i].id));
    for (size_t i = 0; i < nodes->last.count; i++)
        if (!nodes_find(now, nodes->last.list[i].id))
            nodes_tell(node_is_silent(&nodes->last.list[i]) ? "node forgotten" : "node has left", &nodes->last.list[i],
                       LOG_INFO);
}

/* --- the beat --- */

static void has_beaten(struct nodes *nodes, const struct nodes_beat *beat)
{
    nodes->beats = beats_until(nodes, beat->at);
    nodes->beaten_at = beat->at;
    tell_changes(nodes, &beat->sight);
    arena_free(nodes->last.arena);
    nodes->last = beat->sight;
    if (beat->freed && nodes->freed)
        nodes->freed(nodes->context);
}

/* The work of the background thread. */
static int64_t run_beat(void *argument)
{
    struct error err;
    struct nodes *nodes = argument;
    struct nodes_beat beat = {.nodes = nodes, .sight.arena = arena_new()};
    nodes->self.busy = workers_busy(nodes->workers);
    enum status status = beat.sight.arena ? store_write(nodes->store, beat_and_look, &beat, &err) : error_memory(&err);
    if (!status) {
        has_beaten(nodes, &beat);
        return nodes->beat_ms;
    }
    if (status != E_CANCELLED)
        log_line(LOG_ERROR, "this node cannot say that it is alive: %s", err.message);
    arena_free(beat.sight.arena);
    return nodes->beat_ms;
}

/* --- joining and leaving --- */

static char *nodes_name_of(const char *configured)
{
    char machine[HOST_NAME_MAX + 1] = "";
    if (!configured && gethostname(machine, sizeof machine) == 0)
        machine[HOST_NAME_MAX] = '\0';
    return strdup(configured ? configured : machine[0] ? machine : "localhost");
}

/* The folder's file names the predecessor until its row is gone. */
static enum status join_after_predecessor(struct nodes *nodes, const char *folder, struct error *err)
{
    struct error why;
    struct joining joining = {.nodes = nodes};
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    enum status status = node_file_predecessor(folder, arena, &joining.predecessor, err);
    if (!status || status == E_NOT_FOUND)
        status = store_write(nodes->store, service_join, &joining, err);
    if (!status && node_file_write(folder, nodes->self.id, &why) != OK)
        log_line(LOG_WARN, "after a kill the next start on this folder will have to wait: %s", why.message);
    arena_free(arena);
    return status;
}

static enum status join_nodes(struct nodes *nodes, const char *folder, struct error *err)
{
    struct joining joining = {.nodes = nodes};
    if (nodes->is_shared && folder) /* else all others are gone anyway */
        return join_after_predecessor(nodes, folder, err);
    return store_write(nodes->store, service_join, &joining, err);
}

enum status nodes_join(const struct nodes_options *options, struct nodes **out, struct error *err)
{
    struct nodes *nodes = calloc(1, sizeof *nodes);
    if (!nodes)
        return error_memory(err);
    *out = nodes;
    nodes->store = options->store;
    nodes->is_shared = options->is_shared;
    nodes->beat_ms = options->beat_ms;
    nodes->freed = options->freed;
    nodes->context = options->context;
    nodes->name = nodes_name_of(options->name);
    nodes->self = (struct node){
        .id = options->id,
        .name = nodes->name,
        .address = options->address,
        .version = COPYDESK_VERSION,
        .workers = options->workers,
    };
    enum status status = nodes->name ? join_nodes(nodes, options->folder, err) : error_memory(err);
    nodes->has_joined = !status;
    return status;
}

const char *nodes_name(const struct nodes *nodes)
{
    return nodes->name;
}

enum status nodes_start(struct nodes *nodes, const char *address, struct workers *workers, struct error *err)
{
    nodes->self.address = address;
    nodes->workers = workers;
    return nodes->is_shared ? background_start(&nodes->background, run_beat, nodes, err) : OK;
}

void nodes_stop(struct nodes *nodes)
{
    if (nodes)
        background_stop(&nodes->background);
}

void nodes_leave(struct nodes *nodes)
{
    struct error err;
    if (!nodes)
        return;
    nodes_stop(nodes);
    if (nodes->has_joined && store_write(nodes->store, leave_nodes, nodes, &err) != OK)
        log_line(LOG_WARN, "this node leaves its name among the nodes: %s", err.message);
    arena_free(nodes->last.arena);
    free(nodes->name);
    free(nodes);
}
