/* For whoever runs the service: the nodes that serve its database. */
#include "service/api/api_parts.h"
#include "service/api/fields.h"

/* --- what answers show --- */

static const char *state_word(size_t i)
{
    static const char *const words[] = {"alive", "silent"};
    return i < COUNT_OF(words) ? words[i] : NULL;
}

static void nodes_write_state(struct buf *out, const void *object, const void *field)
{
    const char *state = state_word(node_is_silent(object));
    (void)field;
    write_text(out, object, &state);
}

#define AT(member) offsetof(struct node, member)

static const struct member of_node[] = {
    {"nodeId", "string", "Of this run of it: another one after each start.", write_text, AT(id)},
    {"name", "string", "What its configuration calls it, else the name of its machine.", write_text, AT(name)},
    {"address", "string", "Where it answers requests itself.", write_text, AT(address)},
    {"version", "string", "Of copydesk.", write_text, AT(version)},
    {"workers", "integer", "Articles that it writes side by side.", write_integer, AT(workers)},
    {"busy", "integer", "Articles under way.", write_integer, AT(busy)},
    {"startedAt", "integer", "When it was started, in milliseconds since 1970.", write_integer, AT(started_at)},
    {"seenAt", "integer", "When it last said that it is alive.", write_integer, AT(seen_at)},
    {"state", NULL, "A silent one was not seen for 30 seconds: its articles go on at others.", nodes_write_state, 0,
     .word = state_word},
};

const struct members node_members = {"Node", "A process that serves the database.", of_node, COUNT_OF(of_node)};

/* --- the list --- */

struct nodes_lookup {
    struct request *request;
    struct node *list;
    size_t count;
};

/* The node that answers is alive, and knows what it does. Its row is written now and then only. */
static void bring_up_to_date(const struct api *api, struct node *node, int64_t now)
{
    const char *url = atomic_load(api->public_url);
    node->seen_at = now;
    node->silent_ms = 0;
    node->busy = workers_busy(api->workers);
    if (!node->address[0] && url)
        node->address = url;
}

static enum status nodes_look(struct db *db, void *argument, struct error *err)
{
    struct nodes_lookup *lookup = argument;
    const struct api *api = api_of(lookup->request);
    enum status status = node_list(db, lookup->request->arena, &lookup->list, &lookup->count, err);
    for (size_t i = 0; !status && i < lookup->count; i++)
        if (strcmp(lookup->list[i].id, api->instance) == 0)
            bring_up_to_date(api, &lookup->list[i], db_now(db));
    return status;
}

void nodes_list(struct request *request)
{
    struct nodes_lookup lookup = {.request = request};
    struct buf *out = &request->answer.body;
    if (!read_nothing(request))
        return;
    if (!resource_read(request, nodes_look, &lookup))
        return;
    list_open(out);
    for (size_t i = 0; i < lookup.count; i++) {
        list_next(out, i);
        members_write(out, &node_members, &lookup.list[i]);
    }
    list_close(out, NULL);
    answer_json(request, 200);
}
