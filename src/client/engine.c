#include "client/exchange.h"

#include "base/system/system.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

/*
 * At the end of every transfer curl says that its socket need not be watched, and with the next transfer that it must
 * be: two system calls in a request that needs six. So the socket of a kept-alive connection stays in the epoll set,
 * marked as idle; the first event on an idle socket (the server has hung up) takes it out. That holds only for sockets
 * that curl opens and closes through the functions below. It has others, such as those by which a resolver's thread
 * reports, and nothing tells when those are closed.
 */

enum { EVENTS_PER_CHECK = 16, DRAIN_READS = 64 };

static struct watched_socket *sockets_find(const struct sockets *sockets, curl_socket_t socket)
{
    return (size_t)socket < sockets->count && sockets->list[socket].is_ours ? &sockets->list[socket] : NULL;
}

static int sockets_forget(const struct sockets *sockets, curl_socket_t socket, struct watched_socket *watched)
{
    if (watched && !watched->events)
        return 0;
    if (watched)
        *watched = (struct watched_socket){.is_ours = true};
    return epoll_ctl(sockets->epoll, EPOLL_CTL_DEL, socket, NULL);
}

static int watch(const struct sockets *sockets, curl_socket_t socket, struct watched_socket *watched, uint32_t events)
{
    if (watched) {
        watched->is_idle = false;
        if (watched->events == events)
            return 0;
    }
    struct epoll_event event = {.events = events, .data.fd = socket};
    int failed = epoll_ctl(sockets->epoll, watched && !watched->events ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event);
    if (failed && errno == ENOENT)
        failed = epoll_ctl(sockets->epoll, EPOLL_CTL_ADD, socket, &event);
    if (!failed && watched)
        watched->events = events;
    return failed;
}

static int on_watch(CURL *easy, curl_socket_t socket, int what, void *context, void *assigned)
{
    (void)easy;
    (void)assigned;
    const struct sockets *sockets = context;
    struct watched_socket *watched = sockets_find(sockets, socket);
    if (what != CURL_POLL_REMOVE)
        return watch(sockets, socket, watched,
                     (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0));
    /* An answer may come while curl still waits to write. */
    bool stays = watched && watched->events && watch(sockets, socket, watched, EPOLLIN) == 0;
    if (stays)
        watched->is_idle = true;
    else
        sockets_forget(sockets, socket, watched);
    return 0;
}

/* curl does not report why it got no socket (there may be no descriptor left), so that is kept here. */
static curl_socket_t on_make(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)purpose;
    int *error = context;
    int made = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    *error = made < 0 ? errno : 0;
    return made < 0 ? CURL_SOCKET_BAD : made;
}

static int on_open(void *context, curl_socket_t socket, curlsocktype purpose)
{
    (void)purpose;
    struct sockets *sockets = context;
    if ((size_t)socket >= sockets->count) {
        size_t count = ((size_t)socket + 1) * 3 / 2;
        struct watched_socket *list = realloc(sockets->list, count * sizeof *list);
        if (!list)
            return CURL_SOCKOPT_ERROR;
        memset(list + sockets->count, 0, (count - sockets->count) * sizeof *list);
        sockets->list = list;
        sockets->count = count;
    }
    sockets->list[socket] = (struct watched_socket){.is_ours = true};
    return CURL_SOCKOPT_OK;
}

/*
 * The socket leaves the epoll set before it is closed: a copy of the descriptor in a forked child would keep it in the
 * set.
 */
static int on_close(void *context, curl_socket_t socket)
{
    const struct sockets *sockets = context;
    struct watched_socket *watched = sockets_find(sockets, socket);
    if (watched) {
        sockets_forget(sockets, socket, watched);
        watched->is_ours = false;
    }
    return close(socket);
}

static void sockets_of_multi(struct sockets *sockets, CURLM *multi)
{
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_watch);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, sockets);
}

void sockets_of_handle(struct sockets *sockets, CURL *handle, int *error)
{
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, on_make);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, error);
    curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, on_open);
    curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, sockets);
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, on_close);
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, sockets);
}

/*
 * Bytes on an idle connection belong to no request. libcurl 7.88 checks only for the end of the connection and would
 * read them as the next response, so the socket is emptied and shut down.
 */
static void drain_and_shutdown(curl_socket_t socket)
{
    char dropped[4096];
    for (int i = 0; i < DRAIN_READS && recv(socket, dropped, sizeof dropped, MSG_DONTWAIT) > 0; i++)
        continue;
    shutdown(socket, SHUT_RDWR);
}

/*
 * Call on an event. If the socket is an idle kept-alive connection it is dropped, so that curl will not reuse it; true
 * if so.
 */
