#include "research/excerpt/excerpt_cut.h"

#include "base/vec.h"
#include "research/excerpt/excerpt_headings.h"
#include "research/excerpt/excerpt_units.h"

enum {
    ENOUGH = 240,           /* bytes from which a piece takes no other unit, unless that needs what is there */
    DEFINITION_BYTES = 300, /* a definition from this length on is a piece of its own; shorter ones stand together */
    LEFTOVER = 120          /* bytes of a last unit that had better go with the piece before it */
};

struct cutter {
    struct arena *arena;
    struct heading_path path;
    struct unit_reader reader;
    struct piece *pieces;
    size_t count, cap;
    struct error *err;
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
static const char *gap(const struct unit *before, const struct unit *unit)
{
    bool shares_definitions = before->entry != unit->entry && before->entry && unit->entry;
    return shares_definitions ? "\n" : "\n\n";
}

/* Would the unit stand by itself, too short to be worth it, if the piece before it did not take it? */
static bool is_leftover(const struct unit_reader *reader, size_t at)
{
    const struct unit *unit = &reader->units[at], *next = unit + 1;
    if (unit->text.len >= LEFTOVER)
        return false;
    return at + 1 == reader->count || next->entry != unit->entry || unit->text.len + 2 + next->text.len > EXCERPT_MAX;
}

/* Does the unit go on in the piece of units first..at-1, which has so many bytes? definition: bytes of the definition
 * in which the piece ends. */
static bool goes_on(const struct unit_reader *reader, size_t first, size_t at, size_t bytes, size_t definition)
{
    const struct unit *unit = &reader->units[at], *before = &reader->units[at - 1];
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
    for (; at < reader->count && goes_on(reader, first, at, bytes, definition); at++) {
        bytes += 2 + reader->units[at].text.len;
        if (reader->units[at].entry != reader->units[at - 1].entry)
            definition = definition_bytes(reader, at);
    }
    return at;
}

static char *join_units(struct arena *arena, const struct unit *units, size_t count)
{
    struct buf text = {0};
    for (size_t i = 0; i < count; i++) {
        buf_str(&text, i ? gap(&units[i - 1], &units[i]) : "");
        buf_add(&text, units[i].text.data, units[i].text.len);
    }
    char *copy = text.failed ? NULL : arena_copy_n(arena, buf_text(&text), text.len);
    buf_free(&text);
    return copy;
}

static enum status add_piece(struct cutter *cutter, const struct unit *units, size_t count)
{
    struct piece *pieces = vec_room(cutter->arena, cutter->pieces, cutter->count, &cutter->cap, sizeof *pieces);
    if (!pieces)
        return error_memory(cutter->err);
    cutter->pieces = pieces;
    struct piece piece = {.position = units[0].position, .text = units[0].text, .is_slice = units[0].is_slice};
    bool one_definition = true;
    for (size_t i = 0; i < count; i++) {
        piece.has_code |= units[i].has_code;
        piece.has_table |= units[i].has_table;
        piece.has_list |= units[i].has_list;
        one_definition = one_definition && units[i].entry == units[0].entry;
    }
    char *text = count > 1 ? join_units(cutter->arena, units, count) : "";
    char *heading =
        heading_path_text(&cutter->path, cutter->arena, one_definition ? units[0].term : (struct str){"", 0});
    if (!text || !heading)
        return error_memory(cutter->err);
    if (count > 1) {
        piece.text = str_from(text);
        piece.is_slice = false;
    }
    piece.heading = str_from(heading);
    piece.is_boilerplate = heading_path_is_boilerplate(&cutter->path);
    cutter->pieces[cutter->count++] = piece;
    return OK;
}

/* Ends the section: its units become pieces. */
static enum status close_section(struct cutter *cutter)
{
    struct unit_reader *reader = &cutter->reader;
    enum status status = units_close(reader);
    for (size_t first = 0, end; first < reader->count && !status; first = end) {
        end = piece_end(reader, first);
        status = add_piece(cutter, &reader->units[first], end - first);
    }
    units_open(reader);
    return status;
}

enum status pieces_cut(struct arena *arena, const struct page *page, const struct language *fallback,
                       struct piece **pieces, size_t *count, struct error *err)
{
    const struct language *language = page->language ? page->language : fallback;
    struct cutter cutter = {.arena = arena, .err = err};
    cutter.reader = (struct unit_reader){
        .arena = arena, .page = page, .language = language, .cues = unit_cues(language), .err = err};
    units_open(&cutter.reader);
    heading_path_open(&cutter.path, page);
    enum status status = OK;
    for (size_t at = 0, taken; at < page->count && !status; at += taken) {
        taken = 1;
        if (page->blocks[at].kind != BLOCK_HEADING) {
            status = units_read(&cutter.reader, at, &taken);
            continue;
        }
        struct heading_path path = cutter.path;
        if (!heading_path_enter(&path, page, &page->blocks[at], cutter.reader.cues)) {
            cutter.path = path;
            continue;
        }
        status = close_section(&cutter);
        cutter.path = path;
    }
    if (!status)
        status = close_section(&cutter);
    *pieces = cutter.pieces;
    *count = cutter.count;
    return status;
}
