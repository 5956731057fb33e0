/*
 * A language model for benchmarks: thousands of connections in one thread, each question answered after the same time.
 *
 *     fake_model SECONDS      prints its port, serves until its standard input ends, then says what it did
 *
 * Both wire formats: POST /v1/chat/completions and /v1/messages, whole and streamed; GET /v1/models. It checks nothing:
 * the fake model of the tests does.
 */
#include "fake_answer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS_AT_ONCE = 256, BACKLOG = 4096, PIECE = 200, LONGEST_REQUEST = 16 << 20 };

enum style { OPENAI, ANTHROPIC };

struct bytes {
    char *data;
    size_t len, room;
};

struct connection {
    int fd;
    struct bytes in, out;
    size_t sent;
    size_t request;          /* bytes of `in` that the question under way takes; 0: none is */
    int64_t asked, due;      /* of the question, in microseconds */
    struct connection *next; /* in the queue of those that wait: all wait equally long */
    bool is_waiting, is_gone;
};

static struct {
    int epoll, listener;
    int64_t delay;
    struct connection *first, *last; /* who waits, in the order of `due` */
    size_t waiting, most_waiting, connections, most_connections;
    size_t calls[2], streamed;
    int64_t *late; /* beyond the delay, for each call */
    size_t late_count, late_room;
} model;

static int64_t now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void *grow(void *old, size_t size)
{
    void *grown = realloc(old, size);
    if (!grown) {
        perror("fake_model");
        exit(1);
    }
    return grown;
}

static void add(struct bytes *bytes, const char *data, size_t len)
{
    if (bytes->len + len + 1 > bytes->room)
        bytes->data = grow(bytes->data, bytes->room = 2 * (bytes->len + len + 1));
    memcpy(bytes->data + bytes->len, data, len);
    bytes->len += len;
    bytes->data[bytes->len] = '\0';
}

static void say(struct bytes *bytes, const char *words)
{
    add(bytes, words, strlen(words));
}

/* --- answers --- */

static void add_json(struct bytes *bytes, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    say(bytes, text ? text : "{}");
    free(text);
    json_decref(value);
}

static void event(struct bytes *bytes, const char *kind, json_t *value)
{
    if (kind) {
        json_object_set_new(value, "type", json_string(kind));
        say(bytes, "event: ");
        say(bytes, kind);
        say(bytes, "\n");
    }
    say(bytes, "data: ");
    add_json(bytes, value);
    say(bytes, "\n\n");
}

static json_t *usage(enum style style, size_t input, size_t output)
{
    int in = (int)(input / 4 + 1), out = (int)(output / 4 + 1);
    if (style == ANTHROPIC)
        return json_pack("{s:i, s:i}", "input_tokens", in, "output_tokens", out);
    return json_pack("{s:i, s:i, s:i}", "prompt_tokens", in, "completion_tokens", out, "total_tokens", in + out);
}

static json_t *openai_chunk(json_t *delta, const char *reason)
{
    return json_pack("{s:s, s:s, s:s, s:[{s:i, s:o, s:s?}]}", "id", "chatcmpl-bench", "object", "chat.completion.chunk",
                     "model", "bench", "choices", "index", 0, "delta", delta, "finish_reason", reason);
}

/* How many bytes of the text make the next piece: whole characters. */
static size_t piece_of(const char *text)
{
    size_t len = strnlen(text, PIECE);
    while (((unsigned char)text[len] & 0xC0) == 0x80)
        len++;
    return len;
}

static void stream_openai(struct bytes *body, const char *text, size_t asked)
{
    for (size_t len; (len = piece_of(text)) > 0; text += len)
        event(body, NULL, openai_chunk(json_pack("{s:s%}", "content", text, len), NULL));
    event(body, NULL, openai_chunk(json_object(), "stop"));
    event(body, NULL,
          json_pack("{s:s, s:[], s:o}", "id", "chatcmpl-bench", "choices", "usage", usage(OPENAI, asked, body->len)));
    say(body, "data: [DONE]\n\n");
}

static json_t *anthropic_message(json_t *content, const char *reason, json_t *cost)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:s?, s:n, s:o}", "id", "msg_bench", "type", "message", "role",
                     "assistant", "model", "bench", "content", content, "stop_reason", reason, "stop_sequence", "usage",
                     cost);
}

