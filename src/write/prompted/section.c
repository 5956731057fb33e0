/* A section of the body, with its subsections in one call where there are few. */
#include "write/prompted/prompted.h"
#include "write/prompted/prose.h"
#include "write/writing/pipeline.h"

enum {
    MAX_SUBSECTIONS = 4, /* in one call; more are asked for one by one */
    PLAIN_PASSAGES = 4,  /* for a weak model */
    PLAIN_LEAST = 80,
    PLAIN_MOST = 130,
};

/* A section on its way. */
struct section {
    struct writing *writing;
    const struct prompted *article;
    size_t first, end; /* headings of the plan: the section's own and, behind it, those inside it */
    struct model_excerpt *excerpts;
    size_t count;
    struct str *subheads;
};

static const struct planned *heading_of(const struct section *section, size_t number)
{
    return &section->article->plan->headings[number];
}

/* The excerpts of the headings, each once. Subsections draw on those of the whole section. */
static enum status collect_excerpts(struct section *section)
{
    size_t most = 0;
    for (size_t i = section->first; i < section->end; i++)
        most += heading_of(section, i)->material.count;
    section->excerpts = ARENA_ARRAY(section->writing->arena, most + 1, struct model_excerpt);
    if (!section->excerpts)
        return error_memory(section->writing->err);
    for (size_t i = section->first; i < section->end; i++) {
        const struct material *material = &heading_of(section, i)->material;
        for (size_t j = 0; j < material->count; j++) {
            size_t at = 0;
            while (at < section->count && !str_eq(section->excerpts[at].text, material->list[j].text))
                at++;
            if (at == section->count)
                section->excerpts[section->count++] = material->list[j];
        }
    }
    if (section->writing->is_plain && section->count > PLAIN_PASSAGES)
        section->count = PLAIN_PASSAGES;
    return OK;
}

/* The outline with this section marked; for a weak model only what the others are about. */
static struct str outline_text(const struct section *section)
{
    const struct article_plan *plan = section->article->plan;
    struct buf out = {0};
    for (size_t i = 0; i < plan->count; i++) {
        bool is_own = i >= section->first && i < section->end;
        if (section->writing->is_plain && is_own)
            continue;
        buf_printf(&out, "%s%.*s%s\n", plan->headings[i].level > 2 ? "  - " : "- ", STR_ARG(plan->headings[i].title),
                   is_own && i == section->first ? "   <-- this one" : "");
    }
    return writing_keep(section->writing, &out);
}

static struct str subheads_text(const struct section *section)
{
    struct buf out = {0};
    if (section->end - section->first > 1)
        buf_str(&out, "11. The text has these headings, each on a line of its own, in this order:\n");
    for (size_t i = section->first + 1; i < section->end; i++) {
        const struct planned *heading = heading_of(section, i);
        buf_printf(&out, "### %.*s\n", STR_ARG(heading->title));
        if (heading->instructions.len)
            buf_printf(&out, "    (%.*s)\n", STR_ARG(heading->instructions));
    }
    return writing_keep(section->writing, &out);
}

/* The first sentences of the sections before this one, where sections are written in turn. */
static struct str written_text(const struct section *section, const struct draft_part *part)
{
    struct buf out = {0};
    if (section->writing->pipeline->in_turn && section->first)
        buf_str(&out, "WRITTEN ALREADY (go on from here, and say none of it again)\n");
    for (size_t i = 0; i < section->first && section->writing->pipeline->in_turn; i++) {
        const struct model_text *text = &part->headings[i].text;
        buf_printf(&out, "- %.*s:", STR_ARG(part->headings[i].title));
        if (text->count && text->blocks[0].count)
            buf_printf(&out, " %.*s", STR_ARG(text->blocks[0].sentences[0].text));
        buf_char(&out, '\n');
    }
    return writing_keep(section->writing, &out);
}

static const char *allowed_forms(enum plan_form form)
{
    static const char *const words[PLAN_FORMS] = {
        [FORM_PROSE] = "; one short list where things stand side by side",
        [FORM_STEPS] = "; the procedure as a numbered list",
        [FORM_LIST] = "; one list with \"- \"",
        [FORM_TABLE] =
            "; one table with | between its columns, every row ending in its passage number (no column for it)",
    };
    return words[form];
}

/* What the section answers, with what else its writer is asked for. */
static struct str covers_text(const struct section *section)
{
    const struct planned *heading = heading_of(section, section->first);
    const struct writing_brand *brand = &section->writing->brand;
    struct str about = heading->covers.len ? heading->covers : heading->title;
    struct str requests = prompted_requests(section->writing, heading);
    bool is_told = heading->names_brand && !section->count && brand->description.len;
    if (!requests.data)
        return requests;
    return str_from(arena_printf(section->writing->arena, "%.*s%.*s%s%.*s", STR_ARG(about), STR_ARG(requests),
                                 is_told ? " What is known of it: " : "",
                                 STR_ARG(is_told ? brand->description : STR(""))));
}

