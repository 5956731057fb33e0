/*
 * corpus: passages of pages, ranked for a query.
 *
 *   corpus.c                 builds one; how far its sections are about a keyword, and to which heading they belong
 *   corpus_builder.c         paragraphs, and the lists, listings and tables that they announce
 *   corpus_builder_judge.c   what is cut from sentences, and how they may be used
 *   corpus_sections.c        pages cut into sentences, headings as a tree, passages; texts as weighted terms
 *   sentence_classifier.c    how a sentence may be used, by itself
 *   cues.c                   the words by which that is told
 *
 * A corpus is built from the pages of an article: their headings as a tree of sections, and below them passages: runs
 * of neighbouring sentences that can stand in another text, or a short list with the sentence that announces it. A
 * passage keeps its meaning: a list is whole, a sentence that leans on another stands behind it, nothing speaks for the
 * article that is a quotation, a supposition or an attack in its source.
 */
#ifndef COPYDESK_RESEARCH_CORPUS_CORPUS_H
#define COPYDESK_RESEARCH_CORPUS_CORPUS_H

#include "research/page/page.h"
#include "text/text.h"

#include <stdatomic.h>

/* --- texts as weighted terms --- */

struct term {
    uint32_t id; /* of a stem in a vocabulary */
    double weight;
};

struct vector {
    struct term *terms; /* ascending ids, each once */
    size_t count;
    double norm; /* Euclidean length */
};

/* How often each content word is there, without norm. In the vocabulary's arena, which notes where memory ran out. */
struct vector vector_from_words(struct vocabulary *vocabulary, const struct worded *worded);

/* Multiplies each weight by the inverse document frequency of its term (ids from `known` on: `rarest`) and sets the
 * norm. */
void vector_weigh(struct vector *vector, const double *idf, size_t known, double rarest);

/* Gives all terms one weight and sets the norm. */
void vector_flatten(struct vector *vector);

double vector_cosine(const struct vector *a, const struct vector *b);

/* The share of a's weight (squared) whose terms are in b too, 0-1. */
double vector_coverage(const struct vector *a, const struct vector *b);

/* Takes the terms of `what` out, unless no other would be left. */
void vector_without(struct vector *vector, const struct vector *what);

/* Sum of unweighted vectors, in the arena, which notes where memory ran out. */
struct vector vector_sum(struct arena *arena, const struct vector *const *parts, size_t count);

/*
 * --- cues ---
 *
 * The words of a sentence or heading are compared with the cues of its language (struct cues of text/language.h),
 * hundreds of patterns in about one look-up for each word.
 */

/* The lists of a language. */
enum cue {
    CUE_OPENING,
    CUE_WHOLE, /* takes back an opening or a pronoun within it */
    CUE_PRONOUN,
    CUE_POINTER,
    CUE_REFERENCE,
    CUE_TALK,
    CUE_HEADING,
    CUE_LEAD_AWAY,
    CUE_EXAMPLE,
    CUE_ASIDE,
    CUE_QUESTION,
    CUE_CLOSING,
    CUE_ATTRIBUTION,
    CUE_ATTACK,
    CUE_DENIAL,
    CUE_HYPOTHESIS,
    CUE_VERSION,
    CUE_CAPTION,
    CUE_BYLINE,
    CUE_EVENT,
    CUE_PROMOTION,
    CUE_INSTRUCTION,
    CUE_CUT_OPENING,
    CUE_CUT_CLAUSE,
    CUE_CUT_BRACKET,
    CUE_STEPS,
    CUE_ANNOUNCEMENT,
    CUE_SELF,        /* struct speech: words of somebody who speaks of himself */
    CUE_IMPERATIVE,  /* struct definition_words: the reader is told to do something */
    CUE_SUBORDINATE, /* struct definition_words: a clause before the main one */
    CUE_ELSEWHERE,   /* no list: a reference that is no part of an announcement, in a language that tells them apart */
    CUES
};

#define CUE_BIT(cue) (UINT32_C(1) << (cue))

struct cue_table;

/* The cues of a language; those of English where it has none. language may be NULL. The table lives as long as the
 * process; any thread may ask. NULL when memory ran out. */
const struct cue_table *cues_of(const struct language *language);

/* A table of lists of patterns, by enum cue; a list may be NULL. It lives in the arena; NULL when memory ran out. */
struct cue_table *cue_table_new(struct arena *arena, const char *const *const lists[CUES]);

