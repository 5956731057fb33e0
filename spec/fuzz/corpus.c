/*
 * Any blocks as a page. Whatever they are, a corpus is built of them in which every number is that of something there,
 * every mark is within its sentence, every list is whole, and a sentence that leans on another stands behind it.
 */
#include "research/corpus/corpus.h"

#include "check.h"

enum { MOST_BLOCKS = 64, MOST_SPANS = 4 };

/* Takes values from the input; zeros when it is used up. */
struct input {
    const uint8_t *data;
    size_t size;
};

static unsigned take(struct input *input)
{
    if (!input->size)
        return 0;
    input->size--;
    return *input->data++;
}

/* Words that cues know, so that rules meet each other. */
static const char *const phrases[] = {
    "Note that ",
    "(see Section 3) ",
    ", as described above, ",
    "Suppose that ",
    "Some people believe that ",
    "That is false. ",
    "An attacker can ",
    "the following ",
    "two kinds of pots: ",
    "For example: ",
    "basil needs light. ",
    "It is watered in the morning. ",
    "Run the command. ",
    "version 3.7 ",
    "we ",
    "(and ",
    ") ",
    "Term: ",
    "? ",
    ": ",
    "; see Chapter 4. ",
    "However, ",
    "Das Kraut braucht viel Sonne und auch Licht. ",
    "...",
    "\xC3\x84pfel sind gut. ",
};

static struct str take_text(struct arena *arena, struct input *input)
{
    struct buf text = {0};
    for (unsigned pieces = take(input) % 12; pieces; pieces--) {
        unsigned what = take(input);
        if (what < 200) {
            buf_str(&text, phrases[what % (sizeof phrases / sizeof *phrases)]);
            continue;
        }
        size_t length = what - 200 < input->size ? what - 200 : input->size;
        buf_add(&text, input->data, length);
        input->data += length;
        input->size -= length;
    }
    size_t length = 0;
    char *copy = text.len ? utf8_repair(arena, (struct str){text.data, text.len}, &length) : NULL;
    buf_free(&text);
    return (struct str){copy ? copy : "", length};
}

/* Marks in order, apart from each other. */
static struct spans take_spans(struct arena *arena, struct input *input, struct str text)
{
    struct span *list = ARENA_ARRAY(arena, MOST_SPANS, struct span);
    size_t count = 0, at = 0;
    check(list != NULL, "memory");
    for (unsigned wanted = take(input) % MOST_SPANS; wanted && at < text.len; wanted--) {
        size_t start = at + take(input) % (text.len - at), end = start + 1 + take(input) % 9;
        end = end < text.len ? end : text.len;
        list[count++] = (struct span){take(input) % (SPAN_CELL + 1), start, end};
        at = end;
    }
    return (struct spans){list, count};
}

static void take_page(struct arena *arena, struct input *input, struct page *page)
{
    struct block *blocks = ARENA_ARRAY(arena, MOST_BLOCKS, struct block);
    check(blocks != NULL, "memory");
    unsigned flags = take(input);
    *page = (struct page){.url = "page", .title = "Basil", .blocks = blocks};
    page->language = flags & 1 ? language_find(STR("en")) : flags & 2 ? language_find(STR("de")) : NULL;
    while (input->size && page->count < MOST_BLOCKS) {
        struct block *block = &blocks[page->count++];
        block->kind = take(input) % (BLOCK_TABLE_ROW + 1);
        block->level = 1 + (int)(take(input) % 6);
        block->marks = take(input) & 127;
        block->group = take(input) % 4;
        block->text = take_text(arena, input);
        block->spans = take_spans(arena, input, block->text);
    }
}

static void check_sentence(const struct source_sentence *sentence)
{
    check(sentence->text.len > 0, "a sentence says something");
    for (size_t i = 0; i < sentence->spans.count; i++) {
        const struct span *span = &sentence->spans.list[i];
        check(span->start < span->end && span->end <= sentence->text.len, "marks are within their sentence");
    }
    for (size_t i = 1; i < sentence->vector.count; i++)
        check(sentence->vector.terms[i - 1].id < sentence->vector.terms[i].id, "terms are in order");
}

/* Items are numbered from 1 on without a gap, behind what announces them. */
static void check_list(const struct corpus *corpus, const struct passage *passage)
{
    int item = 0;
    for (size_t i = 0; i < passage->count; i++) {
        int next = corpus->sentences[passage->first + i].item;
        check(next == item || next == item + 1, "items are whole and in order");
        item = next;
    }
    check(passage->is_list ? item >= 2 && item <= 12 : item == 0, "a list has items");
}

static void check_corpus(const struct corpus *corpus)
{
    size_t next = 0;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        check(passage->count > 0 && passage->first == next, "passages are runs of sentences");
        next += passage->count;
        check(next <= corpus->sentence_count && passage->section < corpus->section_count, "numbers are there");
        check(corpus->sections[passage->section].page == passage->page, "a section is of its page");
        check(passage->block < corpus->pages[passage->page].count, "a passage begins in its page");
        check(!passage->row_count || passage->rows->kind == BLOCK_TABLE_ROW, "rows are rows");
        check_list(corpus, passage);
        if (corpus->sections[passage->section].tells_of_attack)
            check(corpus->sentences[passage->first].stays_in_section, "attacks stay in their section");
    }
    check(next == corpus->sentence_count, "every sentence is part of a passage");
    for (size_t i = 0; i < corpus->sentence_count; i++)
        check_sentence(&corpus->sentences[i]);
    for (size_t i = 0; i < corpus->statement_count; i++) {
        check(corpus->statements[i].section < corpus->section_count, "a statement is in a section");
        for (size_t j = 0; j < corpus->statements[i].terms.count; j++)
            check(corpus->statements[i].terms.ids[j] < corpus->vocabulary.numbers.count, "terms are known");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, size};
    struct arena *arena = arena_new();
    struct page pages[2];
    struct corpus corpus;
    struct error err;
    check(arena != NULL, "memory");
    take_page(arena, &input, &pages[0]);
    pages[1] = pages[0];
    const struct corpus_options options = {.language = language_find(STR("en")), .with_item_code = size % 2};
    check(corpus_build(arena, pages, 2, &options, &corpus, &err) == OK, "a corpus is built");
    check_corpus(&corpus);
    arena_free(arena);
    return 0;
}
