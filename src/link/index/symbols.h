/*
 * Short texts in about half of their bytes, each of which can be read alone: a byte stands for a symbol, one of up to
 * 255 frequent strings of up to SYMBOL_BYTES bytes (after Boncz, Neumann, Leis: FSST, fast random access string
 * compression, 2020). The table is made of a sample of the texts, and stands in the index file (SECTION_SYMBOLS).
 */
#ifndef COPYDESK_LINK_INDEX_SYMBOLS_H
#define COPYDESK_LINK_INDEX_SYMBOLS_H

#include "base/base.h"

#include <stdint.h>

enum { SYMBOLS = 255, SYMBOL_BYTES = 7, SYMBOL_ESCAPE = 255 /* the byte behind it stands for itself */ };

struct index_symbol {
    uint8_t length; /* 1 to SYMBOL_BYTES */
    char bytes[SYMBOL_BYTES];
};

/* Symbols in the order of their first byte, the longest first. */
struct symbols {
    struct index_symbol list[SYMBOLS];
    size_t count;
    uint16_t firsts[257]; /* where the symbols of each first byte begin */
};

/* Makes a table that suits the sample. Up to 64 KiB of it are looked at. False: memory ran out. */
bool symbols_make(struct symbols *symbols, struct str sample);

/* Appends the coded text. */
void symbols_encode(const struct symbols *symbols, struct str text, struct buf *out);

/*
 * The text that was coded, in the arena. What is no code of the table is left out; data NULL: memory ran out. list:
 * `count` symbols, of which nothing is taken for granted.
 */
struct str symbols_decode(const struct index_symbol *list, size_t count, struct str coded, struct arena *arena);

#endif
