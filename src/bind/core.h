/*
 * copydesk.core: the client for Lua. What its files share; each calls only those below it.
 *
 *   core.c          the module, the desk (a client object) and its methods; create, status, link, request: what each
 *                   sends, and what it makes of the answer
 *   core_task.c     a verb under way, and the loop that drives it when nobody else does; wait: polling until an article
 *                   is finished; the user's functions, the transport and the log of attempts; wake-ups for nginx
 *   core_answer.c   an answer as a table or an error; arguments and options; what another program writes to this one
 */
#ifndef COPYDESK_BIND_CORE_H
#define COPYDESK_BIND_CORE_H

#include "bind/lua_json.h"
#include "client/client.h"

/* --- desk: a client object --- */

#define DESK_TYPE "copydesk client"

struct desk {
    struct client *client; /* NULL once closed */
    int timeout_ms;
    bool has_transport; /* the user's function answers the requests */
    bool has_log;       /* the user's function is called for each attempt */
    bool owned;         /* it is the client of an embedded service, which has to be attached to in each process */
    /* To be called after each step: the transport and the log. NULL: there is neither. Errors in them go through. */
    void (*run_hooks)(lua_State *L, struct desk *desk);
};

/* --- hooks: the user's functions, core_task.c --- */

/* A struct desk's run_hooks. The desk is at 1. */
void hooks_run(lua_State *L, struct desk *desk);

/* Is there this function in the options at 1? Throws for another type. */
bool hooks_read(lua_State *L, const char *name);

/* Copies the functions from the options at 1 to the desk's values. */
void hooks_keep(lua_State *L, int values);

void hooks_open(lua_State *L);

/* --- task: one verb under way, core_task.c --- */

struct task {
    const struct verb *verb;
    struct desk *desk;        /* kept alive by the stack of a blocking verb, else by TASK_DESK */
    struct client_call *call; /* NULL before the start and after the end */
    struct buf body;          /* of the request that is being made */
    bool text_answer;         /* the answer's body is wanted as it is, not decoded */
    int index;                /* of the task on the stack, while start or advance runs */
    bool has_values;
    /* The caller steps the client right after starting (core.begin does): the timer need not be armed. */
    bool step_follows;
    bool driven;  /* begun by desk:start: desk:ended lists it, and it calls no function of the user's */
    bool paced;   /* see client_request */
    int delay_ms; /* wait before the first request */
    /* wait */
    int64_t deadline; /* monotonic ms */
    int64_t poll_started;
    int64_t last_answer; /* monotonic ms: when the service last answered; 0: not yet */
    int64_t interval_ms;
    bool fixed_interval, last_poll;
    bool reported; /* the driver was given TASK_RECORD as progress, and advance goes on from there */
    int timeout_ms, retries;
    uint64_t seen; /* hash of the last record's bytes */
};

/* What advance returns instead of a number of results: the record at the top is progress for the user. */
enum { PROGRESS = -1 };

struct verb {
    const char *name;
    /*
     * Reads the arguments from stack slot 2 on (the desk is at 1) and starts the first call. A wrong argument throws;
     * false: nil and an error were pushed.
     */
    bool (*start)(lua_State *L, struct task *task);
    /*
     * Is called when the task's call has ended. Returns the number of results that were pushed; 0: another call was
     * started; or, for driven tasks alone, PROGRESS: then it is called once more after the user has seen the record.
     */
    int (*advance)(lua_State *L, struct task *task);
};

/* Starts the task's next call; task->body is sent when has_body. False: nil and an error were pushed. */
bool task_send(lua_State *L, struct task *task, const struct client_request *request, bool has_body);

/* Runs the verb until it has results. The desk is at 1, the arguments behind it. */
int task_run(lua_State *L, const struct verb *verb);

/*
 * The same without waiting: pushes the task object, or nil and an error. With a delay (0 or more) the caller paces its
 * requests itself: the first one waits for so long, and an answer 429 ends the call.
 */
enum { NO_PACE = -1 };
int task_begin(lua_State *L, const struct verb *verb, bool step_follows, int delay_ms);

/* Pushes the next task of the desk whose call has ended, or nil. */
int task_next_ended(lua_State *L, struct desk *desk);

/* Pushes the task object; nil: it is being collected. Only of tasks that are driven, or whose desk has a transport. */
void task_open(lua_State *L);

/* Of the verb wait. */
bool wait_start(lua_State *L, struct task *task);
int wait_advance(lua_State *L, struct task *task);

/* --- arguments, core_answer.c --- */

/*
 * The string at index, which lives as long as it is there. Throws when it holds a NUL byte, at which C would cut it;
 * `name` is the option's or the argument's.
 */
const char *plain_string(lua_State *L, int index, const char *verb, const char *name);

/* 0 for what is not positive, and at most half of what an int holds, so that a sum of two fits. */
int seconds_to_ms(double seconds);

/* Seconds of an option at index (table) as ms; `missing` when absent. Throws when it is not a positive number. */
int option_ms(lua_State *L, int index, const char *verb, const char *name, int missing);

/* Throws unless the value at index is nil or a table with no other names than these ("timeout retries"). */
void check_options(lua_State *L, int index, const char *verb, const char *names);

/* Throws unless the field of the table at index is a string. */
void require_string(lua_State *L, int index, const char *verb, const char *field);

/* The options that every verb takes: timeout, retries, idempotency_key. Strings stay on the stack. */
void read_common(lua_State *L, int index, const char *verb, struct client_request *request);

/*
 * Reads the headers of an options table as "Name: value", NULL-terminated. They are on the Lua stack, where they stay
 * until the C function returns.
 */
enum { MAX_HEADERS = 32 };
void push_headers(lua_State *L, int index, const char *verb, const char **headers);

/*
 * Pushes the path of the article that the value at 2 names: its id, or a table with articleId, which the id then
 * replaces.
 */
void push_article_path(lua_State *L, const char *verb);

/* --- answers, core_answer.c --- */

bool is_success(const struct client_call *call);

/* Pushes the decoded object; or nil and an error, and is false. */
bool push_object(lua_State *L, const struct client_call *call);

/* From a call that ended without an answer, or with one whose status is not a success. Returns 2, as error_push. */
int error_push_call(lua_State *L, const struct client_call *call);

/* An answer that should have been something else; adds status and request id. */
int error_push_decode(lua_State *L, const struct client_call *call, const char *code, const char *message);

/* --- errors, core_answer.c --- */

#define ERROR_TYPE "copydesk error"

void error_open(lua_State *L);

/* Pushes nil and an error table, which the caller may add to; returns 2. Texts that are NULL or empty are left out. */
int error_push(lua_State *L, const char *kind, const char *code, const char *message);
int error_push_status(lua_State *L, const struct error *err);

/* --- input, core_answer.c --- */

/*
 * core.read_input([seconds [, fd]]) -> text: what standard input has, as soon as there is something; "" when `fd`
 * became readable first, or the seconds are over (60 at most; nil: without end), or a signal came. nil: it has ended;
 * nil and a reason: it cannot be read.
 */
int core_read_input(lua_State *L);

/* --- wake-ups, core_task.c --- */

void wakeup_open_type(lua_State *L);
int core_wakeup(lua_State *L);

#endif
