/* Headings from those of the sources, and the title. */
#include "model/builtin/headings.h"
#include "write/compose/compose.h"

#include <stdlib.h>

enum {
    USUAL_SECTIONS = 7,
    LEAST_WORDS = 30,          /* of a section */
    LEAST_SUB_WORDS = 30,      /* of a section inside it that keeps its heading */
    WORDS_WITH_HEADINGS = 180, /* from which a section keeps headings inside it */
    MOST_SUBSECTIONS = 5
};

/* What ordered lists and code add to the worth of a section where the keyword asks how to do something. */
static const double worth_of_steps = 2, worth_of_code = 0.5;

/* A section on its way into the plan. */
struct chosen {
    size_t section;
    double worth;
    size_t turn;     /* of its page: pages stand in the order of their best section */
    bool is_of_both; /* of a comparison: it is about both sides */
};

static bool is_inside(const struct corpus *corpus, size_t section, size_t outer)
{
    while (section != NO_SECTION && section != outer)
        section = corpus->sections[section].parent;
    return section == outer;
}

/* --- which --- */

static double worth_of(const struct writing *writing, const struct topic_section *section)
{
    const struct corpus *corpus = &writing->corpus;
    double steps = 0, code = 0;
    for (size_t i = 0; i < corpus->passage_count && writing->asked.shape == KEYWORD_HOW_TO; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (passage->page != corpus->sections[section->section].page ||
            !is_inside(corpus, passage->section, section->section))
            continue;
        steps = passage->is_ordered ? worth_of_steps : steps;
        code = passage->code.len ? worth_of_code : code;
    }
    return section->weight + steps + code;
}

static bool is_fit(const struct writing *writing, size_t number)
{
    const struct source_section *section = &writing->corpus.sections[number];
    bool is_brand = writing->has_brand_page && section->page + 1 == writing->page_count;
    bool is_kept_back = section->is_question && config_bool(writing->config, "includeFaq");
    return section->total_words >= LEAST_WORDS && section->title.len && !is_brand && !is_kept_back;
}

static void add_sections(const struct writing *writing, const struct topic *topic, struct chosen *list, size_t *count)
{
    for (size_t i = 0; i < topic->section_count; i++) {
        size_t section = topic->sections[i].section, same = 0;
        while (same < *count && list[same].section != section)
            same++;
        if (same < *count)
            list[same].is_of_both = true;
        else if (is_fit(writing, section))
            list[(*count)++] = (struct chosen){.section = section, .worth = worth_of(writing, &topic->sections[i])};
    }
}

static int by_worth(const void *left, const void *right)
{
    const struct chosen *a = left, *b = right;
    if (a->worth != b->worth)
        return a->worth < b->worth ? 1 : -1;
    return (a->section > b->section) - (a->section < b->section);
}

static int by_turn(const void *left, const void *right)
{
    const struct chosen *a = left, *b = right;
    if (a->is_of_both != b->is_of_both)
        return a->is_of_both ? 1 : -1;
    if (a->turn != b->turn)
        return a->turn < b->turn ? -1 : 1;
    return (a->section > b->section) - (a->section < b->section);
}

/* The best so many, page by page in the order of their text, the page of the best one first. */
static size_t choose(const struct writing *writing, struct chosen *list, size_t count, size_t most)
{
    const struct corpus *corpus = &writing->corpus;
    qsort(list, count, sizeof *list, by_worth);
    if (count > most)
        count = most;
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (corpus->sections[list[first].section].page != corpus->sections[list[i].section].page)
            first++;
        list[i].turn = first;
    }
    qsort(list, count, sizeof *list, by_turn);
    return count;
}

/* --- headings --- */

/* How the sources write what their headings say. */
static enum status count_cases(struct writing *writing)
{
    enum { MOST_TEXT = 1024 * 1024 };
    const struct corpus *corpus = &writing->corpus;
    size_t bytes = 0;
    enum status status = OK;
    if (writing->cases || strcmp(writing->brief.language->tag, "en") != 0)
        return OK;
    struct cases *cases = ARENA_NEW(writing->arena, struct cases);
    if (!cases)
        return error_memory(writing->err);
    cases_init(cases, writing->arena);
    for (size_t i = 0; i < corpus->section_count && !status; i++)
        status = cases_know(cases, corpus->sections[i].title, writing->err);
    for (size_t i = 0; i < corpus->passage_count && !status; i++) {
        struct str text = corpus->sentences[corpus->passages[i].first].text;
        status = cases_know(cases, (struct str){text.data, str_find(text, STR(" "), 0)}, writing->err);
    }
    for (size_t i = 0; i < corpus->page_count && !status; i++)
        for (size_t j = 0; j < corpus->pages[i].count && bytes < MOST_TEXT; j++) {
            const struct block *block = &corpus->pages[i].blocks[j];
            if (block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_LIST_ITEM)
                continue;
            cases_count(cases, block->text);
            bytes += block->text.len;
        }
    writing->cases = cases;
    return status;
}

enum status compose_clean_heading(struct writing *writing, struct str heading, struct str *clean)
{
    enum status status = count_cases(writing);
    *clean = heading_for_readers(heading, writing->brief.keyword);
    if (status || !writing->cases)
        return status;
    *clean = cases_sentence(writing->cases, *clean, true);
    return clean->data ? OK : error_memory(writing->err);
}

