/*
 * topic: what a keyword asks for, and do sources speak of it?
 *
 *   keyword.c       a keyword's frame ("how to ...") and its subject
 *   sought_words.c  what it looks for: heads, their noun, words that only rank, in all their forms
 *   sought.c        how far a page is about it, and are pages enough?
 *   topic.c         a subject is looked for in a corpus: pages and sections that are about it
 *   survey.h        how that is told
 */
#ifndef COPYDESK_RESEARCH_TOPIC_TOPIC_H
#define COPYDESK_RESEARCH_TOPIC_TOPIC_H

#include "research/corpus/corpus.h"

/*
 * --- what a keyword looks for, and how far a page is about it ---
 *
 * A keyword has heads, which a page must name ("bread" of "easy bread recipe"), and words that only rank: what every
 * guide calls itself (facets: "recipe", "best", "how to") and what is done (deeds: "reduce" as well as "lower"). The
 * last head before the first preposition is the noun, in languages whose noun comes first the first one. Two words are
 * one by their stem, by a form that is written nearly alike, as a part of a compound where the language joins words,
 * and by meaning where the language lists both as one.
 */
enum { SOUGHT_HEADS = 12 /* of a longer keyword the rest is not heeded */ };

/* Heads as bits, in the order of the keyword. */
typedef uint32_t head_set;

struct sought; /* lives in the arena of sought_read; never changes behind it */

/* What a text has of the keyword. */
struct sought_hit {
    head_set heads;
    size_t words;  /* of the text, without function words */
    size_t others; /* of them those that are neither heads, facets nor deeds */
    size_t facets; /* words of the keyword that only rank, and are there */
    bool has_deed; /* the keyword names something done, and the text has a word for it */
};

/* How far a page is about it, the best last. */
enum page_class {
    PAGE_OFF,
    PAGE_MENTIONS, /* three sentences have the noun */
    PAGE_TELLS,    /* three sentences have all heads */
    PAGE_HALF,     /* its title has a head; worth something only where a person named the page */
    PAGE_COVERS,   /* its title has a part of it, and the text most of the rest, by how rare the words are */
    PAGE_HOLDS,    /* a heading over text has all heads: only that section is about it */
    /* Its title has the noun, and the text the other heads; or its title has half of the heads, two at least, and the
     * text the others; or its title is the noun and nothing else, and the other heads are words of the collection:
     * "Table" for "accessible tables". */
    PAGE_NAMES,
    PAGE_IS /* its title has all heads */
};

struct sought_page {
    enum page_class class;
    double score;     /* higher is nearer */
    double covered;   /* share of the keyword, 0-1, that title and text have, by how rare its words are */
    size_t sentences; /* of running text and lists */
    size_t with_all;  /* of them those with all heads */
    size_t with_noun; /* of them those with the noun */
    head_set told;    /* heads that three sentences have */
    size_t words;     /* of the page's text */
    size_t heading;   /* of PAGE_HOLDS: the number of its block; else the page's count */
};

/* Reads a keyword. language may be NULL: then all words are heads. `pages` are those that are looked at: a head that
 * nearly all of them name is the name of the whole collection, and only ranks. E_MEMORY. */
enum status sought_read(struct arena *arena, struct str keyword, const struct language *language,
                        const struct page *pages, size_t count, struct sought **sought, struct error *err);

/* The share of all texts of a collection, 0-1, that have the stem. */
typedef double sought_share(void *context, struct str stem);

/* The same where the collection is known otherwise. */
enum status sought_read_known(struct arena *arena, struct str keyword, const struct language *language,
                              sought_share *share, void *context, struct sought **sought, struct error *err);

/* Tells each form of each head as a full-text index finds it: stems side by side; with is_beginning all words that
 * begin so may be meant. */
typedef void sought_form_take(void *context, const struct str *stems, size_t count, bool is_beginning);
void sought_forms(const struct sought *sought, sought_form_take *take, void *context);

head_set sought_all(const struct sought *sought);  /* all heads */
head_set sought_noun(const struct sought *sought); /* the noun alone */

/* Holds a text against it: a title, a heading, a sentence. memory: of the keyword's language (text/words.h); may be
 * NULL. E_MEMORY. */
enum status sought_text(const struct sought *sought, struct str text, struct word_memory *memory,
                        struct sought_hit *hit, struct error *err);

/* The class of a page. memory as above; the scratch arena may be thrown away. E_MEMORY. */
enum status sought_page(const struct sought *sought, const struct page *page, struct word_memory *memory,
                        struct arena *scratch, struct sought_page *found, struct error *err);

/* The same of a page of which an index has kept its headings as they are, and paragraphs that are each the stems of one
 * sentence without its function words. E_MEMORY. */
enum status sought_page_kept(const struct sought *sought, const struct page *page, struct arena *scratch,
                             struct sought_page *found, struct error *err);

/* Does a page say anything of the keyword? Then one that a person chose is wanted. */
bool sought_says_anything(const struct sought *sought, const struct sought_page *found);

/* Are the pages enough to write from? are_named: a person chose them. `found` are their classes. */
bool sought_accepts(const struct sought *sought, const struct sought_page *found, size_t count, bool are_named);

/* --- what it asks for: its frame ("how to ...", "best ...", "... vs ...") and its subject --- */

