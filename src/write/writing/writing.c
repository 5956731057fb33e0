#include "write/writing/writing.h"

#include "base/system/turns.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MAX_NOTE = 480,
    EASY_SENTENCE_WORDS = 36, /* longer ones stay hard to read when they are cut */
};

enum status writing_open(struct writing *writing, struct writing_shared *shared)
{
    *shared = (struct writing_shared){.tokens = 0};
    pthread_mutex_init(&shared->lock, NULL);
    writing->shared = shared;
    return OK;
}

void writing_close(struct writing *writing)
{
    struct writing_shared *shared = writing->shared;
    for (size_t i = 0; i < shared->arena_count; i++)
        arena_free(shared->arenas[i]);
    free(shared->arenas);
    word_memory_free(writing->words);
    pthread_mutex_destroy(&shared->lock);
}

void writing_take_turn(struct writing *writing)
{
    if (writing->services->processors)
        turns_take(writing->services->processors, NULL, 0);
}

void writing_give_turn(struct writing *writing)
{
    if (writing->services->processors)
        turns_give(writing->services->processors);
}

enum status writing_note(struct writing *writing, const char *format, ...)
{
    char text[MAX_NOTE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t length;
    char *sound = utf8_repair(writing->arena, str_from(text), &length); /* a long title may be cut within a letter */
    if (!sound)
        return error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(writing->notes); i++)
        if (strcmp(json_string_value(json_array_get(writing->notes, i)), sound) == 0)
            return OK;
    return json_array_append_new(writing->notes, json_string(sound)) ? error_memory(writing->err) : OK;
}

bool writing_is_cancelled(const struct writing *writing)
{
    return writing->job->cancel && atomic_load(writing->job->cancel);
}

enum status writing_progress(struct writing *writing, double fraction, const char *format, ...)
{
    char detail[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    if (writing_is_cancelled(writing))
        return code_error(writing->err, E_CANCELLED, CODE_CANCELLED, "the article was cancelled");
    size_t length;
    char *sound = utf8_repair(writing->arena, str_from(detail), &length);
    if (!sound)
        return error_memory(writing->err);
    pthread_mutex_lock(&writing->shared->lock);
    if (fraction > writing->shared->fraction)
        writing->shared->fraction = fraction;
    fraction = writing->shared->fraction;
    pthread_mutex_unlock(&writing->shared->lock);
    return writing->job->progress(writing->job->context, fraction, sound, writing->err);
}

enum status writing_corpus(struct writing *writing)
{
    if (writing->has_corpus)
        return OK;
    struct corpus_options options = {
        .language = writing->brief.language, .cancel = writing->job->cancel, .with_item_code = true};
    if (writing->wishes.is_easy)
        options.max_sentence_words = EASY_SENTENCE_WORDS;
    enum status status =
        corpus_build(writing->arena, writing->pages, writing->page_count, &options, &writing->corpus, writing->err);
    if (!status)
        status = used_init(&writing->corpus, writing->arena, &writing->used, writing->err);
    writing->has_corpus = !status;
    if (status || writing->corpus.passage_count)
        return status;
    const char *language = writing->brief.language->name;
    return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                      "none of the %zu sources has sentences in %s that an article could draw on; add sources in %s",
                      writing->page_count, language, language);
}

long writing_tokens(struct writing *writing)
{
    pthread_mutex_lock(&writing->shared->lock);
    long tokens = writing->shared->tokens;
    pthread_mutex_unlock(&writing->shared->lock);
    return tokens;
}

struct str writing_keep(struct writing *writing, struct buf *text)
{
    while (text->len && text->data[text->len - 1] == '\n')
        text->len--;
    char *copy = text->failed ? NULL : arena_copy_n(writing->arena, text->len ? text->data : "", text->len);
    struct str kept = {copy, text->len};
    buf_free(text);
    return kept;
}

struct str config_text(const json_t *config, const char *name)
{
    const char *text = config_string(config, name);
    return str_from(text ? text : "");
}
