#include "research/excerpt/excerpt_units.h"

#include "base/vec.h"
#include "research/excerpt/excerpt_lines.h"
#include "research/excerpt/excerpt_run.h"

enum {
    LEAD_MAX = 320,        /* bytes of a paragraph that stands whole before the list that it announces */
    TITLES_LEAD_MAX = 160, /* bytes of a sentence that goes into the first of the definitions that it announces */
    INDENT_MAX = 8,        /* blanks before an item of a list in lists */
};

const struct cues *unit_cues(const struct language *language)
{
    return language && language->cues ? language->cues : language_find(STR("en"))->cues;
}

void units_open(struct unit_reader *reader)
{
    reader->units = NULL;
    reader->count = reader->cap = 0;
    reader->term = reader->announced = (struct str){"", 0};
    reader->entry = 0;
    reader->announces_term = false;
}

static double position_of(const struct unit_reader *reader, size_t at)
{
    return (double)at / (double)reader->page->count;
}

static enum status add_unit(struct unit_reader *reader, struct unit unit)
{
    struct unit *units = vec_room(reader->arena, reader->units, reader->count, &reader->cap, sizeof *units);
    if (!units)
        return error_memory(reader->err);
    unit.term = reader->term;
    unit.entry = reader->entry;
    reader->units = units;
    reader->units[reader->count++] = unit;
    return OK;
}

/* What was announced and a mark behind it; then nothing is announced any more. data NULL: memory ran out. */
static struct str take_announced(struct unit_reader *reader, bool is_running_text)
{
    struct str announced = reader->announced;
    if (!announced.len)
        return STR("");
    bool has_colon = str_ends(announced, STR(":"));
    const char *mark = reader->announces_term && is_running_text ? ": " : reader->announces_term ? ":\n" : "\n";
    if (has_colon && reader->announces_term)
        mark++;
    reader->announced = STR("");
    reader->announces_term = false;
    char *text = arena_printf(reader->arena, "%.*s%s", STR_ARG(announced), mark);
    return (struct str){text, text ? strlen(text) : 0};
}

/* Adds the parts of a run as units like `unit`. */
static enum status add_run(struct unit_reader *reader, const struct run *run, struct unit unit)
{
    struct str *parts;
    size_t count;
    enum status status = run_join(run, reader->arena, &parts, &count, reader->err);
    for (size_t i = 0; i < count && !status; i++) {
        unit.text = parts[i];
        unit.leans = unit.leans || i > 0;
        status = add_unit(reader, unit);
    }
    return status;
}

/* --- paragraphs --- */

static enum status add_sentences(struct unit_reader *reader, struct run *run, struct str text)
{
    struct sentence *sentences;
    size_t count;
    enum status status = sentences_split(reader->arena, text, reader->language, &sentences, &count, reader->err);
    for (size_t i = 0; i < count && !status; i++) {
        struct str sentence = {text.data + sentences[i].start, sentences[i].end - sentences[i].start};
        status = run_add(run, reader->arena, sentence, i && line_leans(sentence, reader->cues), reader->err);
    }
    return status;
}

static enum status read_paragraph(struct unit_reader *reader, struct str text, size_t at)
{
    struct unit unit = {.position = position_of(reader, at)};
    struct run run = {.lead = take_announced(reader, true), .open = "", .between = " ", .close = ""};
    if (!run.lead.data)
        return error_memory(reader->err);
    unit.leans = !run.lead.len && line_leans(text, reader->cues);
    if (!run.lead.len && text.len <= EXCERPT_MAX) {
        unit.text = text;
        unit.is_slice = true;
        return add_unit(reader, unit);
    }
    enum status status = add_sentences(reader, &run, text);
    return status ? status : add_run(reader, &run, unit);
}

/* What was announced becomes a unit of its own. */
static enum status add_announced(struct unit_reader *reader, size_t at)
{
    struct unit unit = {.text = reader->announced, .position = position_of(reader, at)};
    reader->announced = STR("");
    reader->announces_term = false;
    return add_unit(reader, unit);
}

/* Keeps the text, of at most LEAD_MAX bytes, for the next unit. */
static enum status announce(struct unit_reader *reader, struct str text, size_t at)
{
    enum status status = OK;
    if (reader->announced.len && reader->announced.len + text.len + 2 > LEAD_MAX)
        status = add_announced(reader, at);
    if (status)
        return status;
    struct str before = take_announced(reader, true);
    char *joined = before.data ? arena_printf(reader->arena, "%.*s%.*s", STR_ARG(before), STR_ARG(text)) : NULL;
    if (!joined)
        return error_memory(reader->err);
    reader->announced = str_from(joined);
    return OK;
}

