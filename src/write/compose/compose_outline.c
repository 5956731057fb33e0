/* The outline: which sections of the sources the article is made of. */
#include "write/compose/compose.h"
#include "write/compose/outline/outline.h"

enum { ENOUGH_SECTIONS = 4 /* with which no page is taken apart */ };

/* The heading of a section; "Introduction" of a chapter has the chapter's title. */
static enum status name_section(struct writing *writing, struct planned *heading)
{
    const struct corpus *corpus = &writing->corpus;
    const struct source_section *one = &corpus->sections[heading->section - 1];
    size_t chapter = outline_chapter(writing, one->page), root = 0;
    if (chapter == NO_PAGE || one->parent != NO_SECTION || !one->is_boilerplate || heading->level > 2)
        return compose_clean_heading(writing, one->title, &heading->title);
    while (corpus->sections[root].page != chapter)
        root++;
    return compose_clean_heading(writing, corpus->sections[root].title, &heading->title);
}

static enum status outline_add_heading(struct writing *writing, size_t section, int level, struct article_plan *plan)
{
    struct planned heading = {.level = level, .section = section + 1};
    enum status status = name_section(writing, &heading);
    for (size_t i = 0; i < plan->count; i++)
        if (level == 2 && plan->headings[i].level == 2 && str_ieq(plan->headings[i].title, heading.title))
            return status;
    if (!status && heading.title.len)
        plan->headings[plan->count++] = heading;
    return status;
}

static enum status add_with_inside(struct writing *writing, const struct chosen *chosen, struct article_plan *plan)
{
    size_t inside[OUTLINE_INSIDE], before = plan->count;
    size_t count = outline_inside(writing, chosen->section, inside);
    enum status status = outline_add_heading(writing, chosen->section, 2, plan);
    if (plan->count == before)
        return status;
    for (size_t i = 0; i < count && !status; i++)
        status = outline_add_heading(writing, inside[i], 3, plan);
    return status;
}

/* Of a subject whose sections are found. */
static void choose_sections(const struct writing *writing, size_t wanted, struct chosen *list, size_t *count)
{
    outline_add(writing, &writing->topics[0], list, count);
    outline_add_chapters(writing, list, count);
    outline_add_page(writing, list, count);
    outline_split(writing, list, count, wanted);
}

/* Of a comparison. The user is told of a side that has nothing of its own. */
static enum status choose_sides(struct writing *writing, struct chosen *list, size_t *count)
{
    bool has_side[2];
    enum status status = OK;
    outline_add_sides(writing, list, count, has_side);
    for (size_t side = 0; side < 2 && !status; side++)
        if (!has_side[side])
            status = writing_note(writing, "No section of the sources is about \"%.*s\" alone.",
                                  STR_ARG(writing->topics[side].subject));
    return status;
}

enum status compose_outline(struct writing *writing, size_t least, size_t most, struct article_plan *plan)
{
    enum { SIDE_SECTIONS = 8 };
    size_t count = 0, all = 0;
    enum status status = compose_subject(writing);
    for (size_t i = 0; i < writing->topic_count; i++)
        all += writing->topics[i].section_count;
    all = (all + writing->corpus.page_count) * OUTLINE_PARTS + SIDE_SECTIONS + 2;
    struct chosen *list = ARENA_ARRAY(writing->arena, all, struct chosen);
    plan->headings = ARENA_ARRAY(writing->arena, all * (1 + OUTLINE_INSIDE), struct planned);
    plan->count = 0;
    if (status || !list || !plan->headings)
        return status ? status : error_memory(writing->err);
    if (writing->topic_count > 1)
        status = choose_sides(writing, list, &count);
    else
        choose_sections(writing, least ? least : ENOUGH_SECTIONS, list, &count);
    count = outline_order(writing, list, count, most ? most : OUTLINE_USUAL);
    for (size_t i = 0; i < writing->topic_count && !count; i++)
        count = compose_short_section(writing, &writing->topics[i], &list[0].section);
    for (size_t i = 0; i < count && !status; i++)
        status = add_with_inside(writing, &list[i], plan);
    return status;
}
