/*
 * What is PostgreSQL's own: values on the wire, connections that are lost at every moment of a transaction, servers
 * that restart or cannot be used, several nodes on one database, a pooler in between. Below spec/support/postgresql.sh.
 */
#include "test_store.h"

#include "base/system/system.h"
#include "store/db/postgresql.h"

#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

static int set_up(void **state)
{
    if (!database_server())
        return set_up_folder(state);
    log_set_level(LOG_ERROR); /* the writer warns of each group that it undoes */
    return set_up_database(state);
}

#define BEGIN_TEST(f)                                                                                                  \
    ON_POSTGRESQL_ONLY();                                                                                              \
    struct fixture *f = *state

/* --- values --- */

static void read_number_and_type(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

static void numbers_of_all_types_are_read(void **state)
{
    BEGIN_TEST(f);
    static const struct {
        const char *sql;
        int64_t value;
    } cases[] = {
        {"SELECT CAST(-7 AS SMALLINT)", -7},
        {"SELECT CAST(-70000 AS INTEGER)", -70000},
        {"SELECT CAST(-5000000000 AS BIGINT)", -5000000000},
        {"SELECT 1 = 1", 1},
        {"SELECT 1 = 2", 0},
        {"SELECT SUM(n) FROM (VALUES (CAST(0 AS BIGINT))) AS v (n)", 0},
        {"SELECT SUM(n) FROM (VALUES (CAST(-3 AS BIGINT)), (1)) AS v (n)", -2},
        {"SELECT SUM(n) FROM (VALUES (CAST(9999 AS BIGINT)), (1)) AS v (n)", 10000},
        {"SELECT SUM(n) FROM (VALUES (CAST(99990000 AS BIGINT))) AS v (n)", 99990000},
        {"SELECT SUM(n) FROM (VALUES (CAST(100000000000000 AS BIGINT)), (5)) AS v (n)", 100000000000005},
        {"SELECT SUM(n) FROM (VALUES (CAST(9223372036854775806 AS BIGINT)), (1)) AS v (n)", INT64_MAX},
        {"SELECT SUM(n) FROM (VALUES (CAST(-9223372036854775807 AS BIGINT)), (-1)) AS v (n)", INT64_MIN},
        {"SELECT AVG(n) FROM (VALUES (CAST(7 AS BIGINT)), (8)) AS v (n)", 7},
        {"SELECT CAST(2.75 AS REAL)", 2},
        {"SELECT CAST(-2.75 AS DOUBLE PRECISION)", -2},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t value = 99;
        if (db_one(f->db, cases[i].sql, DB_NOTHING, NULL, read_number_and_type, &value, &f->err))
            fail_msg("%s: %s", cases[i].sql, f->err.message);
        if (value != cases[i].value)
            fail_msg("%s: %lld", cases[i].sql, (long long)value);
    }
}

/* Nothing goes round: what has no place in 64 bits is the end of them. */
static void a_sum_that_is_too_large_stays_large(void **state)
{
    BEGIN_TEST(f);
    assert_int_equal(number(f->db, "SELECT SUM(n) FROM (VALUES (CAST(9223372036854775807 AS BIGINT)), (1)) AS v (n)"),
                     INT64_MAX);
    assert_int_equal(number(f->db, "SELECT SUM(n) FROM (VALUES (CAST(-9223372036854775808 AS BIGINT)), (-1)) AS v (n)"),
                     INT64_MIN);
    assert_int_equal(number(f->db, "SELECT CAST('1e60' AS NUMERIC)"), INT64_MAX);
}

static void read_text(struct db_row *row, void *out)
{
    *(const char **)out = row_text(row);
}

static void texts_of_all_types_are_read(void **state)
{
    BEGIN_TEST(f);
    static const char *const queries[] = {"SELECT 'gr\xc3\xbcn'", "SELECT CAST('gr\xc3\xbcn' AS TEXT)",
                                          "SELECT CAST('gr\xc3\xbcn' AS VARCHAR(9))",
                                          "SELECT CAST('gr\xc3\xbcn' AS name)"};
    for (size_t i = 0; i < COUNT_OF(queries); i++) {
        const char *text = NULL;
        assert_int_equal(db_one(f->db, queries[i], DB_NOTHING, f->arena, read_text, &text, &f->err), OK);
        assert_string_equal(text, "gr\xc3\xbcn");
    }
}

static void a_placeholder_is_null_and_then_not(void **state)
{
    BEGIN_TEST(f);
    static const struct db_value turns[] = {{.type = DB_NULL},
                                            {.type = DB_TEXT, .bytes = {"a", 1}},
                                            {.type = DB_NULL},
                                            {.type = DB_TEXT, .bytes = {"b", 1}}};
    for (size_t i = 0; i < COUNT_OF(turns); i++) {
        const char *text = "x";
        assert_int_equal(db_one(f->db, "SELECT COALESCE(CAST($1 AS TEXT), 'none')", (struct db_values){&turns[i], 1},
                                f->arena, read_text, &text, &f->err),
                         OK);
        assert_string_equal(text, turns[i].type == DB_NULL ? "none" : i == 1 ? "a" : "b");
    }
}

static void read_blob(struct db_row *row, void *out)
{
    *(struct str *)out = row_blob(row);
}

static void a_large_blob_comes_back(void **state)
{
    BEGIN_TEST(f);
    enum { SIZE = 12 << 20 };
    char *bytes = malloc(SIZE);
    assert_non_null(bytes);
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (char)(i * 2654435761u >> 13);
    struct str back = {NULL, 0};
    assert_int_equal(insert_article(f->db, "me", "a", 1, &f->err), OK);
    assert_int_equal(db_run(f->db,
                            "INSERT INTO picture (id, article_id, type, size, bytes) VALUES ('p', 'a', 'i', 0, $1)",
                            DB_BIND(db_blob((struct str){bytes, SIZE})), NULL, &f->err),
                     OK);
    assert_int_equal(
        db_one(f->db, "SELECT bytes FROM picture WHERE id = 'p'", DB_NOTHING, f->arena, read_blob, &back, &f->err), OK);
    assert_int_equal(back.len, SIZE);
    assert_memory_equal(back.data, bytes, SIZE);
    free(bytes);
}

/* --- a store, and what is done to its connections from outside --- */

/* The fixture's database as a node of this name, in a folder of its own below the fixture's. */
static struct store *open_node_at(struct fixture *f, const char *name, const char *address)
{
    char folder[sizeof f->folder + 32], target[DATABASE_TARGET_SIZE + 64];
    struct store *store = NULL;
    snprintf(folder, sizeof folder, "%s/%s", f->folder, name);
    snprintf(target, sizeof target, "%s%capplication_name=%s", address, strchr(address, '?') ? '&' : '?', name);
    if (store_connect(folder, target, &store, &f->err))
        fail_msg("%s", f->err.message);
    return store;
}

/* What the set-up did is kept. */
static struct store *open_node(struct fixture *f, const char *name)
{
    if (f->db && f->db->driver->in_transaction(f->db))
        assert_int_equal(db_commit(f->db, &f->err), OK);
    return open_node_at(f, name, f->path);
}

/* Ends the server's side of all connections of a node; gives how many those were. */
static int64_t cut_off(const char *name)
{
    char sql[160];
    int64_t count = 0;
    struct db *db = NULL;
    struct error err;
    assert_int_equal(db_open(&db_postgresql, database_server(), DB_READER, &db, &err), OK);
    assert_int_equal(db_begin(db, DB_READER, &err), OK);
    snprintf(sql, sizeof sql,
             "SELECT COUNT(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE application_name = '%s'", name);
    if (db_one(db, sql, DB_NOTHING, NULL, read_number, &count, &err))
        fail_msg("%s", err.message);
    db_close(db);
    return count;
}

static enum status add_account(struct db *db, void *argument, struct error *err)
{
    return db_run(db, "INSERT INTO account (id, plan) VALUES ($1, 'free')", DB_BIND(db_text(argument)), NULL, err);
}

static enum status count_accounts(struct db *db, void *argument, struct error *err)
{
    return db_one(db, "SELECT COUNT(*) FROM account WHERE id <> 'me'", DB_NOTHING, NULL, read_number, argument, err);
}

static int64_t accounts(struct store *store)
{
    int64_t count = -1;
    struct error err;
    if (store_read(store, count_accounts, &count, &err))
        fail_msg("%s", err.message);
    return count;
}

static void write_well(struct fixture *f, struct store *store, const char *id)
{
    if (store_write(store, add_account, (void *)id, &f->err))
        fail_msg("%s: %s", id, f->err.message);
}

static void assert_gone(const struct fixture *f)
{
    assert_int_equal(f->err.status, E_IO);
    assert_string_equal(f->err.code, "database_gone");
}

static void an_idle_connection_is_made_anew(void **state)
{
    BEGIN_TEST(f);
    struct store *store = open_node(f, "idle");
    write_well(f, store, "a");
    assert_int_equal(accounts(store), 1);
    assert_true(cut_off("idle") >= 2);
    write_well(f, store, "b");
    assert_true(cut_off("idle") >= 1);
    assert_int_equal(accounts(store), 2);
    assert_int_equal(store_check(store, &f->err), OK);
    store_close(store);
}

struct late {
    const char *id, *node;
};

/* Is cut off between what it writes first and what it writes then. */
static enum status add_around_a_cut(struct db *db, void *argument, struct error *err)
{
    const struct late *late = argument;
    enum status status = add_account(db, (void *)late->id, err);
    if (status)
        return status;
    cut_off(late->node);
    return add_account(db, "behind", err);
}

static void what_was_begun_on_a_lost_connection_is_undone(void **state)
{
    BEGIN_TEST(f);
    struct store *store = open_node(f, "within");
    struct late late = {"first", "within"};
    assert_int_equal(store_write(store, add_around_a_cut, &late, &f->err), E_IO);
    assert_gone(f);
    assert_int_equal(accounts(store), 0);
    write_well(f, store, "next");
    assert_int_equal(accounts(store), 1);
    store_close(store);
}

/* --- a group of writes --- */

struct group {
    sem_t entered, go, done;
};

struct member {
    struct group *group;
    const char *id, *node;
    enum status status;
    struct error err;
};

static enum status hold_up(struct db *db, void *argument, struct error *err)
{
    struct member *member = argument;
    (void)db, (void)err;
    sem_post(&member->group->entered);
    while (sem_wait(&member->group->go) && errno == EINTR)
        continue;
    return OK;
}

static enum status add_member(struct db *db, void *argument, struct error *err)
{
    struct member *member = argument;
    enum status status = add_account(db, (void *)member->id, err);
    if (status || !member->node)
        return status;
    cut_off(member->node);
    return add_account(db, "behind", err);
}

static void note_answer(void *argument, enum status status, const struct error *err)
{
    struct member *member = argument;
    member->status = status;
    member->err = *err;
    sem_post(&member->group->done);
}

static void submit(struct store *store, store_work work, struct member *member)
{
    struct error err;
    assert_int_equal(store_submit(store, work, member, note_answer, &err), OK);
}

/* The first of three is in the transaction that the second loses; the third is in the next one. */
static void a_loss_within_a_group_is_told_to_whom_it_concerns(void **state)
{
    BEGIN_TEST(f);
    struct store *store = open_node(f, "group");
    struct group group;
    struct member holder = {.group = &group}, members[] = {{&group, "a", NULL, E_LIMIT, {0}},
                                                           {&group, "b", "group", E_LIMIT, {0}},
                                                           {&group, "c", NULL, E_LIMIT, {0}}};
    sem_init(&group.entered, 0, 0), sem_init(&group.go, 0, 0), sem_init(&group.done, 0, 0);
    submit(store, hold_up, &holder);
    sem_wait(&group.entered);
    for (size_t i = 0; i < COUNT_OF(members); i++)
        submit(store, add_member, &members[i]);
    sem_post(&group.go);
    for (size_t i = 0; i < COUNT_OF(members) + 1; i++)
        sem_wait(&group.done);
    assert_int_equal(members[0].status, E_IO);
    assert_string_equal(members[0].err.code, "database_gone");
    assert_int_equal(members[1].status, E_IO);
    assert_string_equal(members[1].err.code, "database_gone");
    assert_int_equal(members[2].status, OK);
    assert_int_equal(accounts(store), 1);
    store_close(store);
}

/* --- at the end of a transaction --- */

/* Has the end of each transaction that adds an account wait or fail: `body` of a trigger that runs there. */
static void at_commit(struct fixture *f, const char *body)
{
    const char *sql = arena_printf(f->arena,
                                   "CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN %s; "
                                   "RETURN NULL; END $$; CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON account "
                                   "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION at_commit()",
                                   body);
    if (db_script(f->db, sql, &f->err))
        fail_msg("%s", f->err.message);
}

static void a_server_process_that_ends_at_the_commit_has_not_committed(void **state)
{
    BEGIN_TEST(f);
    at_commit(f, "IF NEW.id = 'a' THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF");
    struct store *store = open_node(f, "ending");
    assert_int_equal(store_write(store, add_account, "a", &f->err), E_IO);
    assert_gone(f);
    write_well(f, store, "b");
    assert_int_equal(accounts(store), 1);
    store_close(store);
}

static void what_is_refused_at_the_commit_is_not_there(void **state)
{
    BEGIN_TEST(f);
    at_commit(f, "IF NEW.id = 'a' THEN RAISE unique_violation; END IF");
    struct store *store = open_node(f, "refused");
    assert_int_equal(store_write(store, add_account, "a", &f->err), E_CONFLICT);
    write_well(f, store, "b");
    assert_int_equal(accounts(store), 1);
    store_close(store);
}

/* A relay before the server's socket, which breaks a connection off around a statement that ends in the word. */
static struct cut_relay {
    struct sockaddr_un server;
    int port, listener;
    pthread_t thread;
    const char *word; /* with a NUL behind it, as the statements end */
    atomic_bool cuts, is_over;
    bool after_answer;    /* only once the server has answered; otherwise as soon as the COMMIT is handed on */
    void (*at_cut)(void); /* what happens at that moment; may be NULL */
} relay;

struct link {
    int client, server;
};

enum { CHUNK = 65536, LOOK_MS = 50 };

static bool pass_on(int from, int to, char *chunk, ssize_t *length)
{
    *length = read(from, chunk, CHUNK);
    return *length > 0 && send(to, chunk, (size_t)*length, MSG_NOSIGNAL) == *length;
}

/* False: the link is to be cut. */
static bool relay_chunk(const struct link *link, struct pollfd ends[2], char *chunk)
{
    ssize_t length;
    if (ends[1].revents && !pass_on(link->server, link->client, chunk, &length))
        return false;
    if (!ends[0].revents)
        return true;
    if (!pass_on(link->client, link->server, chunk, &length))
        return false;
    if (!memmem(chunk, (size_t)length, relay.word, strlen(relay.word) + 1) || !atomic_exchange(&relay.cuts, false))
        return true;
    bool goes_on = relay.after_answer && read(link->server, chunk, CHUNK) < 0; /* the answer is kept back */
    if (relay.at_cut)
        relay.at_cut();
    return goes_on;
}

static void *relay_link(void *argument)
{
    struct link *link = argument;
    struct pollfd ends[] = {{link->client, POLLIN, 0}, {link->server, POLLIN, 0}};
    char *chunk = malloc(CHUNK);
    bool is_up = chunk && link->server >= 0;
    while (is_up && !atomic_load(&relay.is_over))
        if (poll(ends, 2, LOOK_MS) > 0)
            is_up = relay_chunk(link, ends, chunk);
    free(chunk);
    close(link->client);
    close(link->server);
    free(link);
    return NULL;
}

static void *relay_on(void *argument)
{
    struct pollfd waiting = {relay.listener, POLLIN, 0};
    while (!atomic_load(&relay.is_over)) {
        pthread_t thread;
        if (poll(&waiting, 1, LOOK_MS) <= 0)
            continue;
        struct link *link = calloc(1, sizeof *link);
        link->client = accept(relay.listener, NULL, NULL);
        link->server = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connect(link->server, (struct sockaddr *)&relay.server, sizeof relay.server))
            perror("relay");
        if (pthread_create(&thread, NULL, relay_link, link) == 0)
            pthread_detach(thread);
    }
    return argument;
}

