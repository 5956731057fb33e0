#include "link/index/index.h"

#include <stdlib.h>

/* --- coding --- */

/* The longest symbol that the text begins with; SYMBOLS: none. */
static size_t symbols_find(const struct symbols *symbols, const char *text, size_t length)
{
    unsigned char first = (unsigned char)text[0];
    for (size_t i = symbols->firsts[first]; i < symbols->firsts[first + 1]; i++) {
        const struct index_symbol *symbol = &symbols->list[i];
        if (symbol->length <= length && memcmp(symbol->bytes, text, symbol->length) == 0)
            return i;
    }
    return SYMBOLS;
}

void symbols_encode(const struct symbols *symbols, struct str text, struct buf *out)
{
    for (size_t at = 0; at < text.len;) {
        size_t symbol = symbols_find(symbols, text.data + at, text.len - at);
        char codes[2] = {(char)(symbol < SYMBOLS ? symbol : SYMBOL_ESCAPE), text.data[at]};
        buf_add(out, codes, symbol < SYMBOLS ? 1 : 2);
        at += symbol < SYMBOLS ? symbols->list[symbol].length : 1;
    }
}

/* Decodes into `text`, where each coded byte has room for a symbol. Returns the length. */
static size_t decode_symbols(const struct index_symbol *list, size_t count, struct str coded, char *text)
{
    size_t length = 0;
    for (size_t at = 0; at < coded.len; at++) {
        size_t code = (unsigned char)coded.data[at];
        if (code < count && list[code].length <= SYMBOL_BYTES) {
            memcpy(text + length, list[code].bytes, SYMBOL_BYTES); /* always all: what is too much is written over */
            length += list[code].length;
        } else if (code == SYMBOL_ESCAPE && at + 1 < coded.len) {
            text[length++] = coded.data[++at];
        }
    }
    return length;
}

struct str symbols_decode(const struct index_symbol *list, size_t count, struct str coded, struct arena *arena)
{
    enum { SHORT = 256 };
    char room[SHORT * SYMBOL_BYTES];
    char *text = coded.len <= SHORT ? room : arena_alloc(arena, coded.len * SYMBOL_BYTES);
    size_t length = text ? decode_symbols(list, count, coded, text) : 0;
    char *copy = text ? arena_copy_n(arena, text, length) : NULL;
    return (struct str){copy, copy ? length : 0};
}

/* --- making the table --- */

/* A byte that stands for itself counts as a symbol too: numbers 0 to 255 are bytes, those behind are symbols. */
enum { BYTES = 256, NUMBERS = BYTES + SYMBOLS, ROUNDS = 5, SAMPLE_BYTES = 1 << 16 };

struct gain {
    struct index_symbol symbol;
    uint64_t bytes; /* of the sample that it covers */
};

struct training {
    uint32_t single[NUMBERS], pairs[NUMBERS][NUMBERS];
    struct gain *gains;
    size_t count;
};

static int compare_symbols(const struct index_symbol *left, const struct index_symbol *right)
{
    int order = (unsigned char)left->bytes[0] - (unsigned char)right->bytes[0];
    if (order == 0)
        order = right->length - left->length;
    return order ? order : memcmp(left->bytes, right->bytes, left->length);
}

static int compare_texts(const void *a, const void *b)
{
    return compare_symbols(&((const struct gain *)a)->symbol, &((const struct gain *)b)->symbol);
}

static int compare_gains(const void *a, const void *b)
{
    const struct gain *left = a, *right = b;
    if (left->bytes != right->bytes)
        return left->bytes < right->bytes ? 1 : -1;
    return compare_symbols(&left->symbol, &right->symbol);
}

/* Counts the symbols and bytes that the sample is coded as, and which follow each other. */
static void symbols_count_codes(struct training *training, const struct symbols *symbols, struct str sample)
{
    memset(training->single, 0, sizeof training->single);
    memset(training->pairs, 0, sizeof training->pairs);
    size_t before = NUMBERS;
    for (size_t at = 0; at < sample.len;) {
        size_t symbol = symbols_find(symbols, sample.data + at, sample.len - at);
        size_t number = symbol < SYMBOLS ? BYTES + symbol : (unsigned char)sample.data[at];
        training->single[number]++;
        if (before < NUMBERS)
            training->pairs[before][number]++;
        before = number;
        at += symbol < SYMBOLS ? symbols->list[symbol].length : 1;
    }
}

static struct index_symbol symbol_of(const struct symbols *symbols, size_t number)
{
    return number < BYTES ? (struct index_symbol){1, {(char)number}} : symbols->list[number - BYTES];
}

