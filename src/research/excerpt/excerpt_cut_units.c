#include "research/excerpt/excerpt_cut.h"

/* --- lines that tell what follows them --- */

enum {
    TITLE_LINE_MAX = 60, /* characters of a line that can be a title */
    OPENING_BYTES = 48,  /* of a text, enough for the longest phrase that opens one */
};

static bool ends_in(struct str text, const char *const *marks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_ends(text, str_from(marks[i])))
            return true;
    return false;
}

/* Is it at most TITLE_LINE_MAX characters without a full stop at its end? */
static bool line_is_short(struct str text)
{
    static const char *const stops[] = {".",
                                        "!",
                                        "?",
                                        ";",
                                        ",",
                                        "\xE2\x80\xA6",
                                        "\xE3\x80\x82" /* ideographic full stop */,
                                        ".\"",
                                        ".)",
                                        ".\xE2\x80\x9D"};
    return text.len && utf8_length(text) <= TITLE_LINE_MAX && !ends_in(text, stops, COUNT_OF(stops));
}

/* "Table 9.1. Operators", "Figure 2: Soil": it names what stands beside it, not what follows. */
static bool is_caption(struct str text)
{
    size_t blank = str_find(text, STR(" "), 0);
    return blank + 1 < text.len && ascii_is_digit(text.data[blank + 1]);
}

static bool begins_small(struct str text)
{
    uint32_t first = 0;
    if (text.len)
        utf8_decode(text, 0, &first);
    return unicode_is_lower(first);
}

static bool is_kind(const struct page *page, size_t at, enum block_kind kind)
{
    return at < page->count && page->blocks[at].kind == kind;
}

/* A run of items is a list. The last one is a title all the same where titles stood before it, and it alone has no
 * full stop (a definition ended in a list), or it is one of two (two titles of one definition). */
static bool is_title_item(const struct page *page, size_t at, bool in_definitions)
{
    if (!at || !is_kind(page, at - 1, BLOCK_LIST_ITEM))
        return true;
    bool is_one_of_two = at < 2 || !is_kind(page, at - 2, BLOCK_LIST_ITEM);
    return in_definitions && (is_one_of_two || !line_is_short(page->blocks[at - 1].text));
}

/* Is it the first of two titles of one definition? */
static bool is_first_title(const struct page *page, size_t at, bool in_definitions)
{
    bool begins_run = !at || !is_kind(page, at - 1, BLOCK_LIST_ITEM);
    return in_definitions && begins_run && is_kind(page, at + 1, BLOCK_LIST_ITEM) &&
           line_is_short(page->blocks[at + 1].text) && is_kind(page, at + 2, BLOCK_PARAGRAPH);
}

/* Is block `at` the title of the definition that follows it? in_definitions: titles of others stand before it. */
static bool line_is_title(const struct page *page, size_t at, bool in_definitions)
{
    const struct block *block = &page->blocks[at];
    bool is_item = block->kind == BLOCK_LIST_ITEM;
    if ((!is_item && block->kind != BLOCK_PARAGRAPH) || !line_is_short(block->text))
        return false;
    if (is_item && is_first_title(page, at, in_definitions))
        return true;
    if (!is_kind(page, at + 1, BLOCK_PARAGRAPH) || str_ends(block->text, STR(":")))
        return is_item && is_kind(page, at + 1, BLOCK_CODE) && is_title_item(page, at, in_definitions);
    if (is_item)
        return is_title_item(page, at, in_definitions);
    return !begins_small(block->text) && !is_caption(block->text) && !line_is_short(page->blocks[at + 1].text);
}

/* Is block `at` a paragraph that belongs to the list, table or code after it? */
static bool line_announces(const struct page *page, size_t at)
{
    struct str text = page->blocks[at].text;
    bool has_more = at + 1 < page->count && page->blocks[at + 1].kind != BLOCK_HEADING;
    if (page->blocks[at].kind != BLOCK_PARAGRAPH || !has_more)
        return false;
    return str_ends(text, STR(":")) || (line_is_short(text) && !begins_small(text));
}

