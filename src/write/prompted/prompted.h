/*
 * prompted: what is asked of a language model for an article.
 *
 *   asking.c         one question: its prompt filled in and sized, its answer stored, checked, asked for once more; the
 *                    style sheet of toneOfVoiceProfile "automatic"
 *   framing.c        what every prompt says of the article, and which wishes reach which kind of call
 *   article.h        an article written whole; what the files of that share
 *   article.c        the whole way, and how long it is to be
 *   article_plan.c   the plan that a model fills in, read; the forms that plan and text are asked for in
 *   article_write.c  pages as numbered passages; plan and text in one answer, or the plan and then pieces of the text
 *   article_edit.c   the editor's call; title, description and takeaways
 *   article_parts.c  the manuscript becomes the parts of the article
 *   polished.c       a finished article polished
 *
 * What a call returns lives in the arena of the writing that it was given, which notes memory that runs out
 * (writing_end): a question asks for that before it is sent. E_CORRUPT: no usable answer could be had, and the caller
 * decides what stands in for it; err->message says what was wrong. Any other status but OK ends the article.
 */
#ifndef COPYDESK_WRITE_PROMPTED_PROMPTED_H
#define COPYDESK_WRITE_PROMPTED_PROMPTED_H

#include "write/polish/polish.h"
#include "write/writing/writing.h"

/* --- one question: its prompt is filled in and sized against the model's context, its answer is stored as a step
 * before it is used, checked, and asked for once more with the fault named when it cannot be used --- */

/* An answer, as the check of a question gets it. */
struct prompted_reply {
    struct str text;
    json_t *value;     /* of a JSON answer: fits the form; borrowed */
    size_t shown;      /* how many excerpts stood in the prompt */
    struct str system; /* the system text; it lives as long as the article */
    bool is_cut;       /* it ended where the model's room did */
    bool is_last;      /* it will not be asked again: what can be used had better be used */
};

struct prompted_question {
    enum prompt prompt;
    const char *step;                  /* names the call: "section-3" */
    const struct prompt_value *values; /* beside those that every prompt gets (framing_values) */
    size_t value_count;
    /* {{digest}}: a line each, with number, source, heading and beginning. Best first: those at the end go when the
     * prompt is too long. */
    const struct model_excerpt *excerpts;
    size_t excerpt_count;
    size_t digest_characters; /* of each excerpt */
    bool has_material;        /* a value holds it, ready as it is shown */
    long max_tokens;          /* of the answer; 0: the model's max_output */
    /*
     * Makes of the answer what the caller wants. *fault, empty before: why it cannot be used, for the model that is
     * asked again ("it has no passage numbers"); static or in the arena of the writing. OK, or what ends the article.
     */
    enum status (*check)(struct writing *writing, const struct prompted_question *question,
                         const struct prompted_reply *reply, struct str *fault);
    void *context; /* for check */
};

/*
 * Asks, or loads the stored answer. OK: check took the answer. E_CORRUPT with model_unusable: no usable answer could be
 * had, and err->message says of which model, and what was wrong with it; the caller decides what stands in for it.
 * Everything else ends the article: with model_unavailable and what the backend said, or cancelled, or as the store
 * says.
 */
enum status question_ask(struct writing *writing, const struct prompted_question *question);

/* Tokens that a prompt may have, and that an answer may be planned to have. */
long question_most_tokens(const struct model *model);
long question_answer_tokens(const struct model *model);

/* Tokens that a question leaves for what one of its values does not hold yet; negative: there are none. E_MEMORY, or a
 * defect of the prompt. */
enum status question_room(struct writing *writing, const struct prompted_question *question, long *tokens);

/* Is it the model that failed, unavailable or unusable, and not the store or the memory? */
bool question_failed_by_model(const struct error *err);

/* Sets up what all questions of an article share: the delimiter and the identity, stored with it. */
enum status question_begin(struct writing *writing);

/* Is the model to be asked fewer and smaller questions: by its entry, or after three answers that could not be used?
 * Sets writing->is_plain. Called between pieces of work that are done side by side, so that a resumed article asks the
 * same questions. */
void question_settle(struct writing *writing);

/* --- what is written --- */

/* The whole article, its plan and parts: planned, written, checked, edited. E_CORRUPT: the model gave nothing that can
 * be used. */
enum status prompted_article(struct writing *writing, struct article_plan *plan, struct draft *draft);

/* The style sheet of toneOfVoiceProfile "automatic"; empty when it could not be had. */
enum status prompted_style(struct writing *writing, struct str *style);

/* What went otherwise than asked; each lives as long as the article. */
struct polished {
    const char *problem; /* why the model could not be had, of the first piece of text; NULL: it could */
    const char *refused; /* its changes that were not made, and why; NULL: none */
};

/*
 * Edits a finished article with the model, if there is one, and by rules. Its brief was read. Where the model gives no
 * usable answer, the rules alone polish. `step` names the calls. Any status but OK ends the work, as that of a question
 * does.
 */
enum status polished_edit(struct writing *writing, const struct polish_settings *settings, const char *step,
                          struct str *html, struct polished *polished);

/* The same by the settings of the config. *out lives in the arena of the writing. */
enum status polished_make(struct writing *writing, const char *html, const char **out, struct polished *polished);

/* --- what every prompt says of the article --- */

enum { FRAMING_VALUES = 10 };

/* Appends the values that any prompt may use: keyword, language, nonce, type, year, case, person, and the wishes that
 * reach its kind of call. `values` has room for FRAMING_VALUES more. */
void framing_values(struct writing *writing, enum prompt prompt, struct prompt_value *values, size_t *count);

/* The customer's own words, which are no invention when they come back: keyword, title, wishes, brand. */
struct str framing_allowed(struct writing *writing);

#endif
