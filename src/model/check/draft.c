#include "model/check/draft.h"

#include "base/vec.h"
#include "model/check/answer.h"
#include "model/check/cut.h"
#include "model/check/inline.h"
#include "model/check/marker.h"

struct drafter {
    struct draft *draft;
    struct checked_block *block; /* that takes more sentences; NULL: the next piece begins one */
    size_t cap;                  /* of its sentences */
    int item;                    /* the last of the list */
    enum piece_kind last;
    bool reads_parentheses;
    size_t next_subhead;
};

/* --- building --- */

static struct checked_block *add_block(struct drafter *drafter, enum model_block_kind kind)
{
    struct draft *draft = drafter->draft;
    struct checked *checked = draft->checked;
    struct checked_block *blocks = vec_room(draft->arena, checked->blocks, checked->count, &draft->cap, sizeof *blocks);
    if (!blocks)
        return NULL;
    checked->blocks = blocks;
    drafter->cap = 0;
    drafter->item = 0;
    blocks[checked->count] = (struct checked_block){.kind = kind};
    return &blocks[checked->count++];
}

static struct checked_sentence *add_sentence(struct drafter *drafter, struct str text)
{
    struct checked_block *block = drafter->block;
    struct checked_sentence *list =
        vec_room(drafter->draft->arena, block->sentences, block->count, &drafter->cap, sizeof *list);
    if (!list)
        return NULL;
    block->sentences = list;
    list[block->count] = (struct checked_sentence){.text = text};
    return &list[block->count++];
}

/* Adds the number of an excerpt that a sentence cites; one that there is not is dropped and counted. */
static void cite(struct drafter *drafter, struct checked_sentence *sentence, long number)
{
    struct draft *draft = drafter->draft;
    if (number < 1 || (size_t)number > draft->material->count || draft->wanted->is_unsourced) {
        draft->checked->removed_citations++;
        return;
    }
    for (size_t i = 0; i < COUNT_OF(sentence->cites); i++) {
        if (sentence->cites[i] == number)
            return;
        if (sentence->cites[i] == 0) {
            sentence->cites[i] = (int)number;
            return;
        }
    }
}

/* --- sentences --- */

/* A copy in which code and dots between brackets end no sentence. NULL: memory ran out. */
static char *without_stops_in_code(struct arena *arena, struct str text)
{
    char *copy = arena_copy_n(arena, text.data, text.len);
    bool in_code = false;
    for (size_t i = 0; copy && i < text.len; i++) {
        in_code ^= copy[i] == '`';
        if (in_code && copy[i] != '`' && (unsigned char)copy[i] < 0x80)
            copy[i] = 'X'; /* a capital: a sentence may begin with code */
    }
    return copy;
}

/* Does the text end with one of the phrases, as words of their own? */
static bool ends_with_any(const char *const *phrases, struct str text)
{
    for (size_t i = 0; phrases && phrases[i]; i++) {
        struct str phrase = str_from(phrases[i]);
        size_t start = text.len - phrase.len;
        if (text.len >= phrase.len && str_ieq((struct str){text.data + start, phrase.len}, phrase) &&
            (!start || text.data[start - 1] == ' '))
            return true;
    }
    return false;
}

static bool opens_with_any(const char *const *phrases, struct str text)
{
    for (size_t i = 0; phrases && phrases[i]; i++) {
        struct str phrase = str_from(phrases[i]);
        if (str_istarts(text, phrase) && (text.len == phrase.len || memchr(" ,", text.data[phrase.len], 2)))
            return true;
    }
    return false;
}

/* Does the text before a marker speak of the excerpt itself: "according to [3]"? */
static bool speaks_of_marker(const struct wording *wording, struct str before)
{
    before = str_trim(before);
    return wording && (ends_with_any(wording->attributions, before) || ends_with_any(wording->pointers, before));
}

/* The sentence without what it says of the marker at `at`: "(see )" goes, "According to, it is" loses its start, any
 * other one all. */
