#include "write/parts.h"

#include "write/compose/compose.h"
#include "write/finish.h"
#include "write/pages/pages.h"
#include "write/prompted/prompted.h"
#include "write/types/types.h"

/* --- from part to document --- */

static void parts_add_text(struct writing *writing, const struct article_plan *plan, const struct draft_part *part,
                           struct document *document)
{
    (void)writing;
    (void)plan;
    document_text(document, &part->text);
}

static void add_takeaways(struct writing *writing, const struct article_plan *plan, const struct draft_part *part,
                          struct document *document)
{
    (void)plan;
    if (!part->text.count)
        return;
    document_label(document, writing->labels->takeaways);
    document_text(document, &part->text);
}

/* Items are numbered in the order in which they stand. */
static void add_section_heading(const struct drafted *drafted, size_t *items, struct document *document)
{
    struct str title = drafted->title;
    if (drafted->role == ROLE_ITEM)
        title = str_from(arena_printf(document->arena, "%zu. %.*s", ++*items, STR_ARG(title)));
    document_heading(document, drafted->level, title);
}

/* The text with its figure inside. */
static void add_section_text(const struct drafted *drafted, struct document *document)
{
    const struct model_text *text = &drafted->text;
    size_t before = drafted->figure_behind < text->count ? drafted->figure_behind : text->count;
    if (!drafted->figure)
        before = 0;
    document_text(document, &(struct model_text){text->blocks, before});
    if (drafted->figure)
        document_figure(document, drafted->figure);
    document_text(document, &(struct model_text){text->blocks + before, text->count - before});
}

/* The caller's own headings stand even where there is no text for them. */
static void add_sections(struct writing *writing, const struct article_plan *plan, const struct draft_part *part,
                         struct document *document)
{
    size_t items = 0;
    (void)writing;
    for (size_t i = 0; i < part->count; i++) {
        if (!plan->is_given && !draft_has_text(part, i))
            continue;
        add_section_heading(&part->headings[i], &items, document);
        add_section_text(&part->headings[i], document);
    }
}

static void add_conclusion(struct writing *writing, const struct article_plan *plan, const struct draft_part *part,
                           struct document *document)
{
    (void)plan;
    if (!part->text.count)
        return;
    document_heading(document, 2, part->title.len ? part->title : str_from(writing->labels->conclusion));
    document_text(document, &part->text);
}

static void add_questions(struct writing *writing, const struct article_plan *plan, const struct draft_part *part,
                          struct document *document)
{
    (void)plan;
    if (part->count)
        document_heading(document, 2, part->title.len ? part->title : str_from(writing->labels->faq));
    for (size_t i = 0; i < part->count; i++) {
        document_heading(document, part->headings[i].level, part->headings[i].title);
        document_text(document, &part->headings[i].text);
    }
}

static void add_call(struct writing *writing, const struct article_plan *plan, const struct draft_part *part,
                     struct document *document)
{
    (void)plan;
    if (!part->text.count)
        return;
    document_heading(document, 2, part->title.len ? part->title : str_from(writing->labels->call));
    document_text(document, &part->text);
}

static void add_video(struct writing *writing, const struct article_plan *plan, const struct draft_part *part,
                      struct document *document)
{
    (void)plan;
    (void)part;
    video_embed(writing, document);
}

static void add_sources(struct writing *writing, const struct article_plan *plan, const struct draft_part *part,
                        struct document *document)
{
    (void)plan;
    (void)part;
    document_sources(document, writing->labels->sources);
}

/* --- the table --- */