/* The value of an option of an address. */
static void option_of(const char *address, const char *name, char *out, size_t size)
{
    char *problem = NULL;
    PQconninfoOption *options = PQconninfoParse(address, &problem);
    if (!options)
        fail_msg("%s", problem);
    for (PQconninfoOption *option = options; option->keyword; option++)
        if (strcmp(option->keyword, name) == 0)
            snprintf(out, size, "%s", option->val ? option->val : "");
    PQconninfoFree(options);
}

/* Gives the address of the server's database "postgres" through the relay, in which a search path may be added. */
static const char *start_relay_to(struct fixture *f, const char *address, const char *word, bool after_answer)
{
    char host[80], port[8];
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof here;
    option_of(address, "host", host, sizeof host);
    option_of(address, "port", port, sizeof port);
    memset(&relay, 0, sizeof relay);
    relay.server.sun_family = AF_UNIX;
    snprintf(relay.server.sun_path, sizeof relay.server.sun_path, "%s/.s.PGSQL.%s", host, port);
    relay.word = word;
    relay.after_answer = after_answer;
    relay.listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(relay.listener, (struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(listen(relay.listener, 16), 0);
    assert_int_equal(getsockname(relay.listener, (struct sockaddr *)&here, &length), 0);
    assert_int_equal(pthread_create(&relay.thread, NULL, relay_on, NULL), 0);
    return arena_printf(f->arena, "postgresql://postgres@127.0.0.1:%d/postgres", ntohs(here.sin_port));
}

/* The same of the fixture's schema. */
static const char *start_relay(struct fixture *f, const char *word, bool after_answer)
{
    char name[DATABASE_NAME_SIZE];
    const char *address = start_relay_to(f, database_server(), word, after_answer);
    database_schema(f->folder, name);
    return arena_printf(f->arena, "%s?options=-csearch_path%%3D%%22%s%%22", address, name);
}

static void stop_relay(void)
{
    atomic_store(&relay.is_over, true);
    pthread_join(relay.thread, NULL);
    close(relay.listener);
}

static void a_commit_whose_answer_is_lost_is_looked_up(void **state)
{
    BEGIN_TEST(f);
    const char *address = start_relay(f, "COMMIT", true);
    assert_int_equal(db_commit(f->db, &f->err), OK);
    struct store *store = open_node_at(f, "unheard", address);
    atomic_store(&relay.cuts, true);
    write_well(f, store, "a");
    assert_false(atomic_load(&relay.cuts));
    assert_int_equal(accounts(store), 1);
    store_close(store);
    stop_relay();
}

/* Nothing has happened yet: it is begun again. */
static void a_begin_whose_answer_is_lost_is_begun_again(void **state)
{
    BEGIN_TEST(f);
    const char *address = start_relay(f, "COMMITTED", true);
    assert_int_equal(db_commit(f->db, &f->err), OK);
    struct store *store = open_node_at(f, "unbegun", address);
    atomic_store(&relay.cuts, true);
    write_well(f, store, "a");
    assert_false(atomic_load(&relay.cuts));
    assert_int_equal(accounts(store), 1);
    store_close(store);
    stop_relay();
}

/* The server is still at it when it is asked first. */
static void a_commit_under_way_is_waited_for(void **state)
{
    BEGIN_TEST(f);
    at_commit(f, "IF NEW.id = 'a' THEN PERFORM pg_sleep(0.3); END IF");
    const char *address = start_relay(f, "COMMIT", false);
    assert_int_equal(db_commit(f->db, &f->err), OK);
    struct store *store = open_node_at(f, "slow", address);
    atomic_store(&relay.cuts, true);
    enum status status = store_write(store, add_account, "a", &f->err);
    assert_false(atomic_load(&relay.cuts));
    /* The server may notice in time that nobody is there any more; what is said is so in any case. */
    assert_int_equal(accounts(store), status == OK ? 1 : 0);
    write_well(f, store, "b");
    assert_int_equal(accounts(store), status == OK ? 2 : 1);
    store_close(store);
    stop_relay();
}

static enum status try_address(struct fixture *f, const char *address)
{
    struct store *store = NULL;
    char folder[96];
    snprintf(folder, sizeof folder, "%s/tried", f->folder);
    enum status status = store_connect(folder, address, &store, &f->err);
    store_close(store);
    return status;
}

static void assert_says(const struct fixture *f, const char *words)
{
    if (!strstr(f->err.message, words))
        fail_msg("no %s in: %s", words, f->err.message);
}

/* --- a server of a test's own --- */

static struct server {
    pid_t pid;
    FILE *words, *answers;
    char address[200], by_network[200], programs[100];
} server;

static void await_word(const char *word)
{
    char line[300];
    while (fgets(line, sizeof line, server.answers)) {
        char *value = strchr(line, ' ');
        line[strcspn(line, "\n")] = '\0';
        if (!value)
            continue;
        *value++ = '\0';
        if (strcmp(line, "COPYDESK_TEST_DATABASE") == 0)
            snprintf(server.address, sizeof server.address, "%s", value);
        if (strcmp(line, "COPYDESK_TEST_DATABASE_TCP") == 0)
            snprintf(server.by_network, sizeof server.by_network, "%s", value);
        if (strcmp(line, "COPYDESK_TEST_DATABASE_BIN") == 0)
            snprintf(server.programs, sizeof server.programs, "%s", value);
        if (strcmp(line, word) == 0 || strcmp(value, word) == 0)
            return;
    }
    fail_msg("the server did not say %s", word);
}

/* setting: one of its own, "name=value", or NULL. */
static void start_server(const char *setting)
{
    int words[2], answers[2];
    assert_int_equal(pipe(words), 0);
    assert_int_equal(pipe(answers), 0);
    server.pid = fork();
    if (server.pid == 0) {
        dup2(words[0], 0);
        dup2(answers[1], 1);
        close(words[0]), close(words[1]), close(answers[0]), close(answers[1]);
        execl("/bin/sh", "sh", "spec/support/postgresql.sh", "serve", setting, (char *)NULL);
        _exit(127);
    }
    close(words[0]), close(answers[1]);
    server.words = fdopen(words[1], "w");
    server.answers = fdopen(answers[0], "r");
    fcntl(words[1], F_SETFD, FD_CLOEXEC);
    await_word("ready");
}

static void tell_server(const char *word)
{
    fprintf(server.words, "%s\n", word);
    fflush(server.words);
    await_word(word);
}

static void stop_server(void)
{
    int status;
    fclose(server.words);
    fclose(server.answers);
    assert_int_equal(waitpid(server.pid, &status, 0), server.pid);
    assert_int_equal(status, 0);
}

static void a_server_that_crashes_is_found_again(void **state)
{
    BEGIN_TEST(f);
    start_server(NULL);
    struct store *store = open_node_at(f, "patient", server.address);
    write_well(f, store, "a");
    tell_server("crash");
    assert_int_equal(store_write(store, add_account, "b", &f->err), E_IO);
    assert_gone(f);
    assert_int_equal(store_check(store, &f->err), E_IO);
    assert_gone(f);
    int64_t count;
    assert_int_equal(store_read(store, count_accounts, &count, &f->err), E_IO);
    assert_gone(f);
    tell_server("start");
    write_well(f, store, "c");
    assert_int_equal(store_check(store, &f->err), OK);
    assert_int_equal(accounts(store), 2);
    store_close(store);
    stop_server();
}

static void a_restart_during_a_write_costs_no_more_than_that(void **state)
{
    BEGIN_TEST(f);
    start_server(NULL);
    struct store *store = open_node_at(f, "restarted", server.address);
    for (int i = 0; i < 3; i++) {
        char id[8];
        snprintf(id, sizeof id, "a%d", i);
        tell_server("stop");
        tell_server("start");
        write_well(f, store, id);
        assert_int_equal(accounts(store), i + 1);
    }
    store_close(store);
    stop_server();
}

/* Runs statements on it. */
static void command_server(const char *sql)
{
    PGconn *handle = PQconnectdb(server.address);
    PGresult *result = PQexec(handle, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(handle));
    PQclear(result);
    PQfinish(handle);
}

/* The log is written by nobody but whoever waits for it: what nobody waited for is gone with the server. */
static void what_was_acknowledged_is_on_the_disk_where_synchronous_commit_is_off(void **state)
{
    BEGIN_TEST(f);
    const char *addresses[2], *ids[] = {"a", "b"};
    start_server("wal_writer_delay=10000");
    command_server("ALTER ROLE postgres SET synchronous_commit = off");
    addresses[0] = server.address;
    addresses[1] = arena_printf(f->arena, "%s&options=-csynchronous_commit%%3Doff", server.address);
    for (int i = 0; i < 2; i++) {
        struct store *store = open_node_at(f, "late", addresses[i]);
        write_well(f, store, ids[i]);
        tell_server("crash");
        tell_server("start");
        store_close(store);
        store = open_node_at(f, "late", addresses[i]);
        assert_int_equal(accounts(store), i + 1);
        store_close(store);
    }
    stop_server();
}

static bool answers(const char *address)
{
    PGconn *probe = PQconnectdb(address);
    bool good = PQstatus(probe) == CONNECTION_OK;
    PQfinish(probe);
    return good;
}

/* Transactions of others that take the numbers of those that were lost. */
static void take_numbers(void)
{
    for (int i = 0; i < 100; i++)
        command_server("SELECT pg_current_xact_id()");
}

static void crash_and_take_numbers(void)
{
    tell_server("crash");
    tell_server("start");
    take_numbers();
}

/* Then the server ends all connections, starts all its processes again, and is the same otherwise. */
static void crash_one_process(void)
{
    PGconn *victim = PQconnectdb(server.address), *witness = PQconnectdb(server.address);
    int64_t until = clock_mono_ms() + 20000;
    assert_int_equal(kill(PQbackendPID(victim), SIGKILL), 0);
    PQclear(PQexec(witness, "SELECT pg_sleep(60)")); /* until it is ended, too */
    PQfinish(victim);
    PQfinish(witness);
    while (!answers(server.address) && clock_mono_ms() < until)
        pg_pause(20);
    take_numbers();
}

/* As a standby server does when the first one is gone. */
static void take_over(void)
{
    char folder[80], path[120];
    option_of(server.address, "host", folder, sizeof folder);
    snprintf(path, sizeof path, "%s/data/standby.signal", folder);
    tell_server("stop");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0666), 0);
    tell_server("start");
    command_server("SELECT pg_promote(true, 60)");
    take_numbers();
}

