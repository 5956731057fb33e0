/* A question on its way: its prompt is filled in and sized, its answer is stored before it is used. */
#ifndef COPYDESK_WRITE_PROMPTED_ASKING_H
#define COPYDESK_WRITE_PROMPTED_ASKING_H

#include "write/prompted/question.h"

/* A question with its texts. */
struct prompted_asking {
    struct writing *writing;
    const struct prompted_question *question;
    struct model_form form;
    struct str system, user;
    long most;         /* tokens of its prompt */
    size_t shown;      /* excerpts in the prompt */
    size_t characters; /* of each in a digest */
    bool is_plain;
    bool is_loaded; /* the last answer is an earlier attempt's */
};

/* Fills the prompt in. When it is too long for the model, a digest gets shorter lines, then excerpts go from the end;
 * the task and its rules stay whole. E_LIMIT with model_unavailable: it is too long even so. */
enum status asking_fill(struct prompted_asking *asking);

/* Tokens that the prompt, as its values are now, leaves free of what a prompt may have; negative: it is too long. */
enum status asking_room(struct prompted_asking *asking, long *tokens);

/* The answer to these messages: stored by an earlier attempt, or asked for and stored. name: of the step. Statuses as
 * question_ask, without E_CORRUPT. */
enum status asking_answer(struct prompted_asking *asking, const char *name, const struct model_message *messages,
                          size_t count, struct model_answer *answer);

#endif