/* Sections right inside one that keep their headings: a subject of their own, and text. */
static size_t find_inside(const struct writing *writing, size_t outer, size_t *inside)
{
    const struct corpus *corpus = &writing->corpus;
    size_t count = 0;
    if (corpus->sections[outer].total_words < WORDS_WITH_HEADINGS)
        return 0;
    for (size_t i = outer + 1; i < corpus->section_count && is_inside(corpus, i, outer); i++) {
        const struct source_section *section = &corpus->sections[i];
        if (section->parent == outer && !section->is_boilerplate && !section->is_example && is_fit(writing, i) &&
            section->total_words >= LEAST_SUB_WORDS && count < MOST_SUBSECTIONS)
            inside[count++] = i;
    }
    bool is_all = count == 1 && !corpus->sections[outer].words; /* it says the same as the heading above it */
    return is_all ? 0 : count;
}

static enum status add_heading(struct writing *writing, size_t section, int level, struct article_plan *plan)
{
    struct planned heading = {.level = level, .section = section + 1};
    enum status status = compose_clean_heading(writing, writing->corpus.sections[section].title, &heading.title);
    if (!status && heading.title.len)
        plan->headings[plan->count++] = heading;
    return status;
}

static enum status add_with_inside(struct writing *writing, size_t section, struct article_plan *plan)
{
    size_t inside[MOST_SUBSECTIONS], count = find_inside(writing, section, inside);
    enum status status = add_heading(writing, section, 2, plan);
    for (size_t i = 0; i < count && !status; i++)
        status = add_heading(writing, inside[i], 3, plan);
    return status;
}

enum status compose_outline(struct writing *writing, size_t most, struct article_plan *plan)
{
    size_t count = 0, all = 0;
    enum status status = compose_subject(writing);
    for (size_t i = 0; i < writing->topic_count; i++)
        all += writing->topics[i].section_count;
    struct chosen *list = ARENA_ARRAY(writing->arena, all + 1, struct chosen);
    plan->headings = ARENA_ARRAY(writing->arena, all * (1 + MOST_SUBSECTIONS) + 1, struct planned);
    plan->count = 0;
    if (status || !list || !plan->headings)
        return status ? status : error_memory(writing->err);
    for (size_t i = 0; i < writing->topic_count; i++)
        add_sections(writing, &writing->topics[i], list, &count);
    count = choose(writing, list, count, most ? most : USUAL_SECTIONS);
    for (size_t i = 0; i < count && !status; i++)
        status = add_with_inside(writing, list[i].section, plan);
    return status;
}

/* --- the title --- */

/* What the title begins with. A number that the article does not keep is left out, and no ranking is claimed. */
static enum status begin_title(struct writing *writing, const struct article_plan *plan, struct str *begin)
{
    const struct keyword *asked = &writing->asked;
    struct str text = writing->brief.keyword;
    *begin = text;
    if (writing->brief.is_list || asked->shape == KEYWORD_NOUN)
        return OK;
    if (asked->shape == KEYWORD_WHAT_IS && !str_ends(text, STR("?"))) {
        char *question = arena_printf(writing->arena, "%.*s?", STR_ARG(text));
        *begin = str_from(question);
        return question ? OK : error_memory(writing->err);
    }
    if (asked->shape == KEYWORD_BEST) {
        *begin = asked->subject;
        return writing_note(writing, "The sources are not ranked: the article is about %.*s, not about the best.",
                            STR_ARG(asked->subject));
    }
    if (asked->shape != KEYWORD_COUNTED || asked->announced <= plan_sections(plan))
        return OK;
    size_t from = (size_t)(asked->counted.data - text.data);
    *begin = asked->counted.len ? (struct str){text.data + from, text.len - from} : asked->subject;
    return writing_note(writing, "The title is without its number: the sources have sections for %zu of %zu.",
                        plan_sections(plan), asked->announced);
}

enum status compose_title(struct writing *writing, struct article_plan *plan)
{
    struct str *headings = ARENA_ARRAY(writing->arena, plan->count + 1, struct str);
    struct builtin_title_request request = {.headings = headings, .is_alone = writing->asked.shape != KEYWORD_NOUN};
    enum status status = headings ? begin_title(writing, plan, &request.keyword) : error_memory(writing->err);
    for (size_t i = 0; i < plan->count && !status; i++)
        if (plan->headings[i].level == 2 && !plan->headings[i].is_of_brand)
            headings[request.count++] = plan->headings[i].title;
    if (!status)
        status = builtin_title(&writing->brief, &request, writing->arena, &plan->title, writing->err);
    return compose_status(writing, status);
}

enum status compose_plan(struct writing *writing, struct article_plan *plan)
{
    size_t least, most;
    enum status status = compose_subject(writing);
    plan_bounds(writing->config, &least, &most);
    if (!status && writing->asked.shape == KEYWORD_COUNTED && !most)
        most = writing->asked.announced;
    if (!status && !writing->model)
        status = compose_admit(writing);
    if (!status && !plan->is_given)
        status = compose_outline(writing, most, plan);
    if (!status && writing->model && !plan->count)
        status = code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES, "no section of the sources is about \"%.*s\"",
                            STR_ARG(writing->brief.subject));
    if (!status && !plan->title.len)
        status = compose_title(writing, plan);
    if (!status && !plan->is_given)
        status = plan_put_keyword(writing, plan);
    return status ? status : plan_put_brand(writing, plan);
}
