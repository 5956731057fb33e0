/* The plan: headings from those of the sources, and the title. */
#include "write/compose/outline.h"

/* --- headings of the sources as headings of the article --- */

/* How the sources write what their headings say. */
static void count_cases(struct writing *writing)
{
    enum { MOST_TEXT = 1024 * 1024 }; /* bytes, in which each word of a heading has been met often enough */
    const struct corpus *corpus = &writing->corpus;
    size_t bytes = 0;
    if (writing->cases || !writing->brief.language->phrases->titles_are_capitalised)
        return;
    struct cases *cases = ARENA_NEW(writing->arena, struct cases);
    if (!cases)
        return;
    cases_init(cases, writing->brief.language, writing->arena);
    for (size_t i = 0; i < corpus->section_count; i++)
        writing_made(writing, cases_know(cases, corpus->sections[i].title, writing->err));
    for (size_t i = 0; i < corpus->passage_count; i++) {
        struct str text = corpus->sentences[corpus->passages[i].first].text;
        text.len = str_find(text, STR(" "), 0);
        writing_made(writing, cases_know(cases, text, writing->err));
    }
    for (size_t i = 0; i < corpus->page_count; i++)
        for (size_t j = 0; j < corpus->pages[i].count && bytes < MOST_TEXT; j++) {
            const struct block *block = &corpus->pages[i].blocks[j];
            if (block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_LIST_ITEM)
                continue;
            cases_count(cases, block->text);
            bytes += block->text.len;
        }
    writing->cases = cases;
}

/* Bytes of a mark for code at the start: "`", ":class:`"; 0: there is none. */
static size_t code_mark(struct str text)
{
    size_t at = 0;
    if (str_starts(text, STR(":")))
        for (at = 1; at < text.len && (ascii_is_alnum(text.data[at]) || text.data[at] == ':'); at++)
            ;
    size_t role = at > 2 && text.data[at - 1] == ':' ? at : 0;
    at = role;
    while (at < text.len && text.data[at] == '`')
        at++;
    return at > role ? at : 0;
}

/* "The :class:`list` type" as readers see it: "The list type"; a row of hyphens is a dash. */
static struct str without_marks(struct writing *writing, struct str heading)
{
    static const struct str hyphens = {" --- ", 5};
    struct buf out = {0};
    for (size_t at = 0, length; at < heading.len; at += length) {
        struct str rest = {heading.data + at, heading.len - at};
        length = code_mark(rest);
        if (length)
            continue;
        bool is_dash = str_starts(rest, hyphens);
        length = is_dash ? hyphens.len : 1;
        buf_add(&out, is_dash ? " — " : rest.data, is_dash ? strlen(" — ") : 1);
    }
    return writing_keep(writing, &out);
}

struct str compose_clean_heading(struct writing *writing, struct str heading)
{
    count_cases(writing);
    struct str clean = without_marks(writing, heading_for_readers(heading, writing->brief.keyword));
    if (!clean.data || !writing->cases)
        return clean;
    clean = cases_sentence(writing->cases, clean, true);
    if (!clean.data)
        arena_fail(writing->arena);
    return clean;
}

/* --- the outline: which sections of the sources the article is made of --- */

enum { ENOUGH_SECTIONS = 4 /* with which no page is taken apart */ };

/* The heading of a section; "Introduction" of a chapter has the chapter's title. */
static struct str name_section(struct writing *writing, size_t section, int level)
{
    const struct corpus *corpus = &writing->corpus;
    const struct source_section *one = &corpus->sections[section];
    size_t chapter = outline_chapter(writing, one->page), root = 0;
    if (chapter == NO_PAGE || one->parent != NO_SECTION || !one->is_boilerplate || level > 2)
        return compose_clean_heading(writing, one->title);
    while (corpus->sections[root].page != chapter)
        root++;
    return compose_clean_heading(writing, corpus->sections[root].title);
}

static void outline_add_heading(struct writing *writing, size_t section, int level, struct article_plan *plan)
{
    struct planned heading = {.title = name_section(writing, section, level), .level = level, .section = section + 1};
    for (size_t i = 0; i < plan->count; i++)
        if (level == 2 && plan->headings[i].level == 2 && str_ieq(plan->headings[i].title, heading.title))
            return;
    if (heading.title.len)
        plan->headings[plan->count++] = heading;
}