static bool sockets_drop_if_idle(struct sockets *sockets, curl_socket_t socket)
{
    struct watched_socket *watched = sockets_find(sockets, socket);
    if (!watched || !watched->is_idle)
        return false;
    sockets_forget(sockets, socket, watched);
    if (!sockets->is_tls) /* a server may send TLS messages between requests, such as session tickets */
        drain_and_shutdown(socket);
    return true;
}

/* The same for all idle sockets on which an event has come by now. */
static void sockets_drop_idle(struct sockets *sockets)
{
    struct epoll_event events[EVENTS_PER_CHECK];
    int count = sockets->is_tls ? 0 : epoll_wait(sockets->epoll, events, EVENTS_PER_CHECK, 0);
    for (int i = 0; i < count; i++)
        sockets_drop_if_idle(sockets, events[i].data.fd);
}

static void sockets_free(struct sockets *sockets)
{
    free(sockets->list);
    sockets->list = NULL;
    sockets->count = 0;
}

/*
 * Every step has to know whether it runs in a forked child. Asking the kernel for the process id takes two percent of
 * the time of a request; a page that the kernel empties in a child (MADV_WIPEONFORK, Linux 4.14) costs nothing. Where
 * there is none, the process id is asked for.
 */

enum { MARK_SIZE = 1 };

static void process_forget(struct process *process);

static void process_remember(struct process *process)
{
    process_forget(process);
    process->pid = getpid();
    volatile char *mark = mmap(NULL, MARK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mark == MAP_FAILED)
        return;
    if (madvise((void *)mark, MARK_SIZE, MADV_WIPEONFORK) != 0) {
        munmap((void *)mark, MARK_SIZE);
        return;
    }
    *mark = 1;
    process->mark = mark;
}

static bool process_is_same(const struct process *process)
{
    return process->mark ? *process->mark : process->pid == getpid();
}

static void process_forget(struct process *process)
{
    if (process->mark)
        munmap((void *)process->mark, MARK_SIZE);
    process->mark = NULL;
}

/*
 * A step deals with as many events as come within this time, and with at least one; the descriptor stays readable for
 * the rest. So a frame loop does not lose a frame when many connections have something at once.
 */
enum { EVENTS_PER_STEP = 64, EVENTS_US = 150 };

static int set_timer(CURLM *multi, long timeout_ms, void *context)
{
    (void)multi;
    struct engine *engine = context;
    if (timeout_ms < 0)
        engine->curl_due = ENGINE_NEVER;
    else if (timeout_ms == 0)
        engine->curl_due = 0;
    else /* one more, since the clock cuts off fractions: curl does not set a timer again that came too early */
        engine->curl_due = clock_mono_ms() + timeout_ms + 1;
    return 0;
}

/* Plain sockets are written with MSG_NOSIGNAL; a TLS library writes without. */
static void block_sigpipe(const struct engine *engine, struct sigpipe *sigpipe)
{
    if (engine->setup.blocks_sigpipe)
        sigpipe_block(sigpipe);
}

static void restore_sigpipe(const struct engine *engine, const struct sigpipe *sigpipe)
{
    if (engine->setup.blocks_sigpipe)
        sigpipe_restore(sigpipe);
}

/* --- opening and closing --- */

static enum status open_multi(struct engine *engine, struct error *err)
{
    engine->curl_due = ENGINE_NEVER;
    engine->multi = curl_multi_init();
    if (!engine->multi)
        return error_memory(err);
    sockets_of_multi(&engine->sockets, engine->multi);
    curl_multi_setopt(engine->multi, CURLMOPT_MAXCONNECTS, (long)engine->setup.connections);
    curl_multi_setopt(engine->multi, CURLMOPT_TIMERFUNCTION, set_timer);
    curl_multi_setopt(engine->multi, CURLMOPT_TIMERDATA, engine);
    return OK;
}

static void close_multi(struct engine *engine)
{
    struct sigpipe sigpipe;
    block_sigpipe(engine, &sigpipe);
    curl_multi_cleanup(engine->multi);
    restore_sigpipe(engine, &sigpipe);
    engine->multi = NULL;
}

/* Opens what is not open yet: what failed for want of memory or descriptors may succeed later. */
static enum status open_what_is_missing(struct engine *engine, struct error *err)
{
    if (engine->sockets.epoll < 0)
        engine->sockets.epoll = epoll_create1(EPOLL_CLOEXEC);
    if (engine->sockets.epoll < 0)
        return error_set(err, E_IO, NULL, "cannot make an epoll descriptor: %s", strerror(errno));
    return engine->multi ? OK : open_multi(engine, err);
}

static enum status open_for_this_process(struct engine *engine, struct error *err)
{
    process_remember(&engine->process);
    engine->timer_fd_due = ENGINE_NEVER;
    engine->multi = NULL;
    return open_what_is_missing(engine, err);
}

