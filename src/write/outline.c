/* The outline: the caller's, verbatim, or one made from the sources' headings; and the title. */
#include "write/outline.h"

#include "model/builtin/builtin.h"
#include "write/ask.h"

#include <stdlib.h>

/* A page is about the keyword's whole subject when its title covers this share of the keyword. */
static const double whole_subject = 0.8;

void outline_bounds(const json_t *config, size_t *min, size_t *max)
{
    const struct param_length *length = params_length(config_string(config, "articleLength"));
    *min = length ? length->min : 0;
    *max = length ? length->max : 0;
    if (config_is(config, "articleLength", "custom"))
        *min = *max = (size_t)config_integer(config, "numberOfSections", 0);
}

/* --- from the caller --- */

static enum status copy_string(struct writing *writing, const json_t *value, struct str *copy)
{
    const char *text = arena_copy_n(writing->arena, json_string_value(value), json_string_length(value));
    *copy = (struct str){text, json_string_length(value)};
    return text ? OK : error_memory(writing->err);
}

static enum status read_sections(struct writing *writing, const json_t *list, struct builtin_section **sections,
                                 size_t *count)
{
    *count = 0;
    *sections = ARENA_ARRAY(writing->arena, json_array_size(list) + 1, struct builtin_section);
    enum status status = *sections ? OK : error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(list) && !status; i++) {
        const json_t *entry = json_array_get(list, i);
        struct builtin_section *section = &(*sections)[(*count)++];
        status = copy_string(writing, json_object_get(entry, "title"), &section->title);
        if (!status)
            status = copy_string(writing, json_object_get(entry, "instructions"), &section->instructions);
        if (!status)
            status =
                read_sections(writing, json_object_get(entry, "subsections"), &section->subsections, &section->count);
    }
    return status;
}

/* Section names as JSON in the shape of `outline`: one per line; an indented line is a subsection of the last one
 * that is not. */
