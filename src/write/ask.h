/*
 * The article's questions to its model. Each has the article's arena and flag to call it off, and a bounded time; what
 * it cost is added to writing->usage. When the model fails, the article fails with model_unavailable; E_CANCELLED and
 * E_MEMORY are as everywhere.
 */
#ifndef COPYDESK_WRITE_ASK_H
#define COPYDESK_WRITE_ASK_H

#include "write/steps.h"

enum status ask_outline(struct writing *writing, const struct builtin_outline_request *request,
                        struct builtin_outline *outline);
enum status ask_title(struct writing *writing, const struct builtin_title_request *request, struct str *title);
enum status ask_questions(struct writing *writing, const struct builtin_questions_request *request,
                          struct builtin_question **questions, size_t *count);

/* `step` is the part's name for those who watch the text grow. */
enum status ask_text(struct writing *writing, const char *step, const struct builtin_text_request *request,
                     struct model_text *text);

#endif