void engine_init(struct engine *engine)
{
    *engine = (struct engine){.sockets.epoll = -1, .timer_fd = -1};
}

enum status engine_open(struct engine *engine, const struct engine_setup *setup, struct error *err)
{
    engine->setup = *setup;
    engine->sockets.is_tls = setup->is_tls;
    return open_for_this_process(engine, err);
}

static void close_descriptors(struct engine *engine)
{
    if (engine->timer_fd >= 0)
        close(engine->timer_fd);
    if (engine->sockets.epoll >= 0)
        close(engine->sockets.epoll);
    engine->timer_fd = engine->sockets.epoll = -1;
}

void engine_close(struct engine *engine)
{
    close_multi(engine);
    close_descriptors(engine);
    sockets_free(&engine->sockets);
    heap_free(&engine->timers);
    process_forget(&engine->process);
}

static void engine_forget(struct engine *engine, struct engine_transfer *transfer)
{
    if (transfer->prev)
        transfer->prev->next = transfer->next;
    else
        engine->transfers = transfer->next;
    if (transfer->next)
        transfer->next->prev = transfer->prev;
    transfer->is_added = false;
}

/*
 * In a forked child curl's handles still stand for the parent's connections: using or even cleaning them up would speak
 * on the parent's sockets. So they are left alone, and the transfers that used them are forgotten.
 */
enum status engine_check_fork(struct engine *engine, struct error *err)
{
    if (process_is_same(&engine->process))
        return open_what_is_missing(engine, err);
    close_descriptors(engine);
    sockets_free(&engine->sockets);
    while (engine->transfers)
        engine_forget(engine, engine->transfers);
    engine->setup.forked(engine->setup.context);
    return open_for_this_process(engine, err);
}

/* --- transfers --- */

enum status engine_add(struct engine *engine, struct engine_transfer *transfer, struct error *err)
{
    sockets_drop_idle(&engine->sockets);
    curl_easy_setopt(transfer->handle, CURLOPT_PRIVATE, transfer);
    CURLMcode code = curl_multi_add_handle(engine->multi, transfer->handle);
    if (code == CURLM_OUT_OF_MEMORY)
        return error_memory(err);
    if (code != CURLM_OK)
        return error_set(err, E_IO, NULL, "%s", curl_multi_strerror(code));
    transfer->is_added = true;
    transfer->prev = NULL;
    transfer->next = engine->transfers;
    if (engine->transfers)
        engine->transfers->prev = transfer;
    engine->transfers = transfer;
    return OK;
}

void engine_remove(struct engine *engine, struct engine_transfer *transfer)
{
    struct sigpipe sigpipe;
    if (!transfer->is_added)
        return;
    engine_forget(engine, transfer);
    block_sigpipe(engine, &sigpipe);
    curl_multi_remove_handle(engine->multi, transfer->handle);
    restore_sigpipe(engine, &sigpipe);
}

static void engine_end(struct engine *engine, struct engine_transfer *transfer, CURLcode code)
{
    engine_remove(engine, transfer);
    transfer->ended(transfer->context, code);
}

/*
 * Where memory ran out in the midst of its work, curl's tables can no longer be relied upon (libcurl 7.88 divides by
 * the size of a table that it has emptied). So all transfers end, and the multi handle is made anew; the descriptor
 * that callers know stays.
 */
static enum status start_over(struct engine *engine, struct error *err)
{
    while (engine->transfers)
        engine_end(engine, engine->transfers, CURLE_OUT_OF_MEMORY);
    close_multi(engine);
    engine->out_of_memory = false;
    return open_multi(engine, err);
}

/* --- time --- */

static int64_t next_due(const struct engine *engine)
{
    if (engine->setup.outgoing->first || engine->keeps_readable)
        return 0;
    int64_t due = engine->curl_due;
    if (engine->timers.count && engine->timers.timers[0]->due < due)
        due = engine->timers.timers[0]->due;
    return due;
}

