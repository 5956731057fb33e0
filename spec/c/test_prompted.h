/* A language model on loopback that answers each question by its name, and a writing that can ask it. */
#ifndef COPYDESK_SPEC_TEST_PROMPTED_H
#define COPYDESK_SPEC_TEST_PROMPTED_H

#include "test_write.h"

#include "base/system/system.h"

#include "loopback.h"

enum { MAX_QUESTIONS = 64 };

/* What is answered: the row whose step is the question's, or begins it where the step ends in "*"; the last row has the
 * step "*". */
struct scripted {
    const char *step, *text;
};

struct teller {
    struct loopback server;
    const struct scripted *script;
    json_t *asked; /* bodies of the requests; read them while none is under way */
    char steps[MAX_QUESTIONS][48];
    int count;
    struct turns *processors; /* it takes a turn for each answer; NULL: none */
    bool waited_in_vain;      /* for one of them */
    struct models *models;
    const struct model *model;
};

static inline const char *teller_answer(const struct teller *teller, const char *step)
{
    for (const struct scripted *row = teller->script;; row++) {
        size_t length = strlen(row->step);
        bool is_start = row->step[length - 1] == '*';
        if (is_start ? strncmp(row->step, step, length - 1) == 0 : strcmp(row->step, step) == 0)
            return row->text;
    }
}

static inline bool teller_play(struct loopback *server, int connection, const char *request)
{
    struct teller *teller = server->context;
    const char *key = strstr(request, "Idempotency-Key: "), *slash = key ? strchr(key, '/') : NULL;
    const char *body = strstr(request, "\r\n\r\n");
    char step[48] = "";
    if (slash)
        snprintf(step, sizeof step, "%.*s", (int)strcspn(slash + 1, "\r"), slash + 1);
    if (teller->count < MAX_QUESTIONS)
        strcpy(teller->steps[teller->count++], step);
    if (teller->processors && turns_take(teller->processors, NULL, clock_mono_ms() + 10 * 1000) == OK)
        turns_give(teller->processors);
    else
        teller->waited_in_vain = teller->processors;
    json_array_append_new(teller->asked, json_loads(body ? body + 4 : "", 0, NULL));
    int tokens = body && strlen(body) / 3 > 5000 ? (int)strlen(body) / 3 : 5000; /* it has read all */
    json_t *answer =
        json_pack("{s:[{s:{s:s},s:s}],s:{s:i,s:i}}", "choices", "message", "content", teller_answer(teller, step),
                  "finish_reason", "stop", "usage", "prompt_tokens", tokens, "completion_tokens", 20);
    char *text = json_dumps(answer, JSON_COMPACT);
    loopback_text(connection, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n");
    loopback_text(connection, text);
    free(text);
    json_decref(answer);
    return false;
}

/* members: further ones of the entry, each behind a comma. */
static inline void teller_start(struct teller *teller, const struct scripted *script, const char *members)
{
    struct error err;
    char entry[512];
    *teller = (struct teller){.script = script, .asked = json_array()};
    loopback_start(&teller->server, teller_play, teller);
    snprintf(entry, sizeof entry, "{\"*\":{\"api\":\"openai\",\"base_url\":\"%s/v1\",\"model\":\"m\"%s}}",
             teller->server.url, members);
    json_t *entries = json_loads(entry, 0, NULL);
    if (models_open(entries, &teller->models, &err) != OK)
        fail_msg("%s", err.message);
    json_decref(entries);
    teller->model = models_at(teller->models, 0);
}

static inline void teller_stop(struct teller *teller)
{
    models_close(teller->models);
    loopback_stop(&teller->server);
    json_decref(teller->asked);
}

/* The text of a message of a request: number -1 is the last one. */
static inline const char *teller_message(const struct teller *teller, int request, int number)
{
    const json_t *messages = json_object_get(json_array_get(teller->asked, (size_t)request), "messages");
    size_t at = number < 0 ? json_array_size(messages) - 1 : (size_t)number;
    return json_string_value(json_object_get(json_array_get(messages, at), "content"));
}

#endif
