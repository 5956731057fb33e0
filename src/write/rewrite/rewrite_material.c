/* What a language model writes a page anew from: its passages, its title and headings, its length. */
#include "model/check/check.h"
#include "write/rewrite/original.h"
#include "write/rewrite/rewrite.h"

#define OPENS  "\xE2\x9F\xA6"
#define CLOSES "\xE2\x9F\xA7"

enum {
    PASSAGE_WORDS = 60, /* of running text: a passage ends with the sentence that reaches them */
    PIECE_SHOWN = 800,  /* bytes of a table, of a quotation or of code */
    LEAST_WORDS = 40,   /* of a page that says next to nothing */
};

/* --- passages --- */

/* A heading with those around it: "Herbs > Mint". */
static struct str material_path_of(struct writing *writing, const struct original *original, size_t section)
{
    const struct original_section *own = &original->sections[section];
    size_t above = section;
    while (above > 0 && original->sections[above].level >= own->level)
        above--;
    if (own->level == 2 || !above || !original->sections[above].heading.len)
        return own->heading;
    struct str path = material_path_of(writing, original, above);
    const char *whole =
        path.data ? arena_printf(writing->arena, "%.*s > %.*s", STR_ARG(path), STR_ARG(own->heading)) : NULL;
    return whole ? str_from(whole) : (struct str){NULL, 0};
}

/* Numbers of a list count its items on their level. */
static size_t item_number(const struct original *original, size_t number)
{
    const struct original_unit *unit = &original->units[number];
    size_t count = unit->number ? unit->number : 1;
    for (size_t i = number; i-- > 0 && !unit->number;) {
        const struct original_unit *before = &original->units[i];
        count += before->kind == UNIT_ITEM && before->group == unit->group && before->level == unit->level;
    }
    return count;
}

static void add_list_mark(const struct original *original, size_t number, struct buf *out)
{
    const struct original_unit *unit = &original->units[number];
    if (unit->is_ordered)
        buf_printf(out, "%zu. ", item_number(original, number));
    else
        buf_str(out, "- ");
}

static enum status keep_clean(struct writing *writing, struct buf *out, struct str *text)
{
    struct str whole = writing_keep(writing, out);
    return whole.data ? material_clean(writing->arena, whole, text, writing->err) : error_memory(writing->err);
}

/* Units [first, end) as the next passage: `shown` is what stands in prompts. */
static enum status add_passage(struct writing *writing, struct original *original, size_t first, size_t end,
                               struct buf *shown)
{
    const struct original_unit *unit = &original->units[first];
    struct model_excerpt *passage = &original->passages[original->passage_count];
    struct buf plain = {0};
    *passage = (struct model_excerpt){.heading = material_path_of(writing, original, unit->section),
                                      .name = STR(""),
                                      .is_item = unit->kind == UNIT_ITEM};
    for (size_t i = first; i < end; i++) {
        if (i > first)
            buf_str(&plain, unit->kind == UNIT_ROW ? "\n" : " ");
        buf_add(&plain, original->units[i].text.data, original->units[i].text.len);
    }
    original->sections_of[original->passage_count++] = unit->section;
    for (size_t i = unit->first_link; i < original->units[end - 1].end_link; i++)
        original->links[i].passage = original->passage_count;
    enum status of_plain = keep_clean(writing, &plain, &passage->text);
    enum status status = keep_clean(writing, shown, &passage->shown); /* both buffers are freed, come what may */
    status = of_plain ? of_plain : status;
    if (!status && passage->is_item && unit->level > 1)
        passage->shown = str_from(arena_printf(writing->arena, "%*s%.*s", 2 * (unit->level < 6 ? unit->level - 1 : 5),
                                               "", STR_ARG(passage->shown)));
    return status || (passage->heading.data && passage->shown.data) ? status : error_memory(writing->err);
}

static enum status add_running(struct writing *writing, struct original *original, size_t first, size_t end)
{
    struct buf shown = {0};
    if (original->units[first].kind == UNIT_ITEM)
        add_list_mark(original, first, &shown);
    enum status status = OK;
    for (size_t i = first; i < end && !status; i++) {
        struct line line;
        if (i > first)
            buf_char(&shown, ' ');
        status = original_line(writing, original, &original->units[i], 0, original->units[i].text.len, &line);
        if (!status)
            manuscript_print_links(&line, line.text.len, &shown);
    }
    if (status)
        buf_free(&shown);
    return status ? status : add_passage(writing, original, first, end, &shown);
}

