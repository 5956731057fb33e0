#include "write/ask.h"

/* A language that the built-in writer does not write is refused with the record's code. */
static enum status end(struct writing *writing, enum status status)
{
    if (status == E_INVALID)
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
    return status;
}

enum status ask_outline(struct writing *writing, const struct builtin_outline_request *request,
                        struct builtin_outline *outline)
{
    return end(writing, builtin_outline(&writing->brief, request, writing->arena, outline, writing->err));
}

enum status ask_title(struct writing *writing, const struct builtin_title_request *request, struct str *title)
{
    return end(writing, builtin_title(&writing->brief, request, writing->arena, title, writing->err));
}

enum status ask_questions(struct writing *writing, const struct builtin_questions_request *request,
                          struct builtin_question **questions, size_t *count)
{
    return end(writing, builtin_questions(&writing->brief, request, writing->arena, questions, count, writing->err));
}

enum status ask_text(struct writing *writing, const char *step, const struct builtin_text_request *request,
                     struct model_text *text)
{
    (void)step;
    return end(writing, builtin_text(&writing->brief, request, writing->arena, text, writing->err));
}
