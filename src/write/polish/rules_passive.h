/* A passive sentence taken apart, for the rules of English and of German. */
#ifndef COPYDESK_WRITE_POLISH_RULES_PASSIVE_H
#define COPYDESK_WRITE_POLISH_RULES_PASSIVE_H

#include "write/polish/rules.h"
#include "write/polish/verbs.h"

enum { MOST_SUBJECT = 8 }; /* words */

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

struct clause {
    const struct parts *parts;
    struct phrasing phrasing;
    size_t subject, auxiliary, participle, agent, agent_end, rest, end; /* words; `rest` to `end`: the date */
    size_t prefix_end;                                                  /* byte behind "In 1995, " */
    size_t adverb;                                                      /* 0: none */
    const char *tense;
    bool is_present, is_perfect, is_modal;
    struct verb verb;
    char room[32];
    bool failed; /* memory ran out */
};

/* A text that was made; notes when there was no memory for it. */
static inline struct str made(struct clause *clause, struct str text)
{
    clause->failed |= !text.data;
    return text;
}

#define JOIN(clause, ...) made((clause), TEXT_JOIN((clause)->parts->arena, __VA_ARGS__))

static inline bool in_list(const struct clause *clause, size_t word, const char *const *list)
{
    return word_list_has(list, clause->phrasing.words[word].folded);
}

static inline struct str word_text(const struct clause *clause, size_t word)
{
    const struct word *words = clause->phrasing.words;
    return bytes_between(clause->phrasing.text, words[word].start, words[word].end);
}

/* The marked bytes of the words [from, to). */
static inline struct str span(const struct clause *clause, size_t from, size_t to)
{
    const struct word *words = clause->phrasing.words;
    struct str text = clause->phrasing.text;
    size_t start = words[from].start, end = words[to - 1].end;
    for (const struct mark *mark;
         start >= MARK_BYTES && (mark = mark_at(clause->parts, text, start - MARK_BYTES)) && mark->kind == MARK_OPEN;)
        start -= MARK_BYTES;
    for (const struct mark *mark; (mark = mark_at(clause->parts, text, end)) && mark->kind == MARK_CLOSE;)
        end += MARK_BYTES;
    return bytes_between(text, start, end);
}

/* Nothing but blanks and marks between the words: no comma, no parenthesis, no quotation mark. */
static inline bool is_plain(const struct clause *clause, size_t from, size_t to)
{
    const struct phrasing *phrasing = &clause->phrasing;
    for (size_t at = phrasing->words[from].start; at < phrasing->words[to - 1].end; at++)
        if (memchr(",;:()[]\"!?/", phrasing->plain.data[at], 11) ||
            str_starts(bytes_between(phrasing->plain, at, phrasing->plain.len), STR("\xE2\x80")))
            return false;
    return true;
}

static inline bool is_year(const struct clause *clause, size_t word)
{
    struct str text = word_text(clause, word);
    return text.len == 4 && phrasing_is_figure(&clause->phrasing, word) && (text.data[0] == '1' || text.data[0] == '2');
}

/* The active sentence for a German passive one. data NULL: it is none that can be turned, or memory ran out
 * (clause->failed). */
struct str german_active(struct clause *clause);

#endif