/*
 * What was committed, but was not on the disk, is lost in a crash, and its number is given to somebody else, who
 * commits: that is not taken for the answer. A server that takes over may lack what the first one had in the same way.
 */
static void a_commit_is_not_looked_up_at_another_server_or_one_that_has_crashed(void **state)
{
    BEGIN_TEST(f);
    static void (*const events[])(void) = {crash_and_take_numbers, crash_one_process, take_over};
    for (size_t i = 0; i < COUNT_OF(events); i++) {
        start_server("wal_writer_delay=10000");
        const char *address = start_relay_to(f, server.address, "COMMIT", true);
        struct store *store = open_node_at(f, "crashed", address);
        write_well(f, store, "a");
        relay.at_cut = events[i];
        atomic_store(&relay.cuts, true);
        assert_int_equal(store_write(store, add_account, "b", &f->err), E_IO);
        assert_gone(f);
        assert_says(f, "is not known");
        assert_false(atomic_load(&relay.cuts));
        write_well(f, store, "c");
        assert_true(accounts(store) >= 2);
        store_close(store);
        stop_relay();
        stop_server();
    }
}

/* --- users and their passwords --- */

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fputs(text, file) < 0, 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0600), 0);
}

/* While it runs, a node goes on trying with what the file says by then. */
static void a_password_may_be_changed(void **state)
{
    BEGIN_TEST(f);
    char port[8];
    start_server(NULL);
    command_server("CREATE ROLE desk LOGIN PASSWORD 'first'; CREATE SCHEMA desk AUTHORIZATION desk");
    option_of(server.by_network, "port", port, sizeof port);
    const char *passwords = arena_printf(f->arena, "%s/passwords", f->folder);
    write_file(passwords, "*:*:*:desk:first");
    struct store *store = open_node_at(
        f, "rotated", arena_printf(f->arena, "postgresql://desk@127.0.0.1:%s/postgres?passfile=%s", port, passwords));
    write_well(f, store, "a");
    command_server("ALTER ROLE desk PASSWORD 'second'");
    command_server("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'rotated'");
    assert_int_equal(store_write(store, add_account, "b", &f->err), E_IO);
    assert_gone(f);
    assert_says(f, "password authentication failed");
    write_file(passwords, "*:*:*:desk:second");
    write_well(f, store, "c");
    assert_int_equal(accounts(store), 2);
    store_close(store);
    stop_server();
}

