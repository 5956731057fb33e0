/*
 * compose: texts from the sources' own sentences, without a language model. Nothing is stored: the same sources give
 * the same text each time.
 *
 *   compose.c              sections of the sources go to headings; text of passages; the brand, the call to action
 *   compose_subject.c      do the sources speak of the keyword? Else the article is refused
 *   compose_plan.c         headings and title from the sources
 *   outline.h, outline.c   which sections of the sources the article is made of, and in which order
 *   compose_sections.c     the body: items of lists, passages under a heading, sections that say next to nothing
 *   compose_role.c         the sections of a service page; what is left of a passage that is said in part
 *   compose_introduction.c the introduction, the conclusion, the key takeaways; terms that the article is to hold
 *   compose_questions.c    frequently asked questions
 *   lead.c                 sentences that may open an article, or close it
 *
 * Whatever makes a part leaves it empty when it was not asked for, or when no source has anything to say. Memory that
 * runs out is noted in the arena of the writing (writing_end): what returns no status here gives less then.
 */
#ifndef COPYDESK_WRITE_COMPOSE_COMPOSE_H
#define COPYDESK_WRITE_COMPOSE_COMPOSE_H

#include "write/writing/writing.h"

/* What the parts are composed with. */
struct composer {
    struct writing *writing;
    const struct article_plan *plan;
    const struct draft *draft;
    int *heading_of; /* by section of the sources: the heading that its text belongs to (passages_assign) */
    size_t done;     /* headings and parts, for the progress */
};

/* --- do the sources speak of it? --- */

/* Looks for the subject in the corpus: writing->topics. E_MEMORY; E_NOT_FOUND as writing_corpus. */
enum status compose_subject(struct writing *writing);

/* The best section on the topic with a sentence at least; false: no sentence of any can stand in an article. */
bool compose_short_section(const struct writing *writing, const struct topic *topic, size_t *section);

/* Is there anything to write from? E_NOT_FOUND with no_sources when the pages are not enough (writing_sought) and no
 * section is on the keyword either, or none has text or an opening; a note where they speak of it in part. The subject
 * was looked for. */
enum status compose_admit(struct writing *writing);

/* The same when the sections are written: E_NOT_FOUND with no_sources when none has text, and nothing can open the
 * article. */
enum status compose_admit_text(struct writing *writing, const struct draft_part *part);

/* Are there pages on the keyword (writing_sought), though by the rules of topic_open no section is? Then whole pages
 * are what an article can be made of. The subject was looked for. E_MEMORY. */
enum status compose_needs_pages(struct writing *writing, bool *needs);

/* --- the plan --- */

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

/* A heading of the sources as one of the article; empty when nothing is left of it. In the arena. */
struct str compose_clean_heading(struct writing *writing, struct str heading);

/* --- the parts --- */

/* Reads the terms and assigns the sections of the sources to the headings. */
enum status compose_begin(struct composer *composer);

/* Tells what is written now. E_CANCELLED. */
enum status compose_report(struct composer *composer, const char *what);

enum status compose_introduction(struct composer *composer, struct draft_part *part);
/* The keyword stands in every introduction, as the caller spells it: where the sources' sentences do not name it, or
 * somebody is to speak, a sentence of the writer's own ends the text. E_MEMORY; E_INVALID as compose_plan. */
enum status compose_end_introduction(struct writing *writing, struct model_text *text);
enum status compose_conclusion(struct composer *composer, struct draft_part *part);
enum status compose_takeaways(struct composer *composer, struct draft_part *part);
enum status compose_questions(struct composer *composer, struct draft_part *part);
enum status compose_call(struct composer *composer, struct draft_part *part);