/* Does the folded text begin with one of the phrases, as whole words? */
static bool begins_with_phrase(struct str folded, const char *const *phrases)
{
    for (const char *const *phrase = phrases; *phrase; phrase++) {
        size_t length = strlen(*phrase);
        if (!str_starts(folded, (struct str){*phrase, length}))
            continue;
        unsigned char next = length < folded.len ? (unsigned char)folded.data[length] : ' ';
        if (!ascii_is_alnum((char)next) && next < 0x80 && next != '-' && next != '_')
            return true;
    }
    return false;
}

/* Does the text point back to what stands before it, or begin in mid-sentence? */
static bool line_leans(struct str text, const struct cues *cues)
{
    char lower[OPENING_BYTES];
    struct str folded = {lower, text.len < OPENING_BYTES ? text.len : OPENING_BYTES};
    for (size_t i = 0; i < folded.len; i++)
        lower[i] = ascii_lower(text.data[i]);
    return begins_small(text) || str_starts(text, STR("(")) || begins_with_phrase(folded, cues->openings) ||
           begins_with_phrase(folded, cues->pronouns);
}

/* --- rows put together into texts that fit an excerpt --- */

struct run_row {
    struct str text;
    bool leans; /* had better not be parted from the row before it */
};

struct excerpt_rows {
    struct str lead;      /* stands before the first part, or before each */
    bool repeats_lead;    /* before each */
    const char *open;     /* begins each part, behind the lead */
    const char *between;  /* rows */
    const char *close;    /* ends each part */
    struct run_row *rows; /* each with at most run_room bytes */
    size_t count, cap;
};

static size_t frame_bytes(const struct excerpt_rows *run)
{
    return run->lead.len + strlen(run->open) + strlen(run->close);
}

/* Bytes that a row may have. */
static size_t run_room(const struct excerpt_rows *run)
{
    return EXCERPT_MAX - frame_bytes(run);
}

/* As much of the text as has at most so many bytes: up to the last blank, else whole characters. */
static size_t piece_length(struct str text, size_t most)
{
    if (text.len <= most)
        return text.len;
    for (size_t at = most; at > most / 2; at--)
        if (ascii_is_space(text.data[at]))
            return at;
    size_t valid = utf8_valid_length((struct str){text.data, most});
    return valid ? valid : most;
}

/* Adds a row, cut at blanks into several where it is too long. */
static void run_add(struct excerpt_rows *run, struct arena *arena, struct str text, bool leans)
{
    size_t room = run_room(run);
    do {
        size_t length = piece_length(text, room);
        struct run_row *row = VEC_PUSH(arena, run->rows, run->count, run->cap);
        if (row)
            *row = (struct run_row){{text.data, length}, leans};
        text = (struct str){text.data + length, text.len - length};
        leans = true;
    } while (text.len);
}

/* The bytes that each part should have, so that the last one is not much shorter than the others. */
static size_t part_bytes(const struct excerpt_rows *run)
{
    size_t total = 0, room = run_room(run);
    for (size_t i = 0; i < run->count; i++)
        total += run->rows[i].text.len + strlen(run->between);
    return total / (total / room + 1);
}

/* The row behind the last one of the part that begins with row `first`. */
static size_t part_end(const struct excerpt_rows *run, size_t first, size_t wanted)
{
    size_t bytes = 0, room = run_room(run), at = first;
    for (; at < run->count; at++) {
        size_t more = run->rows[at].text.len + (at > first ? strlen(run->between) : 0);
        if (at > first && (bytes + more > room || (bytes >= wanted && !run->rows[at].leans)))
            break;
        bytes += more;
    }
    return at;
}