static void a_user_that_owns_its_schema_alone_needs_no_more(void **state)
{
    BEGIN_TEST(f);
    int64_t tables = 0;
    start_server(NULL);
    command_server("CREATE ROLE desk LOGIN; CREATE ROLE other LOGIN; CREATE SCHEMA desk AUTHORIZATION desk; "
                   "CREATE SCHEMA articles AUTHORIZATION other; REVOKE ALL ON SCHEMA public FROM PUBLIC; "
                   "REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC; "
                   "ALTER ROLE other SET search_path = articles");
    char host[80], port[8];
    option_of(server.address, "host", host, sizeof host);
    option_of(server.address, "port", port, sizeof port);
    /* By the user's name, by the address, and as it was set for the user. */
    const char *users[] = {"desk", "desk&options=-csearch_path%3Ddesk", "other"};
    for (size_t i = 0; i < COUNT_OF(users); i++) {
        struct store *store = open_node_at(
            f, "owner", arena_printf(f->arena, "postgresql:///postgres?host=%s&port=%s&user=%s", host, port, users[i]));
        write_well(f, store, users[i]);
        assert_int_equal(accounts(store), i == 1 ? 2 : 1);
        store_close(store);
    }
    struct db *db = NULL;
    assert_int_equal(db_open(&db_postgresql, server.address, DB_READER, &db, &f->err), OK);
    assert_int_equal(db_begin(db, DB_READER, &f->err), OK);
    tables = number(db, "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'");
    db_close(db);
    assert_int_equal(tables, 0);
    stop_server();
}

