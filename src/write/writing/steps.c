#include "net/upstream/json_text.h"
#include "write/writing/writing.h"

#include <stdlib.h>

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