static void stream_anthropic(struct bytes *body, const char *text, const char *tool, size_t asked)
{
    json_t *block =
        tool ? json_pack("{s:s, s:s, s:s, s:{}}", "type", "tool_use", "id", "toolu_bench", "name", tool, "input")
             : json_pack("{s:s, s:s}", "type", "text", "text", "");
    size_t whole = strlen(text);
    event(body, "message_start",
          json_pack("{s:o}", "message", anthropic_message(json_array(), NULL, usage(ANTHROPIC, asked, 0))));
    event(body, "content_block_start", json_pack("{s:i, s:o}", "index", 0, "content_block", block));
    for (size_t len; (len = piece_of(text)) > 0; text += len)
        event(body, "content_block_delta",
              json_pack("{s:i, s:{s:s, s:s%}}", "index", 0, "delta", "type", tool ? "input_json_delta" : "text_delta",
                        tool ? "partial_json" : "text", text, len));
    event(body, "content_block_stop", json_pack("{s:i}", "index", 0));
    event(body, "message_delta",
          json_pack("{s:{s:s}, s:{s:i}}", "delta", "stop_reason", tool ? "tool_use" : "end_turn", "usage",
                    "output_tokens", (int)(whole / 4 + 1)));
    event(body, "message_stop", json_object());
}

static void whole_openai(struct bytes *body, const char *text, size_t asked)
{
    add_json(body, json_pack("{s:s, s:s, s:s, s:[{s:i, s:{s:s, s:s}, s:s}], s:o}", "id", "chatcmpl-bench", "object",
                             "chat.completion", "model", "bench", "choices", "index", 0, "message", "role", "assistant",
                             "content", text, "finish_reason", "stop", "usage", usage(OPENAI, asked, strlen(text))));
}

static void whole_anthropic(struct bytes *body, const char *text, const char *tool, size_t asked)
{
    json_t *input = tool ? json_loads(text, 0, NULL) : NULL;
    json_t *block =
        tool ? json_pack("{s:s, s:s, s:s, s:o}", "type", "tool_use", "id", "toolu_bench", "name", tool, "input", input)
             : json_pack("{s:s, s:s}", "type", "text", "text", text);
    add_json(body, anthropic_message(json_pack("[o]", block), tool ? "tool_use" : "end_turn",
                                     usage(ANTHROPIC, asked, strlen(text))));
}

/* The text of a message: a string, or the first of its parts. */
static const char *text_of(const json_t *message)
{
    const json_t *content = json_object_get(message, "content");
    if (json_is_array(content))
        content = json_object_get(json_array_get(content, 0), "text");
    const char *text = json_string_value(content);
    return text ? text : "";
}

/* The first of the user's turns: what follows asks for the same again. */
static const char *question_of(const json_t *body)
{
    size_t i;
    json_t *message;
    json_array_foreach (json_object_get(body, "messages"), i, message) {
        const char *role = json_string_value(json_object_get(message, "role"));
        if (role && strcmp(role, "user") == 0)
            return text_of(message);
    }
    return "";
}

static void answer(struct bytes *body, const json_t *asked, enum style style, bool is_streamed, size_t len)
{
    const json_t *form = json_object_get(json_object_get(asked, "response_format"), "json_schema");
    const json_t *tool = json_array_get(json_object_get(asked, "tools"), 0);
    const json_t *schema =
        json_object_get(style == ANTHROPIC ? tool : form, style == ANTHROPIC ? "input_schema" : "schema");
    const char *name = style == ANTHROPIC ? json_string_value(json_object_get(tool, "name")) : NULL;
    char *text = fake_answer(question_of(asked), schema);
    if (!text)
        exit(1);
    if (style == OPENAI)
        (is_streamed ? stream_openai : whole_openai)(body, text, len);
    else
        (is_streamed ? stream_anthropic : whole_anthropic)(body, text, name, len);
    free(text);
}

/* --- connections --- */

static void put_answer(struct connection *connection, const char *status, const char *kind, const struct bytes *body)
{
    char head[200];
    snprintf(head, sizeof head, "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n\r\n", status, kind,
             body->len);
    say(&connection->out, head);
    add(&connection->out, body->data ? body->data : "", body->len);
}

static void wait_for(struct connection *connection)
{
    connection->due = connection->asked + model.delay;
    connection->is_waiting = true;
    connection->next = NULL;
    if (model.last)
        model.last->next = connection;
    else
        model.first = connection;
    model.last = connection;
    if (++model.waiting > model.most_waiting)
        model.most_waiting = model.waiting;
}