static const struct part_row {
    /* Writes the text from the sources, without a language model; NULL: there is none to write. */
    enum status (*compose)(struct composer *composer, struct draft_part *part);
    /* What speaks for the whole article chooses its sentences first, and what stands before the body next: the body
     * does without them. What answers or adds comes when all other text is there. */
    enum turn { FIRST, BODY, LAST, TURNS } turn;
    void (*add)(struct writing *writing, const struct article_plan *plan, const struct draft_part *part,
                struct document *document);
} rows[ARTICLE_PARTS] = {
    [ARTICLE_INTRODUCTION] = {compose_introduction, FIRST, parts_add_text},
    [ARTICLE_VIDEO] = {NULL, BODY, add_video},
    [ARTICLE_TAKEAWAYS] = {compose_takeaways, BODY, add_takeaways},
    [ARTICLE_SECTIONS] = {compose_sections, BODY, add_sections},
    [ARTICLE_CONCLUSION] = {compose_conclusion, FIRST, add_conclusion},
    [ARTICLE_QUESTIONS] = {compose_questions, LAST, add_questions},
    [ARTICLE_CALL] = {compose_call, LAST, add_call},
    [ARTICLE_SOURCES] = {NULL, LAST, add_sources},
};

/* --- without a language model --- */

enum status parts_plan(struct writing *writing, struct article_plan *plan)
{
    if (writing->type->plan)
        return writing->type->plan(writing, plan);
    enum status status = compose_subject(writing);
    if (!status)
        status = pages_open(writing, plan, &writing->by_page);
    if (status || !writing->by_page)
        return status ? status : compose_plan(writing, plan);
    status = pages_plan(writing->by_page, plan);
    return status ? status : compose_name(writing, plan);
}

static enum status compose_those(struct composer *composer, struct draft *draft, enum turn turn)
{
    enum status status = OK;
    for (size_t i = 0; i < draft->count && !status; i++) {
        struct draft_part *part = &draft->parts[i];
        if (rows[part->kind].compose && rows[part->kind].turn == turn)
            status = rows[part->kind].compose(composer, part);
    }
    return status;
}

/* --- too little --- */

struct draft_measure {
    size_t words;
    bool has_list, has_steps;
};

static void measure_text(const struct model_text *text, struct draft_measure *measure)
{
    for (size_t i = 0; i < text->count; i++) {
        const struct model_block *block = &text->blocks[i];
        measure->has_steps |= block->is_ordered;
        measure->has_list |= block->count && block->sentences[0].item && !block->is_ordered;
        measure->words += words_count(block->code);
        for (size_t j = 0; j < block->count; j++)
            measure->words += words_count(block->sentences[j].text);
    }
}

/* Words that an article has at least. A caller who wants few sections wants few words. */
static size_t least_words(const struct writing *writing)
{
    enum { OF_SECTION = 60 };
    size_t least = (size_t)writing->services->least_words, fewest, most;
    plan_bounds(writing->config, &fewest, &most);
    return most && most * OF_SECTION < least ? most * OF_SECTION : least;
}

static enum status refuse_stub(struct writing *writing, const struct draft *draft)
{
    struct draft_measure measure = {0};
    for (size_t i = 0; i < draft->count; i++) {
        measure_text(&draft->parts[i].text, &measure);
        for (size_t j = 0; j < draft->parts[i].count; j++)
            measure_text(&draft->parts[i].headings[j].text, &measure);
    }
    bool is_recipe = measure.has_list && measure.has_steps;
    size_t least = least_words(writing);
    if (measure.words >= (is_recipe ? least / 2 : least))
        return OK;
    return code_error(
        writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
        "the sources say too little of \"%.*s\": %zu words, and an article has %zu at least. Add pages on "
        "it to \"urls\" or to the library folder",
        STR_ARG(writing->brief.subject), measure.words, least);
}

static enum status compose_parts(struct writing *writing, struct article_plan *plan, struct draft *draft)
{
    if (writing->by_page)
        return pages_compose(writing->by_page, plan, draft);
    struct composer composer = {.writing = writing, .plan = plan, .draft = draft};
    enum status status = compose_begin(&composer);
    for (enum turn turn = FIRST; turn < TURNS && !status; turn++)
        status = compose_those(&composer, draft, turn);
    return status;
}