/* A picture, a table, a quotation or code, under a mark. */
static enum status material_add_piece(struct writing *writing, struct original *original, size_t first, size_t end)
{
    static const struct {
        char letter;
        const char *name;
    } names[] = {[UNIT_PICTURE] = {'P', "a picture"},
                 [UNIT_ROW] = {'T', "a table"},
                 [UNIT_CODE] = {'C', "code"},
                 [UNIT_QUOTE] = {'Q', "a quotation"}};
    enum unit_kind kind = original->units[first].kind;
    struct original_piece *piece = &original->pieces[original->piece_count];
    size_t number = 1;
    for (size_t i = 0; i < original->piece_count; i++)
        number += original->pieces[i].name.data[0] == names[kind].letter;
    const char *name = arena_printf(writing->arena, "%c%zu", names[kind].letter, number);
    struct buf shown = {0};
    if (!name)
        return error_memory(writing->err);
    bool is_film = kind == UNIT_PICTURE && original->units[first].picture->is_film;
    buf_printf(&shown, OPENS "%s" CLOSES " stands for %s:", name, is_film ? "a video" : names[kind].name);
    for (size_t i = first; i < end && shown.len < PIECE_SHOWN; i++) {
        struct str text = original->units[i].text;
        text.len = text.len > PIECE_SHOWN ? utf8_valid_length((struct str){text.data, PIECE_SHOWN}) : text.len;
        buf_printf(&shown, "%s%.*s", kind == UNIT_PICTURE ? " " : "\n", STR_ARG(text));
    }
    *piece = (struct original_piece){.name = str_from(name), .section = original->units[first].section};
    enum status status = add_passage(writing, original, first, end, &shown);
    piece->passage = original->passage_count;
    original->passages[piece->passage - 1].is_mark = true;
    original->piece_count++;
    return status ? status : original_block(writing, original, first, end, &piece->block);
}

/* The passages, with marks for what keeps its look. */
static enum status make_passages(struct writing *writing, struct original *original)
{
    original->passages = ARENA_ARRAY(writing->arena, original->count + 1, struct model_excerpt);
    original->sections_of = ARENA_ARRAY(writing->arena, original->count + 1, size_t);
    original->pieces = ARENA_ARRAY(writing->arena, original->count + 1, struct original_piece);
    enum status status =
        original->passages && original->sections_of && original->pieces ? OK : error_memory(writing->err);
    for (size_t first = 0, end; first < original->count && !status; first = end) {
        const struct original_unit *units = original->units;
        size_t words = words_count(units[first].text);
        end = original_run(original, first);
        if (original_leaves_out(writing, original, units[first].section))
            continue;
        while (units[first].kind == UNIT_SENTENCE && end < original->count && words < PASSAGE_WORDS &&
               units[end].kind == UNIT_SENTENCE && units[end].block == units[first].block)
            words += words_count(units[end++].text);
        bool is_running = units[first].kind == UNIT_SENTENCE || units[first].kind == UNIT_ITEM;
        status =
            is_running ? add_running(writing, original, first, end) : material_add_piece(writing, original, first, end);
    }
    return status;
}

/* --- kept as long as the article --- */

enum status rewrite_open(struct writing *writing)
{
    const struct page *page = &writing->pages[0];
    const struct language *written = writing->brief.language;
    struct original *original = ARENA_NEW(writing->arena, struct original);
    struct buf out = {0};
    if (!writing->model && page->language && page->language != written)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                          "the page is in %s, and the built-in writer cannot translate it into %s; choose its "
                          "language, or configure a language model",
                          page->language->name, written->name);
    enum status status = original ? original_read(writing, original) : error_memory(writing->err);
    for (size_t i = 0; i < page->count; i++)
        if (page->blocks[i].kind != BLOCK_CODE)
            buf_printf(&out, "%.*s\n", STR_ARG(page->blocks[i].text));
    struct str text = writing_keep(writing, &out);
    if (status)
        return status;
    if (!original->count)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                          "the page has no sentence that an article could be written from");
    original->text = text;
    writing->subject = original;
    return text.data ? make_passages(writing, original) : error_memory(writing->err);
}

/* --- for the article --- */

enum status rewrite_passages(struct writing *writing, struct model_excerpt **list, size_t *count)
{
    const struct original *original = writing->subject;
    *list = original->passages;
    *count = original->passage_count;
    return OK;
}

enum status rewrite_subject(struct writing *writing, struct str *text)
{
    const struct original *original = writing->subject;
    *text = str_from(arena_printf(writing->arena, "PAGE \"%.*s\"", STR_ARG(original->title)));
    return text->data ? OK : error_memory(writing->err);
}

/* As long as the page. */
enum status rewrite_size(struct writing *writing, struct article_size *size)
{
    const struct original *original = writing->subject;
    size_t words = 0, sections = 0;
    for (size_t i = 0; i < original->passage_count; i++)
        words += original->passages[i].is_mark ? 0 : words_count(original->passages[i].text);
    for (size_t i = 1; i < original->section_count; i++)
        sections += original->sections[i].level == 2;
    size->least = size->most = sections ? sections : 2;
    size->words = words < LEAST_WORDS ? LEAST_WORDS : words;
    return OK;
}

/* Title and headings are the page's own, unless the caller gives others, or they are to be in another language. */
enum status rewrite_keep(struct writing *writing, struct article_plan *plan)
{
    const struct original *original = writing->subject;
    if (original->language && original->language != writing->brief.language)
        return OK;
    if (!plan->title_is_given)
        plan->title = original->title;
    plan->title_is_given = plan->title.len > 0;
    if (plan->is_given || original->section_count < 3)
        return OK;
    plan->headings = ARENA_ARRAY(writing->arena, original->section_count, struct planned);
    if (!plan->headings)
        return error_memory(writing->err);
    for (size_t i = 1; i < original->section_count; i++) {
        const struct original_section *section = &original->sections[i];
        bool is_inside = plan->count > 0 || section->level == 2; /* one of level 3 needs one to stand in */
        if (!original_leaves_out(writing, original, i))
            plan->headings[plan->count++] =
                (struct planned){.title = section->heading, .level = is_inside ? section->level : 2, .section = i};
    }
    plan->is_given = plan->has_close = true;
    return OK;
}
