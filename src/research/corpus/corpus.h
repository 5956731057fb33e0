/*
 * corpus: passages of pages, ranked for a query. The front header of the folder.
 *
 *   corpus.h               this file: a corpus is built, and its sections assigned to headings
 *   corpus_builder.h       how a corpus is built: pages, sections, judging sentences, passages, lists
 *   sentence_classifier.h  how a sentence may be used in another text
 *   trim.h                 what is cut from a sentence, which is as true without it
 *   cues.h                 the words by which both are told
 *   vector.h               texts as weighted terms
 *   relevance.c            what sections are about, and to which heading they belong
 *
 * A corpus is built from the pages of an article: their headings as a tree of
 * sections, and below them passages: runs of neighbouring sentences that can stand in another text, or a short list
 * with the sentence that announces it. A passage keeps its meaning: a list is whole, a sentence that leans on another
 * stands behind it, nothing speaks for the article that is a quotation, a supposition or an attack in its source.
 */
#ifndef COPYDESK_RESEARCH_CORPUS_H
#define COPYDESK_RESEARCH_CORPUS_H

#include "research/corpus/sentence_classifier.h"
#include "research/corpus/vector.h"
#include "research/page/page.h"
#include "text/shingles.h"

#include <stdatomic.h>

#define NO_SECTION SIZE_MAX
#define NO_PAGE    SIZE_MAX

/* The owner of sections whose text is kept for another part of the article. */
enum { SECTION_KEPT_BACK = -2 };

/* The stems of a text in their order, without function words, as numbers of the vocabulary. */
struct terms {
    const uint32_t *ids;
    size_t count;
};

struct source_section {
    size_t page;          /* number of its page in the corpus */
    size_t parent;        /* number of the section around it; NO_SECTION for the root of a page */
    int depth;            /* 0: the page itself, 1: its main headings, 2: those below them, ... */
    struct str title;     /* without numbering */
    double position;      /* of the heading in the page, 0-1 */
    bool is_numbered;     /* its page numbers the heading: "3. Sage" */
    bool is_boilerplate;  /* names no subject: "Introduction", "See also" */
    bool is_example;      /* holds a worked example: "Example" */
    bool is_question;     /* ends in a question mark */
    size_t words;         /* in the passages right below it, without those of sections inside it */
    size_t total_words;   /* with them */
    struct vector vector; /* of the title */
    struct terms terms;   /* of the title */
    bool tells_of_attack; /* it holds what an attacker does: no advice, no takeaways */
};

/* A sentence that the sources say, whether it can be used or not. */
struct statement {
    size_t section;
    struct terms terms;
    size_t words;
};

struct source_sentence {
    struct str text;
    size_t words;
    struct spans spans; /* marks on the text */
    struct terms terms;
    bool stands_alone;     /* needs nothing before it */
    bool stays_in_section; /* may not speak for the article: in no introduction, takeaway, answer or conclusion */
    int item;              /* 0: running text; n: part of the n-th item of a list */
    struct str term;       /* what an item describes, as the source names it; empty: nothing */
    struct str code;       /* of a part of a list: the listing that stands behind it in its item; empty: none */
    struct vector vector;
    struct hashes shingles;
};

struct passage {
    size_t page, section; /* numbers of them in the corpus */
    size_t first, count;  /* its sentences: the number of the first, and how many */
    size_t words;
    size_t block;             /* of the page, where it begins */
    double position;          /* of its block in the page, 0-1 */
    bool is_list;             /* sentences with item 0 announce it */
    bool is_ordered;          /* its items are numbered */
    struct str code;          /* the listing that its last sentence introduces, as it stands; empty: none */
    const struct block *rows; /* the table that its last sentence introduces */
    size_t row_count;
    bool is_answer;    /* begins right below a question; its first sentence may need that question */
    bool stands_alone; /* its first sentence needs nothing before it */
    struct vector vector;
};

struct corpus {
    struct arena *arena;
    const struct language *language;
    const struct page *pages;
    size_t page_count;
    struct source_section *sections; /* page by page in document order; a page's first is its root */
    size_t section_count;
    struct source_sentence *sentences;
    size_t sentence_count;
    struct passage *passages; /* in the order of the pages and their text */
    size_t passage_count;
    struct statement *statements; /* all sentences of running text, in the order of the pages and their text */
    size_t statement_count;
    size_t *held_by; /* by page: the number of another that says nearly all that it says; NO_PAGE: none does */
    struct vocabulary vocabulary;
    double *idf; /* by term number, over passages */
    size_t idf_count;
    double rarest; /* the largest idf; also that of terms not in the corpus */
};

/* The sentence with this number; NULL when there is none. Numbers come from stored steps too, which another version of
 * the program may have made of another corpus. */
const struct source_sentence *corpus_sentence(const struct corpus *corpus, long number);

bool terms_have(const struct terms *terms, uint32_t id);

/* The section behind the last one inside this one. */
size_t corpus_section_end(const struct corpus *corpus, size_t section);

/* The section that is the whole page. */
size_t corpus_section_root(const struct corpus *corpus, size_t section);

/* How a corpus is cut. */
struct corpus_options {
    const struct language *language; /* sentences of other languages are left out */
    size_t max_sentence_words;       /* 0: SENTENCE_MAX_WORDS */
    const atomic_bool *cancel;       /* E_CANCELLED soon after it became true; may be NULL */
    bool with_item_code; /* the caller prints source_sentence.code; else lists with listings inside are left out */
};

/* The pages must outlive the corpus. A page in another language gives no passages. */
enum status corpus_build(struct arena *arena, const struct page *pages, size_t count,
                         const struct corpus_options *options, struct corpus *corpus, struct error *err);

/* A text as weighted terms of the corpus. */
enum status corpus_vector(struct corpus *corpus, struct str text, struct vector *vector, struct error *err);

/* A heading without numbering, as "5.11.2. Limitations", "Chapter 3: Soil", "2) Light"; a slice of it. */
struct str heading_clean(struct str heading);

/* What the article says already, by sentence of the corpus. */
struct used_sentences {
    bool *flags; /* sentence_count of them */
    size_t *list;
    size_t count;
};

enum status used_init(const struct corpus *corpus, struct arena *arena, struct used_sentences *used, struct error *err);
void used_add(struct used_sentences *used, size_t sentence);

/* How much each section, with those inside it, is about the keyword, 0-1: by what its headings and its text name, and
 * by how much it speaks like the passages that are about the keyword. relevance has section_count entries. */
enum status corpus_relevance(struct corpus *corpus, struct str keyword, double *relevance, struct error *err);

/*
 * Which of the article's headings does each section of the sources belong to? The one that its title is most like
 * (cosine of at least 0.75 without the keyword's words), else that of the section around it, else -1. owner has
 * section_count entries.
 */
enum status passages_assign(struct corpus *corpus, struct str keyword, const struct str *headings, size_t count,
                            int *owner, struct error *err);

#endif
