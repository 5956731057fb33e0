#include "write/polish/polish_parts.h"

/* Marks are U+F0000 and up: four bytes, the first 0xF3, the second from 0xB0. */
static bool is_private(struct str text, size_t at)
{
    return at + MARK_BYTES <= text.len && (unsigned char)text.data[at] == 0xF3 &&
           (unsigned char)text.data[at + 1] >= 0xB0;
}

size_t mark_number(struct str text, size_t at)
{
    const unsigned char *bytes = (const unsigned char *)text.data + at;
    return (size_t)(bytes[1] & 0x0F) << 12 | (size_t)(bytes[2] & 0x3F) << 6 | (bytes[3] & 0x3F);
}

const struct mark *mark_at(const struct parts *parts, struct str text, size_t at)
{
    if (!is_private(text, at))
        return NULL;
    size_t number = mark_number(text, at);
    return number < parts->mark_count ? &parts->marks[number] : NULL;
}

void mark_append(struct buf *out, size_t number)
{
    utf8_append(out, 0xF0000 + (uint32_t)number);
}

bool text_has_marks(struct str text)
{
    for (size_t at = 0; at < text.len; at++)
        if ((unsigned char)text.data[at] == 0xF3 && is_private(text, at))
            return true;
    return false;
}

const struct mark *mark_next(const struct parts *parts, struct str text, size_t *at)
{
    const struct mark *mark = NULL;
    while (*at < text.len && !(mark = mark_at(parts, text, *at)))
        ++*at;
    *at += mark ? MARK_BYTES : 0;
    return mark;
}

bool text_is_balanced(const struct parts *parts, struct str text)
{
    size_t open = 0, at = 0;
    for (const struct mark *mark; (mark = mark_next(parts, text, &at));) {
        if (mark->kind == MARK_CLOSE && !open)
            return false;
        open += mark->kind == MARK_OPEN;
        open -= mark->kind == MARK_CLOSE;
    }
    return open == 0;
}

struct str parts_keep(const struct parts *parts, struct buf *out)
{
    struct str kept = buf_keep(out, parts->arena);
    return kept.data ? kept : STR("");
}

struct str text_visible(const struct parts *parts, struct str text)
{
    struct buf out = {0};
    for (size_t at = 0; at < text.len;) {
        const struct mark *mark = mark_at(parts, text, at);
        if (!mark) {
            buf_char(&out, text.data[at++]);
            continue;
        }
        if (mark->kind == MARK_ATOM)
            buf_add(&out, mark->shown.data, mark->shown.len);
        at += MARK_BYTES;
    }
    return parts_keep(parts, &out);
}

bool text_holds_elements(const struct parts *parts, struct str text)
{
    size_t at = 0;
    for (const struct mark *mark; (mark = mark_next(parts, text, &at));)
        if (mark->kind != MARK_CITATION && !mark->is_emphasis)
            return true;
    return false;
}

static bool has_citation(const struct parts *parts, struct str text, struct str raw)
{
    size_t at = 0;
    for (const struct mark *mark; (mark = mark_next(parts, text, &at));)
        if (mark->kind == MARK_CITATION && str_eq(mark->raw, raw))
            return true;
    return false;
}

bool text_cites_more(const struct parts *parts, struct str text, struct str other)
{
    size_t at = 0;
    for (const struct mark *mark; (mark = mark_next(parts, text, &at));)
        if (mark->kind == MARK_CITATION && !has_citation(parts, other, mark->raw))
            return true;
    return false;
}

struct str text_with_citations(const struct parts *parts, struct str to, struct str from)
{
    struct buf out = {0};
    size_t at = 0;
    buf_add(&out, to.data, to.len);
    for (const struct mark *mark; (mark = mark_next(parts, from, &at));)
        if (mark->kind == MARK_CITATION && !has_citation(parts, (struct str){buf_text(&out), out.len}, mark->raw))
            buf_add(&out, from.data + at - MARK_BYTES, MARK_BYTES);
    return parts_keep(parts, &out);
}

struct str text_capitalised(const struct parts *parts, struct str text)
{
    struct buf out = {0};
    size_t at = 0;
    uint32_t first;
    for (const struct mark *mark; (mark = mark_at(parts, text, at)); at += MARK_BYTES)
        if (mark->kind == MARK_ATOM)
            return text;
    if (at >= text.len)
        return text;
    size_t length = utf8_decode(text, at, &first);
    buf_add(&out, text.data, at);
    if (unicode_is_lower(first))
        utf8_append(&out, unicode_to_upper(first));
    else
        buf_add(&out, text.data + at, length);
    buf_add(&out, text.data + at + length, text.len - at - length);
    return parts_keep(parts, &out);
}

/* --- sentences --- */

/* The text without citations and tags, for finding the ends of sentences. */
struct skeleton {
    struct str text;
    size_t *origin; /* byte of the marked text, for each byte */
};

static bool make_skeleton(const struct parts *parts, struct str text, struct skeleton *skeleton)
{
    char *bytes = arena_alloc(parts->arena, text.len + 1);
    skeleton->origin = ARENA_ARRAY(parts->arena, text.len + 1, size_t);
    if (!bytes || !skeleton->origin)
        return false;
    size_t length = 0;
    for (size_t at = 0; at < text.len;) {
        const struct mark *mark = mark_at(parts, text, at);
        if (mark && mark->kind != MARK_ATOM) {
            at += MARK_BYTES;
            continue;
        }
        for (size_t i = 0, end = mark ? MARK_BYTES : 1; i < end; i++, at++) {
            skeleton->origin[length] = at;
            bytes[length++] = mark ? "Xxxx"[i] : text.data[at]; /* "Xxxx": a word, and no initial */
        }
    }
    skeleton->text = (struct str){bytes, length};
    return true;
}

