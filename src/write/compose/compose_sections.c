/* The body: a section for each heading of the outline. */
#include "write/compose/compose.h"

enum {
    SECTION_WORDS = 200,
    PARENT_WORDS = 100, /* of a section that has subsections */
    SUBSECTION_WORDS = 80,
    NEAREST_WORDS = 60 /* when no passage speaks of the heading directly */
};

/* A heading of the caller's own that no source speaks of is not left out; the user is told. */
static enum status tell_gap(struct composer *composer, struct str heading, bool is_empty)
{
    if (is_empty)
        return writing_note(composer->writing,
                            "No source says anything that fits the heading \"%.*s\"; it stands without text.",
                            STR_ARG(heading));
    return writing_note(composer->writing, "No source speaks of \"%.*s\" directly; the nearest passages stand there.",
                        STR_ARG(heading));
}

static enum status write_heading(struct composer *composer, size_t number, size_t words, struct drafted *section)
{
    struct writing *writing = composer->writing;
    const struct param_length *length = params_length(config_string(writing->config, "articleLength"));
    const struct planned *heading = &composer->plan->headings[number];
    struct ranked_passage *ranked;
    size_t count = 0;
    *section = (struct drafted){.title = heading->title, .level = heading->level, .role = heading->role};
    const char *about = arena_printf(writing->arena, "%.*s %.*s", STR_ARG(heading->title), STR_ARG(heading->covers));
    if (!about)
        return error_memory(writing->err);
    struct passage_query query = {.heading = heading->covers.len ? str_from(about) : heading->title,
                                  .self = (int)number,
                                  .only_own = heading->level > 2 && !composer->plan->is_given,
                                  .needs_heading = true,
                                  .max_words = (size_t)((double)words * (length ? length->share : 1))};
    enum status status = compose_rank(composer, &query, &ranked, &count);
    if (!status && !count && composer->plan->is_given) {
        query.needs_heading = false;
        query.max_words = NEAREST_WORDS;
        status = compose_rank(composer, &query, &ranked, &count);
        if (!status)
            status = tell_gap(composer, heading->title, count == 0);
    }
    const struct builtin_text_request request = {
        .part = PART_SECTION, .heading = heading->title, .instructions = heading->instructions};
    return status ? status : compose_text(writing, &request, ranked, count, &section->text);
}

enum status compose_heading(struct composer *composer, size_t number, struct drafted *drafted)
{
    enum plan_role role = composer->plan->headings[number].role;
    if (role == ROLE_ITEM)
        return compose_item(composer, number, drafted);
    if (role != ROLE_SECTION)
        return compose_role(composer, number, drafted);
    bool has_subsections = plan_section_end(composer->plan, number) > number + 1;
    if (composer->plan->headings[number].is_of_brand)
        return compose_brand(composer, drafted);
    size_t words = composer->plan->headings[number].level > 2 ? SUBSECTION_WORDS
                   : has_subsections                          ? PARENT_WORDS
                                                              : SECTION_WORDS;
    return write_heading(composer, number, words, drafted);
}

static enum status report_section(struct composer *composer, size_t index, size_t number)
{
    struct str title = composer->plan->headings[number].title;
    char *detail = arena_printf(composer->writing->arena, "Writing section %zu of %zu: %.*s", index,
                                plan_sections(composer->plan), STR_ARG(title));
    return detail ? compose_report(composer, detail) : error_memory(composer->writing->err);
}

/* The user is told when the sources have not enough to say for as many sections as were asked for. */
static enum status tell_missing(struct composer *composer, const struct draft_part *part)
{
    size_t min, max, written = 0;
    plan_bounds(composer->writing->config, &min, &max);
    for (size_t i = 0; i < part->count; i++)
        written += part->headings[i].level == 2 && draft_has_text(part, i);
    if (composer->plan->is_given || written >= min)
        return OK;
    return writing_note(composer->writing, "%zu sections were asked for; the sources have enough to say for %zu.", min,
                        written);
}

enum status compose_sections(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    enum status status = draft_headings(writing, composer->plan, part);
    size_t index = 0;
    for (size_t i = 0; i < part->count && !status; i++) {
        if (part->headings[i].level == 2)
            status = report_section(composer, ++index, i);
        else
            composer->done++;
        if (!status)
            status = compose_heading(composer, i, &part->headings[i]);
    }
    if (!status)
        status = tell_missing(composer, part);
    return status;
}
