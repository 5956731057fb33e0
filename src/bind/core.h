/*
 * copydesk.core: the client for Lua. What its files share.
 *
 *   core.c        the module, the desk (a client object) and its methods
 *   core_verbs.c  create, status, link, request: what each sends, and what it makes of the answer
 *   core_wait.c   wait: polling until an article is finished
 *   core_task.c   a verb under way, and the loop that drives it when nobody else does
 *   core_hooks.c  the user's functions that answer requests and hear of attempts
 *   core_bell.c   tells nginx when there is something to do
 *   core_error.c  errors as tables
 *   lua_json.h    Lua values as JSON, and back
 *
 * Lua is never called from a curl callback: curl's callbacks collect in client/, and what comes of it is pushed afterwards.
 * Whatever needs freeing hangs on a userdata with __gc, because any call into Lua may throw.
 */
#ifndef COPYDESK_BIND_CORE_H
#define COPYDESK_BIND_CORE_H

#include "bind/lua_json.h"
#include "client/client.h"

/* --- desk: a client object ---------------------------------------------------------------------------------------- */

#define DESK_TYPE "copydesk client"

struct desk {
    struct client *client; /* NULL once closed */
    int timeout_ms;
    bool by_hand; /* there is a transport */
    bool notes;   /* there is a log */
    bool owned;   /* it is the client of an embedded service, which has to be attached to in each process */
};

/*
 * Calls the transport for each attempt that waits for an answer, and the log for each that ended. The desk is at 1. Errors in them
 * go through.
 */
void hooks_run(lua_State *L, struct desk *desk);
bool hooks_read(lua_State *L, const char *name); /* Is this function among the options at 1? Throws when it is none. */
void hooks_keep(lua_State *L, int values);       /* copies the functions from the options at 1 to the desk's values */
void hooks_open(lua_State *L);

/* --- task: one verb under way ------------------------------------------------------------------------------------- */

#define TASK_TYPE "copydesk task"

/* The user value of a task: a table with what it needs of Lua, made when there is something to keep. */
enum task_value { TASK_DESK = 1, TASK_PATH, TASK_ID, TASK_ON_PROGRESS, TASK_RECORD, TASK_ETAG };

struct task {
    const struct verb *verb;
    struct desk *desk;        /* kept alive by the stack of a blocking verb, else by TASK_DESK */
    struct client_call *call; /* NULL before the start and after the end */
    struct buf body;          /* of a request being made */
    bool text_answer;         /* the answer's body is wanted as it is, not decoded */
    int index;                /* of the task on the stack, while start or advance runs */
    bool has_values;
    bool step_follows; /* after the start, of which core.begin takes care */
    bool driven;       /* begun by desk:start: it is listed by desk:ended, and calls no function of the user's */
    bool paced;        /* see client_request */
    int delay_ms;      /* wait before the first request */
    /* wait */
    int64_t deadline; /* monotonic ms */
    int64_t poll_started;
    int64_t last_good; /* monotonic ms: when the service last answered; 0: not yet */
    int64_t interval_ms;
    bool fixed_interval, last_poll;
    bool told; /* of the record under way, by "progress" */
    int timeout_ms, retries;
    uint64_t seen; /* hash of the last record's bytes */
};

/*
 * A verb: start reads its arguments from stack slot 2 on (1 is the desk) and sets going;
 * a wrong argument throws, and false means nil and an error were pushed.
 * advance is called when the call has ended: the number of results pushed, 0 when there is more to wait for, or PROGRESS when the
 * record at the top is for the user to see before advance is called again (driven tasks only).
 */
enum { PROGRESS = -1 };

struct verb {
    const char *name;
    bool (*start)(lua_State *L, struct task *task);
    int (*advance)(lua_State *L, struct task *task);
};

extern const struct verb core_verbs[]; /* ended by an empty name */

bool wait_start(lua_State *L, struct task *task);
int wait_advance(lua_State *L, struct task *task);

/* nil when it was never set. */
void task_get(lua_State *L, struct task *task, enum task_value value);
void task_set(lua_State *L, struct task *task, enum task_value value); /* pops it */

/* Starts the task's next call; task->body is sent when has_body. False: nil and an error were pushed. */
bool task_send(lua_State *L, struct task *task, const struct client_request *request, bool has_body);

/* Runs the verb until it has results. The desk is at 1, the arguments behind it. */
int task_run(lua_State *L, const struct verb *verb);

/*
 * The same without waiting: pushes the task object, or nil and an error. With a delay (0 or more) the caller keeps the pace: the first
 * request waits for so long, and an answer 429 is his to deal with.
 */
enum { NO_PACE = -1 };
int task_begin(lua_State *L, const struct verb *verb, bool step_follows, int delay_ms);

/* Pushes the next task of the desk whose call has ended, or nil. */
int task_next_ended(lua_State *L, struct desk *desk);

/* Pushes the task object, or nil when it is being collected: only of tasks that are driven, or whose desk has a transport. */
void task_push(lua_State *L, const struct task *task);
void task_open(lua_State *L);

/* --- arguments ---------------------------------------------------------------------------------------------------- */

/*
 * The string at index, which lives as long as it is there. Throws when it holds a NUL byte, at which C would cut it; `name` is the
 * option's or the argument's.
 */
const char *plain_string(lua_State *L, int index, const char *verb, const char *name);

/* 0 for what is not positive, and at most half of what an int holds, so that a sum of two fits. */
int seconds_to_ms(double seconds);

/* Seconds of an option at index (table) as ms; `missing` when absent. Throws when it is not a positive number. */
int option_ms(lua_State *L, int index, const char *verb, const char *name, int missing);

/* Throws unless the value at index is nil or a table with no other names than these ("timeout retries"). */
void check_options(lua_State *L, int index, const char *verb, const char *names);

/* The options that every verb takes: timeout, retries, idempotency_key. Strings stay on the stack. */
void read_common(lua_State *L, int index, const char *verb, struct client_request *request);

/* Headers of an options table as "Name: value", NULL-terminated, on the Lua stack, where they stay until the function returns. */
enum { MAX_HEADERS = 32 };
void push_headers(lua_State *L, int index, const char *verb, const char **headers);

/* Pushes the path of the article that the value at 2 names: its id (which then stands at 2), or a table with articleId. */
void push_article_path(lua_State *L, const char *verb);

/* --- answers ------------------------------------------------------------------------------------------------------ */

bool is_success(const struct client_call *call);

/* Pushes the decoded object; or nil and an error, and is false. */
bool push_object(lua_State *L, const struct client_call *call);

/* --- errors ------------------------------------------------------------------------------------------------------- */

#define ERROR_TYPE "copydesk error"

void error_open(lua_State *L);

/* Pushes nil and an error table, which the caller may add to; returns 2. */
int error_push(lua_State *L, const char *kind, const char *code, const char *message);
int error_push_status(lua_State *L, const struct error *err);

/* From a call that ended without an answer, or with one whose status is not a success. */
int error_push_call(lua_State *L, const struct client_call *call);

/* An answer that should have been something else; adds status and request id. */
int error_push_decode(lua_State *L, const struct client_call *call, const char *code, const char *message);

/* --- the bell, core_bell.c ---------------------------------------------------------------------------------------- */

void bell_open_type(lua_State *L);
int core_bell(lua_State *L);

#endif