static struct str number_text(struct writing *writing, size_t number)
{
    return str_from(arena_printf(writing->arena, "%zu", number));
}

/* Divides the blocks at the subheadings. */
static enum status distribute(const struct section *section, const struct model_text *text, struct draft_part *part)
{
    size_t at = section->first;
    for (size_t from = 0, to; from < text->count; from = to) {
        to = from;
        while (to < text->count && (to == from || text->blocks[to].kind != TEXT_SUBHEADING))
            to++;
        bool has_heading = text->blocks[from].kind == TEXT_SUBHEADING;
        for (size_t i = section->first + 1; has_heading && i < section->end; i++)
            if (text->blocks[from].count &&
                str_ieq(text->blocks[from].sentences[0].text, heading_of(section, i)->title))
                at = i;
        struct model_text *own = &part->headings[at].text;
        *own = (struct model_text){text->blocks + from + has_heading, to - from - has_heading};
    }
    return OK;
}

static enum status ask(struct section *section, struct draft_part *part)
{
    struct writing *writing = section->writing;
    const struct planned *heading = heading_of(section, section->first);
    size_t least = 0, most = 0;
    for (size_t i = section->first; i < section->end; i++) {
        least += heading_of(section, i)->min_words;
        most += heading_of(section, i)->max_words;
    }
    if (writing->is_plain) {
        least = PLAIN_LEAST;
        most = PLAIN_MOST;
    }
    const struct prompt_value values[] = {
        {"heading", heading->title},
        {"covers", covers_text(section)},
        {"min_words", number_text(writing, least)},
        {"max_words", number_text(writing, most)},
        {"form", str_from(plan_form_name(heading->form))},
        {"allowed", str_from(allowed_forms(heading->form))},
        {"outline", outline_text(section)},
        {"written", written_text(section, part)},
        {"subheads", subheads_text(section)},
    };
    for (size_t i = 0; i < COUNT_OF(values); i++)
        if (!values[i].text.data)
            return error_memory(writing->err);
    const struct prose prose = {
        .question = {.prompt = PROMPT_SECTION,
                     .step = arena_printf(writing->arena, "section-%zu", section->first + 1),
                     .values = values,
                     .value_count = COUNT_OF(values),
                     .material = MATERIAL_PASSAGES,
                     .excerpts = section->excerpts,
                     .excerpt_count = section->count},
        .wanted = {.min_words = least,
                   .max_words = most,
                   .heading = heading->title,
                   .subheads = section->subheads,
                   .subhead_count = section->end - section->first - 1,
                   .needs_citations = section->count > 0,
                   .allows_lists = true,
                   .is_unsourced = section->count == 0,
                   .person = writing->brief.point_of_view == THIRD_PERSON ? CHECK_THIRD_PERSON : CHECK_ANY_PERSON},
        .must_say = heading->names_brand ? writing->brand.name : STR(""),
        .is_verified = true,
    };
    struct checked checked;
    struct model_text text;
    if (!prose.question.step)
        return error_memory(writing->err);
    enum status status = prose_ask(writing, &prose, &checked);
    if (!status)
        status = prose_text(writing, &prose, &checked, &text);
    return status ? status : distribute(section, &text, part);
}

static enum status ask_run(struct writing *writing, const struct prompted *article, size_t first, size_t end,
                           struct draft_part *part)
{
    struct section section = {.writing = writing, .article = article, .first = first, .end = end};
    section.subheads = ARENA_ARRAY(writing->arena, end - first, struct str);
    if (!section.subheads)
        return error_memory(writing->err);
    for (size_t i = first + 1; i < end; i++)
        section.subheads[i - first - 1] = heading_of(&section, i)->title;
    enum status status = collect_excerpts(&section);
    if (!status)
        status = ask(&section, part);
    if (status != E_CORRUPT)
        return status;
    const char *problem = arena_copy(writing->arena, writing->err->message);
    for (size_t i = first; i < end; i++)
        part->headings[i].problem = problem;
    return problem ? OK : error_memory(writing->err);
}

enum status prompted_section(struct writing *writing, const struct prompted *article, size_t first,
                             struct draft_part *part)
{
    const struct article_plan *plan = article->plan;
    size_t end = plan_section_end(plan, first);
    char *detail = arena_printf(writing->arena, "Writing \"%.*s\"", STR_ARG(plan->headings[first].title));
    enum status status = detail ? writing_progress(writing, 0.4, "%s", detail) : error_memory(writing->err);
    if (!status && end - first - 1 <= MAX_SUBSECTIONS && !writing->is_plain)
        return ask_run(writing, article, first, end, part);
    for (size_t i = first; i < end && !status; i++)
        status = ask_run(writing, article, i, i + 1, part);
    return status;
}