static void take_call(struct connection *connection, enum style style, const char *text, size_t len)
{
    struct bytes body = {0};
    json_t *asked = json_loadb(text, len, 0, NULL);
    if (!asked) {
        say(&body, "{\"error\":{\"message\":\"this is no JSON\",\"type\":\"invalid_request_error\"}}");
        put_answer(connection, "400 Bad Request", "application/json", &body);
    } else {
        bool is_streamed = json_is_true(json_object_get(asked, "stream"));
        answer(&body, asked, style, is_streamed, len);
        put_answer(connection, "200 OK", is_streamed ? "text/event-stream" : "application/json", &body);
        model.calls[style]++;
        model.streamed += is_streamed;
    }
    wait_for(connection);
    json_decref(asked);
    free(body.data);
}

static void take_request(struct connection *connection, const char *head, const char *text, size_t len)
{
    connection->asked = now_us();
    if (strncmp(head, "POST /v1/chat/completions ", 26) == 0) {
        take_call(connection, OPENAI, text, len);
    } else if (strncmp(head, "POST /v1/messages ", 18) == 0) {
        take_call(connection, ANTHROPIC, text, len);
    } else {
        struct bytes body = {0};
        bool is_known = strncmp(head, "GET /v1/models ", 15) == 0;
        say(&body, is_known ? "{\"object\":\"list\",\"data\":[{\"id\":\"bench\",\"object\":\"model\"}]}"
                            : "{\"error\":{\"message\":\"Invalid URL\",\"type\":\"invalid_request_error\"}}");
        put_answer(connection, is_known ? "200 OK" : "404 Not Found", "application/json", &body);
        free(body.data);
    }
}

static void end(struct connection *connection)
{
    if (connection->fd < 0)
        return;
    close(connection->fd);
    connection->fd = -1;
    connection->is_gone = true;
    model.connections--;
    if (connection->is_waiting)
        return; /* the queue still names it */
    free(connection->in.data);
    free(connection->out.data);
    free(connection);
}

/* The length of the body that the head names; the head is NUL-terminated. */
static size_t body_length(const char *head)
{
    const char *found = strcasestr(head, "\r\ncontent-length:");
    return found ? strtoul(found + 17, NULL, 10) : 0;
}

/* Takes the next whole request out of what has come, if there is one and none is under way. False: it is too long. */
static bool next_request(struct connection *connection)
{
    struct bytes *in = &connection->in;
    if (connection->request > 0 || in->len == 0)
        return true;
    char *stop = strstr(in->data, "\r\n\r\n");
    if (!stop)
        return in->len < 65536;
    size_t head = (size_t)(stop - in->data) + 4;
    *stop = '\0';
    size_t len = body_length(in->data);
    bool is_expecting = strcasestr(in->data, "\r\nexpect: 100-continue") != NULL;
    if (in->len >= head + len) {
        connection->request = head + len;
        take_request(connection, in->data, in->data + head, len);
    } else if (is_expecting && in->len == head) {
        const char *go = "HTTP/1.1 100 Continue\r\n\r\n";
        if (write(connection->fd, go, strlen(go)) < 0)
            return false;
    }
    *stop = '\r';
    return len < LONGEST_REQUEST;
}

static void watch(struct connection *connection, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.ptr = connection};
    epoll_ctl(model.epoll, EPOLL_CTL_MOD, connection->fd, &event);
}

static void note_late(int64_t late)
{
    if (model.late_count == model.late_room)
        model.late = grow(model.late, (model.late_room = 2 * model.late_room + 1024) * sizeof *model.late);
    model.late[model.late_count++] = late;
}

/* Sends what there is to send; when all of it has gone, the next request may come. False: the other side is gone. */
static bool flush(struct connection *connection)
{
    struct bytes *out = &connection->out, *in = &connection->in;
    while (connection->sent < out->len) {
        ssize_t sent = send(connection->fd, out->data + connection->sent, out->len - connection->sent, MSG_NOSIGNAL);
        if (sent < 0 && errno == EAGAIN) {
            watch(connection, EPOLLIN | EPOLLOUT);
            return true;
        }
        if (sent < 0)
            return false;
        connection->sent += (size_t)sent;
    }
    if (connection->due > 0)
        note_late(now_us() - connection->due);
    connection->due = 0;
    out->len = connection->sent = 0;
    memmove(in->data, in->data + connection->request, in->len - connection->request + 1);
    in->len -= connection->request;
    connection->request = 0;
    watch(connection, EPOLLIN);
    return true;
}