int engine_timeout(const struct engine *engine)
{
    int64_t due = next_due(engine);
    if (due == ENGINE_NEVER)
        return -1;
    int64_t left = due - clock_mono_ms();
    return left <= 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

static void arm_at(struct engine *engine, int64_t due)
{
    struct itimerspec when = {.it_value = {.tv_sec = due / 1000, .tv_nsec = due % 1000 * 1000000}};
    if (due == 0)
        when.it_value.tv_nsec = 1; /* zero would disarm it */
    if (engine->timer_fd >= 0 && timerfd_settime(engine->timer_fd, TFD_TIMER_ABSTIME, &when, NULL) == 0)
        engine->timer_fd_due = due;
}

/*
 * A caller who polls the descriptor learns of timers through it; one who only steps never pays for this. The timer is
 * only ever set to an earlier time. One that is set too early expires once for nothing and is set anew then, which is
 * cheaper than setting it with every request, whose deadline is later than that of the one before: on a virtual machine
 * that was a third of what a request cost in nginx.
 */
void engine_arm_timer(struct engine *engine)
{
    int64_t due = next_due(engine);
    if (due < engine->timer_fd_due)
        arm_at(engine, due);
}

void engine_keep_readable(struct engine *engine, bool on)
{
    engine->keeps_readable = on;
    engine_arm_timer(engine);
}

int engine_fd(struct engine *engine, struct error *err)
{
    if (engine_check_fork(engine, err) != OK)
        return -1;
    int epoll = engine->sockets.epoll;
    if (engine->timer_fd >= 0)
        return epoll;
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = timer};
    if (timer < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &event) != 0) {
        error_set(err, E_IO, NULL, "cannot make a timer descriptor: %s", strerror(errno));
        if (timer >= 0)
            close(timer);
        return -1;
    }
    engine->timer_fd = timer;
    engine_arm_timer(engine);
    return epoll;
}

/* --- stepping --- */

static void end_transfers(struct engine *engine)
{
    int left;
    for (CURLMsg *message; (message = curl_multi_info_read(engine->multi, &left));) {
        if (message->msg != CURLMSG_DONE)
            continue;
        struct engine_transfer *transfer = NULL;
        CURLcode code = message->data.result; /* the message does not outlive the removal of its handle */
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&transfer);
        engine_end(engine, transfer, code);
    }
}

static void act(struct engine *engine, curl_socket_t socket, int mask)
{
    int running;
    if (!engine->out_of_memory &&
        curl_multi_socket_action(engine->multi, socket, mask, &running) == CURLM_OUT_OF_MEMORY)
        engine->out_of_memory = true;
}

static void run_timers(struct engine *engine)
{
    int64_t now = clock_mono_ms();
    const struct timer_heap *heap = &engine->timers;
    while (heap->count && heap->timers[0]->due <= now)
        heap->timers[0]->expired(heap->timers[0]->context);
    if (engine->curl_due > now)
        return;
    engine->curl_due = ENGINE_NEVER; /* first, for curl may set it again */
    act(engine, CURL_SOCKET_TIMEOUT, 0);
}

static void run_event(struct engine *engine, const struct epoll_event *event)
{
    if (event->data.fd == engine->timer_fd) {
        uint64_t expirations;
        if (read(engine->timer_fd, &expirations, sizeof expirations) > 0)
            engine->timer_fd_due = ENGINE_NEVER;
        return;
    }
    if (sockets_drop_if_idle(&engine->sockets, event->data.fd))
        return;
    int mask = 0;
    if (event->events & EPOLLIN)
        mask |= CURL_CSELECT_IN;
    if (event->events & EPOLLOUT)
        mask |= CURL_CSELECT_OUT;
    if (event->events & (EPOLLERR | EPOLLHUP))
        mask |= CURL_CSELECT_ERR;
    act(engine, event->data.fd, mask);
}

void engine_skip_wait(struct engine *engine)
{
    engine->skips_wait = true;
}

/* Does the part of a step that does not wait. */
static void run_due_work(struct engine *engine)
{
    engine->skips_wait = false;
    run_timers(engine);
    end_transfers(engine);
}

static bool must_wait(const struct engine *engine)
{
    return !engine->skips_wait && !engine->setup.outgoing->first && !engine->out_of_memory;
}

static enum status wait_for_events(struct engine *engine, int timeout_ms, struct error *err)
{
    struct epoll_event events[EVENTS_PER_STEP];
    int planned = engine_timeout(engine);
    if (planned >= 0 && (timeout_ms < 0 || planned < timeout_ms))
        timeout_ms = planned;
    int count = epoll_wait(engine->sockets.epoll, events, EVENTS_PER_STEP, timeout_ms);
    if (count < 0 && errno != EINTR)
        return error_set(err, E_IO, NULL, "cannot wait for connections: %s", strerror(errno));
    int64_t until = clock_mono_us() + EVENTS_US;
    for (int i = 0; i < count && (i == 0 || clock_mono_us() < until); i++)
        run_event(engine, &events[i]);
    return OK;
}

enum status engine_step(struct engine *engine, int timeout_ms, struct error *err)
{
    enum status status = engine_check_fork(engine, err);
    if (status)
        return status;
    struct sigpipe sigpipe;
    block_sigpipe(engine, &sigpipe);
    /* What is due comes first, so that a request just started is on the wire before the wait. */
    run_due_work(engine);
    if (must_wait(engine)) {
        status = wait_for_events(engine, timeout_ms, err);
        run_due_work(engine);
    }
    if (engine->out_of_memory)
        status = start_over(engine, err);
    restore_sigpipe(engine, &sigpipe);
    engine_arm_timer(engine);
    return status;
}