enum status compose_sections(struct composer *composer, struct draft_part *part);
/* One heading of the plan and no other: where a language model gave nothing that could be used. E_MEMORY. */
enum status compose_heading(struct composer *composer, size_t number, struct drafted *drafted);
/* The text of the section about the brand. */
void compose_brand(struct composer *composer, struct drafted *drafted);
/* A section of a service page, which is left out with a note when no source has anything for it. */
void compose_role(struct composer *composer, size_t number, struct drafted *drafted);
/* Do the sources say anything that belongs into a section of this role? The corpus is there. E_MEMORY. */
enum status compose_fits_role(struct writing *writing, enum plan_role role, bool *fits);
/* Notes that a section with a role is not there because nobody says anything for it. E_MEMORY. */
enum status compose_note_role(struct writing *writing, struct str title);
/* Notes on headings of the caller's without text, and on sections that were asked for and are not there. */
void compose_tell_gaps(struct composer *composer, const struct draft_part *part);

/* A question that people ask (writing->questions), which a source answers with a sentence that the article has not
 * said. */
struct compose_asked {
    struct str text;
    const struct passage *answer;
    size_t first; /* of its sentences: the one that answers */
    double share; /* of the question that it names, by the weight of its words */
};
/* Those that ask the same once. */
struct compose_asked *compose_asked(struct writing *writing, size_t *count);

/* Puts a term into `sections`, with a passage that names it and is not in the article yet. *is_put: whether there is
 * one. E_MEMORY. */
enum status compose_entity(struct composer *composer, struct str entity, struct draft_part *sections, bool *is_put);

/* --- text --- */

/* Text from passages, best first; marks its sentences as used. */
struct model_text compose_text(struct writing *writing, const struct passage *const *passages, size_t count);

/* The words of a text, and its terms in the corpus; none when memory ran out. */
static inline struct worded compose_words(struct writing *writing, struct str text)
{
    struct worded worded = {0};
    writing_made(writing, worded_split(writing->arena, text, writing->brief.language, &worded, writing->err));
    return worded;
}

static inline struct vector compose_vector(struct writing *writing, struct str text)
{
    struct vector vector = {0};
    bool is_made = writing_made(writing, corpus_vector(&writing->corpus, text, &vector, writing->err));
    return is_made ? vector : (struct vector){0};
}

/* Puts the blocks of a text behind those of another. */
void compose_append(struct writing *writing, struct model_text *text, const struct model_text *more);

/* A sentence of the corpus as one of the article; it counts as used then. */
struct model_sentence compose_sentence(struct writing *writing, size_t page, size_t sentence);

/* Which sentences of a passage the article has not yet, where they can do without the others: into `kept`, which has
 * room for all, as numbers of the corpus. Returns how many; of a list all or none, but for sentences before what
 * announces it. */
size_t compose_rest(const struct writing *writing, const struct passage *passage, size_t *kept);

/* That rest of a passage as the built-in writer puts it together, with the code or the table behind it. */
struct builtin_passage compose_passage(struct writing *writing, const struct passage *passage);

/* Does the article say the sentence, or one that is nearly the same? Of a passage: any of its sentences? */
bool compose_says(const struct writing *writing, size_t sentence);
bool compose_is_said(const struct writing *writing, const struct passage *passage);

/* A status of model/builtin, with the record's code where the language cannot be written. */
enum status compose_status(struct writing *writing, enum status status);

/* --- does a sentence say what the subject is? --- */

/* By fixed patterns, after Cui, Kan and Chua 2007 and Navigli and Velardi 2010. */
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

/* --- sentences that may speak for an article: open it, close it --- */

/* Dice's coefficient of the stems of a heading and of the subject, from which the heading is the subject or nearly so:
 * a subject of two stems has 0.8 with a heading of one more, one of a single stem 0.67. */
#define LIKE_SUBJECT 0.79
/* The same, or the share of a subject, where it is all there: what rounding leaves of 1. */
#define WHOLE_SUBJECT 0.999

/*
 * How surely a sentence, standing first, tells what the subject is: by definition, or by its place under a heading that
 * is the subject. Only their order counts.
 */