static json_t *sections_from_lines(const char *lines)
{
    json_t *list = json_array();
    struct str rest = str_from(lines), line;
    while (list && str_split(&rest, '\n', &line)) {
        struct str title = str_trim(line);
        while (title.len && (str_starts(title, STR("- ")) || str_starts(title, STR("* "))))
            title = str_trim((struct str){title.data + 2, title.len - 2});
        if (!title.len)
            continue;
        json_t *last = json_array_get(list, json_array_size(list) - 1), *into = list;
        if (ascii_is_space(line.data[0]) && json_array_size(list))
            into = json_object_get(last, "subsections");
        if (json_array_append_new(into, json_pack("{s:s%,s:[]}", "title", title.data, title.len, "subsections"))) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

/* The caller's outline; NULL when there is none, or when memory ran out, which *status says then. */
static json_t *given_sections(struct writing *writing, enum status *status)
{
    json_t *outline = json_object_get(writing->config, "outline");
    if (json_array_size(outline))
        return json_incref(outline);
    const char *lines = config_string(writing->config, "extraOutlinePrompt");
    if (!lines)
        return NULL;
    json_t *list = sections_from_lines(lines);
    if (!list)
        *status = error_memory(writing->err);
    if (json_array_size(list))
        return list;
    json_decref(list);
    return NULL;
}

/* --- from the sources --- */

static enum status collect_headings(struct writing *writing, struct builtin_outline_request *request)
{
    const struct corpus *corpus = &writing->corpus;
    struct vector keyword;
    struct builtin_heading *headings = ARENA_ARRAY(writing->arena, corpus->section_count + 1, struct builtin_heading);
    double *relevance = ARENA_ARRAY(writing->arena, corpus->section_count + 1, double);
    if (!headings || !relevance)
        return error_memory(writing->err);
    enum status status = corpus_vector(&writing->corpus, writing->brief.keyword, &keyword, writing->err);
    if (!status)
        status = corpus_relevance(&writing->corpus, writing->brief.keyword, relevance, writing->err);
    if (status)
        return status;
    bool has_faq = config_bool(writing->config, "includeFaq"), is_subtopic = false;
    double pages = (double)writing->page_count;
    for (size_t i = 0; i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        if (section->is_boilerplate || (section->is_question && has_faq) || !section->title.len)
            continue;
        if (section->depth == 0)
            is_subtopic = vector_coverage(&keyword, &section->vector) < whole_subject;
        headings[request->count++] = (struct builtin_heading){
            .text = section->title,
            .source = (int)section->page,
            .depth = section->depth,
            .is_subtopic = is_subtopic,
            .position = is_subtopic ? ((double)section->page + section->position) / pages : section->position,
            .relevance = relevance[i],
            .words = section->words,
            .total_words = section->total_words};
    }
    request->headings = headings;
    return OK;
}

/* How much of the keyword, by the weight of its words, stands in the heading too, 0-1. */
static enum status shared_words(struct writing *writing, struct str heading, double *shared)
{
    struct vector about, words;
    enum status status = corpus_vector(&writing->corpus, writing->brief.keyword, &about, writing->err);
    if (!status)
        status = corpus_vector(&writing->corpus, heading, &words, writing->err);
    if (!status)
        *shared = vector_coverage(&about, &words);
    return status;
}

/* The section whose heading gets the keyword in front of it: the one that shares the smallest part of the keyword's
 * words, of several the shortest. NULL when a heading contains the keyword already. */
static enum status find_prefixable(struct writing *writing, struct builtin_outline *outline,
                                   struct builtin_section **found)
{
    double least = 2;
    *found = NULL;
    for (size_t i = 0; i < outline->count; i++) {
        struct builtin_section *section = &outline->sections[i];
        double shared;
        enum status status = shared_words(writing, section->title, &shared);
        if (status)
            return status;
        if (str_ifind(section->title, writing->brief.keyword, 0) < section->title.len) {
            *found = NULL;
            return OK;
        }
        if (shared > least || (shared == least && section->title.len >= (*found)->title.len))
            continue;
        *found = section;
        least = shared;
    }
    return OK;
}

/* Search engines look for the keyword in a heading. When no heading contains it, one gets it in front. */
static enum status put_keyword_in_heading(struct writing *writing, struct builtin_outline *outline)
{
    const char *level = config_string(writing->config, "seoOptimizationLevel");
    struct builtin_section *section = NULL;
    struct str keyword;
    if (level && strcmp(level, "default") != 0)
        return OK;
    enum status status = find_prefixable(writing, outline, &section);
    if (status || !section)
        return status;
    status = builtin_keyword(&writing->brief, writing->arena, &keyword, writing->err);
    if (status)
        return status;
    const char *colon = writing->brief.language->phrases->colon;
    char *title = arena_printf(writing->arena, "%.*s%s%.*s", STR_ARG(keyword), colon, STR_ARG(section->title));
    if (!title)
        return error_memory(writing->err);
    section->title = str_from(title);
    return OK;
}

static enum status make_from_sources(struct writing *writing, struct builtin_outline *outline)
{
    struct builtin_outline_request request = {0};
    outline_bounds(writing->config, &request.min_sections, &request.max_sections);
    enum status status = collect_headings(writing, &request);
    if (!status)
        status = ask_outline(writing, &request, outline);
    return status;
}

/* --- stored --- */

static bool add_instructions(json_t *entry, struct str instructions)
{
    return !instructions.len ||
           json_object_set_new(entry, "instructions", json_stringn(instructions.data, instructions.len)) == 0;
}

static json_t *sections_json(const struct builtin_section *sections, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < count; i++) {
        json_t *below = sections_json(sections[i].subsections, sections[i].count);
        json_t *entry = below ? json_pack("{s:s%,s:o}", "title", sections[i].title.data, sections[i].title.len,
                                          "subsections", below)
                              : NULL;
        bool ok = entry && add_instructions(entry, sections[i].instructions);
        if (json_array_append_new(list, entry) || !ok) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static enum status store(struct writing *writing, const struct article_outline *made)
{
    json_t *sections = sections_json(made->outline.sections, made->outline.count);
    json_t *value = sections ? json_pack("{s:s%,s:b,s:o,s:O}", "title", made->title.data, made->title.len, "given",
                                         made->is_given, "sections", sections, "notes", writing->notes)
                             : NULL;
    enum status status = value ? step_save(writing, "outline", value) : error_memory(writing->err);
    json_decref(value);
    return status;
}

static enum status load(struct writing *writing, struct article_outline *made)
{
    json_t *value;
    enum status status = step_load(writing, "outline", &value);
    if (status)
        return status;
    made->is_given = json_is_true(json_object_get(value, "given"));
    status = copy_string(writing, json_object_get(value, "title"), &made->title);
    if (!status)
        status =
            read_sections(writing, json_object_get(value, "sections"), &made->outline.sections, &made->outline.count);
    const json_t *notes = json_object_get(value, "notes");
    for (size_t i = 0; i < json_array_size(notes) && !status; i++)
        status = writing_note(writing, "%s", json_string_value(json_array_get(notes, i)));
    json_decref(value);
    return status;
}

static enum status make_title(struct writing *writing, struct article_outline *made)
{
    const char *title = config_string(writing->config, "title");
    const struct builtin_title_request request = {.outline = &made->outline};
    if (!title)
        return ask_title(writing, &request, &made->title);
    made->title = str_from(title);
    return OK;
}

static enum status make(struct writing *writing, struct article_outline *made)
{
    enum status status = writing_progress(writing, 0.25, "Outlining");
    json_t *given = status ? NULL : given_sections(writing, &status);
    made->is_given = given;
    if (!status && given)
        status = read_sections(writing, given, &made->outline.sections, &made->outline.count);
    else if (!status)
        status = make_from_sources(writing, &made->outline);
    json_decref(given);
    if (!status)
        status = make_title(writing, made);
    if (!status && !made->is_given)
        status = put_keyword_in_heading(writing, &made->outline);
    return status ? status : store(writing, made);
}

enum status outline_make(struct writing *writing, struct article_outline *outline)
{
    *outline = (struct article_outline){0};
    enum status status = load(writing, outline);
    return status == E_NOT_FOUND ? make(writing, outline) : status;
}
