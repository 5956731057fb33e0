#include "write/steps.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_NOTE = 480, STEP_VERSION = 1 };

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
    return writing->job->progress(writing->job->context, fraction, sound, writing->err);
}

enum status step_load(struct writing *writing, const char *step, json_t **value)
{
    struct str output;
    enum status status =
        writing->job->load_step(writing->job->context, writing->arena, step, STEP_VERSION, &output, writing->err);
    if (status)
        return status;
    *value = json_loadb(output.data, output.len, JSON_DECODE_ANY, NULL);
    return *value ? OK
                  : code_error(writing->err, E_CORRUPT, CODE_INTERNAL, "the stored step \"%s\" cannot be read", step);
}

enum status step_save(struct writing *writing, const char *step, const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    if (!text)
        return error_memory(writing->err);
    const struct write_step done = {.name = step,
                                    .version = STEP_VERSION,
                                    .output = str_from(text),
                                    .started_at = clock_now_ms(),
                                    .is_done = true,
                                    .status = "done"};
    enum status status = writing->job->save_step(writing->job->context, &done, writing->err);
    free(text);
    return status;
}

static json_t *sentence_json(const struct model_sentence *sentence)
{
    return json_pack("[s%,i,I,i,s%]", sentence->text.data, sentence->text.len, sentence->source,
                     (json_int_t)sentence->id, sentence->item, sentence->term.len ? sentence->term.data : "",
                     sentence->term.len);
}

json_t *step_from_text(const struct model_text *text)
{
    json_t *blocks = json_array();
    bool ok = blocks;
    for (size_t i = 0; i < text->count && ok; i++) {
        json_t *block = json_array();
        ok = json_array_append_new(blocks, block) == 0;
        for (size_t j = 0; j < text->blocks[i].count && ok; j++)
            ok = json_array_append_new(block, sentence_json(&text->blocks[i].sentences[j])) == 0;
    }
    if (ok)
        return blocks;
    json_decref(blocks);
    return NULL;
}

static enum status read_block(struct writing *writing, const json_t *value, struct model_block *block)
{
    block->sentences = ARENA_ARRAY(writing->arena, json_array_size(value) + 1, struct model_sentence);
    if (!block->sentences)
        return error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *entry = json_array_get(value, i), *text = json_array_get(entry, 0);
        const json_t *term = json_array_get(entry, 4);
        char *copy = arena_copy_n(writing->arena, json_string_value(text), json_string_length(text));
        char *named = arena_copy_n(writing->arena, json_string_value(term), json_string_length(term));
        if (!copy || !named)
            return error_memory(writing->err);
        block->sentences[block->count++] = (struct model_sentence){
            .text = {copy, json_string_length(text)},
            .source = (int)json_integer_value(json_array_get(entry, 1)),
            .id = (long)json_integer_value(json_array_get(entry, 2)),
            .item = (int)json_integer_value(json_array_get(entry, 3)),
            .term = {named, json_string_length(term)},
        };
    }
    return OK;
}

enum status step_to_text(struct writing *writing, const json_t *value, struct model_text *text)
{
    *text = (struct model_text){ARENA_ARRAY(writing->arena, json_array_size(value) + 1, struct model_block), 0};
    enum status status = text->blocks ? OK : error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(value) && !status; i++)
        status = read_block(writing, json_array_get(value, i), &text->blocks[text->count++]);
    return status;
}
