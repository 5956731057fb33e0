/* The page that is rewritten, as sections of numbered sentences. */
#ifndef COPYDESK_WRITE_TYPES_ORIGINAL_H
#define COPYDESK_WRITE_TYPES_ORIGINAL_H

#include "model/check/check.h"
#include "write/writing/writing.h"

enum unit_kind { UNIT_SENTENCE, UNIT_ITEM, UNIT_CODE, UNIT_ROW, UNIT_PICTURE, UNIT_QUOTE };

struct original_unit {
    enum unit_kind kind;
    struct str text;       /* of a picture what it shows and what stands below it */
    size_t section, block; /* which section, and which block of the page: sentences of one block are a paragraph */
    bool has_figure;
    bool is_ordered;                     /* an item of a numbered list */
    int level;                           /* of an item, from 1 */
    bool is_term;                        /* an item that what follows describes */
    size_t number;                       /* of an item, where its list does not begin with 1; else 0 */
    size_t group;                        /* its list or table on the page */
    struct spans spans;                  /* of the text */
    struct spans cells;                  /* of a row, as spans of its text */
    struct str code_language;            /* empty: not known */
    bool opens;                          /* a quotation begins with it */
    const struct model_picture *picture; /* NULL: it is none */
    size_t first_link, end_link;         /* of the page, end exclusive; their bytes are those of the text */
};

struct original_link {
    struct str url;
    size_t start, end; /* bytes of its unit's text */
    size_t passage;    /* that holds its words, from 1; 0: none does */
    struct str words;
};

/* What nobody writes anew: a picture, a table, a piece of code, what somebody else has said. */
struct original_piece {
    struct str name;          /* its mark: "P1" */
    size_t passage, section;  /* the passage's number, from 1 */
    struct model_block block; /* as it stands in the article */
};

struct original_section {
    struct str heading; /* empty: of what stands before the first heading */
    int level;          /* 2; 3 and 4 for those inside the last of the level above */
    size_t first, end;  /* units right below it, end exclusive */
    bool is_frame;      /* named for its place and no subject: "Introduction", "Conclusion" */
};

struct original {
    struct original_unit *units;
    size_t count;
    struct original_section *sections; /* the first has no heading and may be empty */
    size_t section_count;
    struct str text; /* all of it, without code */
    struct str title;
    const struct language *language; /* NULL: not known */
    struct original_link *links;
    size_t link_count;
    /* Of what an article is to be made of: */
    struct model_excerpt *passages;
    size_t *sections_of; /* by passage */
    size_t passage_count;
    struct original_piece *pieces;
    size_t piece_count;
};

/* Reads writing->pages[0]; it lives as long as the article. E_MEMORY. */
enum status original_read(struct writing *writing, struct original *original);

/* The sections of level 2 that stand in a new article. */
struct original_order {
    size_t *sections; /* their numbers, in the page's order; those named for their place are left out */
    size_t count;
    size_t lead,
        closing; /* what introduction and conclusion are made of; 0: nothing beside the section without heading */
};

/* keeps_all: those in the middle stand whatever they are named for. */
struct original_order original_order(struct writing *writing, const struct original *original, bool keeps_all);

/* Units [first, end) that are a table, a picture, a quotation or code, as they stand in an article. */
struct model_block original_block(struct writing *writing, const struct original *original, size_t first, size_t end);

/* Puts a link, by its number from 1, on its words where they stand in the line; false: they do not, or memory ran out.
 */
bool original_link_words(struct writing *writing, const struct original_link *link, size_t number, struct line *line);

/* Bytes [start, end) of a unit as a line, with its links and spans. */
struct line original_line(struct writing *writing, const struct original *original, const struct original_unit *unit,
                          size_t start, size_t end);

/* Puts the links of units [first, end) on their words in a sentence made of them. */
void original_link_sentence(struct writing *writing, const struct original *original, size_t first, size_t end,
                            struct model_sentence *sentence);

/* Behind the last unit of what begins with this one: a table's rows are one, and the paragraphs of a quotation. */
size_t original_run(const struct original *original, size_t first);

/* The section is the page's own close, which nobody asked for. */
bool original_leaves_out(const struct writing *writing, const struct original *original, size_t section);

/* Number of the section of level 2 behind this one; the count when it is the last. */
size_t original_next(const struct original *original, size_t section);

#endif
