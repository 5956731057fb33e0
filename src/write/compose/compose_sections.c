/* The body: under each heading what its section of the sources says, and nothing from elsewhere. */
#include "write/compose/compose.h"

enum {
    BODY_WORDS = 1300,   /* of all sections of an article of the usual length, but for what a passage goes over */
    LARGEST_WORDS = 300, /* of one of few sections */
    SMALLEST_WORDS = 150,
    LARGEST_INSIDE = 120 /* of a heading inside a section */
};

/* Of the words of a section: what a heading with others inside it has, and what all those inside it have. */
static const double share_above = 0.4, share_inside = 0.9;

/* Does the excerpt hold a sentence of the passage? */
static bool sections_is_in(const struct writing *writing, const struct passage *passage, const struct excerpt *excerpt)
{
    for (size_t i = passage->first; i < passage->first + passage->count; i++)
        if (str_find(excerpt->shown.text, writing->corpus.sentences[i].text, 0) < excerpt->shown.text.len)
            return true;
    return false;
}

/* Adds the passages of the excerpt that are no other heading's, and say something new, until there are so many words.
 */
static void take_from(struct composer *composer, const struct excerpt *excerpt, size_t number, size_t words,
                      const struct passage **passages, size_t *count)
{
    const struct writing *writing = composer->writing;
    const struct corpus *corpus = &writing->corpus;
    size_t taken = 0;
    for (size_t i = 0; i < *count; i++)
        taken += passages[i]->words;
    for (size_t i = 0; i < corpus->passage_count && taken < words; i++) {
        const struct passage *passage = &corpus->passages[i];
        int owner = composer->heading_of[passage->section];
        if (passage->page != excerpt->page || !passage->stands_alone || (owner != -1 && owner != (int)number) ||
            !sections_is_in(writing, passage, excerpt) || compose_is_said(writing, passage))
            continue;
        bool is_there = false;
        for (size_t j = 0; j < *count; j++)
            is_there |= passages[j] == passage;
        if (is_there)
            continue;
        passages[(*count)++] = passage;
        taken += passage->words;
    }
}

/* For a heading that a language model made, and no section of the sources has: what stands in the excerpts that it
 * would have been shown for it, where they name half of what it asks for. */
static enum status find_for_model(struct composer *composer, size_t number, size_t words,
                                  const struct passage **passages, size_t *count)
{
    enum { MOST = 12 };
    static const double named = 0.5;
    struct writing *writing = composer->writing;
    const struct planned *heading = &composer->plan->headings[number];
    const char *about = arena_printf(writing->arena, "%.*s %.*s", STR_ARG(heading->title), STR_ARG(heading->covers));
    const struct excerpt_query query = {.keyword = writing->brief.subject,
                                        .heading = about ? str_from(about) : STR(""),
                                        .most = MOST,
                                        .needs_match = true};
    size_t numbers[MOST], found = 0;
    enum status status = about ? OK : error_memory(writing->err);
    if (!status && writing->excerpts.count)
        status = excerpts_rank(&writing->excerpts, &query, writing->arena, numbers, &found, writing->err);
    for (size_t i = 0; i < found && !status; i++)
        if (excerpts_match(&writing->excerpts, numbers[i], query.heading) >= named)
            take_from(composer, &writing->excerpts.list[numbers[i]], number, words, passages, count);
    return status;
}

static enum status write_heading(struct composer *composer, size_t number, size_t words, struct drafted *section)
{
    struct writing *writing = composer->writing;
    size_t all = writing->corpus.passage_count + 1;
    const struct passage **passages = ARENA_ARRAY(writing->arena, all, const struct passage *);
    size_t count = 0;
    enum status status =
        passages ? offered_take(composer, number, words, passages, &count) : error_memory(writing->err);
    if (!status && !count && writing->model)
        status = find_for_model(composer, number, words, passages, &count);
    return status ? status : compose_text(writing, passages, count, &section->text);
}

/* How many words a section may have, so that all of them make an article of the length that was asked for; of a heading
 * inside a section its part of that. */
static size_t words_for(const struct composer *composer, size_t number)
{
    const struct article_plan *plan = composer->plan;
    const struct param_length *length = params_length(config_string(composer->writing->config, "articleLength"));
    size_t sections = plan_sections(plan), first = number;
    double words = (double)BODY_WORDS / (double)(sections ? sections : 1);
    words = words > LARGEST_WORDS ? LARGEST_WORDS : words < SMALLEST_WORDS ? SMALLEST_WORDS : words;
    words *= length ? length->share : 1;
    while (first > 0 && plan->headings[first].level > 2)
        first--;
    size_t inside = plan_section_end(plan, first) - first - 1;
    if (!inside)
        return (size_t)words;
    double each = words * share_inside / (double)inside;
    return (size_t)(number == first ? words * share_above : each < LARGEST_INSIDE ? each : LARGEST_INSIDE);
}

enum status compose_heading(struct composer *composer, size_t number, struct drafted *drafted)
{
    const struct planned *heading = &composer->plan->headings[number];
    if (heading->role == ROLE_ITEM)
        return compose_item(composer, number, drafted);
    if (heading->role != ROLE_SECTION)
        return compose_role(composer, number, drafted);
    if (heading->is_of_brand)
        return compose_brand(composer, drafted);
    return write_heading(composer, number, words_for(composer, number), drafted);
}

/* --- all of it --- */

/* A heading of the caller's own that no source speaks of is not left out; the user is told. */
static enum status tell_gap(struct composer *composer, const struct draft_part *part, size_t number)
{
    if (!composer->plan->is_given || draft_has_text(part, number))
        return OK;
    return writing_note(composer->writing, "No source has a section on \"%.*s\"; the heading stands without text.",
                        STR_ARG(part->headings[number].title));
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
    if (composer->plan->is_given || (written && written >= min))
        return OK;
    if (!written && !min)
        return writing_note(composer->writing,
                            "The article has no sections: no section of the sources is about \"%.*s\".",
                            STR_ARG(composer->writing->brief.subject));
    return writing_note(composer->writing, "%zu sections were asked for; the sources have enough to say for %zu.", min,
                        written);
}

enum status compose_tell_gaps(struct composer *composer, const struct draft_part *part)
{
    enum status status = OK;
    for (size_t i = 0; i < part->count && !status; i++)
        status = tell_gap(composer, part, i);
    return status ? status : tell_missing(composer, part);
}

static enum status finish_section(struct composer *composer, struct draft_part *part, size_t first, bool keeps_thin)
{
    const struct article_plan *plan = composer->plan;
    enum status status = OK;
    if (!plan->is_given && !keeps_thin && plan->headings[first].role == ROLE_SECTION &&
        !plan->headings[first].is_of_brand)
        status = thin_out(composer->writing, plan, part, first);
    return status;
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
    bool keeps_thin = !status && thin_stays(writing, composer->plan, part);
    for (size_t i = 0; i < part->count && !status; i++)
        if (part->headings[i].level == 2)
            status = finish_section(composer, part, i, keeps_thin);
    if (!status && !writing->model && !composer->plan->is_given)
        status = compose_admit_text(writing, part);
    return status ? status : compose_tell_gaps(composer, part);
}
