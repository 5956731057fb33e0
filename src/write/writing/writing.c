#include "write/writing/writing.h"

#include "net/upstream/upstream.h"

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
        return writing_end(writing, OK);
    for (size_t i = 0; i < json_array_size(writing->notes); i++)
        if (strcmp(json_string_value(json_array_get(writing->notes, i)), sound) == 0)
            return OK;
    if (json_array_append_new(writing->notes, json_string(sound)))
        arena_fail(writing->arena);
    return writing_end(writing, OK);
}

bool writing_made(struct writing *writing, enum status status)
{
    if (status)
        arena_fail(writing->arena);
    return !status;
}

enum status writing_end(struct writing *writing, enum status status)
{
    return !status && arena_failed(writing->arena) ? error_memory(writing->err) : status;
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
    return buf_keep(text, writing->arena);
}

struct str config_text(const json_t *config, const char *name)
{
    const char *text = config_string(config, name);
    return str_from(text ? text : "");
}

enum status step_load(struct writing *writing, const char *step, int version, json_t **value)
{
    struct str output;
    enum status status =
        writing->job->load_step(writing->job->context, writing->arena, step, version, &output, writing->err);
    if (status)
        return status;
    bool no_memory = false;
    json_error_t fault;
    *value = json_text_load(output, JSON_DECODE_ANY, &no_memory, &fault);
    if (*value)
        return OK;
    return no_memory
               ? error_memory(writing->err)
               : code_error(writing->err, E_CORRUPT, CODE_INTERNAL, "the stored step \"%s\" cannot be read", step);
}

enum status step_save_call(struct writing *writing, const struct write_step *step, const json_t *value)
{
    struct write_step whole = *step;
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    if (value && !text)
        return error_memory(writing->err);
    whole.output = str_from(text ? text : "");
    writing_give_turn(writing); /* it returns when the disk has the step, which it may have of many articles at once */
    enum status status = writing->job->save_step(writing->job->context, &whole, writing->err);
    writing_take_turn(writing);
    free(text);
    return status;
}

enum status step_save(struct writing *writing, const char *step, int version, int64_t began_ms, const json_t *value)
{
    int64_t took = clock_mono_ms() - began_ms;
    const struct write_step done = {.name = step,
                                    .version = version,
                                    .started_at = clock_now_ms() - took,
                                    .seconds = (double)took / 1000,
                                    .is_done = true,
                                    .status = "done"};
    return step_save_call(writing, &done, value);
}

struct tasks_task {
    struct writing writing; /* its own */
    struct error err;
    enum status status;
    size_t number;
    task_run run;
    void *context;
    pthread_t thread;
    bool is_started;
};

static void *tasks_work(void *argument)
{
    struct tasks_task *task = argument;
    writing_take_turn(&task->writing);
    task->status = task->run(&task->writing, task->number, task->context);
    writing_give_turn(&task->writing);
    return NULL;
}

static enum status open_task(struct writing *writing, size_t number, task_run run, void *context,
                             struct tasks_task *task)
{
    *task = (struct tasks_task){.writing = *writing, .number = number, .run = run, .context = context};
    task->writing.arena = arena_new();
    task->writing.notes = json_array();
    task->writing.err = &task->err;
    task->writing.usage = (struct model_usage){0};
    return task->writing.arena && task->writing.notes ? OK : error_memory(writing->err);
}

/* What the work made lives as long as the article. */
static enum status keep_arena(struct writing_shared *shared, struct arena *arena)
{
    if (shared->arena_count == shared->arena_cap) {
        size_t cap = shared->arena_cap ? shared->arena_cap * 2 : 8;
        struct arena **arenas = realloc(shared->arenas, cap * sizeof *arenas);
        if (!arenas)
            return E_MEMORY;
        shared->arenas = arenas;
        shared->arena_cap = cap;
    }
    shared->arenas[shared->arena_count++] = arena;
    return OK;
}

/* Takes over what the task leaves: its arena, notes, usage, and its failure when it is the first. */
static enum status close_task(struct writing *writing, struct tasks_task *task, enum status status)
{
    writing->usage.input += task->writing.usage.input;
    writing->usage.output += task->writing.usage.output;
    if (!status && task->status) {
        *writing->err = task->err;
        status = task->status;
    }
    for (size_t i = 0; i < json_array_size(task->writing.notes) && !status; i++)
        status = writing_note(writing, "%s", json_string_value(json_array_get(task->writing.notes, i)));
    json_decref(task->writing.notes);
    if (task->writing.arena && keep_arena(writing->shared, task->writing.arena)) {
        arena_free(task->writing.arena);
        return status ? status : error_memory(writing->err);
    }
    return status;
}

enum status tasks_run(struct writing *writing, size_t count, task_run run, void *context)
{
    struct tasks_task *tasks = calloc(count + 1, sizeof *tasks);
    if (!tasks)
        return error_memory(writing->err);
    enum status status = OK;
    for (size_t i = 0; i < count && !status; i++)
        status = open_task(writing, i, run, context, &tasks[i]);
    for (size_t i = 1; i < count && !status; i++)
        tasks[i].is_started = thread_start_small(&tasks[i].thread, tasks_work, &tasks[i], NULL) == OK;
    writing_give_turn(writing);
    for (size_t i = 0; i < count && !status; i++)
        if (!tasks[i].is_started)
            tasks_work(&tasks[i]);
    for (size_t i = 0; i < count; i++)
        if (tasks[i].is_started)
            pthread_join(tasks[i].thread, NULL);
    writing_take_turn(writing);
    for (size_t i = 0; i < count; i++)
        status = close_task(writing, &tasks[i], status);
    free(tasks);
    return status;
}

/* Are the pages about the keyword? */

static bool has_urls(const struct writing *writing)
{
    return json_array_size(json_object_get(writing->config, "urls")) > 0;
}

/* Of the pages that a person named, and of those that the library and the searches found. */
static bool accepts(const struct writing *writing, size_t count)
{
    const struct sought *sought = writing->sought;
    bool are_named = has_urls(writing);
    for (size_t i = 0; i < count; i++)
        if (sought_accepts(sought, &writing->found[i], 1, are_named && writing->pages[i].is_link))
            return true;
    return false;
}

static bool sought_is_foreign(const struct writing *writing, const struct page *page)
{
    return page->language && writing->brief.language && page->language != writing->brief.language;
}

enum status writing_sought(struct writing *writing)
{
    size_t count = writing->page_count - writing->has_brand_page;
    if (writing->sought)
        return OK;
    enum status status =
        sought_read_known(writing->arena, writing->brief.keyword, writing->brief.language, topic_collection_share,
                          &writing->collection, &writing->sought, writing->err);
    struct arena *scratch = arena_new();
    if (!writing->words)
        writing->words = word_memory_new(writing->brief.language);
    writing->found = ARENA_ARRAY(writing->arena, writing->page_count + 1, struct sought_page);
    if (!status && (!scratch || !writing->words || !writing->found))
        status = error_memory(writing->err);
    for (size_t i = 0; i < count && !status; i++) {
        if (sought_is_foreign(writing, &writing->pages[i]))
            continue;
        arena_reset(scratch, 0);
        status =
            sought_page(writing->sought, &writing->pages[i], writing->words, scratch, &writing->found[i], writing->err);
    }
    arena_free(scratch);
    if (status)
        writing->sought = NULL; /* not read */
    else
        writing->is_accepted = accepts(writing, count);
    return status;
}