static void a_user_that_may_make_no_tables_is_told_what_it_needs(void **state)
{
    BEGIN_TEST(f);
    start_server(NULL);
    command_server("CREATE ROLE desk LOGIN; CREATE SCHEMA articles; GRANT USAGE ON SCHEMA articles TO desk; "
                   "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    char host[80], port[8];
    option_of(server.address, "host", host, sizeof host);
    option_of(server.address, "port", port, sizeof port);
    const char *place = arena_printf(f->arena, "postgresql:///postgres?host=%s&port=%s&user=desk", host, port);
    static const char *const paths[][2] = {
        {"public", "permission denied for schema public"},
        {"articles", "permission denied for schema articles"},
        {"nowhere", "has no schema"},
    };
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        assert_int_not_equal(
            try_address(f, arena_printf(f->arena, "%s&options=-csearch_path%%3D%s", place, paths[i][0])), OK);
        assert_says(f, paths[i][1]);
        assert_says(f, i < 2 ? "it has to own the schema that comes first in its search_path" : "search path");
    }
    command_server("REVOKE CONNECT ON DATABASE postgres FROM PUBLIC");
    assert_int_equal(try_address(f, place), E_INVALID);
    assert_says(f, "may not connect to that database");
    stop_server();
}

/* --- databases that cannot be used --- */

static void a_wrong_password_is_said(void **state)
{
    BEGIN_TEST(f);
    const char *address = getenv("COPYDESK_TEST_DATABASE_TCP");
    if (!address)
        skip();
    char port[8], name[DATABASE_NAME_SIZE];
    database_schema(f->folder, name);
    option_of(address, "port", port, sizeof port);
    assert_int_equal(db_commit(f->db, &f->err), OK);
    assert_int_equal(try_address(f, arena_printf(f->arena, "%s?options=-csearch_path%%3D%%22%s%%22", address, name)),
                     OK);
    assert_int_equal(
        try_address(f, arena_printf(f->arena, "postgresql://postgres:not-secret@127.0.0.1:%s/postgres", port)),
        E_INVALID);
    assert_says(f, "user or password are wrong");
    assert_null(strstr(f->err.message, "not-secret"));
}

static void a_database_that_is_not_there_is_said(void **state)
{
    BEGIN_TEST(f);
    char host[80], port[8];
    option_of(database_server(), "host", host, sizeof host);
    option_of(database_server(), "port", port, sizeof port);
    const char *address = arena_printf(f->arena, "postgresql:///nowhere?host=%s&port=%s&user=postgres", host, port);
    assert_int_equal(try_address(f, address), E_INVALID);
    assert_says(f, "\"nowhere\" does not exist");
    assert_int_equal(try_address(f, arena_printf(f->arena, "postgresql:///nowhere?host=%s/none", host)), E_IO);
    assert_says(f, "cannot be reached");
}

