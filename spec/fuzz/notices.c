/*
 * Any bytes as what another node tells. Nothing is told of the node's own text; every notice has a kind and an id, or
 * is "anything may have changed"; and ids that are told on arrive as they were, in texts that fit a payload and need no
 * quoting.
 */
#include "store/notices/notices.h"

#include "check.h"

enum { MOST = 64, LONGEST = 400 };

struct heard {
    size_t count; /* of ids that are kept */
    char ids[MOST][LONGEST];
    size_t found; /* of these, when they arrive again */
};

static void hear(void *context, const char *kind, const char *id)
{
    struct heard *heard = context;
    check(!kind == !id, "a kind without an id");
    if (!kind)
        return;
    check(*kind && strlen(kind) < LONGEST && strlen(id) < LONGEST, "an entry that is too long, or of no kind");
    for (size_t i = 0; i < heard->count; i++)
        if (strcmp(heard->ids[i], id) == 0)
            return;
    if (heard->count < MOST)
        memcpy(heard->ids[heard->count++], id, strlen(id) + 1);
}

static void hear_again(void *context, const char *kind, const char *id)
{
    struct heard *heard = context;
    check(kind && strcmp(kind, "k") == 0, "another kind than was told");
    check(heard->found < heard->count && strcmp(heard->ids[heard->found], id) == 0, "another id than was told");
    heard->found++;
}

/* Reads the texts out of pg_notify('channel', 'text'), pg_notify(... */
static void read_texts(char *sql, struct heard *heard)
{
    static const char START[] = "pg_notify('c', '";
    for (char *text = strstr(sql, START); text; text = strstr(text, START)) {
        text += sizeof START - 1;
        char *end = strchr(text, '\'');
        check(end && end[1] == ')' && end - text < 8000, "a text that is no payload");
        *end = '\0';
        batch_read(text, "other", hear_again, heard);
        text = end + 1;
    }
}

static void tell_on(struct heard *heard)
{
    struct batch batch = {0};
    struct buf sql = {0};
    for (size_t i = 0; i < heard->count; i++)
        check(batch_add(&batch, "k", heard->ids[i]) || batch.is_everything, "an id that was there already");
    if (!batch.is_everything && heard->count) {
        batch_write(&batch, "'c'", "node", &sql);
        check(!sql.failed, "no memory");
        read_texts(sql.data, heard);
        check(heard->found == heard->count, "an id did not arrive");
    }
    buf_free(&sql);
    batch_clear(&batch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct heard heard;
    heard.count = heard.found = 0;
    char *text = malloc(size + 1);
    check(text != NULL, "no memory");
    memcpy(text, data, size);
    text[size] = '\0';
    batch_read(text, "node", hear, &heard);
    tell_on(&heard);
    free(text);
    return 0;
}
