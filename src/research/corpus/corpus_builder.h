/* How a corpus is built, page by page: what the files of that share. */
#ifndef COPYDESK_RESEARCH_CORPUS_CORPUS_BUILDER_H
#define COPYDESK_RESEARCH_CORPUS_CORPUS_BUILDER_H

#include "research/corpus/corpus.h"

enum {
    HEADING_LEVELS = 8,
    LIST_ITEMS = 8,
    LIST_STEPS = 12, /* items of a numbered list */
    TERM_WORDS = 6,
    TERM_BYTES = 200,
    CODE_BYTES = 2000,
    CODE_LINES = 30,
    KEPT_SENTENCES = 64 /* among which a sentence that nearly repeats one is looked for */
};

/* A sentence of the page that is being read. It becomes part of the corpus when a passage takes it in. */
struct judged_sentence {
    struct source_sentence sentence; /* without vector and shingles */
    enum sentence_use use;
    unsigned signs;          /* enum sentence_sign */
    unsigned announced;      /* numbers from 2 on that it announces a list with, as bits */
    const uint32_t *numbers; /* of the stems of all its words */
    size_t number_count;
    bool is_foreign; /* in another language: nothing is known of it */
};

/* A block of the page that is being read: a heading, a listing and a row of a table have no sentences. */
struct read_block {
    struct judged_sentence *all;
    size_t count;
    struct str term; /* of an item that begins with one: "Chives: The clumps stay low." Its sentences are without it */
};

struct corpus_builder {
    struct corpus *corpus;
    const struct cue_table *cues;
    size_t max_words;
    const atomic_bool *cancel;
    bool with_item_code;
    size_t sections_cap, sentences_cap, passages_cap, statements_cap;
    struct word_memory *words; /* of all pages */
    struct arena *scratch;     /* for the page that is being read */
    size_t page;               /* its number */
    struct worded page_title;
    struct read_block *blocks;       /* by number of the block in the page */
    size_t kept[KEPT_SENTENCES];     /* numbers of the sentences that were taken in */
    size_t kept_count;               /* since the page began; the last KEPT_SENTENCES are there */
    size_t open[HEADING_LEVELS + 1]; /* open[d]: the section at depth d that is being read */
    int levels[HEADING_LEVELS + 1];  /* its heading level */
    int depth;
    bool after_question; /* nothing stands between the heading of the section, a question, and here */
    bool is_first;       /* nothing stands between the heading of the section and here */
    bool after_attack;   /* an attack was told of since the last heading */
    size_t kept_to;      /* number of the block behind what was kept to its end: it may lean on that */
    struct error *err;
};

/* Did memory run out, of the corpus or of the page? Whatever else the functions here lack for that is left out. */
static inline enum status corpus_check_memory(const struct corpus_builder *builder)
{
    bool failed = arena_failed(builder->corpus->arena) || (builder->scratch && arena_failed(builder->scratch));
    return failed ? error_memory(builder->err) : OK;
}

/* --- sections --- */

/* Appends a section below the one with number `parent`; position: 0-1 in the page. */
void corpus_add_section(struct corpus_builder *builder, struct str title, size_t parent, int depth, double position);
/* Opens the section that a heading of the page begins. */
void corpus_read_heading(struct corpus_builder *builder, const struct block *block, double position);

/* --- sentences --- */

/* Cuts the page into sentences, each judged by itself: builder->blocks. E_MEMORY, E_CANCELLED. */
enum status corpus_read_blocks(struct corpus_builder *builder, const struct page *page);
/* Is block `at` the term of a description list? */
bool block_is_term(const struct page *page, size_t at);
/* The stems of the content words, in their order; numbers: of the stems of all words, or NULL. */
struct terms corpus_terms(struct arena *arena, const struct worded *worded, const uint32_t *numbers);

/* Judges a sentence, after it was trimmed. `view`: what it looks like in the page; numbers: of the stems of its
 * words. */
void corpus_judge(struct corpus_builder *builder, const struct sentence_view *view, const uint32_t *numbers,
                  struct judged_sentence *one);
/* Judges the sentences of the page again by what stands around them. */
void corpus_judge_context(struct corpus_builder *builder, const struct page *page);

/* Reads the blocks of a page into sections, statements and passages. E_MEMORY, E_CANCELLED. */
enum status corpus_read_body(struct corpus_builder *builder, const struct page *page);

/* --- passages --- */

/* A new passage that begins in the block of that number; sentences are then appended to it. NULL when memory ran
 * out. */
struct passage *corpus_begin_passage(struct corpus_builder *builder, size_t block);
void corpus_append(struct corpus_builder *builder, struct passage *passage, const struct judged_sentence *judged,
                   int item);
/* May what begins in the block lean on what stands before it? That was kept to its end, and is of the same box. */
bool corpus_follows_kept(const struct corpus_builder *builder, size_t block);
/* Does the open section, or one around it, hold a worked example? */
bool corpus_in_example(const struct corpus_builder *builder);
/* Adds the passages that the sentences of one paragraph make. What leans on the paragraph before it stands only right
 * behind that. */
void corpus_add_paragraph(struct corpus_builder *builder, struct judged_sentence *all, size_t count, size_t block);

/* The text that describes a term. */
struct description {
    struct str term;
    size_t block;  /* of the page, where it begins; all its passages have this one */
    bool is_begun; /* a sentence carries the term */
    bool is_gap;   /* the last sentence was left out */
};

/* Adds the passages that the sentences of one of its paragraphs make: the first of all carries the term and stands by
 * itself, the others only behind it. */
void corpus_add_description(struct corpus_builder *builder, struct description *description,
                            struct judged_sentence *all, size_t count);

/* --- lists --- */

/* A part of a list that is being read. */
struct corpus_list_part {
    const struct judged_sentence *sentence;
    int item;
    struct str term; /* what the item describes, at its first sentence */
    struct str code; /* the listing behind the sentence */
};

struct list {
    struct corpus_list_part *parts; /* in memory of the page that is read */
    size_t count, cap;
    size_t items, words;
    size_t item_words; /* of the item that is being read */
    size_t sentences;  /* parts that are whole sentences */
    size_t terms;      /* items that describe one */
    size_t blocks;     /* of the page that it spans */
    bool is_ordered;
    bool is_broken; /* something of it cannot be kept */
};

#endif