/* Goes on with a connection as far as it can without waiting. */
static bool advance(struct connection *connection)
{
    bool is_fine = next_request(connection);
    while (is_fine && connection->request > 0 && !connection->is_waiting) {
        is_fine = flush(connection);
        if (connection->request > 0)
            break;
        is_fine = is_fine && next_request(connection);
    }
    return is_fine;
}

static bool receive(struct connection *connection)
{
    char piece[65536];
    ssize_t got = recv(connection->fd, piece, sizeof piece, 0);
    if (got < 0)
        return errno == EAGAIN;
    if (got == 0)
        return false;
    add(&connection->in, piece, (size_t)got);
    return true;
}

static void accept_all(void)
{
    for (int fd; (fd = accept4(model.listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
        struct connection *connection = grow(NULL, sizeof *connection);
        *connection = (struct connection){.fd = fd};
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
        epoll_ctl(model.epoll, EPOLL_CTL_ADD, fd, &event);
        if (++model.connections > model.most_connections)
            model.most_connections = model.connections;
    }
}

static void answer_due(void)
{
    while (model.first && model.first->due <= now_us()) {
        struct connection *connection = model.first;
        model.first = connection->next;
        if (!model.first)
            model.last = NULL;
        connection->is_waiting = false;
        model.waiting--;
        if (connection->is_gone) {
            free(connection->in.data);
            free(connection->out.data);
            free(connection);
        } else if (!advance(connection)) {
            end(connection);
        }
    }
}

/* --- the program --- */

static bool open_listener(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;
    model.listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    model.epoll = epoll_create1(EPOLL_CLOEXEC);
    if (model.listener < 0 || model.epoll < 0 || bind(model.listener, (struct sockaddr *)&address, len) != 0 ||
        listen(model.listener, BACKLOG) != 0 || getsockname(model.listener, (struct sockaddr *)&address, &len) != 0)
        return false;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &model.listener};
    struct epoll_event input = {.events = EPOLLIN, .data.ptr = &model.epoll};
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return epoll_ctl(model.epoll, EPOLL_CTL_ADD, model.listener, &event) == 0 &&
           epoll_ctl(model.epoll, EPOLL_CTL_ADD, STDIN_FILENO, &input) == 0;
}

static bool input_ended(void)
{
    char rest[256];
    return read(STDIN_FILENO, rest, sizeof rest) <= 0;
}

static int milliseconds_left(void)
{
    if (!model.first)
        return -1;
    int64_t left = model.first->due - now_us();
    return left <= 0 ? 0 : (int)(left / 1000 + 1);
}

static void serve(void)
{
    struct epoll_event events[EVENTS_AT_ONCE];
    while (true) {
        int count = epoll_wait(model.epoll, events, EVENTS_AT_ONCE, milliseconds_left());
        for (int i = 0; i < count; i++) {
            struct connection *connection = events[i].data.ptr;
            if (events[i].data.ptr == &model.listener) {
                accept_all();
            } else if (events[i].data.ptr == &model.epoll) {
                if (input_ended())
                    return;
            } else if (!((events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) ? receive(connection) : true) ||
                       !advance(connection)) {
                end(connection);
            }
        }
        answer_due();
    }
}

static int by_size(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a, two = *(const int64_t *)b;
    return (one > two) - (one < two);
}

static double late_ms(double share)
{
    return model.late_count ? (double)model.late[(size_t)(share * (double)(model.late_count - 1))] / 1000 : 0;
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fprintf(stderr, "usage: fake_model SECONDS\n");
        return 2;
    }
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    model.delay = (int64_t)(strtod(arguments[1], NULL) * 1e6);
    if (!open_listener()) {
        perror("fake_model");
        return 1;
    }
    serve();
    if (model.late_count)
        qsort(model.late, model.late_count, sizeof *model.late, by_size);
    printf("calls %zu openai %zu anthropic %zu streamed %zu\n", model.calls[OPENAI] + model.calls[ANTHROPIC],
           model.calls[OPENAI], model.calls[ANTHROPIC], model.streamed);
    printf("at_once %zu connections %zu\n", model.most_waiting, model.most_connections);
    printf("delay_ms %.1f late_ms median %.2f p99 %.2f most %.2f\n", (double)model.delay / 1000, late_ms(0.5),
           late_ms(0.99), late_ms(1));
    free(model.late);
    return 0;
}