/* Past the end tags and citations that belong to the sentence that ends at `at`. */
static size_t past_tail(const struct parts *parts, struct str text, size_t at)
{
    for (size_t end = at; end < text.len;) {
        const struct mark *mark = mark_at(parts, text, end);
        if (!mark && ascii_is_space(text.data[end])) {
            end++;
            continue;
        }
        if (!mark || (mark->kind == MARK_CLOSE && end > at) || mark->kind == MARK_OPEN || mark->kind == MARK_ATOM)
            break;
        at = end += MARK_BYTES;
    }
    return at;
}

static void add_sentence(struct parts *parts, struct part *part, size_t gap, size_t start, size_t end)
{
    struct part_sentence *last = part->count ? &part->sentences[part->count - 1] : NULL;
    struct str text = part->text;
    if (last && !text_is_balanced(parts, last->text)) {
        last->text.len = (size_t)(text.data + end - last->text.data);
        last->count++;
        return;
    }
    struct part_sentence *added = VEC_PUSH(parts->arena, part->sentences, part->count, part->cap);
    if (added)
        *added = (struct part_sentence){
            .text = {text.data + start, end - start}, .gap = {text.data + gap, start - gap}, .count = 1};
}

void part_cut(struct parts *parts, struct part *part)
{
    struct skeleton skeleton;
    struct sentence *sentences;
    size_t count, end = 0;
    struct str text = part->text;
    part->count = 0;
    if (!make_skeleton(parts, text, &skeleton))
        return;
    if (sentences_split(parts->arena, skeleton.text, parts->language, &sentences, &count, NULL)) {
        arena_fail(parts->arena);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        size_t gap = end, start = end;
        end = past_tail(parts, text, skeleton.origin[sentences[i].end - 1] + 1);
        while (start < end && ascii_is_space(text.data[start]))
            start++;
        if (i + 1 == count)
            end = text.len;
        while (end > start && ascii_is_space(text.data[end - 1]))
            end--;
        add_sentence(parts, part, gap, start, end);
    }
}

void parts_insert(struct parts *parts, struct part *part, size_t at, struct str text)
{
    if (!vec_grow(parts->arena, &part->sentences, part->count, &part->cap, sizeof *part->sentences))
        return;
    struct part_sentence *list = part->sentences;
    memmove(&list[at + 2], &list[at + 1], (part->count++ - at - 1) * sizeof *list);
    list[at + 1] = (struct part_sentence){.text = text, .gap = STR(" "), .count = 1};
}

/* --- a sentence as words --- */

/* The plain text of a phrasing. */
static struct str blotted(const struct parts *parts, struct str text)
{
    char *copy = arena_copy_n(parts->arena, text.data, text.len);
    if (!copy)
        return STR("");
    for (size_t at = 0; at < text.len; at++) {
        const struct mark *mark = mark_at(parts, text, at);
        if (mark)
            memcpy(copy + at, mark->kind == MARK_ATOM ? "Xxxx" : "\1\1\1\1", MARK_BYTES);
    }
    return (struct str){copy, text.len};
}

struct phrasing phrasing_of(const struct parts *parts, struct str text)
{
    struct phrasing phrasing = {.text = text, .plain = blotted(parts, text)};
    if (words_split(parts->arena, phrasing.plain, parts->language, &phrasing.words, &phrasing.count, NULL)) {
        arena_fail(parts->arena);
        phrasing.count = 0;
    }
    return phrasing;
}

char phrasing_mark(const struct phrasing *phrasing, size_t word)
{
    size_t at = phrasing->words[word].end;
    return at < phrasing->plain.len ? phrasing->plain.data[at] : '\0';
}

bool phrasing_is_figure(const struct phrasing *phrasing, size_t word)
{
    for (size_t at = phrasing->words[word].start; at < phrasing->words[word].end; at++)
        if (ascii_is_digit(phrasing->plain.data[at]))
            return true;
    return false;
}

bool phrasing_points_back(const struct phrasing *phrasing, const struct language *language)
{
    enum { FIRST_WORDS = 3 };
    const struct worded worded = {phrasing->plain, phrasing->words, phrasing->count};
    size_t end;
    if (!language || !language->cues)
        return false;
    if (pattern_begins(language->cues->openings, &worded, 0, &end))
        return true;
    for (size_t i = 0; i < phrasing->count && i < FIRST_WORDS; i++)
        if (word_list_has(language->cues->pronouns, phrasing->words[i].folded))
            return true;
    return false;
}

/* By quotation marks and parentheses before the place: is one of them open? Straight quotes open and close. */
bool phrasing_is_enclosed(const struct phrasing *phrasing, size_t at)
{
    struct str text = phrasing->plain;
    size_t straight = 0;
    long depth = 0;
    uint32_t codepoint;
    for (size_t i = 0, length; i < at && i < text.len; i += length) {
        length = utf8_decode(text, i, &codepoint);
        straight += codepoint == '"';
        depth += codepoint == '(' || codepoint == '[' || codepoint == 0x201E || codepoint == 0xAB;
        depth -= codepoint == ')' || codepoint == ']' || codepoint == 0x201D || codepoint == 0xBB;
        if (codepoint == 0x201C) /* closes „ and opens otherwise */
            depth += depth > 0 ? -1 : 1;
    }
    return straight % 2 || depth != 0;
}

struct str bytes_between(struct str text, size_t from, size_t to)
{
    return (struct str){text.data + from, to > from ? to - from : 0};
}
