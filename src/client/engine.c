#include "client/internal.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

/*
 * A step deals with as many events as come within this time, and with one at least; the descriptor stays readable for the rest. What
 * many connections bring at once does not cost a frame loop its frame.
 */
enum { EVENTS_PER_STEP = 64, EVENTS_US = 150 };

static int set_timer(CURLM *multi, long timeout_ms, void *context)
{
    (void)multi;
    struct client *client = context;
    if (timeout_ms < 0)
        client->curl_due = NEVER;
    else if (timeout_ms == 0)
        client->curl_due = 0;
    else /* one more, for the part of a millisecond that the clock cuts off: curl does not repeat a timer that came early */
        client->curl_due = clock_mono_ms() + timeout_ms + 1;
    return 0;
}

/* --- opening and closing ------------------------------------------------------------------------------------------- */

static enum status open_multi(struct client *client, struct error *err)
{
    client->curl_due = NEVER;
    client->multi = curl_multi_init();
    if (!client->multi)
        return error_memory(err);
    sockets_of_multi(client);
    curl_multi_setopt(client->multi, CURLMOPT_MAXCONNECTS, (long)CLIENT_SPARES);
    curl_multi_setopt(client->multi, CURLMOPT_TIMERFUNCTION, set_timer);
    curl_multi_setopt(client->multi, CURLMOPT_TIMERDATA, client);
    return OK;
}

static void close_multi(struct client *client)
{
    struct sigpipe_guard guard;
    sigpipe_hold(&guard, client);
    curl_multi_cleanup(client->multi);
    sigpipe_release(&guard);
    client->multi = NULL;
}

/* What could not be opened for want of memory or descriptors may be had later. */
static enum status open_what_is_missing(struct client *client, struct error *err)
{
    if (client->epoll < 0)
        client->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (client->epoll < 0)
        return error_set(err, E_IO, NULL, "cannot make an epoll descriptor: %s", strerror(errno));
    return client->multi ? OK : open_multi(client, err);
}

enum status engine_open(struct client *client, struct error *err)
{
    process_note(client);
    client->timer_set = NEVER;
    client->multi = NULL;
    return open_what_is_missing(client, err);
}

static void close_descriptors(struct client *client)
{
    if (client->timer >= 0)
        close(client->timer);
    if (client->epoll >= 0)
        close(client->epoll);
    client->timer = client->epoll = -1;
}

void engine_close(struct client *client)
{
    close_multi(client);
    close_descriptors(client);
    sockets_free(client);
}

/*
 * In a child process curl's handles still stand for the parent's connections: using or even cleaning them up would speak on
 * the parent's sockets. So they are left alone, and the calls that used them end.
 */
enum status engine_check_fork(struct client *client, struct error *err)
{
    if (process_is_same(client))
        return open_what_is_missing(client, err);
    close_descriptors(client);
    sockets_free(client);
    for (struct client_call *call = client->spare; call; call = call->next)
        call->easy = NULL;
    for (struct client_call *call = client->live, *next; call; call = next) {
        next = call->next;
        call->easy = NULL;
        if (call->state != CALL_DONE)
            call_end(call, E_NETWORK, "the process was forked while this request was under way");
    }
    return engine_open(client, err);
}

/*
 * Where memory ran out in the midst of its work curl's tables are not to be relied upon any more (7.88 divides by the size of a
 * table that it has emptied). So the transfers end, and connections are made anew; the descriptor that callers know stays.
 */
static enum status start_over(struct client *client, struct error *err)
{
    for (struct client_call *call = client->live, *next; call; call = next) {
        next = call->next;
        if (call->state != CALL_RUNNING)
            continue;
        attempt_stop(call);
        attempt_end(call, E_MEMORY, false, "out of memory");
    }
    close_multi(client);
    client->out_of_memory = false;
    return open_multi(client, err);
}

/* --- transfers ----------------------------------------------------------------------------------------------------- */

enum status engine_add(struct client *client, CURL *easy, struct error *err)
{
    CURLMcode code = curl_multi_add_handle(client->multi, easy);
    if (code == CURLM_OK)
        return OK;
    return code == CURLM_OUT_OF_MEMORY ? error_memory(err)
                                       : error_set(err, E_IO, NULL, "%s", curl_multi_strerror(code));
}

void engine_remove(struct client *client, CURL *easy)
{
    struct sigpipe_guard guard;
    sigpipe_hold(&guard, client);
    curl_multi_remove_handle(client->multi, easy);
    sigpipe_release(&guard);
}

/* --- time ---------------------------------------------------------------------------------------------------------- */

static int64_t next_due(const struct client *client)
{
    if (client->outgoing.first || client->rings)
        return 0;
    int64_t due = client->curl_due;
    if (client->timers.count && client->timers.calls[0]->due < due)
        due = client->timers.calls[0]->due;
    return due;
}

