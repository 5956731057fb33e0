#include "model/check/draft.h"

#include "model/check/cut.h"
#include "text/word_list.h"

struct str draft_claim(const struct draft *draft, const struct checked_block *block, size_t place)
{
    const struct checked_sentence *sentence = &block->sentences[place];
    if (block->kind != TEXT_TABLE && !sentence->term.len)
        return sentence->text;
    struct buf joined = {0};
    size_t columns = block->kind == TEXT_TABLE ? block->columns : 1, first = place - place % columns;
    if (block->kind != TEXT_TABLE) {
        buf_printf(&joined, "%.*s: %.*s", STR_ARG(sentence->term), STR_ARG(sentence->text));
    } else {
        for (size_t i = 0; i < columns; i++)
            buf_printf(&joined, "%s%.*s", i ? ", " : "", STR_ARG(block->sentences[first + i].text));
    }
    const char *text = joined.failed ? NULL : arena_copy_n(draft->arena, buf_text(&joined), joined.len);
    struct str claim = {text, joined.len};
    buf_free(&joined);
    return claim;
}

void draft_remove(struct draft *draft, struct checked_block *block, size_t place)
{
    draft->checked->removed_sentences++;
    if (block->kind != TEXT_TABLE) {
        block->sentences[place].text.len = 0;
        return;
    }
    size_t first = place - place % block->columns, end = first + block->columns;
    memmove(&block->sentences[first], &block->sentences[end], (block->count - end) * sizeof *block->sentences);
    block->count -= block->columns;
}

/* Does the sentence begin with one of these phrases? *end: the byte behind it. */
static bool opens_with(struct draft *draft, struct str text, const char *const *phrases, size_t *end)
{
    struct worded worded;
    size_t words;
    if (worded_split(draft->arena, text, draft->material->language, &worded, NULL) != OK) {
        draft->failed = true;
        return false;
    }
    if (!pattern_begins(phrases, &worded, 0, &words))
        return false;
    *end = worded.words[words - 1].end;
    return true;
}

/* A paragraph whose first sentence went must not point back to it. A connective before a comma is cut off; a sentence
 * that needs what went goes too. False: memory ran out. */
static bool mend_opening(struct draft *draft, struct checked_block *block, size_t place)
{
    const struct language *language = draft->material->language;
    const struct cues *cues = language ? language->cues : NULL;
    struct checked_sentence *sentence = &block->sentences[place];
    size_t end;
    if (!cues)
        return true;
    if (opens_with(draft, sentence->text, cues->openings, &end)) {
        if (end < sentence->text.len && sentence->text.data[end] == ',')
            sentence->text = cut_out(draft->arena, sentence->text, 0, end);
        else
            draft_remove(draft, block, place);
    } else if (opens_with(draft, sentence->text, cues->pronouns, &end)) {
        draft_remove(draft, block, place);
    }
    return sentence->text.data != NULL;
}

static bool mend_running(struct draft *draft, struct checked_block *block)
{
    bool first_is_gone = block->count && draft_is_gone(&block->sentences[0]);
    for (size_t i = 0; i < block->count && first_is_gone; i++) {
        if (draft_is_gone(&block->sentences[i]))
            continue;
        if (block->sentences[i].item)
            break;
        if (!mend_opening(draft, block, i))
            return false;
        if (!draft_is_gone(&block->sentences[i]))
            break;
    }
    return true;
}

/* Drops the sentences that are gone and numbers the items again. An item's term moves to its next sentence. */
static void close_gaps(struct checked_block *block)
{
    size_t kept = 0, items = 0;
    int last = 0;
    for (size_t i = 0; i < block->count; i++) {
        struct checked_sentence sentence = block->sentences[i];
        if (draft_is_gone(&sentence)) {
            bool has_next = i + 1 < block->count && block->sentences[i + 1].item == sentence.item;
            if (has_next && sentence.item && !block->sentences[i + 1].term.len)
                block->sentences[i + 1].term = sentence.term;
            continue;
        }
        items += sentence.item && sentence.item != last;
        last = sentence.item;
        if (sentence.item)
            sentence.item = (int)items;
        block->sentences[kept++] = sentence;
    }
    block->count = kept;
    for (size_t i = 0; items == 1 && i < kept; i++) /* one item is no list */
        if (!block->sentences[i].term.len)
            block->sentences[i].item = 0;
}