/* With far more patience than a test has. */
static void a_start_that_is_refused_is_not_tried_again(void **state)
{
    enum { PATIENCE_MS = 3600 * 1000 };
    BEGIN_TEST(f);
    char host[80], port[8];
    option_of(database_server(), "host", host, sizeof host);
    option_of(database_server(), "port", port, sizeof port);
    const char *refused[][2] = {
        {"/nowhere?user=postgres&", "SQLSTATE 3D000"},
        {"/postgres?user=nobody_here&", "SQLSTATE 28000"},
        {"/postgres?user=pg_monitor&", "not permitted to log in"},
        {"/postgres?user=postgres&options=-cnonsense%3D1&", "SQLSTATE 42704"},
        {"/postgres?user=postgres&options=-cjit%3Dmaybe&", "SQLSTATE 22023"},
        {"/postgres?user=postgres&sslmode=nonsense&", "sslmode"},
        {"/postgres?service=nonsense&", "service"},
    };
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        struct pg_connection connection;
        const char *address = arena_printf(f->arena, "postgresql://%shost=%s&port=%s", refused[i][0], host, port);
        assert_int_equal(pg_init(&connection, address, &f->err), OK);
        connection.is_strict = true;
        assert_int_equal(pg_ensure(&connection, PATIENCE_MS, &f->err), E_INVALID);
        assert_says(f, refused[i][1]);
        assert_int_equal(connection.failures, 1);
        pg_close(&connection);
    }
}

/* Servers that are away, or about to be there, are tried again. */
static void a_start_without_a_server_is_tried_again(void **state)
{
    BEGIN_TEST(f);
    struct pg_connection connection;
    const char *address = arena_printf(f->arena, "postgresql:///postgres?host=%s&user=postgres", f->folder);
    assert_int_equal(pg_init(&connection, address, &f->err), OK);
    connection.is_strict = true;
    assert_int_equal(pg_ensure(&connection, 300, &f->err), E_IO);
    assert_gone(f);
    assert_true(connection.failures > 1);
    pg_close(&connection);
}

/* It is told to everybody, and not only to whoever made the try. */
static void between_two_tries_the_reason_of_the_last_one_is_said(void **state)
{
    BEGIN_TEST(f);
    char host[80], port[8];
    struct pg_connection connection;
    option_of(database_server(), "host", host, sizeof host);
    option_of(database_server(), "port", port, sizeof port);
    const char *address = arena_printf(f->arena, "postgresql:///nowhere?host=%s&port=%s&user=postgres", host, port);
    assert_int_equal(pg_init(&connection, address, &f->err), OK);
    assert_int_equal(pg_ensure(&connection, 200, &f->err), E_IO);
    int failures = connection.failures;
    assert_true(failures > 1);
    connection.retry_at = INT64_MAX;
    f->err = (struct error){0};
    assert_int_equal(pg_ensure(&connection, 200, &f->err), E_IO);
    assert_gone(f);
    assert_says(f, "\"nowhere\" does not exist");
    assert_int_equal(connection.failures, failures);
    pg_close(&connection);
}

/* --- a server that is not one of ours --- */

static struct old_server {
    int listener, port;
    const char *version;
    pthread_t thread;
} old_server;

static char *add_message(char *out, char type, const void *body, uint32_t length)
{
    uint32_t size = htonl(length + 4);
    *out++ = type;
    memcpy(out, &size, sizeof size);
    memcpy(out + sizeof size, body, length);
    return out + sizeof size + length;
}

/* Lets one client in, and says its version. https://www.postgresql.org/docs/current/protocol-message-formats.html */
static void *greet(void *argument)
{
    char said[512], parameter[64], *end = said;
    int client = accept(old_server.listener, NULL, NULL);
    int length = snprintf(parameter, sizeof parameter, "server_version%c%s", 0, old_server.version) + 1;
    end = add_message(end, 'R', "\0\0\0\0", 4);
    end = add_message(end, 'S', parameter, (uint32_t)length);
    end = add_message(end, 'K', "\0\0\0\7\0\0\0\7", 8);
    end = add_message(end, 'Z', "I", 1);
    if (read(client, said + sizeof said / 2, sizeof said / 2) > 0 && send(client, said, (size_t)(end - said), 0) > 0)
        while (read(client, parameter, sizeof parameter) > 0)
            continue;
    close(client);
    return argument;
}