static struct str without_talk(struct arena *arena, const struct language *language, struct str text, size_t at)
{
    const struct wording *own = wording_of(language), *english = wording_english();
    struct str before = {text.data, at};
    size_t open = at;
    while (open > 0 && text.data[open - 1] != '(' && at - open < 8)
        open--;
    bool is_bracket = open > 0 && text.data[open - 1] == '(' && at < text.len && text.data[at] == ')';
    if (is_bracket)
        return cut_out(arena, text, open - 1, at + 1);
    if (!speaks_of_marker(english, before) && !speaks_of_marker(own, before))
        return text;
    bool opens = opens_with_any(english->attributions, text) || (own && opens_with_any(own->attributions, text));
    if (opens && at < text.len && text.data[at] == ',' && before.len < 16)
        return cut_out(arena, text, 0, at);
    return STR("");
}

static bool is_markers_own(const struct sentence *sentences, size_t count, size_t number, size_t at)
{
    bool after_start = number == 0 || at > sentences[number].start;
    bool before_next = number + 1 == count || at <= sentences[number + 1].start;
    return after_start && before_next;
}

/* Adds the sentences of a text; those with an address in them are left out. */
static bool add_sentences(struct drafter *drafter, const struct inline_text *text, int item, struct str term)
{
    struct draft *draft = drafter->draft;
    struct sentence *sentences;
    size_t count;
    const char *masked = without_stops_in_code(draft->arena, text->text);
    if (!masked || sentences_split(draft->arena, (struct str){masked, text->text.len}, draft->material->language,
                                   &sentences, &count, NULL) != OK)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct str own = {text->text.data + sentences[i].start, sentences[i].end - sentences[i].start};
        struct checked_sentence *sentence = add_sentence(drafter, own);
        if (!sentence)
            return false;
        sentence->item = item;
        sentence->term = i == 0 ? term : STR("");
        for (size_t m = 0; m < text->count; m++) {
            if (!is_markers_own(sentences, count, i, text->marks[m].at))
                continue;
            cite(drafter, sentence, text->marks[m].number);
            size_t at = text->marks[m].at - (text->marks[m].at < sentences[i].start ? 0 : sentences[i].start);
            if (sentence->text.len == own.len && at <= own.len)
                sentence->text = without_talk(draft->arena, draft->material->language, own, at);
            if (!sentence->text.data)
                return false;
        }
        if (str_find(own, STR(INLINE_ADDRESS), 0) < own.len)
            sentence->text.len = 0;
        draft->checked->removed_sentences += sentence->text.len == 0;
    }
    return true;
}

/* --- pieces --- */

static bool read_inline(struct drafter *drafter, struct str piece, struct inline_text *text)
{
    struct draft *draft = drafter->draft;
    return inline_read(draft->arena, piece, drafter->reads_parentheses, (long)draft->material->count,
                       wording_of(draft->material->language), text, NULL) == OK;
}

static struct checked_sentence *last_sentence(struct drafter *drafter)
{
    struct checked_block *block = drafter->block;
    return block && block->count ? &block->sentences[block->count - 1] : NULL;
}

static bool add_paragraph(struct drafter *drafter, struct str piece)
{
    struct inline_text text;
    if (!read_inline(drafter, piece, &text))
        return false;
    struct checked_sentence *before = last_sentence(drafter);
    if (!text.text.len && before) /* markers in a line of their own */
        for (size_t i = 0; i < text.count; i++)
            cite(drafter, before, text.marks[i].number);
    if (!text.text.len)
        return true;
    drafter->block = add_block(drafter, TEXT_RUNNING);
    return drafter->block && add_sentences(drafter, &text, 0, STR(""));
}

