/* What an article type is: a row of types/. */
#ifndef COPYDESK_WRITE_WRITING_ARTICLE_TYPE_H
#define COPYDESK_WRITE_WRITING_ARTICLE_TYPE_H

#include "model/prompts/prompts.h"
#include "write/writing/writing.h"

/* What an article may be made of, below its title. Which of them it gets, the request's parameters say too. */
enum article_part {
    ARTICLE_INTRODUCTION,
    ARTICLE_TAKEAWAYS,
    ARTICLE_VIDEO,    /* the player of the film that the article follows */
    ARTICLE_SECTIONS, /* of the outline */
    ARTICLE_CONCLUSION,
    ARTICLE_QUESTIONS, /* with answers */
    ARTICLE_CALL,      /* the call to action */
    ARTICLE_SOURCES,   /* the list of those cited; gets no internal links, and stands last */
    ARTICLE_PARTS
};

/* What must be there before an article of the type is begun: bits, each with its row in write.c, which gets it or
 * fails the article. */
enum {
    NEEDS_SOURCES = 1 << 0,
    NEEDS_PAGE = 1 << 1,     /* the one at articleUrl */
    NEEDS_CAPTIONS = 1 << 2, /* of the film at videoSiteVideoUrl */
};

/* How long an article of a type is, where it has measures of its own. */
struct article_size {
    size_t least, most;   /* sections, or items; 0: as the material has it */
    size_t section_words; /* of one */
    size_t extra;         /* sections behind the items, at most */
    size_t words;         /* of the whole; 0: by its sections */
};

struct article_plan;
struct document;
struct draft;
struct drafted;
struct manuscript;

struct article_type {
    const char *name;               /* as in the request */
    unsigned bit;                   /* of the parameter table, TYPE_... */
    const enum article_part *parts; /* in the order of the article */
    size_t part_count;
    unsigned needs;
    enum prompt whole; /* that asks for all of it in one answer; PROMPT_SYSTEM: PROMPT_ARTICLE */
    bool keeps_person; /* its opening is in the author's way, and I, we and you are those of what it is written from,
                          unless the caller has another wish */
    enum prompt kind_plan, kind_write; /* by these rules beside the usual ones; PROMPT_SYSTEM: none */
    enum status (*size)(struct writing *writing, struct article_size *size); /* NULL: by articleLength */
    /* What a language model writes from where it is not pages: an array in the arena, each passage named by what stands
     * for its place (a time). With it `subject`, what they are of, in a line. E_MEMORY. */
    enum status (*passages)(struct writing *writing, struct model_excerpt **list, size_t *count);
    enum status (*subject)(struct writing *writing, struct str *text);
    /* What of the plan is there before a language model is asked: title, headings. E_MEMORY. */
    enum status (*keep)(struct writing *writing, struct article_plan *plan);
    /* Puts into the text that a language model wrote what it left out and nobody writes anew, as marks. NULL: marks
     * mean nothing. E_MEMORY. */
    enum status (*complete)(struct writing *writing, struct manuscript *manuscript);
    /* Gives a written text the marks of its own passages: times, say. NULL: the common ones. E_MEMORY. */
    enum status (*mark)(struct writing *writing, struct model_text *text);
    bool is_list;        /* it lists things */
    bool always_calls;   /* the call to action is part of its shape, whatever includeCta says */
    bool draws_on_brand; /* what the customer says of its brand is a source beside the others */
    /* Its own way to a plan without a language model; NULL: the common one, from the caller's outline or from what the
     * sources say. OK, or what ends the writing, with the record's code in the error. */
    enum status (*plan)(struct writing *writing, struct article_plan *plan);
    /* Its own way to write without a language model, all parts at once; NULL: the common one, part by part. OK, or
     * what ends the writing. */
    enum status (*compose)(struct writing *writing, struct article_plan *plan, struct draft *draft);
    /* The text of a heading for which the model gave nothing that can be used; NULL: sentences of the sources. OK also
     * when there is nothing to say. */
    enum status (*fill)(struct writing *writing, const struct article_plan *plan, size_t number,
                        struct drafted *drafted);
    /* For articles that are made of data: their own way to the whole, instead of sources, plan and parts; with a
     * language model prompted_article, whose headings the plan gives, each with the number of what it is of. All three
     * are zeroed but for the document's arena. Gives the document with its title as a heading; in the plan the title;
     * in the draft the text that a description can be drawn from. NULL: the common way. */
    enum status (*make)(struct writing *writing, struct article_plan *plan, struct draft *draft,
                        struct document *document);
};

#endif