enum lead_step {
    STEP_NONE,
    /* --- by its words --- */
    STEP_HAS_HALF,      /* it has what the subject is about, and half of its words */
    STEP_HAS_WORDS,     /* all of them, wherever they stand */
    STEP_HOLDS_SUBJECT, /* all of them side by side */
    /* --- it says something of the subject, and needs what stands around it --- */
    STEP_LATE,   /* it stands late under its heading; or says nothing of the task on pages that do not either */
    STEP_SCREEN, /* it tells where to click */
    STEP_CASE,   /* it holds in a case: "if ...", "when ..." */
    STEP_PART,   /* it is about a part of the subject, or leans on its heading */
    /* --- from here on it may open an article --- */
    STEP_ABOUT, /* it begins with the subject */
    LEAD_OPENS = STEP_ABOUT,
    STEP_SUBJECT_BELOW_HALF, /* the same under a heading that has half of the subject */
    STEP_DEFINES_KIND,       /* it defines the subject with a word more; or orders what the keyword asks for */
    /* --- from here on what defines, or names, answers what something is --- */
    STEP_DEFINES_ELSEWHERE,                   /* by "allows", far from any heading on the subject */
    STEP_TELLS_TASK = STEP_DEFINES_ELSEWHERE, /* "To sort a list, ..." */
    LEAD_DEFINES = STEP_DEFINES_ELSEWHERE,
    STEP_SUBJECT_NEAR,   /* it begins with the subject under a heading that is nearly that; or stands first there */
    STEP_BELOW_TITLE,    /* the second at most on a page whose title is the subject */
    STEP_ABOUT_NEAR,     /* it begins with the subject under a heading that has to do with it */
    STEP_DEFINES_HEAD,   /* it defines what the subject is about: "a constraint is a ...", of foreign key constraints */
    STEP_DEFINES_WIDELY, /* by "allows", "consists of" */
    STEP_SUBJECT_BELOW_HEADING, /* it begins with the subject below a heading that is the subject, */
    STEP_SUBJECT_BELOW_TITLE,   /* or a title */
    STEP_OPENS_PAGE,            /* the first of a page whose title is the subject, and names some of it */
    STEP_NAMES,                 /* "... a feature called autovacuum" */
    STEP_DEFINES                /* "a layer mask is a ..." */
};

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
    enum lead_step step;
    double better; /* among sentences of one step, or of any */
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

/* Rates the sentences of the best pages on the topic. There are none when memory ran out, which the arena has noted. */
void lead_open(struct corpus *corpus, const struct topic *topic, enum keyword_shape shape, struct arena *arena,
               struct lead *lead);

/* The sentences for the first topic of the article, or the second; rated once. */
const struct lead *compose_lead(struct writing *writing, size_t topic);

/* May the sentence stand by itself at the head or the end of an article: is it whole, of a fit length, and bound to
 * nothing around it? */
bool lead_is_fit(const struct lead *lead, const struct lead_sentence *sentence);

/* Does it speak for itself too, and not of a case or of where to click? */
bool lead_is_plain(const struct lead *lead, const struct lead_sentence *sentence);

/* Would a list that the sentence stands before have to go with it? */
bool lead_holds_list(const struct lead *lead, const struct lead_sentence *sentence);

/* Does the text around the sentence read on without it? */
bool lead_is_loose(const struct lead *lead, const struct lead_sentence *sentence);

/* Does the heading name more than the subject? "The Add Layer Mask command ...", under "Add layer mask", says nothing
 * of layer masks. */
bool lead_is_narrower(const struct lead *lead, const struct terms *heading);

/* The article that sentences are chosen for. */
struct lead_article {
    bool (*says)(const void *article, size_t sentence); /* does it say the same, or nearly? */
    const void *article;
    bool is_list;
};

/* The sentence that opens the article. NULL: none is fit to. */
const struct lead_sentence *lead_opening(const struct lead_article *article, const struct lead *lead);

#endif
