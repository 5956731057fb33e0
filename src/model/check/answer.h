/* An answer in Markdown taken apart: what stands around it removed, its lines put together to pieces. */
#ifndef COPYDESK_MODEL_CHECK_ANSWER_H
#define COPYDESK_MODEL_CHECK_ANSWER_H

#include "text/language.h"

enum answer_piece_kind {
    PIECE_PARAGRAPH,
    PIECE_ITEM,
    PIECE_ROW,
    PIECE_CODE,
    PIECE_HEADING,
    PIECE_PART, /* "== CLOSE": the name of the part that begins */
    PIECE_NONE  /* it was dropped */
};

/* A slice of the answer, with the markup that stands inside lines, and its line ends. */
struct check_piece {
    enum answer_piece_kind kind;
    struct str text;
    bool is_ordered; /* an item of a numbered list */
    int level;       /* of a heading: how many "#" it has; 0: it is in bold */
    int indent;      /* of an item: the blanks before its mark */
    int number;      /* of an item of a numbered list */
};

struct pieces {
    struct check_piece *list;
    size_t count, cap;
};

/*
 * Without reasoning ("<think>"), a fence around everything, a lead-in ("Sure! Here is the section:"), an offer behind
 * it, footnotes and a list of sources. E_MEMORY.
 */
enum status answer_read(struct arena *arena, struct str answer, const struct language *language, struct pieces *pieces,
                        struct error *err);

#endif
