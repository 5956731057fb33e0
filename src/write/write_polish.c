#include "write/write.h"

#include "write/opening.h"
#include "write/polished.h"
#include "write/prompted/question.h"
#include "write/writing/brief.h"

enum status write_polish(const struct write_services *services, const struct write_job *job, struct arena *arena,
                         const char *html, const char **polished, struct error *err)
{
    struct writing_shared shared;
    struct writing writing;
    const char *problem = NULL;
    enum status status = opening_begin(&writing, &shared, services, job, arena, err);
    *polished = NULL;
    if (!status)
        brief_request(&writing);
    if (!status && writing.model)
        question_settle(&writing);
    if (!status && writing.model)
        status = question_begin(&writing);
    if (!status)
        status = polished_make(&writing, html, polished, &problem);
    /* Whoever asked for it in a request of its own can ask again. */
    if (!status && problem) {
        *polished = NULL;
        status = code_error(err, E_UPSTREAM, CODE_MODEL_UNAVAILABLE, "%s", problem);
    }
    opening_end(&writing);
    return status;
}
