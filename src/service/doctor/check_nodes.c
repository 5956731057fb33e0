#include "service/doctor/check_nodes.h"

#include "store/store.h"

#include <stdlib.h>

enum { CLOCK_APART_MS = 2000 }; /* more is told of */

static void tell_clock(struct examination *examination, int64_t ahead)
{
    long long apart = llabs(ahead);
    if (apart <= CLOCK_APART_MS)
        found(examination, "database clock", FINE, NULL, "%lld ms from that of this machine", apart);
    else
        found(examination, "database clock", WARNING,
              "let both machines keep their time (chrony, systemd-timesyncd): leases go by the database's, what people "
              "see by either",
              "it is %lld.%03lld s %s that of this machine", apart / 1000, apart % 1000,
              ahead > 0 ? "before" : "behind");
}

static bool is_another_version(const struct node *list, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(list[k].version, list[i].version) == 0)
            return false;
    return true;
}

static void write_node(struct buf *out, const struct node *node)
{
    buf_printf(out, "%s%s", out->len ? ", " : "", node->name);
    if (node->address[0])
        buf_printf(out, " at %s", node->address);
    buf_printf(out, " (%s, %lld of %lld articles", node->version, (long long)node->busy, (long long)node->workers);
    if (node_is_silent(node))
        buf_printf(out, ", silent for %lld s", (long long)node->silent_ms / 1000);
    buf_char(out, ')');
}

static void tell_nodes(struct examination *examination, const struct node *list, size_t count)
{
    struct buf names = {0};
    size_t silent = 0, versions = 0;
    for (size_t i = 0; i < count; i++) {
        silent += node_is_silent(&list[i]);
        versions += is_another_version(list, i);
        write_node(&names, &list[i]);
    }
    examination->has_failed = examination->has_failed || names.failed;
    if (!count)
        found(examination, "nodes", FINE, NULL, "none serves the database now");
    else if (silent)
        found(examination, "nodes", WARNING,
              "look at the machine of the silent one: it ended without a word, hangs, or does not reach the database",
              "%s", buf_text(&names));
    else if (versions > 1)
        found(examination, "nodes", WARNING, "go on with the upgrade: they work side by side, but not for good", "%s",
              buf_text(&names));
    else
        found(examination, "nodes", FINE, NULL, "%s", buf_text(&names));
    buf_free(&names);
}

enum status check_nodes(struct examination *examination, struct db *db, int64_t clock_ahead, struct error *err)
{
    struct node *list;
    size_t count;
    enum status status = node_list(db, examination->arena, &list, &count, err);
    if (status != OK)
        return status;
    tell_nodes(examination, list, count);
    tell_clock(examination, clock_ahead);
    return OK;
}