static struct str join_part(const struct excerpt_rows *run, struct arena *arena, size_t first, size_t end)
{
    struct buf text = {0};
    if (!first || run->repeats_lead)
        buf_add(&text, run->lead.data, run->lead.len);
    buf_str(&text, run->open);
    for (size_t i = first; i < end; i++) {
        buf_str(&text, i > first ? run->between : "");
        buf_add(&text, run->rows[i].text.data, run->rows[i].text.len);
    }
    buf_str(&text, run->close);
    return buf_keep(&text, arena);
}

/* The parts of the run, about equally long. */
static struct str *run_join(const struct excerpt_rows *run, struct arena *arena, size_t *count)
{
    size_t wanted = part_bytes(run);
    bool fits = wanted && run->count && part_end(run, 0, SIZE_MAX) == run->count;
    struct str *parts = ARENA_ARRAY(arena, run->count + 1, struct str);
    *count = 0;
    for (size_t first = 0, end; parts && first < run->count; first = end) {
        end = fits ? run->count : part_end(run, first, wanted);
        parts[(*count)++] = join_part(run, arena, first, end);
    }
    return parts;
}

/* --- units --- */

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

static void add_unit(struct unit_reader *reader, struct excerpt_unit unit)
{
    struct excerpt_unit *added = VEC_PUSH(reader->arena, reader->units, reader->count, reader->cap);
    unit.term = reader->term;
    unit.entry = reader->entry;
    if (added)
        *added = unit;
}

/* What was announced and a mark behind it; then nothing is announced any more. */
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
    return str_from(arena_printf(reader->arena, "%.*s%s", STR_ARG(announced), mark));
}

/* Adds the parts of a run as units like `unit`. */
static void units_add_rows(struct unit_reader *reader, const struct excerpt_rows *run, struct excerpt_unit unit)
{
    size_t count;
    const struct str *parts = run_join(run, reader->arena, &count);
    for (size_t i = 0; i < count; i++) {
        unit.text = parts[i];
        unit.leans = unit.leans || i > 0;
        add_unit(reader, unit);
    }
}

/* --- paragraphs --- */

static void rows_add_sentences(struct unit_reader *reader, struct excerpt_rows *run, struct str text)
{
    struct sentence *sentences;
    size_t count;
    sentences_split(reader->arena, text, reader->language, &sentences, &count, NULL);
    for (size_t i = 0; i < count; i++) {
        struct str sentence = {text.data + sentences[i].start, sentences[i].end - sentences[i].start};
        run_add(run, reader->arena, sentence, i && line_leans(sentence, reader->cues));
    }
}

static void read_paragraph(struct unit_reader *reader, struct str text, size_t at)
{
    struct excerpt_unit unit = {.position = position_of(reader, at)};
    struct excerpt_rows run = {.lead = take_announced(reader, true), .open = "", .between = " ", .close = ""};
    unit.leans = !run.lead.len && line_leans(text, reader->cues);
    if (!run.lead.len && text.len <= EXCERPT_MAX) {
        unit.text = text;
        unit.is_slice = true;
        add_unit(reader, unit);
        return;
    }
    rows_add_sentences(reader, &run, text);
    units_add_rows(reader, &run, unit);
}

/* What was announced becomes a unit of its own. */
static void add_announced(struct unit_reader *reader, size_t at)
{
    struct excerpt_unit unit = {.text = reader->announced, .position = position_of(reader, at)};
    reader->announced = STR("");
    reader->announces_term = false;
    add_unit(reader, unit);
}

/* Keeps the text, of at most LEAD_MAX bytes, for the next unit. */
static void announce(struct unit_reader *reader, struct str text, size_t at)
{
    if (reader->announced.len && reader->announced.len + text.len + 2 > LEAD_MAX)
        add_announced(reader, at);
    struct str before = take_announced(reader, true);
    reader->announced = str_from(arena_printf(reader->arena, "%.*s%.*s", STR_ARG(before), STR_ARG(text)));
}

