/* The text of the article, part by part; each finished part is stored. */
#include "write/writing.h"

enum {
    INTRODUCTION_WORDS = 90, /* taken until so many are there; the last passage may go over */
    SECTION_WORDS = 200,
    PARENT_WORDS = 100, /* of a section that has subsections */
    SUBSECTION_WORDS = 80,
    NEAREST_WORDS = 60, /* when nothing speaks of a heading directly */
    CONCLUSION_WORDS = 30,
    PASSAGES_PER_PAGE = 3
};

/* How much of the progress each part is: reading and outlining end at 0.3, finishing begins at 0.84. */
static const double first_part = 0.3, last_part = 0.84;

struct drafter {
    struct writing *writing;
    const struct article_outline *outline;
    struct draft *draft;
    int *owner;
    struct str *headings;
    size_t heading_count;
    const struct str *entities;
    size_t entity_count;
    size_t done;
};

static enum status report(struct drafter *drafter, const char *what)
{
    double share = (double)drafter->done++ / (double)(drafter->heading_count + 2);
    return writing_progress(drafter->writing, first_part + (last_part - first_part) * share, "%s", what);
}

static enum status rank(struct drafter *drafter, const struct passage_query *query, struct ranked_passage **ranked,
                        size_t *count)
{
    struct writing *writing = drafter->writing;
    struct passage_query whole = *query;
    whole.keyword = writing->brief.keyword;
    whole.entities = drafter->entities;
    whole.entity_count = drafter->entity_count;
    whole.max_per_page = writing->page_count > 1 ? PASSAGES_PER_PAGE : 0;
    if (!whole.heading.data)
        whole.heading = STR("");
    return passages_rank(&writing->corpus, &whole, &writing->used, writing->arena, ranked, count, writing->err);
}

static enum status write_introduction(struct drafter *drafter)
{
    struct writing *writing = drafter->writing;
    if (config_bool(writing->config, "disableIntroduction"))
        return OK;
    enum status status = report(drafter, "Writing the introduction");
    struct ranked_passage *ranked;
    size_t count = 0;
    const struct passage_query query = {
        .owner = drafter->owner, .self = -1, .is_lead = true, .max_words = INTRODUCTION_WORDS};
    if (!status)
        status = rank(drafter, &query, &ranked, &count);
    if (status)
        return status;
    return draft_text(writing, "introduction", PART_INTRODUCTION, STR(""), ranked, count,
                      &drafter->draft->introduction);
}

static enum status tell_gap(struct drafter *drafter, struct str heading, bool is_empty)
{
    if (!drafter->outline->is_given)
        return OK;
    if (is_empty)
        return writing_note(drafter->writing,
                            "No source says anything that fits the heading \"%.*s\"; it stands without text.",
                            STR_ARG(heading));
    return writing_note(drafter->writing, "No source speaks of \"%.*s\" directly; the nearest passages stand there.",
                        STR_ARG(heading));
}

static enum status write_heading(struct drafter *drafter, int number, int level, size_t words)
{
    struct writing *writing = drafter->writing;
    struct drafted *section = &drafter->draft->sections[number];
    struct str heading = drafter->headings[number];
    struct ranked_passage *ranked;
    size_t count = 0;
    *section = (struct drafted){.title = heading, .level = level};
    struct passage_query query = {.heading = heading,
                                  .owner = drafter->owner,
                                  .self = number,
                                  .only_own = level > 2 && !drafter->outline->is_given,
                                  .needs_heading = true,
                                  .max_words = (size_t)((double)words * outline_text_share(writing->config))};
    enum status status = rank(drafter, &query, &ranked, &count);
    if (!status && !count && drafter->outline->is_given) {
        query.needs_heading = false;
        query.max_words = NEAREST_WORDS;
        status = rank(drafter, &query, &ranked, &count);
        if (!status)
            status = tell_gap(drafter, heading, count == 0);
    }
    char step[32];
    snprintf(step, sizeof step, "section-%d", number + 1);
    return status ? status : draft_text(writing, step, PART_SECTION, heading, ranked, count, &section->text);
}

static enum status write_section(struct drafter *drafter, size_t index, int *number)
{
    const struct model_section *section = &drafter->outline->outline.sections[index];
    char *detail = arena_printf(drafter->writing->arena, "Writing section %zu of %zu: %.*s", index + 1,
                                drafter->outline->outline.count, STR_ARG(section->title));
    enum status status = detail ? report(drafter, detail) : error_memory(drafter->writing->err);
    if (!status)
        status = write_heading(drafter, (*number)++, 2, section->count ? PARENT_WORDS : SECTION_WORDS);
    for (size_t i = 0; i < section->count && !status; i++, drafter->done++)
        status = write_heading(drafter, (*number)++, 3, SUBSECTION_WORDS);
    return status;
}