/* Cuts "**Term:** " off an item. */
static struct str cut_term(struct str *piece)
{
    struct str term = {NULL, 0};
    if (!str_starts(*piece, STR("**")))
        return term;
    size_t close = str_find(*piece, STR("**"), 2), skip = close + 2;
    if (close == piece->len || close - 2 > 80)
        return term;
    struct str inner = str_trim((struct str){piece->data + 2, close - 2});
    struct str rest = str_trim((struct str){piece->data + skip, piece->len - skip});
    bool has_colon = str_ends(inner, STR(":"));
    static const char *const dividers[] = {":", "- ", "\xE2\x80\x93 ", "\xE2\x80\x94 "};
    size_t divider = 0;
    for (size_t i = 0; i < COUNT_OF(dividers) && !has_colon && !divider; i++)
        divider = str_starts(rest, str_from(dividers[i])) ? strlen(dividers[i]) : 0;
    if (!has_colon && !divider)
        return term;
    inner.len -= has_colon;
    *piece = str_trim((struct str){rest.data + divider, rest.len - divider});
    return str_trim(inner);
}

static bool ends_in_colon(const struct checked_sentence *sentence)
{
    return sentence && str_ends(sentence->text, STR(":"));
}

/* An item that becomes part of a paragraph: with its term, and a stop. */
static struct str as_sentence(struct drafter *drafter, struct str term, struct str text)
{
    bool ends = text.len && memchr(".!?:", text.data[text.len - 1], 4);
    const char *joined = arena_printf(drafter->draft->arena, "%.*s%s%.*s%s", STR_ARG(term), term.len ? ": " : "",
                                      STR_ARG(text), ends ? "" : ".");
    return str_from(joined);
}

static bool add_item(struct drafter *drafter, struct piece piece)
{
    bool is_list = drafter->draft->wanted->allows_lists, follows = drafter->last == PIECE_ITEM;
    struct inline_text text, named;
    struct str term = cut_term(&piece.text);
    if (!read_inline(drafter, piece.text, &text) || !read_inline(drafter, term, &named))
        return false;
    if (!text.text.len)
        return true;
    struct checked_sentence *before = last_sentence(drafter);
    bool joins = drafter->block && drafter->block->kind == TEXT_RUNNING && (follows || ends_in_colon(before));
    if (!joins)
        drafter->block = add_block(drafter, TEXT_RUNNING);
    if (!drafter->block)
        return false;
    if (!is_list) {
        size_t prefix = named.text.len ? named.text.len + 2 : 0;
        text.text = as_sentence(drafter, named.text, text.text);
        for (size_t i = 0; i < text.count; i++)
            text.marks[i].at += prefix;
        return text.text.data && add_sentences(drafter, &text, 0, STR(""));
    }
    if (!follows)
        drafter->block->is_ordered = piece.is_ordered;
    return add_sentences(drafter, &text, ++drafter->item, named.text);
}

/* The next cell of a row; dividers in code do not count. */
static struct str cut_cell(struct str *row)
{
    size_t end = 0;
    bool in_code = false;
    for (; end < row->len; end++) {
        in_code ^= row->data[end] == '`';
        if (row->data[end] == '|' && !in_code && (end == 0 || row->data[end - 1] != '\\'))
            break;
    }
    struct str cell = str_trim((struct str){row->data, end});
    size_t skip = end < row->len ? end + 1 : end;
    *row = (struct str){row->data + skip, row->len - skip};
    return cell;
}

static size_t count_cells(struct str row)
{
    size_t count = 0;
    while (row.len) {
        cut_cell(&row);
        count++;
    }
    return count;
}

static struct str row_inside(struct str row)
{
    row = str_trim(row);
    row = (struct str){row.data + 1, row.len - 1};
    row.len -= row.len && row.data[row.len - 1] == '|';
    return row;
}