/* A paragraph that announces what follows: of a long one the last sentence alone. */
static void read_lead(struct unit_reader *reader, struct str text, size_t at)
{
    if (text.len <= LEAD_MAX) {
        announce(reader, text, at);
        return;
    }
    struct sentence *sentences;
    size_t count;
    sentences_split(reader->arena, text, reader->language, &sentences, &count, NULL);
    size_t last = count ? sentences[count - 1].start : 0;
    struct str before = str_trim((struct str){text.data, last});
    bool is_parted = before.len && text.len - last <= LEAD_MAX;
    read_paragraph(reader, is_parted ? before : text, at);
    if (is_parted)
        announce(reader, (struct str){text.data + last, text.len - last}, at);
}

/* --- lists, tables, code --- */

static size_t run_length(const struct page *page, size_t at)
{
    size_t count = 1;
    while (at + count < page->count && page->blocks[at + count].kind == page->blocks[at].kind)
        count++;
    return count;
}

static void add_item(struct unit_reader *reader, struct excerpt_rows *run, const struct block *block)
{
    int indent = block->level > 1 ? 2 * (block->level - 1) : 0;
    if (indent > INDENT_MAX)
        indent = INDENT_MAX;
    struct str row = str_from(arena_printf(reader->arena, "%*s- %.*s", indent, "", STR_ARG(block->text)));
    if (row.len <= run_room(run)) {
        run_add(run, reader->arena, row, indent > 0);
        return;
    }
    size_t first = run->count;
    rows_add_sentences(reader, run, row);
    for (size_t i = first + 1; i < run->count; i++)
        run->rows[i].leans = true;
}

/* Does item `at`, the last of its list, announce the code or table behind it? */
static bool item_announces(const struct page *page, size_t at)
{
    const struct block *item = &page->blocks[at], *next = item + 1;
    bool is_last = at + 1 < page->count && (next->kind == BLOCK_CODE || next->kind == BLOCK_TABLE_ROW);
    return is_last && str_ends(item->text, STR(":")) && item->text.len < LEAD_MAX;
}

static void unit_read_list(struct unit_reader *reader, size_t at, size_t *taken)
{
    const struct page *page = reader->page;
    struct excerpt_unit unit = {.position = position_of(reader, at), .leans = !reader->announced.len};
    struct excerpt_rows run = {
        .lead = take_announced(reader, false), .repeats_lead = true, .open = "", .between = "\n", .close = ""};
    size_t count = run_length(page, at);
    for (*taken = 0; *taken < count; ++*taken) {
        if (*taken && (line_is_title(page, at + *taken, reader->entry > 0) || item_announces(page, at + *taken)))
            break;
        add_item(reader, &run, &page->blocks[at + *taken]);
    }
    units_add_rows(reader, &run, unit);
}

static size_t cell_count(struct str row)
{
    size_t count = 1;
    for (size_t at = 0; (at = str_find(row, STR(" | "), at)) < row.len; at += 2)
        count++;
    return count;
}

/* The first row and the line below it that make rows of Markdown a table; "" where other rows have more cells: then it
 * is no head. */
static const char *table_head(struct unit_reader *reader, size_t at, size_t count)
{
    const struct block *rows = &reader->page->blocks[at];
    size_t cells = cell_count(rows[0].text);
    for (size_t i = 1; i < count; i++)
        if (cell_count(rows[i].text) > cells)
            return "";
    struct buf head = {0};
    buf_printf(&head, "| %.*s |\n|", STR_ARG(rows[0].text));
    for (size_t i = 0; i < cells; i++)
        buf_str(&head, "---|");
    buf_char(&head, '\n');
    struct str kept = buf_keep(&head, reader->arena);
    return kept.len <= LEAD_MAX && kept.data ? kept.data : "";
}