/* The bits of the lists of which a pattern matches at the word, and in `ends` by enum cue the word behind the longest
 * match of each. */
uint32_t cues_at(const struct cue_table *table, const struct worded *sentence, size_t at, size_t ends[CUES]);

/* The bits of the lists that match where they count: openings and the like at the first word, pronouns among the first
 * three, the others anywhere. A lone word of CUE_TALK that is one of CUE_SELF counts as that. CUE_ELSEWHERE is found
 * here alone. */
uint32_t cues_found(const struct cue_table *table, const struct worded *sentence);

/* Are the words exactly one of the phrases of the list? */
bool cues_is_one(const struct cue_table *table, const struct worded *heading, enum cue cue);

/* Does the heading name no subject: "Overview", "See also"? */
bool cues_name_nothing(const struct cue_table *table, const struct worded *heading);

/* "RAID means Redundant Array of Independent Disks": does the word in capitals that the sentence begins with stand for
 * a run of words behind its verb, by their first letters? Words in small letters may stand among them. */
bool cues_spell_out(const struct worded *sentence);

/*
 * --- sentences ---
 *
 * How a sentence of a source may be used in another text: only a whole one that needs nothing around it may open a
 * passage.
 */

/* Characters are bounded too: one "word" may be as long as its page. */
enum { SENTENCE_MIN_WORDS = 5, SENTENCE_MAX_WORDS = 60, SENTENCE_MAX_CHARACTERS = 1000 };

enum sentence_use {
    USE_NONE,     /* a fragment, code, a reference to what is not there, talk about the page itself */
    USE_FOLLOWS,  /* whole, but points back: only right behind the sentence before it */
    USE_OPENS,    /* stands by itself */
    USE_QUESTION, /* a question that stands by itself */
    USE_PHRASE    /* no sentence, but usable as an item of a list */
};

/* What else is told of a sentence, as bits. */
enum sentence_sign {
    SIGN_LEADS = 1,      /* announces what must stand right behind it: ends in a colon */
    SIGN_ANNOUNCES = 2,  /* announces what may stand right behind it: "for example" */
    SIGN_REFERS = 4,     /* refers to what stands elsewhere */
    SIGN_ATTRIBUTES = 8, /* says what others say */
    SIGN_ATTACKS = 16,   /* tells of an attack */
    SIGN_DENIES = 32,    /* takes back the sentence before it */
    SIGN_SUPPOSES = 64,  /* supposes, or works an example */
    SIGN_IS_OWN = 128,   /* its author speaks of himself */
    SIGN_ORDERS = 256,   /* tells the reader to do something */
    SIGN_STEPS = 512,    /* announces steps */
    SIGN_BESIDE = 1024   /* beside the subject: a note on versions, an event, talk about the page */
};

/* A sentence as it is judged. */
struct sentence_view {
    struct str text;
    struct spans spans;   /* of the text */
    size_t length;        /* its words as readers count them (words_count) */
    struct worded worded; /* its words, in a text of which it may be a part */
    size_t start;         /* where it begins in the text of the words */
    struct str name;      /* what its page is about, where that is a name in small letters: "dropdb"; else empty */
    bool is_inflected;    /* its language is (text/language.h) */
    bool is_item; /* it is in a list: what it points back to is there, and it may be a phrase in small letters */
};

struct sentence_judgment {
    enum sentence_use use;
    unsigned signs; /* enum sentence_sign */
};

/* found: the cues of the sentence (cues_found). max_words: a longer one is USE_NONE. One that refers to what it
 * announces can be used, but only with that right behind it. */
struct sentence_judgment classify_sentence(const struct sentence_view *view, uint32_t found, size_t max_words);

/*
 * A sentence without what it is as true without: "Note that" in front, "(see Section 3)", ", as described above,". Only
 * what stands at the edge, in whole brackets or between commas is cut, so that what is left is the source's text.
 */
struct trimmed {
    struct str text;
    struct spans spans; /* of the text */
};

/* Cuts what the cues of the language name, and puts a capital in front again. False: nothing was cut, or too little
 * would be left, or memory ran out. The result lives in the arena. */
bool sentence_trim(struct arena *arena, const struct sentence_view *view, const struct cue_table *cues,
                   struct trimmed *trimmed);

/* --- the corpus --- */

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