static enum status compose_all(struct writing *writing, struct article_plan *plan, struct draft *draft)
{
    bool is_article = !writing->model && !writing->type->plan && !writing->type->is_list;
    enum status status = compose_parts(writing, plan, draft);
    return status || !is_article ? status : refuse_stub(writing, draft);
}

/* --- where the model gave nothing that could be used --- */

static const char *first_problem(const struct draft *draft)
{
    for (size_t i = 0; i < draft->count; i++) {
        if (draft->parts[i].problem)
            return draft->parts[i].problem;
        for (size_t j = 0; j < draft->parts[i].count; j++)
            if (draft->parts[i].headings[j].problem)
                return draft->parts[i].headings[j].problem;
    }
    return NULL;
}

/* The sources' own sentences stand in; without sources the heading is left out. */
static enum status fill_heading(struct composer *composer, size_t number, struct drafted *drafted)
{
    const struct article_type *type = composer->writing->type;
    drafted->problem = NULL;
    if (type->fill)
        return type->fill(composer->writing, composer->plan, number, drafted);
    return composer->heading_of ? compose_heading(composer, number, drafted) : OK;
}

/* What came of a section in which so many of all headings had no usable text. */
static const char *outcome(size_t missing, size_t count, bool has_text)
{
    if (missing < count)
        return has_text ? "is in part made of the sources' own sentences" : "has a heading without text";
    return has_text ? "is made of the sources' own sentences" : "has no text";
}

/* One note tells of the whole section, which is most often one answer. */
static enum status fill_section(struct composer *composer, struct draft_part *part, size_t first, size_t end)
{
    const char *problem = NULL;
    size_t missing = 0;
    bool has_text = false;
    for (size_t i = first; i < end; i++) {
        struct drafted *drafted = &part->headings[i];
        if (!drafted->problem)
            continue;
        problem = problem ? problem : drafted->problem;
        missing++;
        enum status status = fill_heading(composer, i, drafted);
        if (status)
            return status;
        has_text |= drafted->text.count > 0;
    }
    if (!problem)
        return OK;
    return writing_note(composer->writing, "\"%.*s\" %s: %s.", STR_ARG(part->headings[first].title),
                        outcome(missing, end - first, has_text), problem);
}

static enum status fill_sections(struct composer *composer, struct draft_part *part)
{
    enum status status = OK;
    for (size_t first = 0, end; first < part->count && !status; first = end) {
        for (end = first + 1; end < part->count && part->headings[end].level > part->headings[first].level;)
            end++;
        status = fill_section(composer, part, first, end);
    }
    return status;
}

/* The plan and the text of the writer without a model take the place of the model's. */
static enum status compose_own(struct writing *writing, struct article_plan *plan, struct draft *draft)
{
    const struct article_type *type = writing->type;
    struct article_plan own = {.title_is_given = plan->title_is_given};
    if (!writing->source_count)
        return E_NOT_FOUND;
    own.title = plan->title_is_given ? plan->title : STR("");
    for (size_t i = 0; i < draft->count; i++)
        draft->parts[i] = (struct draft_part){.kind = draft->parts[i].kind};
    draft->is_composed = true;
    enum status status = plan_read_given(writing, &own);
    if (!status)
        status = parts_plan(writing, &own);
    if (!status)
        status = type->compose ? type->compose(writing, &own, draft) : compose_all(writing, &own, draft);
    *plan = own;
    return status;
}

/* The model's headings are about nothing that the sources say: with them go the notes behind the first `notes`. */
static enum status compose_instead(struct writing *writing, struct article_plan *plan, struct draft *draft,
                                   const char *problem, size_t notes)
{
    while (json_array_size(writing->notes) > notes)
        json_array_remove(writing->notes, json_array_size(writing->notes) - 1);
    bool has_fallback = model_settings(writing->model)->has_fallback;
    enum status status = has_fallback ? compose_own(writing, plan, draft) : E_NOT_FOUND;
    if (status == E_NOT_FOUND || status == E_INVALID)
        return code_error(writing->err, E_UPSTREAM, CODE_MODEL_UNUSABLE, "%s", problem);
    return status ? status : writing_note(writing, "The article is made of the sources' own sentences: %s.", problem);
}

