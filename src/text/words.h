/*
 * Words with byte spans. A word is a run of letters, digits and marks, with single inner apostrophes, hyphens, dots and
 * middle dots between digits or letters kept ("don't", "pg_dump", "15.2", "WAL-based", "instal·lar"). A run of Katakana
 * is a word; any other CJK character is a word of its own.
 */
#ifndef COPYDESK_TEXT_WORDS_H
#define COPYDESK_TEXT_WORDS_H

#include "text/language.h"

/* --- words looked up in short NULL-terminated lists; one that is NULL holds no word --- */

/* Is exactly this word in the list? */
bool word_list_has(const char *const *list, struct str word);

/* The same, whatever the letter case of ASCII letters. */
bool word_list_ihas(const char *const *list, struct str word);

/* --- words of a text --- */

/* Room in an arena for the bytes of many words, so that none costs an allocation of its own. */
struct word_room {
    struct arena *arena;
    char *free; /* what is not used up yet; NULL at first */
    size_t left;
    size_t size; /* of a new piece of the arena */
};

/* Keeps the text: copies it into the room, unless it stands at `free` already. data NULL: memory ran out. */
struct str word_room_keep(struct word_room *room, struct str text);

struct word {
    size_t start, end; /* bytes in the text, end exclusive */
    struct str folded; /* caseless form, in the arena: see text/word_forms.h */
    /* Stem of the folded form; the folded form itself where the language has no stemmer. An elided article is no part
     * of it: French "l'eau" gives "eau". Of a character of Chinese or Japanese that another of its kind follows it is
     * the pair of them, as most of their words have two characters. */
    struct str stem;
    bool is_stop; /* a function word of the language or part of one; or the end of a run of pairs, which holds it */
};

/* Is the stem that of one of the words? And of one that is no function word? */
bool words_have_stem(const struct word *words, size_t count, struct str stem);
bool words_have_content(const struct word *words, size_t count, struct str stem);

/* Splits text into words. *words is an array in the arena. language may be NULL (no stems, no stop words). */
enum status words_split(struct arena *arena, struct str text, const struct language *language, struct word **words,
                        size_t *count, struct error *err);

/*
 * The words of one language that were met so far, with their stems, for texts that are split one after another: they
 * repeat each other, and stemming is the slowest step. For one thread at a time.
 */
struct word_memory;
struct word_memory *word_memory_new(const struct language *language); /* NULL: memory ran out */
void word_memory_free(struct word_memory *memory);

/* words_split with a memory: folded forms and stems live in that, the array in the arena. */
enum status words_split_again(struct word_memory *memory, struct arena *arena, struct str text, struct word **words,
                              size_t *count, struct error *err);

/* Words as readers (and bills) count them: runs between white space that hold a letter or digit; a CJK character counts
 * as half, rounded up at the end. */
size_t words_count(struct str text);

/* --- where the words of a text stand --- */

/* From IDEOGRAPH on they are CJK characters, which begin and end words without a blank. */
enum word_class { OTHER, JOINER, LETTER, DIGIT, IDEOGRAPH, HIRAGANA, KATAKANA };

struct word_span {
    size_t start, end; /* bytes, end exclusive */
    bool ascii, is_cjk;
};

/* The next word at or after span->end; false when there is none. */
bool word_span_next(struct str text, struct word_span *span);

#endif