/* A paragraph that announces what follows: of a long one the last sentence alone. */
static enum status read_lead(struct unit_reader *reader, struct str text, size_t at)
{
    if (text.len <= LEAD_MAX)
        return announce(reader, text, at);
    struct sentence *sentences;
    size_t count;
    enum status status = sentences_split(reader->arena, text, reader->language, &sentences, &count, reader->err);
    if (status)
        return status;
    size_t last = count ? sentences[count - 1].start : 0;
    struct str before = str_trim((struct str){text.data, last});
    if (!before.len || text.len - last > LEAD_MAX)
        return read_paragraph(reader, text, at);
    status = read_paragraph(reader, before, at);
    return status ? status : announce(reader, (struct str){text.data + last, text.len - last}, at);
}

/* --- lists, tables, code --- */

static size_t run_length(const struct page *page, size_t at)
{
    size_t count = 1;
    while (at + count < page->count && page->blocks[at + count].kind == page->blocks[at].kind)
        count++;
    return count;
}

static enum status add_item(struct unit_reader *reader, struct run *run, const struct block *block)
{
    int indent = block->level > 1 ? 2 * (block->level - 1) : 0;
    if (indent > INDENT_MAX)
        indent = INDENT_MAX;
    char *row = arena_printf(reader->arena, "%*s- %.*s", indent, "", STR_ARG(block->text));
    if (!row)
        return error_memory(reader->err);
    if (strlen(row) <= run_room(run))
        return run_add(run, reader->arena, str_from(row), indent > 0, reader->err);
    size_t first = run->count;
    enum status status = add_sentences(reader, run, str_from(row));
    for (size_t i = first + 1; i < run->count; i++)
        run->rows[i].leans = true;
    return status;
}

/* Does item `at`, the last of its list, announce the code or table behind it? */
static bool item_announces(const struct page *page, size_t at)
{
    const struct block *item = &page->blocks[at], *next = item + 1;
    bool is_last = at + 1 < page->count && (next->kind == BLOCK_CODE || next->kind == BLOCK_TABLE_ROW);
    return is_last && str_ends(item->text, STR(":")) && item->text.len < LEAD_MAX;
}

static enum status read_list(struct unit_reader *reader, size_t at, size_t *taken)
{
    const struct page *page = reader->page;
    struct unit unit = {.position = position_of(reader, at), .has_list = true, .leans = !reader->announced.len};
    struct run run = {
        .lead = take_announced(reader, false), .repeats_lead = true, .open = "", .between = "\n", .close = ""};
    size_t count = run_length(page, at);
    enum status status = run.lead.data ? OK : error_memory(reader->err);
    for (*taken = 0; *taken < count && !status; ++*taken) {
        if (*taken && (line_is_title(page, at + *taken, reader->entry > 0) || item_announces(page, at + *taken)))
            break;
        status = add_item(reader, &run, &page->blocks[at + *taken]);
    }
    return status ? status : add_run(reader, &run, unit);
}

static size_t cell_count(struct str row)
{
    size_t count = 1;
    for (size_t at = 0; (at = str_find(row, STR(" | "), at)) < row.len; at += 2)
        count++;
    return count;
}

/* The first row and the line below it that make rows of Markdown a table; "" where other rows have more cells: then it
 * is no head. NULL when memory ran out. */
static char *table_head(struct unit_reader *reader, size_t at, size_t count)
{
    const struct block *rows = &reader->page->blocks[at];
    size_t cells = cell_count(rows[0].text);
    for (size_t i = 1; i < count; i++)
        if (cell_count(rows[i].text) > cells)
            return arena_copy(reader->arena, "");
    struct buf head = {0};
    buf_printf(&head, "| %.*s |\n|", STR_ARG(rows[0].text));
    for (size_t i = 0; i < cells; i++)
        buf_str(&head, "---|");
    buf_char(&head, '\n');
    char *copy = head.failed ? NULL : arena_copy(reader->arena, head.len <= LEAD_MAX ? buf_text(&head) : "");
    buf_free(&head);
    return copy;
}

