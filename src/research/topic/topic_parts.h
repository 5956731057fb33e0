/* A keyword's heads in all their forms, and words as they are compared with them: what the files of the folder
 * share. */
#ifndef COPYDESK_RESEARCH_TOPIC_TOPIC_PARTS_H
#define COPYDESK_RESEARCH_TOPIC_TOPIC_PARTS_H

#include "research/topic/topic.h"

enum { FORM_STEMS = 4, HEAD_FORMS = 12 };

/* One way to write a head. */
struct sought_form {
    struct str stems[FORM_STEMS]; /* that stand side by side: "two", "factor", "authentication" */
    size_t count;
    struct str written; /* of a single stem: folded */
};

struct sought_head {
    struct sought_form forms[HEAD_FORMS];
    size_t count;
    double weight; /* the more the fewer texts of the collection have it */
};

struct sought {
    const struct language *language;
    struct sought_head heads[SOUGHT_HEADS]; /* of several words that list of same things has as one, one */
    size_t count;
    head_set noun;
    bool is_weighed;                 /* some words of it are known to the collection, whose texts were counted */
    head_set known;                  /* words of the collection, where that is known: more than one text has them */
    struct str facets[SOUGHT_HEADS]; /* stems of the keyword that only rank */
    size_t facet_count;
    struct map general; /* stems of all facets of the language */
    struct map deeds;   /* stems of what is done, in all words of its meaning */
};

/* A word, or what stands between two hyphens of one. */
struct sought_token {
    struct str folded, stem;
    size_t start; /* byte in the text, of the whole word */
    bool is_stop;
};

/* What splits texts for one sought, one after another. */
struct sought_reader {
    const struct language *language;
    struct word_memory *memory; /* not its own; NULL: none */
    struct stemmer *stemmer;
    struct arena *arena;
};

/* Makes the stemmer of the reader. False: memory ran out, which the arena notes. */
bool sought_reader_open(struct sought_reader *reader, const struct language *language, struct word_memory *memory,
                        struct arena *arena);
void sought_reader_close(struct sought_reader *reader);

/* The tokens of a text: their number. They live in the reader's arena, which notes where memory ran out, or its
 * memory. */
size_t sought_tokens(struct sought_reader *reader, struct str text, struct sought_token **tokens);

/* The same of stems with blanks between. */
size_t sought_stems(struct sought_reader *reader, struct str text, struct sought_token **tokens);

/* Is the token the beginning or the end of a head, in a language that joins words? */
bool sought_has_part(const struct sought *sought, const struct sought_token *token);
/* Those of all tokens. */
head_set sought_held_by_all(const struct sought *sought, const struct sought_token *tokens, size_t count);

/* Reads tokens of a text, of which all is asked. */
void sought_hit_read(const struct sought *sought, const struct sought_token *tokens, size_t count,
                     struct sought_hit *hit);

/* Names of files and functions, and host names, have no forms: "spi_gettype" is not "spi_gettypeid". */
static inline bool word_is_identifier(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (memchr("_.0123456789", word.data[i], 12))
            return true;
    return false;
}

/* How many stems, or heads, a set has. */
static inline size_t set_count(uint32_t set)
{
    size_t count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static inline head_set head_bit(size_t at)
{
    return (head_set)1 << at;
}

#endif
