#include "write/polish/editor.h"

#include "base/vec.h"

static const size_t NO_MARK = (size_t)-1;

#define MARK_BEGIN "\xE2\x9F\xA6" /* ⟦ */
#define MARK_END   "\xE2\x9F\xA7" /* ⟧ */

size_t editor_mark_at(struct str text, size_t at, size_t *number, bool *is_end)
{
    enum { BRACKET = 3, MOST_DIGITS = 6 };
    size_t start = at;
    if (!str_starts(bytes_between(text, at, text.len), STR(MARK_BEGIN)))
        return 0;
    at += BRACKET;
    *is_end = at < text.len && text.data[at] == '/';
    at += *is_end;
    size_t digits = at;
    *number = 0;
    for (; at < text.len && at < digits + MOST_DIGITS && ascii_is_digit(text.data[at]); at++)
        *number = *number * 10 + (size_t)(text.data[at] - '0');
    if (at == digits || !str_starts(bytes_between(text, at, text.len), STR(MARK_END)))
        return 0;
    return at + BRACKET - start;
}

/* --- the section as text --- */

static bool add_line(struct editor_section *section, struct editor_line line)
{
    struct editor_line *lines =
        vec_room(section->parts->arena, section->lines, section->count, &section->cap, sizeof *lines);
    if (!lines)
        return false;
    section->lines = lines;
    lines[section->count++] = line;
    return true;
}

/* The number under which the section knows the mark; 0: memory ran out. */
static size_t number_of(struct editor_section *section, size_t mark)
{
    for (size_t i = section->mark_count; mark != NO_MARK && i-- > 0;)
        if (section->marks[i] == mark)
            return i + 1;
    size_t *marks =
        vec_room(section->parts->arena, section->marks, section->mark_count, &section->mark_cap, sizeof *marks);
    if (!marks)
        return 0;
    section->marks = marks;
    marks[section->mark_count++] = mark;
    return section->mark_count;
}

/* The marked text as the model sees it. */
static struct str shown_text(struct editor_section *section, struct str text)
{
    const struct parts *parts = section->parts;
    struct buf out = {0};
    for (size_t at = 0; at < text.len;) {
        const struct mark *mark = mark_at(parts, text, at);
        if (!mark) {
            char character = text.data[at++];
            buf_char(&out, character == '\n' || character == '\r' ? ' ' : character);
            continue;
        }
        bool is_end = mark->kind == MARK_CLOSE;
        size_t number = number_of(section, is_end ? mark->pair : mark_number(text, at));
        out.failed |= !number;
        buf_printf(&out, MARK_BEGIN "%s%zu" MARK_END, is_end ? "/" : "", number);
        at += MARK_BYTES;
    }
    char *copy = out.failed ? NULL : arena_copy_n(parts->arena, buf_text(&out), out.len);
    struct str shown = {copy, copy ? out.len : 0};
    buf_free(&out);
    return shown;
}

static bool add_part(struct editor_section *section, struct part *part)
{
    struct editor_line line = {.kind = LINE_FIXED, .part = part, .level = part->level};
    if (part->kind == PART_HEADING) {
        line.kind = LINE_HEADING;
        line.text = part->text;
    } else if (part_is_text(part)) {
        line.kind = part->kind == PART_ITEM ? LINE_ITEM : LINE_PARAGRAPH;
        line.text = shown_text(section, part->text);
        if (!line.text.data)
            return false;
    } else {
        line.number = number_of(section, NO_MARK);
        line.text = str_from(arena_printf(section->parts->arena, MARK_BEGIN "%zu" MARK_END, line.number));
        if (!line.number || !line.text.data)
            return false;
    }
    return add_line(section, line);
}

static void write_line(const struct editor_section *section, size_t at, size_t item, struct buf *text)
{
    const struct editor_line *line = &section->lines[at];
    bool joins = at && line->kind == LINE_ITEM && section->lines[at - 1].kind == LINE_ITEM;
    if (at)
        buf_str(text, joins ? "\n" : "\n\n");
    for (int i = 0; line->kind == LINE_HEADING && i < line->level; i++)
        buf_char(text, '#');
    if (line->kind == LINE_HEADING)
        buf_char(text, ' ');
    if (line->kind == LINE_ITEM && line->part->is_ordered)
        buf_printf(text, "%zu. ", item);
    else if (line->kind == LINE_ITEM)
        buf_str(text, "- ");
    buf_add(text, line->text.data, line->text.len);
}

