/*
 * builtin: the built-in writer's wording: what it puts in words of its own, and how it puts the sources' sentences
 * together. Without a language model; the same request gives the same bytes. What is chosen is write/compose's
 * business.
 *
 *   builtin.c   its own sentences, titles and headings, texts from passages
 *   cases.c     how the sources write words: small or large; the capitals of what was typed without them
 *
 * What a call returns lives in the arena, and may point into what the call was given. Each returns OK, E_MEMORY, or
 * E_INVALID when it cannot write in the language of the brief.
 */
#ifndef COPYDESK_MODEL_BUILTIN_BUILTIN_H
#define COPYDESK_MODEL_BUILTIN_BUILTIN_H

#include "model/model.h"
#include "text/text.h"

#include <stdint.h>

enum point_of_view { THIRD_PERSON, FIRST_PERSON_SINGULAR, FIRST_PERSON_PLURAL, SECOND_PERSON };

/* What is true of the whole article; the same in every call. */
struct builtin_brief {
    struct str keyword; /* as the caller spells it, with the capitals of the sources */
    struct str subject; /* what is searched and ranked for: the keyword without its frame ("how to", "7 best") */
    struct str sought;  /* what material is ranked by: the subject, and of a comparison the other thing too */
    const struct language *language;
    enum point_of_view point_of_view;
    bool is_list;      /* the article lists things */
    bool is_explained; /* the keyword is put as "how to ...": the article explains it */
    /* What the article is about, as it stands in running text: with an article where the sources use one. */
    struct str keyword_phrase;
};

/* --- its own sentences --- */

/* Which of its sentences. */
enum builtin_frame { FRAME_INTRODUCTION, FRAME_CONCLUSION };

/* A sentence on what the article is about; of several the keyword's bytes choose one. */
enum status builtin_frame(const struct builtin_brief *brief, enum builtin_frame frame, struct arena *arena,
                          struct model_sentence *sentence, struct error *err);

/* The same behind the last sentence of a text's first paragraph, which must not be a list; a paragraph of its own in a
 * text without any. Nothing for an article that lists things. */
enum status builtin_end_introduction(const struct builtin_brief *brief, struct arena *arena, struct model_text *text,
                                     struct error *err);

/* The sentence that leads to the customer's page: one that ends in the link to `url`. */
enum status builtin_call(const struct builtin_brief *brief, struct str link, struct str url, struct arena *arena,
                         struct model_sentence *sentence, struct error *err);

/* --- sentences as they stand in the file of each language, text/languages/ --- */

/* The sentence with the text in place of "%"; *start, when not NULL: where it begins. In the arena; E_MEMORY. */
enum status phrases_fill(const char *sentence, struct str text, struct arena *arena, struct str *filled, size_t *start,
                         struct error *err);

/* Is the text the sentence with anything in place of "%"? */
bool phrases_fits(const char *sentence, struct str text);

/* --- titles --- */

/* The keyword with a large first letter, unless its first word has one inside ("iPhone"). keeps_first: it begins with a
 * name that is written small even where sentences begin: "nginx". */
enum status builtin_title(const struct builtin_brief *brief, struct str keyword, bool keeps_first, struct arena *arena,
                          struct str *title, struct error *err);

/* --- letters, and headings --- */

/* Appends text with a large first letter, whatever stands behind it. */
void add_large(struct buf *out, struct str text);

/* The same as the language writes it: of a Turkish "i" the large letter has a dot too. language may be NULL. */
void add_large_in(struct buf *out, struct str text, const struct language *language);

/* Appends text with a small first letter. */
void add_uncapitalised(struct buf *out, struct str text);

/* The English article by the sound of the word that follows: "a" or "an", whatever stands behind the phrase's first
 * word. Static. */
const char *sound_article(struct str phrase);

/* A heading without what is not for readers: anchors ("{#more}"), marks of permanent links, times of day, marks at its
 * end but "?" and "!", and the keyword with a colon in front. A slice of it, which may be empty. */
struct str heading_for_readers(struct str heading, struct str keyword);

/* --- texts --- */

/* Neighbouring sentences of one source; those with an item are a list. By section, place and paragraph the built-in
 * writer puts passages of one source back together. */
struct builtin_passage {
    int source;
    size_t section;   /* which section of the sources: two passages with one number stand under one heading */
    size_t place;     /* where in its source: passages of one source read in this order */
    size_t paragraph; /* two passages of one source with one number are parts of one paragraph */
    struct model_sentence *sentences;
    size_t count;
    bool is_ordered;              /* its items are numbered */
    struct str code;              /* stands behind it; empty: none */
    struct model_sentence *cells; /* of the table that stands behind it, row by row */
    size_t cell_count, columns;
};

/* Running text from passages, best first: neighbouring passages stay together, and those of one source keep its order.
 * A text without blocks when there are none. E_MEMORY. */
enum status builtin_text(const struct builtin_passage *passages, size_t count, struct arena *arena,
                         struct model_text *text, struct error *err);

/* A list of the sentences. E_MEMORY. */
enum status builtin_list(const struct model_sentence *sentences, size_t count, struct arena *arena,
                         struct model_text *text, struct error *err);

/* --- how the sources write words: small or large --- */

struct cases {
    struct arena *arena;
    const char *const *articles; /* of the language */
    struct map words;            /* in small letters -> struct case_counts */
    struct map names;            /* of several words, the same */
    uint32_t initials[32];       /* by the first letter of a name: the first letters of its second word, as bits */
};

/* language: one that has phrases (text/language.h). */
void cases_init(struct cases *cases, const struct language *language, struct arena *arena);

/* Makes the words of a text known: only known words are counted. E_MEMORY. */
enum status cases_know(struct cases *cases, struct str text, struct error *err);

/* Counts how the known words are written in a text. */
void cases_count(struct cases *cases, struct str text);

/* The text with small letters where the sources write them: all words behind the first of a heading, and the first as
 * well when it is not the start of what is written. Names of several words ("Sender Policy Framework") and words with
 * capitals, digits or signs inside stay as they are. In the arena; data NULL when memory ran out. */
struct str cases_sentence(const struct cases *cases, struct str text, bool keeps_first);

/* --- how the sources spell what was typed in small letters: "ssl for apache" as "SSL for Apache" --- */

enum { SPELLING_WORDS = 12, SPELLING_FORMS = 3 };

/* One spelling with capitals, and where in the text that was counted it stood. */
struct spelling_form {
    const char *letters; /* as many bytes as the word has */
    size_t count;
};

struct spelling_word {
    size_t start, length; /* bytes of the text that was typed */
    size_t small, all;    /* how often the sources write it small, and how often at all */
    struct spelling_form forms[SPELLING_FORMS];
};

/* Words beyond the limit stay as they were typed. */
struct spelling {
    struct str typed;
    struct spelling_word words[SPELLING_WORDS];
    size_t count;
};

/* The words of a text that are typed in small letters of ASCII; those of other letters stay as they are. */
struct spelling spelling_begin(struct str typed);

/* Counts how a text of the sources spells them; code says nothing. What it counted points into the text. */
void spelling_count(struct spelling *spelling, struct str text, const struct spans *spans);

/* The typed text with the capitals that the sources nearly always use, of the same length; in the arena. data NULL:
 * memory ran out. */
struct str spelling_apply(const struct spelling *spelling, struct arena *arena);

#endif