static void add_with_inside(struct writing *writing, const struct chosen *chosen, struct article_plan *plan)
{
    size_t inside[OUTLINE_INSIDE], before = plan->count;
    size_t count = outline_inside(writing, chosen->section, inside);
    outline_add_heading(writing, chosen->section, 2, plan);
    for (size_t i = 0; i < count && plan->count > before; i++)
        outline_add_heading(writing, inside[i], 3, plan);
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
static void choose_sides(struct writing *writing, struct chosen *list, size_t *count)
{
    bool has_side[2];
    outline_add_sides(writing, list, count, has_side);
    for (size_t side = 0; side < 2; side++)
        if (!has_side[side])
            writing_note(writing, "No section of the sources is about \"%.*s\" alone.",
                         STR_ARG(writing->topics[side].subject));
}

enum status compose_outline(struct writing *writing, size_t least, size_t most, struct article_plan *plan)
{
    enum { SIDE_SECTIONS = 8 }; /* at most, of both sides and of either */
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
        choose_sides(writing, list, &count);
    else
        choose_sections(writing, least ? least : ENOUGH_SECTIONS, list, &count);
    count = outline_order(writing, list, count, most ? most : OUTLINE_USUAL);
    for (size_t i = 0; i < writing->topic_count && !count; i++)
        count = compose_short_section(writing, &writing->topics[i], &list[0].section);
    for (size_t i = 0; i < count; i++)
        add_with_inside(writing, &list[i], plan);
    return writing_end(writing, OK);
}

/* --- the title --- */

/* How the language ends a question, with its blank: what stands behind the last letter of one. */
static struct str question_end(const struct language *language)
{
    struct str question = str_from(language && language->phrases ? language->phrases->what_question : "?");
    size_t end = 0;
    uint32_t codepoint;
    for (size_t at = 0, length; at < question.len; at += length) {
        length = utf8_decode(question, at, &codepoint);
        if (unicode_is_letter(codepoint) || codepoint == '%')
            end = at + length;
    }
    return (struct str){question.data + end, question.len - end};
}

/* What the title begins with. A number that the article does not keep is left out, and no ranking is claimed. */
static struct str begin_title(struct writing *writing, const struct article_plan *plan)
{
    const struct keyword *asked = &writing->asked;
    struct str text = writing->brief.keyword;
    if (writing->brief.is_list || asked->shape == KEYWORD_NOUN)
        return text;
    struct str mark = question_end(writing->brief.language);
    if (asked->shape == KEYWORD_WHAT_IS && !str_ends(text, STR("?")) && !str_ends(text, str_trim(mark)))
        return str_from(arena_printf(writing->arena, "%.*s%.*s", STR_ARG(text), STR_ARG(mark)));
    if (asked->shape == KEYWORD_BEST) {
        writing_note(writing, "The sources are not ranked: the article is about %.*s, not about the best.",
                     STR_ARG(asked->subject));
        return asked->subject;
    }
    if (asked->shape != KEYWORD_COUNTED || asked->announced <= plan_sections(plan))
        return text;
    writing_note(writing, "The title is without its number: the sources have sections for %zu of %zu.",
                 plan_sections(plan), asked->announced);
    size_t from = (size_t)(asked->counted.data - text.data);
    return asked->counted.len ? (struct str){text.data + from, text.len - from} : asked->subject;
}

/* Do the sources write the first word small even where a sentence or a heading begins, and more often so than with a
 * capital? Then it is a name such as "nginx". */
static bool is_small_name(const struct writing *writing, struct str keyword)
{
    const struct corpus *corpus = &writing->corpus;
    struct str first = {keyword.data, str_find(keyword, STR(" "), 0)};
    size_t small = 0, large = 0;
    for (size_t i = 0; i < corpus->sentence_count + corpus->section_count && writing->has_corpus; i++) {
        struct str text =
            i < corpus->sentence_count ? corpus->sentences[i].text : corpus->sections[i - corpus->sentence_count].title;
        bool is_word = text.len > first.len && text.data[first.len] == ' ' && str_istarts(text, first);
        small += is_word && str_starts(text, first);
        large += is_word && !str_starts(text, first);
    }
    return small > large;
}

enum status compose_title(struct writing *writing, struct article_plan *plan)
{
    struct str keyword = begin_title(writing, plan);
    enum status status = writing_end(writing, OK);
    if (!status)
        status = builtin_title(&writing->brief, keyword, is_small_name(writing, keyword), writing->arena, &plan->title,
                               writing->err);
    return compose_status(writing, status);
}

enum status compose_name(struct writing *writing, struct article_plan *plan)
{
    enum status status = plan->title.len ? OK : compose_title(writing, plan);
    if (!status && !plan->is_given)
        status = plan_put_keyword(writing, plan);
    return status ? status : plan_put_brand(writing, plan);
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
        status = compose_outline(writing, least, most, plan);
    if (!status && writing->model && !plan->count)
        status = code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES, "no section of the sources is about \"%.*s\"",
                            STR_ARG(writing->brief.subject));
    return status ? status : compose_name(writing, plan);
}