enum keyword_shape {
    KEYWORD_NOUN,    /* "table partitioning" */
    KEYWORD_WHAT_IS, /* "what is a firewall" */
    KEYWORD_HOW_TO,  /* "how to back up a database" */
    KEYWORD_COUNTED, /* "10 tips for secure passwords" */
    KEYWORD_BEST,    /* "best text editors" */
    KEYWORD_VERSUS   /* "btrees vs hash indexes" */
};

struct keyword {
    struct str text; /* as the caller spells it */
    enum keyword_shape shape;
    /* A slice of the text without its frame and without marks at its ends; never without a word that bears meaning,
     * unless the text has none. Of KEYWORD_HOW_TO it begins with what is done: "back up a database". */
    struct str subject;
    struct str other;   /* of KEYWORD_VERSUS: what it is compared with; else empty */
    size_t announced;   /* of KEYWORD_COUNTED, and of "top 5 ...": how many; 0: it says no number */
    struct str counted; /* of KEYWORD_COUNTED: what is counted, "tips"; else empty */
};

/* language may be NULL: then the keyword is a noun. The slices point into the text. E_MEMORY. */
enum status keyword_read(struct arena *arena, struct str text, const struct language *language, struct keyword *keyword,
                         struct error *err);

/*
 * --- a subject in a corpus ---
 *
 * A page speaks of a subject when its title or a heading over text holds all stems of the subject side by side, or when
 * three of its sentences do. By a single stem less is said: it must be the noun of the heading ("user" is not what
 * "User space" is on), and a sixth of the sentences must have it. A section is about it by its heading, by one above
 * it, by its page, or by its text. The rules, their constants and what they were measured on stand where they are
 * applied.
 *
 * Written forms are one where they can be: a stem with a hyphen holds its parts and the joined word ("software-raid" is
 * "software raid" and "softwareraid"), and a German compound holds its two halves when the sources have both.
 */

/* How surely a page speaks of the subject. */
enum topic_tier {
    TOPIC_NOT,
    TOPIC_NEAR, /* of the subject's bearing words; of its other words little: worth a note */
    TOPIC_FULL
};

/* Why a section is about the subject, the best reason first. */
enum topic_reason { TOPIC_BY_HEADING, TOPIC_BY_PARENT, TOPIC_BY_PAGE, TOPIC_BY_TEXT };

struct topic_page {
    enum topic_tier tier;
    double score;     /* for the order of pages: title, best heading, then BM25F; 0: no word of the subject */
    size_t sentences; /* that hold the whole subject */
};

struct topic_section {
    size_t section; /* number in the corpus */
    enum topic_reason reason;
    double weight; /* for the order of sections by worth */
};

/* How often a stem occurs in a collection. */
struct topic_stem {
    struct str stem; /* with "*" behind it: all longer ones that begin with it ("postgr*" for "postgresql") */
    size_t pages;    /* that have it */
    size_t naming;   /* of them those that write it as names are: with a capital in the middle of sentences */
};

/* The collection that the pages were picked from: with it names that all of it is about are told ("... in
 * PostgreSQL"). */
struct topic_collection {
    size_t pages;
    const struct topic_stem *stems; /* those of the keyword; what is not among them no page has */
    size_t stem_count;
};

/* The share of its pages, 0-1, that have the stem; 0 for so few that they may all be on one subject. `collection` is a
 * struct topic_collection. */
double topic_collection_share(void *collection, struct str stem);

/* What is looked for. */
struct topic_query {
    struct str subject;
    /* KEYWORD_HOW_TO: its first word is what is done, and pages without that word are near it. Of the other shapes none
     * is told from KEYWORD_NOUN. */
    enum keyword_shape shape;
    const struct topic_collection *collection; /* NULL: the pages of the corpus are all there is */
};

struct topic_match;

/* A subject as it is compared with texts. Lives in the arena of topic_open and points into the corpus. */
struct topic {
    struct corpus *corpus;
    struct str subject;
    /* Stems as numbers of the corpus' vocabulary; what the corpus lacks has numbers that no text has. */
    struct terms terms;             /* the stems that must be there */
    struct terms strong;            /* of them those that bear the subject; all when none does */
    struct terms optional;          /* what the whole collection is about: left out here and in what is compared */
    enum topic_tier tier;           /* of the best page */
    struct topic_page *pages;       /* by number of the page */
    struct topic_section *sections; /* those about the subject, best first; none inside another, no heading twice */
    size_t section_count;
    /* For whoever must refuse: */
    struct str nearest; /* the heading that holds most of the subject; empty: none holds any */
    struct str missing; /* words of the subject that no heading holds, with commas between; empty: none */
    const struct topic_match *match;
};

/*
 * Looks for a subject in the corpus. All lives in the arena. A subject without a content word is found in titles that
 * equal it alone. E_MEMORY.
 */
enum status topic_open(struct corpus *corpus, const struct topic_query *query, struct arena *arena, struct topic *topic,
                       struct error *err);

/* --- a text compared with the subject; terms of the corpus --- */

/* Do so many neighbouring stems more than the subject has (`slack`) hold all of it, in any order? */
bool topic_holds(const struct topic *topic, const struct terms *terms, size_t slack);
/* Dice's coefficient of the two sets of stems, 0-1. */
double topic_likeness(const struct topic *topic, const struct terms *terms);
/* The share of the subject's stems that the text has, 0-1. */
double topic_share(const struct topic *topic, const struct terms *terms);
bool topic_has_head(const struct topic *topic, const struct terms *terms);
/* Is the stem one of the subject, or a form of one? */
bool topic_has(const struct topic *topic, uint32_t term);

#endif
