/*
 * polish: a finished article edited, by rules and with a language model. HTML in, HTML out; what the article holds
 * besides sentences (citations, links, images, tables, code, embedded films, lists of sources) stays, once each, in its
 * order and with the sentence that it belongs to.
 *
 *   polish.c       rules until nothing changes, and an editor between them
 *   parts.c        an article cut into sections and sentences, and put together again
 *   parts_text.c   the text of a part: marks for what must stay, sentences, words
 *   rules.c        what is done without rewording: conclusions, repetition, long sentences, long paragraphs
 *   editor.c       the article given to a language model as numbered sentences, its changes checked
 */
#ifndef COPYDESK_WRITE_POLISH_POLISH_H
#define COPYDESK_WRITE_POLISH_POLISH_H

#include "model/check/check.h"

struct polish_settings {
    bool split_paragraphs;   /* no paragraph over 4 sentences */
    bool remove_conclusions; /* no summing-up paragraph before the end */
    bool remove_repetitive;  /* no two sentences nearly alike that state the same */
    bool convert_passive;    /* for a language model alone: fewer passive sentences */
    bool simplify;           /* lower mean sentence length; without a model sentences are cut where none is reworded */
    bool humanize;           /* for a language model alone: stock phrases gone */
    struct str instructions; /* the customer's own, for a language model alone; empty: none */
    size_t most_words;       /* of a sentence that is not long, with simplify; 0: 20 */
    struct str kept;         /* words that a language model is to leave alone; empty: none */
};

/* A piece of the article, all of it where the model can take that, as a language model is asked to edit it. */
struct polish_request {
    struct str text;  /* numbered sentences with notes in the margin; what must stay is a mark, "⟦3⟧" */
    struct str rules; /* a line each: what the settings ask for */
    bool may_shorten; /* sentences may go */
};

/* Who edits with a model. It gets all pieces at once, so that it can ask about them side by side. */
struct polish_editor {
    /*
     * answers[i], empty before: changes by the numbers of requests[i] (model/check/check.h), or a word that there are
     * none; empty: there is no answer, and the piece keeps its text. Must live as long as the
     * arena. OK, E_MEMORY, E_CANCELLED; with any other status no answer is taken.
     */
    enum status (*edit_all)(void *context, const struct polish_request *requests, size_t count, struct arena *arena,
                            struct str *answers, struct error *err);
    void *context;
    long most_tokens; /* of the text of a piece; what cannot be cut may have more */
};

struct polish_report {
    size_t kept;                                              /* pieces that the editor gave no answer to */
    size_t edited;                                            /* sentences that it changed */
    struct edit_report edits;                                 /* its changes, and those that were refused */
    size_t split, cut, removed_paragraphs, removed_sentences; /* by rule; paragraphs split, sentences cut */
};

/*
 * Polishes an article's HTML (as write_article makes it: h1, and all below). editor NULL: by rules alone. The same
 * input gives the same output. polished lives in the arena, and is the same text when nothing had to change.
 * E_MEMORY, E_CANCELLED, E_INVALID: the HTML is not an article's.
 */
enum status polish_html(struct arena *arena, struct str html, const struct language *language,
                        const struct polish_settings *settings, const struct polish_editor *editor,
                        struct str *polished, struct polish_report *report, struct error *err);

#endif
