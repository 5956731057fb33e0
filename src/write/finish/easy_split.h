/* Places where a sentence may be cut in two, one file for each kind. For easy_split*.c alone. */
#ifndef COPYDESK_WRITE_FINISH_EASY_SPLIT_H
#define COPYDESK_WRITE_FINISH_EASY_SPLIT_H

#include "write/finish/easy.h"

struct easy_splitter {
    struct easy *easy;
    struct str text;
    struct phrasing phrasing;
    bool is_english, failed; /* failed: memory ran out */
};

struct easy_cut {
    size_t left_end;     /* byte: the first sentence ends before it and gets a full stop */
    size_t right_start;  /* byte: the second begins here */
    struct str opening;  /* stands before the second */
    struct str new_left; /* data not NULL: the first sentence, instead */
};

static inline const struct word *split_word(const struct easy_splitter *splitter, size_t at)
{
    return &splitter->phrasing.words[at];
}

static inline bool split_is_one_of(const struct easy_splitter *splitter, size_t at, const char *const *list)
{
    return at < splitter->phrasing.count && word_list_has(list, split_word(splitter, at)->folded);
}

/* easy_split_sides.c */
/* The start of the word, with the marks and openers directly before it. */
size_t split_start(const struct easy_splitter *splitter, size_t word);
/* Both sides of the place whole, balanced and outside of quotation marks? */
bool split_can_part(const struct easy_splitter *splitter, size_t word, size_t left_end);
/* The byte of the mark behind the word before, which a blank or an element follows; 0: another stands there. */
size_t split_mark_before(const struct easy_splitter *splitter, size_t word, char mark);
/* Does a comma before the byte part a list, an insertion or clauses? One that sets a few words off does not. */
bool split_has_inner_comma(const struct easy_splitter *splitter, size_t end);
/* May what stands before the word be a sentence? is_joined: of clause_is_whole. */
bool split_left_is_whole(const struct easy_splitter *splitter, size_t word, size_t end, bool is_joined);

/* easy_split_clauses.c */
/* Does a main clause, or one that can be said as one, begin at the word? */
bool split_at_clause(const struct easy_splitter *splitter, size_t word, struct easy_cut *cut);

/* easy_split_relative.c */
/* Does a relative clause begin at the word whose noun can be named again? */
bool split_at_relative(struct easy_splitter *splitter, size_t word, struct easy_cut *cut);

#endif