int client_timeout(const struct client *client)
{
    int64_t due = next_due(client);
    if (due == NEVER)
        return -1;
    int64_t left = due - clock_mono_ms();
    return left <= 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

static void arm_at(struct client *client, int64_t due)
{
    struct itimerspec when = {.it_value = {.tv_sec = due / 1000, .tv_nsec = due % 1000 * 1000000}};
    if (due == 0)
        when.it_value.tv_nsec = 1; /* zero would disarm it */
    if (client->timer >= 0 && timerfd_settime(client->timer, TFD_TIMER_ABSTIME, &when, NULL) == 0)
        client->timer_set = due;
}

/*
 * A caller who polls the descriptor learns of timers through it; one who only steps never pays for this. A timer that is set too
 * early rings once for nothing and is set anew then: cheaper than setting it with every request, whose deadline is later than that
 * of the one before. On a virtual machine that was a third of what a request cost in nginx.
 */
void engine_arm_timer(struct client *client)
{
    int64_t due = next_due(client);
    if (due < client->timer_set)
        arm_at(client, due);
}

void client_ring(struct client *client, bool on)
{
    client->rings = on;
    engine_arm_timer(client);
}

int client_fd(struct client *client, struct error *err)
{
    if (engine_check_fork(client, err) != OK)
        return -1;
    if (client->timer >= 0)
        return client->epoll;
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = timer};
    if (timer < 0 || epoll_ctl(client->epoll, EPOLL_CTL_ADD, timer, &event) != 0) {
        error_set(err, E_IO, NULL, "cannot make a timer descriptor: %s", strerror(errno));
        if (timer >= 0)
            close(timer);
        return -1;
    }
    client->timer = timer;
    engine_arm_timer(client);
    return client->epoll;
}

/* --- stepping ------------------------------------------------------------------------------------------------------ */

static void finish_attempts(struct client *client)
{
    int left;
    for (CURLMsg *message; (message = curl_multi_info_read(client->multi, &left));) {
        if (message->msg != CURLMSG_DONE)
            continue;
        struct client_call *call = NULL;
        CURLcode code = message->data.result; /* the message does not outlive the removal of its handle */
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&call);
        attempt_transferred(call, code);
    }
}

static void act(struct client *client, curl_socket_t socket, int mask)
{
    int running;
    if (!client->out_of_memory &&
        curl_multi_socket_action(client->multi, socket, mask, &running) == CURLM_OUT_OF_MEMORY)
        client->out_of_memory = true;
}

static void run_timers(struct client *client)
{
    int64_t now = clock_mono_ms();
    while (client->timers.count && client->timers.calls[0]->due <= now)
        attempt_due(client->timers.calls[0]);
    if (client->curl_due > now)
        return;
    client->curl_due = NEVER; /* first, for curl may set it again */
    act(client, CURL_SOCKET_TIMEOUT, 0);
}

static void run_event(struct client *client, const struct epoll_event *event)
{
    if (event->data.fd == client->timer) {
        uint64_t expirations;
        if (read(client->timer, &expirations, sizeof expirations) > 0)
            client->timer_set = NEVER;
        return;
    }
    if (sockets_is_idle(client, event->data.fd))
        return;
    int mask = 0;
    if (event->events & EPOLLIN)
        mask |= CURL_CSELECT_IN;
    if (event->events & EPOLLOUT)
        mask |= CURL_CSELECT_OUT;
    if (event->events & (EPOLLERR | EPOLLHUP))
        mask |= CURL_CSELECT_ERR;
    act(client, event->data.fd, mask);
}

/* The part of a step that does not wait; true when there is nothing left to wait for. */
static bool run_due_work(struct client *client)
{
    size_t end_count = client->end_count;
    run_timers(client);
    finish_attempts(client);
    return client->end_count != end_count || client->outgoing.first || client->out_of_memory;
}

static enum status wait_for_events(struct client *client, int timeout_ms, struct error *err)
{
    struct epoll_event events[EVENTS_PER_STEP];
    int planned = client_timeout(client);
    if (planned >= 0 && (timeout_ms < 0 || planned < timeout_ms))
        timeout_ms = planned;
    int count = epoll_wait(client->epoll, events, EVENTS_PER_STEP, timeout_ms);
    if (count < 0 && errno != EINTR)
        return error_set(err, E_IO, NULL, "cannot wait for connections: %s", strerror(errno));
    int64_t until = clock_mono_us() + EVENTS_US;
    for (int i = 0; i < count && (i == 0 || clock_mono_us() < until); i++)
        run_event(client, &events[i]);
    return OK;
}

enum status client_step(struct client *client, int timeout_ms, struct error *err)
{
    enum status status = engine_check_fork(client, err);
    if (status != OK)
        return status;
    struct sigpipe_guard guard;
    sigpipe_hold(&guard, client);
    /* Due work first, so that a request just started is on the wire before the wait. */
    if (!run_due_work(client)) {
        status = wait_for_events(client, timeout_ms, err);
        run_due_work(client);
    }
    if (client->out_of_memory)
        status = start_over(client, err);
    sigpipe_release(&guard);
    engine_arm_timer(client);
    return status;
}
