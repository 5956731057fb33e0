/*
 * A section given to a language model and its answer read back. An answer that lost or added anything but words is not
 * taken.
 *
 *   editor.c         which sections are asked, and for what
 *   editor_text.c    a section as text with numbered marks, and the answer as parts
 *   editor_check.c   whether the answer kept what must stay
 */
#ifndef COPYDESK_WRITE_POLISH_EDITOR_H
#define COPYDESK_WRITE_POLISH_EDITOR_H

#include "write/polish/phrasing.h"
#include "write/polish/polish.h"

/*
 * Asks the editor about all sections at once and puts its answers into the parts. is_held: parts->sections flags; set
 * for those that the editor has settled, whose style the rules leave alone. E_MEMORY, E_CANCELLED.
 */
enum status editor_run(struct parts *parts, const struct polish_settings *settings, const struct polish_editor *editor,
                       bool *is_held, struct polish_report *report);

/* --- editor_text.c --- */

enum line_kind { LINE_HEADING, LINE_PARAGRAPH, LINE_ITEM, LINE_FIXED };

/* A line of a section's text: a heading, a paragraph, an item, or the mark of what is no text. */
struct editor_line {
    enum line_kind kind;
    struct str text; /* as the model sees it, without "- " and "##" */
    int level;       /* of a heading */
    size_t number;   /* of a fixed part: its mark */
    struct part *part;
};

struct editor_section {
    struct parts *parts;
    struct editor_line *lines;
    size_t count, cap;
    size_t *marks; /* marks[n - 1]: number of the mark in parts that "⟦n⟧" is; of a fixed part NO_MARK */
    size_t mark_count, mark_cap;
    struct str text; /* all lines */
};

/* The section as text. */
enum status editor_section_read(struct editor_section *section, struct parts *parts, size_t number);

/* The lines of an answer. */
enum status editor_answer_read(const struct editor_section *section, struct str answer, struct editor_section *read);

/* Puts the lines of an answer that passed editor_check into the section's parts. *changed: did any differ? E_INVALID:
 * the lines do not fit the section's. */
enum status editor_answer_apply(const struct editor_section *section, const struct editor_section *answer,
                                bool *changed);

/* Reads a mark "⟦12⟧" or "⟦/12⟧" at the byte. Returns its length; 0: none is there. */
size_t editor_mark_at(struct str text, size_t at, size_t *number, bool *is_end);

/* --- editor_check.c --- */

/* Did the answer keep every mark in order, every figure and heading, the number of items, about the length; and bring
 * no address, HTML or Markdown? */
enum status editor_check(const struct editor_section *section, const struct editor_section *answer, bool *is_good);

#endif
