/* A section from the material of a type's own: all of it, where that is wanted. */
#include "write/prompted/prompted.h"
#include "write/prompted/prose.h"

enum { MORE_VALUES = 2 };

/* One call: some of the section's material. */
struct part_call {
    const struct material_section *section;
    const char *step;
    struct model_excerpt *excerpts; /* the source of each is its place in the section's material */
    size_t count;
    size_t min_words, max_words;
};

static enum status ask_part(struct writing *writing, const struct part_call *call, bool *is_cited,
                            struct model_text *text)
{
    const struct material_section *section = call->section;
    struct prompt_value *values = ARENA_ARRAY(writing->arena, section->value_count + MORE_VALUES, struct prompt_value);
    char *least = arena_printf(writing->arena, "%zu", call->min_words);
    char *most = arena_printf(writing->arena, "%zu", call->max_words);
    if (!values || !least || !most || !call->step)
        return error_memory(writing->err);
    memcpy(values, section->values, section->value_count * sizeof *values);
    values[section->value_count] = (struct prompt_value){"min_words", str_from(least)};
    values[section->value_count + 1] = (struct prompt_value){"max_words", str_from(most)};
    const struct prose prose = {
        .question = {.prompt = section->prompt,
                     .step = call->step,
                     .values = values,
                     .value_count = section->value_count + MORE_VALUES,
                     .material = MATERIAL_PASSAGES,
                     .excerpts = call->excerpts,
                     .excerpt_count = call->count},
        .wanted = {.min_words = call->min_words,
                   .max_words = call->max_words,
                   .heading = section->heading,
                   .may_copy = section->unlike.len > 0, /* from notes; the page is compared apart */
                   .needs_citations = true,
                   .allows_lists = true,
                   .person = writing->brief.point_of_view == THIRD_PERSON ? CHECK_THIRD_PERSON : CHECK_ANY_PERSON},
        .unlike = section->unlike,
        .is_verified = true,
    };
    struct checked checked;
    enum status status = prose_ask(writing, &prose, &checked);
    for (size_t i = 0; i < checked.count && !status; i++)
        for (size_t j = 0; j < checked.blocks[i].count; j++)
            for (size_t k = 0; k < COUNT_OF(checked.blocks[i].sentences[j].cites); k++) {
                int number = checked.blocks[i].sentences[j].cites[k];
                if (number > 0 && (size_t)number <= call->count)
                    is_cited[call->excerpts[number - 1].source] = true;
            }
    return status ? status : prose_text(writing, &prose, &checked, text);
}

static enum status append(struct writing *writing, const struct model_text *more, struct model_text *text)
{
    struct model_block *blocks = ARENA_ARRAY(writing->arena, text->count + more->count + 1, struct model_block);
    if (!blocks)
        return error_memory(writing->err);
    memcpy(blocks, text->blocks, text->count * sizeof *blocks);
    memcpy(blocks + text->count, more->blocks, more->count * sizeof *blocks);
    *text = (struct model_text){blocks, text->count + more->count};
    return OK;
}

/* What has not been cited, as the material of a second call; returns how many. */
static size_t collect_rest(const struct material_section *section, const bool *is_cited, struct model_excerpt *rest)
{
    size_t count = 0;
    for (size_t i = 0; i < section->material.count; i++)
        if (!is_cited[i]) {
            rest[count] = section->material.list[i];
            rest[count++].source = (int)i;
        }
    return count;
}

/* The bounds of a second call are its share of those of the first. */
static size_t share_of(size_t words, size_t part, size_t whole)
{
    size_t share = words * part / (whole ? whole : 1);
    return share > 10 ? share : 10;
}

static enum status ask_rest(struct writing *writing, const struct material_section *section, bool *is_cited,
                            struct model_text *text, size_t *left)
{
    struct model_excerpt *rest = ARENA_ARRAY(writing->arena, section->material.count + 1, struct model_excerpt);
    struct model_text more;
    if (!rest)
        return error_memory(writing->err);
    size_t count = collect_rest(section, is_cited, rest), whole = section->material.count;
    if (!count)
        return OK;
    const struct part_call call = {.section = section,
                                   .step = arena_printf(writing->arena, "%s/rest", section->step),
                                   .excerpts = rest,
                                   .count = count,
                                   .min_words = share_of(section->min_words, count, whole),
                                   .max_words = share_of(section->max_words, count, whole) + 40};
    enum status status = ask_part(writing, &call, is_cited, &more);
    if (!status)
        status = append(writing, &more, text);
    if (status == E_CORRUPT)
        status = OK;
    *left = collect_rest(section, is_cited, rest);
    return status;
}

enum status prompted_material_section(struct writing *writing, const struct material_section *section,
                                      struct model_text *text, size_t *left)
{
    size_t count = section->material.count;
    bool *is_cited = ARENA_ARRAY(writing->arena, count + 1, bool);
    struct model_excerpt *excerpts = ARENA_ARRAY(writing->arena, count + 1, struct model_excerpt);
    *left = 0;
    if (!is_cited || !excerpts)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++) {
        excerpts[i] = section->material.list[i];
        excerpts[i].source = (int)i;
    }
    const struct part_call call = {section, section->step, excerpts, count, section->min_words, section->max_words};
    enum status status = ask_part(writing, &call, is_cited, text);
    return status || !section->covers_all ? status : ask_rest(writing, section, is_cited, text, left);
}