static void an_older_server_is_refused(void **state)
{
    BEGIN_TEST(f);
    static const char *const versions[] = {"9.6.24", "12.22 (Debian 12.22-1)"};
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof here;
    old_server.listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(old_server.listener, (struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(listen(old_server.listener, 1), 0);
    assert_int_equal(getsockname(old_server.listener, (struct sockaddr *)&here, &length), 0);
    const char *address =
        arena_printf(f->arena, "postgresql://me@127.0.0.1:%d/x?sslmode=disable", ntohs(here.sin_port));
    for (size_t i = 0; i < COUNT_OF(versions); i++) {
        old_server.version = versions[i];
        assert_int_equal(pthread_create(&old_server.thread, NULL, greet, NULL), 0);
        assert_int_equal(try_address(f, address), E_INVALID);
        pthread_join(old_server.thread, NULL);
        assert_says(f, "PostgreSQL 13 or newer is needed; this is ");
        assert_says(f, versions[i]);
    }
    close(old_server.listener);
}

static void an_address_that_is_none_is_said(void **state)
{
    BEGIN_TEST(f);
    assert_int_equal(try_address(f, "postgresql://me:not-secret@[::1/x"), E_INVALID);
    assert_null(strstr(f->err.message, "not-secret"));
    assert_int_equal(try_address(f, "postgresql://127.0.0.1/x?nonsense=1"), E_INVALID);
    assert_says(f, "not well formed");
}

static void another_encoding_is_refused(void **state)
{
    BEGIN_TEST(f);
    char name[DATABASE_NAME_SIZE], host[80], port[8];
    database_schema(f->folder, name);
    option_of(database_server(), "host", host, sizeof host);
    option_of(database_server(), "port", port, sizeof port);
    database_command(
        arena_printf(f->arena, "CREATE DATABASE \"%s\" ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0", name));
    enum status status =
        try_address(f, arena_printf(f->arena, "postgresql:///%s?host=%s&port=%s&user=postgres", name, host, port));
    database_command(arena_printf(f->arena, "DROP DATABASE \"%s\"", name));
    assert_int_equal(status, E_INVALID);
    assert_non_null(strstr(f->err.message, "UTF8"));
    assert_non_null(strstr(f->err.message, "SQL_ASCII"));
}

static void a_database_that_can_only_be_read_is_said(void **state)
{
    BEGIN_TEST(f);
    assert_int_equal(db_commit(f->db, &f->err), OK);
    const char *address = arena_printf(f->arena, "%s%%20-cdefault_transaction_read_only%%3Don", f->path);
    assert_int_equal(try_address(f, address), E_IO);
    assert_string_equal(f->err.code, "database_gone");
    assert_non_null(strstr(f->err.message, "can only be read"));
}

/* --- several nodes --- */

static enum status count_up(struct db *db, void *argument, struct error *err)
{
    int64_t count = 0;
    (void)argument;
    enum status status =
        db_one(db, "SELECT words_used FROM account WHERE id = 'me'", DB_NOTHING, NULL, read_number, &count, err);
    return status ? status
                  : db_run(db, "UPDATE account SET words_used = $1 WHERE id = 'me'", DB_BIND(db_int(count + 1)), NULL,
                           err);
}

enum { NODES = 3, THREADS = 4, TURNS = 50 };

static void *count_often(void *argument)
{
    struct store *store = argument;
    for (int i = 0; i < TURNS; i++)
        if (store_write(store, count_up, NULL, NULL))
            return argument;
    return NULL;
}

/* What each reads before it writes is not changed by the others in between. */
static void nodes_write_one_after_the_other(void **state)
{
    BEGIN_TEST(f);
    struct store *stores[NODES];
    pthread_t threads[NODES * THREADS];
    for (int i = 0; i < NODES; i++)
        stores[i] = open_node(f, arena_printf(f->arena, "node%d", i));
    for (int i = 0; i < NODES * THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, count_often, stores[i % NODES]), 0);
    for (int i = 0; i < NODES * THREADS; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    for (int i = 0; i < NODES; i++)
        store_close(stores[i]);
    assert_int_equal(db_begin(f->db, DB_READER, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT words_used FROM account WHERE id = 'me'"), NODES * THREADS * TURNS);
}

/* Longer than idle_in_transaction_session_timeout. */
static enum status stand_still(struct db *db, void *argument, struct error *err)
{
    enum status status = add_account(db, argument, err);
    pg_pause(6000);
    return status ? status : add_account(db, "late", err);
}

static void *write_meanwhile(void *argument)
{
    struct member *member = argument;
    while (sem_wait(&member->group->entered) && errno == EINTR)
        continue;
    member->status = store_write((struct store *)(void *)member->id, add_account, "other", &member->err);
    return NULL;
}

static enum status stand_still_seen(struct db *db, void *argument, struct error *err)
{
    struct member *member = argument;
    sem_post(&member->group->entered);
    return stand_still(db, "first", err);
}

static void a_node_that_stands_still_keeps_nobody_up(void **state)
{
    BEGIN_TEST(f);
    struct store *still = open_node(f, "still"), *other = open_node(f, "other");
    struct group group;
    pthread_t thread;
    sem_init(&group.entered, 0, 0);
    struct member member = {.group = &group}, writer = {.group = &group, .id = (const char *)other, .status = E_LIMIT};
    assert_int_equal(pthread_create(&thread, NULL, write_meanwhile, &writer), 0);
    assert_int_equal(store_write(still, stand_still_seen, &member, &f->err), E_IO);
    assert_gone(f);
    pthread_join(thread, NULL);
    assert_int_equal(writer.status, OK);
    assert_int_equal(accounts(other), 1);
    write_well(f, still, "again");
    store_close(still);
    store_close(other);
}

/* --- the schema --- */

struct opening {
    char folder[96];
    const char *address;
    enum status status;
    struct error err;
};

static void *open_and_close(void *argument)
{
    struct opening *opening = argument;
    struct store *store = NULL;
    opening->status = store_connect(opening->folder, opening->address, &store, &opening->err);
    store_close(store);
    return NULL;
}

static void several_nodes_may_make_the_schema_at_once(void **state)
{
    enum { OPENINGS = 5 };
    BEGIN_TEST(f);
    static struct opening openings[OPENINGS];
    pthread_t threads[OPENINGS];
    char empty[96];
    db_close(f->db);
    f->db = NULL;
    snprintf(empty, sizeof empty, "%s/empty", f->folder);
    database_target(empty, f->path);
    for (int i = 0; i < OPENINGS; i++) {
        openings[i] = (struct opening){.address = f->path};
        snprintf(openings[i].folder, sizeof openings[i].folder, "%s/%d", f->folder, i);
        assert_int_equal(pthread_create(&threads[i], NULL, open_and_close, &openings[i]), 0);
    }
    for (int i = 0; i < OPENINGS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < OPENINGS; i++)
        if (openings[i].status)
            fail_msg("%s", openings[i].err.message);
    assert_int_equal(db_open(&db_postgresql, f->path, DB_READER, &f->db, &f->err), OK);
    assert_int_equal(db_begin(f->db, DB_READER, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM schema_version"), schema_newest());
    db_rollback(f->db);
    database_drop(empty);
}

static void a_newer_schema_is_left_alone(void **state)
{
    BEGIN_TEST(f);
    int64_t newer = schema_newest() + 1;
    assert_int_equal(db_run(f->db, "INSERT INTO schema_version (version, migrated_at, beside) VALUES ($1, 1, $1)",
                            DB_BIND(db_int(newer)), NULL, &f->err),
                     OK);
    int64_t before = number(f->db, "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = "
                                   "current_schema()");
    assert_int_equal(db_commit(f->db, &f->err), OK);
    assert_int_equal(try_address(f, f->path), E_INVALID);
    assert_string_equal(f->err.code, "newer_schema");
    assert_int_equal(db_begin(f->db, DB_READER, &f->err), OK);
    assert_int_equal(
        number(f->db, "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = current_schema()"), before);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM schema_version"), newer);
}

/* For the transaction that it is part of alone. */
static void a_migration_may_take_long(void **state)
{
    BEGIN_TEST(f);
    static const char LONGEST[] = "SELECT CAST(setting AS BIGINT) FROM pg_settings WHERE name = 'statement_timeout'";
    assert_int_equal(number(f->db, LONGEST), 30000);
    assert_int_equal(db_script(f->db, "CREATE TABLE one (id INTEGER); CREATE INDEX two ON one (id)", &f->err), OK);
    assert_int_equal(number(f->db, LONGEST), 0);
    assert_int_equal(db_commit(f->db, &f->err), OK);
    assert_int_equal(db_begin(f->db, DB_WRITER, &f->err), OK);
    assert_int_equal(number(f->db, LONGEST), 30000);
    assert_int_equal(db_script(f->db, "DROP TABLE one", &f->err), OK);
}

static void a_migration_that_fails_leaves_nothing(void **state)
{
    BEGIN_TEST(f);
    char empty[96];
    snprintf(empty, sizeof empty, "%s/empty", f->folder);
    db_close(f->db);
    database_target(empty, f->path);
    assert_int_equal(db_open(&db_postgresql, f->path, DB_WRITER, &f->db, &f->err), OK);
    assert_int_equal(db_script(f->db, "CREATE TABLE brand (id TEXT)", &f->err), OK); /* in the way of version 4 */
    assert_int_not_equal(try_address(f, f->path), OK);
    assert_int_equal(db_begin(f->db, DB_READER, &f->err), OK);
    assert_int_equal(
        number(f->db, "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema()"), 1);
    db_rollback(f->db);
    assert_int_equal(db_script(f->db, "DROP TABLE brand", &f->err), OK);
    assert_int_equal(try_address(f, f->path), OK);
    database_drop(empty);
}

/* --- a pooler in between, which hands each transaction to any of its connections --- */

#define POOLER "/usr/sbin/pgbouncer"

static struct pooler {
    pid_t pid;
    char folder[40], database[DATABASE_NAME_SIZE], address[200];
} pooler;

static void write_pooler_file(const char *host, const char *port)
{
    char path[64];
    snprintf(path, sizeof path, "%s/pgbouncer.ini", pooler.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "[databases]\n%s = host=%s port=%s user=postgres\n"
            "[pgbouncer]\nlisten_addr =\nlisten_port = 6432\nunix_socket_dir = %s\nlogfile = %s/log\n"
            "pool_mode = transaction\nauth_type = any\ndefault_pool_size = 2\n",
            pooler.database, host, port, pooler.folder, pooler.folder);
    assert_int_equal(fclose(file), 0);
}

/* It refuses to run as root, and ends with this process. */
static void run_pooler(void)
{
    char path[64];
    snprintf(path, sizeof path, "%s/pgbouncer.ini", pooler.folder);
    pooler.pid = fork();
    if (pooler.pid == 0) {
        bool is_root = geteuid() == 0;
        int null = open("/dev/null", O_RDWR);
        for (int i = 0; i < 3; i++)
            dup2(null, i);
        if (is_root)
            execlp("setpriv", "setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--pdeathsig=TERM",
                   POOLER, path, (char *)NULL);
        execlp("setpriv", "setpriv", "--pdeathsig=TERM", POOLER, path, (char *)NULL);
        _exit(127);
    }
    int64_t until = clock_mono_ms() + 20000;
    while (!answers(pooler.address) && clock_mono_ms() < until)
        pg_pause(20);
    assert_true(answers(pooler.address));
}

static void stop_pooler(void)
{
    int status;
    kill(pooler.pid, SIGTERM); /* releases from 1.23 on wait until all have left, and end at SIGQUIT */
    kill(pooler.pid, SIGQUIT);
    assert_int_equal(waitpid(pooler.pid, &status, 0), pooler.pid);
}

static void start_pooler(struct fixture *f)
{
    char host[80], port[8];
    option_of(database_server(), "host", host, sizeof host);
    option_of(database_server(), "port", port, sizeof port);
    snprintf(pooler.folder, sizeof pooler.folder, "/tmp/copydesk-pooler-XXXXXX");
    assert_non_null(mkdtemp(pooler.folder));
    assert_int_equal(chmod(pooler.folder, 0777), 0);
    database_schema(f->folder, pooler.database);
    database_command(arena_printf(f->arena, "CREATE DATABASE \"%s\"", pooler.database));
    snprintf(pooler.address, sizeof pooler.address, "postgresql:///%s?host=%s&port=6432&user=me", pooler.database,
             pooler.folder);
    write_pooler_file(host, port);
    run_pooler();
}

static void remove_pooler(struct fixture *f)
{
    stop_pooler();
    database_command(arena_printf(f->arena, "DROP DATABASE \"%s\" WITH (FORCE)", pooler.database));
    remove_folder(pooler.folder);
}

static enum status read_settings(struct db *db, void *argument, struct error *err)
{
    return db_one(db,
                  "SELECT CASE WHEN current_setting('statement_timeout') = '30s' AND "
                  "current_setting('idle_in_transaction_session_timeout') = '5s' THEN 1 ELSE 0 END",
                  DB_NOTHING, NULL, read_number, argument, err);
}

static enum status make_me(struct db *db, void *argument, struct error *err)
{
    (void)argument;
    return make_account_with(db, "me", "professional", 1000, 10, err);
}

static void a_pooler_may_be_in_between(void **state)
{
    BEGIN_TEST(f);
    if (access(POOLER, X_OK) != 0) {
        print_message("skipped: there is no " POOLER " (Debian's package pgbouncer)\n");
        skip();
    }
    start_pooler(f);
    struct store *stores[NODES];
    pthread_t threads[NODES * THREADS];
    int64_t value = 0;
    for (int i = 0; i < NODES; i++)
        stores[i] = open_node_at(f, arena_printf(f->arena, "node%d", i), pooler.address);
    assert_int_equal(store_write(stores[0], make_me, NULL, &f->err), OK);
    for (int i = 0; i < NODES * THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, count_often, stores[i % NODES]), 0);
    for (int i = 0; i < NODES * THREADS; i++) {
        void *failed;
        assert_int_equal(store_read(stores[i % NODES], read_settings, &value, &f->err), OK);
        assert_int_equal(value, 1);
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    assert_int_equal(store_write(stores[0], read_settings, &value, &f->err), OK);
    assert_int_equal(value, 1);
    stop_pooler();
    run_pooler();
    write_well(f, stores[0], "a");
    assert_int_equal(accounts(stores[0]), 1);
    for (int i = 0; i < NODES; i++)
        store_close(stores[i]);
    remove_pooler(f);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(numbers_of_all_types_are_read),
        TEST(a_sum_that_is_too_large_stays_large),
        TEST(texts_of_all_types_are_read),
        TEST(a_placeholder_is_null_and_then_not),
        TEST(a_large_blob_comes_back),
        TEST(an_idle_connection_is_made_anew),
        TEST(what_was_begun_on_a_lost_connection_is_undone),
        TEST(a_loss_within_a_group_is_told_to_whom_it_concerns),
        TEST(a_server_process_that_ends_at_the_commit_has_not_committed),
        TEST(what_is_refused_at_the_commit_is_not_there),
        TEST(a_commit_whose_answer_is_lost_is_looked_up),
        TEST(a_begin_whose_answer_is_lost_is_begun_again),
        TEST(a_commit_under_way_is_waited_for),
        TEST(a_server_that_crashes_is_found_again),
        TEST(a_restart_during_a_write_costs_no_more_than_that),
        TEST(what_was_acknowledged_is_on_the_disk_where_synchronous_commit_is_off),
        TEST(a_commit_is_not_looked_up_at_another_server_or_one_that_has_crashed),
        TEST(a_password_may_be_changed),
        TEST(a_user_that_owns_its_schema_alone_needs_no_more),
        TEST(a_user_that_may_make_no_tables_is_told_what_it_needs),
        TEST(a_wrong_password_is_said),
        TEST(a_database_that_is_not_there_is_said),
        TEST(a_start_that_is_refused_is_not_tried_again),
        TEST(a_start_without_a_server_is_tried_again),
        TEST(between_two_tries_the_reason_of_the_last_one_is_said),
        TEST(an_older_server_is_refused),
        TEST(an_address_that_is_none_is_said),
        TEST(another_encoding_is_refused),
        TEST(a_database_that_can_only_be_read_is_said),
        TEST(nodes_write_one_after_the_other),
        TEST(a_node_that_stands_still_keeps_nobody_up),
        TEST(several_nodes_may_make_the_schema_at_once),
        TEST(a_newer_schema_is_left_alone),
        TEST(a_migration_may_take_long),
        TEST(a_migration_that_fails_leaves_nothing),
        TEST(a_pooler_may_be_in_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
