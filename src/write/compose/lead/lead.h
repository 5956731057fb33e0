/*
 * lead: sentences of the sources that may speak for an article: that open it, and that close it. The front header of
 * the folder.
 *
 *   lead.h        this file: the sentences of the best pages, rated
 *   lead_definition.c  does a sentence define the subject?
 *   lead_open.c   which sentences there are, and where they stand
 *   lead_sentence.c  what is asked of one of them
 *   lead_step.c   how surely a sentence answers what the keyword asks
 *   lead_opening.c  the sentence that opens an article
 *
 * The step says how surely a sentence, standing first, tells what the subject is: by definition, or by the place under
 * a heading that is the subject. Definitions are told by fixed patterns, after Cui, Kan and Chua 2007 and Navigli and
 * Velardi 2010.
 */
#ifndef COPYDESK_WRITE_COMPOSE_LEAD_H
#define COPYDESK_WRITE_COMPOSE_LEAD_H

#include "research/topic/topic.h"
#include "text/pattern.h"

/* --- does a sentence say what the subject is? --- */

enum definition_kind {
    DEFINES_NOTHING,
    DEFINES_STRICTLY, /* "is a", "refers to" */
    DEFINES_WIDELY    /* "allows", "consists of" */
};

struct definition {
    enum definition_kind kind;
    bool is_whole;       /* what is defined has all of the subject's stems */
    size_t others;       /* stems of what is defined that are none of the subject's */
    bool ends_with_head; /* the noun that the others describe stands where the language has it */
    bool has_head;
    bool is_known;       /* what is defined has the article of things that were named before: "the mask is a ..." */
    bool is_named;       /* the subject is a name that the sentence gives: "a feature called autovacuum" */
    bool is_about;       /* it begins with the subject and goes on with a verb or another function word */
    bool is_subordinate; /* the sentence begins with a clause before the main one */
    bool is_conditional; /* it holds in a case alone: "if ...", "is a waste of time if ..." */
    bool is_imperative;  /* it tells the reader to do something */
};

/* --- the sentences --- */

/* From this step on a sentence may open an article. */
#define LEAD_OPENS 3.0
/* From this step on what defines, or names, answers what something is. */
#define LEAD_DEFINES 3.2

struct lead_sentence {
    size_t sentence, passage; /* numbers in the corpus */
    size_t page, section;
    size_t place; /* in its section, from 1; paragraphs that were left out count */
    struct definition definition;
    bool is_read;         /* its words were looked at: what is told of them here holds */
    bool points_back;     /* its first words point at something before it */
    bool is_vague;        /* it begins with a noun that names nothing by itself: "the alternative is" */
    bool begins_plainly;  /* with a word that bears meaning, or an article */
    bool doubts;          /* it is not sure: "might" */
    bool tells_of_screen; /* it tells where to click */
    bool advises;         /* it weighs or advises */
    double step;          /* 0: it opens nothing */
    double better;        /* among sentences of one step, or of any */
};

struct lead {
    struct corpus *corpus;
    const struct topic *topic;
    struct lead_sentence *list; /* outside lists, in the order of the pages and their text */
    size_t count;
    size_t *pages; /* the best pages, best first */
    size_t page_count;
    double *titles; /* by page: how like the subject the title of a best page is, 0-1 */
    bool is_task;   /* the keyword asks how something is done */
    uint32_t verb;  /* what is done */
};

/* Rates the sentences of the best pages on the topic. E_MEMORY. */
enum status lead_open(struct corpus *corpus, const struct topic *topic, enum keyword_shape shape, struct arena *arena,
                      struct lead *lead, struct error *err);

/* May the sentence stand by itself at the head or the end of an article: is it whole, of a fit length, and bound to
 * nothing around it? */
bool lead_is_fit(const struct lead *lead, const struct lead_sentence *sentence);

/* Would a list that the sentence stands before have to go with it? */
bool lead_holds_list(const struct lead *lead, const struct lead_sentence *sentence);

/* Does the text around the sentence read on without it? */
bool lead_is_loose(const struct lead *lead, const struct lead_sentence *sentence);

/* The article that sentences are chosen for. */
struct lead_article {
    bool (*says)(const void *article, size_t sentence); /* does it say the same, or nearly? It cannot fail. */
    const void *article;
    bool is_list;
};

/* The sentence that opens the article: the first way of the cascade that finds one. NULL: none is fit to. */
const struct lead_sentence *lead_opening(const struct lead_article *article, const struct lead *lead);

/* --- for the files of the folder --- */

void definition_read(const struct topic *topic, const struct worded *sentence, struct definition *definition);

/* Sets step and better of all. */
void lead_find_steps(struct lead *lead);

/* Does the heading name more than the subject? "The Add Layer Mask command ...", under "Add layer mask", says nothing
 * of layer masks. */
bool lead_is_narrower(const struct lead *lead, const struct terms *heading);

/* Does the sentence speak for itself, and not of a case or of where to click? */
bool lead_is_plain(const struct lead *lead, const struct lead_sentence *sentence);

/* The title of the page that the section is part of, as a section. */
const struct source_section *lead_root(const struct lead *lead, size_t section);

/* The score of the page, as a share of the best one's. */
double lead_page_share(const struct lead *lead, size_t page);

#endif
