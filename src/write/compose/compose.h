/*
 * compose: texts from the sources' own sentences, without a language model. Nothing is stored: the same sources give
 * the same text each time. The front header of the folder.
 *
 *   compose.c           what the parts share: material is gathered, text is made of it, its sentences count as used
 *   compose_subject.c   do the sources speak of the keyword? Else the article is refused
 *   compose_plan.c      headings and title from the sources
 *   compose_sections.c  the body
 *   compose_*.c         one file for each other part of an article
 *   lead/               sentences that may open or close an article
 *   outline/            which sections of the sources the article is made of
 *   sections/           which of their passages stand under a heading
 */
#ifndef COPYDESK_WRITE_COMPOSE_COMPOSE_H
#define COPYDESK_WRITE_COMPOSE_COMPOSE_H

#include "write/writing/writing.h"

/*
 * sections: the text of a section. The front header of the folder.
 *
 *   material.c  what is left of a passage where the article says some of it already
 *   offered.c   which passages stand under a heading
 *   thin.c      sections that say next to nothing
 */

/* --- material.c --- */

/* Which sentences of a passage the article has not yet, where they can do without the others: into `kept`, which has
 * room for all, as numbers of the corpus. Returns how many; of a list all or none, but for sentences before what
 * announces it. */
size_t compose_rest(const struct writing *writing, const struct passage *passage, size_t *kept);

/* That rest of a passage as the built-in writer puts it together, with the code or the table behind it; sentences NULL
 * when memory ran out. */
struct builtin_passage compose_passage(struct writing *writing, const struct passage *passage);

/* Does the article say the sentence, or one that is nearly the same? Of a passage: any of its sentences? */
bool compose_says(const struct writing *writing, size_t sentence);
bool compose_is_said(const struct writing *writing, const struct passage *passage);

/* --- offered.c --- */

struct composer;

/* What the parts are composed with. */
struct composer {
    struct writing *writing;
    const struct article_plan *plan;
    const struct draft *draft;
    int *heading_of; /* by section of the sources: the heading that its text belongs to (passages_assign) */
    size_t done;     /* headings and parts, for the progress */
};

/* --- the plan --- */

/* Looks for the subject in the corpus: writing->topics. E_MEMORY; E_NOT_FOUND as writing_corpus. */
enum status compose_subject(struct writing *writing);

/* The sentences that may open or close the article, for the first topic or the second; rated once. E_MEMORY. */
struct lead;
enum status compose_lead(struct writing *writing, size_t topic, const struct lead **lead);

/* The best section on the topic with a sentence at least; false: no sentence of any can stand in an article. */
bool compose_short_section(const struct writing *writing, const struct topic *topic, size_t *section);

/* Is there anything to write from? E_NOT_FOUND with no_sources when the pages are not enough (writing_sought) and no
 * section is on the keyword either, or none has text or an opening; a note where they speak of it in part. The subject
 * was looked for. */
enum status compose_admit(struct writing *writing);

/* Are there pages on the keyword (writing_sought), though by the rules of topic_open no section is? Then whole pages
 * are what an article can be made of. The subject was looked for. E_MEMORY. */
enum status compose_needs_pages(struct writing *writing, bool *needs);

/* The same when the sections are written: E_NOT_FOUND with no_sources when none has text, and nothing can open the
 * article. */
enum status compose_admit_text(struct writing *writing, const struct draft_part *part);

/* Headings, unless the caller gave some, and the title, unless there is one. Without a language model sources that do
 * not speak of the keyword are refused. E_MEMORY; E_NOT_FOUND with no_sources; E_INVALID with model_unavailable: the
 * language cannot be written. */
enum status compose_plan(struct writing *writing, struct article_plan *plan);

/* The sections of the sources that are about the keyword, `least` to `most` of them where there are so many (0: as many
 * as an article of the usual length has), into plan->headings; and a title. Statuses as compose_plan. */
enum status compose_outline(struct writing *writing, size_t least, size_t most, struct article_plan *plan);
enum status compose_title(struct writing *writing, struct article_plan *plan);

/* What every plan has: a title, the keyword in a heading, the brand where it is to have one. Statuses as compose_plan.
 */
enum status compose_name(struct writing *writing, struct article_plan *plan);

/* A heading of the sources as one of the article; empty when nothing is left of it. In the arena; E_MEMORY. */
enum status compose_clean_heading(struct writing *writing, struct str heading, struct str *clean);

/* Reads the terms and assigns the sections of the sources to the headings. */
enum status compose_begin(struct composer *composer);

/* --- the parts: each writes its own, and leaves it empty when it was not asked for or when no source has anything
 * to say --- */

enum status compose_introduction(struct composer *composer, struct draft_part *part);
/* The keyword stands in every introduction, as the caller spells it: where the sources' sentences do not name it, or
 * somebody is to speak, a sentence of the writer's own ends the text. E_MEMORY; E_INVALID as compose_plan. */
enum status compose_end_introduction(struct writing *writing, struct model_text *text);
enum status compose_conclusion(struct composer *composer, struct draft_part *part);
enum status compose_sections(struct composer *composer, struct draft_part *part);
/* Notes on headings of the caller's without text, and on sections that were asked for and are not there. */
enum status compose_tell_gaps(struct composer *composer, const struct draft_part *part);
enum status compose_takeaways(struct composer *composer, struct draft_part *part);
enum status compose_questions(struct composer *composer, struct draft_part *part);
enum status compose_call(struct composer *composer, struct draft_part *part);

/* An item of a list; a section of a service page, which is left out with a note when no source has anything for it. */
enum status compose_role(struct composer *composer, size_t number, struct drafted *drafted);

/* Do the sources say anything that belongs into a section of this role? The corpus is there. E_MEMORY. */
enum status compose_fits_role(struct writing *writing, enum plan_role role, bool *fits);
/* Notes that a section with a role is not there because nobody says anything for it. E_MEMORY. */
enum status compose_note_role(struct writing *writing, struct str title);

/* One heading of the plan and no other: where a language model gave nothing that could be used. */
enum status compose_heading(struct composer *composer, size_t number, struct drafted *drafted);

/* --- what they share --- */

/* Tells what is written now. */
enum status compose_report(struct composer *composer, const char *what);

/* Text from passages, best first; marks its sentences as used. */
enum status compose_text(struct writing *writing, const struct passage *const *passages, size_t count,
                         struct model_text *text);

/* A status of model/builtin, with the record's code where the language cannot be written. */
enum status compose_status(struct writing *writing, enum status status);

/* compose_brand.c: the text of the section about the brand. */
enum status compose_brand(struct composer *composer, struct drafted *drafted);

/* compose_asked.c: the questions that people ask (writing->questions) and a source answers with a sentence that the
 * article has not said, those that ask the same once. E_MEMORY. */
struct compose_asked {
    struct str text;
    const struct passage *answer;
    size_t first; /* of its sentences: the one that answers */
    double share; /* of the question that it names */
};
enum status compose_asked(struct writing *writing, struct compose_asked **list, size_t *count);

/* compose_entities.c: puts a term into `sections`, with a passage that names it and is not in the article yet. *is_put:
 * whether there is one. */
enum status compose_entity(struct composer *composer, struct str entity, struct draft_part *sections, bool *is_put);

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

/* Does the heading name more than the subject? "The Add Layer Mask command ...", under "Add layer mask", says nothing
 * of layer masks. */
bool lead_is_narrower(const struct lead *lead, const struct terms *heading);

/* Does the sentence speak for itself, and not of a case or of where to click? */
bool lead_is_plain(const struct lead *lead, const struct lead_sentence *sentence);

#endif
