/* The parts of building a corpus, one file each: sections, judging sentences, passages, lists. */
#ifndef COPYDESK_RESEARCH_CORPUS_CORPUS_BUILDER_H
#define COPYDESK_RESEARCH_CORPUS_CORPUS_BUILDER_H

#include "research/corpus/corpus.h"

enum { HEADING_LEVELS = 8, LIST_ITEMS = 8, TERM_WORDS = 6, TERM_BYTES = 200 };

/* A sentence on trial: kept only when a passage takes it in. */
struct candidate {
    struct source_sentence sentence;
    enum sentence_use use;
};

struct builder {
    struct corpus *corpus;
    const struct cues *cues;
    size_t max_words;
    const atomic_bool *cancel;
    size_t sections_cap, sentences_cap, passages_cap;
    size_t page;
    size_t open[HEADING_LEVELS + 1]; /* open[d]: the section at depth d that is being read */
    int levels[HEADING_LEVELS + 1];  /* its heading level */
    int depth;
    bool after_question; /* no passage stands between the section's question and here */
    struct error *err;
};

/* The items of a list that can be kept. */
struct list {
    struct candidate *items[LIST_ITEMS];
    size_t counts[LIST_ITEMS];
    struct str terms[LIST_ITEMS]; /* what the item describes, empty when it names nothing */
    size_t kept, all;
    size_t blocks; /* of the page that it spans */
};

/* Room for one more entry; the array doubles. NULL when memory ran out. */
void *corpus_grow(struct arena *arena, void *array, size_t count, size_t *cap, size_t size);

enum status corpus_words(struct builder *builder, struct str text, struct word **words, size_t *count);

/* corpus_sections.c */
enum status corpus_add_section(struct builder *builder, struct str title, size_t parent, int depth, double position);
enum status corpus_read_heading(struct builder *builder, const struct block *block, double position);

/* corpus_judge.c */
/* The sentences of a block's text, each judged by itself. */
enum status corpus_judge(struct builder *builder, struct str text, struct candidate **found, size_t *count);
/* Judges them again by what stands around block `at`; *count becomes 0 when all of it must go. */
void corpus_judge_place(const struct page *page, size_t at, struct candidate *all, size_t *count);
/* Is block `at` the term of a description list: a short item without an end mark, and a paragraph after it? */
bool block_is_term(const struct page *page, size_t at);

/* corpus_passages.c */
struct passage *corpus_begin_passage(struct builder *builder, size_t block); /* sentences are then appended */
enum status corpus_append(struct builder *builder, struct passage *passage, const struct candidate *candidate,
                          int item);
bool corpus_in_example(const struct builder *builder);
enum status corpus_add_paragraph(struct builder *builder, const struct candidate *all, size_t count, size_t block);

/* corpus_lists.c */
/* How many sentences at the end of a paragraph announce a list and belong to it; 0: none. */
size_t list_lead(const struct candidate *all, size_t count);
enum status corpus_read_list(struct builder *builder, const struct page *page, size_t block, struct list *list);
bool list_is_sound(const struct list *list);
enum status corpus_add_list(struct builder *builder, const struct candidate *lead, size_t lead_count,
                            const struct list *list, size_t block);

#endif