static enum status read_table(struct unit_reader *reader, size_t at, size_t *taken)
{
    struct unit unit = {.position = position_of(reader, at), .has_table = true, .leans = !reader->announced.len};
    struct run run = {.lead = take_announced(reader, false), .repeats_lead = true, .between = "\n", .close = ""};
    *taken = run_length(reader->page, at);
    run.open = table_head(reader, at, *taken);
    if (!run.open || !run.lead.data)
        return error_memory(reader->err);
    enum status status = OK;
    for (size_t i = *run.open && *taken > 1 ? 1 : 0; i < *taken && !status; i++) {
        struct str cells = reader->page->blocks[at + i].text;
        char *row = arena_printf(reader->arena, "| %.*s |", STR_ARG(cells));
        status = row ? run_add(&run, reader->arena, str_from(row), false, reader->err) : error_memory(reader->err);
    }
    return status ? status : add_run(reader, &run, unit);
}

static enum status read_code(struct unit_reader *reader, size_t at)
{
    struct str code = reader->page->blocks[at].text, rest = code, line;
    bool holds_fence = str_find(code, STR("```"), 0) < code.len;
    struct unit unit = {.position = position_of(reader, at), .has_code = true, .leans = !reader->announced.len};
    struct run run = {.lead = take_announced(reader, false),
                      .repeats_lead = true,
                      .open = holds_fence ? "````\n" : "```\n",
                      .between = "\n",
                      .close = holds_fence ? "\n````" : "\n```"};
    enum status status = run.lead.data ? OK : error_memory(reader->err);
    if (!status && run.lead.len && code.len > run_room(&run) && code.len <= run_room(&run) + run.lead.len) {
        /* Code is not cut for the sake of what announces it. */
        status = add_unit(reader, (struct unit){.text = str_trim(run.lead), .position = unit.position});
        run.lead = STR("");
        unit.leans = true;
    }
    while (!status && str_split(&rest, '\n', &line)) {
        bool is_inner = line.len && (ascii_is_space(line.data[0]) || strchr(")}]", line.data[0]));
        status = run_add(&run, reader->arena, line, is_inner, reader->err);
    }
    return status ? status : add_run(reader, &run, unit);
}

/* --- any block --- */

/* What stands before a title and belongs to its definition too: another title of it ("-v, --verbose"), or the sentence
 * that announces the definitions. data NULL: memory ran out; empty: nothing. */
static struct str before_title(struct unit_reader *reader, struct str term)
{
    struct str before = reader->announced;
    bool announces = str_ends(before, STR(":")) && before.len <= TITLES_LEAD_MAX;
    if (!before.len || before.len + term.len > LEAD_MAX || (!reader->announces_term && !announces))
        return STR("");
    char *text = arena_printf(reader->arena, "%.*s%s", STR_ARG(before), reader->announces_term ? ", " : "\n");
    return (struct str){text, text ? strlen(text) : 0};
}

static enum status read_title(struct unit_reader *reader, struct str text, size_t at)
{
    struct str term = str_ends(text, STR(":")) ? (struct str){text.data, text.len - 1} : text;
    struct str before = before_title(reader, term);
    if (!before.data)
        return error_memory(reader->err);
    bool is_same_definition = before.len && reader->announces_term;
    enum status status = reader->announced.len && !before.len ? add_announced(reader, at) : OK;
    char *announced = status ? NULL : arena_printf(reader->arena, "%.*s%.*s", STR_ARG(before), STR_ARG(term));
    if (!announced)
        return status ? status : error_memory(reader->err);
    reader->announced = str_from(announced);
    reader->announces_term = true;
    reader->term = is_same_definition ? reader->announced : term;
    reader->entry += !is_same_definition;
    return OK;
}

enum status units_read(struct unit_reader *reader, size_t at, size_t *taken)
{
    const struct block *block = &reader->page->blocks[at];
    *taken = 1;
    if (line_is_title(reader->page, at, reader->entry > 0))
        return read_title(reader, block->text, at);
    if (block->kind == BLOCK_LIST_ITEM && item_announces(reader->page, at))
        return announce(reader, block->text, at);
    if (block->kind == BLOCK_LIST_ITEM)
        return read_list(reader, at, taken);
    if (block->kind == BLOCK_TABLE_ROW)
        return read_table(reader, at, taken);
    if (block->kind == BLOCK_CODE)
        return read_code(reader, at);
    if (line_announces(reader->page, at))
        return read_lead(reader, block->text, at);
    return read_paragraph(reader, block->text, at);
}

enum status units_close(struct unit_reader *reader)
{
    return reader->announced.len ? add_announced(reader, reader->page->count) : OK;
}