static enum status fill_missing(struct writing *writing, struct article_plan *plan, struct draft *draft)
{
    struct composer composer = {.writing = writing, .plan = plan, .draft = draft};
    enum status status = OK;
    if (!first_problem(draft))
        return OK;
    draft->is_composed = true;
    if (writing->source_count && !writing->type->fill)
        status = compose_begin(&composer);
    if (status == E_NOT_FOUND)
        status = OK; /* the sources have no sentence that could stand in */
    for (size_t i = 0; i < draft->count && !status; i++) {
        struct draft_part *part = &draft->parts[i];
        status = fill_sections(&composer, part);
        if (!status && part->problem && composer.heading_of && rows[part->kind].compose)
            status = rows[part->kind].compose(&composer, part);
        if (!status && part->problem && !part->text.count)
            status = writing_note(writing, "There is no introduction: %s.", part->problem);
        part->problem = NULL;
    }
    return status;
}

/* The keyword is a title where nothing better can be had. */
static enum status make_title(struct writing *writing, struct article_plan *plan)
{
    if (plan->title.len)
        return OK;
    plan->title = writing->brief.keyword;
    return writing_note(writing, "The keyword is the title: the model gave none that could be used.");
}

/* A plain sentence calls to action where the model does not. */
static enum status call_instead(struct writing *writing, const struct article_plan *plan, struct draft *draft,
                                struct draft_part *part, const char *problem)
{
    struct composer composer = {.writing = writing, .plan = plan, .draft = draft};
    if (!language_can_write(writing->brief.language))
        return writing_note(writing, "There is no call to action: %s.", problem);
    enum status status = compose_call(&composer, part);
    if (status || !part->text.count)
        return status;
    return writing_note(writing, "The call to action is a plain sentence: %s.", problem);
}

/* Planned and written whole. Where nothing of it can be used, the writer without a model writes instead. */
static enum status write_whole(struct writing *writing, struct article_plan *plan, struct draft *draft)
{
    size_t notes = json_array_size(writing->notes);
    enum status status = prompted_article(writing, plan, draft);
    if (status == E_CORRUPT) {
        const char *problem = arena_copy(writing->arena, writing->err->message);
        return problem ? compose_instead(writing, plan, draft, problem, notes) : error_memory(writing->err);
    }
    if (!status)
        status = make_title(writing, plan);
    if (!status)
        status = fill_missing(writing, plan, draft);
    struct draft_part *call = draft_find(draft, ARTICLE_CALL);
    bool is_wanted =
        call->kind == ARTICLE_CALL && (config_bool(writing->config, "includeCta") || writing->type->always_calls);
    if (status || !is_wanted || call->text.count)
        return status;
    return call_instead(writing, plan, draft, call, "the language model wrote none");
}

enum status parts_draft(struct writing *writing, struct article_plan *plan, struct draft *draft)
{
    const struct article_type *type = writing->type;
    *draft = (struct draft){.parts = ARENA_ARRAY(writing->arena, type->part_count + 1, struct draft_part)};
    if (!draft->parts)
        return error_memory(writing->err);
    for (size_t i = 0; i < type->part_count; i++)
        draft->parts[draft->count++].kind = type->parts[i];
    enum status status = writing->model  ? write_whole(writing, plan, draft)
                         : type->compose ? type->compose(writing, plan, draft)
                                         : compose_all(writing, plan, draft);
    if (!status && type->is_list)
        status = list_finish(writing, plan, draft_find(draft, ARTICLE_SECTIONS));
    return status;
}

void parts_assemble(struct writing *writing, const struct article_plan *plan, const struct draft *draft,
                    struct document *document)
{
    document_heading(document, 1, plan->title);
    for (size_t i = 0; i < draft->count; i++)
        rows[draft->parts[i].kind].add(writing, plan, &draft->parts[i], document);
}
