#include "net/upstream/answers.h"

#include "base/system/thread.h"

#include <stdlib.h>

void answers_init(struct answers *answers, size_t most_bytes)
{
    answers->most_bytes = most_bytes;
    answers->first = answers->count = answers->bytes = answers->asked_count = 0;
    pthread_mutex_init(&answers->lock, NULL);
    condition_init(&answers->ended);
}

static size_t bytes_of(const struct answers_entry *entry)
{
    return entry->question + entry->type + entry->body;
}

static struct answers_entry *at(struct answers *answers, size_t number)
{
    return &answers->list[(answers->first + number) % ANSWERS_MOST];
}

static void drop_oldest(struct answers *answers)
{
    struct answers_entry *entry = at(answers, 0);
    answers->bytes -= bytes_of(entry);
    free(entry->text);
    answers->first = (answers->first + 1) % ANSWERS_MOST;
    answers->count--;
}

void answers_destroy(struct answers *answers)
{
    while (answers->count)
        drop_oldest(answers);
    pthread_cond_destroy(&answers->ended);
    pthread_mutex_destroy(&answers->lock);
}

/* The youngest that answers the question; NULL: there is none. */
static const struct answers_entry *find_answers(struct answers *answers, struct str question)
{
    uint64_t hash = hash_bytes(question.data, question.len);
    int64_t now = clock_mono_ms();
    for (size_t i = answers->count; i-- > 0;) {
        const struct answers_entry *entry = at(answers, i);
        if (entry->hash == hash && entry->until > now && str_eq(question, (struct str){entry->text, entry->question}))
            return entry;
    }
    return NULL;
}

enum status answers_find(struct answers *answers, struct str question, struct arena *arena, struct str *type,
                         struct str *body, struct error *err)
{
    pthread_mutex_lock(&answers->lock);
    const struct answers_entry *entry = find_answers(answers, question);
    const char *text = entry ? entry->text + entry->question : NULL;
    *type = entry ? (struct str){arena_copy_n(arena, text, entry->type), entry->type} : STR("");
    *body = entry ? (struct str){arena_copy_n(arena, text + entry->type, entry->body), entry->body} : STR("");
    pthread_mutex_unlock(&answers->lock);
    if (!entry)
        return E_NOT_FOUND;
    return type->data && body->data ? OK : error_memory(err);
}

void answers_keep(struct answers *answers, struct str question, struct str type, struct str body, long seconds)
{
    struct answers_entry entry = {.hash = hash_bytes(question.data, question.len),
                                  .question = question.len,
                                  .type = type.len,
                                  .body = body.len,
                                  .until = clock_mono_ms() + (int64_t)seconds * 1000};
    size_t bytes = bytes_of(&entry);
    if (bytes > answers->most_bytes / 4 || !(entry.text = malloc(bytes + 1)))
        return;
    memcpy(entry.text, question.data, question.len);
    if (type.len)
        memcpy(entry.text + question.len, type.data, type.len);
    if (body.len)
        memcpy(entry.text + question.len + type.len, body.data, body.len);
    pthread_mutex_lock(&answers->lock);
    while (answers->count && (answers->count == ANSWERS_MOST || answers->bytes + bytes > answers->most_bytes))
        drop_oldest(answers);
    *at(answers, answers->count++) = entry;
    answers->bytes += bytes;
    pthread_mutex_unlock(&answers->lock);
}

/* --- questions that are being asked --- */

static size_t asked_at(const struct answers *answers, uint64_t hash)
{
    size_t at = 0;
    while (at < answers->asked_count && answers->asked[at] != hash)
        at++;
    return at;
}

bool answers_begin(struct answers *answers, struct str question)
{
    uint64_t hash = hash_bytes(question.data, question.len);
    pthread_mutex_lock(&answers->lock);
    bool is_first = asked_at(answers, hash) == answers->asked_count;
    if (is_first && answers->asked_count < ANSWERS_ASKED) /* beyond that many, two may ask the same */
        answers->asked[answers->asked_count++] = hash;
    pthread_mutex_unlock(&answers->lock);
    return is_first;
}

void answers_end(struct answers *answers, struct str question)
{
    uint64_t hash = hash_bytes(question.data, question.len);
    pthread_mutex_lock(&answers->lock);
    size_t at = asked_at(answers, hash);
    if (at < answers->asked_count)
        answers->asked[at] = answers->asked[--answers->asked_count];
    pthread_cond_broadcast(&answers->ended);
    pthread_mutex_unlock(&answers->lock);
}

enum status answers_wait(struct answers *answers, struct str question, const atomic_bool *cancel, int64_t deadline)
{
    enum { CANCEL_CHECK_MS = 200 };
    uint64_t hash = hash_bytes(question.data, question.len);
    enum status status = OK;
    pthread_mutex_lock(&answers->lock);
    while (!status && asked_at(answers, hash) < answers->asked_count) {
        struct timespec until = condition_in_ms(CANCEL_CHECK_MS);
        pthread_cond_timedwait(&answers->ended, &answers->lock, &until);
        status = cancel && atomic_load(cancel) ? E_CANCELLED : clock_mono_ms() >= deadline ? E_TIMEOUT : OK;
    }
    pthread_mutex_unlock(&answers->lock);
    return status;
}
