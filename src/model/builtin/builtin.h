/* The built-in writer: composes from the sources' own sentences. The same request gives the same bytes. */
#ifndef COPYDESK_MODEL_BUILTIN_H
#define COPYDESK_MODEL_BUILTIN_H

#include "model/builtin/phrases.h"

extern const struct model_backend model_builtin;

/* Its parts, one file each; shapes as in struct model_backend. There is no state. */
enum status builtin_outline(void *state, const struct model_brief *brief, const struct model_outline_request *request,
                            struct model_call *call, struct model_outline *outline);
enum status builtin_title(void *state, const struct model_brief *brief, const struct model_title_request *request,
                          struct model_call *call, struct str *title);
enum status builtin_text(void *state, const struct model_brief *brief, const struct model_text_request *request,
                         struct model_call *call, struct model_text *text);
enum status builtin_questions(void *state, const struct model_brief *brief,
                              const struct model_questions_request *request, struct model_call *call,
                              struct model_question **questions, size_t *count);

/* The keyword as a title or a heading begins with it ("Table Partitioning"): a matter of the language's typography,
 * not a question to a model. As the caller spells it where the language's habits are not known. */
enum status builtin_keyword(const struct model_brief *brief, struct arena *arena, struct str *keyword,
                            struct error *err);

#endif
