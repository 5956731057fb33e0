#include "research/excerpt/excerpt_cut.h"

/* --- headings: which open a section, and which stand over nothing of use --- */

enum { HEADING_DEPTH = 8 };

/* The headings around the place that is being read. */
struct heading_path {
    struct {
        int level;
        struct str text;
        bool is_boilerplate;
    } headings[HEADING_DEPTH];
    size_t depth;
    bool is_register; /* the page's headings are letters: it is an index of names and leads elsewhere */
    bool has_root;    /* the heading that repeats the page's title was met */
};

/* The heading without signs of a link to itself and colons at its end. */
static struct str heading_trim(struct str heading)
{
    static const char *const marks[] = {":", "#", "\xC2\xB6"};
    struct str text = str_trim(heading);
    for (size_t i = 0; i < COUNT_OF(marks);) {
        struct str mark = str_from(marks[i++]);
        if (!str_ends(text, mark))
            continue;
        text = str_trim((struct str){text.data, text.len - mark.len});
        i = 0;
    }
    return text;
}

/* The character at *at in lower case, typographic apostrophes as plain ones. */
static uint32_t next_folded(struct str text, size_t *at)
{
    uint32_t codepoint;
    *at += utf8_decode(text, *at, &codepoint);
    return codepoint == 0x2019 ? '\'' : unicode_to_lower(codepoint);
}

static bool same_heading(struct str heading, struct str lower)
{
    size_t i = 0, j = 0;
    while (i < heading.len && j < lower.len)
        if (next_folded(heading, &i) != next_folded(lower, &j))
            return false;
    return i == heading.len && j == lower.len;
}

static bool is_one_of(struct str heading, const char *const *headings)
{
    for (; *headings; headings++)
        if (same_heading(heading, str_from(*headings)))
            return true;
    return false;
}

/* The heading of any language: pages do not always say theirs. */
static bool leads_elsewhere(struct str heading)
{
    size_t count;
    const struct language *languages = language_list(&count);
    struct buf folded = {0};
    bool leads = false;
    text_fold(&folded, heading);
    for (size_t i = 0; i < count && !leads; i++)
        leads = languages[i].cues && languages[i].cues->elsewhere &&
                is_one_of(str_from(buf_text(&folded)), languages[i].cues->elsewhere);
    buf_free(&folded);
    return leads;
}

static bool is_letter(struct str heading)
{
    uint32_t codepoint;
    return heading.len && utf8_decode(heading, 0, &codepoint) == heading.len && unicode_is_letter(codepoint);
}

/* Begins a page. */
static void heading_path_open(struct heading_path *path, const struct page *page)
{
    enum { REGISTER_LETTERS = 5 };
    size_t letters = 0;
    *path = (struct heading_path){0};
    for (size_t i = 0; i < page->count; i++)
        letters += page->blocks[i].kind == BLOCK_HEADING && is_letter(heading_trim(page->blocks[i].text));
    path->is_register = letters >= REGISTER_LETTERS;
}

static bool path_enter(struct heading_path *path, int level, struct str text)
{
    while (path->depth && path->headings[path->depth - 1].level >= level)
        path->depth--;
    if (path->depth == HEADING_DEPTH)
        path->depth--;
    path->headings[path->depth].level = level;
    path->headings[path->depth].text = text;
    path->headings[path->depth++].is_boilerplate = leads_elsewhere(text) || (path->is_register && is_letter(text));
    return true;
}

/* Reads a heading into the path; false when it opens no section: it repeats the page's title, or is the label of a box
 * ("Note"). */
static bool heading_path_enter(struct heading_path *path, const struct page *page, const struct block *heading,
                               const struct cues *cues)
{
    struct str text = heading_trim(heading->text);
    if (!text.len || is_one_of(text, cues->asides))
        return false;
    bool is_title = same_heading(text, heading_trim(str_from(page->title))) || heading->level == 1;
    if (!path->has_root && !path->depth && is_title) {
        path->has_root = true;
        return false;
    }
    return path_enter(path, heading->level, text);
}

/* "h2 > h3 > term"; term may be empty. */
static struct str heading_path_text(const struct heading_path *path, struct arena *arena, struct str term)
{
    struct buf text = {0};
    for (size_t i = 0; i < path->depth; i++)
        buf_printf(&text, "%s%.*s", i ? " > " : "", STR_ARG(path->headings[i].text));
    if (term.len)
        buf_printf(&text, "%s%.*s", text.len ? " > " : "", STR_ARG(term));
    return buf_keep(&text, arena);
}

/* Does the path lead through a heading like "See also"? */
static bool heading_path_is_boilerplate(const struct heading_path *path)
{
    for (size_t i = 0; i < path->depth; i++)
        if (path->headings[i].is_boilerplate)
            return true;
    return false;
}

/* --- pieces --- */

enum {
    ENOUGH = 240,           /* bytes from which a piece takes no other unit, unless that needs what is there */
    DEFINITION_BYTES = 300, /* a definition from this length on is a piece of its own; shorter ones stand together */
    LEFTOVER = 120          /* bytes of a last unit that had better go with the piece before it */
};