static void add_gain(struct training *training, const struct index_symbol *symbol, uint32_t count)
{
    if (count)
        training->gains[training->count++] = (struct gain){*symbol, (uint64_t)count * symbol->length};
}

static void collect_gains(struct training *training, const struct symbols *symbols)
{
    training->count = 0;
    for (size_t i = 0; i < BYTES + symbols->count; i++) {
        struct index_symbol first = symbol_of(symbols, i);
        add_gain(training, &first, training->single[i]);
        for (size_t j = 0; training->single[i] && j < BYTES + symbols->count; j++) {
            struct index_symbol second = symbol_of(symbols, j), both = first;
            if (!training->pairs[i][j] || first.length + second.length > SYMBOL_BYTES)
                continue;
            memcpy(both.bytes + both.length, second.bytes, second.length);
            both.length = (uint8_t)(both.length + second.length);
            add_gain(training, &both, training->pairs[i][j]);
        }
    }
}

/* One string may have come about in several ways. */
static void join_equal(struct training *training)
{
    size_t kept = 0;
    qsort(training->gains, training->count, sizeof *training->gains, compare_texts);
    for (size_t i = 0; i < training->count; i++) {
        if (kept && compare_texts(&training->gains[kept - 1], &training->gains[i]) == 0)
            training->gains[kept - 1].bytes += training->gains[i].bytes;
        else
            training->gains[kept++] = training->gains[i];
    }
    training->count = kept;
}

static void symbols_take_best(const struct training *training, struct symbols *symbols)
{
    symbols->count = training->count < SYMBOLS ? training->count : SYMBOLS;
    qsort(training->gains, training->count, sizeof *training->gains, compare_gains);
    qsort(training->gains, symbols->count, sizeof *training->gains, compare_texts);
    for (size_t i = 0; i < symbols->count; i++)
        symbols->list[i] = training->gains[i].symbol;
    for (size_t byte = 0, at = 0; byte <= BYTES; byte++) {
        while (at < symbols->count && (unsigned char)symbols->list[at].bytes[0] < byte)
            at++;
        symbols->firsts[byte] = (uint16_t)at;
    }
}

bool symbols_make(struct symbols *symbols, struct str sample)
{
    *symbols = (struct symbols){0};
    sample.len = sample.len < SAMPLE_BYTES ? sample.len : SAMPLE_BYTES;
    struct training *training = calloc(1, sizeof *training);
    if (training) /* no more pairs than bytes */
        training->gains = calloc(sample.len + NUMBERS, sizeof *training->gains);
    bool good = training && training->gains;
    for (int round = 0; good && sample.len && round < ROUNDS; round++) {
        symbols_count_codes(training, symbols, sample);
        collect_gains(training, symbols);
        join_equal(training);
        symbols_take_best(training, symbols);
    }
    if (training)
        free(training->gains);
    free(training);
    return good;
}

/* --- tables --- */

enum { FIRST_SLOTS = 1024 };

static size_t table_find_slot(const struct table *table, uint32_t a, uint32_t b)
{
    size_t at = index_hash_edge(a, b) & (table->cap - 1);
    while (table->slots[at].value && (table->slots[at].a != a || table->slots[at].b != b))
        at = (at + 1) & (table->cap - 1);
    return at;
}

static bool resize(struct table *table, size_t cap)
{
    struct table larger = {.arena = table->arena, .count = table->count, .cap = cap};
    larger.slots = ARENA_ARRAY(table->arena, larger.cap, struct table_slot);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < table->cap; i++)
        if (table->slots[i].value)
            larger.slots[table_find_slot(&larger, table->slots[i].a, table->slots[i].b)] = table->slots[i];
    *table = larger;
    return true;
}

void table_reserve(struct table *table, size_t count)
{
    size_t cap = FIRST_SLOTS;
    while (cap < count * 2)
        cap *= 2;
    if (cap > table->cap)
        resize(table, cap);
}

struct table_slot *table_put(struct table *table, uint32_t a, uint32_t b)
{
    if ((table->count + 1) * 2 > table->cap && !resize(table, table->cap ? table->cap * 2 : FIRST_SLOTS))
        return NULL;
    struct table_slot *slot = &table->slots[table_find_slot(table, a, b)];
    if (!slot->value) {
        slot->a = a;
        slot->b = b;
        table->count++;
    }
    return slot;
}

uint32_t table_get(const struct table *table, uint32_t a, uint32_t b)
{
    return table->cap ? table->slots[table_find_slot(table, a, b)].value : 0;
}
