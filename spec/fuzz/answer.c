/*
 * Any bytes as the body of an HTTP answer, in the formats of all backends and with all kinds of heads: an answer, or a
 * fault with a message; and the same one whichever pieces it comes in.
 */
#include "model/answer.h"
#include "model/anthropic.h"
#include "model/openai.h"

#include "check.h"

static const struct exchange_head heads[] = {
    {200, {"text/event-stream", 17}, -1},
    {200, {"application/json", 16}, -1},
    {400, {"text/plain", 10}, -1},
    {429, {"application/json", 16}, 100},
};

struct outcome {
    struct reply reply;
    struct error err;
    enum status status;
};

static void read_answer(struct outcome *outcome, const struct model_backend *backend, const struct exchange_head *head,
                        struct str body, size_t step)
{
    struct exchange exchange = {.head = *head};
    struct incoming_answer answer = {
        .backend = backend, .reply = &outcome->reply, .key = "secret-key", .err = &outcome->err};
    reply_begin(&outcome->reply, 64 * 1024);
    answer_begin(&answer, 64 * 1024);
    enum exchange_next next = EXCHANGE_MORE;
    for (size_t at = 0; at < body.len && next != EXCHANGE_STOP; at += step)
        next = answer_piece(&answer, head, (struct str){body.data + at, body.len - at < step ? body.len - at : step});
    outcome->status = answer_end(&answer, &exchange, OK);
    answer_free(&answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct model_backend *const backends[] = {&openai_backend, &anthropic_backend};
    if (size < 2 || size > 60 * 1024)
        return 0;
    struct str body = {(const char *)data + 1, size - 1};
    const struct model_backend *backend = backends[data[0] & 1];
    const struct exchange_head *head = &heads[data[0] >> 1 & 3];
    struct outcome whole = {.err.message = ""}, pieces = {.err.message = ""};
    read_answer(&whole, backend, head, body, body.len);
    read_answer(&pieces, backend, head, body, (data[0] >> 3) % 7 + 1u);
    check(whole.status == OK || (whole.status == whole.err.status && whole.err.message[0]), "a fault has a message");
    check(whole.status != E_MEMORY, "there is memory");
    check(!strstr(whole.err.message, "secret-key"), "the key");
    check(whole.status == pieces.status && strcmp(whole.err.message, pieces.err.message) == 0, "the status of pieces");
    check(whole.status != OK || (whole.reply.text.len == pieces.reply.text.len && whole.reply.end == pieces.reply.end),
          "the text of pieces");
    reply_free(&whole.reply);
    reply_free(&pieces.reply);
    return 0;
}