struct piece_cutter {
    struct arena *arena;
    struct heading_path path;
    struct unit_reader reader;
    struct excerpt_piece *pieces;
    size_t count, cap;
};

/* The bytes of the definition that unit `at` begins, counted until they are DEFINITION_BYTES. */
static size_t definition_bytes(const struct unit_reader *reader, size_t at)
{
    size_t bytes = 0, entry = reader->units[at].entry;
    for (; bytes < DEFINITION_BYTES && at < reader->count && reader->units[at].entry == entry; at++)
        bytes += reader->units[at].text.len;
    return bytes;
}

/* What stands between two units of a piece. */
static const char *gap(const struct excerpt_unit *before, const struct excerpt_unit *unit)
{
    bool shares_definitions = before->entry != unit->entry && before->entry && unit->entry;
    return shares_definitions ? "\n" : "\n\n";
}

/* Would the unit stand by itself, too short to be worth it, if the piece before it did not take it? */
static bool is_leftover(const struct unit_reader *reader, size_t at)
{
    const struct excerpt_unit *unit = &reader->units[at], *next = unit + 1;
    if (unit->text.len >= LEFTOVER)
        return false;
    return at + 1 == reader->count || next->entry != unit->entry || unit->text.len + 2 + next->text.len > EXCERPT_MAX;
}

/* Does the unit go on in the piece of units first..at-1, which has so many bytes? definition: bytes of the definition
 * in which the piece ends. */
static bool unit_goes_on(const struct unit_reader *reader, size_t first, size_t at, size_t bytes, size_t definition)
{
    const struct excerpt_unit *unit = &reader->units[at], *before = &reader->units[at - 1];
    if (bytes + 2 + unit->text.len > EXCERPT_MAX)
        return false;
    if (unit->entry != before->entry)
        return definition < DEFINITION_BYTES && definition_bytes(reader, at) < DEFINITION_BYTES &&
               reader->units[first].entry && bytes < ENOUGH;
    return bytes < ENOUGH || unit->leans || is_leftover(reader, at);
}

static size_t piece_end(const struct unit_reader *reader, size_t first)
{
    size_t at = first + 1, bytes = reader->units[first].text.len, definition = definition_bytes(reader, first);
    for (; at < reader->count && unit_goes_on(reader, first, at, bytes, definition); at++) {
        bytes += 2 + reader->units[at].text.len;
        if (reader->units[at].entry != reader->units[at - 1].entry)
            definition = definition_bytes(reader, at);
    }
    return at;
}

static struct str join_units(struct arena *arena, const struct excerpt_unit *units, size_t count)
{
    struct buf text = {0};
    for (size_t i = 0; i < count; i++) {
        buf_str(&text, i ? gap(&units[i - 1], &units[i]) : "");
        buf_add(&text, units[i].text.data, units[i].text.len);
    }
    return buf_keep(&text, arena);
}

static void add_piece_of(struct piece_cutter *cutter, const struct excerpt_unit *units, size_t count)
{
    struct excerpt_piece *piece = VEC_PUSH(cutter->arena, cutter->pieces, cutter->count, cutter->cap);
    bool one_definition = true;
    for (size_t i = 0; i < count; i++)
        one_definition = one_definition && units[i].entry == units[0].entry;
    if (!piece)
        return;
    *piece = (struct excerpt_piece){
        .text = count > 1 ? join_units(cutter->arena, units, count) : units[0].text,
        .is_slice = count == 1 && units[0].is_slice,
        .heading = heading_path_text(&cutter->path, cutter->arena, one_definition ? units[0].term : STR("")),
        .position = units[0].position,
        .is_boilerplate = heading_path_is_boilerplate(&cutter->path),
    };
}

/* Ends the section: its units become pieces. */
static void close_section(struct piece_cutter *cutter)
{
    struct unit_reader *reader = &cutter->reader;
    units_close(reader);
    for (size_t first = 0, end; first < reader->count; first = end) {
        end = piece_end(reader, first);
        add_piece_of(cutter, &reader->units[first], end - first);
    }
    units_open(reader);
}

struct excerpt_piece *pieces_cut(struct arena *arena, const struct page *page, const struct language *fallback,
                                 size_t *count)
{
    const struct language *language = page->language ? page->language : fallback;
    struct piece_cutter cutter = {.arena = arena};
    cutter.reader =
        (struct unit_reader){.arena = arena, .page = page, .language = language, .cues = unit_cues(language)};
    units_open(&cutter.reader);
    heading_path_open(&cutter.path, page);
    for (size_t at = 0, taken; at < page->count; at += taken) {
        taken = 1;
        if (page->blocks[at].kind != BLOCK_HEADING) {
            taken = units_read(&cutter.reader, at);
            continue;
        }
        struct heading_path path = cutter.path;
        if (heading_path_enter(&path, page, &page->blocks[at], cutter.reader.cues))
            close_section(&cutter);
        cutter.path = path;
    }
    close_section(&cutter);
    *count = cutter.count;
    return cutter.pieces;
}