static bool add_row(struct drafter *drafter, struct str piece)
{
    struct draft *draft = drafter->draft;
    struct str row = row_inside(piece);
    bool is_first = drafter->last != PIECE_ROW;
    if (is_first) {
        drafter->block = add_block(drafter, draft->wanted->allows_lists ? TEXT_TABLE : TEXT_RUNNING);
        if (drafter->block)
            drafter->block->columns = count_cells(row) ? count_cells(row) : 1;
    }
    struct checked_block *block = drafter->block;
    if (!block)
        return false;
    size_t first = block->count;
    bool has_address = false;
    for (size_t i = 0; i < block->columns; i++) {
        struct inline_text text;
        if (!read_inline(drafter, cut_cell(&row), &text))
            return false;
        struct checked_sentence *cell = add_sentence(drafter, text.text);
        if (!cell)
            return false;
        for (size_t m = 0; m < text.count; m++)
            cite(drafter, cell, text.marks[m].number);
        has_address |= str_find(text.text, STR(INLINE_ADDRESS), 0) < text.text.len;
    }
    if (has_address) {
        block->count = first;
        draft->checked->removed_sentences++;
    }
    return true;
}

/* Rows of a table that may be none become sentences: "first cell: second, third." The head goes. */
static bool flatten_table(struct drafter *drafter, struct checked_block *block)
{
    struct checked_block table = *block;
    size_t columns = table.columns;
    *block = (struct checked_block){.kind = TEXT_RUNNING};
    drafter->block = block;
    drafter->cap = 0;
    for (size_t row = columns; row + columns <= table.count; row += columns) {
        struct buf text = {0};
        for (size_t i = 0; i < columns; i++)
            buf_printf(&text, "%s%.*s", i == 0 ? "" : i == 1 ? ": " : ", ", STR_ARG(table.sentences[row + i].text));
        struct str joined = as_sentence(drafter, STR(""), (struct str){buf_text(&text), text.len});
        struct checked_sentence *sentence = text.failed || !joined.data ? NULL : add_sentence(drafter, joined);
        buf_free(&text);
        if (!sentence)
            return false;
        for (size_t i = 0; i < columns; i++)
            for (size_t k = 0; k < COUNT_OF(sentence->cites); k++)
                if (table.sentences[row + i].cites[k])
                    cite(drafter, sentence, table.sentences[row + i].cites[k]);
    }
    return true;
}

/* --- headings --- */

/* Do two headings say the same in the same words, whatever their case, marks and numbers before them? */
static bool same_heading(struct draft *draft, struct str a, struct str b)
{
    struct worded left, right;
    if (worded_split(draft->arena, a, NULL, &left, NULL) != OK ||
        worded_split(draft->arena, b, NULL, &right, NULL) != OK) {
        draft->failed = true;
        return false;
    }
    size_t skip = left.count > right.count ? left.count - right.count : 0;
    if (left.count < right.count || skip > 1 || (skip && !ascii_is_digit(left.words[0].folded.data[0])))
        return false;
    for (size_t i = 0; i < right.count; i++)
        if (!str_eq(left.words[skip + i].folded, right.words[i].folded))
            return false;
    return right.count > 0;
}

/* A wanted heading becomes a block; others are dropped. */
static bool add_heading(struct drafter *drafter, struct str text)
{
    const struct check_wanted *wanted = drafter->draft->wanted;
    for (size_t i = drafter->next_subhead; i < wanted->subhead_count; i++) {
        if (!same_heading(drafter->draft, text, wanted->subheads[i]))
            continue;
        drafter->next_subhead = i + 1;
        struct checked_block *block = add_block(drafter, TEXT_SUBHEADING);
        if (block)
            block->heading = wanted->subheads[i];
        drafter->block = NULL;
        return block != NULL;
    }
    drafter->block = NULL;
    return true;
}

static bool add_code(struct drafter *drafter, struct str code)
{
    struct checked_block *block;
    if (!drafter->draft->wanted->allows_lists)
        return true;
    block = add_block(drafter, TEXT_CODE);
    drafter->block = NULL;
    if (block)
        block->code = code;
    return block != NULL;
}

