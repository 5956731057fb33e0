#include "write/rewrite/rewrite_notes.h"
#include "model/check/check.h"
#include "write/prompted/framing.h"
#include "write/rewrite/rewrite.h"

enum { SENTENCES = 60, LONGEST_NOTE = 40 /* words that are accepted */ };

/* The sentences of one call, and what was noted of them. */
struct taking {
    const struct original *original;
    size_t *units; /* numbers of those in this call */
    struct str *texts;
    size_t count;
    bool *is_noted; /* by place in the call */
    struct str *notes;
    size_t *first; /* by note: place of its first sentence */
    size_t note_count, note_most;
};

struct takings {
    const struct original *original;
    struct taking *list;
    size_t count;
};

/* --- one call --- */

/* The sentences that are asked about, each with its number; those that are noted already are left out. */
static struct str list_sentences(struct writing *writing, const struct taking *taking, bool only_missed)
{
    struct buf out = {0};
    for (size_t i = 0; i < taking->count; i++) {
        bool is_missed = !taking->is_noted[i] && taking->original->units[taking->units[i]].has_figure;
        if (!only_missed || is_missed)
            buf_printf(&out, "%zu. %.*s\n", i + 1, STR_ARG(taking->texts[i]));
    }
    return writing_keep(writing, &out);
}

static enum status join_sentences(struct writing *writing, const struct taking *taking, const json_t *from,
                                  struct str *text)
{
    struct buf out = {0};
    for (size_t i = 0; i < json_array_size(from); i++) {
        json_int_t number = json_integer_value(json_array_get(from, i));
        if (number >= 1 && (size_t)number <= taking->count)
            buf_printf(&out, "%.*s\n", STR_ARG(taking->texts[number - 1]));
    }
    *text = writing_keep(writing, &out);
    return text->data ? OK : error_memory(writing->err);
}

/* Takes a note that says nothing but what its sentences say. */
static enum status read_note(struct writing *writing, const struct check_material *material, const json_t *entry,
                             struct taking *taking)
{
    const json_t *value = json_object_get(entry, "note"), *from = json_object_get(entry, "from");
    struct str note = str_trim((struct str){json_string_value(value), json_string_length(value)}), sentences;
    enum status status = join_sentences(writing, taking, from, &sentences);
    if (status || !sentences.len || !note.len || taking->note_count == taking->note_most)
        return status;
    if (words_count(note) > LONGEST_NOTE || check_line(material, sentences, note))
        return OK;
    size_t first = taking->count;
    for (size_t i = 0; i < json_array_size(from); i++) {
        json_int_t number = json_integer_value(json_array_get(from, i));
        if (number < 1 || (size_t)number > taking->count)
            continue;
        first = (size_t)number - 1 < first ? (size_t)number - 1 : first;
        taking->is_noted[number - 1] = true;
    }
    taking->notes[taking->note_count] = (struct str){arena_copy_n(writing->arena, note.data, note.len), note.len};
    taking->first[taking->note_count] = first;
    return taking->notes[taking->note_count++].data ? OK : error_memory(writing->err);
}

static enum status read_notes(struct writing *writing, const struct question *question, const struct reply *reply,
                              struct str *fault)
{
    struct taking *taking = question->context;
    struct check_material material = {.language = writing->brief.language, .system = reply->system};
    const json_t *notes = json_object_get(reply->value, "notes");
    size_t before = taking->note_count;
    enum status status = framing_allowed(writing, &material.allowed);
    for (size_t i = 0; i < json_array_size(notes) && !status; i++)
        status = read_note(writing, &material, json_array_get(notes, i), taking);
    if (!status && taking->note_count == before)
        *fault = STR("it has no note whose \"from\" names numbers of the sentences that say it");
    return status;
}

static enum status ask(struct writing *writing, struct taking *taking, size_t number, bool only_missed)
{
    const struct prompt_value value = {"source_sentences", list_sentences(writing, taking, only_missed)};
    const struct question question = {
        .prompt = PROMPT_REWRITE_NOTES,
        .step = arena_printf(writing->arena, only_missed ? "notes-%zu/missed" : "notes-%zu", number + 1),
        .values = &value,
        .value_count = 1,
        .check = read_notes,
        .context = taking};
    if (!value.text.data || !question.step)
        return error_memory(writing->err);
    return value.text.len ? question_ask(writing, &question) : OK;
}

static enum status run_taking(struct writing *writing, size_t number, void *context)
{
    struct takings *takings = context;
    struct taking *taking = &takings->list[number];
    enum status status = ask(writing, taking, number, false);
    if (status == E_CORRUPT) {
        for (size_t i = 0; i < taking->count; i++)
            taking->is_noted[i] = false;
        taking->note_count = 0;
        return writing_note(writing, "Some sentences of the page stood before the writer as they are: %s.",
                            writing->err->message);
    }
    if (!status)
        status = ask(writing, taking, number, true);
    return status == E_CORRUPT ? OK : status;
}