/* --- tables --- */

static bool is_blank_column(const struct checked_block *table, size_t column)
{
    for (size_t i = table->columns + column; i < table->count; i += table->columns)
        if (table->sentences[i].text.len)
            return false;
    return true;
}

static void add_cites(struct checked_sentence *cell, const struct checked_sentence *from)
{
    size_t at = 0;
    while (at < COUNT_OF(cell->cites) && cell->cites[at])
        at++;
    for (size_t i = 0; i < COUNT_OF(from->cites) && from->cites[i] && at < COUNT_OF(cell->cites); i++)
        cell->cites[at++] = from->cites[i];
}

/* A column of nothing but citations goes, and what it cites moves to the cells before it. */
static void drop_blank_column(struct checked_block *table, size_t column)
{
    size_t kept = 0;
    for (size_t i = 0; i < table->count; i++) {
        if (i % table->columns == column)
            add_cites(&table->sentences[kept - 1], &table->sentences[i]);
        else
            table->sentences[kept++] = table->sentences[i];
    }
    table->count = kept;
    table->columns--;
}

static void drop_blank_columns(struct checked_block *table)
{
    for (size_t column = table->columns; column-- > 1;)
        if (is_blank_column(table, column))
            drop_blank_column(table, column);
}

/* --- colons and blocks --- */

/* A colon announces a list, a table or code; without them it becomes a stop, and a sentence that cites nothing and does
 * nothing but announce goes. */
static bool mend_colon(struct draft *draft, struct checked_block *block, const struct checked_block *next)
{
    bool announces = next && next->kind != TEXT_RUNNING && next->kind != TEXT_SUBHEADING;
    for (size_t i = 0; i < block->count; i++) {
        struct checked_sentence *sentence = &block->sentences[i];
        bool list_follows = i + 1 < block->count && block->sentences[i + 1].item > sentence->item;
        bool is_last = i + 1 == block->count;
        if (!str_ends(sentence->text, STR(":")) || list_follows || (is_last && announces))
            continue;
        if (is_last && !sentence->cites[0] && !sentence->item && draft->checked->count + block->count > 2) {
            draft_remove(draft, block, i);
            continue;
        }
        sentence->text = cut_colon(draft->arena, sentence->text);
        if (!sentence->text.data)
            return false;
    }
    close_gaps(block);
    return true;
}

static bool is_empty(const struct checked_block *block)
{
    switch (block->kind) {
    case TEXT_RUNNING:
        return block->count == 0;
    case TEXT_TABLE:
        return block->count <= block->columns;
    case TEXT_CODE:
        return block->code.len == 0;
    case TEXT_SUBHEADING:
        break;
    }
    return false;
}

/* Drops blocks without content and headings with nothing under them. */
static void drop_empty(struct checked *checked)
{
    size_t kept = 0;
    for (size_t i = 0; i < checked->count; i++)
        if (!is_empty(&checked->blocks[i]))
            checked->blocks[kept++] = checked->blocks[i];
    checked->count = kept;
    kept = 0;
    for (size_t i = 0; i < checked->count; i++) {
        bool is_bare = checked->blocks[i].kind == TEXT_SUBHEADING &&
                       (i + 1 == checked->count || checked->blocks[i + 1].kind == TEXT_SUBHEADING);
        if (!is_bare)
            checked->blocks[kept++] = checked->blocks[i];
    }
    checked->count = kept;
}

enum status draft_repair(struct draft *draft, struct error *err)
{
    struct checked *checked = draft->checked;
    for (size_t i = 0; i < checked->count; i++) {
        struct checked_block *block = &checked->blocks[i];
        if (block->kind == TEXT_TABLE && block->columns)
            drop_blank_columns(block);
        if (block->kind != TEXT_RUNNING)
            continue;
        if (!mend_running(draft, block))
            return error_memory(err);
        close_gaps(block);
    }
    drop_empty(checked);
    for (size_t i = 0; i < checked->count; i++) {
        const struct checked_block *next = i + 1 < checked->count ? &checked->blocks[i + 1] : NULL;
        if (checked->blocks[i].kind == TEXT_RUNNING && !mend_colon(draft, &checked->blocks[i], next))
            return error_memory(err);
    }
    drop_empty(checked);
    return draft->failed ? error_memory(err) : OK;
}