/* Is the paragraph a heading that lost its mark: the section's own, or a wanted one? */
static bool is_bare_heading(const struct drafter *drafter, struct str text)
{
    const struct check_wanted *wanted = drafter->draft->wanted;
    if (words_count(text) > 20)
        return false;
    if (wanted->heading.len && same_heading(drafter->draft, text, wanted->heading))
        return true;
    for (size_t i = drafter->next_subhead; i < wanted->subhead_count; i++)
        if (same_heading(drafter->draft, text, wanted->subheads[i]))
            return true;
    return false;
}

static bool add_piece(struct drafter *drafter, struct piece piece)
{
    switch (piece.kind) {
    case PIECE_PARAGRAPH:
        return is_bare_heading(drafter, piece.text) ? add_heading(drafter, piece.text)
                                                    : add_paragraph(drafter, piece.text);
    case PIECE_ITEM:
        return add_item(drafter, piece);
    case PIECE_ROW:
        return add_row(drafter, piece.text);
    case PIECE_CODE:
        return add_code(drafter, piece.text);
    case PIECE_HEADING:
        return add_heading(drafter, piece.text);
    case PIECE_PART:
    case PIECE_NONE:
        break;
    }
    return true;
}

/* The heading often stands before the text in its line, with a colon or line end behind it. */
static struct str without_heading_line(struct draft *draft, struct str text)
{
    struct str heading = draft->wanted->heading, line = {text.data, str_find(text, STR("\n"), 0)};
    if (!heading.len || line.len == text.len || !same_heading(draft, line, heading))
        return text;
    return str_trim((struct str){text.data + line.len, text.len - line.len});
}

enum status draft_read(struct draft *draft, struct error *err)
{
    struct drafter drafter = {.draft = draft, .last = PIECE_NONE};
    struct pieces pieces;
    size_t length;
    const char *valid = utf8_repair(draft->arena, draft->answer, &length);
    if (!valid || answer_read(draft->arena, (struct str){valid, length}, draft->material->language, &pieces, err) != OK)
        return error_memory(err);
    drafter.reads_parentheses =
        !marker_any_brackets((struct str){valid, length}, wording_of(draft->material->language));
    for (size_t i = 0; i < pieces.count; i++) {
        struct piece *piece = &pieces.list[i];
        if (piece->kind == PIECE_PARAGRAPH)
            piece->text = without_heading_line(draft, piece->text);
        if (!add_piece(&drafter, *piece))
            return error_memory(err);
        drafter.last = piece->kind;
    }
    for (size_t i = 0; i < draft->checked->count; i++) {
        struct checked_block *block = &draft->checked->blocks[i];
        if (block->kind == TEXT_RUNNING && block->columns && !flatten_table(&drafter, block))
            return error_memory(err);
    }
    return draft->failed ? error_memory(err) : OK;
}

/* --- kept --- */

static bool keep_text(struct arena *arena, struct str *text)
{
    if (text->len)
        text->data = arena_copy_n(arena, text->data, text->len);
    return !text->len || text->data;
}

static bool keep_block(struct arena *arena, struct checked_block *block)
{
    struct checked_sentence *sentences = ARENA_ARRAY(arena, block->count + 1, struct checked_sentence);
    bool ok = sentences && keep_text(arena, &block->code) && keep_text(arena, &block->heading);
    for (size_t i = 0; ok && i < block->count; i++) {
        sentences[i] = block->sentences[i];
        ok = keep_text(arena, &sentences[i].text) && keep_text(arena, &sentences[i].term);
    }
    block->sentences = sentences;
    return ok;
}

enum status draft_keep(struct arena *arena, struct checked *checked, struct error *err)
{
    struct checked_block *blocks = ARENA_ARRAY(arena, checked->count + 1, struct checked_block);
    bool ok = blocks && keep_text(arena, &checked->fault);
    for (size_t i = 0; ok && i < checked->count; i++) {
        blocks[i] = checked->blocks[i];
        ok = keep_block(arena, &blocks[i]);
    }
    checked->blocks = blocks;
    return ok ? OK : error_memory(err);
}
