#include "write/ask.h"

enum { CALL_SECONDS = 120 }; /* most that a model may take for one answer */

static struct model_call begin(struct writing *writing)
{
    return (struct model_call){.arena = writing->arena,
                               .err = writing->err,
                               .cancel = writing->job->cancel,
                               .deadline = clock_mono_ms() + CALL_SECONDS * 1000};
}

/* The model says what went wrong; the record's code for it is the same for every backend. */
static enum status end(struct writing *writing, const struct model_call *call, enum status status)
{
    writing->usage.input += call->usage.input;
    writing->usage.output += call->usage.output;
    switch (status) {
    case OK:
    case E_MEMORY:
        break;
    case E_CANCELLED:
        writing->err->code = code_name(CODE_CANCELLED);
        break;
    case E_TIMEOUT:
    case E_NETWORK:
    case E_DENIED:
    case E_LIMIT:
    case E_UPSTREAM:
    case E_INVALID:
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
        break;
    default: /* which a backend does not return */
        writing->err->code = code_name(CODE_INTERNAL);
    }
    return status;
}

enum status ask_outline(struct writing *writing, const struct model_outline_request *request,
                        struct model_outline *outline)
{
    const struct model *model = writing->job->model;
    struct model_call call = begin(writing);
    return end(writing, &call, model->backend->outline(model->state, &writing->brief, request, &call, outline));
}

enum status ask_title(struct writing *writing, const struct model_title_request *request, struct str *title)
{
    const struct model *model = writing->job->model;
    struct model_call call = begin(writing);
    return end(writing, &call, model->backend->title(model->state, &writing->brief, request, &call, title));
}

enum status ask_questions(struct writing *writing, const struct model_questions_request *request,
                          struct model_question **questions, size_t *count)
{
    const struct model *model = writing->job->model;
    struct model_call call = begin(writing);
    return end(writing, &call,
               model->backend->questions(model->state, &writing->brief, request, &call, questions, count));
}

/* Who watches a text grow, and which. */
struct watch {
    const struct write_job *job;
    const char *step;
};

static void hand_on(void *context, struct str piece)
{
    const struct watch *watch = context;
    watch->job->on_text(watch->job->context, watch->step, piece);
}

enum status ask_text(struct writing *writing, const char *step, const struct model_text_request *request,
                     struct model_text *text)
{
    const struct model *model = writing->job->model;
    struct watch watch = {writing->job, step};
    struct model_call call = begin(writing);
    call.on_text = writing->job->on_text ? hand_on : NULL;
    call.context = &watch;
    return end(writing, &call, model->backend->text(model->state, &writing->brief, request, &call, text));
}
