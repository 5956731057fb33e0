#include "base/system/thread.h"
#include "write/writing/writing.h"

#include <stdlib.h>

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