static void unit_read_table(struct unit_reader *reader, size_t at, size_t *taken)
{
    struct excerpt_unit unit = {.position = position_of(reader, at), .leans = !reader->announced.len};
    struct excerpt_rows run = {
        .lead = take_announced(reader, false), .repeats_lead = true, .between = "\n", .close = ""};
    *taken = run_length(reader->page, at);
    run.open = table_head(reader, at, *taken);
    for (size_t i = *run.open && *taken > 1 ? 1 : 0; i < *taken; i++) {
        struct str cells = reader->page->blocks[at + i].text;
        run_add(&run, reader->arena, str_from(arena_printf(reader->arena, "| %.*s |", STR_ARG(cells))), false);
    }
    units_add_rows(reader, &run, unit);
}

static void unit_read_code(struct unit_reader *reader, size_t at)
{
    struct str code = reader->page->blocks[at].text, rest = code, line;
    bool holds_fence = str_find(code, STR("```"), 0) < code.len;
    struct excerpt_unit unit = {.position = position_of(reader, at), .leans = !reader->announced.len};
    struct excerpt_rows run = {.lead = take_announced(reader, false),
                               .repeats_lead = true,
                               .open = holds_fence ? "````\n" : "```\n",
                               .between = "\n",
                               .close = holds_fence ? "\n````" : "\n```"};
    if (run.lead.len && code.len > run_room(&run) && code.len <= run_room(&run) + run.lead.len) {
        /* Code is not cut for the sake of what announces it. */
        add_unit(reader, (struct excerpt_unit){.text = str_trim(run.lead), .position = unit.position});
        run.lead = STR("");
        unit.leans = true;
    }
    while (str_split(&rest, '\n', &line)) {
        bool is_inner = line.len && (ascii_is_space(line.data[0]) || strchr(")}]", line.data[0]));
        run_add(&run, reader->arena, line, is_inner);
    }
    units_add_rows(reader, &run, unit);
}

/* --- any block --- */

/* What stands before a title and belongs to its definition too: another title of it ("-v, --verbose"), or the sentence
 * that announces the definitions. Empty: nothing. */
static struct str before_title(struct unit_reader *reader, struct str term)
{
    struct str before = reader->announced;
    bool announces = str_ends(before, STR(":")) && before.len <= TITLES_LEAD_MAX;
    if (!before.len || before.len + term.len > LEAD_MAX || (!reader->announces_term && !announces))
        return STR("");
    return str_from(arena_printf(reader->arena, "%.*s%s", STR_ARG(before), reader->announces_term ? ", " : "\n"));
}

static void unit_read_title(struct unit_reader *reader, struct str text, size_t at)
{
    struct str term = str_ends(text, STR(":")) ? (struct str){text.data, text.len - 1} : text;
    struct str before = before_title(reader, term);
    bool is_same_definition = before.len && reader->announces_term;
    if (reader->announced.len && !before.len)
        add_announced(reader, at);
    reader->announced = str_from(arena_printf(reader->arena, "%.*s%.*s", STR_ARG(before), STR_ARG(term)));
    reader->announces_term = true;
    reader->term = is_same_definition ? reader->announced : term;
    reader->entry += !is_same_definition;
}

size_t units_read(struct unit_reader *reader, size_t at)
{
    const struct block *block = &reader->page->blocks[at];
    size_t taken = 1;
    if (line_is_title(reader->page, at, reader->entry > 0))
        unit_read_title(reader, block->text, at);
    else if (block->kind == BLOCK_LIST_ITEM && item_announces(reader->page, at))
        announce(reader, block->text, at);
    else if (block->kind == BLOCK_LIST_ITEM)
        unit_read_list(reader, at, &taken);
    else if (block->kind == BLOCK_TABLE_ROW)
        unit_read_table(reader, at, &taken);
    else if (block->kind == BLOCK_CODE)
        unit_read_code(reader, at);
    else if (line_announces(reader->page, at))
        read_lead(reader, block->text, at);
    else
        read_paragraph(reader, block->text, at);
    return taken;
}

void units_close(struct unit_reader *reader)
{
    if (reader->announced.len)
        add_announced(reader, reader->page->count);
}
