/* The built-in writer: composes from the sources' own sentences. The same request gives the same bytes. */
#ifndef COPYDESK_MODEL_BUILTIN_H
#define COPYDESK_MODEL_BUILTIN_H

#include "model/builtin/phrases.h"

extern const struct model_backend model_builtin;

/* Its parts, one file each; shapes as in struct model_backend. */
enum status builtin_outline(const struct model_brief *brief, const struct model_outline_request *request,
                            struct arena *arena, struct model_outline *outline, struct error *err);
enum status builtin_title(const struct model_brief *brief, const struct model_title_request *request,
                          struct arena *arena, struct str *title, struct error *err);
enum status builtin_text(const struct model_brief *brief, const struct model_text_request *request, struct arena *arena,
                         struct model_text *text, struct error *err);
enum status builtin_questions(const struct model_brief *brief, const struct model_questions_request *request,
                              struct arena *arena, struct model_question **questions, size_t *count, struct error *err);

#endif
