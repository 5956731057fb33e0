/* The parts of building a corpus, one file each: sections, judging sentences, passages, lists. For corpus*.c alone. */
#ifndef COPYDESK_RESEARCH_CORPUS_CORPUS_BUILDER_H
#define COPYDESK_RESEARCH_CORPUS_CORPUS_BUILDER_H

#include "research/corpus/corpus.h"

enum { HEADING_LEVELS = 8, LIST_ITEMS = 8, TERM_WORDS = 6, TERM_BYTES = 200 };

/* A sentence of the block that is being read. It becomes part of the corpus when a passage takes it in. */
struct judged_sentence {
    struct source_sentence sentence;
    enum sentence_use use;
};

struct corpus_builder {
    struct corpus *corpus;
    const struct cues *cues;
    size_t max_words;
    const atomic_bool *cancel;
    size_t sections_cap, sentences_cap, passages_cap;
    size_t page;                     /* number of the page that is being read */
    size_t open[HEADING_LEVELS + 1]; /* open[d]: the section at depth d that is being read */
    int levels[HEADING_LEVELS + 1];  /* its heading level */
    int depth;
    bool after_question; /* no passage stands between the heading of the section and here */
    struct error *err;
};

/* The items of a list that can be kept. */
struct list {
    struct judged_sentence *items[LIST_ITEMS];
    size_t counts[LIST_ITEMS];
    struct str terms[LIST_ITEMS]; /* what the item describes, empty when it names nothing */
    size_t kept, all;
    size_t blocks; /* of the page that it spans */
};

/* The words of a text in the language of the corpus, in its arena. */
enum status corpus_words(struct corpus_builder *builder, struct str text, struct word **words, size_t *count);

/* corpus_builder_sections.c */
/* Appends a section below the one with number `parent`; position: 0-1 in the page. */
enum status corpus_add_section(struct corpus_builder *builder, struct str title, size_t parent, int depth,
                               double position);
/* Opens the section that a heading of the page begins. */
enum status corpus_read_heading(struct corpus_builder *builder, const struct block *block, double position);

/* corpus_builder_judge.c */
/* The sentences of a block's text, each judged by itself. */
enum status corpus_judge(struct corpus_builder *builder, struct str text, struct judged_sentence **found,
                         size_t *count);
/* Judges them again by what stands around block `at`; *count becomes 0 when all of it must go. */
void corpus_judge_place(const struct page *page, size_t at, struct judged_sentence *all, size_t *count);
/* Is block `at` the term of a description list: a short item without an end mark, and a paragraph after it? */
bool block_is_term(const struct page *page, size_t at);

/* corpus_builder_passages.c */
/* A new passage that begins in the block of that number; sentences are then appended to it. NULL when memory ran
 * out. */
struct passage *corpus_begin_passage(struct corpus_builder *builder, size_t block);
enum status corpus_append(struct corpus_builder *builder, struct passage *passage, const struct judged_sentence *judged,
                          int item);
/* Does the open section, or one around it, hold a worked example? */
bool corpus_in_example(const struct corpus_builder *builder);
/* Adds the passages that the sentences of one paragraph make. */
enum status corpus_add_paragraph(struct corpus_builder *builder, const struct judged_sentence *all, size_t count,
                                 size_t block);

/* corpus_builder_lists.c */
/* How many sentences at the end of a paragraph announce a list and belong to it; 0: none. */
size_t list_lead(const struct judged_sentence *all, size_t count);
/* Reads the list that begins at a block of the page. */
enum status corpus_read_list(struct corpus_builder *builder, const struct page *page, size_t block, struct list *list);
/* Can enough of its items be kept? */
bool list_is_sound(const struct list *list);
/* Adds one passage: the sentences that announce the list, and its items. */
enum status corpus_add_list(struct corpus_builder *builder, const struct judged_sentence *lead, size_t lead_count,
                            const struct list *list, size_t block);

#endif