enum status editor_section_read(struct editor_section *section, struct parts *parts, size_t number)
{
    struct buf text = {0};
    *section = (struct editor_section){.parts = parts};
    for (size_t i = 0; i < parts->count; i++) {
        struct part *part = &parts->list[i];
        bool is_shown = part->section == number && part->zone != ZONE_SOURCES && !part->is_blank && !part->is_dropped;
        if (is_shown && !add_part(section, part))
            return error_memory(parts->err);
    }
    size_t item = 0;
    for (size_t i = 0; i < section->count; i++) {
        const struct part *part = section->lines[i].part;
        bool continues = i && section->lines[i - 1].kind == LINE_ITEM && section->lines[i - 1].part->list == part->list;
        item = continues ? item + 1 : 1;
        write_line(section, i, item, &text);
    }
    char *copy = text.failed ? NULL : arena_copy_n(parts->arena, buf_text(&text), text.len);
    section->text = (struct str){copy, copy ? text.len : 0};
    buf_free(&text);
    return copy ? OK : error_memory(parts->err);
}

/* --- the answer --- */

static size_t item_prefix(struct str line)
{
    size_t digits = 0;
    if (str_starts(line, STR("- ")) || str_starts(line, STR("* ")))
        return 2;
    while (digits < line.len && digits < 3 && ascii_is_digit(line.data[digits]))
        digits++;
    return digits && str_starts(bytes_between(line, digits, line.len), STR(". ")) ? digits + 2 : 0;
}

static bool is_fixed(const struct editor_section *section, struct str line, size_t *number)
{
    bool is_end;
    return editor_mark_at(line, 0, number, &is_end) == line.len && line.len && !is_end && *number >= 1 &&
           *number <= section->mark_count && section->marks[*number - 1] == NO_MARK;
}

static struct editor_line read_line(const struct editor_section *section, struct str text)
{
    struct editor_line line = {.kind = LINE_PARAGRAPH, .text = text};
    size_t level = 0;
    while (level < text.len && level < 6 && text.data[level] == '#')
        level++;
    size_t prefix = item_prefix(text);
    if (is_fixed(section, text, &line.number)) {
        line.kind = LINE_FIXED;
    } else if (level && level < text.len && text.data[level] == ' ') {
        line.kind = LINE_HEADING;
        line.level = (int)level;
        line.text = str_trim(bytes_between(text, level, text.len));
    } else if (prefix) {
        line.kind = LINE_ITEM;
        line.text = str_trim(bytes_between(text, prefix, text.len));
    }
    return line;
}

/* Lines of one paragraph without an empty line between them are one paragraph. */
enum status editor_answer_read(const struct editor_section *section, struct str answer, struct editor_section *read)
{
    struct str rest = answer, text;
    bool was_empty = true;
    *read = (struct editor_section){.parts = section->parts, .text = answer};
    while (str_split(&rest, '\n', &text)) {
        text = str_trim(text);
        if (!text.len) {
            was_empty = true;
            continue;
        }
        struct editor_line line = read_line(section, text);
        struct editor_line *last = read->count ? &read->lines[read->count - 1] : NULL;
        bool goes_on = last && !was_empty && line.kind == LINE_PARAGRAPH && last->kind == LINE_PARAGRAPH;
        was_empty = false;
        if (goes_on) {
            last->text = TEXT_JOIN(section->parts->arena, last->text, STR(" "), line.text);
            if (!last->text.data)
                return error_memory(section->parts->err);
        } else if (!add_line(read, line)) {
            return error_memory(section->parts->err);
        }
    }
    return OK;
}

/* --- the answer as parts --- */

