/* What the tests of sending share: a store with the account "me", an article, a webhook, and a receiver on loopback. */
#ifndef SENDING_H
#define SENDING_H

#include "test_store.h"

#include "deliver/deliver_parts.h"
#include "loopback.h"

#define HOOK   "01890000-0000-7000-8000-000000000001"
#define SECRET "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"

#define SENDING_NODE "01890000-0000-7000-8000-00000000000a"

static const struct delivery_turn TURN = {SENDING_NODE, 4, ""};

struct sending {
    char folder[64];
    struct store *store;
    struct net *net;
    struct arena *arena;
    struct loopback server;
    struct deliver_counters counters;
    struct sender_options options;
    struct error err;
    const char *answer;                     /* of the receiver; NULL: none */
    void (*asked)(struct sending *sending); /* called when a request is there; NULL: nobody */
    bool is_sealed;                         /* the secrets cannot be opened */
    char id[UUID_LENGTH + 1];               /* of the delivery */
};

static inline bool sending_answer(struct loopback *server, int connection, const char *request)
{
    struct sending *sending = server->context;
    (void)request;
    if (sending->asked)
        sending->asked(sending);
    if (sending->answer)
        loopback_text(connection, sending->answer);
    else
        loopback_hang(connection);
    return false;
}

static inline void sending_record(const void *context, struct buf *out, const struct article *article)
{
    (void)context;
    buf_printf(out, "{\"articleId\":\"%s\"}", article->id);
}

static inline enum status sending_secrets(void *context, const struct integration *integration, struct arena *arena,
                                          json_t **secrets, struct error *err)
{
    struct sending *sending = context;
    (void)integration, (void)arena;
    if (sending->is_sealed)
        return error_set(err, E_NOT_FOUND, NULL, "The key of its secrets is not in the file.");
    *secrets = json_pack("{s:s}", "secret", SECRET);
    return *secrets ? OK : error_memory(err);
}

static inline enum status sending_insert(struct db *db, void *argument, struct error *err)
{
    struct sending *sending = argument;
    const char *settings = arena_printf(sending->arena, "{\"url\":\"%s/in?token=word\"}", sending->server.url);
    const struct integration integration = {.id = HOOK,
                                            .account_id = "me",
                                            .kind = "webhook",
                                            .name = "Hook",
                                            .settings = settings,
                                            .secrets = STR("sealed"),
                                            .created_at = 1};
    enum status status = make_account_with(db, "me", "professional", 1000, 10, err);
    if (status == OK)
        status = insert_article(db, "me", "a", 1, err);
    if (status == OK)
        status = integration_insert(db, &integration, err);
    const struct article article = {.id = "a", .account_id = "me", .state = ARTICLE_FINISHED};
    return status == OK ? deliver_to(db, &article, &integration, clock_now_ms(), sending->id, err) : status;
}

static inline int sending_set_up(void **state)
{
    struct sending *sending = calloc(1, sizeof *sending);
    char address[40];
    snprintf(sending->folder, sizeof sending->folder, "/tmp/copydesk-sending-XXXXXX");
    assert_non_null(mkdtemp(sending->folder));
    sending->arena = arena_new();
    loopback_start(&sending->server, sending_answer, sending);
    snprintf(address, sizeof address, "127.0.0.1:%u", sending->server.port);
    const char *const allowed[] = {address};
    assert_int_equal(net_new(&(struct net_options){.allow_addresses = allowed, .allow_count = 1}, &sending->net, NULL),
                     OK);
    assert_int_equal(database_open(sending->folder, &sending->store, &sending->err), OK);
    assert_int_equal(store_write(sending->store, sending_insert, sending, &sending->err), OK);
    sending->options = (struct sender_options){.store = sending->store,
                                               .node = SENDING_NODE,
                                               .net = sending->net,
                                               .write_record = sending_record,
                                               .open_secrets = sending_secrets,
                                               .secrets_context = sending,
                                               .counters = &sending->counters};
    *state = sending;
    return 0;
}

static inline int sending_tear_down(void **state)
{
    struct sending *sending = *state;
    net_free(sending->net);
    loopback_stop(&sending->server);
    store_close(sending->store);
    database_drop(sending->folder);
    arena_free(sending->arena);
    remove_folder(sending->folder);
    free(sending);
    return 0;
}

struct sending_look {
    struct sending *sending;
    struct delivery delivery;
};

static inline enum status sending_get(struct db *db, void *argument, struct error *err)
{
    struct sending_look *look = argument;
    return delivery_get(db, look->sending->arena, "me", look->sending->id, &look->delivery, err);
}

/* The delivery as the store has it. */
static inline struct delivery sending_delivery(struct sending *sending)
{
    struct sending_look look = {.sending = sending};
    assert_int_equal(store_read(sending->store, sending_get, &look, &sending->err), OK);
    return look.delivery;
}

/* Runs SQL without values in the store. */
static inline enum status sending_script(struct db *db, void *argument, struct error *err)
{
    return db_run(db, argument, DB_NOTHING, NULL, err);
}

static inline void sending_run(struct sending *sending, const char *sql)
{
    assert_int_equal(store_write(sending->store, sending_script, (void *)sql, &sending->err), OK);
}

#endif