/* --- all of them --- */

/* What may stand in a prompt; empty: it may not. */
static enum status clean_unit(struct writing *writing, const struct unit *unit, struct str *text)
{
    *text = STR("");
    return material_addresses_model(unit->text) ? OK : material_clean(writing->arena, unit->text, text, writing->err);
}

static enum status begin_taking(struct writing *writing, const struct original *original, struct taking *taking)
{
    *taking = (struct taking){.original = original, .note_most = 2 * SENTENCES};
    taking->units = ARENA_ARRAY(writing->arena, SENTENCES, size_t);
    taking->texts = ARENA_ARRAY(writing->arena, SENTENCES, struct str);
    taking->is_noted = ARENA_ARRAY(writing->arena, SENTENCES, bool);
    taking->notes = ARENA_ARRAY(writing->arena, taking->note_most, struct str);
    taking->first = ARENA_ARRAY(writing->arena, taking->note_most, size_t);
    return taking->units && taking->texts && taking->is_noted && taking->notes && taking->first
               ? OK
               : error_memory(writing->err);
}

static enum status divide(struct writing *writing, const struct original *original, struct takings *takings)
{
    takings->list = ARENA_ARRAY(writing->arena, original->count / SENTENCES + 1, struct taking);
    enum status status = takings->list ? OK : error_memory(writing->err);
    for (size_t i = 0; i < original->count && !status; i++) {
        struct str text;
        if (original->units[i].kind == UNIT_CODE)
            continue;
        status = clean_unit(writing, &original->units[i], &text);
        if (status || !text.len)
            continue;
        if (!takings->count || takings->list[takings->count - 1].count == SENTENCES)
            status = begin_taking(writing, original, &takings->list[takings->count++]);
        if (status)
            break;
        struct taking *taking = &takings->list[takings->count - 1];
        taking->units[taking->count] = i;
        taking->texts[taking->count++] = text;
    }
    return status;
}

static void add(struct notes *notes, struct str text, size_t unit)
{
    notes->units[notes->count] = unit;
    notes->list[notes->count++] =
        (struct model_excerpt){.text = text, .heading = STR(""), .name = STR("note"), .source = 0};
}

static enum status add_code(struct writing *writing, const struct original *original, size_t unit, struct notes *notes)
{
    struct str text;
    enum status status = clean_unit(writing, &original->units[unit], &text);
    char *code = arena_printf(writing->arena, "```\n%.*s\n```", STR_ARG(text));
    if (status || !code)
        return status ? status : error_memory(writing->err);
    if (text.len)
        add(notes, str_from(code), unit);
    return OK;
}

/* In the order of the page: notes, sentences that no note holds though they must, and code. */
static enum status collect(struct writing *writing, const struct original *original, const struct takings *takings,
                           struct notes *notes)
{
    size_t most = original->count;
    for (size_t i = 0; i < takings->count; i++)
        most += takings->list[i].note_count;
    notes->list = ARENA_ARRAY(writing->arena, most + 1, struct model_excerpt);
    notes->units = ARENA_ARRAY(writing->arena, most + 1, size_t);
    if (!notes->list || !notes->units)
        return error_memory(writing->err);
    for (size_t i = 0; i < takings->count; i++) {
        const struct taking *taking = &takings->list[i];
        for (size_t j = 0; j < taking->count; j++) {
            bool must = original->units[taking->units[j]].has_figure || !taking->note_count;
            for (size_t k = 0; k < taking->note_count; k++)
                if (taking->first[k] == j)
                    add(notes, taking->notes[k], taking->units[j]);
            if (!taking->is_noted[j] && must)
                add(notes, taking->texts[j], taking->units[j]);
        }
    }
    enum status status = OK;
    for (size_t i = 0; i < original->count && !status; i++)
        if (original->units[i].kind == UNIT_CODE)
            status = add_code(writing, original, i, notes);
    return status;
}

enum status notes_take(struct writing *writing, const struct original *original, struct notes *notes)
{
    struct takings takings = {.original = original};
    enum status status = writing_progress(writing, 0.1, "Taking notes");
    *notes = (struct notes){0};
    if (!status)
        status = divide(writing, original, &takings);
    if (!status)
        status = tasks_run(writing, takings.count, run_taking, &takings);
    if (!status)
        status = collect(writing, original, &takings, notes);
    if (!status && !notes->count)
        status = error_set(writing->err, E_CORRUPT, NULL, "the page has no sentence that notes could be taken of");
    return status;
}