static struct str marked_text(const struct editor_section *section, struct str shown)
{
    struct buf out = {0};
    for (size_t at = 0, number; at < shown.len;) {
        bool is_end;
        size_t length = editor_mark_at(shown, at, &number, &is_end);
        size_t mark = length && number <= section->mark_count ? section->marks[number - 1] : NO_MARK;
        if (mark == NO_MARK) {
            buf_char(&out, shown.data[at++]);
            continue;
        }
        mark_append(&out, is_end ? section->parts->marks[mark].pair : mark);
        at += length;
    }
    char *copy = out.failed ? NULL : arena_copy_n(section->parts->arena, buf_text(&out), out.len);
    struct str text = {copy, copy ? out.len : 0};
    buf_free(&out);
    return text;
}

static bool is_same_text(const struct editor_line *lines, const struct editor_line *answers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!str_eq(lines[i].text, answers[i].text))
            return false;
    return true;
}

/* Lays the answer's lines [0, new) into the parts of the section's lines [0, old). */
static enum status lay(const struct editor_section *section, const struct editor_line *lines, size_t old,
                       const struct editor_line *answers, size_t new, bool *changed)
{
    struct parts *parts = section->parts;
    if (old == new &&is_same_text(lines, answers, new))
        return OK;
    struct part *part = lines[0].part;
    struct part_sentence *sentences = ARENA_ARRAY(parts->arena, new, struct part_sentence);
    for (size_t i = 0; sentences && i < new; i++) {
        struct str text = marked_text(section, answers[i].text);
        if (!text.data)
            return error_memory(parts->err);
        sentences[i] = (struct part_sentence){.text = text, .count = 1, .breaks = i > 0};
    }
    if (!sentences)
        return error_memory(parts->err);
    for (size_t i = 1; i < old; i++)
        lines[i].part->is_dropped = true;
    part->sentences = sentences;
    part->count = part->cap = new;
    part->is_edited = *changed = true;
    return OK;
}

static size_t paragraphs_from(const struct editor_section *section, size_t from)
{
    size_t to = from;
    while (to < section->count && section->lines[to].kind == LINE_PARAGRAPH)
        to++;
    return to;
}

/* Does a paragraph of the group have a name of its own that would be lost or doubled? */
static bool has_id(const struct editor_line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (lines[i].part->has_id)
            return true;
    return false;
}

/* Do the lines pair up: the same ones that are no paragraphs, and paragraphs where there were some? */
static bool fits(const struct editor_section *section, const struct editor_section *answer)
{
    size_t i = 0, j = 0;
    while (i < section->count && j < answer->count) {
        const struct editor_line *old = &section->lines[i], *new = &answer->lines[j];
        size_t next = paragraphs_from(section, i), next_new = paragraphs_from(answer, j);
        if ((next > i) != (next_new > j))
            return false;
        if (next > i) {
            if (next - i != next_new - j && has_id(old, next - i))
                return false;
            i = next;
            j = next_new;
            continue;
        }
        bool is_same = old->kind == new->kind &&
                       (old->kind != LINE_HEADING || (old->level == new->level &&str_eq(old->text, new->text))) &&
                       (old->kind != LINE_FIXED || old->number == new->number);
        if (!is_same)
            return false;
        i++;
        j++;
    }
    return i == section->count && j == answer->count;
}

/* Before anything is changed: do the lines fit, and has each its tags in pairs? */
static enum status is_whole(const struct editor_section *section, const struct editor_section *answer)
{
    if (!fits(section, answer))
        return E_INVALID;
    for (size_t i = 0; i < answer->count; i++) {
        struct str text = marked_text(section, answer->lines[i].text);
        if (!text.data)
            return error_memory(section->parts->err);
        if (!text_is_balanced(section->parts, text))
            return E_INVALID;
    }
    return OK;
}

enum status editor_answer_apply(const struct editor_section *section, const struct editor_section *answer,
                                bool *changed)
{
    enum status status = is_whole(section, answer);
    *changed = false;
    if (status)
        return status;
    for (size_t i = 0, j = 0; !status && i < section->count;) {
        size_t next = paragraphs_from(section, i), next_new = paragraphs_from(answer, j);
        next += next == i;
        next_new += next_new == j;
        enum line_kind kind = section->lines[i].kind;
        if (kind == LINE_PARAGRAPH || kind == LINE_ITEM)
            status = lay(section, &section->lines[i], next - i, &answer->lines[j], next_new - j, changed);
        i = next;
        j = next_new;
    }
    return status;
}
