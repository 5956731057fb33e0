/* The body: a section for each heading of the outline. */
#include "write/draft.h"

#include <stdio.h>

enum {
    SECTION_WORDS = 200,
    PARENT_WORDS = 100, /* of a section that has subsections */
    SUBSECTION_WORDS = 80,
    NEAREST_WORDS = 60 /* when no passage speaks of the heading directly */
};

/* A heading of the caller's own that no source speaks of is not left out; the user is told. */
static enum status tell_gap(struct drafter *drafter, struct str heading, bool is_empty)
{
    if (is_empty)
        return writing_note(drafter->writing,
                            "No source says anything that fits the heading \"%.*s\"; it stands without text.",
                            STR_ARG(heading));
    return writing_note(drafter->writing, "No source speaks of \"%.*s\" directly; the nearest passages stand there.",
                        STR_ARG(heading));
}

static enum status write_heading(struct drafter *drafter, size_t number, int level, size_t words,
                                 struct draft_part *part)
{
    struct writing *writing = drafter->writing;
    const struct param_length *length = params_length(config_string(writing->config, "articleLength"));
    const struct builtin_section *heading = drafter->headings[number];
    struct drafted *section = &part->headings[number];
    struct ranked_passage *ranked;
    size_t count = 0;
    *section = (struct drafted){.title = heading->title, .level = level};
    struct passage_query query = {.heading = heading->title,
                                  .self = (int)number,
                                  .only_own = level > 2 && !drafter->outline->is_given,
                                  .needs_heading = true,
                                  .max_words = (size_t)((double)words * (length ? length->share : 1))};
    enum status status = draft_rank(drafter, &query, &ranked, &count);
    if (!status && !count && drafter->outline->is_given) {
        query.needs_heading = false;
        query.max_words = NEAREST_WORDS;
        status = draft_rank(drafter, &query, &ranked, &count);
        if (!status)
            status = tell_gap(drafter, heading->title, count == 0);
    }
    char step[32];
    snprintf(step, sizeof step, "section-%zu", number + 1);
    const struct builtin_text_request request = {
        .part = PART_SECTION, .heading = heading->title, .instructions = heading->instructions};
    return status ? status : draft_text(writing, step, &request, ranked, count, &section->text);
}

/* A section and its subsections; *number is that of the next heading. */
static enum status write_section(struct drafter *drafter, size_t index, size_t *number, struct draft_part *part)
{
    const struct builtin_section *section = &drafter->outline->outline.sections[index];
    char *detail = arena_printf(drafter->writing->arena, "Writing section %zu of %zu: %.*s", index + 1,
                                drafter->outline->outline.count, STR_ARG(section->title));
    enum status status = detail ? draft_report(drafter, detail) : error_memory(drafter->writing->err);
    if (!status)
        status = write_heading(drafter, (*number)++, 2, section->count ? PARENT_WORDS : SECTION_WORDS, part);
    for (size_t i = 0; i < section->count && !status; i++, drafter->done++)
        status = write_heading(drafter, (*number)++, 3, SUBSECTION_WORDS, part);
    return status;
}

/* The user is told when the sources have not enough to say for as many sections as were asked for. */
static enum status tell_missing(struct drafter *drafter, const struct draft_part *part)
{
    size_t min, max, written = 0;
    outline_bounds(drafter->writing->config, &min, &max);
    for (size_t i = 0; i < part->count; i++)
        written += part->headings[i].level == 2 && draft_has_text(part, i);
    if (drafter->outline->is_given || written >= min)
        return OK;
    return writing_note(drafter->writing, "%zu sections were asked for; the sources have enough to say for %zu.", min,
                        written);
}

enum status draft_sections(struct drafter *drafter, struct draft_part *part)
{
    struct writing *writing = drafter->writing;
    part->headings = ARENA_ARRAY(writing->arena, drafter->heading_count + 1, struct drafted);
    if (!part->headings)
        return error_memory(writing->err);
    part->count = drafter->heading_count;
    enum status status = OK;
    size_t number = 0;
    for (size_t i = 0; i < drafter->outline->outline.count && !status; i++)
        status = write_section(drafter, i, &number, part);
    if (!status)
        status = tell_missing(drafter, part);
    return status ? status : draft_entities(drafter, part);
}