/* When everything was said: a conclusion may come back to it. */
static enum status rank_again(struct drafter *drafter, const struct passage_query *query,
                              struct ranked_passage **ranked, size_t *count)
{
    struct writing *writing = drafter->writing;
    struct used_sentences used = writing->used;
    enum status status = used_init(&writing->corpus, writing->arena, &writing->used, writing->err);
    if (!status)
        status = rank(drafter, query, ranked, count);
    writing->used = used;
    return status;
}

static enum status write_conclusion(struct drafter *drafter)
{
    struct writing *writing = drafter->writing;
    if (!config_bool(writing->config, "includeConclusion"))
        return OK;
    enum status status = report(drafter, "Writing the conclusion");
    struct ranked_passage *ranked;
    size_t count = 0;
    const struct passage_query query = {
        .owner = drafter->owner, .self = -1, .is_closing = true, .max_words = CONCLUSION_WORDS};
    if (!status)
        status = rank(drafter, &query, &ranked, &count);
    if (!status && !count)
        status = rank_again(drafter, &query, &ranked, &count);
    if (!status)
        status =
            draft_text(writing, "conclusion", PART_CONCLUSION, STR(""), ranked, count, &drafter->draft->conclusion);
    if (!status && !drafter->draft->conclusion.count)
        status = writing_note(writing, "There is no conclusion: the sources have no sentence that fits one.");
    return status;
}

bool draft_has_text(const struct draft *draft, size_t section)
{
    if (draft->sections[section].text.count)
        return true;
    for (size_t i = section + 1; i < draft->section_count && draft->sections[i].level > draft->sections[section].level;
         i++)
        if (draft->sections[i].text.count)
            return true;
    return false;
}

/* All headings in a row, h2 and h3, and which of them each section of the sources belongs to. */
static enum status lay_out(struct drafter *drafter)
{
    struct writing *writing = drafter->writing;
    const struct model_outline *outline = &drafter->outline->outline;
    size_t count = 0;
    for (size_t i = 0; i < outline->count; i++)
        count += 1 + outline->sections[i].count;
    drafter->headings = ARENA_ARRAY(writing->arena, count + 1, struct str);
    drafter->draft->sections = ARENA_ARRAY(writing->arena, count + 1, struct drafted);
    drafter->owner = ARENA_ARRAY(writing->arena, writing->corpus.section_count + 1, int);
    if (!drafter->headings || !drafter->draft->sections || !drafter->owner)
        return error_memory(writing->err);
    for (size_t i = 0; i < outline->count; i++) {
        drafter->headings[drafter->heading_count++] = outline->sections[i].title;
        for (size_t j = 0; j < outline->sections[i].count; j++)
            drafter->headings[drafter->heading_count++] = outline->sections[i].subsections[j].title;
    }
    drafter->draft->section_count = count;
    enum status status = passages_assign(&writing->corpus, writing->brief.keyword, drafter->headings, count,
                                         drafter->owner, writing->err);
    /* What answers a question is kept for the FAQ. */
    for (size_t i = 0; i < writing->corpus.section_count && config_bool(writing->config, "includeFaq"); i++)
        if (writing->corpus.sections[i].is_question)
            drafter->owner[i] = SECTION_KEPT_BACK;
    return status;
}

/* Fewer sections than were asked for are a fact about the sources, not something to hide. */
static enum status tell_missing(struct drafter *drafter)
{
    const struct draft *draft = drafter->draft;
    size_t min, max, written = 0;
    outline_bounds(drafter->writing->config, &min, &max);
    for (size_t i = 0; i < draft->section_count; i++)
        written += draft->sections[i].level == 2 && draft_has_text(draft, i);
    if (drafter->outline->is_given || written >= min)
        return OK;
    return writing_note(drafter->writing, "%zu sections were asked for; the sources have enough to say for %zu.", min,
                        written);
}

enum status draft_write(struct writing *writing, const struct article_outline *outline, struct draft *draft)
{
    struct drafter drafter = {.writing = writing, .outline = outline, .draft = draft};
    struct str *entities;
    *draft = (struct draft){0};
    enum status status = used_init(&writing->corpus, writing->arena, &writing->used, writing->err);
    if (!status)
        status = entities_read(writing, &entities, &drafter.entity_count);
    if (!status) {
        drafter.entities = entities;
        status = lay_out(&drafter);
    }
    if (!status)
        status = write_introduction(&drafter);
    int number = 0;
    for (size_t i = 0; i < outline->outline.count && !status; i++)
        status = write_section(&drafter, i, &number);
    if (!status)
        status = tell_missing(&drafter);
    if (!status)
        status = entities_complete(writing, drafter.owner, draft);
    if (!status)
        status = write_conclusion(&drafter);
    if (!status)
        status = draft_takeaways(writing, draft);
    return status ? status : draft_questions(writing, draft);
}
